#include "engine/partition/load_timeline.h"

#include <algorithm>
#include <cassert>

#include "engine/limits.h"
#include "engine/partition/load_bytes.h"

namespace partita {
namespace {

constexpr std::int64_t kMinutesOfSeconds =
    61;  // so that a full hour lies behind any second of the newest minute
// 32 MiB a resource: a year of minutes at 4 partitions, five days at 256. Then blocks of 2 minutes, 4, …
constexpr std::size_t kLongCellsMax = std::size_t{2} << 20;
// Minutes since 1970, either way, that a time in 64-bit milliseconds can be.
constexpr std::int64_t kMinuteMax = INT64_MAX / 60'000 + 1;

constexpr HalfUnits kReadLimit = 2 * limits::kPartitionReadUnits;
constexpr HalfUnits kWriteLimit = 2 * limits::kPartitionWriteUnits;

constexpr std::int64_t floorDivide(std::int64_t dividend, std::int64_t divisor) {
    return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}

// Seconds [begin, end) that each took `units`.
void addSeconds(std::int64_t begin, std::int64_t end, HalfUnits units, HalfUnits limit, HalfUnits& sum,
                HalfUnits& peak, std::int64_t& peakSecond, std::uint32_t& over) {
    if (begin >= end || units == 0) return;
    sum += units * static_cast<std::uint64_t>(end - begin);
    if (units > peak || (units == peak && begin < peakSecond)) {
        peak = units;
        peakSecond = begin;
    }
    if (units > limit)
        over = static_cast<std::uint32_t>(std::min<std::int64_t>(UINT32_MAX, over + (end - begin)));
}

// A block's units by the second: its first `extra` seconds take one half unit more than the others.
struct Evenly {
    HalfUnits each;
    std::int64_t extra;
    Evenly(HalfUnits units, std::int64_t seconds)
        : each(units / static_cast<std::uint64_t>(seconds)),
          extra(static_cast<std::int64_t>(units % static_cast<std::uint64_t>(seconds))) {}
};

// `block`: the seconds that took `units`; `range`: those asked for.
void addBlock(const SecondRange& block, const SecondRange& range, HalfUnits units, HalfUnits limit,
              HalfUnits& sum, HalfUnits& peak, std::int64_t& peakSecond, std::uint32_t& over) {
    const Evenly evenly(units, block.end - block.begin);
    const std::int64_t begin = std::max(block.begin, range.begin);
    const std::int64_t end = std::min(block.end, range.end);
    const std::int64_t change = std::clamp(block.begin + evenly.extra, begin, std::max(begin, end));
    addSeconds(begin, change, evenly.each + 1, limit, sum, peak, peakSecond, over);
    addSeconds(change, end, evenly.each, limit, sum, peak, peakSecond, over);
}

}  // namespace

LoadTimeline::LoadTimeline(std::uint32_t partitions) : m_partitions(partitions) {
    assert(partitions >= 1 && partitions <= limits::kPartitionsMax);
}

std::size_t LoadTimeline::longBlocksMax() const {
    return kLongCellsMax / m_partitions;
}

void LoadTimeline::add(std::int64_t second, std::uint32_t partition, HalfUnits read, HalfUnits write) {
    assert(partition < m_partitions);
    m_total.read += read;
    m_total.write += write;
    if (read > 0 || write > 0) m_first = std::min(m_first, second);
    const std::int64_t minute = floorDivide(second, 60);
    if (m_current == nullptr || minute != m_currentMinute) {
        const std::int64_t newest = m_seconds.empty() ? minute : m_seconds.rbegin()->first;
        if (minute <= newest - kMinutesOfSeconds) {
            addToLongBlock(minute, partition, {read, write});
            return;
        }
        if (minute > newest) fold(minute - kMinutesOfSeconds + 1);
        Cells& cells = m_seconds[minute];
        if (cells.empty()) cells.resize(std::size_t{60} * m_partitions);
        m_current = &cells;
        m_currentMinute = minute;
    }
    Cell& cell = (*m_current)[static_cast<std::size_t>(second - minute * 60) * m_partitions + partition];
    cell.read += read;
    cell.write += write;
}

void LoadTimeline::addToLongBlock(std::int64_t minute, std::uint32_t partition, const Cell& cell) {
    if (cell.read == 0 && cell.write == 0) return;
    Cells& cells = m_long[floorDivide(minute, m_longBlockMinutes)];
    if (cells.empty()) cells.resize(m_partitions);
    cells[partition].read += cell.read;
    cells[partition].write += cell.write;
    if (m_long.size() > longBlocksMax()) lengthenBlocks();
}

// What a long block holds came after the first request and before the minutes that are kept by the second.
SecondRange LoadTimeline::secondsOf(std::int64_t longBlock) const {
    const SecondRange whole{longBlock * longBlockSeconds(), (longBlock + 1) * longBlockSeconds()};
    const std::int64_t minutesEnd =
        m_seconds.empty() ? whole.end : (m_seconds.rbegin()->first - kMinutesOfSeconds + 1) * 60;
    const SecondRange possible{std::max(whole.begin, m_first), std::min(whole.end, minutesEnd)};
    return possible.begin < possible.end ? possible : whole;  // never so but in forged bytes
}

void LoadTimeline::fold(std::int64_t beforeMinute) {
    while (!m_seconds.empty() && m_seconds.begin()->first < beforeMinute) {
        const auto& [minute, cells] = *m_seconds.begin();
        Cells sums(m_partitions);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            sums[i % m_partitions].read += cells[i].read;
            sums[i % m_partitions].write += cells[i].write;
        }
        for (std::uint32_t partition = 0; partition < m_partitions; ++partition)
            addToLongBlock(minute, partition, sums[partition]);
        if (m_current == &cells) m_current = nullptr;
        m_seconds.erase(m_seconds.begin());
    }
}

