#include "engine/storage/table_state.h"

#include "engine/storage/file_format.h"
#include "engine/storage/storage_error.h"

namespace partita {
namespace {

constexpr UtcMillis kDay = 86'400'000;

std::optional<std::int64_t> optionalInteger(const Execution& row, int column) {
    if (row.isNull(column)) return std::nullopt;
    return row.integer(column);
}

void bindOptional(Execution& execution, int parameter, const std::optional<std::int64_t>& value) {
    if (value) {
        execution.bind(parameter, *value);
    } else {
        execution.bindNull(parameter);
    }
}

ThroughputChanges changesFrom(const Execution& row, int column) {
    return {optionalInteger(row, column), optionalInteger(row, column + 1),
            static_cast<std::uint32_t>(row.integer(column + 2))};
}

void bindChanges(Execution& execution, int parameter, const ThroughputChanges& changes) {
    bindOptional(execution, parameter, changes.increase);
    bindOptional(execution, parameter + 1, changes.decrease);
    execution.bind(parameter + 2, static_cast<std::int64_t>(changes.decreases));
}

TableStatus statusFrom(Database& database, const Execution& row, int column) {
    const auto status = statusFromStored(row.integer(column));
    if (!status) damaged(database, "a table or an index is in an unknown state");
    return *status;
}

}  // namespace

// On disk: do not renumber.
std::int64_t storedStatus(TableStatus status) {
    switch (status) {
        case TableStatus::Creating:
            return 1;
        case TableStatus::Updating:
            return 2;
        case TableStatus::Deleting:
            return 3;
        case TableStatus::Active:
            break;
    }
    return 0;
}

std::optional<TableStatus> statusFromStored(std::int64_t stored) {
    for (const TableStatus status :
         {TableStatus::Active, TableStatus::Creating, TableStatus::Updating, TableStatus::Deleting})
        if (storedStatus(status) == stored) return status;
    return std::nullopt;
}

std::uint32_t ThroughputChanges::decreasesOn(UtcMillis now) const {
    return decrease && *decrease / kDay == now / kDay ? decreases : 0;
}

TableState TableState::read(Database& database, std::int64_t table) {
    Execution row = database.prepare(
        "SELECT uuid, created_ms, status, next_index, on_demand_ms, increase_ms, decrease_ms, decreases, "
        "protected, class, class_ms, ttl FROM table_states WHERE table_id = ?");
    row.bind(1, table);
    if (!row.step()) damaged(database, "the state of a table is missing");
    TableState state;
    state.uuid = row.text(0);
    state.created = row.integer(1);
    state.status = statusFrom(database, row, 2);
    state.nextIndex = row.integer(3);
    state.onDemandSince = optionalInteger(row, 4);
    state.changes = changesFrom(row, 5);
    state.deletionProtection = row.integer(8) != 0;
    if (!row.isNull(9))
        state.tableClass = row.integer(9) == 1 ? TableClass::StandardInfrequentAccess : TableClass::Standard;
    state.tableClassSince = optionalInteger(row, 10);
    if (!row.isNull(11)) state.timeToLive = std::string(row.text(11));
    return state;
}

void TableState::write(Database& database, std::int64_t table) const {
    Execution row = database.prepare(
        "INSERT OR REPLACE INTO table_states VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row.bind(1, table)
        .bindText(2, uuid)
        .bind(3, created)
        .bind(4, storedStatus(status))
        .bind(5, nextIndex)
        .bind(10, std::int64_t{deletionProtection});
    bindOptional(row, 6, onDemandSince);
    bindChanges(row, 7, changes);
    bindOptional(row, 11,
                 tableClass ? std::optional<std::int64_t>(*tableClass == TableClass::StandardInfrequentAccess)
                            : std::nullopt);
    bindOptional(row, 12, tableClassSince);
    if (timeToLive) {
        row.bindText(13, *timeToLive);
    } else {
        row.bindNull(13);
    }
    row.run();
}

TableState newTableState(const TableDefinition& table, UtcMillis now) {
    TableState state;
    state.uuid = newUuid();
    state.created = now;
    if (table.billing == BillingMode::PayPerRequest) state.onDemandSince = now;
    return state;
}

IndexState IndexState::read(Database& database, std::int64_t table, std::int64_t index) {
    Execution row = database.prepare(
        "SELECT status, seen, hash, pk, sk, increase_ms, decrease_ms, decreases FROM index_states WHERE "
        "table_id = ? AND index_id = ?");
    row.bind(1, table).bind(2, index);
    if (!row.step()) damaged(database, "the state of an index is missing");
    IndexState state;
    state.status = statusFrom(database, row, 0);
    state.seen = static_cast<std::uint64_t>(row.integer(1));
    if (!row.isNull(2))
        state.position =
            Position{hashFromStored(row.integer(2)), {std::string(row.bytes(3)), std::string(row.bytes(4))}};
    state.changes = changesFrom(row, 5);
    return state;
}

void IndexState::write(Database& database, std::int64_t table, std::int64_t index) const {
    Execution row =
        database.prepare("INSERT OR REPLACE INTO index_states VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row.bind(1, table).bind(2, index).bind(3, storedStatus(status)).bind(4, static_cast<std::int64_t>(seen));
    if (position) {
        row.bind(5, storedHash(position->hash))
            .bindBytes(6, position->key.partition)
            .bindBytes(7, position->key.sort);
    } else {
        row.bindNull(5).bindNull(6).bindNull(7);
    }
    bindChanges(row, 8, changes);
    row.run();
}

}  // namespace partita
