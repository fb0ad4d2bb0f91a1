// Divides the units of requests that name no key over the partitions, by given weights or evenly, in whole
// half units: every request's shares add up to it, and what is rounded is carried on to the next request, so
// that many small scans spread as one large one would. One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/request.h"

namespace partita {

class Spread final {
  public:
    /// Evenly over so many partitions (at least 1).
    explicit Spread(std::uint32_t partitions);
    /// By the bytes that each partition holds; evenly when all are 0. Ignored unless there is one for each.
    void setWeights(const std::vector<std::uint64_t>& weights);
    /// One share for each partition; valid until the next call.
    const std::vector<HalfUnits>& divide(HalfUnits units);

  private:
    std::vector<std::uint64_t> m_weights;  // their sum is m_sum, at most 2³², so that products stay exact
    std::uint64_t m_sum = 0;
    std::vector<std::int64_t> m_owed;  // in 1/m_sum half units; adds up to 0 between calls
    std::vector<std::uint32_t> m_order;
    std::vector<HalfUnits> m_shares;
};

}  // namespace partita
