// The load of a table: what its requests asked of each partition and each key, second by second, and what is
// hot. Plain values. See engine/partition/README.md for what is metered and what bounds the memory. Units are
// half units (1 = 0.5 RCU or WCU) wherever a name says HalfUnits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/clock.h"
#include "engine/request.h"

namespace partita {

/// What has partitions of its own: the table (its LSIs share them), or one GSI. Empty: the table.
using LoadResource = std::string;

/// One metered request on one resource. A request without a key (a Scan) says what it read by partition
/// instead when it is known (`readByPartition`: partition, half units; at least as much as they add up to is
/// counted, even when `read` is less), or is spread over all partitions by their bytes otherwise.
struct LoadEvent {
    UtcMillis time = 0;
    LoadResource resource;
    std::optional<std::string> keyBytes;  // the partition key's bytes
    HalfUnits read = 0;
    HalfUnits write = 0;
    std::vector<std::pair<std::uint32_t, HalfUnits>> readByPartition;
};

/// Where the load of a recording came from. Recordings of different sources are never mixed.
struct RecordingInfo {
    enum class Source { Live, Trace, Generated };
    std::int64_t id = 0;  // in the table file; 0: not saved
    std::string name;     // "live", the trace's file name, "zipf:1.1, seed 7"
    Source source = Source::Live;
    std::string origin;  // the trace's path or the generator's specification, so that it can be run again
    std::uint32_t partitions = 0;
    UtcMillis begin = 0;  // of its first request, and of its last
    UtcMillis end = 0;
    std::uint64_t requests = 0;
    HalfUnits read = 0;
    HalfUnits write = 0;
};

/// [begin, end) in whole seconds since 1970.
struct SecondRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    friend bool operator==(const SecondRange&, const SecondRange&) = default;
};

struct KeyLoad {
    std::string keyBytes;
    std::uint32_t partition = 0;
    std::uint64_t requests =
        0;  // that were counted: beyond 100,000 keys a lower bound when an error stands below
    HalfUnits read = 0;
    HalfUnits write = 0;
    HalfUnits readError = 0;  // 0: exact; otherwise the true figure lies in [value − error, value]
    HalfUnits writeError = 0;
    HalfUnits peakRead = 0;  // of its busiest second, of the whole recording
    HalfUnits peakWrite = 0;
    double readShare = 0;  // of the resource's sum, 0 … 1; 0 when the sum is 0
    double writeShare = 0;
};

struct PartitionLoad {
    std::uint32_t partition = 0;
    HalfUnits peakRead = 0;  // the busiest second of the range
    HalfUnits peakWrite = 0;
    HalfUnits sumRead = 0;
    HalfUnits sumWrite = 0;
    double meanRead = 0;  // whole units a second over the range
    double meanWrite = 0;
    std::int64_t peakReadSecond = 0;  // the first of its kind; 0 when there was no load
    std::int64_t peakWriteSecond = 0;
    std::uint32_t secondsOverRead = 0;  // seconds over the limit in the range
    std::uint32_t secondsOverWrite = 0;
    bool hot() const { return secondsOverRead + secondsOverWrite > 0; }
    std::vector<KeyLoad>
        hottestKeys;  // at most 5, of the whole recording, by the unit that is nearer its limit
};

struct LoadSummary {
    RecordingInfo recording;
    LoadResource resource;
    // What it covers: cut to what was recorded, then made longer to whole blocks where seconds were given up
    // (a minute; more when the recording is very long), so that every figure of it is exact.
    SecondRange range;
    std::uint64_t requests = 0;  // of the resource, whole recording
    HalfUnits sumRead = 0;       // of the range: equals the sum over `partitions`
    HalfUnits sumWrite = 0;
    HalfUnits totalRead = 0;  // of the whole recording
    HalfUnits totalWrite = 0;
    std::vector<PartitionLoad> partitions;
    std::vector<KeyLoad> hottestKeys;  // of the whole recording, by share
    std::uint64_t distinctKeys = 0;    // exact to 100,000; beyond that a lower bound
    bool keysAreExact = true;
    // Of the partitions' peaks, seconds over the limits and hot(): false when a request came for a minute
    // that had already been folded (over an hour late). They are then lower bounds: what is hot is hot, but a
    // hot second may be missing.
    bool peaksAreExact = true;
    // Of the keys' peaks; false when requests came out of order by more than the meter holds back (three
    // seconds), or the keys are not exact: peaks are then lower bounds.
    bool keyPeaksAreExact = true;
    // Part of the range is kept by the minute only. Concerns series() and what is drawn from it, which show a
    // minute's mean there; every figure of a summary is exact nevertheless.
    bool minutesOnly = false;
    /// A key with over 30 % of the reads or of the writes: "skewed", not hot. Index into hottestKeys.
    std::optional<std::size_t> skewedKey;
};

/// Units by second of one partition of one resource, for a spark line or a heat map row. Seconds that were
/// given up show the mean of their minute (LoadSummary::minutesOnly).
struct LoadSeries {
    SecondRange range;
    std::vector<HalfUnits> read;  // one a second
    std::vector<HalfUnits> write;
};

}  // namespace partita
