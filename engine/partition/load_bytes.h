// The small pieces of a recording's binary form: unsigned numbers of 7 bits a byte, low bits first; signed
// ones folded so that small magnitudes stay short; text with its length before it. On disk: see README.md.
// The reader never goes outside its bytes: once something is missing, failed() is true and every number 0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita {

class LoadByteWriter final {
  public:
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7)
            m_bytes.push_back(static_cast<char>((value & 0x7F) | 0x80));
        m_bytes.push_back(static_cast<char>(value));
    }
    void signedNumber(std::int64_t value) {
        number((static_cast<std::uint64_t>(value) << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0));
    }
    void text(std::string_view value) {
        number(value.size());
        m_bytes.append(value);
    }
    std::string take() { return std::move(m_bytes); }

  private:
    std::string m_bytes;
};

class LoadByteReader final {
  public:
    explicit LoadByteReader(std::string_view bytes) : m_bytes(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (m_failed || m_bytes.empty()) break;
            const auto byte = static_cast<std::uint8_t>(m_bytes.front());
            m_bytes.remove_prefix(1);
            // One form for each number: the tenth byte holds one bit, and no number ends in an empty byte.
            if ((shift == 63 && byte > 1) || (shift > 0 && byte == 0)) break;
            value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
            if (byte < 0x80) return value;
        }
        m_failed = true;
        return 0;
    }
    std::int64_t signedNumber() {
        const std::uint64_t folded = number();
        return static_cast<std::int64_t>((folded >> 1) ^ ((folded & 1) ? ~std::uint64_t{0} : 0));
    }
    /// Lives as long as the bytes.
    std::string_view text() {
        const std::uint64_t size = number();
        if (m_failed || size > m_bytes.size()) return fail(), std::string_view{};
        const std::string_view value = m_bytes.substr(0, size);
        m_bytes.remove_prefix(size);
        return value;
    }
    void fail() { m_failed = true; }
    bool failed() const { return m_failed; }
    std::size_t left() const { return m_bytes.size(); }

  private:
    std::string_view m_bytes;
    bool m_failed = false;
};

}  // namespace partita
