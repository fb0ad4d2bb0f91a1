#include "model/import_job.h"

#include "model/session.h"

namespace partita {
ImportJob::ImportJob(Session* session, QObject* parent) : QObject(parent), m_session(session) {
    m_timer.setInterval(kProgressMillis);
    connect(&m_timer, &QTimer::timeout, this, &ImportJob::tellProgress);
}

ImportJob::~ImportJob() = default;

void ImportJob::start(const QList<ImportTask>& tasks) {
    Q_ASSERT(!m_running && !tasks.isEmpty());
    m_tasks = tasks;
    m_sources = static_cast<int>(tasks.size());
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
    const QString file = QString::fromStdString(m_tasks.first().location.name());
    m_job = m_session->run<ImportReport>(
        this,
        [task = m_tasks.first(), sink = m_watch.begin()](Engine& engine, std::stop_token stop) {
            return engine.importItems(task.location, task.options, sink, stop);
        },
        [this, file](Result<ImportReport> result) {
            tellProgress();
            if (result) m_reports << FileReport{file, *result};
            m_tasks.removeFirst();
            const bool stopped = m_cancelled || !result || result->cancelled || result->failure;
            if (!stopped && !m_tasks.isEmpty()) {
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
    if (m_tasks.isEmpty()) return;
    Status status{m_watch.status(), {}};
    status.file = QString::fromStdString(m_tasks.first().location.name());
    status.sources = m_sources;
    status.number = m_sources - static_cast<int>(m_tasks.size()) + 1;
    emit progressed(status);
}

ImportReport sumOf(const QList<ImportJob::FileReport>& reports) {
    ImportReport sum;
    for (const auto& [file, report] : reports) {
        sum.read += report.read;
        sum.inserted += report.inserted;
        sum.replaced += report.replaced;
        sum.merged += report.merged;
        sum.unchanged += report.unchanged;
        sum.kept += report.kept;
        sum.deleted += report.deleted;
        sum.absent += report.absent;
        sum.duplicate += report.duplicate;
        sum.refused += report.refused;
        sum.leftOut += report.leftOut;
        sum.repaired += report.repaired;
        sum.numbersRewritten += report.numbersRewritten;
        sum.dynamoDbForm += report.dynamoDbForm;
        sum.plainForm += report.plainForm;
        sum.bytesRead += report.bytesRead;
        sum.seconds += report.seconds;
        sum.restorable += report.restorable;
        sum.retryable += report.retryable;
        sum.cancelled |= report.cancelled;
        sum.brokenOff |= report.brokenOff;
        sum.tablesCreated.insert(sum.tablesCreated.end(), report.tablesCreated.begin(),
                                 report.tablesCreated.end());
        if (report.failure && !sum.failure) sum.failure = report.failure;
    }
    return sum;
}

}  // namespace partita
