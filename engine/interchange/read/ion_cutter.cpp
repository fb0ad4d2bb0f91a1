#include "engine/interchange/read/ion_cutter.h"

#include <algorithm>
#include <utility>

namespace partita {
namespace {

constexpr std::string_view kBinaryMarker = "\xE0\x01";
constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
// Longer names of annotations are not looked for: they would only let a broken text fill the buffer.
constexpr std::size_t kLongestToken = 1024;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}
bool isNamePart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}
bool isVersionMarker(std::string_view token) {
    return token.starts_with("$ion_") && token.size() > 5 && token[5] >= '0' && token[5] <= '9';
}

}  // namespace

IonCutter::IonCutter(TextWindow::Feed feed, std::size_t bufferBytes)
    : m_window(std::move(feed), bufferBytes) {}

Result<std::optional<CutText>> IonCutter::next() {
    m_window.skip(std::exchange(m_pending, 0));
    if (!std::exchange(m_started, true)) {
        if (auto enough = m_window.has(4); !enough) return enough.error();
        if (m_window.text().starts_with(kBinaryMarker)) {
            return Error::badInput(
                "This is binary Ion; only Ion text can be read. Convert it with an Ion tool, or export the "
                "table as DynamoDB JSON.");
        }
        if (m_window.text().starts_with(kUtf8Mark)) m_window.skip(kUtf8Mark.size());
    }
    auto any = skipToRecord();
    if (!any) return any.error();
    if (!*any) {
        m_endedEarly = m_endedEarly || m_inList;
        return std::optional<CutText>();
    }
    const char first = m_window.text().front();
    bool begins = first == '{' || first == '(';
    if (!begins) {
        auto annotated = atAnnotation();
        if (!annotated) return annotated.error();
        begins = *annotated;
    }
    auto record = begins ? bracketed() : stray();
    if (!record) return record.error();
    return std::optional<CutText>(*record);
}

Result<bool> IonCutter::skipToRecord() {
    for (;;) {
        auto any = m_window.has(1);
        if (!any || !*any) return any;
        const std::string_view text = m_window.text();
        const char c = text.front();
        if (isBlank(c) || c == ',') {
            const auto end =
                std::find_if_not(text.begin(), text.end(), [](char d) { return isBlank(d) || d == ','; });
            m_window.skip(static_cast<std::size_t>(end - text.begin()));
        } else if (c == '[' || c == ']') {
            m_inList = c == '[';
            m_window.skip(1);
        } else if (c == '/') {
            auto two = m_window.has(2);
            if (!two) return two.error();
            if (!*two || (m_window.text()[1] != '/' && m_window.text()[1] != '*')) return true;
            if (auto done = skipComment(); !done) return done.error();
        } else if (c == '$') {
            auto marker = skippedMarker();
            if (!marker) return marker.error();
            if (!*marker) return true;
        } else {
            return true;
        }
    }
}

Result<void> IonCutter::skipComment() {
    const std::string_view end = m_window.text()[1] == '/' ? "\n" : "*/";
    m_window.skip(2);
    for (;;) {
        const std::size_t found = m_window.text().find(end);
        if (found != std::string_view::npos) {
            m_window.skip(found + end.size());
            return {};
        }
        // The last byte may be the first of the end mark.
        const std::size_t size = m_window.text().size();
        m_window.skip(size - std::min<std::size_t>(size, end.size() - 1));
        auto any = m_window.more();
        if (!any) return any.error();
        if (!*any) {
            m_endedEarly = m_endedEarly || end.size() > 1;
            m_window.skip(m_window.text().size());
            return {};
        }
    }
}

Result<bool> IonCutter::skippedMarker() {
    std::size_t size = 0;
    for (; size < kLongestToken; ++size) {
        auto any = m_window.has(size + 1);
        if (!any) return any.error();
        if (!*any || !isNamePart(m_window.text()[size])) break;
    }
    const std::string token(m_window.text().substr(0, size));
    auto more = m_window.has(size + 2);
    if (!more) return more.error();
    if (!isVersionMarker(token) || m_window.text().substr(size).starts_with("::")) return false;
    if (token != "$ion_1_0") {
        return Error::badInput("This is another version of Ion, " + token.substr(0, 40) +
                               "; only Ion 1.0 can be read.");
    }
    m_window.skip(size);
    return true;
}

