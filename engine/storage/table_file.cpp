#include "engine/storage/table_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "engine/storage/file_probe.h"
#include "engine/storage/storage_error.h"

namespace partita {
namespace {

// 16 KiB pages: measured a third faster than 4 KiB on Queries of 50 items.
constexpr const char* kCreatePragmas =
    "PRAGMA page_size = 16384; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8';";
// Going to WAL mode and back changes some bytes of the header, in one sector of the disk, and so needs no
// journal beside the file; after a kill such a journal would lie there, and a reader could not roll it back.
// NORMAL: what was acknowledged survives a kill; a power cut may lose the last moments, never integrity.
constexpr const char* kWritePragmas =
    "PRAGMA journal_mode = MEMORY; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size "
    "= -65536;";
constexpr const char* kReadPragmas = "PRAGMA query_only = ON; PRAGMA cache_size = -16384;";
constexpr std::size_t kIdleReaders = 8;

/// Makes an empty file that the same people may read and write as `model`. Its name must be free.
void makeEmptyAs(const std::string& model, const std::string& path) {
    struct stat status {};
    const mode_t mode = ::stat(model.c_str(), &status) == 0 ? status.st_mode & 0777 : 0600;
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor < 0)
        throw StorageError(Error::file(errno == ENOSPC ? ErrorCode::DiskFull : ErrorCode::InputOutput,
                                       std::string("It can't be made (") + std::strerror(errno) + ").",
                                       path));
    static_cast<void>(::fchmod(descriptor, mode));  // whatever the umask takes away; less is no harm
    ::close(descriptor);
}

/// When a fault of one write has undone those that were made together with it.
Error rolledBack(const std::string& path) {
    return Error::file(ErrorCode::InputOutput,
                       "One of the writes failed, so nothing of what was written together was kept.", path);
}

void write(Database& database, const std::vector<std::string>& statements) {
    for (const std::string& statement : statements)
        database.execute(statement);
}

}  // namespace

std::unique_ptr<TableFile> TableFile::create(const std::string& path,
                                             const std::vector<TableDefinition>& tables, const Clock& clock) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0)
        throw StorageError(Error::file(
            ErrorCode::InputOutput,
            "There is a file of this name already. Choose another name, or remove it first.", path));
    for (const TableDefinition& table : tables)
        if (const auto valid = validateDefinition(table); !valid) throw StorageError(valid.error());

    auto lock = FileLock::acquire(path);
    if (!lock) throw StorageError(lock.error());
    try {
        {
            Database database(path, Database::Access::Create);
            database.execute(kCreatePragmas);
            Transaction transaction(database, Transaction::Kind::Write);
            database.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
            database.execute("PRAGMA user_version = " + std::to_string(kFormatVersion));
            write(database, formatStatements(kFormatVersion));
            startCounters(database);
            for (const TableDefinition& table : tables)
                Catalogue::add(database, table, newTableState(table, clock.now()));
            transaction.commit();
        }
        return openForWriting(path, *lock, clock);
    } catch (...) {
        // Half a file is of no use to anybody, and nothing was in it.
        Database::removeFiles(path);
        throw;
    }
}

std::unique_ptr<TableFile> TableFile::openForWriting(const std::string& path, std::unique_ptr<FileLock>& lock,
                                                     const Clock& clock) {
    auto file = std::unique_ptr<TableFile>(new TableFile(path, clock));
    auto database = std::make_unique<Database>(path, Database::Access::ReadWrite);
    file->readCatalogue(*database);
    // A damaged file is refused before it is copied; nothing is changed before there is a copy.
    const bool isOld = file->m_catalogue->format() < kFormatVersion;
    const std::string copy = isOld ? file->keepCopy(*database) : std::string();
    try {
        database->execute(kWritePragmas);
        file->m_writer = std::move(database);
        if (isOld) file->migrate();
    } catch (...) {
        // The file is what it was, so the copy is of no use.
        if (isOld) ::unlink(copy.c_str());
        throw;
    }
    file->m_lock = std::move(lock);
    file->m_merger = std::make_unique<LogMerger>(*file->m_writer);
    file->m_writer->onCommit([self = file.get()](int pages) {
        if (self->m_merger) self->m_merger->logHas(pages);
    });
    return file;
}

