#include "engine/partition/spread.h"

#include <algorithm>
#include <numeric>

namespace partita {
namespace {
__extension__ using Wide = unsigned __int128;
}

Spread::Spread(std::uint32_t partitions)
    : m_weights(partitions, 1),
      m_sum(partitions),
      m_owed(partitions, 0),
      m_order(partitions),
      m_shares(partitions) {}

void Spread::setWeights(const std::vector<std::uint64_t>& weights) {
    if (weights.size() != m_weights.size()) return;
    Wide sum = 0;
    for (const std::uint64_t weight : weights)
        sum += weight;
    m_sum = m_weights.size();
    std::fill(m_weights.begin(), m_weights.end(), 1);
    std::fill(m_owed.begin(), m_owed.end(), 0);
    if (sum == 0) return;
    unsigned shift = 0;
    while ((sum >> shift) > (Wide{1} << 32))
        ++shift;
    // Before the shift the sum was over 2³², so the largest of at most 256 weights keeps at least 2²³ of it.
    m_sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        m_sum += m_weights[i] = weights[i] >> shift;
}

const std::vector<HalfUnits>& Spread::divide(HalfUnits units) {
    HalfUnits left = units;
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        const Wide exact = static_cast<Wide>(units) * m_weights[i];
        m_shares[i] = static_cast<HalfUnits>(exact / m_sum);
        m_owed[i] += static_cast<std::int64_t>(exact % m_sum);
        left -= m_shares[i];
    }
    if (left == 0) return m_shares;
    // One more for each of those that are owed most; never for a partition of weight 0, which is owed
    // nothing. `left` is below the number of partitions that have a remainder, so there are enough of them.
    std::iota(m_order.begin(), m_order.end(), 0U);
    std::partial_sort(m_order.begin(), m_order.begin() + static_cast<std::ptrdiff_t>(left), m_order.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                          if ((m_weights[a] == 0) != (m_weights[b] == 0)) return m_weights[b] == 0;
                          return m_owed[a] != m_owed[b] ? m_owed[a] > m_owed[b] : a < b;
                      });
    for (std::size_t i = 0; i < left; ++i) {
        ++m_shares[m_order[i]];
        m_owed[m_order[i]] -= static_cast<std::int64_t>(m_sum);
    }
    return m_shares;
}

}  // namespace partita
