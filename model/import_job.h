// Brings items and tables from sources into an open file, one source after another, off the GUI thread.
// Ends in exactly one of finished() (the report may say that it was cancelled) and failed(). GUI thread only.
#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

#include "engine/import.h"
#include "engine/progress.h"
#include "model/job.h"
#include "model/progress_watch.h"

namespace partita {

class Session;

/// One source and what is to be done with it.
struct ImportTask {
    SourceLocation location;
    ImportOptions options;
};

class ImportJob final : public QObject {
    Q_OBJECT
  public:
    explicit ImportJob(Session* session, QObject* parent = nullptr);
    /// Stops the work; what was committed stays.
    ~ImportJob() override;

    bool isRunning() const { return m_running; }
    /// Only when not running. Each source has its own report, so that its lines can be named.
    void start(const QList<partita::ImportTask>& tasks);
    /// Stops at the next record; finished() follows with what was committed.
    void cancel();

    struct FileReport {
        QString file;  // SourceLocation::name()
        ImportReport report;
    };
    /// How far the source that is being read is.
    struct Status : ProgressWatch::Status {
        QString file;
        int number = 0;  // of the source, from 1
        int sources = 0;
    };

  signals:
    /// At most about ten times a second. Bytes total 0: not known.
    void progressed(const partita::ImportJob::Status& status);
    void finished(const QList<partita::ImportJob::FileReport>& reports);
    /// Nothing of the source named in the error was read; `reports` has those before it.
    void failed(const partita::Error& error, const QList<partita::ImportJob::FileReport>& reports);

  private:
    void next();
    void tellProgress();

    Session* m_session;
    QList<ImportTask> m_tasks;  // those that are left; the first is being read
    int m_sources = 0;          // those left and those done
    QList<FileReport> m_reports;
    ProgressWatch m_watch;
    QTimer m_timer;
    Job m_job;
    bool m_running = false;
    bool m_cancelled = false;
};

/// The sum of several reports; problems, ids and detections are left where they are.
ImportReport sumOf(const QList<ImportJob::FileReport>& reports);

}  // namespace partita
