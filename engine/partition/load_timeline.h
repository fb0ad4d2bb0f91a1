// Units of one resource by partition and time: by the second for at least the last hour, by the minute before
// that, and by longer blocks once the minutes would take too much memory. A block keeps, for each partition,
// the exact sum, the busiest second and the number of seconds over each limit; only how it went between
// its seconds is lost. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/limits.h"
#include "engine/partition/busy_seconds.h"
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
    struct Busy {
        BusySeconds read;
        BusySeconds write;
        void add(const Busy& other) {
            read.add(other.read);
            write.add(other.write);
        }
    };
    static constexpr HalfUnits kReadLimit = 2 * limits::kPartitionReadUnits;
    static constexpr HalfUnits kWriteLimit = 2 * limits::kPartitionWriteUnits;
    /// So that a full hour lies behind any second of the newest minute.
    static constexpr std::int64_t kMinutesOfSeconds = 61;
    /// Minutes since 1970, either way, that a time in 64-bit milliseconds can be.
    static constexpr std::int64_t kMinuteMax = INT64_MAX / 60'000 + 1;

    explicit LoadTimeline(std::uint32_t partitions);

    std::uint32_t partitions() const { return m_partitions; }
    /// Of the whole recording.
    const Cell& total() const { return m_total; }

    /// Seconds may come in any order, but see peaksExact(). `partition` < partitions().
    void add(std::int64_t second, std::uint32_t partition, HalfUnits read, HalfUnits write);

    /// False once something came for a minute whose seconds had been given up: peaks and seconds over the
    /// limits are then lower bounds. Sums always stay exact.
    bool peaksExact() const { return m_peaksExact; }

    /// The range, made longer at its ends to the whole of each block that it touches.
    SecondRange wholeBlocks(const SecondRange& range) const;
    /// What each partition took in a range of whole blocks: sums, peaks, means, seconds over the limits.
    std::vector<PartitionLoad> loads(const SecondRange& range) const;
    /// Whether some of the range is kept by longer blocks than seconds.
    bool minutesOnly(const SecondRange& range) const;
    /// One partition by the second; a block reads as spread evenly over its seconds (from the first request
    /// on), what does not divide in its first ones. The caller bounds the range's length.
    LoadSeries series(std::uint32_t partition, const SecondRange& range) const;

    void write(LoadByteWriter& out) const;
    /// Nothing when the bytes are not what write() writes.
    static std::optional<LoadTimeline> read(LoadByteReader& in, std::uint32_t partitions);

  private:
    using Minute = std::vector<Cell>;  // 60 × partitions, second by second
    using Block = std::vector<Busy>;   // one a partition
    using Blocks = std::map<std::int64_t, Block>;

    Block& longBlock(std::int64_t minute);
    void addLate(std::int64_t minute, std::int64_t second, std::uint32_t partition, const Cell& cell);
    void fold(std::int64_t beforeMinute);
    void lengthenBlocks();
    std::size_t longBlocksMax() const;
    std::int64_t longBlockSeconds() const { return 60 * m_longBlockMinutes; }
    SecondRange secondsOf(std::int64_t longBlock) const;

    std::uint32_t m_partitions;
    Cell m_total;
    bool m_peaksExact = true;
    std::int64_t m_first = INT64_MAX;          // the first second that took anything
    std::map<std::int64_t, Minute> m_seconds;  // by minute since 1970
    Blocks m_long;                             // by block of m_longBlockMinutes since 1970
    std::int64_t m_longBlockMinutes = 1;       // a power of two
    // The minute of m_seconds used last: requests come mostly in order.
    std::int64_t m_currentMinute = 0;
    Minute* m_current = nullptr;
};

}  // namespace partita
