// The reading side of the block view: collections in an order, windows of their items, places of keys.
#include <algorithm>
#include <unordered_set>

#include "engine/engine.h"
#include "engine/engine_state.h"
#include "engine/partition/load_meter.h"
#include "engine/storage/collection_store.h"
#include "engine/storage/row_reader.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

constexpr std::size_t kMostHotKeys = 100'000;          // as many as a load meter keeps exactly
constexpr std::int64_t kCollectionsPerRead = 100'000;  // so that no read transaction lives long
constexpr std::int64_t kMostReserved = 1 << 24;        // a damaged file may tell any number of collections
constexpr std::int64_t kNumbersLookedAt = 10'000;      // completion of number keys: their text has no order

Result<CollectionSummary> summaryOf(const ViewTables& view, const StoredCollection& stored) {
    CollectionSummary summary;
    summary.id = static_cast<CollectionId>(stored.id);
    auto partition = keyValues(view.keys.partition, stored.partition);
    if (!partition) return partition.error();
    summary.partition = std::move(partition).value();
    summary.partitionBytes = stored.partition;
    summary.hash = stored.hash;
    summary.items = static_cast<std::uint64_t>(stored.items);
    summary.bytes = static_cast<std::uint64_t>(stored.bytes);
    return summary;
}

std::string orderClause(CollectionOrderBy by) {
    switch (by) {
        case CollectionOrderBy::Key:
        case CollectionOrderBy::Load:
            return "pk";
        case CollectionOrderBy::Hash:
            return "hash, pk";
        case CollectionOrderBy::ItemCount:
            return "items DESC, pk";
        case CollectionOrderBy::Size:
            return "bytes DESC, pk";
    }
    return "pk";
}

/// Partition keys by load, busiest first.
std::vector<std::string> busiestKeys(const LoadMeter& load, const LoadResource& resource, std::size_t most) {
    std::vector<std::string> keys;
    for (KeyLoad& key : load.keys(resource, most))
        keys.push_back(std::move(key.keyBytes));
    return keys;
}

Result<std::vector<std::vector<Value>>> partitionValues(const ViewTables& view, Execution& rows,
                                                        const std::string& prefix, std::size_t most) {
    std::vector<std::vector<Value>> found;
    while (found.size() < most && rows.step()) {
        auto values = keyValues(view.keys.partition, rows.bytes(0));
        if (!values) return values.error();
        if (displayText(values->front()).compare(0, prefix.size(), prefix) == 0)
            found.push_back(std::move(values).value());
    }
    return found;
}

}  // namespace

Result<ViewStatistics> Engine::statistics(const ViewId& id) const {
    const auto view = m_state->view(id);
    if (!view) return view.error();
    return guarded([&]() -> Result<ViewStatistics> {
        const TableFile::Reader reader = m_state->file->reader();
        const ViewTotals totals = CollectionStore(*reader, **view).totals();
        return ViewStatistics{static_cast<std::uint64_t>(totals.items),
                              static_cast<std::uint64_t>(totals.bytes),
                              static_cast<std::uint64_t>(totals.collections)};
    });
}

Result<std::vector<CollectionSummary>> Engine::firstCollections(const ViewId& id, CollectionOrderBy by,
                                                                std::size_t most) const {
    const auto view = m_state->view(id);
    if (!view) return view.error();
    const auto table = m_state->table(id.table);
    if (!table) return table.error();
    return guarded([&]() -> Result<std::vector<CollectionSummary>> {
        const TableFile::Reader reader = m_state->file->reader();
        const CollectionStore store(*reader, **view);
        std::vector<CollectionSummary> found;
        std::unordered_set<std::string> taken;
        const auto add = [&](const StoredCollection& stored) -> Result<void> {
            auto summary = summaryOf(**view, stored);
            if (!summary) return summary.error();
            found.push_back(std::move(summary).value());
            return {};
        };
        if (by == CollectionOrderBy::Load) {
            const auto resource = resourceOf((*table)->definition, id.index);
            for (const std::string& key : busiestKeys(*m_state->current(*table), resource, most)) {
                const auto stored = store.byKey(key);
                if (!stored) continue;
                if (auto added = add(*stored); !added) return added.error();
                taken.insert(key);
            }
        }
        Execution row = reader->prepare("SELECT pk, id, hash, items, bytes, marked FROM " +
                                        (*view)->collections() + " ORDER BY " + orderClause(by) + " LIMIT ?");
        row.bind(1, static_cast<std::int64_t>(most));
        while (found.size() < most && row.step()) {
            StoredCollection stored{
                row.integer(1), std::string(row.bytes(0)), hashFromStored(row.integer(2)), row.integer(3),
                row.integer(4), row.integer(5) != 0};
            if (taken.count(stored.partition)) continue;
            if (auto added = add(stored); !added) return added.error();
        }
        return found;
    });
}

