#include "engine/partition/load_meter.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include "engine/limits.h"
#include "engine/partition/key_loads.h"
#include "engine/partition/load_bytes.h"
#include "engine/partition/load_timeline.h"
#include "engine/partition/load_top.h"
#include "engine/partition/partitions.h"
#include "engine/partition/spread.h"
#include "engine/table/key.h"

namespace partita {
namespace {

constexpr std::size_t kHottestKeysOfPartition = 5;
constexpr double kSkewedShare = 0.30;
constexpr std::int64_t kDefaultRangeSeconds = 60;

// On disk: see README.md. The checksum is the last eight bytes, low ones first.
constexpr std::string_view kMagic = "PLM";
constexpr std::uint8_t kVersion = 2;
constexpr std::size_t kChecksumSize = 8;
constexpr std::uint64_t kResourcesMax = 64;  // a table and its 20 GSIs, and GSIs that came and went

std::int64_t secondOf(UtcMillis time) {
    return time / 1000 - (time % 1000 < 0 ? 1 : 0);
}

std::uint32_t allowedPartitions(std::uint32_t count) {
    return std::clamp(count, 1U, limits::kPartitionsMax);
}

std::string checksumOf(std::string_view bytes) {
    std::uint64_t sum = partitionHash(bytes);
    std::string out;
    for (std::size_t i = 0; i < kChecksumSize; ++i, sum >>= 8)
        out.push_back(static_cast<char>(sum & 0xFF));
    return out;
}

struct ResourceLoad {
    explicit ResourceLoad(std::uint32_t partitions)
        : timeline(partitions), reads(partitions), writes(partitions) {}

    LoadTimeline timeline;
    KeyLoads keys;
    Spread reads;  // of requests without a key
    Spread writes;
    std::uint64_t requests = 0;
};

void recordWithoutKey(ResourceLoad& load, const LoadEvent& event, std::int64_t second) {
    const std::uint32_t count = load.timeline.partitions();
    HalfUnits known = 0;
    for (const auto& [partition, units] : event.readByPartition) {
        load.timeline.add(second, std::min(partition, count - 1), units, 0);
        known += units;
    }
    if (event.read > known) {
        const std::vector<HalfUnits>& shares = load.reads.divide(event.read - known);
        for (std::uint32_t i = 0; i < count; ++i)
            if (shares[i] > 0) load.timeline.add(second, i, shares[i], 0);
    }
    if (event.write > 0) {
        const std::vector<HalfUnits>& shares = load.writes.divide(event.write);
        for (std::uint32_t i = 0; i < count; ++i)
            if (shares[i] > 0) load.timeline.add(second, i, 0, shares[i]);
    }
}

double shareOf(HalfUnits part, HalfUnits whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// What may have come before the key was known is part of the figure and is its error. It cannot exceed what
// the resource took in all.
HalfUnits readOf(const KeyLoads::Entry& entry, const LoadTimeline::Cell& total) {
    return std::min(entry.read + entry.past, total.read);
}
HalfUnits writeOf(const KeyLoads::Entry& entry, const LoadTimeline::Cell& total) {
    return std::min(entry.write + entry.past / KeyLoads::weightOf(0, 1), total.write);
}

KeyLoad keyLoad(const ResourceLoad& load, const KeyLoads::Entry& entry) {
    const LoadTimeline::Cell& total = load.timeline.total();
    KeyLoad key;
    key.keyBytes = entry.keyBytes;
    key.partition = partitionOf(entry.hash, load.timeline.partitions());
    key.requests = entry.requests;
    key.read = readOf(entry, total);
    key.write = writeOf(entry, total);
    key.readError = key.read - entry.read;
    key.writeError = key.write - entry.write;
    key.peakRead = entry.peakRead;
    key.peakWrite = entry.peakWrite;
    key.readShare = shareOf(key.read, total.read);
    key.writeShare = shareOf(key.write, total.write);
    return key;
}

std::vector<KeyLoad> keyLoads(const ResourceLoad& load, const LoadTop& top) {
    std::vector<KeyLoad> keys;
    for (const std::uint32_t i : top.entries())
        keys.push_back(keyLoad(load, load.keys.entries()[i]));
    return keys;
}

void addHottestKeys(const ResourceLoad& load, LoadSummary& summary, std::size_t topKeys) {
    const std::vector<KeyLoads::Entry>& entries = load.keys.entries();
    const LoadTimeline::Cell& total = load.timeline.total();
    LoadTop ofResource(entries, topKeys);
    std::vector<LoadTop> ofPartition(summary.partitions.size(), LoadTop(entries, kHottestKeysOfPartition));
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
        const HalfUnits read = readOf(entries[i], total);
        const HalfUnits write = writeOf(entries[i], total);
        ofResource.offer(std::max(shareOf(read, total.read), shareOf(write, total.write)), i);
        const std::uint32_t partition = partitionOf(entries[i].hash, load.timeline.partitions());
        const PartitionLoad& its = summary.partitions[partition];
        const HalfUnits nearRead = KeyLoads::weightOf(its.peakRead, 0);
        const HalfUnits nearWrite = KeyLoads::weightOf(0, its.peakWrite);
        const HalfUnits score = nearRead > nearWrite   ? read
                                : nearWrite > nearRead ? write
                                                       : KeyLoads::weightOf(read, write);
        ofPartition[partition].offer(static_cast<double>(score), i);
    }
    summary.hottestKeys = keyLoads(load, ofResource);
    for (PartitionLoad& partition : summary.partitions)
        partition.hottestKeys = keyLoads(load, ofPartition[partition.partition]);
    for (std::size_t i = 0; i < summary.hottestKeys.size() && !summary.skewedKey; ++i) {
        const KeyLoad& key = summary.hottestKeys[i];
        // Only what is sure: a sketch's error does not make a key skewed.
        if (shareOf(key.read - key.readError, total.read) > kSkewedShare ||
            shareOf(key.write - key.writeError, total.write) > kSkewedShare)
            summary.skewedKey = i;
    }
}

}  // namespace

struct LoadMeter::State {
    mutable std::mutex mutex;
    RecordingInfo info;
    std::map<LoadResource, ResourceLoad, std::less<>> resources;
    ResourceLoad* table = nullptr;  // most requests are its
    std::atomic<std::uint64_t> generation{0};

