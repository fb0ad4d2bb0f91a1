#include "engine/value/number.h"

#include <array>
#include <charconv>
#include <limits>

#include "engine/limits.h"

namespace partita {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr unsigned char kNegativeClass = 0x01;
constexpr unsigned char kZeroClass = 0x02;
constexpr unsigned char kPositiveClass = 0x03;
constexpr int kExponentBias = -limits::kNumberMinExponent;  // makes the exponent one byte, 0 … 255

// An exponent beyond this is out of range whatever digits stand before it: a text is never that long.
constexpr std::int64_t kExponentCap = 100'000'000'000'000'000;

constexpr std::array<Wide, limits::kNumberDigits + 1> kPowersOfTen = [] {
    std::array<Wide, limits::kNumberDigits + 1> powers{};
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i) {
        powers[i] = powers[i - 1] * 10;
    }
    return powers;
}();

/// Digits of a coefficient below 10^38; 0 for zero.
int digitCount(Wide coefficient) {
    int count = 0;
    while (count < limits::kNumberDigits && coefficient >= kPowersOfTen[static_cast<std::size_t>(count)]) {
        ++count;
    }
    return count;
}

std::string digitsOf(Wide coefficient) {
    std::array<char, limits::kNumberDigits> buffer{};
    std::size_t first = buffer.size();
    // Nineteen digits at a time: the division of 128 bits is the slow part.
    constexpr std::uint64_t kChunk = 10'000'000'000'000'000'000ULL;
    while (coefficient != 0) {
        std::uint64_t chunk = static_cast<std::uint64_t>(coefficient % kChunk);
        coefficient /= kChunk;
        for (int i = 0; i < 19 && (chunk != 0 || coefficient != 0); ++i) {
            buffer[--first] = static_cast<char>('0' + chunk % 10);
            chunk /= 10;
        }
    }
    return {buffer.data() + first, buffer.size() - first};
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

Error notNumeric(std::string_view text) {
    if (text.empty()) {
        return Error::validation("The parameter cannot be converted to a numeric value");
    }
    constexpr std::size_t kShown = 100;
    std::string shown(text.substr(0, kShown));
    if (text.size() > kShown) {
        while (!shown.empty() && (static_cast<unsigned char>(text[shown.size()]) & 0xC0U) == 0x80U) {
            shown.pop_back();  // never half a character
        }
        shown += "…";
    }
    return Error::validation("The parameter cannot be converted to a numeric value: " + shown);
}

Error damagedNumber() {
    return Error::file(ErrorCode::DamagedFile, "The stored bytes of a number are damaged.", {});
}

}  // namespace

Number Number::fromInteger(std::int64_t value) {
    Number number;
    number.m_negative = value < 0;
    // Through unsigned, because the smallest integer has no positive counterpart.
    std::uint64_t magnitude = static_cast<std::uint64_t>(value);
    magnitude = value < 0 ? ~magnitude + 1 : magnitude;
    if (magnitude == 0) return number;
    while (magnitude % 10 == 0) {
        magnitude /= 10;
        ++number.m_exponent;
    }
    number.m_coefficient = magnitude;
    return number;
}

Result<Number> Number::parse(std::string_view text) {
    std::size_t at = 0;
    const bool negative = !text.empty() && text[0] == '-';
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) ++at;

    Wide coefficient = 0;
    std::int64_t significant = 0;  // digits in the coefficient, its last one not 0
    std::int64_t zeros = 0;        // zeros seen after it, which count only if another digit follows
    std::int64_t fraction = 0;     // digits after the point
    bool anyDigit = false;
    bool afterPoint = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' && !afterPoint) {
            afterPoint = true;
            continue;
        }
        if (!isDigit(c)) break;
        anyDigit = true;
        if (afterPoint) ++fraction;
        if (c == '0') {
            if (significant > 0) ++zeros;
            continue;
        }
        significant += zeros + 1;
        if (significant <= limits::kNumberDigits) {
            coefficient =
                coefficient * kPowersOfTen[static_cast<std::size_t>(zeros + 1)] + static_cast<Wide>(c - '0');
        }
        zeros = 0;
    }
    if (!anyDigit) return notNumeric(text);

    std::int64_t exponent = 0;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool exponentNegative = at < text.size() && text[at] == '-';
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
        if (at == text.size()) return notNumeric(text);
        for (; at < text.size() && isDigit(text[at]); ++at) {
            if (exponent < kExponentCap) exponent = exponent * 10 + (text[at] - '0');
        }
        if (exponentNegative) exponent = -exponent;
    }
    if (at != text.size()) return notNumeric(text);

    Number number;
    if (significant == 0) return number;
    exponent += zeros - fraction;
    const std::int64_t scientific = exponent + significant - 1;
    if (scientific > limits::kNumberMaxExponent) {
        return Error::validation(
            "Number overflow. Attempting to store a number with magnitude larger than supported range");
    }
    if (scientific < limits::kNumberMinExponent) {
        return Error::validation(
            "Number underflow. Attempting to store a number with magnitude smaller than supported range");
    }
    if (significant > limits::kNumberDigits) {
        return Error::validation("Attempting to store more than 38 significant digits in a Number");
    }
    number.m_coefficient = coefficient;
    number.m_exponent = static_cast<std::int16_t>(exponent);
    number.m_negative = negative;
    return number;
}

