#include "model/import_job.h"

#include <mutex>

#include "model/session.h"

namespace partita {
struct ImportJob::Shared {
    std::mutex mutex;
    Progress progress;
};

ImportJob::ImportJob(Session* session, QObject* parent)
    : QObject(parent), m_session(session), m_shared(std::make_shared<Shared>()) {
    m_timer.setInterval(kProgressMillis);
    connect(&m_timer, &QTimer::timeout, this, &ImportJob::tellProgress);
}

ImportJob::~ImportJob() = default;

void ImportJob::start(const QStringList& files, const ImportOptions& options) {
    Q_ASSERT(!m_running && !files.isEmpty());
    m_options = options;
    m_files = files;
    m_reports.clear();
    m_running = true;
    m_cancelled = false;
    m_timer.start();
    next();
}

void ImportJob::cancel() {
    m_cancelled = true;
    m_job.requestStop();
}

void ImportJob::next() {
    const QString file = m_files.first();
    m_shared = std::make_shared<Shared>();
    m_job = m_session->run<ImportReport>(
        this,
        [path = file.toStdString(), options = m_options, shared = m_shared](Engine& engine,
                                                                            std::stop_token stop) {
            const ProgressSink sink = [shared](const Progress& progress) {
                const std::lock_guard lock(shared->mutex);
                shared->progress = progress;
            };
            return engine.importItems(path, options, sink, stop);
        },
        [this, file](Result<ImportReport> result) {
            tellProgress();
            if (result) m_reports << FileReport{file, *result};
            m_files.removeFirst();
            const bool stopped = m_cancelled || !result || result->cancelled || result->failure;
            if (!stopped && !m_files.isEmpty()) {
                next();
                return;
            }
            m_timer.stop();
            m_running = false;
            if (result || result.error().code == ErrorCode::Cancelled) {
                if (!result) {
                    FileReport none{file, {}};
                    none.report.cancelled = true;
                    m_reports << none;
                }
                emit finished(m_reports);
            } else {
                emit failed(result.error(), m_reports);
            }
        });
}

void ImportJob::tellProgress() {
    Progress progress;
    {
        const std::lock_guard lock(m_shared->mutex);
        progress = m_shared->progress;
    }
    if (!m_files.isEmpty()) emit progressed(progress, m_files.first());
}

ImportReport sumOf(const QList<ImportJob::FileReport>& reports) {
    ImportReport sum;
    for (const auto& [file, report] : reports) {
        sum.read += report.read;
        sum.inserted += report.inserted;
        sum.replaced += report.replaced;
        sum.unchanged += report.unchanged;
        sum.duplicate += report.duplicate;
        sum.refused += report.refused;
        sum.numbersRewritten += report.numbersRewritten;
        sum.dynamoDbForm += report.dynamoDbForm;
        sum.plainForm += report.plainForm;
        sum.bytesRead += report.bytesRead;
        sum.seconds += report.seconds;
        sum.cancelled |= report.cancelled;
        if (report.failure && !sum.failure) sum.failure = report.failure;
    }
    return sum;
}

}  // namespace partita
