#include "engine/interchange/record_reader.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/interchange/record_cutter.h"
#include "engine/interchange/record_window.h"
#include "engine/interchange/source_kind.h"

namespace partita {
namespace {

// As much of an object as is looked at to find out what it is: more than any item has as JSON text, unless
// nearly all of its characters are escaped.
constexpr std::size_t kOutlineBytes = 1024 * 1024;
// Enough for the name of the first member of what a guide knows.
constexpr std::size_t kFirstBytes = 64;
// Of a member of an object that is gone into; attribute and table names are shorter.
constexpr std::size_t kLongestName = 64 * 1024;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

}  // namespace

struct RecordReader::State {
    State(ByteSource from, RecordGuide* guide, std::size_t bufferBytes)
        : m_window(std::move(from), bufferBytes), m_cutter(m_window), m_guide(guide) {}

    /// Looks at the head of the source, once. Fails on what is no JSON text.
    Result<void> start();
    Result<std::optional<JsonRecord>> next();
    bool endedEarly() const { return m_endedEarly || m_cutter.endedEarly(); }

    RecordWindow m_window;

  private:
    /// An array or an object that is gone into.
    struct Frame {
        bool isArray = true;
        int place = RecordGuide::kOutermost;
    };
    enum class At { Value, Member, End };
    using Choice = RecordGuide::Choice;
    /// A record, or nothing when the search goes on.
    using Found = std::optional<JsonRecord>;

    bool inArray() const { return !m_frames.empty() && m_frames.back().isArray; }
    bool inObject() const { return !m_frames.empty() && !m_frames.back().isArray; }
    int place() const { return m_frames.empty() ? RecordGuide::kOutermost : m_frames.back().place; }

    /// Over blanks, line breaks, commas and the brackets of arrays.
    At skipToRecord();
    bool skipBlanks();
    /// What the { there begins.
    Found object();
    JsonOutline outline();
    JsonRecord part(const Choice& choice, std::size_t size);
    /// The next member of the object that is gone into, or its end.
    Found member();
    /// To behind the colon. False: this is no member.
    bool memberName();
    Found memberValue();
    void open(bool isArray, int place);
    void leave();
    void giveUpAll();
    JsonRecord given(JsonRecord record) const;

