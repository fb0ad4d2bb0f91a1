#include "engine/operation/bulk_load.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/value/item_bytes.h"

namespace partita {
namespace {

// Of items in one transaction: bounds the log beside the file and the index entries held in memory.
constexpr std::uint64_t kBatchBytes = 64 * 1024 * 1024;

}  // namespace

BulkLoad::Counts& BulkLoad::Counts::operator+=(const Counts& other) {
    inserted += other.inserted;
    replaced += other.replaced;
    merged += other.merged;
    unchanged += other.unchanged;
    kept += other.kept;
    deleted += other.deleted;
    absent += other.absent;
    return *this;
}

BulkLoad::BulkLoad(Database& database, const StoredTable& table, Options options)
    : m_database(database),
      m_table(table),
      m_options(std::move(options)),
      m_writer(database, table),
      m_rows(database, table.view),
      m_indexRows(table.indexViews.size()) {
    if (table.stream) m_log.emplace(database, table);
}

BulkLoad::~BulkLoad() = default;

void BulkLoad::begin() {
    if (!m_transaction) m_transaction = std::make_unique<Transaction>(m_database, Transaction::Kind::Write);
}

Result<BulkLoad::Outcome> BulkLoad::add(const PreparedItem& item) {
    begin();
    std::optional<ItemWriter::Stored> old;
    if (m_options.mayExist) old = m_writer.find(item.rowKey());
    m_batchBytes += item.bytes.size();
    ++m_inBatch;
    if (!old) return insert(item);
    if (old->bytes == item.bytes) {
        ++m_open.unchanged;
        return Outcome::Unchanged;
    }
    if (m_options.onExisting == OnExisting::Keep) {
        ++m_open.kept;
        return Outcome::Kept;
    }
    if (m_options.onExisting == OnExisting::Replace) return replace(item, *old);
    auto both = merged(item, *old);
    if (!both) return both.error();
    if (both->bytes == old->bytes) {
        ++m_open.unchanged;
        return Outcome::Unchanged;
    }
    replace(*both, *old);
    --m_open.replaced;
    ++m_open.merged;
    return Outcome::Merged;
}

BulkLoad::Outcome BulkLoad::insert(const PreparedItem& item) {
    m_rows.insert(item.rowKey(), item.size, item.bytes);
    if (m_log) m_log->append(std::nullopt, item.bytes);
    for (std::size_t i = 0; i < m_indexRows.size(); ++i)
        if (auto entry = indexEntry(m_table.definition, m_table.definition.indexes[i], item.bytes, item.size))
            m_indexRows[i].push_back({std::move(*entry), item.key});
    ++m_open.inserted;
    return Outcome::Inserted;
}

BulkLoad::Outcome BulkLoad::replace(const PreparedItem& item, const ItemWriter::Stored& old) {
    m_writer.put(item, old);
    if (m_options.replaced) m_options.replaced(old.bytes, item.bytes);
    ++m_open.replaced;
    return Outcome::Replaced;
}

Result<PreparedItem> BulkLoad::merged(const PreparedItem& item, const ItemWriter::Stored& old) const {
    auto both = itemFromBytes(old.bytes);
    if (!both) return both.error();
    auto fresh = itemFromBytes(item.bytes);
    if (!fresh) return fresh.error();
    for (const Attribute& attribute : *fresh)
        both->set(attribute.name, attribute.value);
    return prepareItem(m_table.definition, *both);
}

BulkLoad::Outcome BulkLoad::remove(const KeyBytes& key, std::uint64_t hash) {
    begin();
    ++m_inBatch;
    const auto old =
        m_options.mayExist ? m_writer.find({hash, key.partition, key.sort, {}, {}}) : std::nullopt;
    if (!old) {
        ++m_open.absent;
        return Outcome::Absent;
    }
    if (m_options.onExisting == OnExisting::Keep) {
        ++m_open.kept;
        return Outcome::Kept;
    }
    m_writer.remove(key, hash, old);
    if (m_options.replaced) m_options.replaced(old->bytes, std::nullopt);
    ++m_open.deleted;
    return Outcome::Deleted;
}

bool BulkLoad::isFull() const {
    return m_transaction && (m_inBatch >= m_options.batchItems || m_batchBytes >= kBatchBytes);
}

void BulkLoad::commit() {
    if (!m_transaction) return;
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
    Counts all = m_committed;
    all += m_open;
    if (m_options.committing) m_options.committing(all);
    m_transaction->commit();
    m_transaction.reset();
    m_committed = all;
    m_open = {};
    m_inBatch = 0;
    m_batchBytes = 0;
}

}  // namespace partita