Result<bool> IonCutter::atAnnotation() {
    const auto at = [this](std::size_t i) -> Result<char> {
        auto any = m_window.has(i + 1);
        if (!any) return any.error();
        return *any ? m_window.text()[i] : '\0';
    };
    std::size_t i = 0;
    bool quoted = false;
    for (; i < kLongestToken; ++i) {
        auto c = at(i);
        if (!c) return c.error();
        if (i == 0 && *c == '\'') {
            quoted = true;
        } else if (quoted ? *c == '\n' || *c == '\0' || *c == '\\' : !isNamePart(*c)) {
            break;
        } else if (quoted && *c == '\'') {
            ++i;
            break;
        }
    }
    for (; i < kLongestToken; ++i) {
        auto c = at(i);
        if (!c) return c.error();
        if (!isBlank(*c)) break;
    }
    auto first = at(i);
    if (!first) return first.error();
    auto second = at(i + 1);
    if (!second) return second.error();
    return i > 0 && *first == ':' && *second == ':';
}

void IonCutter::shorten(CutText& record) {
    m_kept.assign(m_window.text().substr(0, TextWindow::kKeptOfTooLong));
    record.text = m_kept;
    record.complete = false;
    record.tooLong = true;
}

CutText IonCutter::taken(std::size_t size) {
    m_pending = size;
    CutText record;
    record.text = m_window.text().substr(0, size);
    record.line = m_window.line();
    record.offset = m_window.offset();
    m_oneLiners = m_oneLiners && record.text.find('\n') == std::string_view::npos;
    m_any = true;
    if (size > TextWindow::kLongestRecord) shorten(record);
    return record;
}

Result<CutText> IonCutter::bracketed() {
    m_scanner.start(m_any && m_oneLiners);
    std::size_t scanned = 0;
    for (;;) {
        std::size_t stoppedAt = 0;
        const IonScanner::Stop stop = m_scanner.scan(m_window.text().substr(scanned), stoppedAt);
        if (stop == IonScanner::Stop::NewRecord && stoppedAt > 0) --stoppedAt;  // without the line break
        if (stop != IonScanner::Stop::None) return taken(stoppedAt);
        scanned = m_window.text().size();
        if (scanned > TextWindow::kLongestRecord) return tooLong(scanned);
        auto any = m_window.more();
        if (!any) return any.error();
        if (!*any) {
            CutText record = taken(scanned);
            record.complete = false;
            m_endedEarly = true;
            return record;
        }
    }
}

Result<CutText> IonCutter::tooLong(std::size_t scanned) {
    CutText record = taken(0);
    shorten(record);
    m_oneLiners = false;  // nothing is known of its lines
    std::size_t before = 0;
    for (;;) {
        before += scanned;
        m_window.skip(scanned);
        auto any = m_window.more();
        if (!any) return any.error();
        if (!*any) {
            m_endedEarly = true;
            return record;
        }
        std::size_t stoppedAt = 0;
        if (m_scanner.scan(m_window.text(), stoppedAt) != IonScanner::Stop::None) {
            m_window.skip(stoppedAt - std::min(before, stoppedAt));
            return record;
        }
        scanned = m_window.text().size();
    }
}

Result<CutText> IonCutter::stray() {
    std::size_t size = 0;
    for (;;) {
        const std::string_view text = m_window.text();
        const std::size_t end = text.find_first_of(m_inList ? "\n,]" : "\n", size);
        if (end != std::string_view::npos) return taken(end);
        size = text.size();
        if (size > TextWindow::kLongestRecord) return taken(size);
        auto any = m_window.more();
        if (!any) return any.error();
        if (!*any) return taken(size);
    }
}

}  // namespace partita
