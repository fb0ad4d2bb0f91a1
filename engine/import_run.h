// One import from beginning to end: reads and checks every record, sorts by key, writes in key order.
// Inserting in key order is what makes it fast. One use, one thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/engine_state.h"
#include "engine/import_log.h"
#include "engine/import_reader.h"
#include "engine/import_record.h"
#include "engine/progress.h"
#include "engine/storage/sorted_runs.h"

namespace partita {

class Engine::State::Import final {
  public:
    /// All must outlive it.
    Import(State& state, SourceReader& source, const ImportOptions& options, const ProgressSink& progress,
           std::stop_token stop);

    /// Fails only when nothing was done; else the report says what went wrong.
    Result<ImportReport> run(std::string sourceName);
    /// That records went to.
    std::vector<std::string> tables() const;
    /// Made for this import, also where run() failed.
    const std::vector<std::string>& tablesCreated() const { return m_log.report.tablesCreated; }

  private:
    struct Target {
        std::string name;
        std::shared_ptr<const StoredTable> table;
        AttributeOrder order;  // as this source has it
        bool mayExist = true;  // whether the table has items that the import did not bring
        bool isBegun = false;  // whether some of it is written
    };

    Result<void> createTables();
    void keepSource(const std::string& table, const SourceTable& source);
    /// Which of m_targets; nothing: the items are left out.
    std::optional<std::size_t> targetOf(std::uint32_t sourceTable);
    std::optional<std::string> tableNameOf(std::uint32_t sourceTable);

    bool read();
    bool take(ImportRecord& record);
    /// Whether OnExisting::Stop stops here.
    bool isInTheWay(const Target& target, const ImportRecord& record);
    void write(MergedRuns& sorted);
    /// The record at hand, and the one after it.
    struct Sorted {
        SortedRecord winner;
        SortedRecord next;
        bool hasNext = false;
        bool hasWinner = false;  // that was not written yet
    };
    /// The next record of a key, the others of it counted as duplicates.
    Result<bool> nextWinner(MergedRuns& sorted);
    /// As many as one transaction takes; false at the end.
    Result<bool> writeBatch(MergedRuns& sorted);
    void writeOne(BulkLoad& load);
    bool fail(const Error& error);
    void tell(Progress::Phase phase, std::uint64_t done, std::uint64_t total, std::uint64_t items) const;
    ImportProblem problem(ImportProblem::Kind kind, const Target* target, std::uint32_t file,
                          std::uint64_t line, std::string reason) const;

    State& m_state;
    SourceReader& m_source;
    const ImportOptions& m_options;
    const ProgressSink& m_progress;
    std::stop_token m_stop;
    ImportLog m_log;
    SortedRuns m_runs;
    std::vector<Target> m_targets;
    std::vector<std::optional<std::size_t>> m_targetOf;  // by table of the source
    bool m_wentToOnlyTable = false;                      // though the source calls its table otherwise
    Sorted m_sorted;
    std::int64_t m_changesBefore = 0;  // of the writer, when it was last given back
    std::uint64_t m_written = 0;       // records, for progress
    std::uint64_t m_tellAt = 0;
    std::uint64_t m_toWrite = 0;
};

}  // namespace partita
