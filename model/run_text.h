// Times and sizes of a request as people read them, in the language's digits and separators. Pure functions.
// Counts and capacity units: model/load_text.h.
#pragma once

#include <QString>
#include <chrono>

namespace partita {

/// "0.2 ms", "14 ms", "2.3 s".
QString durationText(std::chrono::nanoseconds time);
/// "131 bytes", "12.4 KB", "1.2 MB": units of 1,024, as the service's limits count.
QString bytesText(std::uint64_t bytes);
/// A number for tr()'s plural forms, which takes an int: what is more is told as the most.
int pluralCount(std::uint64_t number);

}  // namespace partita
