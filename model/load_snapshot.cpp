#include "model/load_snapshot.h"

#include <algorithm>

namespace partita {
namespace {

// About as many columns as a wide window has pixels to draw them.
constexpr std::int64_t kMostColumns = 1200;
// The meter gives series by the second, so a stray time years away would cost memory: a day is drawn at most.
constexpr std::int64_t kMostSeconds = 86'400;
constexpr std::size_t kTopKeys = 200;  // more than a window shows blocks

void addSeries(const LoadSeries& series, std::size_t partition, LoadGrid& grid) {
    const auto add = [&](const std::vector<HalfUnits>& seconds, std::vector<HalfUnits>& cells) {
        for (std::size_t i = 0; i < seconds.size(); ++i) {
            const std::int64_t offset = series.range.begin + static_cast<std::int64_t>(i) - grid.range.begin;
            if (offset < 0) continue;
            const auto column = static_cast<std::size_t>(offset / grid.secondsPerColumn);
            if (column >= grid.columns) return;
            HalfUnits& cell = cells[partition * grid.columns + column];
            cell = std::max(cell, seconds[i]);
        }
    };
    add(series.read, grid.read);
    add(series.write, grid.write);
}

LoadGrid makeGrid(const LoadMeter& meter, const LoadResource& resource, const LoadSummary& summary,
                  const std::stop_token& stop, bool& isCut) {
    LoadGrid grid;
    SecondRange range = summary.range;
    if (range.end <= range.begin) return grid;
    isCut = range.end - range.begin > kMostSeconds;
    if (isCut) range.begin = range.end - kMostSeconds;
    const std::int64_t seconds = range.end - range.begin;
    grid.secondsPerColumn = (seconds + kMostColumns - 1) / kMostColumns;
    grid.columns = static_cast<std::size_t>((seconds + grid.secondsPerColumn - 1) / grid.secondsPerColumn);
    grid.partitions = summary.partitions.size();
    grid.range = {range.begin, range.begin + static_cast<std::int64_t>(grid.columns) * grid.secondsPerColumn};
    grid.read.assign(grid.partitions * grid.columns, 0);
    grid.write.assign(grid.partitions * grid.columns, 0);
    for (std::size_t i = 0; i < grid.partitions && !stop.stop_requested(); ++i) {
        addSeries(meter.series(resource, summary.partitions[i].partition, range), i, grid);
    }
    return grid;
}

bool anyHot(const LoadSummary& summary) {
    return std::any_of(summary.partitions.begin(), summary.partitions.end(),
                       [](const PartitionLoad& load) { return load.hot(); });
}

}  // namespace

HalfUnits LoadGrid::at(LoadUnit unit, std::size_t partition, std::size_t column) const {
    return (unit == LoadUnit::Read ? read : write)[partition * columns + column];
}

HalfUnits LoadGrid::peak(LoadUnit unit) const {
    const std::vector<HalfUnits>& cells = unit == LoadUnit::Read ? read : write;
    return cells.empty() ? 0 : *std::max_element(cells.begin(), cells.end());
}

std::optional<std::uint32_t> LoadSnapshot::busiest(LoadUnit unit) const {
    const auto most = std::max_element(
        summary.partitions.begin(), summary.partitions.end(),
        [unit](const PartitionLoad& a, const PartitionLoad& b) { return peakOf(a, unit) < peakOf(b, unit); });
    if (most == summary.partitions.end() || peakOf(*most, unit) == 0) return std::nullopt;
    return most->partition;
}

std::int64_t LoadSnapshot::seconds() const {
    return std::max<std::int64_t>(1, summary.range.end - summary.range.begin);
}

HalfUnits peakOf(const PartitionLoad& load, LoadUnit unit) {
    return unit == LoadUnit::Read ? load.peakRead : load.peakWrite;
}
HalfUnits sumOf(const PartitionLoad& load, LoadUnit unit) {
    return unit == LoadUnit::Read ? load.sumRead : load.sumWrite;
}
double meanOf(const PartitionLoad& load, LoadUnit unit) {
    return unit == LoadUnit::Read ? load.meanRead : load.meanWrite;
}
std::uint32_t secondsOver(const PartitionLoad& load, LoadUnit unit) {
    return unit == LoadUnit::Read ? load.secondsOverRead : load.secondsOverWrite;
}
std::int64_t peakSecondOf(const PartitionLoad& load, LoadUnit unit) {
    return unit == LoadUnit::Read ? load.peakReadSecond : load.peakWriteSecond;
}

HalfUnits unitsOf(const KeyLoad& key, LoadUnit unit) {
    return unit == LoadUnit::Read ? key.read : key.write;
}
HalfUnits errorOf(const KeyLoad& key, LoadUnit unit) {
    return unit == LoadUnit::Read ? key.readError : key.writeError;
}
HalfUnits peakOf(const KeyLoad& key, LoadUnit unit) {
    return unit == LoadUnit::Read ? key.peakRead : key.peakWrite;
}
double shareOf(const KeyLoad& key, LoadUnit unit) {
    return unit == LoadUnit::Read ? key.readShare : key.writeShare;
}
bool isOverLimit(HalfUnits peak, LoadUnit unit) {
    return peak > HalfUnits{2} * limitOf(unit);
}

LoadSnapshot makeLoadSnapshot(const LoadMeter& meter, std::shared_ptr<const TableDefinition> table,
                              const LoadResource& resource, const LoadRange& range,
                              const std::stop_token& stop) {
    LoadSnapshot snapshot;
    snapshot.table = std::move(table);
    snapshot.range = range;
    snapshot.extent = meter.extent();
    std::optional<SecondRange> seconds;
    if (range.kind == LoadRange::Kind::All) seconds = snapshot.extent;
    if (range.kind == LoadRange::Kind::Chosen) seconds = range.chosen;
    snapshot.summary = meter.summary(resource, seconds, kTopKeys);
    snapshot.grid = makeGrid(meter, resource, snapshot.summary, stop, snapshot.gridIsCut);
    if (range.kind != LoadRange::Kind::All && !anyHot(snapshot.summary)) {
        snapshot.hotOutsideRange = anyHot(meter.summary(resource, snapshot.extent, 0));
    }
    return snapshot;
}

}  // namespace partita
