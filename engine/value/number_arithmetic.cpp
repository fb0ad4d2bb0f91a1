#include "engine/value/number_arithmetic.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <string>
#include <string_view>

namespace partita {
namespace {

using Integer = boost::multiprecision::cpp_int;

/// value = unscaled · 10^exponent
struct Scaled {
    Integer unscaled;
    int exponent = 0;
};

Scaled scaled(const Number& number) {
    std::string digits = number.text();
    int exponent = 0;
    if (const std::size_t point = digits.find('.'); point != std::string::npos) {
        exponent = -static_cast<int>(digits.size() - point - 1);
        digits.erase(point, 1);
    }
    const bool negative = digits[0] == '-';
    const std::size_t first = digits.find_first_of("123456789");
    if (first == std::string::npos) return {};
    const std::size_t last = digits.find_last_of("123456789");
    exponent += static_cast<int>(digits.size() - last - 1);
    Integer unscaled(digits.substr(first, last - first + 1));
    if (negative) unscaled = -unscaled;
    return {std::move(unscaled), exponent};
}

Result<Number> sum(const Scaled& a, const Scaled& b) {
    const int exponent = std::min(a.exponent, b.exponent);
    const auto aligned = [&](const Scaled& n) -> Integer {
        return n.unscaled *
               boost::multiprecision::pow(Integer(10), static_cast<unsigned>(n.exponent - exponent));
    };
    const Integer total = aligned(a) + aligned(b);
    auto number = Number::parse(total.str() + "E" + std::to_string(exponent));
    if (number || number.error().message.starts_with("Number underflow")) return number;
    // The service says the same of a sum of too many digits (recorded: 1E50 + 1).
    return Error::validation(
        "Number overflow. Attempting to store a number with magnitude larger than supported range");
}

}  // namespace

Result<Number> add(const Number& a, const Number& b) {
    return sum(scaled(a), scaled(b));
}

Result<Number> subtract(const Number& a, const Number& b) {
    Scaled negated = scaled(b);
    negated.unscaled = -negated.unscaled;
    return sum(scaled(a), negated);
}

}  // namespace partita
