#include "engine/interchange/read/s3_export_lines.h"

#include <utility>

namespace partita {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r\n";

}  // namespace

Result<std::optional<CutText>> S3ExportLines::next() {
    if (!std::exchange(m_started, true)) {
        auto enough = m_window.has(kUtf8Mark.size());
        if (!enough) return enough.error();
        if (m_window.text().starts_with(kUtf8Mark)) m_window.skip(kUtf8Mark.size());
    }
    m_window.skip(std::exchange(m_pending, 0));
    std::size_t searched = 0;
    for (;;) {
        const std::string_view text = m_window.text();
        const std::size_t end = text.find('\n', searched);
        bool atEnd = false;
        if (end == std::string_view::npos) {
            if (text.size() > TextWindow::kLongestRecord) return tooLong();
            searched = text.size();
            auto any = m_window.more();
            if (!any) return any.error();
            if (*any) continue;
            atEnd = true;
        }
        const std::string_view whole = m_window.text().substr(0, end);
        if (whole.size() > TextWindow::kLongestRecord) return tooLong();
        const std::size_t size = atEnd ? whole.size() : whole.size() + 1;
        const std::size_t first = whole.find_first_not_of(kBlanks);
        if (first == std::string_view::npos) {
            m_window.skip(size);
            searched = 0;
            if (atEnd) return std::optional<CutText>();
            continue;
        }
        m_pending = size;
        CutText line;
        line.text = whole.substr(first, whole.find_last_not_of(kBlanks) + 1 - first);
        line.line = m_window.line();
        line.offset = m_window.offset() + first;
        // What ends a record also ends the last one, whose line need not end.
        line.complete = !atEnd || line.text.ends_with('}');
        m_endedEarly = !line.complete;
        return std::optional<CutText>(line);
    }
}

Result<std::optional<CutText>> S3ExportLines::tooLong() {
    CutText line;
    line.line = m_window.line();
    line.offset = m_window.offset();
    line.complete = false;
    line.tooLong = true;
    m_kept.assign(m_window.text().substr(0, TextWindow::kKeptOfTooLong));
    line.text = m_kept;
    for (;;) {
        const std::size_t end = m_window.text().find('\n');
        if (end != std::string_view::npos) {
            m_window.skip(end + 1);
            return std::optional<CutText>(line);
        }
        m_window.skip(m_window.text().size());
        auto any = m_window.more();
        if (!any) return any.error();
        if (!*any) {
            m_endedEarly = true;
            return std::optional<CutText>(line);
        }
    }
}

}  // namespace partita
