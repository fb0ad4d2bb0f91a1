#include "engine/interchange/record_reader.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "engine/interchange/bracket_scanner.h"
#include "engine/interchange/byte_source.h"
#include "engine/interchange/source_kind.h"

namespace partita {
namespace {

// Of a record that is too long, for the report.
constexpr std::size_t kKeptOfTooLong = 4096;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

// Offsets named "at" count from the start of the buffer; the record being read begins at m_at.
struct RecordReader::State {
    State(ByteSource from, std::size_t bufferBytes)
        : m_source(std::move(from)), m_buffer(std::max<std::size_t>(bufferBytes, 1)) {}

    /// Looks at the head of the source, once. Fails on what is no JSON text.
    Result<void> start();
    Result<std::optional<JsonRecord>> next();

    ByteSource m_source;
    std::vector<char> m_buffer;
    std::size_t m_at = 0;
    std::size_t m_end = 0;           // of the bytes in the buffer
    std::uint64_t m_before = 0;      // bytes of the source before the buffer
    std::uint64_t m_line = 1;        // of m_at
    std::uint64_t m_lineOffset = 0;  // in the source, where that line begins
    std::string m_kept;              // the beginning of a record that is too long
    bool m_started = false;
    bool m_sourceEnded = false;
    bool m_inArray = false;
    bool m_oneLiners = true;  // every record so far stood on one line
    bool m_any = false;
    bool m_endedEarly = false;

  private:
    /// Reads on, keeping the buffer from m_at. False at the end of the source.
    Result<bool> fill();
    /// Whether m_at + ahead is in the buffer, reading on if need be.
    Result<bool> has(std::size_t ahead);
    /// Over blanks, line breaks, commas and the brackets of arrays, to a record. False at the end.
    Result<bool> skipToRecord();
    Result<std::optional<JsonRecord>> bracketed();
    Result<std::optional<JsonRecord>> tooLong(BracketScanner& scanner, std::size_t scanned);
    /// A record of `size` bytes so far that is broken, or is followed by what belongs to no record: takes it
    /// up to the end of the line, or in an array to what may end an element.
    Result<std::optional<JsonRecord>> rest(std::size_t size);
    /// To the end of the line.
    Result<void> skipLine();
    /// Size of the record when it ends before the next line that begins as its own did.
    Result<std::size_t> sizeToNextRecord(std::size_t size, std::size_t column);
    Result<bool> isFollowedByJunk(std::size_t size);
    /// The record of that size; only its beginning when it is too long.
    JsonRecord take(std::size_t size, bool complete);
    void skip(std::size_t size);
    void countLines(std::string_view text);
};

Result<bool> RecordReader::State::fill() {
    if (m_sourceEnded) return false;
    if (m_at > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_at, m_end - m_at);
        m_before += m_at;
        m_end -= m_at;
        m_at = 0;
    }
    if (m_end == m_buffer.size()) m_buffer.resize(2 * m_buffer.size());
    const auto got = m_source.read(m_buffer.data() + m_end, m_buffer.size() - m_end);
    if (!got) return got.error();
    m_end += *got;
    m_sourceEnded = *got == 0;
    return !m_sourceEnded;
}

Result<bool> RecordReader::State::has(std::size_t ahead) {
    while (m_end - m_at <= ahead) {
        const auto more = fill();
        if (!more || !*more) return more;
    }
    return true;
}

Result<void> RecordReader::State::start() {
    if (std::exchange(m_started, true)) return {};
    if (const auto enough = has(kHeadBytes - 1); !enough) return enough.error();
    const std::string_view head(m_buffer.data(), std::min(m_end, kHeadBytes));
    if (auto text = checkIsJsonText(head, m_source.name()); !text) return text;
    if (head.starts_with(kUtf8Mark)) m_at = kUtf8Mark.size();
    m_lineOffset = m_at;
    return {};
}

void RecordReader::State::countLines(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        ++m_line;
        m_lineOffset = m_before + m_at + at + 1;
    }
}

