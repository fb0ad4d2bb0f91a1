// The load of one resource by partition key. Exact for so many distinct keys; from the next one on a sketch
// of the busiest ones, whose figures carry their error: Space-Saving (Metwally, Agrawal, El Abbadi,
// "Efficient computation of frequent and top-k elements in data streams", 2005), in which a key that comes in
// takes the place of the least busy one and what that one had counts as the newcomer's possible past. Busy
// means reads/3000 + writes/1000. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/partition/load.h"

namespace partita {

class LoadByteReader;
class LoadByteWriter;

class KeyLoads final {
  public:
    static constexpr std::size_t kExactKeys = 100'000;

    struct Entry {
        std::string keyBytes;
        std::uint64_t hash = 0;
        std::uint64_t requests = 0;  // these three: since the key came in
        HalfUnits read = 0;
        HalfUnits write = 0;
        std::uint64_t past = 0;  // at most this weight before it came in; 0 for a key that is exact
        HalfUnits peakRead = 0;
        HalfUnits peakWrite = 0;
        // The last seconds, so that requests that come a little out of order still find the second they
        // belong to.
        struct Second {
            std::int64_t second = INT64_MIN;
            HalfUnits read = 0;
            HalfUnits write = 0;
        };
        static constexpr std::size_t kSecondsHeld = 4;
        std::array<Second, kSecondsHeld> recent;

        std::uint64_t weight() const { return past + weightOf(read, write); }
    };

    explicit KeyLoads(std::size_t capacity = kExactKeys);

    /// In half units, scaled so that the limits of a partition weigh the same: reads + 3 · writes.
    static constexpr std::uint64_t weightOf(HalfUnits read, HalfUnits write) { return read + 3 * write; }

    /// `hash`: partitionHash() of the key.
    void add(std::string_view keyBytes, std::uint64_t hash, std::int64_t second, HalfUnits read,
             HalfUnits write);

    /// In no order. Valid until the next add().
    const std::vector<Entry>& entries() const { return m_entries; }
    /// Null when it is not known.
    const Entry* find(std::string_view keyBytes, std::uint64_t hash) const;
    bool exact() const { return m_exact; }
    /// False once a request came too late for the seconds held back, or a key has a past that is not known.
    bool peaksExact() const { return m_peaksExact && m_exact; }
    /// Exact while exact(); then a lower bound.
    std::uint64_t distinct() const { return m_entries.size() + (m_exact ? 0 : 1); }

    void write(LoadByteWriter& out) const;
    /// Nothing when the bytes are not what write() writes. The seconds held back are not kept: a later
    /// request in a second up to `end` makes the peaks inexact.
    static std::optional<KeyLoads> read(LoadByteReader& in, std::int64_t end);

  private:
    struct Slot {
        std::uint32_t tag = 0;    // high bits of the hash, to pass by most other keys without looking at them
        std::uint32_t entry = 0;  // index + 1; 0: free
    };

    Entry& insert(std::string_view keyBytes, std::uint64_t hash);
    std::uint32_t leastBusy();
    void sinkFirst(std::pair<std::uint64_t, std::uint32_t> heavier);
    std::size_t slotOf(std::string_view keyBytes, std::uint64_t hash) const;
    void occupy(std::uint64_t hash, std::uint32_t entry);
    void release(std::size_t slot);
    void growSlots();
    void updatePeak(Entry& entry, std::int64_t second, HalfUnits read, HalfUnits write);

    std::size_t m_capacity;
    bool m_exact = true;
    bool m_peaksExact = true;
    std::int64_t m_closedUntil = INT64_MIN;  // seconds whose figures by key are no longer known
    std::vector<Entry> m_entries;
    std::vector<Slot> m_slots;  // a power of two, at most half full; linear probing
    // A heap of (weight, entry), least first; only of the sketch. Weights only grow, so a stale one is too
    // small and is put right when it comes to the top.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> m_least;
};

}  // namespace partita
