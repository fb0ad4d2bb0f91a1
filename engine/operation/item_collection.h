// How large an item collection is: the items of one partition key and their entries in local secondary
// indexes. Free functions on the caller's connection. Storage faults throw StorageError.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/request.h"
#include "engine/result.h"
#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"

namespace partita {

std::uint64_t collectionBytes(Database& database, const StoredTable& table, std::string_view partition);

/// Fails (ItemCollectionSizeLimitExceeded) when a collection of a table with local secondary indexes has more
/// than `most` bytes. Of a table without, collections may grow without end.
Result<void> checkCollection(Database& database, const StoredTable& table, std::string_view partition,
                             std::uint64_t most);

/// What ReturnItemCollectionMetrics asks; nothing of a table without local secondary indexes.
std::optional<ItemCollectionMetrics> collectionMetrics(Database& database, const StoredTable& table,
                                                       std::string_view partition);

}  // namespace partita
