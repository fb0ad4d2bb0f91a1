#include "engine/interchange/read/ion_text.h"

#include <algorithm>

#include "engine/interchange/text_encoding.h"
#include "engine/value/base64.h"
#include "engine/value/item.h"

namespace partita {
namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

void appendUtf8(char32_t c, std::string& out) {
    const auto byte = [&out](char32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
    if (c < 0x80) {
        byte(c);
    } else if (c < 0x800) {
        byte(0xC0 | (c >> 6));
        byte(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        byte(0xE0 | (c >> 12));
        byte(0x80 | ((c >> 6) & 0x3F));
        byte(0x80 | (c & 0x3F));
    } else {
        byte(0xF0 | (c >> 18));
        byte(0x80 | ((c >> 12) & 0x3F));
        byte(0x80 | ((c >> 6) & 0x3F));
        byte(0x80 | (c & 0x3F));
    }
}

bool isHighSurrogate(char32_t c) {
    return c >= 0xD800 && c < 0xDC00;
}
bool isLowSurrogate(char32_t c) {
    return c >= 0xDC00 && c < 0xE000;
}

}  // namespace

Error IonText::wrong(std::string message, std::size_t begin) const {
    return wrong(std::move(message), begin, m_at);
}

Error IonText::wrong(std::string message, std::size_t begin, std::size_t end) const {
    Error error = Error::badInput(asUtf8(std::move(message)));
    begin = std::min(begin, m_text.size());
    error.range = SourceRange{begin, std::clamp(end, begin, m_text.size())};
    return error;
}

Result<void> IonText::skipBlanks() {
    for (;;) {
        while (!atEnd() && isBlank(m_text[m_at]))
            ++m_at;
        const bool line = startsWith("//");
        if (!line && !startsWith("/*")) return {};
        const std::size_t begin = m_at;
        const std::string_view end = line ? "\n" : "*/";
        const std::size_t found = m_text.find(end, m_at + 2);
        m_at = found == std::string_view::npos ? m_text.size() : found + end.size();
        if (found == std::string_view::npos && !line)
            return wrong("A comment is not closed: its */ is missing.", begin);
    }
}

std::string_view IonText::word() {
    constexpr std::string_view kEnds = " \t\r\n\v\f,:[](){}\"'/";
    const std::size_t begin = m_at;
    m_at = std::min(m_text.find_first_of(kEnds, m_at), m_text.size());
    return from(begin);
}

Result<std::string> IonText::string() {
    ++m_at;
    return quoted("\"", Escapes::OfText);
}

Result<std::string> IonText::quotedSymbol() {
    ++m_at;
    return quoted("'", Escapes::OfText);
}

Result<std::string> IonText::longString() {
    std::string all;
    std::size_t end = m_at;
    while (startsWith("'''")) {
        m_at += 3;
        auto part = quoted("'''", Escapes::OfText);
        if (!part) return part;
        all += *part;
        end = m_at;
        if (auto done = skipBlanks(); !done) return done.error();
    }
    m_at = end;
    return all;
}

Result<std::string> IonText::quoted(std::string_view end, Escapes escapes) {
    const bool isLong = end.size() > 1;
    const std::size_t begin = m_at - end.size();
    std::string text;
    for (;;) {
        if (atEnd()) return wrong("A text is not closed: its second quotation mark is missing.", begin);
        if (startsWith(end)) {
            m_at += end.size();
            break;
        }
        const auto c = static_cast<unsigned char>(m_text[m_at]);
        if (c == '\\') {
            if (auto done = escape(escapes, text); !done) return done.error();
        } else if ((c == '\n' || c == '\r') && isLong) {
            // Ion makes one line feed of any line break.
            m_at += startsWith("\r\n") ? 2 : 1;
            text += '\n';
        } else if (c < 0x20 && c != '\t' && c != '\v' && c != '\f') {
            return wrong(
                "A text holds a control character or a line break. Ion writes it as \\n or \\x…, or the text "
                "between '''.",
                m_at, m_at + 1);
        } else if (escapes == Escapes::OfClob && c >= 0x80) {
            return wrong("A clob holds a character that is not ASCII.", m_at, m_at + 1);
        } else {
            text += static_cast<char>(c);
            ++m_at;
        }
    }
    if (escapes == Escapes::OfText && !isUtf8(text))
        return wrong("The text is not UTF-8. Convert it to UTF-8 first.", begin);
    return text;
}

Result<char32_t> IonText::hex(std::size_t digits, std::size_t begin) {
    char32_t value = 0;
    for (; digits > 0; --digits, ++m_at) {
        const char c = peek();
        const bool isDigit = c >= '0' && c <= '9';
        const char lower = static_cast<char>(c | 0x20);
        if (!isDigit && (lower < 'a' || lower > 'f'))
            return wrong("An escape wants more hexadecimal digits.", begin, m_at + 1);
        value = value * 16 + static_cast<char32_t>(isDigit ? c - '0' : lower - 'a' + 10);
    }
    return value;
}

Result<void> IonText::escape(Escapes escapes, std::string& out) {
    constexpr std::string_view kLetters = "0abtnfrv\"'?\\/";
    constexpr std::string_view kMeanings("\0\a\b\t\n\f\r\v\"'?\\/", 13);
    const std::size_t begin = m_at++;
    const char letter = peek();
    if (atEnd()) return wrong("A text ends in the middle of an escape.", begin);
    ++m_at;
    if (letter == '\n') return {};
    if (letter == '\r') {
        if (peek() == '\n') ++m_at;
        return {};
    }
    if (const std::size_t known = kLetters.find(letter); known != std::string_view::npos) {
        out += kMeanings[known];
        return {};
    }
    const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    if (digits == 0 || (escapes == Escapes::OfClob && digits > 2))
        return wrong("This \\ escape is none of Ion's.", begin);
    auto value = hex(digits, begin);
    if (!value) return value.error();
    if (escapes == Escapes::OfClob) {
        out += static_cast<char>(static_cast<unsigned char>(*value));
        return {};
    }
    char32_t c = *value;
    if (isHighSurrogate(c) && digits == 4 && startsWith("\\u")) {
        m_at += 2;
        auto low = hex(4, begin);
        if (!low) return low.error();
        if (isLowSurrogate(*low)) c = 0x10000 + ((c - 0xD800) << 10) + (*low - 0xDC00);
    }
    if (isHighSurrogate(c) || isLowSurrogate(c) || c > 0x10FFFF)
        return wrong("This escape is no character, or one half of a surrogate pair.", begin);
    appendUtf8(c, out);
    return {};
}

Result<std::string> IonText::closedLob(std::string bytes, std::size_t begin) {
    while (!atEnd() && isBlank(m_text[m_at]))
        ++m_at;
    if (!startsWith("}}")) return wrong("A lob, {{ … }}, does not end where it should.", begin, m_at + 1);
    m_at += 2;
    return bytes;
}

Result<std::string> IonText::lob(bool& isClob) {
    const std::size_t begin = m_at;
    m_at += 2;
    while (!atEnd() && isBlank(m_text[m_at]))
        ++m_at;
    isClob = peek() == '"' || startsWith("'''");
    if (isClob) {
        std::string bytes;
        while (peek() == '"' || startsWith("'''")) {
            const bool isLong = peek() == '\'';
            m_at += isLong ? 3 : 1;
            auto part = quoted(isLong ? "'''" : "\"", Escapes::OfClob);
            if (!part) return part;
            bytes += *part;
            while (isLong && !atEnd() && isBlank(m_text[m_at]))
                ++m_at;
            if (!isLong) break;
        }
        return closedLob(std::move(bytes), begin);
    }
    const std::size_t end = m_text.find('}', m_at);
    std::string base64(m_text.substr(m_at, end == std::string_view::npos ? end : end - m_at));
    m_at = std::min(end, m_text.size());
    std::erase_if(base64, isBlank);
    auto bytes = fromBase64(base64);
    if (!bytes) {
        return wrong(
            "This is no base64 text: it takes letters, digits, + and /, and = until the length divides by 4.",
            begin);
    }
    return closedLob(std::move(*bytes), begin);
}

}  // namespace partita
