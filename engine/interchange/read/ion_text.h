// The tokens of Ion text: blanks and comments, strings, symbols, lobs. One thread at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

/// Walks over one text, which outlives it. Errors bear the byte range that is wrong.
class IonText final {
  public:
    explicit IonText(std::string_view text) : m_text(text) {}

    std::size_t at() const { return m_at; }
    bool atEnd() const { return m_at == m_text.size(); }
    /// The character here; '\0' at the end.
    char peek(std::size_t ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    bool startsWith(std::string_view token) const { return m_text.substr(m_at).starts_with(token); }
    void skip(std::size_t bytes) { m_at += bytes; }
    void moveTo(std::size_t at) { m_at = at; }
    std::string_view from(std::size_t begin) const { return m_text.substr(begin, m_at - begin); }
    std::string_view rest() const { return m_text.substr(m_at); }

    /// Over blanks and comments. Fails on a comment that is not closed.
    Result<void> skipBlanks();
    /// Up to what ends a number, a keyword or a name.
    std::string_view word();

    /// At a quotation mark: "…".
    Result<std::string> string();
    /// At three: '''…''', and all that follow it, joined.
    Result<std::string> longString();
    /// At one: '…'.
    Result<std::string> quotedSymbol();
    /// At {{: a blob, or a clob (then `isClob`).
    Result<std::string> lob(bool& isClob);

    Error wrong(std::string message, std::size_t begin) const;
    Error wrong(std::string message, std::size_t begin, std::size_t end) const;

  private:
    enum class Escapes { OfText, OfClob };
    /// The text up to `end`, which is skipped too.
    Result<std::string> quoted(std::string_view end, Escapes escapes);
    Result<void> escape(Escapes escapes, std::string& out);
    Result<char32_t> hex(std::size_t digits, std::size_t begin);
    Result<std::string> closedLob(std::string bytes, std::size_t begin);

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace partita
