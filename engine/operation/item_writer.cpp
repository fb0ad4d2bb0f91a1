#include "engine/operation/item_writer.h"

#include <algorithm>

#include "engine/operation/capacity.h"

namespace partita {
namespace {

std::int64_t difference(std::uint64_t before, std::uint64_t after) {
    return static_cast<std::int64_t>(after - before);  // a damaged file may say any size
}

WriteOutcome outcomeOfPut(const PreparedItem& item, const std::optional<ItemWriter::Stored>& old) {
    WriteOutcome outcome;
    outcome.tableUnits = writeCost(std::max(item.size, old ? old->size : 0));
    outcome.collectionGrowth = difference(old ? old->size : 0, item.size);
    return outcome;
}

WriteOutcome outcomeOfRemoval(const std::optional<ItemWriter::Stored>& old) {
    WriteOutcome outcome;
    outcome.tableUnits = writeCost(old ? old->size : 0);
    if (old) outcome.collectionGrowth = difference(old->size, 0);
    return outcome;
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

ItemWriter::ItemWriter(Database& database, const StoredTable& table, IndexLag* lag)
    : m_database(database),
      m_table(table),
      m_reader(database, table.view),
      m_rows(database, table.view),
      m_lag(lag) {
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
    WriteOutcome outcome = outcomeOfPut(item, old);
    const StoredView after{item.size, item.bytes};
    if (!old) {
        m_rows.insert(item.rowKey(), item.size, item.bytes);
        updateIndexes(item.key, std::nullopt, after, outcome, Doing::Write);
    } else if (old->bytes != item.bytes) {
        m_rows.replace(item.rowKey(), old->size, item.size, item.bytes);
        updateIndexes(item.key, StoredView{old->size, old->bytes}, after, outcome, Doing::Write);
    }
    if (m_log) m_log->append(old ? std::optional<std::string_view>(old->bytes) : std::nullopt, item.bytes);
    return outcome;
}

WriteOutcome ItemWriter::remove(const KeyBytes& key, std::uint64_t hash, const std::optional<Stored>& old,
                                Removal removal) {
    WriteOutcome outcome = outcomeOfRemoval(old);
    if (!old) return outcome;
    m_rows.remove({hash, key.partition, key.sort, {}, {}}, old->size);
    updateIndexes(key, StoredView{old->size, old->bytes}, std::nullopt, outcome, Doing::Write);
    if (m_log) m_log->append(old->bytes, std::nullopt, removal == Removal::Expired);
    return outcome;
}

WriteOutcome ItemWriter::priceOfPut(const PreparedItem& item, const std::optional<Stored>& old) {
    WriteOutcome outcome = outcomeOfPut(item, old);
    if (!old || old->bytes != item.bytes)
        updateIndexes(item.key, old ? std::optional(StoredView{old->size, old->bytes}) : std::nullopt,
                      StoredView{item.size, item.bytes}, outcome, Doing::Price);
    return outcome;
}

WriteOutcome ItemWriter::priceOfRemoval(const KeyBytes& key, const std::optional<Stored>& old) {
    WriteOutcome outcome = outcomeOfRemoval(old);
    if (old) updateIndexes(key, StoredView{old->size, old->bytes}, std::nullopt, outcome, Doing::Price);
    return outcome;
}

bool ItemWriter::hasEntry(std::size_t index, const RowKey& key) {
    RowCursor cursor = RowReader(m_database, m_table.indexViews[index]).one(key);
    return cursor.next() != nullptr;
}

void ItemWriter::updateIndexes(const KeyBytes& tableKey, const std::optional<StoredView>& before,
                               const std::optional<StoredView>& after, WriteOutcome& outcome, Doing doing) {
    std::vector<IndexLag::Change> changes;
    for (std::size_t i = 0; i < m_table.definition.indexes.size(); ++i) {
        const IndexDefinition& index = m_table.definition.indexes[i];
        std::optional<IndexEntry> oldEntry, newEntry;
        if (before) oldEntry = indexEntry(m_table.definition, index, before->bytes, before->size);
        if (after) newEntry = indexEntry(m_table.definition, index, after->bytes, after->size);
        if (oldEntry == newEntry) continue;
        // See index_backfill.h: an entry that is not there yet is made with the rest.
        const bool isBeingFilled = m_table.indexStates[i].status == TableStatus::Creating;
        if (oldEntry && isBeingFilled && !hasEntry(i, oldEntry->rowKey(tableKey))) oldEntry.reset();
        if (index.kind == IndexKind::Local)
            outcome.collectionGrowth = difference(
                oldEntry ? oldEntry->size : 0,
                static_cast<std::uint64_t>(outcome.collectionGrowth) + (newEntry ? newEntry->size : 0));
        if (oldEntry && newEntry && oldEntry->key == newEntry->key) {
            outcome.indexWrites.push_back(
                {i, newEntry->key.partition, writeCost(std::max(oldEntry->size, newEntry->size))});
        } else {
            if (oldEntry)
                outcome.indexWrites.push_back({i, oldEntry->key.partition, writeCost(oldEntry->size)});
            if (newEntry)
                outcome.indexWrites.push_back({i, newEntry->key.partition, writeCost(newEntry->size)});
        }
        if (doing == Doing::Price) continue;
        updateIndex(i, tableKey, oldEntry, newEntry);
        // Nobody reads an index that is being filled.
        if (m_lag && index.kind == IndexKind::Global && !isBeingFilled)
            addLag(i, tableKey, oldEntry, newEntry, changes);
    }
    if (!changes.empty()) m_lag->add(std::move(changes));
}

void ItemWriter::updateIndex(std::size_t index, const KeyBytes& tableKey,
                             const std::optional<IndexEntry>& before,
                             const std::optional<IndexEntry>& after) {
    RowWriter& rows = m_indexRows[index];
    if (before && after && before->key == after->key) {
        rows.replace(after->rowKey(tableKey), before->size, after->size, after->bytes);
        return;
    }
    if (before) rows.remove(before->rowKey(tableKey), before->size);
    if (after) rows.insert(after->rowKey(tableKey), after->size, after->bytes);
}

void ItemWriter::addLag(std::size_t index, const KeyBytes& tableKey, const std::optional<IndexEntry>& before,
                        const std::optional<IndexEntry>& after,
                        std::vector<IndexLag::Change>& changes) const {
    const ViewTables& view = m_table.indexViews[index];
    if (before)
        changes.push_back({view.table, view.index, EntryKey::of(before->rowKey(tableKey)),
                           std::make_shared<const OldEntry>(OldEntry{before->size, before->bytes})});
    if (after && !(before && before->key == after->key))
        changes.push_back({view.table, view.index, EntryKey::of(after->rowKey(tableKey)), nullptr});
}

}  // namespace partita
