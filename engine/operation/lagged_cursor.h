// Rows of an index as it stood a while ago: those of the file, but where it does not show the newest change
// yet, what it shows instead. Used like a RowCursor; one use, one thread.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/operation/index_lag.h"
#include "engine/storage/row_reader.h"

namespace partita {

class LaggedCursor final {
  public:
    /// `shown` stands where the cursor reads, and in the order of reading.
    LaggedCursor(RowCursor rows, IndexLag::Shown shown, bool forward)
        : m_rows(std::move(rows)), m_shown(std::move(shown)), m_forward(forward) {}

    /// Null at the end. Valid until the cursor moves.
    const Row* next();

  private:
    RowCursor m_rows;
    IndexLag::Shown m_shown;
    bool m_forward;
    const Row* m_ahead = nullptr;  // read, not given yet
    bool m_ended = false;          // of the rows in the file
    std::size_t m_next = 0;        // in m_shown
    Row m_row;
};

/// Only what lies in the range of a Query, after the row that it begins after, in the order of reading.
IndexLag::Shown inRange(IndexLag::Shown shown, const RangeRequest& request);
/// Only what lies in a Scan's hashes, after the row that it begins after.
IndexLag::Shown inHashes(IndexLag::Shown shown, std::uint64_t first, std::uint64_t last,
                         const std::optional<RowKey>& after);

}  // namespace partita
