// Replays a trace, or generates one, into a recording of its own. One at a time; the report of bad lines is
// kept until the next one. Never changes an item. GUI thread only; the work runs on the session's pool.
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>

#include "engine/engine.h"
#include "model/job.h"

namespace partita {

class Session;

class LoadReplay final : public QObject {
    Q_OBJECT
  public:
    explicit LoadReplay(Session* session, QObject* parent = nullptr);
    ~LoadReplay() override;

    /// Each asks a running one to stop and takes its place.
    /// `partitions`: 1 … 256; nothing for the table's own number.
    void replayTrace(const QString& table, const QString& path, std::optional<std::uint32_t> partitions = {});
    void generate(const QString& table, const GeneratorSpec& spec,
                  std::optional<std::uint32_t> partitions = {});
    /// Ends in cancelled(), soon.
    void cancel();

    bool isRunning() const { return m_job.isRunning(); }
    /// What is replayed or was replayed last, for people: a file name, or a generator's specification.
    QString name() const { return m_name; }
    QString table() const { return m_table; }
    /// Of the last trace that was replayed; nothing after a generated one.
    const std::optional<TraceReport>& report() const { return m_report; }

  signals:
    void started();
    /// Bytes of the trace; `total` is 0 when that is not known.
    void progressed(qulonglong done, qulonglong total);
    // Exactly one of these ends what started() began, unless another one takes its place.
    void finished(std::shared_ptr<partita::LoadMeter> load);
    void failed(const QString& reason);
    void cancelled();

  private:
    struct Counters;
    void begin(const QString& table, const QString& name);
    void end(Result<Engine::Replay> result, bool isTrace);

    QPointer<Session> m_session;
    std::shared_ptr<Counters> m_counters;
    QTimer m_timer;
    QString m_table;
    QString m_name;
    std::optional<TraceReport> m_report;
    Job m_job;
};

}  // namespace partita
