// Guesses the keys of a table from items that say nothing of them. Pure functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

/// The key schema that fits all of the items, or, when none does, most of them: attributes that every item
/// has, of one key type, together different in every item (in most, when they are called "pk" and "sk" or
/// alike); of several, those that are called as keys usually are ("pk" and "sk", "PK", "id", …) before
/// others, fewer before more, and earlier ones (in `names`, the order of the source) before later ones.
/// Nothing: none fits.
std::optional<KeySchema> guessKeys(const std::vector<Item>& items, const std::vector<std::string>& names);

/// The key schema of a table of which one whole key is known, as a request to delete says it: its attributes,
/// of two the one first that is called as a partition key usually is, or else the first in `names`. Nothing:
/// this is no key.
std::optional<KeySchema> keysFromKey(const Item& key, const std::vector<std::string>& names);

}  // namespace partita
