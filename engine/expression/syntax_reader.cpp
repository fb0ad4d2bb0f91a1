#include "engine/expression/syntax_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>

#include "engine/expression/reserved_words.h"
#include "engine/limits.h"

namespace partita {
namespace {

// Ours: what 300 operators can nest, each in a bracket of its own, and a little more.
constexpr int kDepth = 310;
constexpr std::uint32_t kLargestIndex = std::numeric_limits<std::uint32_t>::max() - 1;

constexpr std::array<std::string_view, 6> kConditionFunctions = {
    "attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size"};
constexpr std::array<std::string_view, 2> kUpdateFunctions = {"if_not_exists", "list_append"};
constexpr std::array<std::string_view, 5> kConditionKeywords = {"BETWEEN", "IN", "AND", "OR", "NOT"};
constexpr std::array<std::string_view, 4> kUpdateKeywords = {"SET", "REMOVE", "ADD", "DELETE"};

template <class Words>
bool holds(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Keywords>
bool isOneOf(const Keywords& keywords, std::string_view word) {
    return std::any_of(keywords.begin(), keywords.end(),
                       [&](std::string_view keyword) { return isKeyword(word, keyword); });
}

std::vector<std::size_t> closingBrackets(const std::vector<Token>& tokens) {
    std::vector<std::size_t> closing(tokens.size(), tokens.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].text == "(") {
            open.push_back(i);
        } else if (tokens[i].text == ")" && !open.empty()) {
            closing[open.back()] = i;
            open.pop_back();
        }
    }
    return closing;
}

}  // namespace

Error expressionError(ExpressionKind kind, std::string_view message, SourceRange range) {
    Error error =
        Error::validation("Invalid " + std::string(parameterName(kind)) + ": " + std::string(message));
    error.range = range;
    return error;
}

SyntaxReader::SyntaxReader(std::string_view text, ExpressionKind kind, SyntaxFaults& faults)
    : m_kind(kind), m_length(text.size()), m_faults(faults) {
    // A text that is too long is refused unread.
    m_tokens = tokensOf(text.size() > limits::kExpressionSize ? std::string_view() : text);
    m_closing = closingBrackets(m_tokens);
}

bool SyntaxReader::checkLength() {
    if (m_length > limits::kExpressionSize) {
        return fail("Expression size has exceeded the maximum allowed size; expression size: " +
                        std::to_string(m_length),
                    {limits::kExpressionSize, m_length});
    }
    if (m_tokens.size() == 1) return fail("The expression can not be empty;", {0, m_length});
    return true;
}

bool SyntaxReader::atSymbol(std::string_view symbol) const {
    return peek().kind == TokenKind::Symbol && peek().text == symbol;
}

bool SyntaxReader::atKeyword(std::string_view keyword) const {
    return peek().kind == TokenKind::Word && isKeyword(peek().text, keyword);
}

bool SyntaxReader::takeSymbol(std::string_view symbol) {
    if (!atSymbol(symbol)) return false;
    skip();
    return true;
}

bool SyntaxReader::takeKeyword(std::string_view keyword) {
    if (!atKeyword(keyword)) return false;
    skip();
    return true;
}

bool SyntaxReader::expectSymbol(std::string_view symbol) {
    return takeSymbol(symbol) || syntaxError();
}

bool SyntaxReader::expectEnd() {
    return peek().kind == TokenKind::End || syntaxError();
}

bool SyntaxReader::syntaxError() {
    const Token& token = peek();
    const bool isEnd = token.kind == TokenKind::End;
    const Token& first = m_at > 0 ? m_tokens[m_at - 1] : token;
    const bool hasNext = !isEnd && m_tokens[m_at + 1].kind != TokenKind::End;
    const Token& last = isEnd ? first : hasNext ? m_tokens[m_at + 1] : token;
    // The tokens are views into one text, so that what stands from the first to the last of them is one too.
    const std::string_view near(first.text.data(), last.range.end - first.range.begin);
    const std::string name = isEnd ? std::string("<EOF>") : std::string(token.text);
    return fail("Syntax error; token: \"" + name + "\", near: \"" + std::string(near) + "\"",
                isEnd ? SourceRange{first.range.end, std::max(first.range.end, m_length)} : token.range);
}

Error SyntaxReader::makeError(std::string_view message, SourceRange range) const {
    return expressionError(m_kind, message, range);
}

bool SyntaxReader::fail(std::string_view message, SourceRange range) {
    m_error = makeError(message, range);
    return false;
}

bool SyntaxReader::countOperator(SourceRange range) {
    if (++m_operators <= limits::kExpressionOperators) return true;
    return fail("The expression contains too many operators; operator count: " + std::to_string(m_operators),
                range);
}

SourceRange SyntaxReader::rangeSince(std::size_t first) const {
    const std::size_t last = m_at > first ? m_at - 1 : first;
    return {m_tokens[first].range.begin, m_tokens[last].range.end};
}

std::optional<std::size_t> SyntaxReader::closing(std::size_t open) const {
    const std::size_t at = m_closing[open];
    if (at == m_tokens.size()) return std::nullopt;
    return at;
}

bool SyntaxReader::enterBracket() {
    const std::size_t open = position();
    const auto close = closing(open);
    skip();
    if (close && atSymbol("(") && closing(open + 1) == *close - 1 && !m_faults.redundantParentheses) {
        m_faults.redundantParentheses = makeError("The expression has redundant parentheses;",
                                                  {tokenAt(open).range.begin, tokenAt(*close).range.end});
    }
    return deepen();
}

