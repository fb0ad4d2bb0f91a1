#include "engine/partition/load_timeline.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "engine/limits.h"

namespace partita {
namespace {

// 64 MiB a resource: half a year of minutes at 4 partitions, 68 hours at 256. Then blocks of 2 minutes, 4, …
constexpr std::size_t kLongCellsMax = std::size_t{1} << 20;

constexpr std::int64_t floorDivide(std::int64_t dividend, std::int64_t divisor) {
    return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}

// A block's units by the second: its first `extra` seconds take one half unit more than the others.
struct Evenly {
    HalfUnits each;
    std::int64_t extra;
    Evenly(HalfUnits units, std::int64_t seconds)
        : each(units / static_cast<std::uint64_t>(seconds)),
          extra(static_cast<std::int64_t>(units % static_cast<std::uint64_t>(seconds))) {}
};

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
            addLate(minute, second, partition, {read, write});
            return;
        }
        if (minute > newest) fold(minute - kMinutesOfSeconds + 1);
        Minute& cells = m_seconds[minute];
        if (cells.empty()) cells.resize(std::size_t{60} * m_partitions);
        m_current = &cells;
        m_currentMinute = minute;
    }
    Cell& cell = (*m_current)[static_cast<std::size_t>(second - minute * 60) * m_partitions + partition];
    cell.read += read;
    cell.write += write;
}

LoadTimeline::Block& LoadTimeline::longBlock(std::int64_t minute) {
    Block& block = m_long[floorDivide(minute, m_longBlockMinutes)];
    if (block.empty()) block.resize(m_partitions);
    return block;
}

void LoadTimeline::addLate(std::int64_t minute, std::int64_t second, std::uint32_t partition,
                           const Cell& cell) {
    if (cell.read == 0 && cell.write == 0) return;
    m_peaksExact = false;
    Busy& busy = longBlock(minute)[partition];
    busy.read.addPart(second, cell.read, kReadLimit);
    busy.write.addPart(second, cell.write, kWriteLimit);
    lengthenBlocks();
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
        Block sums(m_partitions);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::int64_t second = minute * 60 + static_cast<std::int64_t>(i / m_partitions);
            Busy& busy = sums[i % m_partitions];
            busy.read.addSecond(second, cells[i].read, kReadLimit);
            busy.write.addSecond(second, cells[i].write, kWriteLimit);
        }
        if (std::ranges::any_of(sums, [](const Busy& busy) { return busy.read.sum + busy.write.sum > 0; })) {
            Block& block = longBlock(minute);
            for (std::uint32_t partition = 0; partition < m_partitions; ++partition)
                block[partition].add(sums[partition]);
            lengthenBlocks();
        }
        if (m_current == &cells) m_current = nullptr;
        m_seconds.erase(m_seconds.begin());
    }
}

void LoadTimeline::lengthenBlocks() {
    while (m_long.size() > longBlocksMax()) {
        Blocks longer;
        for (auto& [number, block] : m_long) {
            Block& into = longer[floorDivide(number, 2)];
            if (into.empty()) {
                into = std::move(block);
                continue;
            }
            for (std::size_t i = 0; i < into.size(); ++i)
                into[i].add(block[i]);
        }
        m_long = std::move(longer);
        m_longBlockMinutes *= 2;
    }
}

SecondRange LoadTimeline::wholeBlocks(const SecondRange& range) const {
    SecondRange whole = range;
    if (range.begin >= range.end) return whole;
    for (const std::int64_t second : {range.begin, range.end - 1}) {
        const auto it = m_long.find(floorDivide(second, longBlockSeconds()));
        if (it == m_long.end()) continue;
        const SecondRange block = secondsOf(it->first);
        if (second < block.begin || second >= block.end) continue;
        whole.begin = std::min(whole.begin, block.begin);
        whole.end = std::max(whole.end, block.end);
    }
    return whole;
}

std::vector<PartitionLoad> LoadTimeline::loads(const SecondRange& range) const {
    Block sums(m_partitions);
    if (range.begin < range.end) {
        for (auto it = m_long.lower_bound(floorDivide(range.begin, longBlockSeconds()));
             it != m_long.end() && it->first <= floorDivide(range.end - 1, longBlockSeconds()); ++it) {
            const SecondRange block = secondsOf(it->first);
            if (block.begin < range.begin || block.end > range.end) continue;
            for (std::uint32_t partition = 0; partition < m_partitions; ++partition)
                sums[partition].add(it->second[partition]);
        }
        for (auto it = m_seconds.lower_bound(floorDivide(range.begin, 60));
             it != m_seconds.end() && it->first <= floorDivide(range.end - 1, 60); ++it) {
            const std::int64_t first = it->first * 60;
            const std::int64_t begin = std::max(range.begin, first);
            const std::int64_t end = std::min(range.end, first + 60);
            for (std::int64_t second = begin; second < end; ++second) {
                const Cell* cells = &it->second[static_cast<std::size_t>(second - first) * m_partitions];
                for (std::uint32_t partition = 0; partition < m_partitions; ++partition) {
                    sums[partition].read.addSecond(second, cells[partition].read, kReadLimit);
                    sums[partition].write.addSecond(second, cells[partition].write, kWriteLimit);
                }
            }
        }
    }
    const auto seconds = static_cast<double>(std::max<std::int64_t>(1, range.end - range.begin));
    std::vector<PartitionLoad> loads(m_partitions);
    for (std::uint32_t i = 0; i < m_partitions; ++i) {
        const auto& [read, write] = sums[i];
        PartitionLoad& load = loads[i];
        load.partition = i;
        load.peakRead = read.peak;
        load.peakWrite = write.peak;
        load.sumRead = read.sum;
        load.sumWrite = write.sum;
        load.meanRead = static_cast<double>(read.sum) / 2 / seconds;
        load.meanWrite = static_cast<double>(write.sum) / 2 / seconds;
        load.peakReadSecond = read.peakSecond;
        load.peakWriteSecond = write.peakSecond;
        load.secondsOverRead =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(UINT32_MAX, read.secondsOver));
        load.secondsOverWrite =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(UINT32_MAX, write.secondsOver));
    }
    return loads;
}

bool LoadTimeline::minutesOnly(const SecondRange& range) const {
    if (range.begin >= range.end) return false;
    const auto after = m_long.upper_bound(floorDivide(range.end - 1, longBlockSeconds()));
    if (after == m_long.begin()) return false;
    const SecondRange last = secondsOf(std::prev(after)->first);
    return last.begin < range.end && last.end > range.begin;
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
        const Evenly read(it->second[partition].read.sum, block.end - block.begin);
        const Evenly write(it->second[partition].write.sum, block.end - block.begin);
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

}  // namespace partita