std::string TableFile::copyName(const std::string& path, std::int32_t format, int attempt) {
    const std::filesystem::path whole(path);
    std::string ending = whole.extension().string();
    if (ending.empty()) ending = ".partita";
    const std::string stem = (whole.parent_path() / whole.stem()).string();
    return stem + ".format-" + std::to_string(format) + (attempt > 1 ? "-" + std::to_string(attempt) : "") +
           ending;
}

std::string TableFile::keepCopy(Database& database) const {
    constexpr int kMostCopies = 1000;
    const std::int32_t format = m_catalogue->format();
    // Under a name of its own until it is whole: what a kill leaves is never taken for a copy.
    const std::string unfinished = copyName(m_path, format, 1) + ".unfinished";
    ::unlink(unfinished.c_str());
    try {
        makeEmptyAs(m_path, unfinished);
        database.copyTo(unfinished);
    } catch (const StorageError& fault) {
        Error error = fault.error();
        error.where = m_path;
        error.message =
            "The file is of an older format, and the copy that is kept before it is changed can't "
            "be made beside it. It stays as it was, and can be opened for reading. " +
            fault.error().message;
        throw StorageError(std::move(error));
    }
    for (int attempt = 1; attempt <= kMostCopies; ++attempt) {
        const std::string name = copyName(m_path, format, attempt);
        // A link never replaces what is there. Some file systems know no links; there a look must do.
        if (::link(unfinished.c_str(), name.c_str()) == 0) {
            ::unlink(unfinished.c_str());
            return name;
        }
        struct stat status {};
        const bool isFree = errno != EEXIST && ::lstat(name.c_str(), &status) != 0;
        if (isFree && ::rename(unfinished.c_str(), name.c_str()) == 0) return name;
    }
    ::unlink(unfinished.c_str());
    throw StorageError(Error::file(ErrorCode::InputOutput,
                                   "The file is of an older format, and the copy that is kept before it is "
                                   "changed can't be given a name beside it.",
                                   m_path));
}

void TableFile::migrate() {
    // Format 1 does not say when its tables were made; they are not younger than the file's last change.
    struct stat status {};
    const UtcMillis changed =
        ::stat(m_path.c_str(), &status) == 0 ? static_cast<UtcMillis>(status.st_mtime) * 1000 : m_clock.now();
    {
        Transaction transaction(*m_writer, Transaction::Kind::Write);
        if (m_catalogue->format() < 2) migrateFromFormat1(*m_writer, changed);
        migrateFromFormat2(*m_writer);
        transaction.commit();
    }
    readCatalogue(*m_writer);
}

std::unique_ptr<TableFile> TableFile::open(const std::string& path, Mode mode, const Clock& clock) {
    const auto probe = probeTableFile(path);
    if (!probe) throw StorageError(probe.error());

    if (mode == Mode::ReadWrite) {
        if (!probe->writable || !probe->folderWritable)
            throw StorageError(Error::file(
                ErrorCode::ReadOnly,
                probe->writable ? "The folder of the file can't be written to, so the file can only be read."
                                : "The file is write-protected, so it can only be read.",
                path));
        auto lock = FileLock::acquire(path);
        if (!lock) throw StorageError(lock.error());
        return openForWriting(path, *lock, clock);
    }
    if (probe->unmergedLog && !probe->folderWritable)
        throw StorageError(
            Error::file(ErrorCode::ReadOnly,
                        "The file has unmerged changes in the \"-wal\" file beside it, and its folder "
                        "can't be written to. Copy both files to a writable folder and open the copy.",
                        path));
    // With a log beside it, or where another process may write, SQLite needs its shared memory; otherwise
    // nothing at all may be made in the folder.
    auto file = std::unique_ptr<TableFile>(new TableFile(path, clock));
    const bool mayChange = probe->unmergedLog || ::access(FileLock::lockPath(path).c_str(), F_OK) == 0;
    file->m_readAccess = mayChange ? Database::Access::ReadOnly : Database::Access::Immutable;
    auto database = file->connect();
    file->readCatalogue(*database);
    file->m_readers.push_back(std::move(database));
    return file;
}

TableFile::~TableFile() {
    m_readers.clear();
    m_merger.reset();
    if (!m_writer) return;
    try {
        // One file again: it can be copied alone, and opens from a read-only folder.
        m_writer->execute("PRAGMA wal_checkpoint(TRUNCATE)");
        m_writer->execute("PRAGMA journal_mode = MEMORY");
    } catch (const StorageError&) {
        // The log stays beside the file and is merged at the next opening: nothing is lost.
    }
}

