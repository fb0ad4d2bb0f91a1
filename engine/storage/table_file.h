// One open table file: its lock, its connections, its catalogue. Opening never changes a file that it cannot
// use. Thread-safe: one writer connection behind a mutex, a pool of reader connections.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"
#include "engine/storage/file_lock.h"

namespace partita {

/// On disk, at bytes 68 and 60 of an SQLite header. "PrtT".
inline constexpr std::int32_t kApplicationId = 0x50727454;
inline constexpr std::int32_t kFormatVersion = 1;

class TableFile final {
  public:
    enum class Mode { ReadWrite, ReadOnly };

    // Both throw StorageError with the faults that Engine::create() and Engine::open() name.
    static std::unique_ptr<TableFile> create(const std::string& path,
                                             const std::vector<TableDefinition>& tables);
    static std::unique_ptr<TableFile> open(const std::string& path, Mode mode);
    ~TableFile();
    TableFile(const TableFile&) = delete;
    TableFile& operator=(const TableFile&) = delete;

    const std::string& path() const { return m_path; }
    bool isReadOnly() const { return m_writer == nullptr; }

    std::shared_ptr<const Catalogue> catalogue() const;
    /// After a committed change of the catalogue.
    void reloadCatalogue(Database& database);

    /// A connection for reading, given back when it goes out of scope.
    class Reader final {
      public:
        Reader(const TableFile& file, std::unique_ptr<Database> database)
            : m_file(file), m_database(std::move(database)) {}
        ~Reader();
        Reader(const Reader&) = delete;
        Reader& operator=(const Reader&) = delete;
        Database& operator*() const { return *m_database; }
        Database* operator->() const { return m_database.get(); }

      private:
        const TableFile& m_file;
        std::unique_ptr<Database> m_database;
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

  private:
    explicit TableFile(std::string path) : m_path(std::move(path)) {}
    /// Takes the lock only when it succeeds.
    static std::unique_ptr<TableFile> openForWriting(const std::string& path,
                                                     std::unique_ptr<FileLock>& lock);
    void readCatalogue(Database& database);
    void checkSchema(Database& database) const;
    std::unique_ptr<Database> connect() const;

    std::string m_path;
    std::unique_ptr<FileLock> m_lock;
    Database::Access m_readAccess = Database::Access::ReadOnly;
    std::unique_ptr<Database> m_writer;
    std::mutex m_writerMutex;
    mutable std::mutex m_readersMutex;
    mutable std::vector<std::unique_ptr<Database>> m_readers;
    mutable std::mutex m_catalogueMutex;
    std::shared_ptr<const Catalogue> m_catalogue;
};

}  // namespace partita
