// Unsigned integers of 1 to 10 bytes (LEB128: seven bits a byte, low ones first, the high bit says that more
// follow), in their shortest form only. On disk. Free functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace partita {

inline void appendVarint(std::uint64_t value, std::string& out) {
    while (value >= 0x80) {
        out.push_back(static_cast<char>(value | 0x80U));
        value >>= 7;
    }
    out.push_back(static_cast<char>(value));
}

/// Takes one from the front of `bytes`. False, with both arguments as they were, when it is cut off, too
/// large for 64 bits, or longer than it need be.
inline bool takeVarint(std::string_view& bytes, std::uint64_t& value) {
    std::uint64_t read = 0;
    for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if (i == 9 && byte > 1) return false;
        read |= static_cast<std::uint64_t>(byte & 0x7FU) << (7 * i);
        if (byte >= 0x80) continue;
        if (byte == 0 && i > 0) return false;
        bytes.remove_prefix(i + 1);
        value = read;
        return true;
    }
    return false;
}

/// Takes a length and that many bytes from the front of `bytes`; `taken` lives as long as they do.
/// False, with `bytes` as it was, when there are not so many.
inline bool takePrefixed(std::string_view& bytes, std::string_view& taken) {
    std::string_view rest = bytes;
    std::uint64_t length = 0;
    if (!takeVarint(rest, length) || length > rest.size()) return false;
    taken = rest.substr(0, static_cast<std::size_t>(length));
    bytes = rest.substr(static_cast<std::size_t>(length));
    return true;
}

}  // namespace partita
