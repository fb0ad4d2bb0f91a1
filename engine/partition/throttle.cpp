#include "engine/partition/throttle.h"

#include <algorithm>

#include "engine/limits.h"

namespace partita {
namespace {

constexpr UtcMillis kSecond = 1000;
// Source: developer guide, "Burst capacity": up to five minutes of unused capacity.
constexpr std::int64_t kBurstSeconds = 300;

HalfUnits partitionLimit(Throttle::Kind kind) {
    return 2 * (kind == Throttle::Kind::Read ? limits::kPartitionReadUnits : limits::kPartitionWriteUnits);
}

/// At least 1: a bucket that never fills would never admit anything again.
std::int64_t unitsPerSecond(const Throttle::Demand& demand) {
    const Throughput& throughput = *demand.provisioned;
    return std::clamp<std::int64_t>(
        demand.kind == Throttle::Kind::Read ? throughput.readUnits : throughput.writeUnits, 1,
        limits::kThroughputMax);
}

}  // namespace

bool Throttle::Window::admits(HalfUnits units, HalfUnits limit, UtcMillis now) {
    while (!m_uses.empty() && m_uses.front().first <= now - kSecond) {
        m_sum -= m_uses.front().second;
        m_uses.pop_front();
    }
    return m_sum == 0 || m_sum + units <= limit;
}

void Throttle::Window::add(HalfUnits units, HalfUnits limit, UtcMillis now) {
    m_sum += units;
    for (; units > limit; units -= limit, now += kSecond)
        m_uses.emplace_back(now, limit);
    if (!m_uses.empty() && m_uses.back().first == now) {
        m_uses.back().second += units;
    } else {
        m_uses.emplace_back(now, units);
    }
}

bool Throttle::Bucket::admits(HalfUnits units, std::int64_t unitsPerSecond, UtcMillis now) {
    // A thousandth of a half unit per millisecond is half a unit a second.
    const std::int64_t perMillisecond = 2 * unitsPerSecond;
    const std::int64_t full = perMillisecond * kBurstSeconds * kSecond;
    if (!m_seen) m_level = full;
    const std::int64_t missing = full - m_level;
    const std::int64_t elapsed = m_seen ? now - m_filled : 0;
    m_level =
        elapsed >= missing / perMillisecond + 1 ? full : std::min(full, m_level + elapsed * perMillisecond);
    m_seen = true;
    m_filled = now;
    return m_level == full || m_level >= static_cast<std::int64_t>(units) * kSecond;
}

void Throttle::Bucket::add(HalfUnits units) {
    m_level -= static_cast<std::int64_t>(units) * kSecond;
}

std::vector<Throttle::Refusal> Throttle::take(std::span<const Demand> demands, UtcMillis now) {
    const std::lock_guard guard(m_mutex);
    if (now + kSecond < m_last) {
        m_windows.clear();
        m_buckets.clear();
        m_last = now;
    }
    now = m_last = std::max(now, m_last);

    // What several parts of the request ask of the same is asked at once.
    std::map<Window*, HalfUnits> ofWindows;
    std::map<Bucket*, HalfUnits> ofBuckets;
    struct Place {
        Window* window = nullptr;
        Bucket* bucket = nullptr;
    };
    std::vector<Place> places;
    for (const Demand& demand : demands) {
        Place& place = places.emplace_back();
        if (demand.partition) {
            place.window = &m_windows[{demand.table, demand.resource, demand.kind, *demand.partition}];
            ofWindows[place.window] += demand.units;
        }
        if (demand.provisioned) {
            place.bucket = &m_buckets[{demand.table, demand.resource, demand.kind}];
            ofBuckets[place.bucket] += demand.units;
        }
    }
    std::vector<Refusal> refusals;
    for (std::size_t i = 0; i < demands.size(); ++i) {
        const Demand& demand = demands[i];
        Bucket* bucket = places[i].bucket;
        if (bucket && !bucket->admits(ofBuckets[bucket], unitsPerSecond(demand), now))
            refusals.push_back({i, Limit::Provisioned});
        Window* window = places[i].window;
        if (window && !window->admits(ofWindows[window], partitionLimit(demand.kind), now))
            refusals.push_back({i, Limit::KeyRange});
    }
    if (!refusals.empty()) return refusals;
    for (std::size_t i = 0; i < demands.size(); ++i) {
        if (Window* window = places[i].window)
            if (const HalfUnits units = std::exchange(ofWindows[window], 0))
                window->add(units, partitionLimit(demands[i].kind), now);
        if (Bucket* bucket = places[i].bucket) bucket->add(std::exchange(ofBuckets[bucket], 0));
    }
    return refusals;
}

void Throttle::clear() {
    const std::lock_guard guard(m_mutex);
    m_windows.clear();
    m_buckets.clear();
}

void Throttle::forget(std::int64_t table) {
    const std::lock_guard guard(m_mutex);
    std::erase_if(m_windows, [&](const auto& entry) { return std::get<0>(entry.first) == table; });
    std::erase_if(m_buckets, [&](const auto& entry) { return std::get<0>(entry.first) == table; });
}

}  // namespace partita