void LoadTimeline::lengthenBlocks() {
    while (m_long.size() > longBlocksMax()) {
        Blocks longer;
        for (auto& [block, cells] : m_long) {
            Cells& into = longer[floorDivide(block, 2)];
            if (into.empty()) {
                into = std::move(cells);
                continue;
            }
            for (std::size_t i = 0; i < into.size(); ++i) {
                into[i].read += cells[i].read;
                into[i].write += cells[i].write;
            }
        }
        m_long = std::move(longer);
        m_longBlockMinutes *= 2;
    }
}

std::vector<PartitionLoad> LoadTimeline::loads(const SecondRange& range) const {
    std::vector<PartitionLoad> loads(m_partitions);
    for (std::uint32_t i = 0; i < m_partitions; ++i)
        loads[i].partition = i;
    if (range.begin >= range.end) return loads;

    for (auto it = m_long.lower_bound(floorDivide(range.begin, longBlockSeconds()));
         it != m_long.end() && it->first <= floorDivide(range.end - 1, longBlockSeconds()); ++it) {
        const SecondRange block = secondsOf(it->first);
        for (PartitionLoad& load : loads) {
            const Cell& cell = it->second[load.partition];
            addBlock(block, range, cell.read, kReadLimit, load.sumRead, load.peakRead, load.peakReadSecond,
                     load.secondsOverRead);
            addBlock(block, range, cell.write, kWriteLimit, load.sumWrite, load.peakWrite,
                     load.peakWriteSecond, load.secondsOverWrite);
        }
    }
    for (auto it = m_seconds.lower_bound(floorDivide(range.begin, 60));
         it != m_seconds.end() && it->first <= floorDivide(range.end - 1, 60); ++it) {
        const std::int64_t begin = std::max(range.begin, it->first * 60);
        const std::int64_t end = std::min(range.end, it->first * 60 + 60);
        for (std::int64_t second = begin; second < end; ++second) {
            const Cell* cells = &it->second[static_cast<std::size_t>(second - it->first * 60) * m_partitions];
            for (PartitionLoad& load : loads) {
                const Cell& cell = cells[load.partition];
                addSeconds(second, second + 1, cell.read, kReadLimit, load.sumRead, load.peakRead,
                           load.peakReadSecond, load.secondsOverRead);
                addSeconds(second, second + 1, cell.write, kWriteLimit, load.sumWrite, load.peakWrite,
                           load.peakWriteSecond, load.secondsOverWrite);
            }
        }
    }
    const auto seconds = static_cast<double>(range.end - range.begin);
    for (PartitionLoad& load : loads) {
        load.meanRead = static_cast<double>(load.sumRead) / 2 / seconds;
        load.meanWrite = static_cast<double>(load.sumWrite) / 2 / seconds;
    }
    return loads;
}

bool LoadTimeline::minutesOnly(const SecondRange& range) const {
    if (range.begin >= range.end) return false;
    const auto it = m_long.lower_bound(floorDivide(range.begin, longBlockSeconds()));
    return it != m_long.end() && it->first <= floorDivide(range.end - 1, longBlockSeconds());
}

LoadSeries LoadTimeline::series(std::uint32_t partition, const SecondRange& range) const {
    assert(partition < m_partitions);
    LoadSeries series;
    series.range = range;
    if (range.begin >= range.end) return series;
    series.read.assign(static_cast<std::size_t>(range.end - range.begin), 0);
    series.write.assign(series.read.size(), 0);

    for (auto it = m_long.lower_bound(floorDivide(range.begin, longBlockSeconds()));
         it != m_long.end() && it->first <= floorDivide(range.end - 1, longBlockSeconds()); ++it) {
        const SecondRange block = secondsOf(it->first);
        const Evenly read(it->second[partition].read, block.end - block.begin);
        const Evenly write(it->second[partition].write, block.end - block.begin);
        const std::int64_t begin = std::max(range.begin, block.begin);
        const std::int64_t end = std::min(range.end, block.end);
        for (std::int64_t second = begin; second < end; ++second) {
            const auto at = static_cast<std::size_t>(second - range.begin);
            series.read[at] += read.each + (second - block.begin < read.extra ? 1 : 0);
            series.write[at] += write.each + (second - block.begin < write.extra ? 1 : 0);
        }
    }
    for (auto it = m_seconds.lower_bound(floorDivide(range.begin, 60));
         it != m_seconds.end() && it->first <= floorDivide(range.end - 1, 60); ++it) {
        const std::int64_t first = it->first * 60;
        const std::int64_t begin = std::max(range.begin, first);
        const std::int64_t end = std::min(range.end, first + 60);
        for (std::int64_t second = begin; second < end; ++second) {
            const auto at = static_cast<std::size_t>(second - range.begin);
            const Cell& cell =
                it->second[static_cast<std::size_t>(second - first) * m_partitions + partition];
            series.read[at] += cell.read;
            series.write[at] += cell.write;
        }
    }
    return series;
}

