#include "engine/operation/index_entry.h"

#include "engine/value/item_bytes.h"

namespace partita {

std::optional<IndexEntry> indexEntry(const TableDefinition& table, const IndexDefinition& index,
                                     std::string_view bytes, std::uint64_t size) {
    const ItemView view(bytes);
    auto key = indexKey(index, view);
    if (!key) return std::nullopt;
    IndexEntry entry;
    entry.key = std::move(*key);
    entry.hash = partitionHash(entry.key.partition);
    if (index.projection.type == ProjectionType::All) {
        entry.bytes = bytes;
        entry.size = size;
        return entry;
    }
    if (!view.project([&](std::string_view name) { return isProjected(table, index, name); }, entry.bytes))
        return std::nullopt;
    const auto projected = itemFromBytes(entry.bytes);
    if (!projected) return std::nullopt;
    entry.size = sizeOf(*projected);
    return entry;
}

}  // namespace partita
