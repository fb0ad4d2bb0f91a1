#include "model/export_job.h"

#include <mutex>

#include "model/session.h"

namespace partita {
namespace {

// What happens in the first second says little of the rest.
constexpr std::chrono::milliseconds kTimeToGuess(1000);

}  // namespace

struct ExportJob::Shared {
    std::mutex mutex;
    Progress progress;
};

ExportJob::ExportJob(Session* session, QObject* parent)
    : QObject(parent), m_session(session), m_shared(std::make_shared<Shared>()) {
    m_timer.setInterval(kProgressMillis);
    connect(&m_timer, &QTimer::timeout, this, &ExportJob::tellProgress);
}

ExportJob::~ExportJob() = default;

void ExportJob::start(const QString& path, const ExportOptions& options) {
    Q_ASSERT(!m_running);
    m_running = true;
    m_shared = std::make_shared<Shared>();
    m_elapsed.start();
    m_timer.start();
    m_job = m_session->run<ExportReport>(
        this,
        [path = path.toStdString(), options, shared = m_shared](Engine& engine, std::stop_token stop) {
            const ProgressSink sink = [shared](const Progress& progress) {
                const std::lock_guard lock(shared->mutex);
                shared->progress = progress;
            };
            return engine.exportItems(path, options, sink, stop);
        },
        [this](Result<ExportReport> result) {
            m_timer.stop();
            m_running = false;
            if (result) {
                emit finished(*result);
            } else if (result.error().code == ErrorCode::Cancelled) {
                ExportReport none;
                none.cancelled = true;
                emit finished(none);
            } else {
                emit failed(result.error());
            }
        });
}

void ExportJob::cancel() {
    m_job.requestStop();
}

void ExportJob::tellProgress() {
    Status status;
    {
        const std::lock_guard lock(m_shared->mutex);
        status.progress = m_shared->progress;
    }
    const Progress& now = status.progress;
    const auto elapsed = std::chrono::milliseconds(m_elapsed.elapsed());
    if (elapsed >= kTimeToGuess && now.bytesDone > 0 && now.bytesTotal > 0) {
        const double left =
            static_cast<double>(now.bytesTotal - now.bytesDone) / static_cast<double>(now.bytesDone);
        status.timeLeft = std::chrono::ceil<std::chrono::seconds>(elapsed * left);
    }
    emit progressed(status);
}

}  // namespace partita
