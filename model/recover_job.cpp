#include "model/recover_job.h"

namespace partita {

RecoverJob::RecoverJob(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
    m_timer.setInterval(kProgressMillis);
    connect(&m_timer, &QTimer::timeout, this, [this] { emit progressed(m_watch.status()); });
}

RecoverJob::~RecoverJob() {
    m_job.cancel();
    m_pool.waitForDone();
}

void RecoverJob::start(const QString& source, const QString& target, bool replaces) {
    Q_ASSERT(!isRunning());
    m_timer.start();
    m_job = Job::start<RecoveryReport>(
        m_pool, this,
        [source = source.toStdString(), target = target.toStdString(), replaces,
         sink = m_watch.begin()](std::stop_token stop) {
            RecoverOptions options;
            options.replace = replaces;
            return recoverFile(source, target, options, sink, stop);
        },
        [this](Result<RecoveryReport> result) { take(std::move(result)); });
}

void RecoverJob::take(Result<RecoveryReport> result) {
    m_timer.stop();
    if (result) {
        emit finished(*result);
    } else if (result.error().code == ErrorCode::Cancelled) {
        emit cancelled();
    } else {
        emit failed(result.error());
    }
}

void RecoverJob::cancel() {
    m_job.requestStop();
}

}  // namespace partita