namespace {

// Cells are mostly 0: each that is not, after the number of zeros before it.
void writeCells(LoadByteWriter& out, const std::vector<LoadTimeline::Cell>& cells) {
    const auto isZero = [](const LoadTimeline::Cell& cell) { return cell.read == 0 && cell.write == 0; };
    out.number(cells.size() - static_cast<std::size_t>(std::count_if(cells.begin(), cells.end(), isZero)));
    std::uint64_t zeros = 0;
    for (const LoadTimeline::Cell& cell : cells) {
        if (isZero(cell)) {
            ++zeros;
            continue;
        }
        out.number(zeros);
        out.number(cell.read);
        out.number(cell.write);
        zeros = 0;
    }
}

// False on overflow, which no recording reaches.
bool addTo(LoadTimeline::Cell& sum, const LoadTimeline::Cell& cell) {
    sum.read += cell.read;
    sum.write += cell.write;
    return sum.read >= cell.read && sum.write >= cell.write;
}

bool readCells(LoadByteReader& in, std::vector<LoadTimeline::Cell>& cells, LoadTimeline::Cell& total) {
    std::uint64_t count = in.number();
    if (in.failed() || count > cells.size()) return false;
    std::size_t at = 0;
    for (; count > 0; --count, ++at) {
        const std::uint64_t zeros = in.number();
        if (in.failed() || zeros >= cells.size() - std::min(at, cells.size())) return false;
        at += zeros;
        cells[at] = {in.number(), in.number()};
        if (in.failed() || !addTo(total, cells[at])) return false;
    }
    return true;
}

}  // namespace

void LoadTimeline::write(LoadByteWriter& out) const {
    const auto writeBlocks = [&](const Blocks& blocks) {
        out.number(blocks.size());
        std::int64_t last = 0;
        for (const auto& [block, cells] : blocks) {
            out.signedNumber(block - last);
            writeCells(out, cells);
            last = block;
        }
    };
    const bool isEmpty = m_total.read == 0 && m_total.write == 0;
    out.signedNumber(isEmpty ? 0 : m_first);
    writeBlocks(m_seconds);
    out.number(static_cast<std::uint64_t>(m_longBlockMinutes));
    writeBlocks(m_long);
}

std::optional<LoadTimeline> LoadTimeline::read(LoadByteReader& in, std::uint32_t partitions) {
    LoadTimeline timeline(partitions);
    const auto readBlocks = [&](Blocks& blocks, std::size_t most, std::size_t cellsEach,
                                std::int64_t blockMax) {
        std::uint64_t count = in.number();
        if (in.failed() || count > most) return false;
        std::int64_t last = 0;
        for (bool first = true; count > 0; --count, first = false) {
            const std::int64_t step = in.signedNumber();
            if (in.failed() || step > 2 * blockMax || step < -blockMax || (!first && step <= 0)) return false;
            last += step;
            if (last > blockMax || last < -blockMax) return false;
            Cells& cells = blocks.emplace_hint(blocks.end(), last, Cells(cellsEach))->second;
            if (!readCells(in, cells, timeline.m_total)) return false;
        }
        return true;
    };
    timeline.m_first = in.signedNumber();
    if (in.failed() || timeline.m_first < -60 * kMinuteMax || timeline.m_first > 60 * kMinuteMax)
        return std::nullopt;
    if (!readBlocks(timeline.m_seconds, kMinutesOfSeconds, std::size_t{60} * partitions, kMinuteMax))
        return std::nullopt;
    const Blocks& seconds = timeline.m_seconds;
    if (!seconds.empty() && seconds.begin()->first <= seconds.rbegin()->first - kMinutesOfSeconds)
        return std::nullopt;

    const std::uint64_t minutes = in.number();
    if (in.failed() || minutes == 0 || minutes > (1ULL << 40) || (minutes & (minutes - 1)) != 0)
        return std::nullopt;
    timeline.m_longBlockMinutes = static_cast<std::int64_t>(minutes);
    if (!readBlocks(timeline.m_long, timeline.longBlocksMax(), partitions,
                    kMinuteMax / timeline.m_longBlockMinutes + 1))
        return std::nullopt;
    if (timeline.m_total.read == 0 && timeline.m_total.write == 0) timeline.m_first = INT64_MAX;
    return timeline;
}

}  // namespace partita
