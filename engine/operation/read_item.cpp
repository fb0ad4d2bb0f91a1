#include "engine/operation/read_item.h"

#include "engine/storage/row_reader.h"
#include "engine/value/item_bytes.h"

namespace partita {

Result<FoundItem> readItem(Database& database, const StoredTable& table, const KeyBytes& key,
                           const std::optional<ItemProjection>& projection) {
    FoundItem found;
    RowCursor cursor =
        RowReader(database, table.view).one({partitionHash(key.partition), key.partition, key.sort, {}, {}});
    const Row* row = cursor.next();
    if (!row) return found;
    found.size = row->size;
    auto item = projection ? project(*projection, ItemView(row->bytes)) : itemFromBytes(row->bytes);
    if (!item)
        return Error::file(
            ErrorCode::DamagedFile,
            "The file is damaged: an item of table " + table.definition.name + " can't be read.",
            database.path());
    found.item = std::move(item).value();
    return found;
}

}  // namespace partita
