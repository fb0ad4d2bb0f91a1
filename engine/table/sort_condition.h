// What a Query may ask of the sort key, and the range of key bytes that it admits. Plain values.
// Source: developer guide, "Key condition expressions".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/table/table_definition.h"
#include "engine/value/value.h"

namespace partita {

/// Which sort keys a condition admits: lower ≤ key < upper in bytes, no upper: open above.
struct SortRange {
    std::string lower;
    std::optional<std::string> upper;
    bool contains(std::string_view sortKeyBytes) const;
    friend bool operator==(const SortRange&, const SortRange&) = default;
};

enum class SortOperator { Equal, Less, LessOrEqual, Greater, GreaterOrEqual, Between, BeginsWith };

/// "=", "<", "<=", ">", ">=", "between", "begins_with".
std::string_view operatorText(SortOperator op);
std::optional<SortOperator> operatorNamed(std::string_view text);  // any case

/// A test of one sort attribute. Between has two values, every other operator one.
struct SortCondition {
    SortOperator op = SortOperator::Equal;
    std::vector<Value> values;
    friend bool operator==(const SortCondition&, const SortCondition&) = default;
};

/// The range that the conditions on the leading sort attributes admit; all but the last must be Equal.
/// Fails (ValidationException) on a wrong type, a wrong number of values, an empty or too long value, Between
/// with bounds the wrong way round, BeginsWith on N, more conditions than attributes. No condition:
/// everything.
Result<SortRange> sortRange(const std::vector<KeyAttribute>& sortAttributes,
                            const std::vector<SortCondition>& conditions);

}  // namespace partita
