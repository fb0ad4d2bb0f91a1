#include "engine/storage/sorted_runs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/storage/run_arena.h"
#include "engine/storage/run_file.h"

namespace partita {
namespace {

constexpr std::size_t kWriteBytes = 1024 * 1024;
// Of one run's buffer while merging: enough that reading from several places stays sequential to the disk.
constexpr std::size_t kLeastBuffer = 4096;
constexpr std::size_t kMostBuffer = 1024 * 1024;

struct Run {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

}  // namespace

/// Either all records are in memory, or all are in the file.
struct MergedRuns::State {
    State(RunArena sorted, std::unique_ptr<RunFile> runFile)
        : arena(std::move(sorted)), file(std::move(runFile)) {}

    /// Whether the record of run a comes before that of run b. An earlier run holds what was added earlier.
    bool before(std::size_t a, std::size_t b) const {
        if (runs[a].prefix() != runs[b].prefix()) return runs[a].prefix() < runs[b].prefix();
        const int order = runs[a].record().key.compare(runs[b].record().key);
        return order != 0 ? order < 0 : a < b;
    }

    void sink(std::size_t at) {
        for (;;) {
            std::size_t least = at;
            for (const std::size_t child : {2 * at + 1, 2 * at + 2}) {
                if (child < heap.size() && before(heap[child], heap[least])) least = child;
            }
            if (least == at) return;
            std::swap(heap[at], heap[least]);
            at = least;
        }
    }

    Result<void> open(const std::vector<Run>& all, std::size_t bufferBytes) {
        runs.reserve(all.size());
        for (const Run& run : all) {
            runs.emplace_back(*file, run.begin, run.end, bufferBytes);
            const auto any = runs.back().next();
            if (!any) return any.error();
            if (*any) heap.push_back(runs.size() - 1);
        }
        for (std::size_t at = heap.size() / 2; at-- > 0;)
            sink(at);
        return {};
    }

    Result<bool> nextInMemory() {
        if (position == arena.size()) return false;
        record = RunRecord::at(arena.bytes(position++));
        return true;
    }

    Result<bool> nextInFile() {
        if (std::exchange(started, true) && !heap.empty()) {
            const auto more = runs[heap.front()].next();
            if (!more) return more;
            if (!*more) {
                heap.front() = heap.back();
                heap.pop_back();
            }
            if (!heap.empty()) sink(0);
        }
        if (heap.empty()) return false;
        record = runs[heap.front()].record();
        return true;
    }

    RunArena arena;
    std::unique_ptr<RunFile> file;  // null: in memory
    std::vector<RunCursor> runs;
    std::vector<std::size_t> heap;  // of runs, the one with the least record first
    std::size_t position = 0;
    bool started = false;
    RunRecord record;
};

MergedRuns::MergedRuns(std::unique_ptr<State> state) : m_state(std::move(state)) {}
MergedRuns::MergedRuns(MergedRuns&&) noexcept = default;
MergedRuns& MergedRuns::operator=(MergedRuns&&) noexcept = default;
MergedRuns::~MergedRuns() = default;

Result<bool> MergedRuns::next() {
    return m_state->file ? m_state->nextInFile() : m_state->nextInMemory();
}

std::string_view MergedRuns::key() const {
    return m_state->record.key;
}

std::string_view MergedRuns::payload() const {
    return m_state->record.payload;
}

struct SortedRuns::State {
    State(std::string besideFile, std::size_t memory)
        : memoryBytes(memory), arena(memory), file(std::make_unique<RunFile>(std::move(besideFile))) {}

    Result<void> spill() {
        if (auto room = file->checkSpace(arena.recordBytes()); !room) return room;
        arena.sort();
        const std::uint64_t begin = file->size();
        std::vector<char> pending;
        pending.reserve(kWriteBytes);
        for (std::size_t position = 0; position < arena.size(); ++position) {
            const char* const bytes = arena.bytes(position);
            const std::size_t size = RunRecord::sizeAt(bytes);
            if (pending.size() + size > kWriteBytes && !pending.empty()) {
                if (auto written = file->append(pending.data(), pending.size()); !written) return written;
                pending.clear();
            }
            pending.insert(pending.end(), bytes, bytes + size);
        }
        if (auto written = file->append(pending.data(), pending.size()); !written) return written;
        runs.push_back({begin, file->size()});
        arena.clear();
        return {};
    }

    std::size_t memoryBytes;
    RunArena arena;
    std::unique_ptr<RunFile> file;
    std::vector<Run> runs;
    std::uint64_t records = 0;
};

SortedRuns::SortedRuns(std::string besideFile, std::size_t memoryBytes)
    : m_state(std::make_unique<State>(std::move(besideFile), memoryBytes)) {}
SortedRuns::~SortedRuns() = default;

Result<void> SortedRuns::add(std::string_view key, std::string_view payload) {
    if (!m_state->arena.empty() && m_state->arena.isFullFor(key, payload)) {
        if (auto spilled = m_state->spill(); !spilled) return spilled;
    }
    m_state->arena.add(key, payload);
    ++m_state->records;
    return {};
}

std::uint64_t SortedRuns::records() const {
    return m_state->records;
}

std::size_t SortedRuns::runsOnDisk() const {
    return m_state->runs.size();
}

Result<MergedRuns> SortedRuns::finish() {
    if (m_state->runs.empty()) {
        m_state->arena.sort();
        return MergedRuns(std::make_unique<MergedRuns::State>(std::move(m_state->arena), nullptr));
    }
    // The last run goes to the file too: merging needs its memory for the table that the records go to.
    if (!m_state->arena.empty()) {
        if (auto spilled = m_state->spill(); !spilled) return spilled.error();
    }
    auto merged = std::make_unique<MergedRuns::State>(RunArena(0), std::move(m_state->file));
    m_state->arena = RunArena(0);
    const std::size_t buffer =
        std::clamp(m_state->memoryBytes / m_state->runs.size(), kLeastBuffer, kMostBuffer);
    if (auto opened = merged->open(m_state->runs, buffer); !opened) return opened.error();
    return MergedRuns(std::move(merged));
}

}  // namespace partita
