// Passes over the tokens of JavaScript and TypeScript: blanks, comments, strings, templates, regular
// expressions, anything in brackets. What literal_reader.cpp reads with. One thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/interchange/read/source_tree.h"
#include "engine/result.h"

namespace partita {

class LiteralScanner final {
  public:
    /// The text must outlive the scanner.
    explicit LiteralScanner(std::string_view text) : m_text(text) {}

    std::string_view text() const { return m_text; }
    std::size_t at() const { return m_at; }
    bool atEnd() const { return m_at >= m_text.size(); }
    /// '\0' at the end.
    char peek(std::size_t ahead = 0) const {
        return ahead < m_text.size() - m_at ? m_text[m_at + ahead] : '\0';
    }
    void advance(std::size_t bytes = 1) { m_at = std::min(m_at + bytes, m_text.size()); }
    /// Of the place; places that are asked for go forward.
    std::uint64_t line();
    Error fault(const std::string& message) { return faultAt(line(), message); }

    /// Also over comments, one that does not end included: openComment().
    void skipBlanks();
    /// Where a comment begins that does not end.
    std::optional<std::size_t> openComment() const { return m_openComment; }
    /// At a name: takes it. Empty: there is none.
    std::string_view takeWord();
    /// Whether the text goes on with this word.
    bool isWord(std::string_view word) const;
    /// Goes over `mark` when the text goes on with it.
    bool take(std::string_view mark);

    /// At a quote: the string's value. Fails on a string that does not end on its line.
    Result<std::string> takeString();
    /// At a backtick: the template with its ${…} as they stand. Fails when it doesn't end.
    Result<std::string> takeTemplate();
    /// At a slash that begins a regular expression: goes over it.
    void skipRegex();
    /// At an opening bracket: goes over everything to its closing one. Fails when there is none.
    Result<void> skipBracketed();
    /// To the comma, the semicolon or the closing bracket that ends an expression; that is not taken.
    Result<void> skipExpression();
    /// At '<' of type arguments that a call follows: goes over them. False, and nothing moves: they are none.
    bool skipTypeArguments();

  private:
    Result<void> skipToken(char before);
    void appendEscape(std::string& out);
    std::uint32_t takeHex(std::size_t digits);

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_lineAt = 0;
    std::uint64_t m_line = 1;
    std::optional<std::size_t> m_openComment;
    int m_templates = 0;  // inside one another
};

bool startsWord(char c);
bool isWordPart(char c);

}  // namespace partita
