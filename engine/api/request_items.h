// What requests for several items check and answer alike. Free functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/api/json_request.h"
#include "engine/api/json_writer.h"
#include "engine/api/violations.h"
#include "engine/result.h"
#include "engine/value/item.h"

namespace partita {

/// Of a batch: the form, then that there are items, then the model's constraints. `tables`: how many
/// RequestItems names.
Result<void> checkRequestItems(const Members& members, std::size_t tables, const Violations& violations,
                               std::string_view operation);
/// Of a batch: notes names of tables that are none.
void checkTableNames(const std::vector<std::string_view>& names, Members& members, Violations& violations);

/// The member Responses of a transaction: an object for each item, empty where there is none. How many are.
std::uint64_t appendResponses(const std::vector<std::optional<Item>>& items, JsonWriter& json);

/// Bytes of a request that a message shows at most: enough for what is just too much.
inline constexpr std::size_t kShownItems = 16 * 1024;

}  // namespace partita
