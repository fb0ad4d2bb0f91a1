#include "engine/recover.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "engine/operation/bulk_load.h"
#include "engine/recover_extras.h"
#include "engine/storage/file_lock.h"
#include "engine/storage/file_probe.h"
#include "engine/storage/salvage.h"
#include "engine/storage/sorted_runs.h"
#include "engine/storage/storage_error.h"
#include "engine/storage/table_file.h"

namespace partita {
namespace {

constexpr std::uint64_t kItemsPerTelling = 2000;
constexpr std::uint64_t kItemsPerBatch = 100'000;
constexpr std::size_t kMostRanges = 1000;

bool exists(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

bool isSameFile(const std::string& a, const std::string& b) {
    struct stat one {
    }, other{};
    return ::stat(a.c_str(), &one) == 0 && ::stat(b.c_str(), &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

Error thereAlready(const std::string& path) {
    return Error::file(ErrorCode::InputOutput,
                       "There is a file of this name already. Choose another name for the recovered file.",
                       path);
}

/// The new file under a name of its own until it is whole: what a kill leaves is never taken for it.
class NewFile final {
  public:
    NewFile(std::string target, bool replaces)
        : m_target(std::move(target)), m_replaces(replaces), m_path(m_target + ".unfinished") {
        if (!m_replaces && (exists(m_target) || exists(m_target + "-wal")))
            throw StorageError(thereAlready(m_target));
        struct stat status {};
        if (::stat(m_target.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
            throw StorageError(Error::file(ErrorCode::InputOutput,
                                           "This is a folder or a device, not a file. Choose another name.",
                                           m_target));
        if (m_replaces && exists(m_target)) m_lock = locked(m_target);
        locked(m_path).reset();  // another recovery may be at it
        Database::removeFiles(m_path);
        m_isOurs = true;
    }
    ~NewFile() {
        if (m_isOurs) Database::removeFiles(m_path);
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    const std::string& path() const { return m_path; }

    /// Once it is closed.
    void finish() {
        struct stat log {};
        const int file = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC);
        const bool isMerged = ::stat((m_path + "-wal").c_str(), &log) != 0 || log.st_size == 0;
        const bool isOnDisk = file >= 0 && ::fsync(file) == 0;
        if (file >= 0) ::close(file);
        if (!isMerged || !isOnDisk)
            throw StorageError(Error::file(ErrorCode::DiskFull,
                                           "The recovered file could not be written to the end. Free some "
                                           "space and try again.",
                                           m_target));
        if (m_replaces) {
            // What belonged to the file that goes must not be taken for the new one's.
            for (const char* part : {"-journal", "-wal", "-shm"})
                ::unlink((m_target + part).c_str());
            if (::rename(m_path.c_str(), m_target.c_str()) == 0) return;
        } else {
            // A link never replaces what is there. Some file systems know no links; there a look must do.
            if (::link(m_path.c_str(), m_target.c_str()) == 0) return;
            if (errno == EEXIST || exists(m_target)) throw StorageError(thereAlready(m_target));
            if (::rename(m_path.c_str(), m_target.c_str()) == 0) return;
        }
        throw StorageError(Error::file(
            ErrorCode::InputOutput,
            std::string("The recovered file could not be given its name (") + std::strerror(errno) + ").",
            m_target));
    }

  private:
    static std::unique_ptr<FileLock> locked(const std::string& path) {
        auto lock = FileLock::acquire(path);
        if (!lock) throw StorageError(lock.error());
        return std::move(lock).value();
    }

    std::string m_target;
    bool m_replaces;
    std::string m_path;
    bool m_isOurs = false;
    std::unique_ptr<FileLock> m_lock;
};

void appendNumber(std::string& out, std::uint64_t value, int bytes) {
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        out += static_cast<char>(value >> shift & 0xff);
}

std::uint64_t numberAt(std::string_view bytes, std::size_t at, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

class Recovery final {
  public:
    Recovery(Salvage& salvage, TableFile& file, const RecoverOptions& options, const ProgressSink& progress,
             std::stop_token stop)
        : m_salvage(salvage),
          m_file(file),
          m_options(options),
          m_progress(progress),
          m_stop(std::move(stop)) {}

    RecoveredTable recover(const SalvagedTable& table) {
        RecoveredTable recovered;
        recovered.name = table.definition.name;
        recovered.stated = table.stated;
        recovered.losses = table.losses;
        SortedRuns runs(m_file.path(), m_options.memoryBytes);
        const auto gather = [&](Salvage::From from) {
            return m_salvage.forEachItem(table, from, [&](const SalvagedItem& item) {
                add(runs, item, from);
                tell(Progress::Phase::Reading, m_salvage.file().bytes(), m_salvage.file().bytes(),
                     runs.records());
            });
        };
        // In the order of trust: of one key the first that was added is taken.
        const Salvage::Read tree = gather(Salvage::From::Tree);
        recovered.unreadable = tree.unreadable;
        recovered.doubtful = tree.doubtful;
        recovered.isTorn = m_salvage.isTorn(table);
        if (recovered.isTorn || tree.unreadable > 0 || tree.items != table.stated) {
            const Salvage::Read strays = gather(Salvage::From::Strays);
            recovered.unreadable += strays.unreadable;
            recovered.doubtful += strays.doubtful;
            gather(Salvage::From::Indexes);
        }
        write(runs, recovered);
        return recovered;
    }

  private:
    void add(SortedRuns& runs, const SalvagedItem& item, Salvage::From from) {
        m_key.clear();
        appendNumber(m_key, item.hash, 8);
        appendNumber(m_key, item.key.partition.size(), 2);
        m_key += item.key.partition;
        m_key += item.key.sort;
        m_payload.clear();
        m_payload += static_cast<char>(from);
        appendNumber(m_payload, item.size, 8);
        m_payload += item.bytes;
        if (auto added = runs.add(m_key, m_payload); !added) throw StorageError(added.error());
    }

    void write(SortedRuns& runs, RecoveredTable& recovered) {
        const std::uint64_t total = runs.records();
        auto sorted = runs.finish();
        if (!sorted) throw StorageError(sorted.error());
        const auto table = m_file.catalogue()->find(recovered.name);
        const TableFile::Writer writer = m_file.writer();
        BulkLoad::Options options;
        options.batchItems = kItemsPerBatch;
        options.mayExist = false;
        BulkLoad load(*writer, *table, options);
        std::string last;
        PreparedItem item;
        for (std::uint64_t done = 0;; ++done) {
            auto more = sorted->next();
            if (!more) throw StorageError(more.error());
            if (!*more) break;
            tell(Progress::Phase::Writing, done, total, done);
            const std::string_view key = sorted->key();
            if (done > 0 && key == last) continue;
            last = key;
            const std::string_view payload = sorted->payload();
            const std::size_t partition = numberAt(key, 8, 2);
            item.hash = numberAt(key, 0, 8);
            item.key.partition = key.substr(10, partition);
            item.key.sort = key.substr(10 + partition);
            item.size = numberAt(payload, 1, 8);
            item.bytes = payload.substr(9);
            if (auto added = load.add(item); !added) throw StorageError(added.error());
            ++recovered.items;
            const auto from = static_cast<Salvage::From>(payload.front());
            if (from == Salvage::From::Indexes) ++recovered.fromIndexes;
            if (from == Salvage::From::Strays) ++recovered.fromStrays;
            if (load.isFull()) load.commit();
        }
        load.commit();
        m_items += recovered.items;
    }

    void tell(Progress::Phase phase, std::uint64_t done, std::uint64_t total, std::uint64_t items) {
        if (++m_told % kItemsPerTelling != 0) return;
        if (m_stop.stop_requested()) throw StorageError(Error::cancelled());
        if (m_progress) m_progress({phase, done, total, m_items + items});
    }

    Salvage& m_salvage;
    TableFile& m_file;
    const RecoverOptions& m_options;
    const ProgressSink& m_progress;
    std::stop_token m_stop;
    std::string m_key, m_payload;
    std::uint64_t m_items = 0;
    std::uint64_t m_told = 0;
};

void addLostPages(const Salvage& salvage, RecoveryReport& report) {
    const PageFile& file = salvage.file();
    report.pages = file.pages();
    report.pageSize = file.pageSize();
    // A header that tells of more pages than a hundred times those that are there tells nothing.
    report.statedPages = std::min<std::uint64_t>(file.statedPages(), report.pages * 100 + 100);
    const auto add = [&](std::uint64_t first, std::uint64_t last) {
        report.lostPages += last - first + 1;
        if (!report.lostRanges.empty() && report.lostRanges.back().second + 1 == first) {
            report.lostRanges.back().second = last;
        } else if (report.lostRanges.size() < kMostRanges) {
            report.lostRanges.emplace_back(first, last);
        }
    };
    for (const std::uint32_t page : salvage.forest().lost())
        if (page <= report.pages) add(page, page);
    if (report.statedPages > report.pages) add(report.pages + 1, report.statedPages);
}

Result<RecoveryReport> recover(const std::string& source, const std::string& target,
                               const RecoverOptions& options, const ProgressSink& progress,
                               const std::stop_token& stop, const Clock& clock) {
    const auto probe = probeTableFile(source);
    struct stat status {};
    if (!probe) {
        const ErrorCode code = probe.error().code;
        const bool isFile = ::stat(source.c_str(), &status) == 0 && S_ISREG(status.st_mode);
        if (!isFile || (code != ErrorCode::DamagedFile && code != ErrorCode::ForeignFile))
            return probe.error();
    }
    if (isSameFile(source, target))
        return Error::file(
            ErrorCode::InputOutput,
            "The damaged file is never changed, so it can't be the new one too. Choose another "
            "name.",
            target);
    // While another writes, pages of before and after would be mixed. A folder that can't be written to has
    // no writer.
    const auto lock = FileLock::acquire(source);
    if (!lock && lock.error().code == ErrorCode::HeldByAnother) return lock.error();

    NewFile made(target, options.replace);
    std::unique_ptr<Salvage> salvage;
    try {
        salvage = std::make_unique<Salvage>(source, progress, stop);
    } catch (const StorageError& fault) {
        // What opening says of such a file is more exact.
        if (!probe && fault.error().code == ErrorCode::ForeignFile) return probe.error();
        throw;
    }

    std::vector<TableDefinition> definitions;
    for (const SalvagedTable& table : salvage->tables())
        definitions.push_back(table.definition);
    RecoveryReport report;
    report.losses = salvage->losses();
    report.notes = salvage->leftOut();
    {
        const auto file = TableFile::create(made.path(), definitions, clock);
        Recovery recovery(*salvage, *file, options, progress, stop);
        for (const SalvagedTable& table : salvage->tables())
            report.tables.push_back(recovery.recover(table));
        recoverExtras(*salvage, *file, clock, report);
    }
    addLostPages(*salvage, report);
    if (!salvage->forest().knowsFree() && !report.isWhole())
        report.notes.emplace_back(
            "Which pages were free could not be read: items that had been deleted may be among those that "
            "stood on pages that nothing led to any more.");
    if (salvage->file().hasLog())
        report.notes.emplace_back(
            "The changes in the \"-wal\" file beside it were taken along, as far as they were committed.");
    if (stop.stop_requested()) return Error::cancelled();
    made.finish();
    return report;
}

}  // namespace

bool RecoveredTable::isWhole() const {
    const bool isAllThere = stated ? items == *stated : !isTorn && unreadable == 0;
    return isAllThere && doubtful == 0 && losses.empty();
}

bool RecoveryReport::isWhole() const {
    return losses.empty() && std::all_of(tables.begin(), tables.end(),
                                         [](const RecoveredTable& table) { return table.isWhole(); });
}

std::uint64_t RecoveryReport::items() const {
    std::uint64_t sum = 0;
    for (const RecoveredTable& table : tables)
        sum += table.items;
    return sum;
}

Result<RecoveryReport> recoverFile(const std::string& source, const std::string& target,
                                   const RecoverOptions& options, const ProgressSink& progress,
                                   std::stop_token stop, const Clock& clock) {
    try {
        return recover(source, target, options, progress, stop, clock);
    } catch (const StorageError& fault) {
        return fault.error();
    } catch (const std::bad_alloc&) {
        return Error::internal("There is not enough memory.");
    }
}

}  // namespace partita
