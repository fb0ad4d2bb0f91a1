#include "engine/storage/database.h"

#include <sqlite3.h>

#include <unistd.h>

#include <cassert>

#include "engine/storage/storage_error.h"

namespace partita {
namespace {

Error errorOf(int code, const std::string& detail, const std::string& path) {
    switch (code & 0xff) {
        case SQLITE_FULL:
            return Error::file(ErrorCode::DiskFull,
                               "The disk is full: the change was not made. Free some space and try again.",
                               path);
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
        case SQLITE_CONSTRAINT:  // what we write meets no constraint unless the inner tables disagree
            return Error::file(ErrorCode::DamagedFile, "The file is damaged (" + detail + ").", path);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return Error::file(ErrorCode::HeldByAnother,
                               "Another process is writing to the file. Close it there and try again.", path);
        case SQLITE_READONLY:
            return Error::file(ErrorCode::ReadOnly, "The file can only be read (" + detail + ").", path);
        case SQLITE_CANTOPEN:
            return Error::file(ErrorCode::InputOutput, "The file can't be opened (" + detail + ").", path);
        case SQLITE_INTERRUPT:
            return Error::cancelled();
        case SQLITE_NOMEM:
            return Error::file(ErrorCode::InputOutput, "There is not enough memory.", path);
        case SQLITE_IOERR:
            return Error::file(ErrorCode::InputOutput,
                               "The disk reported an error (" + detail + "). The change was not made.", path);
        case SQLITE_ERROR:
            // The schema was checked at opening: what is no longer there has been removed since.
            if (detail.starts_with("no such table: rows_") || detail.starts_with("no such table: marks_") ||
                detail.starts_with("no such table: collections_"))
                return Error::notFound("Requested resource not found");
            [[fallthrough]];
        default:
            return Error::internal("SQLite: " + detail + " (code " + std::to_string(code) + ")");
    }
}

}  // namespace

Execution::~Execution() {
    if (!m_statement) return;
    sqlite3_reset(m_statement);
    sqlite3_clear_bindings(m_statement);
}

Execution::Execution(Execution&& other) noexcept
    : m_database(other.m_database), m_statement(std::exchange(other.m_statement, nullptr)) {}

Execution& Execution::bind(int parameter, std::int64_t value) {
    if (const int code = sqlite3_bind_int64(m_statement, parameter, value)) m_database->fail(code);
    return *this;
}

Execution& Execution::bindBytes(int parameter, std::string_view bytes) {
    // A null pointer would bind NULL, and an empty key is not NULL.
    const void* data = bytes.data() ? bytes.data() : "";
    if (const int code = sqlite3_bind_blob64(m_statement, parameter, data, bytes.size(), SQLITE_STATIC))
        m_database->fail(code);
    return *this;
}

Execution& Execution::bindText(int parameter, std::string_view utf8) {
    const char* data = utf8.data() ? utf8.data() : "";
    if (const int code =
            sqlite3_bind_text64(m_statement, parameter, data, utf8.size(), SQLITE_STATIC, SQLITE_UTF8))
        m_database->fail(code);
    return *this;
}

Execution& Execution::bindNull(int parameter) {
    if (const int code = sqlite3_bind_null(m_statement, parameter)) m_database->fail(code);
    return *this;
}

bool Execution::step() {
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    m_database->fail(code);
}

void Execution::run() {
    while (step()) {
    }
}

std::int64_t Execution::integer(int column) const {
    return sqlite3_column_int64(m_statement, column);
}

std::string_view Execution::bytes(int column) const {
    const void* data = sqlite3_column_blob(m_statement, column);
    return {static_cast<const char*>(data),
            data ? static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)) : 0};
}

std::string_view Execution::text(int column) const {
    const auto* data = sqlite3_column_text(m_statement, column);
    return {reinterpret_cast<const char*>(data),
            data ? static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)) : 0};
}

bool Execution::isNull(int column) const {
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

Database::Database(std::string path, Access access) : m_path(std::move(path)) {
    // SQLite's count of its memory takes a lock of the whole process at every allocation, and nobody asks.
    static const int uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    static_cast<void>(uncounted);  // refused when another library has opened a file before
    // The path goes into a URI only for immutable; elsewhere a '?' in a file name must stay a '?'.
    std::string name = m_path;
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    switch (access) {
        case Access::Create:
            flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
            break;
        case Access::ReadWrite:
            flags |= SQLITE_OPEN_READWRITE;
            break;
        case Access::ReadOnly:
            flags |= SQLITE_OPEN_READONLY;
            break;
        case Access::Immutable: {
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
            name = "file:";
            for (const char c : m_path) {
                if (c == '%' || c == '?' || c == '#') {
                    constexpr char kHex[] = "0123456789ABCDEF";
                    name += '%';
                    name += kHex[static_cast<unsigned char>(c) >> 4];
                    name += kHex[static_cast<unsigned char>(c) & 15];
                } else {
                    name += c;
                }
            }
            name += "?immutable=1";
            break;
        }
    }
    const int code = sqlite3_open_v2(name.c_str(), &m_handle, flags, nullptr);
    if (code != SQLITE_OK) {
        const Error error = errorOf(code, m_handle ? sqlite3_errmsg(m_handle) : sqlite3_errstr(code), m_path);
        sqlite3_close_v2(m_handle);
        throw StorageError(error);
    }
    sqlite3_busy_timeout(m_handle, 5000);
    // A file may come from anyone: its schema must not run functions, and damaged cells must be noticed.
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    try {
        execute("PRAGMA cell_size_check = ON; PRAGMA secure_delete = OFF; PRAGMA temp_store = MEMORY;");
    } catch (...) {
        sqlite3_close_v2(m_handle);
        throw;
    }
}

Database::~Database() {
    for (const auto& [sql, statement] : m_statements)
        sqlite3_finalize(statement);
    sqlite3_close_v2(m_handle);
}

void Database::execute(const std::string& sql) {
    if (const int code = sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr)) fail(code);
}