    RecordCutter m_cutter;
    RecordGuide* m_guide;  // null: none
    std::vector<Frame> m_frames;
    std::string m_name;  // of the member being read
    bool m_started = false;
    bool m_endedEarly = false;
};

Result<void> RecordReader::State::start() {
    if (std::exchange(m_started, true)) return {};
    m_window.has(kHeadBytes - 1);
    const std::string_view head = m_window.text().substr(0, kHeadBytes);
    if (head.empty() && m_window.failure()) return *m_window.failure();
    return checkIsJsonText(head, m_window.source().name());
}

RecordReader::State::At RecordReader::State::skipToRecord() {
    for (;;) {
        while (m_window.size() > 0) {
            const char c = *m_window.data();
            if (c == '\n') {
                m_window.skipLineBreak();
            } else if (isBlank(c) || c == ',') {
                m_window.skipByte();
            } else if (c == '[' && m_frames.empty()) {
                open(true, RecordGuide::kOutermost);
            } else if (c == ']' && inArray()) {
                leave();
                if (inObject()) return At::Member;
            } else {
                return At::Value;
            }
        }
        if (!m_window.fill()) return At::End;
    }
}

bool RecordReader::State::skipBlanks() {
    for (;;) {
        while (m_window.size() > 0) {
            const char c = *m_window.data();
            if (c == '\n') {
                m_window.skipLineBreak();
            } else if (isBlank(c)) {
                m_window.skipByte();
            } else {
                return true;
            }
        }
        if (!m_window.fill()) return false;
    }
}

Result<std::optional<JsonRecord>> RecordReader::State::next() {
    if (const auto started = start(); !started) return started.error();
    for (;;) {
        Found found;
        if (inObject()) {
            found = member();
        } else {
            const At at = skipToRecord();
            if (at == At::Member) continue;
            if (at == At::End) {
                m_endedEarly = m_endedEarly || !m_frames.empty();
                giveUpAll();
                if (m_window.failure()) return *m_window.failure();
                return Found();
            }
            const char first = *m_window.data();
            if (first == '{' && m_guide) {
                found = object();
            } else if (first == '{' || first == '[') {
                return Found(given(m_cutter.bracketed(inArray())));
            } else {
                return Found(given(m_cutter.rest(0, inArray())));
            }
        }
        if (found) return found;
    }
}

JsonRecord RecordReader::State::given(JsonRecord record) const {
    record.place = place();
    return record;
}

JsonOutline RecordReader::State::outline() {
    for (;;) {
        const std::size_t looked = std::min(m_window.size(), kOutlineBytes);
        JsonOutline outline = outlineOf({m_window.data(), looked});
        if (outline.isWhole || looked == kOutlineBytes) return outline;
        m_window.has(std::min(2 * looked, kOutlineBytes) - 1);
        if (m_window.size() == looked) return outline;  // the source ends here
    }
}

RecordReader::State::Found RecordReader::State::object() {
    m_window.has(kFirstBytes - 1);
    if (!m_guide->wantsOutline(place(), m_window.text().substr(0, kFirstBytes)))
        return given(m_cutter.bracketed(inArray()));
    const JsonOutline known = outline();
    const Choice choice = m_guide->object(place(), known, m_window.line());
    switch (choice.what) {
        case Choice::What::Open:
            open(false, choice.place);
            return {};
        case Choice::What::Skip:
        case Choice::What::Look:
            m_cutter.value();
            return {};
        case Choice::What::Part:
            return part(choice, known.size);
        case Choice::What::Record:
            break;
    }
    return given(known.isWhole ? m_cutter.closed(known.size, inArray()) : m_cutter.bracketed(inArray()));
}

JsonRecord RecordReader::State::part(const Choice& choice, std::size_t size) {
    JsonRecord record = given(m_cutter.closed(size, inArray()));
    // What stands behind the object belongs to no record; then all of it is told.
    if (record.text.size() != size) return record;
    const std::string_view before = record.text.substr(0, choice.begin);
    record.line += static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
    record.offset += choice.begin;
    record.text = record.text.substr(choice.begin, choice.end - choice.begin);
    return record;
}

void RecordReader::State::open(bool isArray, int place) {
    m_window.skipByte();
    m_frames.push_back({isArray, place});
}

void RecordReader::State::leave() {
    m_window.skipByte();
    const int place = m_frames.back().place;
    m_frames.pop_back();
    if (m_guide) m_guide->left(place, m_window.line());
}

void RecordReader::State::giveUpAll() {
    while (!m_frames.empty()) {
        const int place = m_frames.back().place;
        m_frames.pop_back();
        if (m_guide) m_guide->left(place, m_window.line());
    }
}

RecordReader::State::Found RecordReader::State::member() {
    for (;;) {
        if (!skipBlanks()) {
            m_endedEarly = true;
            giveUpAll();
            return {};
        }
        const char c = *m_window.data();
        if (c == '}') {
            leave();
            return {};
        }
        if (c == '{' || c == '[') {
            // No member begins so: the closing bracket is missing, and the next object begins here.
            giveUpAll();
            return {};
        }
        if (c != ',') break;
        m_window.skipByte();
    }
    if (!memberName()) return given(m_cutter.rest(0, false));
    return memberValue();
}

bool RecordReader::State::memberName() {
    if (*m_window.data() != '"') return false;
    std::size_t end = 1;
    for (bool escaped = false;; ++end) {
        if (!m_window.has(end)) {
            m_endedEarly = true;
            return false;
        }
        const char c = m_window.data()[end];
        if (c == '\n' || end > kLongestName) return false;
        if (c == '"' && !escaped) break;
        escaped = c == '\\' && !escaped;
    }
    std::size_t colon = end + 1;
    for (;; ++colon) {
        if (!m_window.has(colon)) {
            m_endedEarly = true;
            return false;
        }
        const char c = m_window.data()[colon];
        if (c == ':') break;
        if (!isBlank(c) && c != '\n') return false;
    }
    m_name = m_window.text().substr(1, end - 1);
    m_window.skip(colon + 1);
    return true;
}

RecordReader::State::Found RecordReader::State::memberValue() {
    const bool isThere = skipBlanks();
    const char first = isThere ? *m_window.data() : ',';
    if (first == ',' || first == '}' || first == ']') {
        m_endedEarly = m_endedEarly || !isThere;
        return {};
    }
    const int where = place();
    const std::uint64_t line = m_window.line();
    const Choice choice = m_guide->member(where, m_name, first, line);
    if (choice.what == Choice::What::Open) {
        open(first == '[', choice.place);
        return {};
    }
    const JsonRecord value = m_cutter.value();
    if (choice.what == Choice::What::Record) return given(value);
    if (choice.what == Choice::What::Look) m_guide->looked(where, m_name, value.text, line);
    return {};
}

RecordReader::RecordReader() = default;
RecordReader::~RecordReader() = default;

Result<std::unique_ptr<RecordReader>> RecordReader::open(const std::string& path, std::size_t bufferBytes) {
    auto source = ByteSource::open(path);
    if (!source) return source.error();
    auto reader = ofSource(*std::move(source), nullptr, bufferBytes);
    if (auto started = reader->m_state->start(); !started) return started.error();
    return reader;
}

std::unique_ptr<RecordReader> RecordReader::ofSource(ByteSource source, RecordGuide* guide,
                                                     std::size_t bufferBytes) {
    std::unique_ptr<RecordReader> reader(new RecordReader);
    reader->m_state = std::make_unique<State>(std::move(source), guide, bufferBytes);
    return reader;
}

std::unique_ptr<RecordReader> RecordReader::ofText(std::string text, std::size_t bufferBytes) {
    return ofSource(ByteSource::ofText(std::move(text)), nullptr, bufferBytes);
}

Result<std::optional<JsonRecord>> RecordReader::next() {
    return m_state->next();
}

bool RecordReader::endedEarly() const {
    return m_state->endedEarly();
}

std::uint64_t RecordReader::bytesRead() const {
    return m_state->m_window.consumed();
}

std::uint64_t RecordReader::bytesTotal() const {
    return m_state->m_window.source().total();
}

}  // namespace partita
