#include "engine/value/base64.h"

#include <array>
#include <cstdint>

namespace partita {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::array<std::uint8_t, 256> kDigits = [] {
    std::array<std::uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
        digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
    }
    return digits;
}();

}  // namespace

std::string toBase64(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t taken = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j) {
            group = group << 8 | (j < taken ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        }
        for (std::size_t j = 0; j < 4; ++j) {
            out.push_back(j <= taken ? kAlphabet[group >> (18 - 6 * j) & 63U] : '=');
        }
    }
    return out;
}

std::optional<std::string> fromBase64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    std::string out;
    out.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::size_t digits = 4;
        if (i + 4 == text.size() && text[i + 3] == '=') digits = text[i + 2] == '=' ? 2 : 3;
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            const std::uint8_t digit = j < digits ? kDigits[static_cast<unsigned char>(text[i + j])] : 0;
            if (digit == kNoDigit) return std::nullopt;
            group = group << 6 | digit;
        }
        const std::size_t bytes = digits - 1;
        // The bits that padding leaves over must be 0, so that each value has one text.
        if ((group & ((1U << (8 * (3 - bytes))) - 1)) != 0) return std::nullopt;
        for (std::size_t j = 0; j < bytes; ++j) {
            out.push_back(static_cast<char>(group >> (16 - 8 * j) & 0xFFU));
        }
    }
    return out;
}

}  // namespace partita
