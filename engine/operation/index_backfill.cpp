#include "engine/operation/index_backfill.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "engine/operation/index_entry.h"
#include "engine/storage/row_reader.h"
#include "engine/storage/row_writer.h"

namespace partita {
namespace {

// Of items in one part: bounds the memory, and how long other writers wait.
constexpr std::uint64_t kMostBytes = 2 * 1024 * 1024;

struct NewEntry {
    IndexEntry entry;
    KeyBytes tableKey;
};

}  // namespace

bool fillSome(Database& database, const StoredTable& table, std::size_t index, std::size_t most) {
    const ViewTables& view = table.indexViews[index];
    const IndexDefinition& definition = table.definition.indexes[index];
    IndexState state = IndexState::read(database, view.table, view.index);
    std::vector<NewEntry> entries;
    bool atEnd = true;
    {
        const auto from = state.position;
        std::optional<RowKey> after;
        if (from) after = RowKey{from->hash, from->key.partition, from->key.sort, {}, {}};
        RowCursor cursor = RowReader(database, table.view).scan(0, ~0ULL, after);
        std::size_t looked = 0;
        std::uint64_t bytes = 0;
        while (const Row* row = cursor.next()) {
            const KeyBytes key{std::string(row->key.partition), std::string(row->key.sort)};
            if (auto entry = indexEntry(table.definition, definition, row->bytes, row->size))
                entries.push_back({std::move(*entry), key});
            bytes += row->bytes.size();
            state.position = IndexState::Position{row->key.hash, key};
            if (++looked == most || bytes >= kMostBytes) {
                atEnd = false;
                break;
            }
        }
        state.seen += looked;
    }
    // In key order, so that pages of the index are visited once.
    std::sort(entries.begin(), entries.end(), [](const NewEntry& a, const NewEntry& b) {
        return std::tie(a.entry.hash, a.entry.key, a.tableKey) <
               std::tie(b.entry.hash, b.entry.key, b.tableKey);
    });
    const RowReader reader(database, view);
    RowWriter writer(database, view);
    for (const NewEntry& made : entries) {
        const RowKey key = made.entry.rowKey(made.tableKey);
        if (!reader.one(key).next()) writer.insert(key, made.entry.size, made.entry.bytes);
    }
    if (atEnd) {
        state.status = TableStatus::Active;
        state.position.reset();
        state.seen = 0;
    }
    state.write(database, view.table, view.index);
    return atEnd;
}

}  // namespace partita
