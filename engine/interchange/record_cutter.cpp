#include "engine/interchange/record_cutter.h"

#include <limits>
#include <string_view>

namespace partita {
namespace {

constexpr auto kLongestRecord = RecordReader::kLongestRecord;
// Of a record that is too long, for the report.
constexpr std::size_t kKeptOfTooLong = 4096;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

JsonRecord RecordCutter::take(std::size_t size, bool complete) {
    std::string_view text(m_window.data(), size);
    JsonRecord record;
    record.line = m_window.line();
    record.offset = m_window.offset();
    record.tooLong = size > kLongestRecord;
    record.complete = complete && !record.tooLong;
    m_window.skip(size);
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\n'))
        text.remove_suffix(1);
    record.text = text;
    if (record.tooLong) {
        m_kept = text.substr(0, kKeptOfTooLong);
        record.text = m_kept;
    }
    return record;
}

JsonRecord RecordCutter::bracketed(bool inArray) {
    std::size_t closedAt = 0;
    const JsonRecord broken = toItsEnd(m_oneLiners && m_any, closedAt);
    return closedAt == 0 ? broken : closed(closedAt, inArray);
}

JsonRecord RecordCutter::closed(std::size_t size, bool inArray) {
    const bool junk = isFollowedByJunk(size, inArray);
    const std::uint64_t line = m_window.line();
    m_any = true;
    if (junk) return rest(size, inArray);
    const JsonRecord record = take(size, true);
    m_oneLiners = m_oneLiners && m_window.line() == line;
    return record;
}

JsonRecord RecordCutter::toItsEnd(bool afterOneLiners, std::size_t& closedAt) {
    const std::size_t column = m_window.column();
    BracketScanner scanner;
    scanner.start(column, afterOneLiners);
    std::size_t scanned = 0;
    std::size_t stoppedAt = 0;
    for (;;) {
        const std::size_t size = m_window.size();
        const auto stop = scanner.scan(m_window.data(), scanned, size, stoppedAt);
        scanned = size;
        switch (stop) {
            case BracketScanner::Stop::None: {
                if (size > kLongestRecord) return tooLong(scanner, scanned);
                if (!m_window.fill()) {
                    m_endedEarly = true;
                    return take(size, false);
                }
                break;
            }
            case BracketScanner::Stop::Closed:
                closedAt = stoppedAt;
                return JsonRecord();
            case BracketScanner::Stop::BrokenString: {
                if (scanner.lineBreaks() == 0) return take(stoppedAt, true);
                return take(sizeToNextRecord(stoppedAt, column), true);
            }
            case BracketScanner::Stop::NewRecord:
                return take(stoppedAt, true);
        }
    }
}

JsonRecord RecordCutter::tooLong(BracketScanner& scanner, std::size_t scanned) {
    const JsonRecord record = take(scanned, false);
    // The rest is looked through to its end, a buffer at a time, and not kept.
    for (;;) {
        if (!m_window.fill()) {
            m_endedEarly = true;
            return record;
        }
        std::size_t stoppedAt = 0;
        const std::size_t size = m_window.size();
        const auto stop = scanner.scan(m_window.data(), 0, size, stoppedAt);
        m_window.skip(stop == BracketScanner::Stop::None ? size : stoppedAt);
        if (stop != BracketScanner::Stop::None) return record;
    }
}

bool RecordCutter::isFollowedByJunk(std::size_t size, bool inArray) {
    for (;; ++size) {
        if (!m_window.has(size)) return false;
        const char c = m_window.data()[size];
        if (isBlank(c)) continue;
        return c != '\n' && c != ',' && c != '{' && c != (inArray ? ']' : '[');
    }
}

JsonRecord RecordCutter::rest(std::size_t size, bool inArray) {
    bool inString = false;
    bool escaped = false;
    for (;; ++size) {
        if (!m_window.has(size)) {
            m_endedEarly = m_endedEarly || inString;
            return take(size, !inString);
        }
        const char c = m_window.data()[size];
        if (c == '\n') break;
        if (size > kLongestRecord) {
            const JsonRecord record = take(size, false);
            m_window.skipLine();
            return record;
        }
        if (!inArray) continue;
        if (!inString && size > 0 && (c == ',' || c == ']')) break;
        if (c == '"' && !escaped) inString = !inString;
        escaped = c == '\\' && !escaped;
    }
    return take(size, true);
}

std::size_t RecordCutter::sizeToNextRecord(std::size_t size, std::size_t column) {
    std::size_t lineAt = std::numeric_limits<std::size_t>::max();  // the line begins there, counted from m_at
    for (;; ++size) {
        if (!m_window.has(size) || size > kLongestRecord) return size;
        const char c = m_window.data()[size];
        if (c == '\n') {
            lineAt = size + 1;
        } else if (!isBlank(c)) {
            if (c == '{' && size >= lineAt && size - lineAt <= column) return size;
            lineAt = std::numeric_limits<std::size_t>::max();
        }
    }
}

JsonRecord RecordCutter::value() {
    const char first = *m_window.data();
    if (first != '{' && first != '[') return scalar();
    std::size_t closedAt = 0;
    const JsonRecord broken = toItsEnd(false, closedAt);
    if (closedAt == 0) return broken;
    return take(closedAt, true);
}

JsonRecord RecordCutter::scalar() {
    const bool isString = *m_window.data() == '"';
    bool escaped = false;
    for (std::size_t size = 1;; ++size) {
        if (!m_window.has(size)) {
            m_endedEarly = true;
            return take(size, false);
        }
        const char c = m_window.data()[size];
        if (c == '\n') return take(size, !isString);
        if (size > kLongestRecord) {
            const JsonRecord record = take(size, false);
            m_window.skipLine();
            return record;
        }
        if (isString && c == '"' && !escaped) return take(size + 1, true);
        if (!isString && (isBlank(c) || c == ',' || c == '}' || c == ']')) return take(size, true);
        escaped = c == '\\' && !escaped;
    }
}

}  // namespace partita
