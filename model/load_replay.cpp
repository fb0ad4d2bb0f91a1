#include "model/load_replay.h"

#include <QFileInfo>
#include <atomic>

#include "model/session.h"

namespace partita {

/// Written by the job, read by a timer of the GUI thread: a fast trace must not flood the event loop.
struct LoadReplay::Counters {
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0;
};

LoadReplay::LoadReplay(Session* session, QObject* parent) : QObject(parent), m_session(session) {
    m_timer.setInterval(kProgressMillis);
    connect(&m_timer, &QTimer::timeout, this,
            [this] { emit progressed(m_counters->done, m_counters->total); });
}
LoadReplay::~LoadReplay() = default;

void LoadReplay::replayTrace(const QString& table, const QString& path,
                             std::optional<std::uint32_t> partitions) {
    if (!m_session) return;
    begin(table, QFileInfo(path).fileName());
    m_job = m_session->run<Engine::Replay>(
        this,
        [name = table.toStdString(), file = path.toStdString(), partitions, counters = m_counters](
            Engine& engine, std::stop_token stop) {
            const auto tell = [&counters](const Progress& progress) {
                counters->done = progress.bytesDone;
                counters->total = progress.bytesTotal;
            };
            return engine.replayTrace(name, file, tell, stop, partitions);
        },
        [this](Result<Engine::Replay> result) { end(std::move(result), true); });
    emit started();
}

void LoadReplay::generate(const QString& table, const GeneratorSpec& spec,
                          std::optional<std::uint32_t> partitions) {
    if (!m_session) return;
    begin(table, QString::fromStdString(spec.text()));
    m_job = m_session->run<Engine::Replay>(
        this,
        [name = table.toStdString(), spec, partitions](Engine& engine, std::stop_token stop) {
            return engine.replayGenerated(name, spec, stop, partitions);
        },
        [this](Result<Engine::Replay> result) { end(std::move(result), false); });
    emit started();
}

void LoadReplay::cancel() {
    m_job.requestStop();
}

void LoadReplay::begin(const QString& table, const QString& name) {
    m_table = table;
    m_name = name;
    m_report.reset();
    m_counters = std::make_shared<Counters>();
    m_timer.start();
}

void LoadReplay::end(Result<Engine::Replay> result, bool isTrace) {
    m_timer.stop();
    if (result) {
        if (isTrace) m_report = result->report;
        emit finished(std::move(result->load));
    } else if (result.error().code == ErrorCode::Cancelled) {
        emit cancelled();
    } else {
        emit failed(QString::fromStdString(result.error().text()));
    }
}

}  // namespace partita
