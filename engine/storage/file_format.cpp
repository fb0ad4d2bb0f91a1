#include "engine/storage/file_format.h"

#include <array>
#include <random>

#include "engine/storage/storage_error.h"
#include "engine/storage/table_state.h"

namespace partita {
namespace {

const char* nameOf(Counter counter) {
    return counter == Counter::Table ? "table" : "stream record";
}

void startCounter(Database& database, Counter counter, std::int64_t next) {
    database.prepare("INSERT INTO counters VALUES (?, ?)").bindText(1, nameOf(counter)).bind(2, next).run();
}

std::vector<std::string> format1Statements() {
    return {
        "CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, billing INTEGER NOT NULL, "
        "read_units INTEGER, write_units INTEGER, partitions INTEGER)",
        "CREATE TABLE indexes (table_id INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL, "
        "kind INTEGER NOT NULL, projection INTEGER NOT NULL, read_units INTEGER, write_units INTEGER, "
        "PRIMARY KEY (table_id, id)) WITHOUT ROWID",
        "CREATE TABLE key_attributes (table_id INTEGER NOT NULL, index_id INTEGER NOT NULL, role INTEGER NOT "
        "NULL, "
        "position INTEGER NOT NULL, name TEXT NOT NULL, type INTEGER NOT NULL, "
        "PRIMARY KEY (table_id, index_id, role, position)) WITHOUT ROWID",
        "CREATE TABLE projected_attributes (table_id INTEGER NOT NULL, index_id INTEGER NOT NULL, "
        "position INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (table_id, index_id, position)) WITHOUT "
        "ROWID",
        "CREATE TABLE views (table_id INTEGER NOT NULL, index_id INTEGER NOT NULL, items INTEGER NOT NULL, "
        "bytes INTEGER NOT NULL, collections INTEGER NOT NULL, next_collection INTEGER NOT NULL, "
        "PRIMARY KEY (table_id, index_id)) WITHOUT ROWID",
        "CREATE TABLE bodies (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
        "CREATE TABLE entity_colours (table_id INTEGER NOT NULL, entity TEXT NOT NULL, rgb INTEGER NOT NULL, "
        "PRIMARY KEY (table_id, entity)) WITHOUT ROWID",
        "CREATE TABLE attribute_orders (table_id INTEGER NOT NULL, entity TEXT NOT NULL, position INTEGER "
        "NOT NULL, "
        "name TEXT NOT NULL, PRIMARY KEY (table_id, entity, position)) WITHOUT ROWID",
        "CREATE TABLE recordings (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, name TEXT NOT NULL, "
        "source INTEGER NOT NULL, origin TEXT NOT NULL, partitions INTEGER NOT NULL, begin_ms INTEGER NOT "
        "NULL, "
        "end_ms INTEGER NOT NULL, requests INTEGER NOT NULL, read_half_units INTEGER NOT NULL, "
        "write_half_units INTEGER NOT NULL, bytes BLOB NOT NULL)",
    };
}

/// What format 2 has beside all of format 1.
std::vector<std::string> format2Additions() {
    return {
        "CREATE TABLE counters (name TEXT PRIMARY KEY NOT NULL, next INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE table_states (table_id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, created_ms INTEGER NOT "
        "NULL, status INTEGER NOT NULL, next_index INTEGER NOT NULL, on_demand_ms INTEGER, increase_ms "
        "INTEGER, decrease_ms INTEGER, decreases INTEGER NOT NULL, protected INTEGER NOT NULL, class "
        "INTEGER, class_ms INTEGER, ttl TEXT)",
        "CREATE TABLE index_states (table_id INTEGER NOT NULL, index_id INTEGER NOT NULL, status INTEGER NOT "
        "NULL, seen INTEGER NOT NULL, hash INTEGER, pk BLOB, sk BLOB, increase_ms INTEGER, decrease_ms "
        "INTEGER, decreases INTEGER NOT NULL, PRIMARY KEY (table_id, index_id)) WITHOUT ROWID",
        "CREATE TABLE tags (table_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY "
        "(table_id, name)) WITHOUT ROWID",
        "CREATE TABLE streams (id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, label TEXT NOT NULL, "
        "view_type INTEGER NOT NULL, created_ms INTEGER NOT NULL, ended_ms INTEGER, first_sequence INTEGER "
        "NOT NULL, end_sequence INTEGER)",
        "CREATE TABLE stream_records (sequence INTEGER PRIMARY KEY, stream INTEGER NOT NULL, time_ms INTEGER "
        "NOT NULL, event INTEGER NOT NULL, expired INTEGER NOT NULL, key BLOB NOT NULL, old BLOB, new BLOB)",
        "CREATE INDEX stream_records_of ON stream_records (stream)",
    };
}

/// What format 3 has beside all of format 2.
std::vector<std::string> format3Additions() {
    return {
        "CREATE TABLE imports (id INTEGER PRIMARY KEY, begun_ms INTEGER NOT NULL, state INTEGER NOT NULL, "
        "source TEXT NOT NULL, format TEXT NOT NULL, description TEXT NOT NULL, encoding TEXT NOT NULL, "
        "compression TEXT NOT NULL, record_format TEXT NOT NULL, preamble TEXT NOT NULL, failure TEXT NOT "
        "NULL, bytes INTEGER NOT NULL, time_us INTEGER NOT NULL)",
        "CREATE TABLE import_counts (import INTEGER NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, "
        "PRIMARY KEY (import, name)) WITHOUT ROWID",
        "CREATE TABLE import_problems (id INTEGER PRIMARY KEY, import INTEGER NOT NULL, kind INTEGER NOT "
        "NULL, line INTEGER NOT NULL, other_line INTEGER NOT NULL, table_name TEXT NOT NULL, file TEXT NOT "
        "NULL, reason TEXT NOT NULL, excerpt TEXT NOT NULL, record BLOB)",
        "CREATE INDEX import_problems_of ON import_problems (import)",
        "CREATE TABLE import_replaced (id INTEGER PRIMARY KEY, import INTEGER NOT NULL, table_id INTEGER NOT "
        "NULL, now_hash INTEGER, old BLOB NOT NULL)",
        "CREATE INDEX import_replaced_of ON import_replaced (import)",
        "CREATE TABLE table_sources (table_id INTEGER PRIMARY KEY, extra TEXT NOT NULL)",
        "CREATE TABLE source_entities (table_id INTEGER NOT NULL, entity INTEGER NOT NULL, part INTEGER NOT "
        "NULL, position INTEGER NOT NULL, name TEXT NOT NULL, template TEXT NOT NULL, PRIMARY KEY (table_id, "
        "entity, part, position)) WITHOUT ROWID",
    };
}

}  // namespace

std::int32_t formatOf(Database& database) {
    return static_cast<std::int32_t>(database.integer("PRAGMA user_version"));
}

std::vector<std::string> formatStatements(std::int32_t format) {
    std::vector<std::string> statements = format1Statements();
    if (format >= 2)
        for (std::string& statement : format2Additions())
            statements.push_back(std::move(statement));
    if (format >= 3)
        for (std::string& statement : format3Additions())
            statements.push_back(std::move(statement));
    return statements;
}

void startCounters(Database& database) {
    startCounter(database, Counter::Table, 1);
    startCounter(database, Counter::StreamRecord, 1);
}

void migrateFromFormat1(Database& database, UtcMillis created) {
    for (const std::string& statement : format2Additions())
        database.execute(statement);
    startCounter(database, Counter::Table, database.integer("SELECT coalesce(max(id), 0) + 1 FROM tables"));
    startCounter(database, Counter::StreamRecord, 1);

    struct Found {
        std::int64_t id = 0;
        bool onDemand = false;
        std::int64_t nextIndex = 1;
    };
    std::vector<Found> tables;
    {
        Execution row = database.prepare(
            "SELECT id, billing, (SELECT coalesce(max(id), 0) + 1 FROM indexes WHERE table_id = tables.id) "
            "FROM tables");
        while (row.step())
            tables.push_back({row.integer(0), row.integer(1) == 0, row.integer(2)});
    }
    for (const Found& table : tables) {
        TableState state;
        state.uuid = newUuid();
        state.created = created;
        state.nextIndex = table.nextIndex;
        if (table.onDemand) state.onDemandSince = created;
        state.write(database, table.id);
    }
    database
        .prepare(
            "INSERT INTO index_states SELECT table_id, id, ?, 0, NULL, NULL, NULL, NULL, NULL, 0 FROM "
            "indexes")
        .bind(1, storedStatus(TableStatus::Active))
        .run();
    database.execute("PRAGMA user_version = 2");
}

void migrateFromFormat2(Database& database) {
    for (const std::string& statement : format3Additions())
        database.execute(statement);
    database.execute("PRAGMA user_version = 3");
}

void damaged(const Database& database, const std::string& what) {
    throw StorageError(
        Error::file(ErrorCode::DamagedFile, "The file is damaged: " + what + ".", database.path()));
}

std::int64_t takeNumber(Database& database, Counter counter) {
    Execution next =
        database.prepare("UPDATE counters SET next = next + 1 WHERE name = ? RETURNING next - 1");
    next.bindText(1, nameOf(counter));
    if (!next.step()) damaged(database, "a counter is missing");
    const std::int64_t number = next.integer(0);
    next.run();
    return number;
}

std::int64_t nextNumber(Database& database, Counter counter) {
    Execution row = database.prepare("SELECT next FROM counters WHERE name = ?");
    row.bindText(1, nameOf(counter));
    return row.step() ? row.integer(0) : 0;
}

std::string newUuid() {
    std::random_device random;
    std::array<unsigned char, 16> bytes{};
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
        const std::uint32_t word = random();
        for (std::size_t k = 0; k < 4; ++k)
            bytes[i + k] = static_cast<unsigned char>(word >> (8 * k) & 0xff);
    }
    // RFC 4122, section 4.4: version 4, variant 1.
    bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0f) | 0x40);
    bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3f) | 0x80);
    constexpr char kHex[] = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        text += kHex[bytes[i] >> 4];
        text += kHex[bytes[i] & 15];
    }
    return text;
}

}  // namespace partita
