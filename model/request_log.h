// What an endpoint was asked, as a table that grows: the newest last, the oldest dropped past kMostRequests.
// Fed from any thread through sink(); rows come in at most twenty times a second, however many requests there
// are. All else: GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QTimer>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "engine/clock.h"
#include "engine/request.h"
#include "model/roles.h"

namespace partita {

/// One request and its answer. Counts are 0 and texts empty where it says nothing.
struct LoggedCall {
    UtcMillis time = 0;
    std::string operation;
    std::string table;
    std::string index;
    std::string key;
    std::uint64_t items = 0;
    std::uint64_t scanned = 0;
    Capacity capacity;
    double milliseconds = 0;
    unsigned status = 200;
    std::string errorType;
    std::string errorMessage;
    std::string body;  // the request's JSON; empty when it was too large to keep

    enum class Fault {
        None,
        Refused,  // as the caller may have meant it: a condition that failed, a wrong request
        Failed,   // throttled, or a fault of this program
    };
    Fault fault() const;
    bool isError() const { return status >= 400; }
};

class RequestLog final : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Time, Operation, Table, Index, Key, Items, Read, Write, Duration, Status, kColumns };
    static constexpr std::size_t kMostRequests = 10'000;

    explicit RequestLog(QObject* parent = nullptr);
    ~RequestLog() override;

    /// Takes a request on any thread, and never waits for the GUI thread. May outlive the log, and then
    /// drops what it is given.
    std::function<void(LoggedCall)> sink() const;

    const LoggedCall& call(int row) const { return m_calls[static_cast<std::size_t>(row)]; }
    /// Since the last clear(), also those that were dropped.
    std::uint64_t requests() const { return m_requests; }
    std::uint64_t errors() const { return m_errors; }
    /// While paused, requests wait outside, the newest kMostRequests of them.
    void setPaused(bool isPaused);
    bool isPaused() const { return m_isPaused; }
    std::uint64_t waiting() const;
    void clear();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  signals:
    /// requests(), errors() or waiting() are others. As seldom as rows come in.
    void countsChanged();

  private:
    struct Mailbox;
    void takeWaiting();
    QString text(const LoggedCall& call, int column) const;
    QString toolTip(const LoggedCall& call, int column) const;

    std::shared_ptr<Mailbox> m_mailbox;
    std::deque<LoggedCall> m_calls;
    std::uint64_t m_requests = 0;
    std::uint64_t m_errors = 0;
    bool m_isPaused = false;
    QTimer m_timer;
};

}  // namespace partita
