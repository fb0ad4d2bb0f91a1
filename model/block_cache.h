// What has been loaded, bounded: the least recently used goes first. An entry may be stale: still good to
// show while its successor is on the way, so that a change does not make the view flicker. One thread at a
// time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace partita {

template <class Key, class T, class Hash = std::hash<Key>>
class BlockCache final {
  public:
    /// At most `entries`, and at most `cost` in sum (in the caller's unit).
    BlockCache(std::size_t entries, std::uint64_t cost) : m_mostEntries(entries), m_mostCost(cost) {}

    /// Null when it is not there. Counts as a use. Valid until the cache changes.
    const T* find(const Key& key) const {
        const auto found = m_entries.find(key);
        if (found == m_entries.end()) return nullptr;
        found->second.used = ++m_clock;
        return &found->second.value;
    }
    bool isFresh(const Key& key) const {
        const auto found = m_entries.find(key);
        return found != m_entries.end() && !found->second.stale;
    }
    void insert(const Key& key, T value, std::uint64_t cost, bool stale = false) {
        Entry& entry = m_entries[key];
        m_cost += cost - entry.cost;
        entry = Entry{std::move(value), cost, ++m_clock, stale};
        if (m_entries.size() > m_mostEntries || m_cost > m_mostCost) trim();
    }
    void remove(const Key& key) {
        const auto found = m_entries.find(key);
        if (found == m_entries.end()) return;
        m_cost -= found->second.cost;
        m_entries.erase(found);
    }
    /// What is used from now on stays, whatever the bounds: those of the screen must not push each other out.
    void beginUse() { m_mark = ++m_clock; }
    void markStale() {
        for (auto& [key, entry] : m_entries)
            entry.stale = true;
    }
    void clear() {
        m_entries.clear();
        m_cost = 0;
    }
    std::size_t size() const { return m_entries.size(); }
    std::uint64_t cost() const { return m_cost; }

  private:
    struct Entry {
        T value{};
        std::uint64_t cost = 0;
        mutable std::uint64_t used = 0;
        bool stale = false;
    };
    /// Down to three quarters, so that it is rare.
    void trim() {
        std::vector<std::pair<std::uint64_t, Key>> byUse;
        byUse.reserve(m_entries.size());
        for (const auto& [key, entry] : m_entries)
            byUse.emplace_back(entry.used, key);
        std::sort(byUse.begin(), byUse.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [used, key] : byUse) {
            if (used >= m_mark || (m_entries.size() <= m_mostEntries * 3 / 4 && m_cost <= m_mostCost / 4 * 3))
                return;
            remove(key);
        }
    }

    std::size_t m_mostEntries;
    std::uint64_t m_mostCost;
    mutable std::uint64_t m_clock = 0;
    std::uint64_t m_mark = 0;
    std::uint64_t m_cost = 0;
    std::unordered_map<Key, Entry, Hash> m_entries;
};

}  // namespace partita
