#include "engine/partition/key_loads.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <numeric>

#include "engine/partition/load_bytes.h"
#include "engine/table/key.h"

namespace partita {
namespace {

constexpr std::uint32_t tagOf(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

KeyLoads::KeyLoads(std::size_t capacity) : m_capacity(capacity), m_slots(64) {
    assert(capacity > 0);
}

void KeyLoads::add(std::string_view keyBytes, std::uint64_t hash, std::int64_t second, HalfUnits read,
                   HalfUnits write) {
    const std::size_t slot = slotOf(keyBytes, hash);
    const std::uint32_t known = m_slots[slot].entry;
    Entry& entry = known != 0 ? m_entries[known - 1] : insert(keyBytes, hash);
    ++entry.requests;
    entry.read += read;
    entry.write += write;
    updatePeak(entry, second, read, write);
}

void KeyLoads::updatePeak(Entry& entry, std::int64_t second, HalfUnits read, HalfUnits write) {
    Entry::Second& held = entry.recent[static_cast<std::uint64_t>(second) % Entry::kSecondsHeld];
    if (second < held.second || second <= m_closedUntil) {
        m_peaksExact = false;
        entry.peakRead = std::max(entry.peakRead, read);
        entry.peakWrite = std::max(entry.peakWrite, write);
        return;
    }
    if (second > held.second) held = {second, 0, 0};
    held.read += read;
    held.write += write;
    entry.peakRead = std::max(entry.peakRead, held.read);
    entry.peakWrite = std::max(entry.peakWrite, held.write);
}

const KeyLoads::Entry* KeyLoads::find(std::string_view keyBytes, std::uint64_t hash) const {
    const std::uint32_t known = m_slots[slotOf(keyBytes, hash)].entry;
    return known != 0 ? &m_entries[known - 1] : nullptr;
}

KeyLoads::Entry& KeyLoads::insert(std::string_view keyBytes, std::uint64_t hash) {
    if (m_entries.size() < m_capacity) {
        if ((m_entries.size() + 1) * 2 > m_slots.size()) growSlots();
        Entry& entry = m_entries.emplace_back();
        entry.keyBytes = keyBytes;
        entry.hash = hash;
        occupy(hash, static_cast<std::uint32_t>(m_entries.size() - 1));
        return entry;
    }
    const std::uint32_t place = leastBusy();
    Entry& entry = m_entries[place];
    release(slotOf(entry.keyBytes, entry.hash));
    entry.past = entry.weight();
    entry.keyBytes = keyBytes;
    entry.hash = hash;
    entry.requests = entry.read = entry.write = entry.peakRead = entry.peakWrite = 0;
    entry.recent.fill({});
    occupy(hash, place);
    return entry;
}

std::uint32_t KeyLoads::leastBusy() {
    if (m_exact) {
        m_exact = false;
        m_least.clear();
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            m_least.emplace_back(m_entries[i].weight(), static_cast<std::uint32_t>(i));
        std::make_heap(m_least.begin(), m_least.end(), std::greater<>());
    }
    for (;;) {
        const auto [weight, place] = m_least.front();
        const std::uint64_t now = m_entries[place].weight();
        if (now == weight) return place;
        sinkFirst({now, place});
    }
}

// Puts a heavier one in the place of the heap's first.
void KeyLoads::sinkFirst(std::pair<std::uint64_t, std::uint32_t> heavier) {
    std::size_t at = 0;
    for (std::size_t child; (child = 2 * at + 1) < m_least.size(); at = child) {
        if (child + 1 < m_least.size() && m_least[child + 1] < m_least[child]) ++child;
        if (!(m_least[child] < heavier)) break;
        m_least[at] = m_least[child];
    }
    m_least[at] = heavier;
}

// Where the key is, or the free slot where it would go.
std::size_t KeyLoads::slotOf(std::string_view keyBytes, std::uint64_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    for (; m_slots[slot].entry != 0; slot = (slot + 1) & mask) {
        if (m_slots[slot].tag != tagOf(hash)) continue;
        if (m_entries[m_slots[slot].entry - 1].keyBytes == keyBytes) break;
    }
    return slot;
}

void KeyLoads::occupy(std::uint64_t hash, std::uint32_t entry) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    while (m_slots[slot].entry != 0)
        slot = (slot + 1) & mask;
    m_slots[slot] = {tagOf(hash), entry + 1};
}

// Moves back what the freed slot would hide from a search (Knuth, TAOCP 3, 6.4, algorithm R).
void KeyLoads::release(std::size_t slot) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t hole = slot;
    for (std::size_t next = (slot + 1) & mask; m_slots[next].entry != 0; next = (next + 1) & mask) {
        const std::size_t home = m_entries[m_slots[next].entry - 1].hash & mask;
        if (((next - home) & mask) < ((next - hole) & mask)) continue;
        m_slots[hole] = m_slots[next];
        hole = next;
    }
    m_slots[hole] = {};
}

void KeyLoads::growSlots() {
    m_slots.assign(m_slots.size() * 2, {});
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        occupy(m_entries[i].hash, static_cast<std::uint32_t>(i));
}

void KeyLoads::write(LoadByteWriter& out) const {
    std::vector<std::uint32_t> order(m_entries.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return m_entries[a].keyBytes < m_entries[b].keyBytes;
    });
    out.number(m_exact ? 1 : 0);
    out.number(m_peaksExact ? 1 : 0);
    out.number(m_entries.size());
    for (const std::uint32_t i : order) {
        const Entry& entry = m_entries[i];
        out.text(entry.keyBytes);
        out.number(entry.requests);
        out.number(entry.read);
        out.number(entry.write);
        out.number(entry.past);
        out.number(entry.peakRead);
        out.number(entry.peakWrite);
    }
}

std::optional<KeyLoads> KeyLoads::read(LoadByteReader& in, std::int64_t end) {
    const std::uint64_t exact = in.number();
    const std::uint64_t peaksExact = in.number();
    const std::uint64_t count = in.number();
    if (in.failed() || exact > 1 || peaksExact > 1 || count > kExactKeys ||
        (exact == 0 && count != kExactKeys))
        return std::nullopt;
    KeyLoads keys;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::string_view keyBytes = in.text();
        // In strict order, so that no key is there twice.
        if (in.failed() || (i > 0 && keyBytes <= keys.m_entries.back().keyBytes)) return std::nullopt;
        Entry& entry = keys.insert(keyBytes, partitionHash(keyBytes));
        entry.requests = in.number();
        entry.read = in.number();
        entry.write = in.number();
        entry.past = in.number();
        entry.peakRead = in.number();
        entry.peakWrite = in.number();
        constexpr std::uint64_t kMax =
            UINT64_MAX / 16;  // no recording gets there; weights stay free of overflow
        if (in.failed() || entry.read > kMax || entry.write > kMax || entry.past > kMax ||
            entry.peakRead > entry.read || entry.peakWrite > entry.write || (exact == 1 && entry.past != 0))
            return std::nullopt;
    }
    if (exact == 0) keys.leastBusy();
    keys.m_peaksExact = peaksExact == 1;
    keys.m_closedUntil = end;
    return keys;
}

}  // namespace partita
