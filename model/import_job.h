// Brings items from files into a table of an open file, one file after another, off the GUI thread.
// Ends in exactly one of finished() (the report may say that it was cancelled) and failed(). GUI thread only.
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <memory>

#include "engine/import.h"
#include "engine/progress.h"
#include "model/job.h"

namespace partita {

class Session;

class ImportJob final : public QObject {
    Q_OBJECT
  public:
    explicit ImportJob(Session* session, QObject* parent = nullptr);
    /// Stops the work; what was committed stays.
    ~ImportJob() override;

    bool isRunning() const { return m_running; }
    /// Only when not running. Each file has its own report, so that its lines can be named.
    void start(const QStringList& files, const ImportOptions& options);
    /// Stops at the next record; finished() follows with what was committed.
    void cancel();

    struct FileReport {
        QString file;
        ImportReport report;
    };

  signals:
    /// At most about ten times a second. Bytes total 0: not known.
    void progressed(const partita::Progress& progress, const QString& file);
    void finished(const QList<partita::ImportJob::FileReport>& reports);
    /// Nothing of the file named in the error was read; `reports` has the files before it.
    void failed(const partita::Error& error, const QList<partita::ImportJob::FileReport>& reports);

  private:
    struct Shared;
    void next();
    void tellProgress();

    Session* m_session;
    ImportOptions m_options;
    QStringList m_files;
    QList<FileReport> m_reports;
    std::shared_ptr<Shared> m_shared;  // the latest progress, written by the job's thread
    QTimer m_timer;
    Job m_job;
    bool m_running = false;
    bool m_cancelled = false;
};

/// The sum of several reports; problems are left where they are.
ImportReport sumOf(const QList<ImportJob::FileReport>& reports);

}  // namespace partita
