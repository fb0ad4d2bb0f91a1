// Figures of a request as people read them, in the language's digits and separators. Pure functions.
#pragma once

#include <QString>
#include <chrono>

#include "engine/request.h"

namespace partita {

/// "0.5", "1", "1,204.5": exact, never rounded.
QString unitsText(HalfUnits halfUnits);
/// "0.2 ms", "14 ms", "2.3 s".
QString durationText(std::chrono::nanoseconds time);
/// "131 bytes", "12.4 KB", "1.2 MB": units of 1,024, as the service's limits count.
QString bytesText(std::uint64_t bytes);
/// "1,234".
QString countText(std::uint64_t count);

}  // namespace partita
