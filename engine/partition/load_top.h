// The few highest of many keys, found in one pass: by score, keys of one score in the order of their bytes.
// Keys of score 0 are left out. One thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/partition/key_loads.h"

namespace partita {

class LoadTop final {
  public:
    /// `entries` must outlive it.
    LoadTop(const std::vector<KeyLoads::Entry>& entries, std::size_t most) : m_all(&entries), m_most(most) {}

    void offer(double score, std::uint32_t entry) {
        if (m_most == 0 || score <= 0) return;
        if (m_best.size() == m_most) {
            if (!isBefore({score, entry}, m_best.back())) return;
            m_best.pop_back();
        }
        const Scored scored{score, entry};
        const auto place = std::upper_bound(m_best.begin(), m_best.end(), scored,
                                            [&](const Scored& a, const Scored& b) { return isBefore(a, b); });
        m_best.insert(place, scored);
    }
    /// Indexes of entries, highest first.
    std::vector<std::uint32_t> entries() const {
        std::vector<std::uint32_t> result;
        for (const Scored& scored : m_best)
            result.push_back(scored.entry);
        return result;
    }

  private:
    struct Scored {
        double score;
        std::uint32_t entry;
    };
    bool isBefore(const Scored& a, const Scored& b) const {
        if (a.score != b.score) return a.score > b.score;
        return (*m_all)[a.entry].keyBytes < (*m_all)[b.entry].keyBytes;
    }

    const std::vector<KeyLoads::Entry>* m_all;
    std::size_t m_most;
    std::vector<Scored> m_best;
};

}  // namespace partita
