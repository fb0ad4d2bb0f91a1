#include "engine/storage/row_writer.h"

#include <algorithm>

namespace partita {

Execution& RowWriter::bindKey(Execution& execution, const RowKey& key) const {
    execution.bind(1, storedHash(key.hash)).bindBytes(2, key.partition).bindBytes(3, key.sort);
    if (m_view.isIndex()) execution.bindBytes(4, key.tablePartition).bindBytes(5, key.tableSort);
    return execution;
}

void RowWriter::bindContent(Execution& execution, std::uint64_t size, std::optional<std::int64_t> body,
                            std::string_view bytes) const {
    execution.bind(6, static_cast<std::int64_t>(size));
    if (body) {
        execution.bind(7, *body).bindNull(8);
    } else {
        execution.bindNull(7).bindBytes(8, bytes);
    }
}

std::optional<std::int64_t> RowWriter::insertBody(std::string_view bytes) {
    if (bytes.size() <= kLargeItemBytes) return std::nullopt;
    m_database.prepare("INSERT INTO bodies (bytes) VALUES (?)").bindBytes(1, bytes).run();
    return m_database.lastInsertId();
}

void RowWriter::removeBody(const RowKey& key) {
    std::int64_t body = 0;
    {
        Execution row = m_database.prepare(m_view.sql->rowSize);
        bindKey(row, key);
        if (!row.step() || row.isNull(1)) return;
        body = row.integer(1);
    }
    m_database.prepare("DELETE FROM bodies WHERE id = ?").bind(1, body).run();
}

void RowWriter::insertRow(const RowKey& key, std::uint64_t size, std::string_view bytes) {
    const auto body = insertBody(bytes);
    Execution insert = m_database.prepare(m_view.sql->insertRow);
    bindKey(insert, key);
    bindContent(insert, size, body, bytes);
    insert.run();
}

void RowWriter::insert(const RowKey& key, std::uint64_t size, std::string_view bytes) {
    insertRow(key, size, bytes);
    m_collections.rowInserted(key, static_cast<std::int64_t>(size));
}

void RowWriter::replace(const RowKey& key, std::uint64_t oldSize, std::uint64_t size,
                        std::string_view bytes) {
    removeBody(key);
    const auto body = insertBody(bytes);
    Execution update = m_database.prepare(m_view.sql->updateRow);
    bindKey(update, key);
    bindContent(update, size, body, bytes);
    update.run();
    m_collections.rowResized(key, static_cast<std::int64_t>(size - oldSize));
}

void RowWriter::remove(const RowKey& key, std::uint64_t oldSize) {
    removeBody(key);
    {
        Execution remove = m_database.prepare(m_view.sql->deleteRow);
        bindKey(remove, key).run();
    }
    m_collections.rowRemoved(key, static_cast<std::int64_t>(oldSize));
}

void BulkRowWriter::insert(const RowKey& key, std::uint64_t size, std::string_view bytes) {
    m_rows.insertRow(key, size, bytes);
    if (m_loaded.empty() || m_loaded.back().partition != key.partition) {
        m_loaded.push_back({key.hash, std::string(key.partition), std::string(key.sort),
                            std::string(key.tablePartition), std::string(key.tableSort), 0, 0});
    }
    m_loaded.back().items += 1;
    m_loaded.back().bytes += static_cast<std::int64_t>(size);
}

void BulkRowWriter::finish() {
    // Collections are clustered by partition key, rows by hash: in key order their pages are visited once.
    std::sort(m_loaded.begin(), m_loaded.end(),
              [](const auto& a, const auto& b) { return a.partition < b.partition; });
    CollectionStore(m_database, m_view).rowsLoaded(m_loaded);
    m_loaded.clear();
}

}  // namespace partita
