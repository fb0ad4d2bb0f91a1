// Units of one resource by partition and time: by the second for at least the last hour, by the minute before
// that, and by longer blocks once the minutes would take too much memory. Sums are exact everywhere. What is
// kept by a longer block is read as spread evenly over its seconds (from the first request on), what does not
// divide in its first ones. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/partition/load.h"

namespace partita {

class LoadByteReader;
class LoadByteWriter;

class LoadTimeline final {
  public:
    struct Cell {
        HalfUnits read = 0;
        HalfUnits write = 0;
    };

    explicit LoadTimeline(std::uint32_t partitions);

    std::uint32_t partitions() const { return m_partitions; }
    /// Of the whole recording.
    const Cell& total() const { return m_total; }

    /// Seconds may come in any order. `partition` < partitions().
    void add(std::int64_t second, std::uint32_t partition, HalfUnits read, HalfUnits write);

    /// What each partition took in the range: sums, peaks, means, seconds over the limits.
    std::vector<PartitionLoad> loads(const SecondRange& range) const;
    /// Whether some of the range is kept by longer blocks than seconds.
    bool minutesOnly(const SecondRange& range) const;
    /// One partition by the second. The caller bounds the range's length.
    LoadSeries series(std::uint32_t partition, const SecondRange& range) const;

    void write(LoadByteWriter& out) const;
    /// Nothing when the bytes are not what write() writes.
    static std::optional<LoadTimeline> read(LoadByteReader& in, std::uint32_t partitions);

  private:
    using Cells = std::vector<Cell>;
    using Blocks = std::map<std::int64_t, Cells>;

    void addToLongBlock(std::int64_t minute, std::uint32_t partition, const Cell& cell);
    void fold(std::int64_t beforeMinute);
    void lengthenBlocks();
    std::size_t longBlocksMax() const;
    std::int64_t longBlockSeconds() const { return 60 * m_longBlockMinutes; }
    SecondRange secondsOf(std::int64_t longBlock) const;

    std::uint32_t m_partitions;
    Cell m_total;
    std::int64_t m_first = INT64_MAX;     // the first second that took anything
    Blocks m_seconds;                     // by minute since 1970: 60 × partitions cells, second by second
    Blocks m_long;                        // by block of m_longBlockMinutes since 1970: a cell a partition
    std::int64_t m_longBlockMinutes = 1;  // a power of two
    // The block of m_seconds used last: requests come mostly in order.
    std::int64_t m_currentMinute = 0;
    Cells* m_current = nullptr;
};

}  // namespace partita
