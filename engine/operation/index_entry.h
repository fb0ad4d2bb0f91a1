// What an item is in one of its table's indexes: the entry's key, its projected bytes and their size.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/storage/row_reader.h"
#include "engine/table/key.h"
#include "engine/table/table_definition.h"

namespace partita {

struct IndexEntry {
    KeyBytes key;
    std::uint64_t hash = 0;
    std::uint64_t size = 0;  // of the projected attributes, as the service counts them
    std::string bytes;       // item bytes of the projected attributes

    RowKey rowKey(const KeyBytes& tableKey) const {
        return {hash, key.partition, key.sort, tableKey.partition, tableKey.sort};
    }
    friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

/// Nothing when the item is not in the index. `bytes` are the item's bytes, `size` its size.
/// The key attributes must have been checked when the item was written; what does not fit counts as absent.
std::optional<IndexEntry> indexEntry(const TableDefinition& table, const IndexDefinition& index,
                                     std::string_view bytes, std::uint64_t size);

}  // namespace partita
