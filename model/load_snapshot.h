// What the load views draw: the summary of one recording over one range, and the units of every partition
// over time. Immutable once made; shared between threads as shared_ptr<const LoadSnapshot>.
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/limits.h"
#include "engine/partition/load.h"
#include "engine/partition/load_meter.h"
#include "engine/table/table_definition.h"

namespace partita {

enum class LoadUnit { Read, Write };
inline constexpr LoadUnit kLoadUnits[] = {LoadUnit::Read, LoadUnit::Write};
constexpr LoadUnit otherUnit(LoadUnit unit) {
    return unit == LoadUnit::Read ? LoadUnit::Write : LoadUnit::Read;
}

/// What one partition serves a second, in whole units.
constexpr std::uint32_t limitOf(LoadUnit unit) {
    return unit == LoadUnit::Read ? limits::kPartitionReadUnits : limits::kPartitionWriteUnits;
}
constexpr double wholeUnits(HalfUnits halfUnits) {
    return static_cast<double>(halfUnits) / 2.0;
}

/// Which part of a recording is looked at.
struct LoadRange {
    enum class Kind { LastMinute, All, Chosen };
    Kind kind = Kind::LastMinute;
    SecondRange chosen;  // Chosen only
    friend bool operator==(const LoadRange&, const LoadRange&) = default;
};

/// Units a second of every partition, in columns of equal time. A column holds the busiest second in it, so
/// that no peak is lost however long the range is.
struct LoadGrid {
    SecondRange range;  // `columns` times `secondsPerColumn`, at least what was asked for
    std::int64_t secondsPerColumn = 1;
    std::size_t columns = 0;
    std::size_t partitions = 0;
    std::vector<HalfUnits> read;  // partition · columns + column
    std::vector<HalfUnits> write;

    HalfUnits at(LoadUnit unit, std::size_t partition, std::size_t column) const;
    /// Of all partitions and columns.
    HalfUnits peak(LoadUnit unit) const;
};

struct LoadSnapshot {
    std::shared_ptr<const TableDefinition> table;  // may be null: keys are then shown as bytes
    LoadSummary summary;
    LoadGrid grid;
    LoadRange range;
    SecondRange extent;            // of the whole recording
    bool gridIsCut = false;        // the grid shows the end of the range only
    bool hotOutsideRange = false;  // a partition was over a limit in a second that the range leaves out
    /// How many partitions the rule gives; nothing when that is not known.
    std::optional<std::uint32_t> partitionsByRule;

    bool isEmpty() const { return summary.requests == 0; }
    /// The partition with the busiest second; nothing when no unit was used in the range.
    std::optional<std::uint32_t> busiest(LoadUnit unit) const;
    /// Seconds of the range; at least 1.
    std::int64_t seconds() const;
};

HalfUnits peakOf(const PartitionLoad& load, LoadUnit unit);
HalfUnits sumOf(const PartitionLoad& load, LoadUnit unit);
double meanOf(const PartitionLoad& load, LoadUnit unit);  // whole units a second
std::uint32_t secondsOver(const PartitionLoad& load, LoadUnit unit);
std::int64_t peakSecondOf(const PartitionLoad& load, LoadUnit unit);

HalfUnits unitsOf(const KeyLoad& key, LoadUnit unit);
HalfUnits errorOf(const KeyLoad& key, LoadUnit unit);
HalfUnits peakOf(const KeyLoad& key, LoadUnit unit);
double shareOf(const KeyLoad& key, LoadUnit unit);
bool isOverLimit(HalfUnits peak, LoadUnit unit);

/// Reads the meter; may take some milliseconds for a long recording, so it belongs in a job. When `stop` is
/// asked for, the grid is left incomplete.
LoadSnapshot makeLoadSnapshot(const LoadMeter& meter, std::shared_ptr<const TableDefinition> table,
                              const LoadResource& resource, const LoadRange& range,
                              const std::stop_token& stop = {});

}  // namespace partita
