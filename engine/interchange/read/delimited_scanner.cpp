#include "engine/interchange/read/delimited_scanner.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/interchange/read/delimited_row.h"

namespace partita {
namespace {

// Of a row that is too long, for the report.
constexpr std::size_t kKeptOfTooLong = 4096;

TextWindow::Feed feedOf(ByteSource source) {
    auto shared = std::make_shared<ByteSource>(std::move(source));  // std::function copies what it holds
    return [shared](char* into, std::size_t size) { return shared->read(into, size); };
}

}  // namespace

DelimitedScanner::DelimitedScanner(ByteSource source, std::size_t bufferBytes, std::size_t longestRow)
    : m_total(source.total()), m_window(feedOf(std::move(source)), bufferBytes), m_longestRow(longestRow) {}

Result<std::string_view> DelimitedScanner::peek(std::size_t bytes) {
    take(std::exchange(m_toTake, 0));
    if (const auto has = m_window.has(bytes); !has) return has.error();
    return m_window.text().substr(0, bytes);
}

void DelimitedScanner::take(std::size_t bytes) {
    for (const char c : m_window.text().substr(0, bytes)) {
        if (c == '\r' || (c == '\n' && !m_afterCarriageReturn)) ++m_line;
        m_afterCarriageReturn = c == '\r';
    }
    m_window.skip(bytes);
}

Result<std::size_t> DelimitedScanner::lineEndAt(std::size_t at) {
    const char c = m_window.text()[at];
    if (c == '\n') return std::size_t{1};
    if (c != '\r') return std::size_t{0};
    const auto more = m_window.has(at + 2);
    if (!more) return more.error();
    return *more && m_window.text()[at + 1] == '\n' ? std::size_t{2} : std::size_t{1};
}

Result<DelimitedScanner::End> DelimitedScanner::findEnd() {
    enum class Place { CellStart, Plain, Quoted, AfterQuote };
    Place place = Place::CellStart;
    bool isBroken = false;           // text follows a closing quote: where the row's quotes end is a guess
    std::optional<End> openLineEnd;  // of the line on which the open quote stands
    const char stops[] = {m_delimiter, '\r', '\n'};
    for (std::size_t at = 0;;) {
        if (at >= m_window.text().size()) {
            const auto more = m_window.more();
            if (!more) return more.error();
            if (!*more) {
                if (place != Place::Quoted) return End{at, at};
                m_endedInQuote = true;
                return openLineEnd ? *openLineEnd : End{at, at};
            }
        }
        if (at >= m_longestRow) {
            return place == Place::Quoted && openLineEnd ? *openLineEnd : End{at, at, true};
        }
        const std::string_view text = m_window.text();
        const char c = text[at];
        if (place == Place::Quoted && c == '"') {
            const auto more = m_window.has(at + 2);
            if (!more) return more.error();
            const bool isDoubled = *more && m_window.text()[at + 1] == '"';
            if (!isDoubled) place = Place::AfterQuote;
            at += isDoubled ? 2 : 1;
            continue;
        }
        if (c == '\r' || c == '\n') {
            const auto size = lineEndAt(at);
            if (!size) return size.error();
            if (place != Place::Quoted || isBroken) return End{at, at + *size};
            if (!openLineEnd) openLineEnd = End{at, at + *size};
            at += *size;
            continue;
        }
        if (place == Place::Quoted) {
            at = std::min(text.find_first_of("\"\r\n", at), text.size());
        } else if (c == m_delimiter) {
            place = Place::CellStart;
            ++at;
        } else if (place == Place::CellStart && c == '"') {
            place = Place::Quoted;
            openLineEnd.reset();
            ++at;
        } else if (place == Place::Plain) {
            at = std::min(text.find_first_of(std::string_view(stops, sizeof stops), at), text.size());
        } else {
            if (c != ' ') {
                if (place == Place::AfterQuote) {
                    // A quote that ends on a later line, before text: it was left open, and this one opens.
                    if (openLineEnd) return *openLineEnd;
                    isBroken = true;
                }
                place = Place::Plain;
            }
            ++at;
        }
    }
}

Result<void> DelimitedScanner::skipLongRow() {
    for (;;) {
        const std::size_t end = m_window.text().find_first_of("\r\n");
        take(std::min(end, m_window.text().size()));
        if (end != std::string_view::npos) return {};  // what remains of the line is blank, and is left out
        const auto more = m_window.more();
        if (!more) return more.error();
        if (!*more) return {};
    }
}

Result<std::optional<ScannedRow>> DelimitedScanner::next() {
    for (;;) {
        take(std::exchange(m_toTake, 0));
        if (const auto any = m_window.has(1); !any) return any.error();
        if (m_window.text().empty()) return std::optional<ScannedRow>();
        const auto end = findEnd();
        if (!end) return end.error();
        ScannedRow row{m_window.text().substr(0, end->size), m_line, m_window.offset(), end->tooLong};
        if (end->tooLong) {
            m_beginning.assign(row.text.substr(0, kKeptOfTooLong));
            row.text = m_beginning;
            if (auto skipped = skipLongRow(); !skipped) return skipped.error();
            return std::optional(row);
        }
        m_toTake = end->after;
        if (!isBlankRow(row.text, m_delimiter)) return std::optional(row);
    }
}

}  // namespace partita
