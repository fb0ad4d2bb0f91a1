// GetItem: one item by its key. Reads on the caller's connection. Storage faults throw StorageError.
#pragma once

#include <optional>

#include "engine/expression/item_projection.h"
#include "engine/request.h"
#include "engine/result.h"
#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"
#include "engine/table/key.h"

namespace partita {

struct FoundItem {
    std::optional<Item> item;  // its projected part
    std::uint64_t size = 0;    // of the whole item; 0 when there is none
};

/// `key` is that of the item, checked already. Fails (DamagedFile) on bytes that are no item.
Result<FoundItem> readItem(Database& database, const StoredTable& table, const KeyBytes& key,
                           const std::optional<ItemProjection>& projection);

}  // namespace partita
