// What a table is: its name, its keys, its secondary indexes. Plain values; immutable once checked.
// Source: API reference, CreateTable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/value/value.h"

namespace partita {

struct KeyAttribute {
    std::string name;
    ValueType type = ValueType::String;  // String, Number or Binary
    friend bool operator==(const KeyAttribute&, const KeyAttribute&) = default;
};

/// A table has one partition and at most one sort attribute; a GSI up to four of each; an LSI as a table.
struct KeySchema {
    std::vector<KeyAttribute> partition;
    std::vector<KeyAttribute> sort;

    bool contains(std::string_view attribute) const;
    /// Partition attributes first, then sort attributes.
    std::vector<KeyAttribute> all() const;
    friend bool operator==(const KeySchema&, const KeySchema&) = default;
};

enum class IndexKind { Local, Global };
enum class ProjectionType { KeysOnly, Include, All };

struct Projection {
    ProjectionType type = ProjectionType::All;
    std::vector<std::string> attributes;  // Include only; keys are projected anyway
    friend bool operator==(const Projection&, const Projection&) = default;
};

enum class BillingMode { PayPerRequest, Provisioned };

/// Whole units a second; provisioned mode only.
struct Throughput {
    std::int64_t readUnits = 0;
    std::int64_t writeUnits = 0;
    friend bool operator==(const Throughput&, const Throughput&) = default;
};

struct IndexDefinition {
    std::string name;
    IndexKind kind = IndexKind::Global;
    KeySchema keys;
    Projection projection;
    std::optional<Throughput> throughput;  // Global and provisioned only
    friend bool operator==(const IndexDefinition&, const IndexDefinition&) = default;
};

struct TableDefinition {
    std::string name;
    KeySchema keys;
    std::vector<IndexDefinition> indexes;
    BillingMode billing = BillingMode::PayPerRequest;
    std::optional<Throughput> throughput;

    bool hasLocalIndex() const;
    /// Null when there is none of that name.
    const IndexDefinition* index(std::string_view name) const;
    /// The keys of the table (no name) or of one of its indexes; null when there is no such index.
    const KeySchema* keysOf(const std::optional<std::string>& indexName) const;
    friend bool operator==(const TableDefinition&, const TableDefinition&) = default;
};

/// Whether an index of this table holds the attribute: a key of the table or the index, or projected.
bool isProjected(const TableDefinition& table, const IndexDefinition& index, std::string_view attribute);

/// Fails (ValidationException, the service's words) when the service would refuse such a table.
Result<void> validateDefinition(const TableDefinition& table);

}  // namespace partita
