// One open table file as the window sees it: the engine, the pool its work runs on, and signals when it changes.
// GUI thread only; the engine inside is thread-safe and is used by jobs on the pool.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <functional>
#include <memory>

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
        return Job::start<T>(
            m_pool, context,
            [engine = m_engine, work = std::move(work)](std::stop_token stop) { return work(*engine, stop); },
            std::move(done), priority);
    }

  signals:
    /// Items of a table changed. `partitionKeys` empty: any may have.
    void itemsChanged(const QString& table, const QList<QByteArray>& partitionKeys);
    void tablesChanged();
    /// The live load of a table grew, or recordings came or went. At most four times a second.
    void loadChanged(const QString& table);
    void settingsChanged(const QString& table);

  private:
    std::shared_ptr<Engine> m_engine;
    QThreadPool m_pool;
    int m_listener = 0;
};

}  // namespace partita
