// A new item of a table, checked and encoded: work that needs no connection. Free functions; any thread.
#pragma once

#include <cstdint>
#include <string>

#include "engine/expression/update.h"
#include "engine/result.h"
#include "engine/storage/row_reader.h"
#include "engine/table/key.h"
#include "engine/table/table_definition.h"

namespace partita {

struct PreparedItem {
    KeyBytes key;
    std::uint64_t hash = 0;
    std::uint64_t size = 0;
    std::string bytes;

    RowKey rowKey() const { return {hash, key.partition, key.sort, {}, {}}; }
};

/// Fails (ValidationException) when the table or one of its indexes would refuse the item.
Result<PreparedItem> prepareItem(const TableDefinition& table, const Item& item);

/// The same for the outcome of an update of an item with that key. The service has words of its own for
/// these, and looks only at index keys that the update has changed.
Result<PreparedItem> prepareUpdated(const TableDefinition& table, const KeyBytes& key, std::uint64_t hash,
                                    const Item& before, const Item& after, const Update* update);

}  // namespace partita