std::shared_ptr<const Catalogue> TableFile::catalogue() const {
    const std::lock_guard guard(m_catalogueMutex);
    return m_catalogue;
}

void TableFile::reloadCatalogue(Database& database) {
    auto catalogue = Catalogue::read(database, m_clock);
    const std::lock_guard guard(m_catalogueMutex);
    m_catalogue = std::move(catalogue);
}

void TableFile::readCatalogue(Database& database) {
    try {
        m_catalogue = Catalogue::read(database, m_clock);
        checkSchema(database);
    } catch (const StorageError& fault) {
        // A statement that does not fit the file's tables: the header is ours, what is behind it is not.
        if (fault.error().code != ErrorCode::Internal) throw;
        throw StorageError(Error::file(ErrorCode::DamagedFile,
                                       "The file is damaged: " + fault.error().message + ".", m_path));
    }
}

void TableFile::checkSchema(Database& database) const {
    std::vector<std::string> actual;
    Execution row = database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL");
    while (row.step())
        actual.emplace_back(row.text(0));
    std::vector<std::string> expected = m_catalogue->expectedSchema();
    std::sort(actual.begin(), actual.end());
    std::sort(expected.begin(), expected.end());
    if (actual != expected)
        throw StorageError(Error::file(ErrorCode::DamagedFile,
                                       "The file is damaged: its inner tables are not those of a table file "
                                       "(another program may have changed it).",
                                       m_path));
}

std::unique_ptr<Database> TableFile::connect() const {
    auto database = std::make_unique<Database>(m_path, m_readAccess);
    database->execute(kReadPragmas);
    return database;
}

TableFile::Reader TableFile::reader() const {
    std::uint64_t generation = 0;
    {
        const std::lock_guard guard(m_readersMutex);
        generation = m_readerGeneration;
        if (!m_readers.empty()) {
            auto database = std::move(m_readers.back());
            m_readers.pop_back();
            return Reader(*this, std::move(database), generation);
        }
    }
    return Reader(*this, connect(), generation);
}

void TableFile::forgetStatements(Database& writer) {
    writer.releaseStatements();
    std::vector<std::unique_ptr<Database>> old;
    const std::lock_guard guard(m_readersMutex);
    ++m_readerGeneration;
    old.swap(m_readers);
}

TableFile::Reader::~Reader() {
    const std::lock_guard guard(m_file.m_readersMutex);
    if (m_generation == m_file.m_readerGeneration && m_file.m_readers.size() < kIdleReaders)
        m_file.m_readers.push_back(std::move(m_database));
}

std::unique_lock<std::mutex> TableFile::lockWriter(bool waits) {
    if (!m_writer)
        throw StorageError(Error::file(
            ErrorCode::ReadOnly, "The file is open for reading only, so nothing can be changed.", m_path));
    std::unique_lock lock(m_writerMutex, std::defer_lock);
    if (waits) {
        lock.lock();
        if (m_merger && m_merger->isFull()) m_merger->makeRoom();
    } else if (lock.try_lock() && m_merger && m_merger->isFull()) {
        lock.unlock();
    }
    return lock;
}

TableFile::Writer TableFile::writer() {
    if (m_groupThread.load(std::memory_order_relaxed) != std::this_thread::get_id()) {
        auto lock = lockWriter(true);
        return Writer(std::move(lock), *m_writer);
    }
    if (!m_writer->isInTransaction() || m_writer->mustRollBack()) throw StorageError(rolledBack(m_path));
    return Writer({}, *m_writer);
}

std::unique_ptr<TableFile::Group> TableFile::group(bool waits) {
    auto lock = lockWriter(waits);
    return lock ? std::make_unique<Group>(*this, std::move(lock)) : nullptr;
}

TableFile::Group::Group(TableFile& file, std::unique_lock<std::mutex> lock)
    : m_file(file), m_lock(std::move(lock)) {
    m_transaction.emplace(*m_file.m_writer, Transaction::Kind::Write);
    m_file.m_groupThread = std::this_thread::get_id();
}

TableFile::Group::~Group() {
    m_file.m_groupThread = std::thread::id();
}

void TableFile::Group::commit() {
    if (!m_file.m_writer->isInTransaction() || m_file.m_writer->mustRollBack())
        throw StorageError(rolledBack(m_file.m_path));
    m_transaction->commit();
}

}  // namespace partita
