#include "engine/partition/utc_time.h"

#include <cstdio>
#include <cstdlib>

namespace partita {
namespace {

constexpr std::int64_t kMillisADay = 86'400'000;

// Days since 1970-01-01 of a date in the Gregorian calendar, and back. Years are counted from March, so that
// the leap day is the last of its year. After Howard Hinnant, "chrono-compatible low-level date algorithms".
constexpr std::int64_t daysOf(int year, int month, int day) {
    const std::int64_t y = year - (month <= 2 ? 1 : 0);
    const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
    const std::int64_t yearOfEra = y - era * 400;
    const std::int64_t dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146'097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719'468;
}

struct Date {
    std::int64_t year;
    int month;
    int day;
};

constexpr Date dateOf(std::int64_t days) {
    days += 719'468;
    const std::int64_t era = (days >= 0 ? days : days - 146'096) / 146'097;
    const std::int64_t dayOfEra = days - era * 146'097;
    const std::int64_t yearOfEra =
        (dayOfEra - dayOfEra / 1'460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
    const std::int64_t dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t marchMonth = (5 * dayOfYear + 2) / 153;
    const int month = static_cast<int>(marchMonth < 10 ? marchMonth + 3 : marchMonth - 9);
    return {yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            static_cast<int>(dayOfYear - (153 * marchMonth + 2) / 5 + 1)};
}

constexpr bool isLeap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

constexpr int daysIn(int year, int month) {
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && isLeap(year) ? 29 : kDays[month - 1];
}

constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// The number of `count` digits at `at`; -1 when there are none such.
int digits(std::string_view text, std::size_t at, std::size_t count) {
    if (text.size() < at + count) return -1;
    int value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (!isDigit(text[i])) return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

// Minutes that local time is ahead of UTC; nothing when the text is no offset.
std::optional<int> offsetMinutes(std::string_view text) {
    if (text.empty() || text == "Z" || text == "z") return 0;
    if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return std::nullopt;
    const int hours = digits(text, 1, 2);
    const int minutes = digits(text, 4, 2);
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return std::nullopt;
    return (text[0] == '-' ? -1 : 1) * (hours * 60 + minutes);
}

}  // namespace

std::optional<UtcMillis> parseTime(std::string_view text) {
    constexpr std::size_t kToSeconds = 19;  // 2026-05-01T10:00:00
    if (text.size() < kToSeconds || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':')
        return std::nullopt;
    if (text[10] != 'T' && text[10] != 't' && text[10] != ' ') return std::nullopt;
    const int year = digits(text, 0, 4);
    const int month = digits(text, 5, 2);
    const int day = digits(text, 8, 2);
    const int hour = digits(text, 11, 2);
    const int minute = digits(text, 14, 2);
    int second = digits(text, 17, 2);
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return std::nullopt;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return std::nullopt;

    std::size_t at = kToSeconds;
    int millis = 0;
    if (at < text.size() && text[at] == '.') {
        int weight = 100;
        const std::size_t first = ++at;
        for (; at < text.size() && isDigit(text[at]); ++at, weight /= 10)
            millis += (text[at] - '0') * weight;
        if (at == first) return std::nullopt;
    }
    const std::optional<int> offset = offsetMinutes(text.substr(at));
    if (!offset) return std::nullopt;

    const std::int64_t minuteOfDay = hour * 60 + minute - *offset;
    if (second == 60) {
        constexpr std::int64_t kMinutesADay = 1'440;
        if ((minuteOfDay + kMinutesADay) % kMinutesADay != kMinutesADay - 1) return std::nullopt;
        second = 59;
    }
    return daysOf(year, month, day) * kMillisADay + minuteOfDay * 60'000 + second * 1'000 + millis;
}

std::string timeText(UtcMillis time) {
    std::int64_t day = time / kMillisADay;
    std::int64_t millis = time % kMillisADay;
    if (millis < 0) {
        millis += kMillisADay;
        --day;
    }
    const Date date = dateOf(day);
    const auto part = [&](std::int64_t unit, std::int64_t modulus) {
        return static_cast<int>(millis / unit % modulus);
    };
    char text[64];
    std::snprintf(text, sizeof text, "%04lld-%02d-%02dT%02d:%02d:%02d.%03dZ",
                  static_cast<long long>(date.year), date.month, date.day, part(3'600'000, 24),
                  part(60'000, 60), part(1'000, 60), part(1, 1'000));
    return text;
}

}  // namespace partita
