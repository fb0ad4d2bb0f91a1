// Fills a new index from the items of its table, a part at a time, while others write.
//
// Right whatever comes between two parts: a write keeps the entries of a CREATING index as it keeps all
// others, but takes an entry that is not there for one that is still to come (ItemWriter); the backfill goes
// through the items in the order of (hash, key), as they stand in its own transaction, and adds the entries
// that are not there yet. So each item that was passed has its entry, and none has two. Within the caller's
// write transaction.
#pragma once

#include <cstddef>

#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"

namespace partita {

/// Looks at up to `most` items after the position that the file tells, and writes the new position. True when
/// the index is whole: it is ACTIVE then. Items whose attributes do not fit the index's key are skipped.
/// `index` is a place in definition.indexes, whose index must be CREATING.
bool fillSome(Database& database, const StoredTable& table, std::size_t index, std::size_t most);

}  // namespace partita
