#include "engine/interchange/read/s3_export_lines.h"

#include <algorithm>
#include <utility>

#include "engine/interchange/bracket_scanner.h"

namespace partita {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kBlanks = " \t\r\n";

}  // namespace

bool isLaidOutJson(std::string_view head) {
    const std::size_t first = head.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return false;
    head.remove_prefix(first);
    const std::size_t end = head.find('\n');
    if (end == std::string_view::npos) return false;
    // A line that was cut off ends elsewhere, but for bad luck.
    const std::string_view line = head.substr(0, head.find_last_not_of(kBlanks, end) + 1);
    return (line.front() == '{' || line == "[") && (line.ends_with('{') || line.ends_with('['));
}

Result<void> S3ExportLines::start() {
    if (std::exchange(m_started, true)) return {};
    constexpr std::size_t kLookedAt = 4096;
    if (const auto enough = m_window.has(kLookedAt); !enough) return enough.error();
    if (m_window.text().starts_with(kUtf8Mark)) m_window.skip(kUtf8Mark.size());
    m_isLaidOut = isLaidOutJson(m_window.text().substr(0, kLookedAt));
    return {};
}

Result<std::optional<CutText>> S3ExportLines::next() {
    if (auto started = start(); !started) return started.error();
    m_window.skip(std::exchange(m_pending, 0));
    return m_isLaidOut ? nextObject() : nextLine();
}

Result<std::optional<CutText>> S3ExportLines::nextObject() {
    constexpr std::string_view kBetween = " \t\r\n,[]";
    for (;;) {
        const std::size_t blanks =
            std::min(m_window.text().find_first_not_of(kBetween), m_window.text().size());
        for (const char c : m_window.text().substr(0, blanks)) {
            if (c == '\n')
                m_column = 0;
            else
                ++m_column;
        }
        m_window.skip(blanks);
        if (!m_window.text().empty()) break;
        const auto any = m_window.more();
        if (!any) return any.error();
        if (!*any) return std::optional<CutText>();
    }
    // What is no object is told of line by line.
    if (m_window.text().front() != '{') return nextLine();
    BracketScanner scanner;
    scanner.start(m_column, false);
    std::size_t scanned = 0;
    std::size_t end = 0;
    BracketScanner::Stop stop = BracketScanner::Stop::None;
    bool isCut = false;
    for (;;) {
        const std::string_view text = m_window.text();
        stop = scanner.scan(text.data(), scanned, text.size(), end);
        if (stop != BracketScanner::Stop::None) break;
        scanned = text.size();
        if (scanned > TextWindow::kLongestRecord) return tooLong();
        const auto any = m_window.more();
        if (!any) return any.error();
        if (*any) continue;
        isCut = true;
        end = scanned;
        break;
    }
    m_pending = end;
    const std::string_view whole = m_window.text().substr(0, end);
    CutText object;
    object.text = whole.substr(0, whole.find_last_not_of(kBlanks) + 1);
    object.line = m_window.line();
    object.offset = m_window.offset();
    object.complete = !isCut;
    m_endedEarly = isCut;
    const std::size_t lineEnd = whole.rfind('\n');
    m_column = lineEnd == std::string_view::npos ? m_column + whole.size() : whole.size() - lineEnd - 1;
    return std::optional(object);
}

Result<std::optional<CutText>> S3ExportLines::nextLine() {
    m_column = 0;
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