    ResourceLoad& resource(const LoadResource& name) {
        if (name.empty() && table != nullptr) return *table;
        return resources.try_emplace(name, info.partitions).first->second;
    }
    const ResourceLoad* known(const LoadResource& name) const {
        const auto it = resources.find(name);
        return it == resources.end() ? nullptr : &it->second;
    }
    SecondRange extent() const {
        if (info.requests == 0) return {};
        return {secondOf(info.begin), secondOf(info.end) + 1};
    }
    SecondRange cut(const SecondRange& range) const {
        const SecondRange whole = extent();
        const std::int64_t begin = std::clamp(range.begin, whole.begin, whole.end);
        return {begin, std::clamp(range.end, begin, whole.end)};
    }
};

LoadMeter::LoadMeter(RecordingInfo info) : m_state(std::make_unique<State>()) {
    info.partitions = allowedPartitions(info.partitions);
    info.begin = info.end = 0;
    info.requests = info.read = info.write = 0;
    m_state->info = std::move(info);
    m_state->table = &m_state->resource({});
}

LoadMeter::~LoadMeter() = default;

void LoadMeter::setPartitions(const LoadResource& resource, std::uint32_t count) {
    const std::lock_guard lock(m_state->mutex);
    ResourceLoad& load = m_state->resource(resource);
    if (load.requests > 0) return;
    load = ResourceLoad(allowedPartitions(count));
    if (resource.empty()) m_state->info.partitions = allowedPartitions(count);
}

std::uint32_t LoadMeter::partitions(const LoadResource& resource) const {
    const std::lock_guard lock(m_state->mutex);
    const ResourceLoad* load = m_state->known(resource);
    return load != nullptr ? load->timeline.partitions() : m_state->info.partitions;
}

void LoadMeter::setPartitionBytes(const LoadResource& resource, const std::vector<std::uint64_t>& bytes) {
    const std::lock_guard lock(m_state->mutex);
    ResourceLoad& load = m_state->resource(resource);
    load.reads.setWeights(bytes);
    load.writes.setWeights(bytes);
}

void LoadMeter::record(const LoadEvent& event) {
    const std::int64_t second = secondOf(event.time);
    const std::uint64_t hash = event.keyBytes ? partitionHash(*event.keyBytes) : 0;
    const std::lock_guard lock(m_state->mutex);
    ResourceLoad& load = m_state->resource(event.resource);
    const LoadTimeline::Cell before = load.timeline.total();
    if (event.keyBytes) {
        load.timeline.add(second, partitionOf(hash, load.timeline.partitions()), event.read, event.write);
        load.keys.add(*event.keyBytes, hash, second, event.read, event.write);
    } else {
        recordWithoutKey(load, event, second);
    }
    ++load.requests;
    RecordingInfo& info = m_state->info;
    info.begin = info.requests == 0 ? event.time : std::min(info.begin, event.time);
    info.end = info.requests == 0 ? event.time : std::max(info.end, event.time);
    ++info.requests;
    info.read += load.timeline.total().read - before.read;
    info.write += load.timeline.total().write - before.write;
    m_state->generation.fetch_add(1, std::memory_order_release);
}

RecordingInfo LoadMeter::info() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->info;
}

