// One open table file: its lock, its connections, its catalogue. Opening never changes a file that it cannot
// use. Thread-safe: one writer connection behind a mutex, a pool of reader connections.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"
#include "engine/storage/file_format.h"
#include "engine/storage/file_lock.h"
#include "engine/storage/log_merger.h"

namespace partita {

/// On disk, at byte 68 of an SQLite header. "PrtT".
inline constexpr std::int32_t kApplicationId = 0x50727454;

class TableFile final {
  public:
    enum class Mode { ReadWrite, ReadOnly };

    // Both throw StorageError with the faults that Engine::create() and Engine::open() name. The clock must
    // outlive the file.
    static std::unique_ptr<TableFile> create(const std::string& path,
                                             const std::vector<TableDefinition>& tables,
                                             const Clock& clock = Clock::system());
    /// For writing, a file of an older format becomes one of the present format; before that, a copy of it is
    /// put beside it (see copyName()). When there is no room for either, the file stays as it was.
    static std::unique_ptr<TableFile> open(const std::string& path, Mode mode,
                                           const Clock& clock = Clock::system());
    ~TableFile();
    TableFile(const TableFile&) = delete;
    TableFile& operator=(const TableFile&) = delete;

    /// Where the copy of a file of an older format goes: "notes.partita" to "notes.format-1.partita", or
    /// with a number before the ending when `attempt` is over 1.
    static std::string copyName(const std::string& path, std::int32_t format, int attempt);

    const std::string& path() const { return m_path; }
    bool isReadOnly() const { return m_writer == nullptr; }

    std::shared_ptr<const Catalogue> catalogue() const;
    /// After a committed change of the catalogue, by the one who holds the writer.
    void reloadCatalogue(Database& database);
    /// After inner tables were dropped: no connection keeps statements for what has gone. No execution of the
    /// writer may be alive.
    void forgetStatements(Database& writer);

    /// A connection for reading, given back when it goes out of scope.
    class Reader final {
      public:
        Reader(const TableFile& file, std::unique_ptr<Database> database, std::uint64_t generation)
            : m_file(file), m_database(std::move(database)), m_generation(generation) {}
        ~Reader();
        Reader(const Reader&) = delete;
        Reader& operator=(const Reader&) = delete;
        Database& operator*() const { return *m_database; }
        Database* operator->() const { return m_database.get(); }

      private:
        const TableFile& m_file;
        std::unique_ptr<Database> m_database;
        std::uint64_t m_generation;
    };
    Reader reader() const;

    /// The one connection for writing; waits for its turn. Throws StorageError (ReadOnly) on a file opened
    /// so.
    class Writer final {
      public:
        Writer(std::unique_lock<std::mutex> lock, Database& database)
            : m_lock(std::move(lock)), m_database(database) {}
        Database& operator*() const { return m_database; }

      private:
        std::unique_lock<std::mutex> m_lock;
        Database& m_database;
    };
    Writer writer();

    /// All that one thread writes in one transaction, which ends with it: writer() gives that thread the
    /// writer again and again meanwhile, and its transactions are parts of this one.
    class Group final {
      public:
        Group(TableFile& file, std::unique_lock<std::mutex> lock);
        /// Rolls back unless committed.
        ~Group();
        Group(const Group&) = delete;
        Group& operator=(const Group&) = delete;
        /// Throws StorageError: then nothing of it was made.
        void commit();

      private:
        TableFile& m_file;
        std::unique_lock<std::mutex> m_lock;
        std::optional<Transaction> m_transaction;
    };
    /// Null: it would have to wait, for another writer or for the log, and it does not. Throws StorageError
    /// as writer() does.
    std::unique_ptr<Group> group(bool waits);

  private:
    std::unique_lock<std::mutex> lockWriter(bool waits);
    TableFile(std::string path, const Clock& clock) : m_path(std::move(path)), m_clock(clock) {}
    /// Takes the lock only when it succeeds.
    static std::unique_ptr<TableFile> openForWriting(const std::string& path, std::unique_ptr<FileLock>& lock,
                                                     const Clock& clock);
    /// The writer is open, and the file is of an older format.
    void migrate();
    /// Where the copy is.
    std::string keepCopy(Database& database) const;
    void readCatalogue(Database& database);
    void checkSchema(Database& database) const;
    std::unique_ptr<Database> connect() const;

    std::string m_path;
    const Clock& m_clock;
    std::unique_ptr<FileLock> m_lock;
    Database::Access m_readAccess = Database::Access::ReadOnly;
    std::unique_ptr<Database> m_writer;
    std::mutex m_writerMutex;
    std::atomic<std::thread::id> m_groupThread;  // of nobody while there is no group
    std::unique_ptr<LogMerger> m_merger;
    mutable std::mutex m_readersMutex;
    mutable std::vector<std::unique_ptr<Database>> m_readers;
    std::uint64_t m_readerGeneration = 0;  // readers of an older one are not used again
    mutable std::mutex m_catalogueMutex;
    std::shared_ptr<const Catalogue> m_catalogue;
};

}  // namespace partita
