// Dates as spreadsheets hold them: a number of days, which a format shows as a date. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita {

enum class DateFormat { None, Date, Time, DateTime };

/// Of the formats that every workbook has, by their number.
DateFormat builtInDateFormat(unsigned id);
/// Of a format's code: "yyyy\-mm\-dd", "[$-411]ggge". Elapsed time ([h]:mm) is no date.
DateFormat dateFormatOf(std::string_view code);

/// ISO 8601: "2024-05-01", "2024-05-01T10:30:00", "10:30:00", with milliseconds where there are some.
/// `is1904`: days count from 1904. Nothing for what no date is: negative, or past the year 9999.
std::optional<std::string> dateText(std::string_view serial, DateFormat format, bool is1904);

}  // namespace partita
