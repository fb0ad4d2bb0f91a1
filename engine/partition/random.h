// A random number generator that gives the same numbers on every machine: xoshiro256**, seeded by SplitMix64,
// after David Blackman and Sebastiano Vigna (public domain). One thread at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace partita {

class Random final {
  public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : m_state) {
            seed += 0x9E37'79B9'7F4A'7C15ULL;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58'476D'1CE4'E5B9ULL;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D0'49BB'1331'11EBULL;
            word = mixed ^ (mixed >> 31);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
        const std::uint64_t shifted = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= shifted;
        m_state[3] = std::rotl(m_state[3], 45);
        return result;
    }
    /// 0 … bound − 1, for a bound of at least 1. Its bias is below bound / 2⁶⁴.
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
    }
    /// True with that probability, 0 … 1; exact to 2⁻⁵³ and the same everywhere, as only powers of two
    /// multiply.
    bool chance(double probability) {
        constexpr double kScale = 9'007'199'254'740'992.0;  // 2⁵³
        return (next() >> 11) < static_cast<std::uint64_t>(probability * kScale);
    }

  private:
    std::array<std::uint64_t, 4> m_state{};
};

}  // namespace partita
