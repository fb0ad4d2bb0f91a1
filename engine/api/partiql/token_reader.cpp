#include "engine/api/partiql/token_reader.h"

#include <algorithm>
#include <array>

namespace partita::partiql {
namespace {

/// Words that steer the grammar. The language reserves more (all of SQL-92's), but the service takes most of
/// them as names: its own examples write year, data and value without quotes. Sorted.
constexpr std::array<std::string_view, 55> kKeywords = {
    "all",    "and",   "any",      "as",     "asc",       "between", "by",     "case",      "create", "cross",
    "delete", "desc",  "distinct", "drop",   "else",      "end",     "escape", "except",    "exists", "false",
    "from",   "full",  "group",    "having", "in",        "inner",   "insert", "intersect", "into",   "is",
    "join",   "left",  "like",     "limit",  "missing",   "natural", "not",    "null",      "on",     "or",
    "order",  "outer", "pivot",    "remove", "returning", "right",   "select", "set",       "some",   "then",
    "true",   "union", "unpivot",  "update", "where"};

const Token kEnd;

}  // namespace

const Token& TokenReader::peek(std::size_t ahead) const {
    if (m_error) return kEnd;
    return m_tokens[std::min(m_at + ahead, m_tokens.size() - 1)];
}

Token TokenReader::next() {
    Token token = peek();
    if (m_at + 1 < m_tokens.size()) ++m_at;
    return token;
}

bool TokenReader::isWord(std::string_view word, std::size_t ahead) const {
    const Token& token = peek(ahead);
    return token.kind == Token::Kind::Word && lowered(token.text) == word;
}

bool TokenReader::isSymbol(std::string_view symbol, std::size_t ahead) const {
    const Token& token = peek(ahead);
    return token.kind == Token::Kind::Symbol && token.text == symbol;
}

bool TokenReader::acceptWord(std::string_view word) {
    const bool accepted = isWord(word);
    if (accepted) next();
    return accepted;
}

bool TokenReader::acceptSymbol(std::string_view symbol) {
    const bool accepted = isSymbol(symbol);
    if (accepted) next();
    return accepted;
}

void TokenReader::skipParentheses() {
    int open = 0;
    do {
        open += isSymbol("(") ? 1 : isSymbol(")") ? -1 : 0;
        next();
    } while (open > 0 && !atEnd());
    if (open > 0) fail("Expected RIGHT_PAREN");
}

void TokenReader::expectSymbol(std::string_view symbol, std::string_view detail) {
    if (!acceptSymbol(symbol)) fail(detail);
}

bool TokenReader::isKeyword(std::size_t ahead) const {
    const Token& token = peek(ahead);
    return token.kind == Token::Kind::Word &&
           std::find(kKeywords.begin(), kKeywords.end(), lowered(token.text)) != kKeywords.end();
}

bool TokenReader::isName() const {
    const Token::Kind kind = peek().kind;
    return kind == Token::Kind::QuotedName || (kind == Token::Kind::Word && !isKeyword());
}

void TokenReader::fail(std::string_view detail, SourceRange range) {
    if (!m_error) m_error = notWellFormed(detail, range);
}

void TokenReader::fault(Error error, SourceRange range) {
    if (m_fault) return;
    m_fault = std::move(error);
    m_fault->range = range;
}

void TokenReader::fault(std::string message, SourceRange range) {
    fault(Error::validation(std::move(message)), range);
}

void TokenReader::faultAt(std::string_view message, SourceRange range) {
    fault(std::string(message) + " at " + placeText(m_text, range), range);
}

Value TokenReader::parameter(const Token& token) {
    if (token.parameter < m_parameters.size()) return m_parameters[token.parameter];
    fault("Number of parameters in request and statement don't match.", token.range);
    return Value::null();
}

}  // namespace partita::partiql
