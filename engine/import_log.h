// The report of one import as it grows: counts and problems in memory, and all of it in the table file, with
// the refused records and the replaced items, so that a kill leaves the report of what was committed. One
// thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/import.h"
#include "engine/operation/bulk_load.h"
#include "engine/storage/import_store.h"
#include "engine/storage/table_file.h"

namespace partita {

class ImportLog final {
  public:
    /// `file` must outlive the log; null: nothing is kept in a file.
    ImportLog(TableFile* file, const ImportOptions& options) : m_file(file), m_options(options) {}

    ImportReport report;

    /// Makes the report's place in the file. Throws StorageError, as all below does.
    void begin(const SourceReader& source, UtcMillis now);
    void add(ImportProblem problem) { add(std::move(problem), {}, {}); }
    /// `record`: all of a refused record, for that table of the file.
    void add(ImportProblem problem, std::optional<std::string> record, const std::string& table);
    /// Of an item of that table, within the writer's transaction.
    void addReplaced(Database& writer, std::int64_t table, std::string_view old,
                     std::optional<std::string_view> now);
    /// Writes what has gathered. Outside of transactions, and not while holding the writer.
    void flushIfMuch();
    /// The same, and the counts, within the writer's transaction. `written` so far.
    void save(Database& writer, const BulkLoad::Counts& written);
    /// The end of it: nothing is added any more.
    void finish();

  private:
    struct Pending {
        ImportProblem problem;
        std::optional<std::string> record;
    };
    void write(Database& writer);
    StoredImport stored(StoredImport::State state) const;

    TableFile* m_file;
    const ImportOptions& m_options;
    StoredImport m_head;  // what is known from the beginning
    std::vector<Pending> m_pending;
    std::uint64_t m_pendingBytes = 0;
    std::uint64_t m_keptBytes = 0;                            // of records and replaced items
    std::map<ImportProblem::Kind, std::uint64_t> m_problems;  // so far
};

/// Between a report and what the file keeps of it.
std::map<std::string, std::uint64_t> countsOf(const ImportReport& report);
ImportReport reportOf(const StoredImport& import);
ImportProblem problemOf(const StoredImportProblem& stored);

}  // namespace partita