bool SyntaxReader::deepen() {
    if (++m_depth <= kDepth) return true;
    // What is known to be wrong already says more than the depth.
    for (const auto* fault : {&m_faults.redundantParentheses, &m_faults.unknownFunction}) {
        if (!*fault) continue;
        m_error = *fault;
        return false;
    }
    return fail("The expression is nested too deeply; levels: more than " + std::to_string(kDepth),
                peek().range);
}

bool SyntaxReader::leaveBracket() {
    --m_depth;
    return expectSymbol(")");
}

bool SyntaxReader::isConditional() const {
    return m_kind != ExpressionKind::Update && m_kind != ExpressionKind::Projection;
}

bool SyntaxReader::isKeywordHere(std::string_view word) const {
    if (isConditional()) return isOneOf(kConditionKeywords, word);
    return m_kind == ExpressionKind::Update && isOneOf(kUpdateKeywords, word);
}

bool SyntaxReader::readName(SyntaxOperand& operand) {
    const Token& token = peek();
    const bool isPlaceholder = token.kind == TokenKind::NameRef;
    if (!isPlaceholder && (token.kind != TokenKind::Word || isKeywordHere(token.text))) return syntaxError();
    if (!isPlaceholder && !m_faults.reservedWord && isReservedWord(token.text)) {
        m_faults.reservedWord =
            makeError("Attribute name is a reserved keyword; reserved keyword: " + std::string(token.text),
                      token.range);
    }
    operand.path.push_back({false, isPlaceholder, token.text, 0, token.range});
    skip();
    return true;
}

bool SyntaxReader::readIndex(SyntaxOperand& operand) {
    const Token& token = peek();
    if (token.kind != TokenKind::Digits) return syntaxError();
    std::uint32_t index = 0;
    const auto read = std::from_chars(token.text.data(), token.text.data() + token.text.size(), index);
    if (read.ec != std::errc() || index > kLargestIndex) {
        return fail("List index is not within the allowable range; index: [" + std::string(token.text) + "]",
                    token.range);
    }
    operand.path.push_back({true, false, {}, index, token.range});
    skip();
    return expectSymbol("]");
}

bool SyntaxReader::readSteps(SyntaxOperand& operand) {
    for (bool isMore = true; isMore;) {
        if (takeSymbol(".")) {
            if (!readName(operand)) return false;
        } else if (takeSymbol("[")) {
            if (!readIndex(operand)) return false;
        } else {
            isMore = false;
        }
    }
    if (operand.path.size() <= limits::kNestingDepth) return true;
    return fail("The document path has too many nesting levels; nesting levels: " +
                    std::to_string(operand.path.size()),
                operand.path.back().range);
}

bool SyntaxReader::readPath(SyntaxOperand& operand) {
    const std::size_t first = position();
    operand.kind = SyntaxOperand::Kind::Path;
    if (!readName(operand) || !readSteps(operand)) return false;
    operand.range = rangeSince(first);
    return true;
}

bool SyntaxReader::readOperand(SyntaxOperand& operand) {
    if (atSymbol("(")) {
        const std::size_t first = position();
        if (!enterBracket() || !readOperand(operand) || !leaveBracket()) return false;
        if (isConditional() && operand.kind == SyntaxOperand::Kind::Path) {
            if (!readSteps(operand)) return false;
            operand.range = rangeSince(first);
        }
        return true;
    }
    const Token& token = peek();
    if (token.kind == TokenKind::ValueRef) {
        operand.kind = SyntaxOperand::Kind::Value;
        operand.name = token.text;
        operand.range = token.range;
        skip();
        return true;
    }
    const bool isCall =
        token.kind == TokenKind::Word && !isKeywordHere(token.text) && tokenAt(position() + 1).text == "(";
    return isCall ? readFunction(operand) : readPath(operand);
}

bool SyntaxReader::readFunction(SyntaxOperand& operand) {
    const std::size_t first = position();
    operand.kind = SyntaxOperand::Kind::Function;
    operand.name = peek().text;
    checkName(operand.name, peek().range);
    skip();
    skip();
    if (!deepen()) return false;
    do {
        if (!readOperand(operand.arguments.emplace_back())) return false;
    } while (takeSymbol(","));
    if (!leaveBracket()) return false;
    operand.range = rangeSince(first);
    for (const SyntaxOperand& argument : operand.arguments) {
        if (argument.kind == SyntaxOperand::Kind::Function &&
            argument.name == (isConditional() ? "size" : "if_not_exists")) {
            continue;
        }
        checkNoFunction(argument);
    }
    return true;
}

void SyntaxReader::checkName(std::string_view function, SourceRange range) {
    const bool forConditions = holds(kConditionFunctions, function);
    const bool forUpdates = holds(kUpdateFunctions, function);
    if (!forConditions && !forUpdates) {
        if (!m_faults.unknownFunction) {
            m_faults.unknownFunction =
                makeError("Invalid function name; function: " + std::string(function), range);
        }
    } else if (isConditional() ? !forConditions : !forUpdates) {
        noteMisuse(function, range);
    }
}

void SyntaxReader::checkNoFunction(const SyntaxOperand& operand) {
    if (operand.kind == SyntaxOperand::Kind::Function) noteMisuse(operand.name, operand.range);
}

void SyntaxReader::noteMisuse(std::string_view function, SourceRange range) {
    if (m_faults.misusedFunction) return;
    m_faults.misusedFunction =
        makeError("The function is not allowed to be used this way in an expression; function: " +
                      std::string(function),
                  range);
}

}  // namespace partita
