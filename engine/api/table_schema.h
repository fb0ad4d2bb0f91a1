// Definitions of tables and indexes, made of what CreateTable and UpdateTable give: attributes find their
// types, key elements their places. Says what only a request can get wrong (an attribute without a type, keys
// in a wrong order); what no table may be is for validateDefinition() to say. Free functions; any thread.
// The order of the checks is the service's, as recorded.
#pragma once

#include <optional>
#include <vector>

#include "engine/api/table_members.h"
#include "engine/result.h"

namespace partita {

struct GivenTable {
    std::string name;
    GivenAttributeDefinitions attributes;
    std::vector<GivenKeyElement> keys;
    std::optional<std::vector<GivenIndex>> localIndexes;
    std::optional<std::vector<GivenIndex>> globalIndexes;
    std::optional<BillingMode> billing;
    std::optional<Throughput> throughput;
};

/// Fails (ValidationException).
Result<TableDefinition> tableDefinitionOf(const GivenTable& given);

/// Of an index to be added to `table`, billed as `billing` says from now on. Attributes that the table knows
/// have the type that it knows. Fails (ValidationException).
Result<IndexDefinition> indexDefinitionOf(const GivenIndex& given,
                                          const std::optional<GivenAttributeDefinitions>& attributes,
                                          const TableDefinition& table, BillingMode billing);

/// Whether they are more units than the service can count.
bool isOutOfBounds(const Throughput& throughput);
/// Fails (ValidationException) when they are, in the words for a table.
Result<void> checkThroughputBounds(const Throughput& throughput);

/// The key attributes of a table and its indexes, each once, by name: its AttributeDefinitions.
std::vector<KeyAttribute> keyAttributesOf(const TableDefinition& table);

}  // namespace partita