std::vector<LoadResource> LoadMeter::resources() const {
    const std::lock_guard lock(m_state->mutex);
    std::vector<LoadResource> names;
    for (const auto& [name, load] : m_state->resources)
        names.push_back(name);
    return names;
}

LoadSummary LoadMeter::summary(const LoadResource& resource, std::optional<SecondRange> range,
                               std::size_t topKeys) const {
    const std::lock_guard lock(m_state->mutex);
    const SecondRange whole = m_state->extent();
    LoadSummary summary;
    summary.recording = m_state->info;
    summary.resource = resource;
    summary.range = m_state->cut(range.value_or(SecondRange{whole.end - kDefaultRangeSeconds, whole.end}));
    const ResourceLoad* load = m_state->known(resource);
    if (load == nullptr) {
        summary.partitions = LoadTimeline(m_state->info.partitions).loads({});
        return summary;
    }
    summary.requests = load->requests;
    summary.totalRead = load->timeline.total().read;
    summary.totalWrite = load->timeline.total().write;
    summary.range = m_state->cut(load->timeline.wholeBlocks(summary.range));
    summary.partitions = load->timeline.loads(summary.range);
    for (const PartitionLoad& partition : summary.partitions) {
        summary.sumRead += partition.sumRead;
        summary.sumWrite += partition.sumWrite;
    }
    summary.distinctKeys = load->keys.distinct();
    summary.keysAreExact = load->keys.exact();
    summary.peaksAreExact = load->timeline.peaksExact();
    summary.keyPeaksAreExact = load->keys.peaksExact();
    summary.minutesOnly = load->timeline.minutesOnly(summary.range);
    addHottestKeys(*load, summary, topKeys);
    return summary;
}

LoadSeries LoadMeter::series(const LoadResource& resource, std::uint32_t partition, SecondRange range) const {
    const std::lock_guard lock(m_state->mutex);
    SecondRange cut = m_state->cut(range);
    cut.begin = std::max(cut.begin, cut.end - kSeriesSeconds);
    const ResourceLoad* load = m_state->known(resource);
    if (load == nullptr || partition >= load->timeline.partitions()) return LoadTimeline(1).series(0, cut);
    return load->timeline.series(partition, cut);
}

std::optional<KeyLoad> LoadMeter::key(const LoadResource& resource, std::string_view keyBytes) const {
    const std::uint64_t hash = partitionHash(keyBytes);
    const std::lock_guard lock(m_state->mutex);
    const ResourceLoad* load = m_state->known(resource);
    const KeyLoads::Entry* entry = load != nullptr ? load->keys.find(keyBytes, hash) : nullptr;
    if (entry == nullptr) return std::nullopt;
    return keyLoad(*load, *entry);
}

