// An item: its attributes, its size, and the checks that every item passes before it is stored.
#pragma once

#include "engine/result.h"
#include "engine/value/value.h"

namespace partita {

using Item = AttributeMap;

/// Bytes: names and values, as the service counts them.
std::size_t sizeOf(const Item& item);

/// Fails (ValidationException) when an item breaks a rule that holds for any table: more than 409,600 bytes,
/// nested deeper than 32 levels, an empty or too long attribute name, text that is not UTF-8.
/// Keys are checked by the table (engine/table/key.h).
Result<void> validateItem(const Item& item);

bool isUtf8(std::string_view text);

}  // namespace partita
