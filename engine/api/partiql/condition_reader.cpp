#include "engine/api/partiql/condition_reader.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/limits.h"

namespace partita::partiql {
namespace {

std::optional<Comparator> comparatorOf(const Token& token) {
    if (token.kind != Token::Kind::Symbol) return std::nullopt;
    if (token.text == "=") return Comparator::Equal;
    if (token.text == "<>" || token.text == "!=") return Comparator::NotEqual;
    if (token.text == "<") return Comparator::Less;
    if (token.text == "<=") return Comparator::LessOrEqual;
    if (token.text == ">") return Comparator::Greater;
    if (token.text == ">=") return Comparator::GreaterOrEqual;
    return std::nullopt;
}

Condition never() {
    return makeCondition(In{Literal(Value::null()), {}});
}

bool isOperatorWord(const TokenReader& tokens) {
    for (const std::string_view word : {"is", "like", "in", "between", "and", "or"}) {
        if (tokens.isWord(word)) return true;
    }
    return false;
}

/// The type that IS tests for, by its name in the language; nothing: no type that items have.
std::optional<ValueType> typeOfWord(const std::string& word) {
    struct Named {
        std::string_view word;
        ValueType type;
    };
    constexpr Named kTypes[] = {
        {"boolean", ValueType::Bool},  {"bool", ValueType::Bool},      {"blob", ValueType::Binary},
        {"string", ValueType::String}, {"numeric", ValueType::Number}, {"struct", ValueType::Map},
        {"tuple", ValueType::Map},     {"list", ValueType::List},      {"null", ValueType::Null}};
    for (const Named& named : kTypes) {
        if (named.word == word) return named.type;
    }
    return std::nullopt;
}

}  // namespace

Condition ConditionReader::read() {
    return conditionOf(disjunction(0));
}

ConditionReader::Term ConditionReader::made(Condition condition, SourceRange range, std::size_t operators) {
    if (operators > kOperators) m_tokens.fail("The condition has too many operators", range);
    return {std::move(condition), range, operators};
}

ConditionReader::Term ConditionReader::disjunction(int depth) {
    return joined("or", &ConditionReader::conjunction, makeOr, depth);
}

ConditionReader::Term ConditionReader::conjunction(int depth) {
    return joined("and", &ConditionReader::negation, makeAnd, depth);
}

ConditionReader::Term ConditionReader::joined(std::string_view word, Term (ConditionReader::*readPart)(int),
                                              Condition (*join)(std::vector<Condition>), int depth) {
    Term first = (this->*readPart)(depth);
    if (!m_tokens.isWord(word)) return first;
    std::vector<Condition> parts = {conditionOf(first)};
    while (m_tokens.acceptWord(word)) {
        if (m_tokens.atEnd() && !m_tokens.failed()) {
            m_tokens.fail("Missing right-hand side expression of infix operator");
        }
        const Term part = (this->*readPart)(depth);
        parts.push_back(conditionOf(part));
        first.operators += part.operators + 1;
        first.range.end = part.range.end;
    }
    return made(join(std::move(parts)), first.range, first.operators);
}

ConditionReader::Term ConditionReader::negation(int depth) {
    const SourceRange from = m_tokens.peek().range;
    std::size_t negations = 0;
    while (m_tokens.acceptWord("not")) {
        ++negations;
    }
    Term inner = predicate(depth);
    if (negations == 0) return inner;
    // An even number of them says nothing, so that thousands make no deep tree.
    Condition condition = conditionOf(inner);
    if (negations % 2 == 1) condition = makeNot(std::move(condition));
    return made(std::move(condition), {from.begin, inner.range.end}, inner.operators + 1);
}

ConditionReader::Term ConditionReader::predicate(int depth) {
    Term left = term(depth, false);
    for (bool more = true; more && !m_tokens.failed();) {
        if (const auto comparator = comparatorOf(m_tokens.peek())) {
            m_tokens.next();
            left = comparison(std::move(left), *comparator, depth);
        } else if (m_tokens.acceptWord("between")) {
            left = between(std::move(left), depth);
        } else if (m_tokens.acceptWord("in")) {
            left = in(std::move(left), depth);
        } else if (m_tokens.acceptWord("is")) {
            left = is(std::move(left));
        } else if (m_tokens.isWord("not") && (m_tokens.isWord("between", 1) || m_tokens.isWord("in", 1))) {
            m_tokens.next();
            const bool isBetween = m_tokens.next().text.size() > 2;
            left = isBetween ? between(std::move(left), depth) : in(std::move(left), depth);
            left = made(makeNot(conditionOf(left)), left.range, left.operators + 1);
        } else {
            more = false;
        }
    }
    return left;
}

ConditionReader::Term ConditionReader::term(int depth, bool afterOperator) {
    const SourceRange from = m_tokens.peek().range;
    if (depth >= kDepth) {
        m_tokens.fail("The condition is nested too deeply");
    } else if (m_tokens.atEnd() && afterOperator) {
        m_tokens.fail("Missing right-hand side expression of infix operator");
    } else if (m_tokens.acceptSymbol("(")) {
        Term inner = disjunction(depth + 1);
        m_tokens.expectSymbol(")", "Expected RIGHT_PAREN");
        return inner;
    } else if (m_values.atValue()) {
        Operand operand = Literal(m_values.read());
        return {std::move(operand), {from.begin, m_tokens.previousEnd()}, 0};
    } else if (m_tokens.peek().kind == Token::Kind::Word && m_tokens.isSymbol("(", 1) &&
               (!m_tokens.isKeyword() || m_tokens.isWord("exists"))) {
        return call(depth);
    } else if (m_tokens.isName()) {
        Operand operand = m_values.path();
        return {std::move(operand), {from.begin, m_tokens.previousEnd()}, 0};
    } else if (isOperatorWord(m_tokens) || comparatorOf(m_tokens.peek()) || m_tokens.isSymbol("*")) {
        m_tokens.fail("Unexpected operator");
    } else {
        m_tokens.fail(m_tokens.isKeyword() ? "Unexpected keyword" : "Unexpected term");
    }
    return {Operand(Literal(Value::null())), from, 0};
}

ConditionReader::Term ConditionReader::comparison(Term left, Comparator comparator, int depth) {
    const Term right = term(depth, true);
    const std::size_t operators = 2 * (left.operators + right.operators) + 1;  // equality() may repeat them
    const SourceRange range{left.range.begin, right.range.end};
    if (m_tokens.failed()) return left;
    const bool isEqual = comparator == Comparator::Equal;
    if (isEqual || comparator == Comparator::NotEqual) {
        if (!left.condition() && !right.condition()) {
            return made(makeCondition(Comparison{comparator, *left.operand(), *right.operand()}), range,
                        left.operators + right.operators + 1);
        }
        Condition equal = equality(left, right);
        return made(isEqual ? std::move(equal) : makeNot(std::move(equal)), range, operators);
    }
    for (const Term* side : {static_cast<const Term*>(&left), &right}) {
        checkTypes(comparatorText(comparator), *side,
                   {ValueType::String, ValueType::Number, ValueType::Binary});
    }
    return made(makeCondition(Comparison{comparator, operandOf(left), operandOf(right)}), range, operators);
}

/// A condition is true or false, as a value: it equals a condition, a literal or an attribute that is so.
Condition ConditionReader::equality(const Term& left, const Term& right) {
    const Term& whole = left.condition() ? left : right;
    const Term& other = left.condition() ? right : left;
    const Condition yes = *whole.condition();
    const Condition no = makeNot(yes);
    const auto both = [](Condition a, Condition b) { return makeAnd({std::move(a), std::move(b)}); };
    if (const Condition* condition = other.condition()) {
        return makeOr({both(yes, *condition), both(no, makeNot(*condition))});
    }
    if (const auto* literal = std::get_if<Literal>(other.operand())) {
        const bool* wanted = literal->value().asBool();
        if (!wanted) return never();
        return *wanted ? yes : no;
    }
    const auto is = [&](bool value) {
        return makeCondition(Comparison{Comparator::Equal, *other.operand(), Literal(Value::boolean(value))});
    };
    return makeOr({both(yes, is(true)), both(no, is(false))});
}

ConditionReader::Term ConditionReader::between(Term operand, int depth) {
    const Term lower = term(depth, true);
    if (!m_tokens.acceptWord("and")) m_tokens.fail("Expected AND after BETWEEN");
    const Term upper = term(depth, true);
    if (m_tokens.failed()) return operand;
    for (const Term* side : {static_cast<const Term*>(&operand), &lower, &upper}) {
        checkTypes("BETWEEN", *side, {ValueType::String, ValueType::Number, ValueType::Binary});
    }
    checkBounds(lower, upper);
    return made(makeCondition(Between{operandOf(operand), operandOf(lower), operandOf(upper)}),
                {operand.range.begin, upper.range.end},
                operand.operators + lower.operators + upper.operators + 1);
}

ConditionReader::Term ConditionReader::in(Term operand, int depth) {
    const SourceRange from = m_tokens.peek().range;
    const bool isBracket = m_tokens.isSymbol("[");
    if (!isBracket && !m_tokens.isSymbol("(")) {
        m_tokens.fail(m_tokens.atEnd() ? "Missing right-hand side expression of infix operator"
                                       : "Expected a list after IN");
        return operand;
    }
    m_tokens.next();
    std::vector<Term> candidates;
    const std::string_view close = isBracket ? "]" : ")";
    if (!m_tokens.isSymbol(close)) {
        do {
            candidates.push_back(term(depth + 1, false));
        } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
    }
    const SourceRange range{operand.range.begin, m_tokens.peek().range.end};
    m_tokens.expectSymbol(close, isBracket ? "Expected RIGHT_BRACKET" : "Expected RIGHT_PAREN");
    if (m_tokens.failed()) return operand;
    if (candidates.empty() || candidates.size() > limits::kInOperands) {
        m_tokens.fault("The IN operator is provided with too " +
                           std::string(candidates.empty() ? "few" : "many") +
                           " operands; number of operands: " + std::to_string(candidates.size()),
                       {from.begin, range.end});
    }
    std::size_t operators = operand.operators + 1;
    std::vector<Operand> operands;
    std::vector<Condition> conditions;  // when what is looked for is itself a condition
    for (const Term& candidate : candidates) {
        operators += 1 + 2 * (operand.operators + candidate.operators);
        if (operand.condition() || candidate.condition()) {
            conditions.push_back(equality(operand, candidate));
        } else {
            operands.push_back(*candidate.operand());
        }
    }
    if (!operands.empty() || conditions.empty()) {
        conditions.push_back(
            operand.condition() ? never() : makeCondition(In{*operand.operand(), std::move(operands)}));
    }
    return made(makeOr(std::move(conditions)), range, operators);
}

ConditionReader::Term ConditionReader::is(Term operand) {
    const bool negative = m_tokens.acceptWord("not");
    const Token word = m_tokens.peek();
    const std::string name = lowered(word.text);
    const SourceRange range{operand.range.begin, word.range.end};
    std::optional<Condition> condition;
    if (word.kind == Token::Kind::Word && name == "missing") {
        const auto* path = operand.operand() ? std::get_if<Path>(operand.operand()) : nullptr;
        if (path) {
            condition = makeCondition(AttributeExists{*path, false});
        } else {
            m_tokens.fault("Operator or function requires a document path; operator or function: MISSING",
                           operand.range);
            condition = never();
        }
    } else if (const auto type = typeOfWord(name); word.kind == Token::Kind::Word && type) {
        condition = makeCondition(AttributeType{operandOf(operand), *type});
    } else {
        m_tokens.fail("Expected type name");
        return operand;
    }
    m_tokens.next();
    return made(negative ? makeNot(*condition) : *condition, range, operand.operators + 1);
}

Condition ConditionReader::conditionOf(const Term& term) {
    if (const Condition* condition = term.condition()) return *condition;
    if (!m_tokens.failed()) m_tokens.fault("Expected a condition where a value is given", term.range);
    return never();
}

Operand ConditionReader::operandOf(const Term& term) {
    if (const Operand* operand = term.operand()) return *operand;
    if (!m_tokens.failed()) {
        m_tokens.fault(
            "Incorrect operand type for operator or function; a condition is given where a value is expected",
            term.range);
    }
    return Literal(Value::null());
}

void ConditionReader::checkBounds(const Term& lower, const Term& upper) {
    const auto* low = lower.operand() ? std::get_if<Literal>(lower.operand()) : nullptr;
    const auto* high = upper.operand() ? std::get_if<Literal>(upper.operand()) : nullptr;
    if (!low || !high) return;
    std::string_view rule;
    if (low->type() != high->type()) {
        rule = "same data type for lower and upper bounds";
    } else if (low->view().content() > high->view().content()) {
        rule = "upper bound to be greater than or equal to lower bound";
    } else {
        return;
    }
    m_tokens.fault("The BETWEEN operator requires " + std::string(rule) +
                       "; lower bound operand: AttributeValue: " + toText(*low) +
                       ", upper bound operand: AttributeValue: " + toText(*high),
                   {lower.range.begin, upper.range.end});
}

}  // namespace partita::partiql
