#include "engine/interchange/json_text.h"

#include <algorithm>
#include <cstring>

#include "engine/interchange/bracket_scanner.h"
#include "engine/value/item.h"

namespace partita {
namespace {

// A parser keeps about seven times the size of its longest text. One such text must not hold that for ever.
constexpr std::size_t kKeptCapacity = 1024 * 1024;
constexpr std::size_t kFirstCapacity = 64 * 1024;

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

Error at(std::string message, std::size_t begin, std::size_t end) {
    Error error = Error::badInput(std::move(message));
    error.range = SourceRange{begin, end};
    return error;
}

/// Bytes of the first character that is no UTF-8.
SourceRange firstFaultOfUtf8(std::string_view text) {
    std::size_t good = 0;
    while (good < text.size()) {
        std::size_t bytes = 1;
        while (bytes < 4 && good + bytes < text.size() && !isUtf8(text.substr(good, bytes)))
            ++bytes;
        if (!isUtf8(text.substr(good, bytes))) break;
        good += bytes;
    }
    return {good, std::min(good + 1, text.size())};
}

/// The first control character inside a string, or the last string when it is not closed.
SourceRange firstFaultOfStrings(std::string_view text, bool control) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '"') continue;
        const std::size_t begin = i;
        for (++i; i < text.size() && text[i] != '"'; ++i) {
            if (text[i] == '\\')
                ++i;
            else if (control && static_cast<unsigned char>(text[i]) < 0x20)
                return {i, i + 1};
        }
        if (i >= text.size()) return {begin, text.size()};
    }
    return {text.size(), text.size()};
}

}  // namespace

std::string_view withoutBlanksAfter(std::string_view token) {
    while (!token.empty() && isBlank(token.back()))
        token.remove_suffix(1);
    return token;
}

bool isJsonNumber(std::string_view token) {
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t from = i;
        while (i < token.size() && isDigit(token[i]))
            ++i;
        return i - from;
    };
    if (i < token.size() && token[i] == '-') ++i;
    const bool leadingZero = i < token.size() && token[i] == '0';
    const std::size_t whole = digits();
    if (whole == 0 || (leadingZero && whole > 1)) return false;
    if (i < token.size() && token[i] == '.') {
        ++i;
        if (digits() == 0) return false;
    }
    if (i < token.size() && (token[i] == 'e' || token[i] == 'E')) {
        ++i;
        if (i < token.size() && (token[i] == '+' || token[i] == '-')) ++i;
        if (digits() == 0) return false;
    }
    return i == token.size();
}

Result<simdjson::ondemand::document> JsonText::begin(std::string_view text, bool wrapped) {
    if (m_parser.capacity() > kKeptCapacity && text.size() <= kKeptCapacity) {
        m_parser = simdjson::ondemand::parser();
        m_buffer = std::string();
    }
    m_prefix = wrapped ? 1 : 0;
    m_size = text.size();
    const std::size_t whole = m_size + 2 * m_prefix;
    if (m_buffer.size() < whole + simdjson::SIMDJSON_PADDING) {
        m_buffer.resize(std::max(2 * whole, kFirstCapacity) + simdjson::SIMDJSON_PADDING);
    }
    char* const buffer = m_buffer.data();
    if (wrapped) buffer[0] = '[';
    if (!text.empty()) std::memcpy(buffer + m_prefix, text.data(), m_size);
    if (wrapped) buffer[whole - 1] = ']';
    // The padding is looked at, so it must not hold what an earlier text left there.
    std::memset(buffer + whole, 0, simdjson::SIMDJSON_PADDING);
    m_escapes = !text.empty() && std::memchr(text.data(), '\\', m_size) != nullptr;

    if (m_parser.capacity() < whole) {
        if (const auto code = m_parser.allocate(std::max(whole, kFirstCapacity))) return indexFault(code);
    }
    simdjson::ondemand::document document;
    const simdjson::error_code code = m_parser.iterate(buffer, whole, m_buffer.size()).get(document);
    if (code) return indexFault(code);
    return document;
}

Result<void> JsonText::end(simdjson::ondemand::document& document) const {
    const char* place = nullptr;
    if (document.current_location().get(place)) return {};  // no token is left
    return trailing(static_cast<std::size_t>(place - m_buffer.data()) - m_prefix);
}

Error JsonText::trailing(std::size_t begin) const {
    return at("Something stands after the end of the JSON value. Put each record on a line of its own.",
              std::min(begin, m_size), m_size);
}

Error JsonText::unbalanced() const {
    // simdjson says the same of an object that is not closed and of one that ends before the text does.
    const std::string_view whole = text();
    const std::size_t first = std::min(whole.find_first_of("{["), whole.size());
    BracketScanner scanner;
    scanner.start(0, false);
    std::size_t end = 0;
    if (scanner.scan(whole.data() + first, 0, whole.size() - first, end) == BracketScanner::Stop::Closed) {
        const std::size_t next = whole.find_first_not_of(" \t\r\n", first + end);
        if (next != std::string_view::npos) return trailing(next);
    }
    return at("The JSON ends too early: a } or ] is missing.", m_size, m_size);
}

Error JsonText::fault(simdjson::error_code code, simdjson::ondemand::document& document) const {
    std::size_t begin = m_size;
    const char* place = nullptr;
    if (!document.current_location().get(place)) {
        const auto offset = static_cast<std::size_t>(place - m_buffer.data());
        begin = std::min(offset < m_prefix ? 0 : offset - m_prefix, m_size);
    }
    const std::size_t end = std::min(begin + 1, m_size);
    switch (code) {
        case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
            return unbalanced();
        default:
            if (begin >= m_size) return unbalanced();
            return at(
                "This is no JSON: a comma, a colon, a quoted name or a closing bracket is missing here.",
                begin, end);
    }
}

SourceRange JsonText::rangeOf(std::string_view token) const {
    token = withoutBlanksAfter(token);
    const auto offset = static_cast<std::size_t>(token.data() - m_buffer.data());
    const std::size_t begin = std::min(offset < m_prefix ? 0 : offset - m_prefix, m_size);
    return {begin, std::min(begin + token.size(), m_size)};
}

Error JsonText::indexFault(simdjson::error_code code) const {
    const auto with = [](std::string message, SourceRange range) {
        return at(std::move(message), range.begin, range.end);
    };
    switch (code) {
        case simdjson::UTF8_ERROR:
            return with("The text is not UTF-8. Convert it to UTF-8 first.", firstFaultOfUtf8(text()));
        case simdjson::UNESCAPED_CHARS:
            return with(
                "A string holds a control character or a line break. JSON writes it as \\n, \\t or \\u00….",
                firstFaultOfStrings(text(), true));
        case simdjson::UNCLOSED_STRING:
            return with("A string is not closed: its second quotation mark is missing.",
                        firstFaultOfStrings(text(), false));
        case simdjson::EMPTY:
            return with("There is no JSON here, only blanks.", {0, m_size});
        case simdjson::MEMALLOC:
        case simdjson::CAPACITY:
            return with("The record is too large to be read.", {0, m_size});
        default:
            return with("This is no JSON.", {0, m_size});
    }
}

}  // namespace partita
