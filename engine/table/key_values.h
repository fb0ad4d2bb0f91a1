// The values that an item has under key attributes. Pure; any thread.
#pragma once

#include <vector>

#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

/// In the order of `attributes`; those that the item lacks are left out.
std::vector<Value> keyValuesOf(const std::vector<KeyAttribute>& attributes, const Item& item);

}  // namespace partita
