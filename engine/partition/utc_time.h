// Times as text, RFC 3339, and back. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/clock.h"

namespace partita {

/// RFC 3339 to milliseconds; no offset means UTC. Finer fractions are cut off. A leap second (23:59:60 UTC)
/// counts in the second before it, as UtcMillis has none. Nothing for any other text, or for a date that is
/// none.
std::optional<UtcMillis> parseTime(std::string_view text);
/// 2026-05-01T10:00:00.250Z. Parses back to the same for the years 0000 … 9999.
std::string timeText(UtcMillis time);

}  // namespace partita
