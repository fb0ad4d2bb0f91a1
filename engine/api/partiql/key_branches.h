// The ways to meet a WHERE clause, each with its partition: what a read by key is made of. Private to this
// folder. Free functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/result.h"
#include "engine/table/sort_condition.h"
#include "engine/table/table_definition.h"

namespace partita::partiql {

/// "Too many decomposed read operations": of one statement.
inline constexpr std::size_t kBranches = 50;

struct KeyBranch {
    /// Nothing when the way asks for two different partitions: no item meets it.
    std::optional<Value> partition;
    std::string partitionBytes;
    std::vector<SortCondition> tests;  // of the sort attribute, all that a range can hold
    SortRange range;                   // what they admit together
    /// Whether the sort attribute is also asked not to be something: such ways may overlap others.
    bool isNegated = false;
    /// All conjuncts but the equality of the partition key.
    std::vector<Condition> rest;
};

/// Whether every way to meet the condition fixes the partition key.
bool fixesPartition(const std::optional<Condition>& where, const KeySchema& keys);

/// Only when it does, and the schema has one partition attribute and at most one sort attribute. In the order
/// of the text. Fails (ValidationException) on more than fifty ways and on key values of the wrong type.
Result<std::vector<KeyBranch>> keyBranches(const Condition& where, const KeySchema& keys);

/// Sorts them by partition and range and makes one of those that overlap, where the service does that; fails
/// (ValidationException) where it refuses. Ways that nothing meets are gone.
Result<std::vector<KeyBranch>> separated(std::vector<KeyBranch> branches);

}  // namespace partita::partiql
