// Runs one Query or Scan page by page off the GUI thread, and sums what it cost. GUI thread only.
//
// A run ends in finished, failed or cancelled; the pages that came before stay. Pages are read one at a time:
// the first by start(), others by nextPage() and allPages().
#pragma once

#include <QObject>
#include <chrono>
#include <memory>
#include <optional>

#include "engine/browse.h"
#include "model/query_draft.h"
#include "model/session.h"

namespace partita {

/// What a run did, over all its pages so far.
struct RunMetrics {
    RequestKind kind = RequestKind::Query;
    std::uint64_t requests = 0;
    std::uint64_t itemsReturned = 0;
    std::uint64_t itemsRead = 0;
    std::uint64_t bytesRead = 0;
    HalfUnits readUnits = 0;
    std::chrono::nanoseconds time{0};        // inside the engine
    std::optional<std::uint32_t> partition;  // a Query's; a Scan reads all of them
    std::uint32_t partitions = 0;            // of the table or index; 0: not known
};

struct RunPage {
    PageResponse response;
    std::vector<Item> items;  // of the response, built off the GUI thread
    std::chrono::nanoseconds time{0};
    std::optional<std::uint32_t> partition;
    std::uint32_t partitions = 0;
    /// How the table's attributes are shown; may be null.
    std::shared_ptr<const AttributeOrder> attributeOrder;
    /// Of a Query: the whole collection that it read from, so that a part of it can be told from all of it.
    std::optional<CollectionSummary> collection;
};

class QueryRunner final : public QObject {
    Q_OBJECT
  public:
    enum class State { Idle, Running, Finished, Failed, Cancelled };

    /// The session must outlive the runner.
    explicit QueryRunner(Session& session, QObject* parent = nullptr);

    State state() const { return m_state; }
    bool isRunning() const { return m_state == State::Running; }
    const ReadRequest& request() const { return m_request; }
    ViewId view() const;
    const RunMetrics& metrics() const { return m_metrics; }
    /// Only when Failed.
    const Error& error() const { return m_error; }
    /// There is a LastEvaluatedKey to go on from, and nothing is running.
    bool hasMore() const { return m_nextKey.has_value() && !isRunning(); }
    /// allPages() has stopped to ask whether to go on, see kPauseBytes.
    bool isPaused() const { return m_isPaused; }

    /// So much is read at one press of "all pages": results are held in memory.
    static constexpr std::uint64_t kPauseBytes = 64ULL * 1024 * 1024;

  public slots:
    /// Drops whatever ran before.
    void start(const partita::ReadRequest& request);
    /// Without effect unless hasMore().
    void nextPage();
    void allPages();
    /// The page that is being read is still delivered when it was ready already.
    void cancel();

  signals:
    /// A new run: earlier pages are void.
    void started();
    void pageReady(const partita::RunPage& page);
    void stateChanged();

  private:
    void readPage();
    void take(Result<RunPage> result);
    void setState(State state);

    Session& m_session;
    ReadRequest m_request;
    State m_state = State::Idle;
    RunMetrics m_metrics;
    Error m_error;
    std::optional<Item> m_nextKey;
    std::optional<std::uint64_t> m_pauseAt;  // bytes read at which to stop; set: reading all pages
    bool m_isPaused = false;
    bool m_isCancelled = false;
    Job m_job;
};

}  // namespace partita
