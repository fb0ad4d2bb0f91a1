// The tokens that matter, and how far they reach.
#include "engine/interchange/read/literal_scanner.h"

#include <algorithm>

namespace partita {
namespace {

// Type arguments are short; text that only looks like them must not be looked through to its end.
constexpr std::size_t kTypeArgumentBytes = 500;
constexpr int kTemplateDepth = 20;

void appendUtf8(std::uint32_t code, std::string& out) {
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3F));
        add(0x80 | (code >> 6 & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// After these a slash divides; after anything else it begins a regular expression.
bool endsValue(char c) {
    return isWordPart(c) || c == ')' || c == ']' || c == '}' || c == '"' || c == '\'' || c == '`';
}

}  // namespace

bool startsWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool isWordPart(char c) {
    return startsWord(c) || (c >= '0' && c <= '9');
}

std::uint64_t LiteralScanner::line() {
    if (m_at > m_lineAt) {
        m_line +=
            static_cast<std::uint64_t>(std::count(m_text.begin() + m_lineAt, m_text.begin() + m_at, '\n'));
        m_lineAt = m_at;
    }
    return m_line;
}

void LiteralScanner::skipBlanks() {
    while (!atEnd()) {
        const char c = peek();
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
            ++m_at;
        } else if (c == '/' && peek(1) == '/') {
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        } else if (c == '/' && peek(1) == '*') {
            const std::size_t end = m_text.find("*/", m_at + 2);
            if (end == std::string_view::npos) m_openComment = m_at;
            m_at = end == std::string_view::npos ? m_text.size() : end + 2;
        } else {
            return;
        }
    }
}

std::string_view LiteralScanner::takeWord() {
    const std::size_t begin = m_at;
    if (!startsWord(peek()) && peek() != '#' && peek() != '@') return {};
    ++m_at;
    while (!atEnd() && isWordPart(m_text[m_at]))
        ++m_at;
    return m_text.substr(begin, m_at - begin);
}

bool LiteralScanner::isWord(std::string_view word) const {
    return m_text.substr(m_at, word.size()) == word && !isWordPart(peek(word.size()));
}

bool LiteralScanner::take(std::string_view mark) {
    if (m_text.substr(m_at, mark.size()) != mark) return false;
    m_at += mark.size();
    return true;
}

std::uint32_t LiteralScanner::takeHex(std::size_t digits) {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < digits && hexDigit(peek()) >= 0; ++i, ++m_at) {
        code = code << 4 | static_cast<std::uint32_t>(hexDigit(peek()));
    }
    return code;
}

void LiteralScanner::appendEscape(std::string& out) {
    const char c = peek();
    advance();
    switch (c) {
        case 'n':
            out += '\n';
            return;
        case 't':
            out += '\t';
            return;
        case 'r':
            out += '\r';
            return;
        case 'b':
            out += '\b';
            return;
        case 'f':
            out += '\f';
            return;
        case 'v':
            out += '\v';
            return;
        case '0':
            out += '\0';
            return;
        case '\n':
            return;
        case '\r':
            take("\n");
            return;
        case 'x':
            appendUtf8(takeHex(2), out);
            return;
        case 'u':
            break;
        default:
            out += c;
            return;
    }
    if (take("{")) {
        appendUtf8(takeHex(6), out);
        take("}");
        return;
    }
    std::uint32_t code = takeHex(4);
    if (code >= 0xD800 && code < 0xDC00 && peek() == '\\' && peek(1) == 'u') {
        advance(2);
        const std::uint32_t low = takeHex(4);
        const bool pair = low >= 0xDC00 && low < 0xE000;
        if (!pair) appendUtf8(code, out);
        code = pair ? 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00) : low;
    }
    appendUtf8(code, out);
}

Result<std::string> LiteralScanner::takeString() {
    const char quote = peek();
    advance();
    std::string value;
    while (!atEnd()) {
        const char c = peek();
        if (c == '\n') break;
        advance();
        if (c == quote) return value;
        if (c == '\\') {
            appendEscape(value);
        } else {
            value += c;
        }
    }
    return fault("The string that stands here does not end.");
}

Result<std::string> LiteralScanner::takeTemplate() {
    if (m_templates >= kTemplateDepth) return fault("Template strings stand too deep in one another.");
    const std::uint64_t begin = line();
    advance();
    std::string value;
    while (!atEnd()) {
        const char c = peek();
        if (c == '$' && peek(1) == '{') {
            const std::size_t from = m_at;
            advance();
            ++m_templates;
            auto skipped = skipBracketed();
            --m_templates;
            if (!skipped) return skipped.error();
            value += m_text.substr(from, m_at - from);
            continue;
        }
        advance();
        if (c == '`') return value;
        if (c == '\\') {
            appendEscape(value);
        } else {
            value += c;
        }
    }
    return faultAt(begin, "The template string that begins here does not end.");
}

void LiteralScanner::skipRegex() {
    advance();
    bool inClass = false;
    while (!atEnd() && peek() != '\n') {
        const char c = peek();
        advance(c == '\\' ? 2 : 1);
        if (c == '[') inClass = true;
        if (c == ']') inClass = false;
        if (c == '/' && !inClass) break;
    }
    while (isWordPart(peek()))
        advance();
}

Result<void> LiteralScanner::skipToken(char before) {
    const char c = peek();
    if (c == '"' || c == '\'') {
        if (auto string = takeString(); !string) return string.error();
    } else if (c == '`') {
        if (auto text = takeTemplate(); !text) return text.error();
    } else if (c == '/' && !endsValue(before)) {
        skipRegex();
    } else {
        advance();
    }
    return {};
}

Result<void> LiteralScanner::skipBracketed() {
    const std::uint64_t begin = line();
    const char opening = peek();
    char before = '\0';
    std::size_t depth = 0;
    while (!atEnd()) {
        const char c = peek();
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (auto skipped = skipToken(before); !skipped) return skipped;
        if (depth == 0) return {};
        before = c;
        skipBlanks();
    }
    return faultAt(begin, std::string("The text ends inside the ") + opening + " that stands here.");
}

Result<void> LiteralScanner::skipExpression() {
    char before = '\0';
    for (skipBlanks(); !atEnd(); skipBlanks()) {
        const char c = peek();
        if (c == ',' || c == ';' || c == ')' || c == ']' || c == '}') return {};
        auto skipped = c == '(' || c == '[' || c == '{' ? skipBracketed() : skipToken(before);
        if (!skipped) return skipped;
        before = c == '(' || c == '[' || c == '{' ? ')' : c;
    }
    return {};
}

bool LiteralScanner::skipTypeArguments() {
    const std::size_t end = std::min(m_at + kTypeArgumentBytes, m_text.size());
    int depth = 0;
    for (std::size_t place = m_at; place < end; ++place) {
        const char c = m_text[place];
        if (c == '<') ++depth;
        if (c == '>') --depth;
        if (depth > 0) {
            if (c == '(' || c == ')') return false;
            continue;
        }
        const std::size_t next = m_text.find_first_not_of(" \t\r\n", place + 1);
        if (next == std::string_view::npos || m_text[next] != '(') return false;
        m_at = next;
        return true;
    }
    return false;
}

}  // namespace partita
