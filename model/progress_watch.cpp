#include "model/progress_watch.h"

#include <mutex>

namespace partita {
namespace {

// What happens in the first second says little of the rest.
constexpr std::chrono::milliseconds kTellingTime(1000);

}  // namespace

struct ProgressWatch::Shared {
    std::mutex mutex;
    Progress progress;
};

ProgressWatch::ProgressWatch() : m_shared(std::make_shared<Shared>()) {}

ProgressSink ProgressWatch::begin() {
    m_shared = std::make_shared<Shared>();
    m_latest = {};
    m_timer.invalidate();
    return [shared = m_shared](const Progress& progress) {
        const std::lock_guard lock(shared->mutex);
        shared->progress = progress;
    };
}

ProgressWatch::Status ProgressWatch::status() {
    {
        const std::lock_guard lock(m_shared->mutex);
        m_latest = m_shared->progress;
    }
    if (!m_timer.isValid() || m_latest.phase != m_began.phase || m_latest.bytesDone < m_began.bytesDone) {
        m_timer.start();
        m_began = m_latest;
    }
    return {m_latest, timeLeft()};
}

std::optional<std::chrono::seconds> ProgressWatch::timeLeft() const {
    if (!m_timer.isValid()) return std::nullopt;
    const auto elapsed = std::chrono::milliseconds(m_timer.elapsed());
    const std::uint64_t done = m_latest.bytesDone - m_began.bytesDone;
    if (elapsed < kTellingTime || done == 0 || m_latest.bytesTotal <= m_latest.bytesDone) return std::nullopt;
    const double left =
        static_cast<double>(m_latest.bytesTotal - m_latest.bytesDone) / static_cast<double>(done);
    return std::chrono::ceil<std::chrono::seconds>(elapsed * left);
}

}  // namespace partita