Result<std::shared_ptr<const CollectionOrder>> Engine::collectionOrder(const ViewId& id, CollectionOrderBy by,
                                                                       std::stop_token stop) const {
    const auto view = m_state->view(id);
    if (!view) return view.error();
    const auto table = m_state->table(id.table);
    if (!table) return table.error();
    return guarded([&]() -> Result<std::shared_ptr<const CollectionOrder>> {
        const TableFile::Reader reader = m_state->file->reader();
        const Database::StopScope scope(*reader, stop);
        const CollectionStore store(*reader, **view);
        auto order = std::make_shared<CollectionOrder>();
        order->reserve(
            static_cast<std::size_t>(std::clamp<std::int64_t>(store.totals().collections, 0, kMostReserved)));
        std::unordered_set<std::int64_t> taken;
        if (by == CollectionOrderBy::Load) {
            const auto resource = resourceOf((*table)->definition, id.index);
            for (const std::string& key : busiestKeys(*m_state->current(*table), resource, kMostHotKeys)) {
                const auto stored = store.byKey(key);
                if (!stored) continue;
                order->append(static_cast<CollectionId>(stored->id),
                              static_cast<std::uint64_t>(stored->items));
                taken.insert(stored->id);
            }
        }
        if (by == CollectionOrderBy::Key || by == CollectionOrderBy::Load) {
            std::string last;
            bool more = true, first = true;
            while (more) {
                if (stop.stop_requested()) return Error::cancelled();
                Execution row = reader->prepare("SELECT pk, id, items FROM " + (*view)->collections() +
                                                (first ? " WHERE ?1 IS NOT NULL" : " WHERE pk > ?1") +
                                                " ORDER BY pk LIMIT ?2");
                row.bindBytes(1, last).bind(2, kCollectionsPerRead);
                std::int64_t read = 0;
                std::string next;
                while (row.step()) {
                    ++read;
                    if (read == kCollectionsPerRead) next = row.bytes(0);
                    if (!taken.empty() && taken.count(row.integer(1))) continue;
                    order->append(static_cast<CollectionId>(row.integer(1)),
                                  static_cast<std::uint64_t>(row.integer(2)));
                }
                more = read == kCollectionsPerRead;
                last = std::move(next);
                first = false;
            }
        } else {
            Execution row = reader->prepare("SELECT id, items FROM " + (*view)->collections() + " ORDER BY " +
                                            orderClause(by));
            while (row.step())
                order->append(static_cast<CollectionId>(row.integer(0)),
                              static_cast<std::uint64_t>(row.integer(1)));
        }
        return std::shared_ptr<const CollectionOrder>(std::move(order));
    });
}

Result<std::vector<CollectionSummary>> Engine::collections(const ViewId& id,
                                                           const std::vector<CollectionId>& ids) const {
    const auto view = m_state->view(id);
    if (!view) return view.error();
    return guarded([&]() -> Result<std::vector<CollectionSummary>> {
        const TableFile::Reader reader = m_state->file->reader();
        Transaction snapshot(*reader, Transaction::Kind::Read);
        const CollectionStore store(*reader, **view);
        std::vector<CollectionSummary> found;
        for (const CollectionId collection : ids) {
            const auto stored = store.byId(collection);
            if (!stored) continue;
            auto summary = summaryOf(**view, *stored);
            if (!summary) return summary.error();
            found.push_back(std::move(summary).value());
        }
        return found;
    });
}

Result<ItemWindow> Engine::items(const ViewId& id, CollectionId collection, std::uint64_t first,
                                 std::size_t most) const {
    const auto view = m_state->view(id);
    if (!view) return view.error();
    return guarded([&]() -> Result<ItemWindow> {
        const TableFile::Reader reader = m_state->file->reader();
        Transaction snapshot(*reader, Transaction::Kind::Read);
        const CollectionStore store(*reader, **view);
        ItemWindow window;
        window.collection = collection;
        window.first = first;
        const auto stored = store.byId(collection);
        if (!stored || first >= static_cast<std::uint64_t>(stored->items)) return window;
        const CollectionStore::Place place = store.placeOf(*stored, first);
        RowCursor cursor =
            RowReader(*reader, **view)
                .window({stored->hash, stored->partition, place.sort, place.tablePartition, place.tableSort},
                        place.skip, most);
        while (const Row* row = cursor.next()) {
            auto item = itemFromBytes(row->bytes);
            if (!item)
                return Error::file(
                    ErrorCode::DamagedFile,
                    "The file is damaged: an item of this collection can't be read. File ▸ Check tells "
                    "how much is affected.",
                    path());
            window.items.push_back({std::move(item).value(), row->size});
        }
        return window;
    });
}

