// When an item is past its time to live, and how that is told. Pure functions; any thread.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/value/item.h"

namespace partita {

/// Seconds since 1970 in that attribute; nothing when there is none, it is no number, or it is so long past
/// (five years) or so far in the future that the service takes it for no time.
std::optional<std::int64_t> expiryOf(const Item& item, const std::string& attribute, std::int64_t now);
/// "expired 3 h ago", "expires in 2 d".
QString expiryText(std::int64_t expiry, std::int64_t now);

}  // namespace partita
