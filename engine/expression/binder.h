// Puts names and values in the place of #names and :values. Private to this folder. One use, one thread.
//
// Binding says only whether all is defined; what is made of it is checked afterwards, because the service
// reports in that order.
#pragma once

#include <map>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/expression/placeholders.h"
#include "engine/expression/syntax.h"
#include "engine/result.h"

namespace partita {

struct BoundOperand;
struct BoundCall {
    std::string_view function;
    std::vector<BoundOperand> arguments;
};
struct BoundOperand {
    std::variant<Path, Literal, BoundCall> data;
    SourceRange range;
};

class Binder final {
  public:
    Binder(ExpressionKind kind, const Placeholders& placeholders, UsedPlaceholders& used)
        : m_kind(kind), m_placeholders(placeholders), m_used(used) {}

    /// Fail on the first #name or :value that is not defined.
    Result<BoundOperand> operand(const SyntaxOperand& operand);
    Result<Path> path(const SyntaxOperand& operand);
    Result<Literal> literal(const SyntaxOperand& operand);

    Error error(std::string_view message, SourceRange range) const {
        return expressionError(m_kind, message, range);
    }
    /// "Incorrect operand type for operator or function; operator or function: <, operand type: BOOL".
    Error wrongType(std::string_view operatorOrFunction, std::string_view type, SourceRange range) const;
    /// Fails unless the call has `count` operands.
    Result<void> checkCount(const BoundCall& call, std::size_t count, SourceRange range) const;
    /// Fails when an operand is a value of none of these types.
    Result<void> checkTypes(std::string_view operatorOrFunction, const BoundOperand& operand,
                            std::initializer_list<ValueType> types) const;
    Error needsPath(const BoundCall& call, SourceRange range) const;

  private:
    ExpressionKind m_kind;
    const Placeholders& m_placeholders;
    UsedPlaceholders& m_used;
    std::map<std::string_view, Literal> m_literals;
};

/// The type of a value, or of what a function gives; nothing for a path.
std::optional<ValueType> typeOf(const BoundOperand& operand);

}  // namespace partita
