// What a KeyConditionExpression asks, sorted by the keys it is asked of. Free functions; any thread.
// In two steps, because the service checks the form before it looks for the table.
#pragma once

#include <string>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/result.h"
#include "engine/table/sort_condition.h"
#include "engine/table/table_definition.h"

namespace partita {

/// One test of one attribute, its value on the right.
struct AttributeCondition {
    std::string attribute;
    SortCondition condition;
};

/// As QueryRequest takes it.
struct KeyConditionParts {
    std::vector<Value> partition;     // one for each partition attribute, in schema order
    std::vector<SortCondition> sort;  // of the leading sort attributes
};

/// The tests joined by AND. Fails (ValidationException) on what no key condition may hold: OR, NOT, <>, IN,
/// other functions, nested paths, two tests of one attribute, a test of two attributes or of none.
Result<std::vector<AttributeCondition>> keyTests(const Condition& condition);
/// Fails (ValidationException) when a partition attribute has no equality, a test is of no key attribute,
/// sort attributes are skipped, or a value has the wrong type.
Result<KeyConditionParts> matchKeys(const std::vector<AttributeCondition>& tests, const KeySchema& keys);
/// Both.
Result<KeyConditionParts> keyCondition(const Condition& condition, const KeySchema& keys);

}  // namespace partita
