// Which view of a table a read goes to, and after which row it begins. Plain values; any thread. What the
// service would refuse is an Error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/result.h"
#include "engine/storage/catalogue.h"
#include "engine/storage/row_reader.h"
#include "engine/table/key.h"
#include "engine/value/item.h"

namespace partita {

/// Lives no longer than the table.
struct ReadTarget {
    const StoredTable* table = nullptr;
    const ViewTables* view = nullptr;
    const IndexDefinition* index = nullptr;  // null: the table

    bool isGlobal() const { return index && index->kind == IndexKind::Global; }
    /// Whether the rows hold every attribute of their items.
    bool isWhole() const { return !index || index->projection.type == ProjectionType::All; }
    bool holds(std::string_view attribute) const {
        return isWhole() || isProjected(table->definition, *index, attribute);
    }
};

/// Fails when there is no such index, or when a strongly consistent read is asked of a GSI.
Result<ReadTarget> readTarget(const StoredTable& table, const std::optional<std::string>& index,
                              bool consistent);

/// ExclusiveStartKey as a place among rows, its bytes owned.
struct StartKey {
    std::uint64_t hash = 0;
    KeyBytes key;       // of the view
    KeyBytes tableKey;  // on an index

    RowKey rowKey() const { return {hash, key.partition, key.sort, tableKey.partition, tableKey.sort}; }
};

/// The service answers a key of the wrong shape differently for Query and for Scan.
enum class ReadKind { Query, Scan };
/// What the service checks of a Query's starting key before it looks at the key condition: the number of its
/// attributes, and those of the partition key.
Result<void> checkStartPartition(const ReadTarget& target, const Item& given);
Result<StartKey> startKeyOf(const ReadTarget& target, const Item& given, ReadKind kind);

/// The key that a following page starts from: the table's key, and the index's on an index. `bytes` are those
/// of the last item of the page. Fails (DamagedFile) when they are damaged.
Result<Item> lastEvaluatedKey(const ReadTarget& target, std::string_view bytes);

}  // namespace partita
