#include "tests/bench/plain_sqlite.h"

#include <sqlite3.h>

#include "tests/bench/bench.h"

namespace partita::bench {
namespace {

void run(sqlite3* database, const char* sql) {
    if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(sqlite3_errmsg(database));
}

void bindBytes(sqlite3_stmt* statement, int parameter, const std::string& bytes) {
    sqlite3_bind_blob64(statement, parameter, bytes.data(), bytes.size(), SQLITE_STATIC);
}

}  // namespace

PlainTable::PlainTable(const std::string& path) {
    if (sqlite3_open(path.c_str(), &m_database) != SQLITE_OK) fail("SQLite cannot open " + path);
    run(m_database,
        "PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA "
        "secure_delete = OFF;"
        "PRAGMA cache_size = -65536;"
        "CREATE TABLE IF NOT EXISTS rows (hash INTEGER NOT NULL, pk BLOB NOT NULL, sk BLOB NOT NULL, bytes "
        "BLOB,"
        " PRIMARY KEY (hash, pk, sk)) WITHOUT ROWID");
    sqlite3_prepare_v2(m_database, "SELECT sk, bytes FROM rows WHERE hash = ? AND pk = ? ORDER BY sk LIMIT ?",
                       -1, &m_query, nullptr);
}

PlainTable::~PlainTable() {
    sqlite3_finalize(m_query);
    sqlite3_close(m_database);
}

void PlainTable::insert(const std::vector<PlainRow>& rows, std::size_t batch) {
    sqlite3_stmt* insert = nullptr;
    sqlite3_prepare_v2(m_database, "INSERT INTO rows VALUES (?, ?, ?, ?)", -1, &insert, nullptr);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % batch == 0) run(m_database, i == 0 ? "BEGIN" : "COMMIT; BEGIN");
        sqlite3_bind_int64(insert, 1, rows[i].hash);
        bindBytes(insert, 2, rows[i].pk);
        bindBytes(insert, 3, rows[i].sk);
        bindBytes(insert, 4, rows[i].bytes);
        if (sqlite3_step(insert) != SQLITE_DONE) fail(sqlite3_errmsg(m_database));
        sqlite3_reset(insert);
    }
    run(m_database, "COMMIT");
    sqlite3_finalize(insert);
}

std::uint64_t PlainTable::query(std::int64_t hash, const std::string& pk, int limit) {
    sqlite3_bind_int64(m_query, 1, hash);
    bindBytes(m_query, 2, pk);
    sqlite3_bind_int(m_query, 3, limit);
    std::uint64_t rows = 0;
    volatile std::size_t touched = 0;
    while (sqlite3_step(m_query) == SQLITE_ROW) {
        ++rows;
        const auto* bytes = static_cast<const unsigned char*>(sqlite3_column_blob(m_query, 1));
        touched = touched + bytes[0] + static_cast<std::size_t>(sqlite3_column_bytes(m_query, 1));
    }
    sqlite3_reset(m_query);
    return rows;
}

std::uint64_t PlainTable::scan() {
    sqlite3_stmt* scan = nullptr;
    sqlite3_prepare_v2(m_database, "SELECT sk, bytes FROM rows ORDER BY hash, pk, sk", -1, &scan, nullptr);
    std::uint64_t rows = 0;
    volatile std::size_t touched = 0;
    while (sqlite3_step(scan) == SQLITE_ROW) {
        ++rows;
        const auto* bytes = static_cast<const unsigned char*>(sqlite3_column_blob(scan, 1));
        touched = touched + bytes[0];
    }
    sqlite3_finalize(scan);
    return rows;
}

}  // namespace partita::bench
