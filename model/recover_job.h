// Reads what can be read of a damaged table file into a new one, off the GUI thread. Ends in exactly one of
// finished(), cancelled() and failed(); nothing stands at the place before it is whole. GUI thread only.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include "engine/recover.h"
#include "model/job.h"
#include "model/progress_watch.h"

namespace partita {

class RecoverJob final : public QObject {
    Q_OBJECT
  public:
    explicit RecoverJob(QObject* parent = nullptr);
    /// Stops the work; then nothing new is there.
    ~RecoverJob() override;

    bool isRunning() const { return m_job.isRunning(); }
    /// Only when not running. `replaces`: a file at the target goes, once the new one is whole.
    void start(const QString& source, const QString& target, bool replaces);
    void cancel();

    using Status = ProgressWatch::Status;

  signals:
    /// At most about ten times a second.
    void progressed(const partita::RecoverJob::Status& status);
    void finished(const partita::RecoveryReport& report);
    void cancelled();
    void failed(const partita::Error& error);

  private:
    void take(Result<RecoveryReport> result);

    QThreadPool m_pool;
    ProgressWatch m_watch;
    QTimer m_timer;
    Job m_job;
};

}  // namespace partita