std::string Number::text() const {
    if (isZero()) return "0";
    const std::string digits = digitsOf(m_coefficient);
    std::string out = m_negative ? "-" : "";
    if (m_exponent >= 0) {
        return out.append(digits).append(static_cast<std::size_t>(m_exponent), '0');
    }
    const std::size_t fraction = static_cast<std::size_t>(-m_exponent);
    if (fraction < digits.size()) {
        const std::size_t whole = digits.size() - fraction;
        return out.append(digits, 0, whole).append(1, '.').append(digits, whole);
    }
    return out.append("0.").append(fraction - digits.size(), '0').append(digits);
}

std::size_t Number::size() const {
    if (isZero()) return 1;
    const int digits = digitCount(m_coefficient);
    // The significant digits, split at the point: 1000 has one before it, 0.001 one after it.
    const int after = m_exponent >= 0 ? 0 : std::min(digits, -static_cast<int>(m_exponent));
    const int before = digits - after;
    return static_cast<std::size_t>(1 + (before + 1) / 2 + (after + 1) / 2 + (m_negative ? 1 : 0));
}

double Number::approximate() const {
    const std::string decimal = (m_negative ? "-" : "") +
                                (isZero() ? std::string("0") : digitsOf(m_coefficient)) + "e" +
                                std::to_string(m_exponent);
    double value = 0;
    std::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
    return value;
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
    const auto sign = [](const Number& n) { return n.isZero() ? 0 : n.m_negative ? -1 : 1; };
    if (const auto order = sign(a) <=> sign(b); order != 0) return order;
    if (a.isZero()) return std::strong_ordering::equal;
    const Number& small =
        a.m_negative ? b : a;  // of two negatives, the larger magnitude is the smaller number
    const Number& large = a.m_negative ? a : b;
    const int smallDigits = digitCount(small.m_coefficient);
    const int largeDigits = digitCount(large.m_coefficient);
    if (const auto order = small.m_exponent + smallDigits <=> large.m_exponent + largeDigits; order != 0) {
        return order;
    }
    const auto aligned = [&](const Number& n, int digits) {
        return n.m_coefficient *
               kPowersOfTen[static_cast<std::size_t>(std::max(smallDigits, largeDigits) - digits)];
    };
    const Wide x = aligned(small, smallDigits);
    const Wide y = aligned(large, largeDigits);
    return x < y   ? std::strong_ordering::less
           : y < x ? std::strong_ordering::greater
                   : std::strong_ordering::equal;
}

void Number::appendKeyBytes(std::string& out) const {
    if (isZero()) {
        out.push_back(static_cast<char>(kZeroClass));
        return;
    }
    const std::string digits = digitsOf(m_coefficient);
    const unsigned flip = m_negative ? 0xFFU : 0U;
    const auto put = [&](int byte) { out.push_back(static_cast<char>(static_cast<unsigned>(byte) ^ flip)); };
    out.push_back(static_cast<char>(m_negative ? kNegativeClass : kPositiveClass));
    put(m_exponent + static_cast<int>(digits.size()) - 1 + kExponentBias);
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        const int tens = digits[i] - '0';
        const int ones = i + 1 < digits.size() ? digits[i + 1] - '0' : 0;
        put(tens * 10 + ones + 1);
    }
    put(0);
}

Result<Number> Number::takeKeyBytes(std::string_view& bytes) {
    if (bytes.empty()) return damagedNumber();
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (first == kZeroClass) {
        bytes.remove_prefix(1);
        return Number();
    }
    if (first != kNegativeClass && first != kPositiveClass) return damagedNumber();
    const unsigned flip = first == kNegativeClass ? 0xFFU : 0U;
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]) ^ flip; };
    if (bytes.size() < 2) return damagedNumber();
    const int scientific = static_cast<int>(byteAt(1)) - kExponentBias;

    Wide coefficient = 0;
    int digits = 0;
    unsigned pair = 0;
    std::size_t at = 2;
    for (;; ++at) {
        if (at >= bytes.size()) return damagedNumber();
        const unsigned byte = byteAt(at);
        if (byte == 0) break;
        pair = byte - 1;
        digits += 2;
        if (pair > 99 || digits > limits::kNumberDigits) return damagedNumber();
        if (digits == 2 && pair < 10) return damagedNumber();  // a leading zero
        coefficient = coefficient * 100 + pair;
    }
    if (digits == 0 || pair == 0) return damagedNumber();
    if (pair % 10 == 0) {
        coefficient /= 10;
        --digits;
    }
    Number number;
    number.m_coefficient = coefficient;
    number.m_exponent = static_cast<std::int16_t>(scientific - digits + 1);
    number.m_negative = flip != 0;
    bytes.remove_prefix(at + 1);
    return number;
}

}  // namespace partita
