#include "engine/storage/row_reader.h"

#include "engine/storage/storage_error.h"

namespace partita {

RowCursor::RowCursor(Database& database, const ViewTables& view, Execution execution, bool scans)
    : m_database(database), m_view(view), m_execution(std::move(execution)), m_scans(scans) {}

const Row* RowCursor::next() {
    if (!m_execution.step()) return nullptr;
    // Columns as ViewSql lists them: sk, size, body, bytes, [tpk, tsk,] [hash, pk].
    m_row.key.sort = m_execution.bytes(0);
    m_row.size = static_cast<std::uint64_t>(m_execution.integer(1));
    if (m_execution.isNull(2)) {
        m_row.bytes = m_execution.bytes(3);
    } else {
        Execution body = m_database.prepare("SELECT bytes FROM bodies WHERE id = ?");
        body.bind(1, m_execution.integer(2));
        if (!body.step())
            throw StorageError(Error::file(ErrorCode::DamagedFile,
                                           "The file is damaged: the body of a large item is missing.",
                                           m_database.path()));
        m_body = body.bytes(0);
        m_row.bytes = m_body;
    }
    int column = 4;
    if (m_view.isIndex()) {
        m_row.key.tablePartition = m_execution.bytes(column++);
        m_row.key.tableSort = m_execution.bytes(column++);
    }
    if (m_scans) {
        m_row.key.hash = hashFromStored(m_execution.integer(column++));
        m_row.key.partition = m_execution.bytes(column);
    }
    return &m_row;
}

RowCursor RowReader::range(const RangeRequest& request) const {
    const bool hasUpper = request.range && request.range->upper;
    Execution execution =
        m_database.prepare(m_view.sql->range[request.forward][request.after.has_value()][hasUpper]);
    execution.bind(1, storedHash(request.hash)).bindBytes(2, request.partition);
    // Reading forward after a row, that row is the lower bound; backward, the upper one.
    if (!(request.forward && request.after))
        execution.bindBytes(3, request.range ? std::string_view(request.range->lower) : std::string_view());
    if (hasUpper && (request.forward || !request.after)) execution.bindBytes(4, *request.range->upper);
    if (request.after) {
        execution.bindBytes(5, request.after->sort);
        if (m_view.isIndex())
            execution.bindBytes(6, request.after->tablePartition).bindBytes(7, request.after->tableSort);
    }
    RowCursor cursor(m_database, m_view, std::move(execution), false);
    cursor.m_row.key.hash = request.hash;
    cursor.m_row.key.partition = request.partition;
    return cursor;
}

RowCursor RowReader::scan(std::uint64_t first, std::uint64_t last, const std::optional<RowKey>& after) const {
    Execution execution = m_database.prepare(m_view.sql->scan[after.has_value()]);
    execution.bind(1, storedHash(after ? after->hash : first)).bind(2, storedHash(last));
    if (after) {
        execution.bindBytes(3, after->partition).bindBytes(4, after->sort);
        if (m_view.isIndex()) execution.bindBytes(5, after->tablePartition).bindBytes(6, after->tableSort);
    }
    return RowCursor(m_database, m_view, std::move(execution), true);
}

RowCursor RowReader::window(const RowKey& from, std::uint64_t skip, std::uint64_t count) const {
    Execution execution = m_database.prepare(m_view.sql->window);
    execution.bind(1, storedHash(from.hash)).bindBytes(2, from.partition).bindBytes(3, from.sort);
    if (m_view.isIndex()) execution.bindBytes(4, from.tablePartition).bindBytes(5, from.tableSort);
    execution.bind(6, static_cast<std::int64_t>(count)).bind(7, static_cast<std::int64_t>(skip));
    RowCursor cursor(m_database, m_view, std::move(execution), false);
    cursor.m_row.key.hash = from.hash;
    cursor.m_row.key.partition = from.partition;
    return cursor;
}

RowCursor RowReader::one(const RowKey& key) const {
    Execution execution = m_database.prepare(m_view.sql->one);
    execution.bind(1, storedHash(key.hash)).bindBytes(2, key.partition).bindBytes(3, key.sort);
    if (m_view.isIndex()) execution.bindBytes(4, key.tablePartition).bindBytes(5, key.tableSort);
    RowCursor cursor(m_database, m_view, std::move(execution), false);
    cursor.m_row.key.hash = key.hash;
    cursor.m_row.key.partition = key.partition;
    return cursor;
}

}  // namespace partita
