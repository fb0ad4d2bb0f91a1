// UTF-16 turned into UTF-8, a piece at a time. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace partita {

class Utf16Decoder final {
  public:
    explicit Utf16Decoder(bool bigEndian) : m_bigEndian(bigEndian) {}

    /// Appends the characters that are whole in `bytes`; returns how many bytes it took. Takes fewer than it
    /// could only at a surrogate that has no partner: fault() says it then.
    std::size_t decode(std::string_view bytes, std::string& out);

    /// What is wrong with the next two bytes, for people; empty: nothing.
    const std::string& fault() const { return m_fault; }
    std::uint64_t line() const { return m_line; }  // of what comes next, from 1

  private:
    bool m_bigEndian;
    std::uint64_t m_line = 1;
    std::string m_fault;
};

}  // namespace partita
