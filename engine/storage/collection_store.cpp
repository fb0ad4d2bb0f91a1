#include "engine/storage/collection_store.h"

#include "engine/storage/storage_error.h"

namespace partita {
namespace {

/// A mark's key, owned: marks are read, then written by other statements.
struct MarkKey {
    std::string sort, tablePartition, tableSort;

    static MarkKey from(const Execution& row) {
        return {std::string(row.bytes(0)), std::string(row.bytes(1)), std::string(row.bytes(2))};
    }
    bool isFirst() const { return sort.empty() && tablePartition.empty() && tableSort.empty(); }
};

Execution& bindMark(Execution& execution, std::int64_t collection, const MarkKey& key) {
    return execution.bind(1, collection)
        .bindBytes(2, key.sort)
        .bindBytes(3, key.tablePartition)
        .bindBytes(4, key.tableSort);
}

}  // namespace

ViewTotals CollectionStore::totals() const {
    Execution row =
        m_database.prepare("SELECT items, bytes, collections FROM views WHERE table_id = ? AND index_id = ?");
    row.bind(1, m_view.table).bind(2, m_view.index);
    if (!row.step())
        throw StorageError(Error::file(ErrorCode::DamagedFile,
                                       "The file is damaged: the totals of a table are missing.",
                                       m_database.path()));
    return {row.integer(0), row.integer(1), row.integer(2)};
}

std::optional<StoredCollection> CollectionStore::byKey(std::string_view partition) const {
    Execution row = m_database.prepare(m_view.sql->collectionByKey);
    row.bindBytes(1, partition);
    if (!row.step()) return std::nullopt;
    return StoredCollection{row.integer(0), std::string(partition), hashFromStored(row.integer(1)),
                            row.integer(2), row.integer(3),         row.integer(4) != 0};
}

std::optional<StoredCollection> CollectionStore::byId(std::int64_t id) const {
    Execution row = m_database.prepare(m_view.sql->collectionById);
    row.bind(1, id);
    if (!row.step()) return std::nullopt;
    return StoredCollection{id,
                            std::string(row.bytes(0)),
                            hashFromStored(row.integer(1)),
                            row.integer(2),
                            row.integer(3),
                            row.integer(4) != 0};
}

CollectionStore::Place CollectionStore::placeOf(const StoredCollection& collection, std::uint64_t row) const {
    if (!collection.marked) return {{}, {}, {}, row};
    Execution mark = m_database.prepare(m_view.sql->marksOf);
    mark.bind(1, collection.id);
    std::uint64_t before = 0;
    Place place{{}, {}, {}, row};
    while (mark.step()) {
        const auto items = static_cast<std::uint64_t>(mark.integer(3));
        if (row < before + items) {
            MarkKey key = MarkKey::from(mark);
            return {std::move(key.sort), std::move(key.tablePartition), std::move(key.tableSort),
                    row - before};
        }
        before += items;
    }
    return place;
}

std::uint64_t CollectionStore::rowsBefore(const StoredCollection& collection, const RowKey& key) const {
    std::uint64_t before = 0;
    MarkKey start;
    if (collection.marked) {
        const auto wanted = std::tie(key.sort, key.tablePartition, key.tableSort);
        Execution mark = m_database.prepare(m_view.sql->marksOf);
        mark.bind(1, collection.id);
        std::uint64_t items = 0;
        while (mark.step()) {
            const std::string_view sort = mark.bytes(0), partition = mark.bytes(1), tableSort = mark.bytes(2);
            if (std::tie(sort, partition, tableSort) > wanted) break;
            before += items;
            start = MarkKey::from(mark);
            items = static_cast<std::uint64_t>(mark.integer(3));
        }
    }
    Execution row = m_database.prepare(m_view.sql->rowsFrom);
    row.bind(1, storedHash(collection.hash)).bindBytes(2, collection.partition).bindBytes(3, start.sort);
    if (m_view.isIndex()) row.bindBytes(4, start.tablePartition).bindBytes(5, start.tableSort);
    while (row.step()) {
        const std::string_view sort = row.bytes(0);
        const std::string_view partition = m_view.isIndex() ? row.bytes(1) : std::string_view();
        const std::string_view tableSort = m_view.isIndex() ? row.bytes(2) : std::string_view();
        if (std::tie(sort, partition, tableSort) >= std::tie(key.sort, key.tablePartition, key.tableSort))
            break;
        ++before;
    }
    return before;
}

void CollectionStore::rowInserted(const RowKey& key, std::int64_t size) {
    const Touched collection = add(key, 1, size);
    if (collection.marked) {
        countInMark(collection, key, 1);
    } else if (collection.items > kMarkedFrom) {
        remark(collection.id, false, key);
    }
}

void CollectionStore::rowsLoaded(const std::vector<Loaded>& loaded) {
    if (loaded.empty()) return;
    const std::int64_t firstId = nextId();
    std::int64_t items = 0, bytes = 0, collections = 0;
    for (const Loaded& part : loaded) {
        items += part.items;
        bytes += part.bytes;
        Touched collection;
        if (const auto known = addToKnown(part.partition, part.items, part.bytes)) {
            collection = *known;
        } else {
            collection = insert(part.partition, firstId + collections, part.hash, part.items, part.bytes);
            ++collections;
        }
        if (collection.marked || collection.items > kMarkedFrom)
            remark(collection.id, collection.marked, part.firstKey());
    }
    addToTotals(items, bytes, collections, collections);
}

void CollectionStore::rowRemoved(const RowKey& key, std::int64_t size) {
    // A damaged file may tell the one size that has no negative.
    const Touched collection = add(key, -1, static_cast<std::int64_t>(-static_cast<std::uint64_t>(size)));
    if (collection.items == 0) {
        m_database.prepare(m_view.sql->deleteMarksFrom)
            .bind(1, collection.id)
            .bindBytes(2, {})
            .bindBytes(3, {})
            .bindBytes(4, {})
            .run();
        m_database.prepare(m_view.sql->deleteCollection).bindBytes(1, key.partition).run();
        addToTotals(0, 0, -1);
    } else if (collection.marked) {
        countInMark(collection, key, -1);
    }
}

void CollectionStore::rowResized(const RowKey& key, std::int64_t difference) {
    if (difference != 0) add(key, 0, difference);
}

CollectionStore::Touched CollectionStore::add(const RowKey& key, std::int64_t items, std::int64_t bytes) {
    if (const auto known = addToKnown(key.partition, items, bytes)) {
        addToTotals(items, bytes, 0);
        return *known;
    }
    const Touched added = insert(key.partition, nextId(), key.hash, items, bytes);
    addToTotals(items, bytes, 1, 1);
    return added;
}

std::optional<CollectionStore::Touched> CollectionStore::addToKnown(std::string_view partition,
                                                                    std::int64_t items, std::int64_t bytes) {
    Touched known;
    {
        // Two statements, because RETURNING fills a table of its own, which takes longer than both.
        Execution found = m_database.prepare(m_view.sql->collectionByKey);
        found.bindBytes(1, partition);
        if (!found.step()) return std::nullopt;
        // A damaged file may hold any number.
        const auto sum = static_cast<std::uint64_t>(found.integer(2)) + static_cast<std::uint64_t>(items);
        known = {found.integer(0), static_cast<std::int64_t>(sum), found.integer(4) != 0};
    }
    m_database.prepare(m_view.sql->addToCollection)
        .bind(1, items)
        .bind(2, bytes)
        .bindBytes(3, partition)
        .run();
    return known;
}

CollectionStore::Touched CollectionStore::insert(std::string_view partition, std::int64_t id,
                                                 std::uint64_t hash, std::int64_t items, std::int64_t bytes) {
    m_database.prepare(m_view.sql->insertCollection)
        .bindBytes(1, partition)
        .bind(2, id)
        .bind(3, storedHash(hash))
        .bind(4, items)
        .bind(5, bytes)
        .run();
    return {id, items, false};
}

std::int64_t CollectionStore::nextId() const {
    Execution next =
        m_database.prepare("SELECT next_collection FROM views WHERE table_id = ? AND index_id = ?");
    next.bind(1, m_view.table).bind(2, m_view.index);
    return next.step() ? next.integer(0) : 0;
}

void CollectionStore::addToTotals(std::int64_t items, std::int64_t bytes, std::int64_t collections,
                                  std::int64_t newIds) {
    m_database
        .prepare(
            "UPDATE views SET items = items + ?1, bytes = bytes + ?2, collections = collections + ?3, "
            "next_collection = next_collection + ?4 WHERE table_id = ?5 AND index_id = ?6")
        .bind(1, items)
        .bind(2, bytes)
        .bind(3, collections)
        .bind(4, newIds)
        .bind(5, m_view.table)
        .bind(6, m_view.index)
        .run();
}

void CollectionStore::countInMark(const Touched& collection, const RowKey& key, std::int64_t difference) {
    MarkKey mark;
    std::int64_t items = 0;
    {
        Execution found = m_database.prepare(m_view.sql->markBefore);
        found.bind(1, collection.id)
            .bindBytes(2, key.sort)
            .bindBytes(3, key.tablePartition)
            .bindBytes(4, key.tableSort);
        if (!found.step())
            throw StorageError(Error::file(ErrorCode::DamagedFile,
                                           "The file is damaged: a mark of a large collection is missing.",
                                           m_database.path()));
        mark = MarkKey::from(found);
        items = found.integer(3) + difference;
    }
    if (items == 0 && !mark.isFirst()) {
        Execution remove = m_database.prepare(m_view.sql->deleteMark);
        bindMark(remove, collection.id, mark).run();
        return;
    }
    {
        Execution update = m_database.prepare(m_view.sql->addToMark);
        bindMark(update, collection.id, mark).bind(5, difference).run();
    }
    if (items < kMarkedFrom) return;
    // Split: the rows from the one in the middle on get a mark of their own.
    MarkKey middle;
    {
        Execution row = m_database.prepare(m_view.sql->window);
        row.bind(1, storedHash(key.hash)).bindBytes(2, key.partition).bindBytes(3, mark.sort);
        if (m_view.isIndex()) row.bindBytes(4, mark.tablePartition).bindBytes(5, mark.tableSort);
        row.bind(6, std::int64_t{1}).bind(7, kRowsPerMark);
        if (!row.step()) return;
        middle.sort = row.bytes(0);
        if (m_view.isIndex()) {
            middle.tablePartition = row.bytes(4);
            middle.tableSort = row.bytes(5);
        }
    }
    {
        Execution shrink = m_database.prepare(m_view.sql->addToMark);
        bindMark(shrink, collection.id, mark).bind(5, kRowsPerMark - items).run();
    }
    Execution insert = m_database.prepare(m_view.sql->insertMark);
    bindMark(insert, collection.id, middle).bind(5, items - kRowsPerMark).run();
}

void CollectionStore::remark(std::int64_t id, bool marked, const RowKey& from) {
    MarkKey mark;  // before every key, unless a later one covers `from`
    if (marked) {
        Execution found = m_database.prepare(m_view.sql->markBefore);
        found.bind(1, id)
            .bindBytes(2, from.sort)
            .bindBytes(3, from.tablePartition)
            .bindBytes(4, from.tableSort);
        if (found.step()) mark = MarkKey::from(found);
    }
    {
        Execution remove = m_database.prepare(m_view.sql->deleteMarksFrom);
        bindMark(remove, id, mark).run();
    }
    Execution row = m_database.prepare(m_view.sql->rowsFrom);
    row.bind(1, storedHash(from.hash)).bindBytes(2, from.partition).bindBytes(3, mark.sort);
    if (m_view.isIndex()) row.bindBytes(4, mark.tablePartition).bindBytes(5, mark.tableSort);
    std::int64_t items = 0;
    const auto write = [&] {
        Execution insert = m_database.prepare(m_view.sql->insertMark);
        bindMark(insert, id, mark).bind(5, items).run();
    };
    while (row.step()) {
        if (items == kRowsPerMark) {
            write();
            items = 0;
            mark.sort = row.bytes(0);
            if (m_view.isIndex()) {
                mark.tablePartition = row.bytes(1);
                mark.tableSort = row.bytes(2);
            }
        }
        ++items;
    }
    write();
    if (!marked)
        m_database.prepare(m_view.sql->setMarked).bind(1, std::int64_t{1}).bindBytes(2, from.partition).run();
}

}  // namespace partita
