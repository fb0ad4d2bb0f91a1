// Definitions of tables and indexes as rows of the file's inner tables. Within the caller's transaction;
// throws StorageError, DamagedFile for rows that make no sense.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/storage/database.h"
#include "engine/table/table_definition.h"

namespace partita {

/// On disk.
std::int64_t storedBilling(BillingMode billing);
BillingMode billingFromStored(std::int64_t stored);

/// Two columns, or two parameters, from this one on.
std::optional<Throughput> throughputFrom(const Execution& row, int column);
void bindThroughput(Execution& execution, int parameter, const std::optional<Throughput>& throughput);

/// `index` 0: of the table itself.
KeySchema readKeys(Database& database, std::int64_t table, std::int64_t index);
void writeKeys(Database& database, std::int64_t table, std::int64_t index, const KeySchema& keys);

/// The row is of: id, name, kind, projection, read_units, write_units.
IndexDefinition readIndex(Database& database, std::int64_t table, const Execution& row);
/// All of it but the keys.
void writeIndex(Database& database, std::int64_t table, std::int64_t index,
                const IndexDefinition& definition);

}  // namespace partita
