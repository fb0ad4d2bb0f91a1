// A connection to an SQLite file, its prepared statements, and transactions: each state of SQLite held by an
// object, so that none can be left behind. Failures throw StorageError. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace partita {

class Database;

/// A statement that is being executed: bind, step, read; reset when it goes out of scope.
class Execution final {
  public:
    ~Execution();
    Execution(Execution&& other) noexcept;
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;
    Execution& operator=(Execution&&) = delete;

    /// Parameters count from 1. Bound text and bytes must live until the execution ends.
    Execution& bind(int parameter, std::int64_t value);
    Execution& bindBytes(int parameter, std::string_view bytes);
    Execution& bindText(int parameter, std::string_view utf8);
    Execution& bindNull(int parameter);

    /// True when there is a row.
    bool step();
    /// For statements without rows.
    void run();

    // Columns count from 0. Views live until the next step.
    std::int64_t integer(int column) const;
    std::string_view bytes(int column) const;
    std::string_view text(int column) const;
    bool isNull(int column) const;

  private:
    friend class Database;
    Execution(Database& database, sqlite3_stmt* statement) : m_database(&database), m_statement(statement) {}
    Database* m_database;
    sqlite3_stmt* m_statement;
};

class Database final {
  public:
    enum class Access {
        Create,  // makes the file; fails when it exists
        ReadWrite,
        ReadOnly,
        Immutable,  // read-only, and nobody else writes: no lock, no shared memory, works in a read-only
                    // folder
    };

    Database(std::string path, Access access);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::string& path() const { return m_path; }

    /// Runs statements that return nothing, or whose rows do not matter.
    void execute(const std::string& sql);
    /// Prepares once and keeps the statement for the life of the connection. Two executions of the same text
    /// at the same time are a mistake of ours.
    Execution prepare(const std::string& sql);
    std::int64_t lastInsertId() const;
    /// Between the beginning and the end of a transaction. A full disk may end one early: SQLite rolls back.
    bool isInTransaction() const;
    /// See Transaction::Kind::WriteOrFailAll.
    bool mustRollBack() const { return m_mustRollBack; }
    /// Rows changed since the connection was opened.
    std::int64_t allChanges() const;
    /// Rows changed by the last statement.
    std::int64_t changes() const;
    /// First column of the first row, or nothing.
    std::int64_t integer(const std::string& sql);

    /// Forgets every prepared statement: for when tables have gone that statements were made for. No
    /// execution may be alive.
    void releaseStatements();
    /// Calls `told` after each commit of this connection with the number of pages in the log, and merges
    /// nothing by itself any more.
    void onCommit(std::function<void(int)> told);
    /// Merges as much of the log as nobody is using, without waiting: so many of its pages, from the
    /// beginning.
    int mergeLog();

    /// A file that nobody has open, with what SQLite puts beside it; those that are there.
    static void removeFiles(const std::string& path);
    /// Copies all of the file, with what is still in its log, to a new file of that name, page by page, and
    /// waits until it is on disk. Whatever goes wrong, nothing is left there.
    void copyTo(const std::string& path);

    /// Throws what SQLite last complained about.
    [[noreturn]] void fail(int code) const;

    /// While it lives, a long statement of this connection ends with Cancelled soon after a stop is
    /// requested.
    class StopScope final {
      public:
        StopScope(Database& database, std::stop_token stop);
        ~StopScope();
        StopScope(const StopScope&) = delete;
        StopScope& operator=(const StopScope&) = delete;

      private:
        Database& m_database;
        std::stop_token m_stop;
    };

  private:
    friend class Execution;
    friend class Transaction;
    sqlite3* m_handle = nullptr;
    std::string m_path;
    std::unordered_map<std::string, sqlite3_stmt*> m_statements;
    std::function<void(int)> m_committed;
    bool m_mustRollBack = false;  // see Transaction::Kind::WriteOrFailAll
};

/// Rolls back unless committed. One within another is a part of it: it is committed with it, and rolled back
/// alone.
class Transaction final {
  public:
    enum class Kind {
        Read,
        Write,
        /// As Write, but much cheaper within another: it can't be rolled back alone, so if it has changed
        /// anything and isn't committed, the outer one can't be committed any more.
        WriteOrFailAll,
    };
    Transaction(Database& database, Kind kind);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

  private:
    Database& m_database;
    Kind m_kind;
    bool m_isInner;
    bool m_open = true;
    std::int64_t m_changesBefore = 0;
};

}  // namespace partita