Result<KeyPlace> Engine::find(const ViewId& id, const std::vector<Value>& partition,
                              const std::vector<Value>& sort) const {
    const auto view = m_state->view(id);
    if (!view) return view.error();
    const auto partitionBytes = keyPart((*view)->keys.partition, partition);
    if (!partitionBytes) return partitionBytes.error();
    Result<std::string> sortBytes = std::string();
    if (!sort.empty()) sortBytes = keyPart((*view)->keys.sort, sort);
    if (!sortBytes) return sortBytes.error();
    return guarded([&]() -> Result<KeyPlace> {
        const TableFile::Reader reader = m_state->file->reader();
        Transaction snapshot(*reader, Transaction::Kind::Read);
        const CollectionStore store(*reader, **view);
        const auto stored = store.byKey(*partitionBytes);
        if (!stored)
            return Error::notFound("There is no item collection with the key " + displayText(partition) +
                                   ".");
        KeyPlace place;
        place.collection = static_cast<CollectionId>(stored->id);
        place.exact = true;
        if (sort.empty()) return place;
        place.indexInCollection =
            store.rowsBefore(*stored, {stored->hash, stored->partition, *sortBytes, {}, {}});
        RangeRequest exactly;
        const SortRange range{*sortBytes, *sortBytes + '\0'};
        exactly.hash = stored->hash;
        exactly.partition = stored->partition;
        exactly.range = &range;
        place.exact = RowReader(*reader, **view).range(exactly).next() != nullptr;
        return place;
    });
}

Result<std::vector<std::vector<Value>>> Engine::completePartition(const ViewId& id, const std::string& prefix,
                                                                  std::size_t most) const {
    const auto view = m_state->view(id);
    if (!view) return view.error();
    return guarded([&]() -> Result<std::vector<std::vector<Value>>> {
        const TableFile::Reader reader = m_state->file->reader();
        const std::string select = "SELECT pk FROM " + (*view)->collections();
        if ((*view)->keys.partition.front().type != ValueType::String || prefix.empty()) {
            Execution rows = reader->prepare(select + " ORDER BY pk LIMIT ?");
            rows.bind(1, kNumbersLookedAt);
            return partitionValues(**view, rows, prefix, most);
        }
        const auto range =
            sortRange((*view)->keys.partition, {{SortOperator::BeginsWith, {Value::string(prefix)}}});
        if (!range) return range.error();
        Execution rows = reader->prepare(select + " WHERE pk >= ?1" + (range->upper ? " AND pk < ?2" : "") +
                                         " ORDER BY pk LIMIT ?3");
        rows.bindBytes(1, range->lower);
        if (range->upper) rows.bindBytes(2, *range->upper);
        rows.bind(3, static_cast<std::int64_t>(most));
        return partitionValues(**view, rows, prefix, most);
    });
}

Result<std::shared_ptr<const AttributeOrder>> Engine::attributeOrder(const std::string& name) const {
    const auto table = m_state->table(name);
    if (!table) return table.error();
    return guarded([&]() -> Result<std::shared_ptr<const AttributeOrder>> {
        const std::lock_guard guard(m_state->orderMutex);
        auto& order = m_state->orders[(*table)->id];
        if (!order) {
            const TableFile::Reader reader = m_state->file->reader();
            order = std::make_shared<const AttributeOrder>(Catalogue::attributeOrder(*reader, (*table)->id));
        }
        return order;
    });
}

Result<std::vector<std::string>> Engine::partitionKeys(const ViewId& id, std::size_t most) const {
    const auto view = m_state->view(id);
    if (!view) return view.error();
    return guarded([&]() -> Result<std::vector<std::string>> {
        const TableFile::Reader reader = m_state->file->reader();
        std::vector<std::string> keys;
        Execution rows = reader->prepare("SELECT pk FROM " + (*view)->collections() + " ORDER BY pk LIMIT ?");
        rows.bind(1, static_cast<std::int64_t>(most));
        while (rows.step())
            keys.emplace_back(rows.bytes(0));
        return keys;
    });
}

}  // namespace partita
