#include "app/commands/progress_line.h"

#include <unistd.h>

#include <cstdio>

#include "app/commands/console.h"

namespace partita {

ProgressLine::ProgressLine()
    : m_begin(std::chrono::steady_clock::now()), m_visible(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
    if (m_shown) std::fputs("\r\033[K", stderr);
}

ProgressSink ProgressLine::sink() {
    if (!m_visible) return {};
    return [this](const Progress& progress) { show(progress); };
}

void ProgressLine::show(const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (progress.phase != m_phase) m_begin = now;
    m_phase = progress.phase;
    std::string text = progress.phase == Progress::Phase::Reading   ? "reading"
                       : progress.phase == Progress::Phase::Sorting ? "sorting"
                                                                    : "writing";
    text += ": " + countText(progress.itemsDone) + " items";
    if (progress.bytesTotal != 0) {
        const double done =
            static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal);
        text += ", " + std::to_string(static_cast<int>(done * 100)) + " %";
        const double seconds = std::chrono::duration<double>(now - m_begin).count();
        constexpr double kGuessFrom = 2;  // seconds: earlier, a guess is none
        if (seconds > kGuessFrom && done > 0)
            text += ", " + countText(static_cast<std::uint64_t>(seconds / done - seconds)) + " s left";
    }
    std::fprintf(stderr, "\r\033[K%s", text.c_str());
    m_shown = true;
}

}  // namespace partita
