#include "engine/partition/zipf.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

namespace partita {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr unsigned kFractionBits = 32;  // of logarithms and exponents
constexpr unsigned kWeightBits = 38;    // of a weight of 1

std::uint64_t squareRoot(Wide square) {
    std::uint64_t root = 0;
    for (int bit = 63; bit >= 0; --bit) {
        const std::uint64_t tried = root | (1ULL << bit);
        if (static_cast<Wide>(tried) * tried <= square) root = tried;
    }
    return root;
}

// log₂ n with kFractionBits: squaring doubles the logarithm, so each squaring yields the next bit of the
// fraction.
std::uint64_t logarithm(std::uint64_t n) {
    const unsigned whole = static_cast<unsigned>(std::bit_width(n)) - 1;
    std::uint64_t result = whole;
    std::uint64_t mantissa = n << (63 - whole);  // 1 … 2, with 63 bits of fraction
    for (unsigned i = 0; i < kFractionBits; ++i) {
        const Wide square = static_cast<Wide>(mantissa) * mantissa;  // 1 … 4, 126 bits
        const bool carry = (square >> 127) != 0;
        mantissa = static_cast<std::uint64_t>(square >> (carry ? 64 : 63));
        result = (result << 1) | (carry ? 1 : 0);
    }
    return result;
}

// 2^−x for an x with kFractionBits, as a weight: the product of the roots of ½ that the bits of x name.
class PowersOfHalf final {
  public:
    PowersOfHalf() {
        std::uint64_t root = 1ULL << 62;  // ½, with 63 bits of fraction
        for (std::uint64_t& each : m_roots)
            each = root = squareRoot(static_cast<Wide>(root) << 63);
    }
    std::uint64_t weight(Wide x) const {
        const Wide whole = x >> kFractionBits;
        if (whole >= kWeightBits) return 1;
        std::uint64_t product = 1ULL << 63;
        for (unsigned i = 0; i < kFractionBits; ++i)
            if ((x >> (kFractionBits - 1 - i)) & 1)
                product = static_cast<std::uint64_t>((static_cast<Wide>(product) * m_roots[i]) >> 63);
        return std::max<std::uint64_t>(1, product >> (63 - kWeightBits + static_cast<unsigned>(whole)));
    }

  private:
    std::array<std::uint64_t, kFractionBits> m_roots{};
};

}  // namespace

Zipf::Zipf(double exponent, std::size_t ranks) {
    assert(ranks > 0 && ranks <= (std::size_t{1} << 24) && exponent > 0 && exponent <= 10);
    // Multiplying by a power of two is exact, so this is the same integer everywhere.
    const auto scaled = static_cast<std::uint64_t>(exponent * static_cast<double>(1ULL << kFractionBits));
    const PowersOfHalf powers;
    m_sums.reserve(ranks);
    std::uint64_t sum = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const Wide x = (static_cast<Wide>(logarithm(rank + 1)) * scaled) >> kFractionBits;
        m_sums.push_back(sum += powers.weight(x));
    }
}

std::size_t Zipf::draw(Random& random) const {
    const std::uint64_t at = random.below(m_sums.back());
    return static_cast<std::size_t>(std::upper_bound(m_sums.begin(), m_sums.end(), at) - m_sums.begin());
}

}  // namespace partita
