// What can be read of a damaged table file, into a new one. The damaged file is never changed: its pages are
// read one by one, and a page that can't be read costs what stood on it and no more. Free function; any
// thread.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/clock.h"
#include "engine/progress.h"
#include "engine/result.h"

namespace partita {

struct RecoveredTable {
    std::string name;
    std::uint64_t items = 0;  // in the new file
    std::optional<std::uint64_t>
        stated;                       // how many the damaged file says there were; nothing: that is lost too
    std::uint64_t fromIndexes = 0;    // of `items`: only an index that holds whole items had them
    std::uint64_t fromStrays = 0;     // of `items`: on pages that nothing led to any more
    std::uint64_t doubtful = 0;       // of those: another table of the same keys may have had them
    std::uint64_t unreadable = 0;     // rows that are there, but are no items any more
    bool isTorn = false;              // some of the table's pages could not be read
    std::vector<std::string> losses;  // beside items: indexes, the name, … as sentences

    /// Whether nothing of it is missing or in doubt, as far as the damaged file tells.
    bool isWhole() const;
};

struct RecoveryReport {
    std::uint64_t pages = 0;  // that the file has, and that it should have
    std::uint64_t statedPages = 0;
    std::uint32_t pageSize = 0;
    std::uint64_t lostPages = 0;  // that are missing or can't be read as what they should be
    std::vector<std::pair<std::uint64_t, std::uint64_t>> lostRanges;  // first and last page; 1,000 at most
    std::vector<RecoveredTable> tables;
    std::vector<std::string> losses;  // what else is lost, as sentences
    std::vector<std::string> kept;    // what came over beside items
    std::vector<std::string> notes;   // what did not come over though nothing is wrong with it, and doubts

    bool isWhole() const;
    std::uint64_t items() const;
};

struct RecoverOptions {
    /// A file that is at the target is replaced, when the new one is whole and not before. Otherwise it is an
    /// error that there is one.
    bool replace = false;
    std::size_t memoryBytes = 128 * 1024 * 1024;  // of sorted items held before they go to disk
};

/// Makes a table file at `target` of what can be read of `source`. Its indexes and counts are made anew.
/// Fails with FileMissing, FileEmpty, ForeignFile, NewerVersion, HeldByAnother, DamagedFile (nothing can be
/// recovered), InputOutput, DiskFull or Cancelled; then there is nothing new at `target`.
Result<RecoveryReport> recoverFile(const std::string& source, const std::string& target,
                                   const RecoverOptions& options = {}, const ProgressSink& progress = {},
                                   std::stop_token stop = {}, const Clock& clock = Clock::system());

/// The report in lines of text, without a last newline.
std::string recoveryText(const RecoveryReport& report);

}  // namespace partita
