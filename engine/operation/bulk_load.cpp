#include "engine/operation/bulk_load.h"

#include <algorithm>
#include <tuple>

namespace partita {
namespace {

// Of items in one transaction: bounds the log beside the file and the index entries held in memory.
constexpr std::uint64_t kBatchBytes = 64 * 1024 * 1024;

}  // namespace

BulkLoad::BulkLoad(Database& database, const StoredTable& table, std::uint64_t batchItems)
    : m_database(database),
      m_table(table),
      m_batchItems(std::max<std::uint64_t>(1, batchItems)),
      m_mayExist(CollectionStore(database, table.view).totals().items > 0),
      m_writer(database, table),
      m_rows(database, table.view),
      m_indexRows(table.indexViews.size()) {
    if (table.stream) m_log.emplace(database, table);
}

BulkLoad::~BulkLoad() = default;

void BulkLoad::add(const PreparedItem& item) {
    if (!m_transaction) m_transaction = std::make_unique<Transaction>(m_database, Transaction::Kind::Write);
    std::optional<ItemWriter::Stored> old;
    if (m_mayExist) old = m_writer.find(item.rowKey());
    if (old && old->bytes == item.bytes) {
        ++m_open.unchanged;
    } else if (old) {
        m_writer.put(item, old);
        ++m_open.replaced;
    } else {
        m_rows.insert(item.rowKey(), item.size, item.bytes);
        if (m_log) m_log->append(std::nullopt, item.bytes);
        for (std::size_t i = 0; i < m_indexRows.size(); ++i)
            if (auto entry =
                    indexEntry(m_table.definition, m_table.definition.indexes[i], item.bytes, item.size))
                m_indexRows[i].push_back({std::move(*entry), item.key});
        ++m_open.inserted;
    }
    m_batchBytes += item.bytes.size();
    if (++m_inBatch >= m_batchItems || m_batchBytes >= kBatchBytes) commit();
}

void BulkLoad::finish() {
    if (m_transaction) commit();
}

void BulkLoad::commit() {
    m_rows.finish();
    for (std::size_t i = 0; i < m_indexRows.size(); ++i) {
        auto& rows = m_indexRows[i];
        std::sort(rows.begin(), rows.end(), [](const IndexRow& a, const IndexRow& b) {
            return std::tie(a.entry.hash, a.entry.key, a.tableKey) <
                   std::tie(b.entry.hash, b.entry.key, b.tableKey);
        });
        BulkRowWriter writer(m_database, m_table.indexViews[i]);
        for (const IndexRow& row : rows)
            writer.insert(row.entry.rowKey(row.tableKey), row.entry.size, row.entry.bytes);
        writer.finish();
        rows.clear();
    }
    m_transaction->commit();
    m_transaction.reset();
    m_committed.inserted += m_open.inserted;
    m_committed.replaced += m_open.replaced;
    m_committed.unchanged += m_open.unchanged;
    m_open = {};
    m_inBatch = 0;
    m_batchBytes = 0;
}

}  // namespace partita