JsonRecord RecordReader::State::take(std::size_t size, bool complete) {
    std::string_view text(m_buffer.data() + m_at, size);
    JsonRecord record;
    record.line = m_line;
    record.offset = m_before + m_at;
    record.tooLong = size > kLongestRecord;
    record.complete = complete && !record.tooLong;
    skip(size);
    while (!text.empty() && (isBlank(text.back()) || text.back() == '\n'))
        text.remove_suffix(1);
    record.text = text;
    if (record.tooLong) {
        m_kept = text.substr(0, kKeptOfTooLong);
        record.text = m_kept;
    }
    return record;
}

void RecordReader::State::skip(std::size_t size) {
    countLines({m_buffer.data() + m_at, size});
    m_at += size;
}

Result<bool> RecordReader::State::skipToRecord() {
    for (;;) {
        for (; m_at < m_end; ++m_at) {
            const char c = m_buffer[m_at];
            if (c == '\n') {
                ++m_line;
                m_lineOffset = m_before + m_at + 1;
            } else if (c == '[' && !m_inArray) {
                m_inArray = true;
            } else if (c == ']' && m_inArray) {
                m_inArray = false;
            } else if (!isBlank(c) && c != ',') {
                return true;
            }
        }
        const auto more = fill();
        if (!more || !*more) return more;
    }
}

Result<std::optional<JsonRecord>> RecordReader::State::next() {
    if (const auto started = start(); !started) return started.error();
    const auto found = skipToRecord();
    if (!found) return found.error();
    if (!*found) {
        m_endedEarly = m_endedEarly || m_inArray;
        return std::optional<JsonRecord>();
    }
    const char first = m_buffer[m_at];
    return first == '{' || first == '[' ? bracketed() : rest(0);
}

Result<std::optional<JsonRecord>> RecordReader::State::bracketed() {
    const std::size_t column = static_cast<std::size_t>(m_before + m_at - m_lineOffset);
    BracketScanner scanner;
    scanner.start(column, m_oneLiners && m_any);
    std::size_t scanned = 0;
    std::size_t stoppedAt = 0;
    for (;;) {
        const std::size_t size = m_end - m_at;
        const auto stop = scanner.scan(m_buffer.data() + m_at, scanned, size, stoppedAt);
        scanned = size;
        switch (stop) {
            case BracketScanner::Stop::None: {
                if (size > kLongestRecord) return tooLong(scanner, scanned);
                const auto more = fill();
                if (!more) return more.error();
                if (!*more) {
                    m_endedEarly = true;
                    return std::optional(take(size, false));
                }
                break;
            }
            case BracketScanner::Stop::Closed: {
                m_any = true;
                m_oneLiners = m_oneLiners && scanner.lineBreaks() == 0;
                const auto junk = isFollowedByJunk(stoppedAt);
                if (!junk) return junk.error();
                if (*junk) return rest(stoppedAt);
                return std::optional(take(stoppedAt, true));
            }
            case BracketScanner::Stop::BrokenString: {
                if (scanner.lineBreaks() == 0) return std::optional(take(stoppedAt, true));
                const auto broken = sizeToNextRecord(stoppedAt, column);
                if (!broken) return broken.error();
                return std::optional(take(*broken, true));
            }
            case BracketScanner::Stop::NewRecord:
                return std::optional(take(stoppedAt, true));
        }
    }
}

Result<std::optional<JsonRecord>> RecordReader::State::tooLong(BracketScanner& scanner, std::size_t scanned) {
    const JsonRecord record = take(scanned, false);
    // The rest is looked through to its end, a buffer at a time, and not kept.
    for (;;) {
        const auto more = fill();
        if (!more) return more.error();
        if (!*more) {
            m_endedEarly = true;
            return std::optional(record);
        }
        std::size_t stoppedAt = 0;
        const std::size_t size = m_end - m_at;
        const auto stop = scanner.scan(m_buffer.data() + m_at, 0, size, stoppedAt);
        skip(stop == BracketScanner::Stop::None ? size : stoppedAt);
        if (stop != BracketScanner::Stop::None) return std::optional(record);
    }
}

