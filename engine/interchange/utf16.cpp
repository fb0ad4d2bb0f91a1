#include "engine/interchange/utf16.h"

#include <array>

namespace partita {
namespace {

constexpr unsigned kHighFirst = 0xD800;
constexpr unsigned kLowFirst = 0xDC00;
constexpr unsigned kSurrogatesEnd = 0xE000;

void appendUtf8(unsigned character, std::string& out) {
    const auto tail = [character](unsigned shift) {
        return static_cast<char>(0x80 | ((character >> shift) & 0x3F));
    };
    if (character < 0x80) {
        out += static_cast<char>(character);
    } else if (character < 0x800) {
        out += static_cast<char>(0xC0 | (character >> 6));
        out += tail(0);
    } else if (character < 0x10000) {
        out += static_cast<char>(0xE0 | (character >> 12));
        out += tail(6);
        out += tail(0);
    } else {
        out += static_cast<char>(0xF0 | (character >> 18));
        out += tail(12);
        out += tail(6);
        out += tail(0);
    }
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
    std::size_t at = 0;
    while (at + 2 <= bytes.size()) {
        const unsigned unit = unitAt(at);
        if (unit < kHighFirst || unit >= kSurrogatesEnd) {
            if (unit == '\n') ++m_line;
            appendUtf8(unit, out);
            at += 2;
            continue;
        }
        if (unit < kLowFirst && at + 4 > bytes.size()) break;
        const unsigned low = unit < kLowFirst ? unitAt(at + 2) : 0;
        if (low < kLowFirst || low >= kSurrogatesEnd) {
            m_fault = hexOf(unit) + " is half of a character, and its other half is missing";
            break;
        }
        appendUtf8(0x10000 + ((unit - kHighFirst) << 10) + (low - kLowFirst), out);
        at += 4;
    }
    return at;
}

}  // namespace partita
