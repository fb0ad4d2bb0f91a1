#include "engine/interchange/utf16.h"

#include <array>

namespace partita {
namespace {

constexpr unsigned kHighFirst = 0xD800;
constexpr unsigned kLowFirst = 0xDC00;
constexpr unsigned kSurrogatesEnd = 0xE000;

/// Writes at most 4 bytes; returns where the next go.
char* writeUtf8(unsigned character, char* to) {
    const auto tail = [character](unsigned shift) {
        return static_cast<char>(0x80 | ((character >> shift) & 0x3F));
    };
    if (character < 0x80) {
        *to++ = static_cast<char>(character);
    } else if (character < 0x800) {
        *to++ = static_cast<char>(0xC0 | (character >> 6));
        *to++ = tail(0);
    } else if (character < 0x10000) {
        *to++ = static_cast<char>(0xE0 | (character >> 12));
        *to++ = tail(6);
        *to++ = tail(0);
    } else {
        *to++ = static_cast<char>(0xF0 | (character >> 18));
        *to++ = tail(12);
        *to++ = tail(6);
        *to++ = tail(0);
    }
    return to;
}

std::string hexOf(unsigned unit) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text = "0x";
    for (const unsigned shift : std::array{12U, 8U, 4U, 0U})
        text += kDigits[(unit >> shift) & 0xF];
    return text;
}

}  // namespace

std::size_t Utf16Decoder::decode(std::string_view bytes, std::string& out) {
    const auto unitAt = [&](std::size_t at) {
        const unsigned first = static_cast<unsigned char>(bytes[at]);
        const unsigned second = static_cast<unsigned char>(bytes[at + 1]);
        return m_bigEndian ? first << 8 | second : second << 8 | first;
    };
    // A unit of two bytes becomes three at most, a pair of them four.
    const std::size_t had = out.size();
    out.resize(had + bytes.size() / 2 * 3);
    char* to = out.data() + had;
    std::size_t at = 0;
    while (at + 2 <= bytes.size()) {
        const unsigned unit = unitAt(at);
        if (unit < kHighFirst || unit >= kSurrogatesEnd) {
            if (unit == '\n') ++m_line;
            to = writeUtf8(unit, to);
            at += 2;
            continue;
        }
        if (unit < kLowFirst && at + 4 > bytes.size()) break;
        const unsigned low = unit < kLowFirst ? unitAt(at + 2) : 0;
        if (low < kLowFirst || low >= kSurrogatesEnd) {
            m_fault = hexOf(unit) + " is half of a character, and its other half is missing";
            break;
        }
        to = writeUtf8(0x10000 + ((unit - kHighFirst) << 10) + (low - kLowFirst), to);
        at += 4;
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
    return at;
}

}  // namespace partita
