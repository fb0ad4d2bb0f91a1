#include "engine/operation/item_collection.h"

#include "engine/storage/collection_store.h"
#include "engine/table/key.h"

namespace partita {
namespace {

constexpr std::uint64_t kGigabyte = 1024ULL * 1024 * 1024;

}  // namespace

std::uint64_t collectionBytes(Database& database, const StoredTable& table, std::string_view partition) {
    std::uint64_t bytes = 0;
    const auto add = [&](const ViewTables& view) {
        if (const auto collection = CollectionStore(database, view).byKey(partition))
            bytes += static_cast<std::uint64_t>(collection->bytes);
    };
    add(table.view);
    for (std::size_t i = 0; i < table.indexViews.size(); ++i)
        if (table.definition.indexes[i].kind == IndexKind::Local) add(table.indexViews[i]);
    return bytes;
}

Result<void> checkCollection(Database& database, const StoredTable& table, std::string_view partition,
                             std::uint64_t most) {
    if (!table.definition.hasLocalIndex() || collectionBytes(database, table, partition) <= most) return {};
    return Error::of(ErrorCode::ItemCollectionSizeLimitExceeded, "Collection size exceeded.");
}

std::optional<ItemCollectionMetrics> collectionMetrics(Database& database, const StoredTable& table,
                                                       std::string_view partition) {
    if (!table.definition.hasLocalIndex()) return std::nullopt;
    const auto key = keyValues(table.definition.keys.partition, partition);
    if (!key) return std::nullopt;
    // The service says a range of one gigabyte, so that nobody builds on the exact number.
    const auto gigabytes = static_cast<double>(collectionBytes(database, table, partition) / kGigabyte);
    return ItemCollectionMetrics{key->front(), gigabytes, gigabytes + 1};
}

}  // namespace partita
