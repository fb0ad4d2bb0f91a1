// Zipf's distribution over ranks 0 … n − 1: rank r has a weight of (r + 1)^−exponent. Made with integers
// only, so that every machine draws the same. Immutable; any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/partition/random.h"

namespace partita {

class Zipf final {
  public:
    /// At least one rank, at most 2²⁴ (then the sum of the weights still fits); exponent over 0, to 10.
    Zipf(double exponent, std::size_t ranks);
    std::size_t draw(Random& random) const;

  private:
    std::vector<std::uint64_t> m_sums;  // of the weights up to and with each rank
};

}  // namespace partita
