// Takes items out of an open file into a file or a folder, off the GUI thread. Ends in exactly one of
// finished() (the report may say that it was cancelled) and failed(); nothing stands at the place before it
// is whole. GUI thread only.
#pragma once

#include <QObject>
#include <QTimer>

#include "engine/export.h"
#include "model/job.h"
#include "model/progress_watch.h"

namespace partita {

class Session;

class ExportJob final : public QObject {
    Q_OBJECT
  public:
    explicit ExportJob(Session* session, QObject* parent = nullptr);
    /// Stops the work; then nothing was written.
    ~ExportJob() override;

    bool isRunning() const { return m_running; }
    /// Only when not running.
    void start(const QString& path, const partita::ExportOptions& options);
    /// Stops at the next page of items; finished() follows.
    void cancel();

    using Status = ProgressWatch::Status;  // bytes are those read; total 0: not known

  signals:
    /// At most about ten times a second.
    void progressed(const partita::ExportJob::Status& status);
    void finished(const partita::ExportReport& report);
    void failed(const partita::Error& error);

  private:
    Session* m_session;
    ProgressWatch m_watch;
    QTimer m_timer;
    Job m_job;
    bool m_running = false;
};

}  // namespace partita
