#include "engine/operation/item_writer.h"

#include <algorithm>

#include "engine/operation/capacity.h"

namespace partita {
namespace {

std::int64_t difference(std::uint64_t before, std::uint64_t after) {
    return static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
}

}  // namespace

void WriteOutcome::chargeTwice() {
    tableUnits *= 2;
    for (IndexWrite& write : indexWrites)
        write.units *= 2;
}

ConsumedCapacity WriteOutcome::capacity(const TableDefinition& table) const {
    ConsumedCapacity capacity;
    capacity.table = table.name;
    capacity.ofTable.write = tableUnits;
    capacity.total.write = tableUnits;
    for (const IndexWrite& write : indexWrites) {
        const IndexDefinition& index = table.indexes[write.index];
        auto& of = index.kind == IndexKind::Local ? capacity.ofLocalIndexes : capacity.ofGlobalIndexes;
        of[index.name].write += write.units;
        capacity.total.write += write.units;
    }
    return capacity;
}

ItemWriter::ItemWriter(Database& database, const StoredTable& table)
    : m_database(database), m_table(table), m_reader(database, table.view), m_rows(database, table.view) {
    if (table.stream) m_log.emplace(database, table);
    for (const ViewTables& view : table.indexViews)
        m_indexRows.emplace_back(database, view);
}

std::optional<ItemWriter::Stored> ItemWriter::find(const RowKey& key) {
    RowCursor cursor = m_reader.one(key);
    const Row* row = cursor.next();
    if (!row) return std::nullopt;
    return Stored{row->size, std::string(row->bytes)};
}

WriteOutcome ItemWriter::put(const PreparedItem& item, const std::optional<Stored>& old) {
    WriteOutcome outcome;
    outcome.tableUnits = writeCost(std::max(item.size, old ? old->size : 0));
    outcome.collectionGrowth = difference(old ? old->size : 0, item.size);
    const StoredView after{item.size, item.bytes};
    if (!old) {
        m_rows.insert(item.rowKey(), item.size, item.bytes);
        updateIndexes(item.key, std::nullopt, after, outcome);
    } else if (old->bytes != item.bytes) {
        m_rows.replace(item.rowKey(), old->size, item.size, item.bytes);
        updateIndexes(item.key, StoredView{old->size, old->bytes}, after, outcome);
    }
    if (m_log) m_log->append(old ? std::optional<std::string_view>(old->bytes) : std::nullopt, item.bytes);
    return outcome;
}

WriteOutcome ItemWriter::remove(const KeyBytes& key, std::uint64_t hash, const std::optional<Stored>& old,
                                Removal removal) {
    WriteOutcome outcome;
    const RowKey rowKey{hash, key.partition, key.sort, {}, {}};
    outcome.tableUnits = writeCost(old ? old->size : 0);
    if (!old) return outcome;
    outcome.collectionGrowth = difference(old->size, 0);
    m_rows.remove(rowKey, old->size);
    updateIndexes(key, StoredView{old->size, old->bytes}, std::nullopt, outcome);
    if (m_log) m_log->append(old->bytes, std::nullopt, removal == Removal::Expired);
    return outcome;
}

bool ItemWriter::hasEntry(std::size_t index, const RowKey& key) {
    RowCursor cursor = RowReader(m_database, m_table.indexViews[index]).one(key);
    return cursor.next() != nullptr;
}

void ItemWriter::updateIndexes(const KeyBytes& tableKey, const std::optional<StoredView>& before,
                               const std::optional<StoredView>& after, WriteOutcome& outcome) {
    for (std::size_t i = 0; i < m_table.definition.indexes.size(); ++i) {
        const IndexDefinition& index = m_table.definition.indexes[i];
        std::optional<IndexEntry> oldEntry, newEntry;
        if (before) oldEntry = indexEntry(m_table.definition, index, before->bytes, before->size);
        if (after) newEntry = indexEntry(m_table.definition, index, after->bytes, after->size);
        if (oldEntry == newEntry) continue;
        // See index_backfill.h: an entry that is not there yet is made with the rest.
        if (oldEntry && m_table.indexStates[i].status == TableStatus::Creating &&
            !hasEntry(i, oldEntry->rowKey(tableKey)))
            oldEntry.reset();
        if (index.kind == IndexKind::Local)
            outcome.collectionGrowth +=
                difference(oldEntry ? oldEntry->size : 0, newEntry ? newEntry->size : 0);
        RowWriter& rows = m_indexRows[i];
        if (oldEntry && newEntry && oldEntry->key == newEntry->key) {
            rows.replace(newEntry->rowKey(tableKey), oldEntry->size, newEntry->size, newEntry->bytes);
            outcome.indexWrites.push_back(
                {i, newEntry->key.partition, writeCost(std::max(oldEntry->size, newEntry->size))});
            continue;
        }
        if (oldEntry) {
            rows.remove(oldEntry->rowKey(tableKey), oldEntry->size);
            outcome.indexWrites.push_back({i, oldEntry->key.partition, writeCost(oldEntry->size)});
        }
        if (newEntry) {
            rows.insert(newEntry->rowKey(tableKey), newEntry->size, newEntry->bytes);
            outcome.indexWrites.push_back({i, newEntry->key.partition, writeCost(newEntry->size)});
        }
    }
}

}  // namespace partita
