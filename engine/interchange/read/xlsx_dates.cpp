#include "engine/interchange/read/xlsx_dates.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace partita {
namespace {

std::string digits(unsigned value, int width) {
    std::string text = std::to_string(value);
    while (static_cast<int>(text.size()) < width)
        text.insert(text.begin(), '0');
    return text;
}

std::string timeOfDay(std::int64_t milliseconds) {
    const auto ms = static_cast<unsigned>(milliseconds);
    std::string text =
        digits(ms / 3'600'000, 2) + ":" + digits(ms / 60'000 % 60, 2) + ":" + digits(ms / 1000 % 60, 2);
    if (ms % 1000 != 0) text += "." + digits(ms % 1000, 3);
    return text;
}

/// The day of a serial number of the system that counts from 1900.
std::string dayText(std::int64_t day) {
    // Lotus 1-2-3 took 1900 for a leap year, and Excel kept its numbers: day 60 is one that never was.
    constexpr std::int64_t kNeverWas = 60;
    if (day == kNeverWas) return "1900-02-29";
    using namespace std::chrono;
    const sys_days first = sys_days(year{1899} / December / (day < kNeverWas ? 31 : 30));
    const year_month_day date(first + days(day));
    return digits(static_cast<unsigned>(static_cast<int>(date.year())), 4) + "-" +
           digits(static_cast<unsigned>(date.month()), 2) + "-" +
           digits(static_cast<unsigned>(date.day()), 2);
}

}  // namespace

DateFormat builtInDateFormat(unsigned id) {
    // ECMA-376, part 1, 18.8.30; 27–36 and 50–58 are dates of East Asian editions, but for some times.
    if (id >= 14 && id <= 17) return DateFormat::Date;
    if ((id >= 18 && id <= 21) || id == 45 || id == 47) return DateFormat::Time;
    if (id == 22) return DateFormat::DateTime;
    if (id == 32 || id == 33) return DateFormat::Time;
    if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return DateFormat::Date;
    return DateFormat::None;
}

DateFormat dateFormatOf(std::string_view code) {
    bool hasDay = false;
    bool hasTime = false;
    bool hasM = false;
    for (std::size_t at = 0; at < code.size(); ++at) {
        switch (code[at]) {
            case ';':  // of negative numbers, which are no dates
                at = code.size();
                break;
            case '\\':
            case '_':
            case '*':
                ++at;
                break;
            case '"':
                at = std::min(code.find('"', at + 1), code.size());
                break;
            case '[': {
                const std::size_t end = std::min(code.find(']', at), code.size());
                const std::string_view inside = code.substr(at + 1, end - at - 1);
                const bool isElapsed =
                    !inside.empty() && inside.find_first_not_of("hHmMsS") == std::string_view::npos;
                if (isElapsed) return DateFormat::None;
                at = end;
                break;
            }
            case 'y':
            case 'Y':
            case 'd':
            case 'D':
                hasDay = true;
                break;
            case 'h':
            case 'H':
            case 's':
            case 'S':
                hasTime = true;
                break;
            case 'm':
            case 'M':
                hasM = true;
                break;
            case 'A':
            case 'a':
                if (code.substr(at, 5) == "AM/PM" || code.substr(at, 5) == "am/pm") at += 4;
                break;
            case 'G':  // "General"
                if (code.substr(at, 7) == "General") at += 6;
                break;
            default:
                break;
        }
    }
    if (hasM && !hasTime) hasDay = true;  // beside hours or seconds, m means minutes
    if (hasDay) return hasTime ? DateFormat::DateTime : DateFormat::Date;
    return hasTime ? DateFormat::Time : DateFormat::None;
}

std::optional<std::string> dateText(std::string_view serial, DateFormat format, bool is1904) {
    double days = 0;
    const auto [end, fault] = std::from_chars(serial.data(), serial.data() + serial.size(), days);
    if (fault != std::errc() || end != serial.data() + serial.size()) return std::nullopt;
    constexpr double kPastYear9999 = 2'958'466;
    constexpr double k1904 = 1462;  // days between the two systems
    if (!(days >= 0)) return std::nullopt;
    if (is1904 && format != DateFormat::Time) days += k1904;
    if (days >= kPastYear9999) return std::nullopt;
    constexpr std::int64_t kDay = 86'400'000;
    const auto milliseconds = static_cast<std::int64_t>(std::llround(days * static_cast<double>(kDay)));
    const std::int64_t day = milliseconds / kDay;
    const std::int64_t time = milliseconds % kDay;
    if (format == DateFormat::Time && day == 0) return timeOfDay(time);
    if (day == 0) return std::nullopt;
    if (format == DateFormat::Date && time == 0) return dayText(day);
    return dayText(day) + "T" + timeOfDay(time);
}

}  // namespace partita