Execution Database::prepare(const std::string& sql) {
    auto found = m_statements.find(sql);
    if (found == m_statements.end()) {
        sqlite3_stmt* statement = nullptr;
        const int code = sqlite3_prepare_v3(m_handle, sql.c_str(), static_cast<int>(sql.size()),
                                            SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
        if (code != SQLITE_OK) fail(code);
        found = m_statements.emplace(sql, statement).first;
    }
    assert(!sqlite3_stmt_busy(found->second));
    return Execution(*this, found->second);
}

void Database::releaseStatements() {
    for (const auto& [sql, statement] : m_statements)
        sqlite3_finalize(statement);
    m_statements.clear();
}

void Database::onCommit(std::function<void(int)> told) {
    m_committed = std::move(told);
    sqlite3_wal_hook(
        m_handle,
        [](void* self, sqlite3*, const char*, int pages) {
            try {
                static_cast<Database*>(self)->m_committed(pages);
            } catch (const StorageError&) {
                // What is committed is committed; what came after it will be tried again.
            }
            return SQLITE_OK;
        },
        this);
}

int Database::mergeLog() {
    int pages = 0;
    const int code = sqlite3_wal_checkpoint_v2(m_handle, nullptr, SQLITE_CHECKPOINT_PASSIVE, &pages, nullptr);
    if (code != SQLITE_OK) fail(code);
    return pages;
}

void Database::removeFiles(const std::string& path) {
    for (const char* part : {"", "-journal", "-wal", "-shm"})
        ::unlink((path + part).c_str());
}

void Database::copyTo(const std::string& path) {
    constexpr int kPagesAtOnce = 1024;
    try {
        Database copy(path, Access::Create);
        // Half a copy is removed, so it needs no journal; the copy is worth nothing until it is on disk.
        copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL;");
        sqlite3_backup* const backup = sqlite3_backup_init(copy.m_handle, "main", m_handle, "main");
        if (!backup) copy.fail(sqlite3_errcode(copy.m_handle));
        int code = SQLITE_OK;
        while (code == SQLITE_OK)
            code = sqlite3_backup_step(backup, kPagesAtOnce);
        const int finished = sqlite3_backup_finish(backup);
        if (code != SQLITE_DONE) copy.fail(code);
        if (finished != SQLITE_OK) copy.fail(finished);
    } catch (const StorageError&) {
        removeFiles(path);
        throw;
    }
}

std::int64_t Database::lastInsertId() const {
    return sqlite3_last_insert_rowid(m_handle);
}

std::int64_t Database::allChanges() const {
    return sqlite3_total_changes64(m_handle);
}

bool Database::isInTransaction() const {
    return sqlite3_get_autocommit(m_handle) == 0;
}

std::int64_t Database::changes() const {
    return sqlite3_changes64(m_handle);
}

std::int64_t Database::integer(const std::string& sql) {
    Execution query = prepare(sql);
    return query.step() ? query.integer(0) : 0;
}

void Database::fail(int code) const {
    throw StorageError(errorOf(code, sqlite3_errmsg(m_handle), m_path));
}

Database::StopScope::StopScope(Database& database, std::stop_token stop)
    : m_database(database), m_stop(std::move(stop)) {
    if (!m_stop.stop_possible()) return;
    // Every 10,000 steps of SQLite's machine: well under a millisecond.
    sqlite3_progress_handler(
        m_database.m_handle, 10'000,
        [](void* token) { return static_cast<std::stop_token*>(token)->stop_requested() ? 1 : 0; }, &m_stop);
}

Database::StopScope::~StopScope() {
    sqlite3_progress_handler(m_database.m_handle, 0, nullptr, nullptr);
}

Transaction::Transaction(Database& database, Kind kind)
    : m_database(database), m_kind(kind), m_isInner(database.isInTransaction()) {
    if (!m_isInner) {
        m_database.m_mustRollBack = false;
        m_database.prepare(kind == Kind::Read ? "BEGIN" : "BEGIN IMMEDIATE").run();
    } else if (kind == Kind::WriteOrFailAll) {
        m_changesBefore = m_database.allChanges();
    } else {
        m_database.prepare("SAVEPOINT part").run();
    }
}

Transaction::~Transaction() {
    if (!m_open) return;
    if (m_isInner && m_kind == Kind::WriteOrFailAll) {
        if (m_database.allChanges() != m_changesBefore) m_database.m_mustRollBack = true;
        return;
    }
    try {
        m_database.prepare(m_isInner ? "ROLLBACK TO part" : "ROLLBACK").run();
        if (m_isInner) m_database.prepare("RELEASE part").run();
    } catch (const StorageError&) {
        // SQLite has rolled back by itself already (disk full, damage): nothing is left to undo.
    }
}

void Transaction::commit() {
    if (!m_isInner) {
        m_database.prepare("COMMIT").run();
    } else if (m_kind != Kind::WriteOrFailAll) {
        m_database.prepare("RELEASE part").run();
    }
    m_open = false;
}

}  // namespace partita
