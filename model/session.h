// One open table file as the window sees it: the engine, the pool its work runs on, and signals when it
// changes. GUI thread only; the engine inside is thread-safe and is used by jobs on the pool.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <functional>
#include <memory>
#include <stop_token>

#include "engine/engine.h"
#include "model/job.h"

namespace partita {

class Session final : public QObject {
    Q_OBJECT
  public:
    explicit Session(std::unique_ptr<Engine> engine, QObject* parent = nullptr);
    /// Cancels every job, waits for the pool, closes the file.
    ~Session() override;

    /// Thread-safe object; shared so that a job that outlives its view is still safe.
    const std::shared_ptr<Engine>& engine() const { return m_engine; }
    QString path() const;
    QString fileName() const;  // without folders
    bool isReadOnly() const;
    QString readOnlyReason() const;
    QStringList tableNames() const;
    /// Null when there is no such table.
    std::shared_ptr<const TableDefinition> definition(const QString& table) const;

    /// Runs `work` off the GUI thread and gives its result to `done` on the GUI thread. See Job.
    template <class T>
    [[nodiscard]] Job run(QObject* context, std::function<Result<T>(Engine&, std::stop_token)> work,
                          std::function<void(Result<T>)> done, int priority = 0) {
        // The work stops when its own Job says so, or when the session closes.
        return Job::start<T>(
            m_pool, context,
            [engine = m_engine, closing = m_closing.get_token(),
             work = std::move(work)](std::stop_token stop) {
                std::stop_source either;
                const std::stop_callback ofJob(stop, [&either] { either.request_stop(); });
                const std::stop_callback ofSession(closing, [&either] { either.request_stop(); });
                return work(*engine, either.get_token());
            },
            std::move(done), priority);
    }

  signals:
    /// Items of a table changed. `partitionKeys` empty: any may have. The first change is told at once, those
    /// that follow it at most twenty times a second, as are tablesChanged() and settingsChanged().
    void itemsChanged(const QString& table, const QList<QByteArray>& partitionKeys);
    void tablesChanged();
    /// The live load of a table grew, or recordings came or went. At most four times a second.
    void loadChanged(const QString& table);
    void settingsChanged(const QString& table);

  private:
    struct Mailbox;  // where listener calls of other threads wait for the GUI thread
    void takeChanges();
    void waitForChanges();
    void tellLoad();

    std::shared_ptr<Engine> m_engine;
    std::shared_ptr<Mailbox> m_mailbox;
    std::stop_source m_closing;
    QThreadPool m_pool;
    QTimer m_changeTimer;
    QElapsedTimer m_sinceChanges;  // since they were last taken
    QTimer m_loadTimer;
    QSet<QString> m_loadPending;  // tables whose load grew since the last signal
    int m_listener = 0;
};

}  // namespace partita
