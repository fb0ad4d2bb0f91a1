// What a table or an index is in beside its definition: when it was made, whether it is still being filled or
// removed already, when its throughput last changed. Plain values; reading and writing them is within the
// caller's transaction, and throws StorageError.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/clock.h"
#include "engine/storage/database.h"
#include "engine/table/key.h"
#include "engine/table_request.h"

namespace partita {

/// On disk.
std::int64_t storedStatus(TableStatus status);
std::optional<TableStatus> statusFromStored(std::int64_t stored);

/// When throughput last changed. Decreases are counted by the day (UTC) of the last one.
struct ThroughputChanges {
    std::optional<UtcMillis> increase;
    std::optional<UtcMillis> decrease;
    std::uint32_t decreases = 0;  // on the day of `decrease`

    std::uint32_t decreasesOn(UtcMillis now) const;
};

struct TableState {
    std::string uuid;
    UtcMillis created = 0;
    TableStatus status = TableStatus::Active;  // Active or Deleting
    std::int64_t nextIndex = 1;                // number of the next index: none is ever used again
    std::optional<UtcMillis> onDemandSince;
    ThroughputChanges changes;
    bool deletionProtection = false;
    std::optional<TableClass> tableClass;
    std::optional<UtcMillis> tableClassSince;
    std::optional<std::string> timeToLive;  // the attribute; nothing: off

    static TableState read(Database& database, std::int64_t table);
    void write(Database& database, std::int64_t table) const;
};

/// Of a table that is made now.
TableState newTableState(const TableDefinition& table, UtcMillis now);

struct IndexState {
    TableStatus status = TableStatus::Active;  // Creating, Active or Deleting
    ThroughputChanges changes;
    /// While it is being filled: how many items of the table were seen, and the last of them.
    struct Position {
        std::uint64_t hash = 0;
        KeyBytes key;
    };
    std::uint64_t seen = 0;
    std::optional<Position> position;

    static IndexState read(Database& database, std::int64_t table, std::int64_t index);
    void write(Database& database, std::int64_t table, std::int64_t index) const;
};

}  // namespace partita
