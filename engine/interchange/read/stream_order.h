// Puts sequence numbers of DynamoDB Streams, which have up to 40 digits, in an order of 64 bits. One thread
// at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace partita {

class StreamOrder final {
  public:
    /// Grows with the sequence number; equal for two that are too far from the first and too near to one
    /// another to be told apart. Nothing for what is none, or has more than 38 digits.
    std::optional<std::uint64_t> of(std::string_view sequenceNumber);

  private:
    __extension__ using Wide = unsigned __int128;
    std::optional<Wide> m_first;
};

}  // namespace partita
