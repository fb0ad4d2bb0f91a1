// Bringing items and tables into a table file: what may be chosen, what is shown before, and the report
// after. The work is Engine::previewImport(), Engine::importItems() and beside.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/json.h"
#include "engine/interchange/read/source_format.h"
#include "engine/interchange/read/source_reader.h"
#include "engine/interchange/read/source_table.h"
#include "engine/value/item.h"

namespace partita {

/// What happens to an item of a key that is there already with other attributes.
enum class OnExisting {
    Replace,
    Keep,   // the one that is there stays
    Merge,  // attributes of the source are put over those that are there; others stay
    Stop,   // nothing at all is imported
};

/// Where the items of one table of the source go.
struct ImportTarget {
    std::string sourceTable;                // SourceTable::name
    std::string table;                      // of the file; empty: these items are left out
    std::optional<TableDefinition> create;  // the table is made first, unless it is there
};

struct ImportOptions {
    /// Where everything goes that `targets` say nothing of. Empty: a table of the source goes into that of
    /// the same name, or, if source and file have one each, into that one.
    std::string table;
    std::vector<ImportTarget> targets = {};
    SourceOptions source = {};
    OnExisting onExisting = OnExisting::Replace;
    /// Kept in the file with the report, so that they can be put back: the items that were replaced, merged
    /// or deleted, up to so many bytes; past that the report says that they are not.
    std::uint64_t keptBytes = 256 * 1024 * 1024;
    bool keepReport = true;
    std::size_t memoryBytes = 192 * 1024 * 1024;  // of sorted runs held before they go to disk
    std::uint64_t batchItems = 200'000;           // of one transaction
};

struct ImportProblem {
    // On disk: do not renumber.
    enum class Kind {
        Refused,    // not taken: no item, or one that the table refuses
        Duplicate,  // another record of the same key took its place
        Repaired,   // taken otherwise than it stands
        Kept,       // the item that was there stayed (OnExisting::Keep)
        Note,       // of the source: SourceNote
    };
    Kind kind = Kind::Refused;
    std::uint64_t line = 0;       // of the record, from 1; 0: of none
    std::uint64_t otherLine = 0;  // Duplicate: of the record that took its place
    std::string reason;
    std::string excerpt;  // the first 200 bytes of the record
    std::string file;     // of several files, which
    std::string table;    // of several tables, which
};

/// read = inserted + replaced + merged + unchanged + kept + deleted + absent + duplicate + refused + leftOut,
/// once the import is complete.
struct ImportReport {
    std::uint64_t read = 0;
    std::uint64_t inserted = 0;
    std::uint64_t replaced = 0;
    std::uint64_t merged = 0;
    std::uint64_t unchanged = 0;
    std::uint64_t kept = 0;       // see OnExisting::Keep
    std::uint64_t deleted = 0;    // the source says so
    std::uint64_t absent = 0;     // the source says delete, and there was nothing
    std::uint64_t duplicate = 0;  // the same key again in the source: the last one won
    std::uint64_t refused = 0;
    std::uint64_t leftOut = 0;           // of tables that were not wanted
    std::uint64_t repaired = 0;          // of those above
    std::uint64_t numbersRewritten = 0;  // numbers now in the service's canonical text
    std::uint64_t dynamoDbForm = 0;      // records of each form
    std::uint64_t plainForm = 0;
    std::uint64_t bytesRead = 0;
    double seconds = 0;
    bool cancelled = false;        // what was committed before stays and is counted
    std::optional<Error> failure;  // the import ended early: disk full, source cut off; the same holds
    std::vector<std::string> tablesCreated;
    std::vector<ImportProblem> problems;  // the first 1,000 of each kind, in the order of their lines
    std::string source;                   // SourceLocation::name()
    SourceDetection detection;
    /// In the file: Engine::imports(). 0: not kept.
    std::int64_t id = 0;
    std::int64_t begunMillis = 0;  // UTC
    bool brokenOff = false;        // the program was ended while it ran; what is counted is in the file
    std::uint64_t restorable = 0;  // earlier items that are kept and can be put back
    std::uint64_t retryable = 0;   // refused records whose text is kept
};

/// What the import of a source would do, by its first records.
struct ImportPreview {
    SourceDetection detection;
    struct Table {
        SourceTable source;
        /// The schema it would be made with: the source's, or a guess from the items. Nothing: no guess fits.
        std::optional<TableDefinition> schema;
        bool isGuess = false;
        std::string
            target;  // the table of the file that fits: of the same name and keys, or of the same keys
        std::vector<Item> items;   // the first, at most kPreviewItems
        std::uint64_t looked = 0;  // records of this table that were read
        std::uint64_t refused = 0;
        std::uint64_t fresh = 0;  // of those read: not in the target yet, as far as there is one
        std::uint64_t replaced = 0;
        std::uint64_t unchanged = 0;
        std::uint64_t deleted = 0;
        std::uint64_t duplicate = 0;  // the same key comes again further on: the last one counts
    };
    std::vector<Table> tables;
    bool isWhole = false;                 // all of the source was read: the counts are exact
    std::vector<ImportProblem> problems;  // of the records read
    std::vector<SourceNote> notes;
};
inline constexpr std::size_t kPreviewItems = 200;
inline constexpr std::size_t kPreviewRecords = 5000;

/// See Engine::refusedRecords().
struct RefusedRecords {
    SourceFormat format = SourceFormat::Items;
    std::string text;
    std::uint64_t records = 0;
    bool isWhole = true;  // false: there are more than fit
};

/// See Engine::restoreReplaced().
struct RestoreReport {
    std::uint64_t restored = 0;
    std::uint64_t changedSince = 0;  // left as they are; what was kept of a table goes with the table
    bool cancelled = false;
};

}  // namespace partita
