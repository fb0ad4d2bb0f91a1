// What the readers of conditions, updates and projections share: tokens, paths, operands, function calls.
// Private to this folder. One use, one thread.
//
// What can meet a fault gives false when it did; error() then says which, and reading must end.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/expression/lexer.h"
#include "engine/expression/syntax.h"

namespace partita {

class SyntaxReader {
  public:
    SyntaxReader(std::string_view text, ExpressionKind kind, SyntaxFaults& faults);
    SyntaxReader(const SyntaxReader&) = delete;
    SyntaxReader& operator=(const SyntaxReader&) = delete;

    const Error& error() const { return *m_error; }
    /// Fails when the text has no token or too many bytes.
    bool checkLength();

  protected:
    ~SyntaxReader() = default;

    const Token& peek() const { return m_tokens[m_at]; }
    const Token& tokenAt(std::size_t position) const { return m_tokens[position]; }
    std::size_t position() const { return m_at; }
    bool atSymbol(std::string_view symbol) const;
    bool atKeyword(std::string_view keyword) const;
    void skip() { ++m_at; }
    bool takeSymbol(std::string_view symbol);
    bool takeKeyword(std::string_view keyword);
    /// Takes it, or fails with a syntax error.
    bool expectSymbol(std::string_view symbol);
    bool expectEnd();
    /// The position of the ")" that closes the "(" at `open`; nothing when none does.
    std::optional<std::size_t> closing(std::size_t open) const;
    /// Where the text read since `first` (a position()) stands.
    SourceRange rangeSince(std::size_t first) const;

    /// Fails at the next token.
    bool syntaxError();
    bool fail(std::string_view message, SourceRange range);
    Error makeError(std::string_view message, SourceRange range) const;
    /// Fails past 300.
    bool countOperator(SourceRange range);

    /// Takes "("; notes it as redundant when it holds another pair and nothing else. Fails when brackets are
    /// nested too deeply.
    bool enterBracket();
    /// Takes ")".
    bool leaveBracket();
    /// `a.b[2]`
    bool readPath(SyntaxOperand& operand);
    /// A path, a :value, a function call, or one of these in brackets; in a condition also `(a.b)[2]`.
    bool readOperand(SyntaxOperand& operand);

    SyntaxFaults& faults() { return m_faults; }
    /// Notes a function call where none may stand.
    void checkNoFunction(const SyntaxOperand& operand);

  private:
    bool isConditional() const;
    bool isKeywordHere(std::string_view word) const;
    bool deepen();
    bool readName(SyntaxOperand& operand);
    bool readIndex(SyntaxOperand& operand);
    bool readSteps(SyntaxOperand& operand);
    bool readFunction(SyntaxOperand& operand);
    void checkName(std::string_view function, SourceRange range);
    void noteMisuse(std::string_view function, SourceRange range);

    ExpressionKind m_kind;
    std::size_t m_length;
    std::vector<Token> m_tokens;
    std::vector<std::size_t> m_closing;  // of each "(": the position of its ")"; no position: none
    std::size_t m_at = 0;
    std::size_t m_operators = 0;
    int m_depth = 0;
    SyntaxFaults& m_faults;
    std::optional<Error> m_error;
};

}  // namespace partita
