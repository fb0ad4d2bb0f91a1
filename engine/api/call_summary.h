// What a handler says of itself for the log. Free functions; any thread.
#pragma once

#include <span>

#include "engine/api/operation.h"
#include "engine/request.h"

namespace partita {

/// Table and key of a request for one item. `attributes`: the key, or the item that holds it.
void summarise(CallContext& context, const std::string& table, const Item& attributes);
void summarise(CallContext& context, const ConsumedCapacity& capacity);
/// Of several tables: all their names.
void summarise(CallContext& context, std::span<const ConsumedCapacity> capacities);

}  // namespace partita
