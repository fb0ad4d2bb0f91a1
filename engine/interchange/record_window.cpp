#include "engine/interchange/record_window.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace partita {

RecordWindow::RecordWindow(ByteSource source, std::size_t bufferBytes)
    : m_source(std::move(source)), m_buffer(std::max<std::size_t>(bufferBytes, 1)) {}

bool RecordWindow::fill() {
    if (m_sourceEnded) return false;
    if (m_at > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_at, m_end - m_at);
        m_before += m_at;
        m_end -= m_at;
        m_at = 0;
    }
    if (m_end == m_buffer.size()) m_buffer.resize(2 * m_buffer.size());
    const auto got = m_source.read(m_buffer.data() + m_end, m_buffer.size() - m_end);
    if (!got) m_failure = got.error();
    m_sourceEnded = !got || *got == 0;
    if (!m_sourceEnded) m_end += *got;
    return !m_sourceEnded;
}

bool RecordWindow::has(std::size_t ahead) {
    while (size() <= ahead) {
        if (!fill()) return false;
    }
    return true;
}

std::uint64_t RecordWindow::consumed() const {
    const std::uint64_t consumed = m_source.consumed();
    const std::uint64_t text = m_before + m_end;
    if (text == 0) return consumed;
    // What is in the buffer and not passed yet took about the same share of the disk as all of it.
    const double share = static_cast<double>(consumed) / static_cast<double>(text);
    return consumed - std::min(consumed, static_cast<std::uint64_t>(static_cast<double>(size()) * share));
}

void RecordWindow::skip(std::size_t bytes) {
    const std::string_view passed(data(), bytes);
    for (std::size_t at = passed.find('\n'); at != std::string_view::npos; at = passed.find('\n', at + 1)) {
        ++m_line;
        m_lineOffset = offset() + at + 1;
    }
    m_at += bytes;
}

void RecordWindow::skipLine() {
    for (;;) {
        const void* const lineBreak = std::memchr(data(), '\n', size());
        if (lineBreak) {
            m_at += static_cast<std::size_t>(static_cast<const char*>(lineBreak) - data());
            return;
        }
        m_at = m_end;
        if (!fill()) return;
    }
}

}  // namespace partita
