#include "engine/interchange/read/ion_number.h"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/interchange/text_encoding.h"

namespace partita {
namespace {

// 10^126, the first number that is too large for DynamoDB, has 419 binary digits.
constexpr std::size_t kLongestBinary = 419;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
int digitOf(char c) {
    if (isDigit(c)) return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

Error noNumber(std::string_view word) {
    constexpr std::size_t kShown = 60;
    return Error::badInput("This is no value of Ion: " + asUtf8(std::string(word.substr(0, kShown))) +
                           (word.size() > kShown ? "…" : ""));
}

/// Without the underscores, which stand between two digits each. Nothing when one does not.
bool removeUnderscores(std::string& digits, int base) {
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (digits[i] != '_') continue;
        if (i == 0 || i + 1 == digits.size() || digitOf(digits[i - 1]) >= base ||
            digitOf(digits[i + 1]) >= base)
            return false;
    }
    std::erase(digits, '_');
    return true;
}

/// The decimal text of digits of base 2 or 16.
std::string decimalText(std::string_view digits, int base) {
    std::vector<int> decimal{0};  // the lowest first
    for (const char c : digits) {
        int carry = digitOf(c);
        for (int& place : decimal) {
            carry += place * base;
            place = carry % 10;
            carry /= 10;
        }
        for (; carry > 0; carry /= 10)
            decimal.push_back(carry % 10);
    }
    std::string text;
    std::for_each(decimal.rbegin(), decimal.rend(),
                  [&text](int digit) { text += static_cast<char>('0' + digit); });
    return text;
}

Result<IonNumber> parsed(const std::string& decimal, bool rewritten) {
    auto number = Number::parse(decimal);
    if (!number) return number.error();
    return IonNumber{*number, rewritten};
}

Result<IonNumber> based(std::string_view word, bool negative, std::string digits, int base) {
    if (!removeUnderscores(digits, base) || digits.empty() ||
        !std::all_of(digits.begin(), digits.end(), [base](char c) { return digitOf(c) < base; }))
        return noNumber(word);
    digits.erase(0, digits.find_first_not_of('0'));
    const std::string sign = negative ? "-" : "";
    // Too long to be worth the exact figure: too large in any case.
    if (digits.size() * (base == 16 ? 4 : 1) > kLongestBinary + 3) return parsed(sign + "1e999", true);
    return parsed(sign + decimalText(digits, base), true);
}

}  // namespace

bool isIonTimestamp(std::string_view word) {
    if (word.size() < 5 || !std::all_of(word.begin(), word.begin() + 4, isDigit)) return false;
    return word[4] == 'T' || word[4] == 't' || word[4] == '-';
}

Result<IonNumber> parseIonNumber(std::string_view word) {
    const bool negative = word.starts_with('-');
    const std::string_view unsignedWord = word.substr(negative ? 1 : 0);
    if (unsignedWord.starts_with("0x") || unsignedWord.starts_with("0X"))
        return based(word, negative, std::string(unsignedWord.substr(2)), 16);
    if (unsignedWord.starts_with("0b") || unsignedWord.starts_with("0B"))
        return based(word, negative, std::string(unsignedWord.substr(2)), 2);
    if (word == "nan" || word == "+inf" || word == "-inf")
        return Error::badInput("DynamoDB has no number for " + std::string(word) + ".");

    const std::size_t mark = std::min(unsignedWord.find_first_of("dDeE"), unsignedWord.size());
    const std::string_view exponent = unsignedWord.substr(mark);
    std::string digits(unsignedWord.substr(0, mark));
    const bool underscores = digits.find('_') != std::string::npos;
    if (!removeUnderscores(digits, 10)) return noNumber(word);

    const std::size_t point = std::min(digits.find('.'), digits.size());
    const auto areDigits = [](std::string_view text) {
        return std::all_of(text.begin(), text.end(), isDigit);
    };
    const std::string_view whole = std::string_view(digits).substr(0, point);
    const std::string_view fraction = std::string_view(digits).substr(std::min(point + 1, digits.size()));
    std::string_view exponentDigits = exponent.substr(std::min<std::size_t>(exponent.size(), 1));
    if (exponentDigits.starts_with('-') || exponentDigits.starts_with('+')) exponentDigits.remove_prefix(1);
    if (whole.empty() || !areDigits(whole) || !areDigits(fraction) || (whole.size() > 1 && whole[0] == '0') ||
        !areDigits(exponentDigits) || (!exponent.empty() && exponentDigits.empty()))
        return noNumber(word);

    const bool isFloat = exponent.starts_with('e') || exponent.starts_with('E');
    const bool isZero = digits.find_first_not_of("0.") == std::string::npos;
    const bool rewritten = underscores || isFloat || (negative && isZero) || fraction.ends_with('0');
    std::string decimal = (negative ? "-" : "") + std::string(whole);
    if (!fraction.empty()) decimal += "." + std::string(fraction);
    if (!exponent.empty()) decimal += "e" + std::string(exponent.substr(1));
    return parsed(decimal, rewritten);
}

}  // namespace partita
