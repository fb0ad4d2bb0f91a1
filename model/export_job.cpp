#include "model/export_job.h"

#include "model/session.h"

namespace partita {
ExportJob::ExportJob(Session* session, QObject* parent) : QObject(parent), m_session(session) {
    m_timer.setInterval(kProgressMillis);
    connect(&m_timer, &QTimer::timeout, this, [this] { emit progressed(m_watch.status()); });
}

ExportJob::~ExportJob() = default;

void ExportJob::start(const QString& path, const ExportOptions& options) {
    Q_ASSERT(!m_running);
    m_running = true;
    m_timer.start();
    m_job = m_session->run<ExportReport>(
        this,
        [path = path.toStdString(), options, sink = m_watch.begin()](Engine& engine, std::stop_token stop) {
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

}  // namespace partita
