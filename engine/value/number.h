// A DynamoDB number: up to 38 significant decimal digits, exact, 1E-130 … 9.99…E+125 in magnitude, or 0.
// Two numbers of one value are one Number, however they were written. Immutable value; any thread.
// Source: developer guide, "Data types: Number".
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

class Number final {
  public:
    /// Zero.
    Number() = default;
    static Number fromInteger(std::int64_t value);

    /// Reads decimal text: optional sign, digits with an optional point, optional exponent; nothing around
    /// it. Fails with a ValidationException in the service's words for what is no number, has a 39th
    /// significant digit, or is too large or too small.
    static Result<Number> parse(std::string_view text);

    bool isZero() const { return m_coefficient == 0; }
    bool isNegative() const { return m_negative; }

    /// The service's canonical text: plain decimal, no exponent, no needless zero, no sign on zero.
    std::string text() const;
    /// Bytes that the number counts for in an item's size.
    std::size_t size() const;
    /// The nearest double; for drawing only.
    double approximate() const;

    friend bool operator==(const Number&, const Number&) = default;
    friend std::strong_ordering operator<=>(const Number& a, const Number& b);

    /// On disk: bytes whose unsigned order is the order of value, none a prefix of another; 1 to 22 bytes.
    /// The form is described in engine/value/README.md and pinned by golden tests.
    void appendKeyBytes(std::string& out) const;
    /// Takes one number's bytes from the front of `bytes`. Fails (DamagedFile) on anything that
    /// appendKeyBytes() does not write, leaving `bytes` as it was.
    static Result<Number> takeKeyBytes(std::string_view& bytes);

  private:
    __extension__ using Coefficient = unsigned __int128;  // 10^38 < 2^127
    // value = ± coefficient · 10^exponent; the coefficient has no trailing zero; zero is 0, 0, false.
    Coefficient m_coefficient = 0;
    std::int16_t m_exponent = 0;
    bool m_negative = false;
};

}  // namespace partita
