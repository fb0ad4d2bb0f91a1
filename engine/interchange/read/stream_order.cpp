#include "engine/interchange/read/stream_order.h"

namespace partita {
namespace {

constexpr std::size_t kMostDigits = 38;  // all of which fit into 128 bits
constexpr std::uint64_t kMiddle = std::uint64_t{1} << 63;
// Distances from the first number are exact up to so many bits, and keep so many leading bits beyond. The
// service mostly counts by ones, or by about 1e20.
constexpr unsigned kExactBits = 54;

}  // namespace

std::optional<std::uint64_t> StreamOrder::of(std::string_view sequenceNumber) {
    if (sequenceNumber.empty() || sequenceNumber.size() > kMostDigits) return {};
    Wide number = 0;
    for (const char c : sequenceNumber) {
        if (c < '0' || c > '9') return {};
        number = number * 10 + static_cast<unsigned>(c - '0');
    }
    if (!m_first) m_first = number;
    const bool isLater = number >= *m_first;
    Wide distance = isLater ? number - *m_first : *m_first - number;
    std::uint64_t shifts = 0;
    for (; distance >> kExactBits != 0; distance >>= 1)
        ++shifts;
    // As floating point numbers are ordered by their bits: the exponent above the digits, whose first is
    // implied.
    const std::uint64_t steps = (shifts << (kExactBits - 1)) + static_cast<std::uint64_t>(distance);
    return isLater ? kMiddle + steps : kMiddle - steps;
}

}  // namespace partita
