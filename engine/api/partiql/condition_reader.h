// WHERE: the condition that a statement's text says, as a tree of engine/expression. Private to this folder.
// One use, one thread.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "engine/api/partiql/token_reader.h"
#include "engine/api/partiql/value_reader.h"
#include "engine/expression/condition.h"

namespace partita::partiql {

/// Operators of a statement at most; ours, near to the 300 of the service's expressions.
inline constexpr std::size_t kOperators = 1000;

class ConditionReader final {
  public:
    ConditionReader(TokenReader& tokens, ValueReader& values) : m_tokens(tokens), m_values(values) {}

    /// What stands after WHERE. On a syntax error the condition means nothing.
    Condition read();

  private:
    /// A condition, or what a condition compares. A condition may be compared, too: `(a = 1) = true`.
    struct Term {
        std::variant<Operand, Condition> data;
        SourceRange range;
        std::size_t operators = 0;  // in it
        const Condition* condition() const { return std::get_if<Condition>(&data); }
        const Operand* operand() const { return std::get_if<Operand>(&data); }
    };

    Term disjunction(int depth);
    Term conjunction(int depth);
    /// What `readPart` reads, once or several times with the word between.
    Term joined(std::string_view word, Term (ConditionReader::*readPart)(int),
                Condition (*join)(std::vector<Condition>), int depth);
    Term negation(int depth);
    Term predicate(int depth);
    Term term(int depth, bool afterOperator);
    Term call(int depth);

    Term comparison(Term left, Comparator comparator, int depth);
    Term between(Term operand, int depth);
    Term in(Term operand, int depth);
    Term is(Term operand);

    Term made(Condition condition, SourceRange range, std::size_t operators);
    Condition conditionOf(const Term& term);
    Operand operandOf(const Term& term);
    Condition equality(const Term& left, const Term& right);
    void checkTypes(std::string_view name, const Term& term, std::initializer_list<ValueType> types);
    void checkBounds(const Term& lower, const Term& upper);
    bool checkCount(const std::string& name, std::size_t count, std::size_t given, SourceRange range);

    TokenReader& m_tokens;
    ValueReader& m_values;
};

}  // namespace partita::partiql
