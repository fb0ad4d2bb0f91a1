// The timeline's part of a recording's binary form. On disk: see README.md.
#include <algorithm>

#include "engine/partition/load_bytes.h"
#include "engine/partition/load_timeline.h"

namespace partita {
namespace {

bool isZero(const LoadTimeline::Cell& cell) {
    return cell.read == 0 && cell.write == 0;
}
bool isZero(const LoadTimeline::Busy& cell) {
    return cell.read.sum == 0 && cell.write.sum == 0;
}

void writeCell(LoadByteWriter& out, const LoadTimeline::Cell& cell, std::int64_t) {
    out.number(cell.read);
    out.number(cell.write);
}
void writeCell(LoadByteWriter& out, const LoadTimeline::Busy& cell, std::int64_t blockBegin) {
    for (const BusySeconds& busy : {cell.read, cell.write}) {
        out.number(busy.sum);
        if (busy.sum == 0) continue;
        out.number(busy.peak);
        out.number(static_cast<std::uint64_t>(busy.peakSecond - blockBegin));
        out.number(busy.secondsOver);
    }
}

// Cells are mostly 0: each that is not, after the number of zeros before it.
template <class Blocks>
void writeBlocks(LoadByteWriter& out, const Blocks& blocks, std::int64_t blockSeconds) {
    out.number(blocks.size());
    std::int64_t last = 0;
    for (const auto& [block, cells] : blocks) {
        out.signedNumber(block - last);
        last = block;
        out.number(static_cast<std::uint64_t>(
            std::ranges::count_if(cells, [](const auto& cell) { return !isZero(cell); })));
        std::uint64_t zeros = 0;
        for (const auto& cell : cells) {
            if (isZero(cell)) {
                ++zeros;
                continue;
            }
            out.number(zeros);
            writeCell(out, cell, block * blockSeconds);
            zeros = 0;
        }
    }
}

// False on overflow, which no recording reaches.
bool addTo(HalfUnits& sum, HalfUnits units) {
    sum += units;
    return sum >= units;
}

struct CellContext {
    LoadTimeline::Cell& total;
    std::int64_t blockBegin;
    std::int64_t blockSeconds;
};

bool readCell(LoadByteReader& in, LoadTimeline::Cell& cell, const CellContext& context) {
    cell = {in.number(), in.number()};
    return !in.failed() && addTo(context.total.read, cell.read) && addTo(context.total.write, cell.write);
}

bool readBusy(LoadByteReader& in, BusySeconds& busy, HalfUnits limit, const CellContext& context) {
    busy.sum = in.number();
    if (busy.sum == 0) return !in.failed();
    busy.peak = in.number();
    const std::uint64_t second = in.number();
    busy.secondsOver = in.number();
    const auto blockSeconds = static_cast<std::uint64_t>(context.blockSeconds);
    if (in.failed() || busy.peak == 0 || busy.peak > busy.sum || second >= blockSeconds) return false;
    if (busy.secondsOver > std::min(blockSeconds, busy.sum / (limit + 1)) ||
        (busy.secondsOver > 0) != (busy.peak > limit))
        return false;
    busy.peakSecond = context.blockBegin + static_cast<std::int64_t>(second);
    return true;
}

bool readCell(LoadByteReader& in, LoadTimeline::Busy& cell, const CellContext& context) {
    return readBusy(in, cell.read, LoadTimeline::kReadLimit, context) &&
           readBusy(in, cell.write, LoadTimeline::kWriteLimit, context) &&
           addTo(context.total.read, cell.read.sum) && addTo(context.total.write, cell.write.sum);
}

template <class Block>
bool readCells(LoadByteReader& in, Block& cells, const CellContext& context) {
    std::uint64_t count = in.number();
    if (in.failed() || count > cells.size()) return false;
    std::size_t at = 0;
    for (; count > 0; --count, ++at) {
        const std::uint64_t zeros = in.number();
        if (in.failed() || zeros >= cells.size() - std::min(at, cells.size())) return false;
        at += zeros;
        if (!readCell(in, cells[at], context)) return false;
    }
    return true;
}

template <class Block>
bool readBlocks(LoadByteReader& in, std::map<std::int64_t, Block>& blocks, std::size_t most,
                std::size_t cellsEach, std::int64_t blockMinutes, LoadTimeline::Cell& total) {
    const std::int64_t blockMax = LoadTimeline::kMinuteMax / blockMinutes + 1;
    std::uint64_t count = in.number();
    if (in.failed() || count > most) return false;
    std::int64_t last = 0;
    for (bool first = true; count > 0; --count, first = false) {
        const std::int64_t step = in.signedNumber();
        if (in.failed() || step > 2 * blockMax || step < -blockMax || (!first && step <= 0)) return false;
        last += step;
        if (last > blockMax || last < -blockMax) return false;
        Block& cells = blocks.emplace_hint(blocks.end(), last, Block(cellsEach))->second;
        const std::int64_t seconds = 60 * blockMinutes;
        if (!readCells(in, cells, {total, last * seconds, seconds})) return false;
    }
    return true;
}

}  // namespace

void LoadTimeline::write(LoadByteWriter& out) const {
    const bool isEmpty = m_total.read == 0 && m_total.write == 0;
    out.signedNumber(isEmpty ? 0 : m_first);
    out.number(m_peaksExact ? 1 : 0);
    writeBlocks(out, m_seconds, 60);
    out.number(static_cast<std::uint64_t>(m_longBlockMinutes));
    writeBlocks(out, m_long, longBlockSeconds());
}

std::optional<LoadTimeline> LoadTimeline::read(LoadByteReader& in, std::uint32_t partitions) {
    LoadTimeline timeline(partitions);
    timeline.m_first = in.signedNumber();
    const std::uint64_t peaksExact = in.number();
    if (in.failed() || timeline.m_first < -60 * kMinuteMax || timeline.m_first > 60 * kMinuteMax ||
        peaksExact > 1)
        return std::nullopt;
    timeline.m_peaksExact = peaksExact == 1;
    const auto& seconds = timeline.m_seconds;
    if (!readBlocks(in, timeline.m_seconds, kMinutesOfSeconds, std::size_t{60} * partitions, 1,
                    timeline.m_total))
        return std::nullopt;
    if (!seconds.empty() && seconds.begin()->first <= seconds.rbegin()->first - kMinutesOfSeconds)
        return std::nullopt;

    const std::uint64_t minutes = in.number();
    if (in.failed() || minutes == 0 || minutes > (1ULL << 40) || (minutes & (minutes - 1)) != 0)
        return std::nullopt;
    timeline.m_longBlockMinutes = static_cast<std::int64_t>(minutes);
    if (!readBlocks(in, timeline.m_long, timeline.longBlocksMax(), partitions, timeline.m_longBlockMinutes,
                    timeline.m_total))
        return std::nullopt;
    if (timeline.m_total.read == 0 && timeline.m_total.write == 0) timeline.m_first = INT64_MAX;
    return timeline;
}

}  // namespace partita
