// Guesses the keys of a table from items that say nothing of them. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

/// The key schema that fits all of the items: attributes that every item has, of one key type, together
/// different in every item; of several, those that are called as keys usually are ("pk" and "sk", "PK",
/// "id", …) before others, fewer before more, and earlier ones (in `names`, the order of the source) before
/// later ones. Nothing: none fits.
std::optional<KeySchema> guessKeys(const std::vector<Item>& items, const std::vector<std::string>& names);

}  // namespace partita
