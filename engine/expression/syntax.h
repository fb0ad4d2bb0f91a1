// What an expression's text says before names and values are put in place. Private to this folder.
// Plain values that refer to the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "engine/expression/condition.h"
#include "engine/expression/placeholders.h"
#include "engine/result.h"

namespace partita {

struct SyntaxStep {
    bool isIndex = false;
    bool isPlaceholder = false;
    std::string_view name;    // unless isIndex
    std::uint32_t index = 0;  // if isIndex
    SourceRange range;
};

struct SyntaxOperand {
    enum class Kind { Path, Value, Function };
    Kind kind = Kind::Path;
    SourceRange range;
    std::vector<SyntaxStep> path;          // Path
    std::string_view name;                 // Value: ":v". Function: its name
    std::vector<SyntaxOperand> arguments;  // Function
};

struct SyntaxCondition {
    enum class Kind { Comparison, Between, In, Function, And, Or, Not };
    Kind kind = Kind::Comparison;
    SourceRange range;
    Comparator comparator = Comparator::Equal;
    std::vector<SyntaxOperand> operands;      // the leaves
    std::vector<SyntaxCondition> conditions;  // And, Or, Not
};

struct SyntaxSetValue {
    SyntaxOperand left;
    std::optional<SyntaxOperand> right;  // of + or -
    bool minus = false;
    SourceRange range;
};

struct SyntaxAction {
    enum class Kind { Set, Remove, Add, Delete };
    Kind kind = Kind::Set;
    SyntaxOperand path;
    std::optional<SyntaxSetValue> value;   // Set
    std::optional<SyntaxOperand> operand;  // Add and Delete: a value
};

/// What is wrong with a text that follows the grammar, the first of each kind: the service looks for them in
/// an order of its own, after it has read the whole text.
struct SyntaxFaults {
    std::optional<Error> redundantParentheses;
    std::optional<Error> unknownFunction;
    std::optional<Error> misusedFunction;
    std::optional<Error> reservedWord;
    std::optional<Error> repeatedSection;
};

/// "Invalid FilterExpression: message".
Error expressionError(ExpressionKind kind, std::string_view message, SourceRange range);

/// Fail on what does not follow the grammar, on more than 300 operators, 100 IN operands or an index past
/// 4294967294.
Result<SyntaxCondition> readCondition(std::string_view text, ExpressionKind kind, SyntaxFaults& faults);
Result<std::vector<SyntaxAction>> readUpdate(std::string_view text, SyntaxFaults& faults);
Result<std::vector<SyntaxOperand>> readProjection(std::string_view text, SyntaxFaults& faults);

}  // namespace partita
