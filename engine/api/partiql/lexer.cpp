#include "engine/api/partiql/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace partita::partiql {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80U;
}
bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// Longer ones first.
constexpr std::array<std::string_view, 23> kSymbols = {"<<", ">>", "<>", "<=", ">=", "!=", "||", "(",
                                                       ")",  "[",  "]",  "{",  "}",  ",",  ".",  ":",
                                                       ";",  "*",  "+",  "-",  "=",  "<",  ">"};

class Lexer final {
  public:
    explicit Lexer(std::string_view text) : m_text(text) {}

    Result<std::vector<Token>> run() {
        while (skipBlanks()) {
            if (m_at == m_text.size()) {
                push(Token::Kind::End, {}, m_at);
                return std::move(m_tokens);
            }
            if (!one()) break;
        }
        return notWellFormed({}, {m_at, std::min(m_at + 1, m_text.size())});
    }

  private:
    char at(std::size_t position) const { return position < m_text.size() ? m_text[position] : '\0'; }

    void push(Token::Kind kind, std::string text, std::size_t begin) {
        m_tokens.push_back({kind, std::move(text), 0, {begin, m_at}});
    }

    /// Blanks and comments. False on a comment without an end.
    bool skipBlanks() {
        while (m_at < m_text.size()) {
            if (isSpace(m_text[m_at])) {
                ++m_at;
            } else if (m_text.substr(m_at, 2) == "--") {
                const std::size_t end = m_text.find('\n', m_at);
                m_at = end == std::string_view::npos ? m_text.size() : end;
            } else if (m_text.substr(m_at, 2) == "/*") {
                const std::size_t end = m_text.find("*/", m_at + 2);
                if (end == std::string_view::npos) return false;
                m_at = end + 2;
            } else {
                break;
            }
        }
        return true;
    }

    bool one() {
        const char c = m_text[m_at];
        if (c == '\'') return quoted(Token::Kind::String);
        if (c == '"') return quoted(Token::Kind::QuotedName);
        if (isDigit(c) || (c == '.' && isDigit(at(m_at + 1)))) return number();
        const std::size_t begin = m_at;
        if (isWordStart(c)) {
            while (m_at < m_text.size() && (isWordStart(m_text[m_at]) || isDigit(m_text[m_at]))) {
                ++m_at;
            }
            push(Token::Kind::Word, std::string(m_text.substr(begin, m_at - begin)), begin);
            return true;
        }
        if (c == '?') {
            ++m_at;
            push(Token::Kind::Parameter, "?", begin);
            m_tokens.back().parameter = m_parameters++;
            return true;
        }
        for (const std::string_view symbol : kSymbols) {
            if (m_text.substr(m_at, symbol.size()) != symbol) continue;
            m_at += symbol.size();
            push(Token::Kind::Symbol, std::string(symbol), begin);
            return true;
        }
        return false;
    }

    bool quoted(Token::Kind kind) {
        const char quote = m_text[m_at];
        std::string content;
        for (std::size_t i = m_at + 1; i < m_text.size(); ++i) {
            if (m_text[i] != quote) {
                content += m_text[i];
            } else if (at(i + 1) == quote) {
                content += quote;
                ++i;
            } else {
                const std::size_t begin = m_at;
                m_at = i + 1;
                push(kind, std::move(content), begin);
                return true;
            }
        }
        return false;
    }

    void digits() {
        while (isDigit(at(m_at))) {
            ++m_at;
        }
    }

    bool number() {
        const std::size_t begin = m_at;
        digits();
        std::size_t fraction = 0;
        if (at(m_at) == '.') {
            const std::size_t point = m_at++;
            digits();
            fraction = m_at - point - 1;
        }
        const std::string mantissa(m_text.substr(begin, m_at - begin));
        std::int64_t exponent = 0;
        if (at(m_at) == 'e' || at(m_at) == 'E') {
            std::size_t from = m_at + 1;
            if (at(from) == '+') ++from;
            const auto* end = m_text.data() + m_text.size();
            const auto read = std::from_chars(m_text.data() + from, end, exponent);
            if (read.ec != std::errc()) return false;
            m_at = static_cast<std::size_t>(read.ptr - m_text.data());
        }
        // The service keeps the exponent, and the scale that comes of it, in 32 bits each.
        const std::int64_t scale = static_cast<std::int64_t>(fraction) - exponent;
        for (const std::int64_t part : {exponent, scale}) {
            if (part < std::numeric_limits<std::int32_t>::min() ||
                part > std::numeric_limits<std::int32_t>::max()) {
                return false;
            }
        }
        if (isWordStart(at(m_at))) return false;
        std::string text = mantissa.front() == '.' ? '0' + mantissa : mantissa;
        if (text.back() == '.') text.pop_back();
        if (exponent != 0) text += 'e' + std::to_string(exponent);
        push(Token::Kind::Number, std::move(text), begin);
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_parameters = 0;
    std::vector<Token> m_tokens;
};

}  // namespace

Result<std::vector<Token>> tokensOf(std::string_view statement) {
    return Lexer(statement).run();
}

Error notWellFormed(std::string_view detail, SourceRange range) {
    Error error =
        Error::validation("Statement wasn't well formed, can't be processed: " + std::string(detail));
    error.range = range;
    return error;
}

std::string placeText(std::string_view statement, SourceRange range) {
    const auto characters = [&](std::size_t begin, std::size_t end) {
        return std::count_if(statement.begin() + static_cast<std::ptrdiff_t>(begin),
                             statement.begin() + static_cast<std::ptrdiff_t>(end),
                             [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    };
    const std::string_view before = statement.substr(0, range.begin);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t newline = before.rfind('\n');
    const std::size_t lineBegin = newline == std::string_view::npos ? 0 : newline + 1;
    return std::to_string(line) + ':' + std::to_string(characters(lineBegin, range.begin) + 1) + ':' +
           std::to_string(characters(range.begin, range.end));
}

std::string lowered(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

}  // namespace partita::partiql
