// Sorts more records than memory holds: sorts as many as it does hold, writes such a run to a temporary file,
// and merges the runs at the end. Keys are compared as unsigned bytes; records of one key keep the order in
// which they were added. The temporary file has no name from the start (or loses it at once), so that nothing
// is left behind whatever happens. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

/// The records in order. One thread at a time.
class MergedRuns final {
  public:
    MergedRuns(MergedRuns&&) noexcept;
    MergedRuns& operator=(MergedRuns&&) noexcept;
    ~MergedRuns();

    /// Moves to the next record (the first, at first); false after the last. Fails with InputOutput when the
    /// temporary file cannot be read; then the rest is lost.
    Result<bool> next();
    /// Of the record moved to; valid until the next call of next().
    std::string_view key() const;
    std::string_view payload() const;

  private:
    friend class SortedRuns;
    struct State;
    explicit MergedRuns(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

class SortedRuns final {
  public:
    /// Holds up to about `memoryBytes` before a run is written. The temporary file lies beside `besideFile`,
    /// usually the table file that the records go to.
    SortedRuns(std::string besideFile, std::size_t memoryBytes);
    ~SortedRuns();
    SortedRuns(const SortedRuns&) = delete;
    SortedRuns& operator=(const SortedRuns&) = delete;

    /// Copies both; together at most 4 GiB. Fails with DiskFull (which tells how much is missing; checked
    /// before a run is written) or InputOutput; then the sorter is of no further use.
    Result<void> add(std::string_view key, std::string_view payload);

    std::uint64_t records() const;
    std::size_t runsOnDisk() const;

    /// Once, after the last add(). Fails as add() does.
    Result<MergedRuns> finish();

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