std::vector<KeyLoad> LoadMeter::keys(const LoadResource& resource, std::size_t most) const {
    const std::lock_guard lock(m_state->mutex);
    const ResourceLoad* load = m_state->known(resource);
    if (load == nullptr) return {};
    const std::vector<KeyLoads::Entry>& entries = load->keys.entries();
    const LoadTimeline::Cell& total = load->timeline.total();
    std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
    order.reserve(entries.size());
    for (std::uint32_t i = 0; i < entries.size(); ++i)
        order.emplace_back(KeyLoads::weightOf(readOf(entries[i], total), writeOf(entries[i], total)), i);
    most = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                      [&](const auto& a, const auto& b) {
                          if (a.first != b.first) return a.first > b.first;
                          return entries[a.second].keyBytes < entries[b.second].keyBytes;
                      });
    std::vector<KeyLoad> keys;
    keys.reserve(most);
    for (std::size_t i = 0; i < most; ++i)
        keys.push_back(keyLoad(*load, entries[order[i].second]));
    return keys;
}

SecondRange LoadMeter::extent() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->extent();
}

std::uint64_t LoadMeter::generation() const {
    return m_state->generation.load(std::memory_order_acquire);
}

std::string LoadMeter::toBytes() const {
    const std::lock_guard lock(m_state->mutex);
    LoadByteWriter out;
    out.signedNumber(m_state->info.begin);
    out.signedNumber(m_state->info.end);
    out.number(m_state->resources.size());
    for (const auto& [name, load] : m_state->resources) {
        out.text(name);
        out.number(load.timeline.partitions());
        out.number(load.requests);
        load.timeline.write(out);
        load.keys.write(out);
    }
    std::string bytes(kMagic);
    bytes.push_back(static_cast<char>(kVersion));
    bytes += out.take();
    return bytes + checksumOf(bytes);
}

Result<std::unique_ptr<LoadMeter>> LoadMeter::fromBytes(RecordingInfo info, std::string_view bytes) {
    const auto damaged = [] {
        return Error::file(
            ErrorCode::DamagedFile,
            "The recording is damaged and cannot be read; remove it, or record or replay again.", {});
    };
    if (bytes.size() < kMagic.size() + 1 + kChecksumSize || !bytes.starts_with(kMagic)) return damaged();
    const std::string_view body = bytes.substr(0, bytes.size() - kChecksumSize);
    if (checksumOf(body) != bytes.substr(body.size())) return damaged();
    const auto version = static_cast<std::uint8_t>(bytes[kMagic.size()]);
    if (version < kVersion) return damaged();
    if (version > kVersion)
        return Error::file(ErrorCode::NewerVersion,
                           "The recording was made by a later version of Partita; open it with that version.",
                           {});

    LoadByteReader in(body.substr(kMagic.size() + 1));
    const UtcMillis begin = in.signedNumber();
    const UtcMillis end = in.signedNumber();
    const std::uint64_t count = in.number();
    if (in.failed() || count == 0 || count > kResourcesMax || begin > end) return damaged();

    auto meter = std::make_unique<LoadMeter>(std::move(info));
    State& state = *meter->m_state;
    std::string lastName;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string name(in.text());
        const std::uint64_t partitions = in.number();
        const std::uint64_t requests = in.number();
        // The table, whose name is empty, comes first; then the GSIs by name.
        if (in.failed() || (i == 0 ? !name.empty() : name <= lastName)) return damaged();
        if (partitions == 0 || partitions > limits::kPartitionsMax || requests > UINT64_MAX / kResourcesMax)
            return damaged();
        auto timeline = LoadTimeline::read(in, static_cast<std::uint32_t>(partitions));
        if (!timeline) return damaged();
        auto keys = KeyLoads::read(in, secondOf(end));
        if (!keys) return damaged();
        for (const KeyLoads::Entry& key : keys->entries())
            if (key.read > timeline->total().read || key.write > timeline->total().write) return damaged();
        ResourceLoad& load = state.resource(name);
        load = ResourceLoad(static_cast<std::uint32_t>(partitions));
        load.timeline = std::move(*timeline);
        load.keys = std::move(*keys);
        load.requests = requests;
        state.info.requests += requests;
        state.info.read += load.timeline.total().read;
        state.info.write += load.timeline.total().write;
        lastName = name;
    }
    if (in.failed() || in.left() != 0) return damaged();
    state.info.partitions = state.table->timeline.partitions();
    state.info.begin = begin;
    state.info.end = end;
    return meter;
}

}  // namespace partita
