// Walks the tokens of a statement and keeps what is wrong with it. Private to this folder. One use, one
// thread.
//
// Two kinds of errors, because the service reads the whole statement before it looks at what it means: a
// syntax error ends the reading at once (every later look sees the End); a fault is remembered, the first of
// them only, and reading goes on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/partiql/lexer.h"
#include "engine/value/value.h"

namespace partita::partiql {

/// How deep parentheses, lists and functions may stand in each other; ours, so that no text recurses deeply.
inline constexpr int kDepth = 100;

class TokenReader final {
  public:
    /// `tokens` as tokensOf() gives them; the text and the parameters must outlive it.
    TokenReader(std::string_view text, std::vector<Token> tokens, const std::vector<Value>& parameters)
        : m_text(text), m_tokens(std::move(tokens)), m_parameters(parameters) {}

    /// The token that is next, or the one after it.
    const Token& peek(std::size_t ahead = 0) const;
    Token next();
    /// Where the token before the next one ends.
    std::size_t previousEnd() const { return m_at == 0 ? 0 : m_tokens[m_at - 1].range.end; }
    bool atEnd() const { return peek().kind == Token::Kind::End; }
    bool isWord(std::string_view word, std::size_t ahead = 0) const;
    bool isSymbol(std::string_view symbol, std::size_t ahead = 0) const;
    bool acceptWord(std::string_view word);
    bool acceptSymbol(std::string_view symbol);
    /// Takes the symbol, or fails with `detail`.
    void expectSymbol(std::string_view symbol, std::string_view detail);
    /// From a "(" to the ")" that closes it.
    void skipParentheses();
    /// The next token is a keyword, which is no name unless it stands in quotes.
    bool isKeyword(std::size_t ahead = 0) const;
    bool isName() const;

    /// The syntax error, at the next token unless said otherwise.
    void fail(std::string_view detail) { fail(detail, peek().range); }
    void fail(std::string_view detail, SourceRange range);
    bool failed() const { return m_error.has_value(); }
    void fault(std::string message, SourceRange range);
    /// "message at line:column:length".
    void faultAt(std::string_view message, SourceRange range);
    void fault(Error error, SourceRange range);

    /// Of a Parameter token; a fault when none was given.
    Value parameter(const Token& token);

    const std::optional<Error>& error() const { return m_error; }
    const std::optional<Error>& firstFault() const { return m_fault; }
    std::string_view text() const { return m_text; }

  private:
    std::string_view m_text;
    std::vector<Token> m_tokens;
    const std::vector<Value>& m_parameters;
    std::size_t m_at = 0;
    std::optional<Error> m_error;
    std::optional<Error> m_fault;
};

}  // namespace partita::partiql
