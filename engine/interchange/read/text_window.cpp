#include "engine/interchange/read/text_window.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace partita {

TextWindow::TextWindow(Feed feed, std::size_t bufferBytes)
    : m_feed(std::move(feed)), m_buffer(std::max<std::size_t>(bufferBytes, 1)) {}

Result<bool> TextWindow::more() {
    if (m_ended) return false;
    if (m_end == m_buffer.size()) {
        if (m_at > 0) {
            std::memmove(m_buffer.data(), m_buffer.data() + m_at, m_end - m_at);
            m_end -= m_at;
            m_at = 0;
        } else {
            m_buffer.resize(2 * m_buffer.size());
        }
    }
    auto got = m_feed(m_buffer.data() + m_end, m_buffer.size() - m_end);
    if (!got) return got.error();
    m_end += *got;
    m_ended = *got == 0;
    return !m_ended;
}

Result<bool> TextWindow::has(std::size_t size) {
    while (m_end - m_at < size) {
        auto any = more();
        if (!any || !*any) return any;
    }
    return true;
}

void TextWindow::skip(std::size_t bytes) {
    const auto from = m_buffer.begin() + static_cast<std::ptrdiff_t>(m_at);
    m_line += static_cast<std::uint64_t>(std::count(from, from + static_cast<std::ptrdiff_t>(bytes), '\n'));
    m_at += bytes;
    m_offset += bytes;
    if (m_at == m_end) m_at = m_end = 0;
}

}  // namespace partita