Result<bool> RecordReader::State::isFollowedByJunk(std::size_t size) {
    for (;; ++size) {
        const auto there = has(size);
        if (!there) return there;
        if (!*there) return false;
        const char c = m_buffer[m_at + size];
        if (isBlank(c)) continue;
        return c != '\n' && c != ',' && c != '{' && c != (m_inArray ? ']' : '[');
    }
}

Result<std::optional<JsonRecord>> RecordReader::State::rest(std::size_t size) {
    bool inString = false;
    bool escaped = false;
    for (;; ++size) {
        const auto there = has(size);
        if (!there) return there.error();
        if (!*there) {
            m_endedEarly = m_endedEarly || inString;
            return std::optional(take(size, !inString));
        }
        const char c = m_buffer[m_at + size];
        if (c == '\n') break;
        if (size > kLongestRecord) {
            const JsonRecord record = take(size, false);
            if (const auto skipped = skipLine(); !skipped) return skipped.error();
            return std::optional(record);
        }
        if (!m_inArray) continue;
        if (!inString && size > 0 && (c == ',' || c == ']')) break;
        if (c == '"' && !escaped) inString = !inString;
        escaped = c == '\\' && !escaped;
    }
    return std::optional(take(size, true));
}

Result<void> RecordReader::State::skipLine() {
    for (;;) {
        const void* const lineBreak = std::memchr(m_buffer.data() + m_at, '\n', m_end - m_at);
        if (lineBreak) {
            m_at = static_cast<std::size_t>(static_cast<const char*>(lineBreak) - m_buffer.data());
            return {};
        }
        m_at = m_end;
        const auto more = fill();
        if (!more) return more.error();
        if (!*more) return {};
    }
}

Result<std::size_t> RecordReader::State::sizeToNextRecord(std::size_t size, std::size_t column) {
    std::size_t lineAt = std::numeric_limits<std::size_t>::max();  // the line begins there, counted from m_at
    for (;; ++size) {
        const auto there = has(size);
        if (!there) return there.error();
        if (!*there || size > kLongestRecord) return size;
        const char c = m_buffer[m_at + size];
        if (c == '\n') {
            lineAt = size + 1;
        } else if (!isBlank(c)) {
            if (c == '{' && size >= lineAt && size - lineAt <= column) return size;
            lineAt = std::numeric_limits<std::size_t>::max();
        }
    }
}

RecordReader::RecordReader() = default;
RecordReader::~RecordReader() = default;

Result<std::unique_ptr<RecordReader>> RecordReader::open(const std::string& path, std::size_t bufferBytes) {
    auto source = ByteSource::open(path);
    if (!source) return source.error();
    std::unique_ptr<RecordReader> reader(new RecordReader);
    reader->m_state = std::make_unique<State>(*std::move(source), bufferBytes);
    if (auto started = reader->m_state->start(); !started) return started.error();
    return reader;
}

std::unique_ptr<RecordReader> RecordReader::ofText(std::string text, std::size_t bufferBytes) {
    std::unique_ptr<RecordReader> reader(new RecordReader);
    reader->m_state = std::make_unique<State>(ByteSource::ofText(std::move(text)), bufferBytes);
    return reader;
}

Result<std::optional<JsonRecord>> RecordReader::next() {
    return m_state->next();
}

bool RecordReader::endedEarly() const {
    return m_state->m_endedEarly;
}

std::uint64_t RecordReader::bytesRead() const {
    return m_state->m_before + m_state->m_at;
}

std::uint64_t RecordReader::bytesTotal() const {
    return m_state->m_source.total();
}

}  // namespace partita
