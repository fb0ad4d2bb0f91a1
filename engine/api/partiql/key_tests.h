// What a condition asks of key attributes, taken apart. Private to this folder. Free functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/result.h"
#include "engine/table/sort_condition.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita::partiql {

/// The parts of a condition that are joined by AND; none: no part.
std::vector<Condition> conjuncts(const std::optional<Condition>& condition);
/// Nothing for no condition.
std::optional<Condition> allOf(std::vector<Condition> conditions);

/// The value that the condition makes the attribute equal to; null when it is no such test. A literal on
/// either side. `takesIn`: also IN with one value.
const Value* equalTo(const Condition& condition, std::string_view attribute, bool takesIn = false);
/// A test of the attribute that a Query's range can hold: = < <= > >= BETWEEN begins_with, with literals.
std::optional<SortCondition> rangeTest(const Condition& condition, std::string_view attribute);
/// Whether a path of the condition begins with one of the key attributes.
bool mentions(const Condition& condition, const KeySchema& keys);

/// Fails (ValidationException, the service's words) when the value is not of the key attribute's type.
Result<void> checkKeyValue(const KeyAttribute& attribute, const Value& value);

/// The one item that a condition is about, and what else it asks of it.
struct SingleItem {
    Item key;
    std::vector<Condition> rest;
};
/// As UPDATE and DELETE need it. Fails (ValidationException) without an equality on each key attribute, on
/// two different ones, and on a value of the wrong type.
Result<SingleItem> writtenItem(const std::optional<Condition>& where, const KeySchema& keys);
/// As SELECT in batches and transactions needs it, where IN with one value is an equality, too. Nothing when
/// the condition does not say one item. Two different values of a key: the second stays in `rest`. The types
/// are not looked at.
std::optional<SingleItem> readItem(const std::optional<Condition>& where, const KeySchema& keys);

}  // namespace partita::partiql
