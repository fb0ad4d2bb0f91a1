#include "engine/operation/read_page.h"

#include "engine/limits.h"
#include "engine/operation/capacity.h"
#include "engine/storage/row_reader.h"
#include "engine/storage/storage_error.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

/// A view of a table by name, with what a reader must know of it.
struct Target {
    const ViewTables* view = nullptr;
    const IndexDefinition* index = nullptr;  // null: the table
};

Result<Target> targetOf(const StoredTable& table, const std::optional<std::string>& index, bool consistent) {
    Target target{table.viewOf(index), index ? table.definition.index(*index) : nullptr};
    if (!target.view)
        return Error::validation("The table does not have the specified index: " + *index, "IndexName");
    if (consistent && target.index && target.index->kind == IndexKind::Global)
        return Error::validation("Consistent reads are not supported on global secondary indexes",
                                 "ConsistentRead");
    return target;
}

/// ExclusiveStartKey as a place among rows, its bytes owned.
struct StartKey {
    std::uint64_t hash = 0;
    KeyBytes key;       // of the view
    KeyBytes tableKey;  // on an index

    RowKey rowKey() const { return {hash, key.partition, key.sort, tableKey.partition, tableKey.sort}; }
};

Result<StartKey> startKeyOf(const StoredTable& table, const Target& target, const Item& given) {
    const Error invalid = Error::validation("The provided starting key is invalid", "ExclusiveStartKey");
    const auto part = [&](const KeySchema& keys) {
        Item only;
        for (const KeyAttribute& attribute : keys.all())
            if (const Value* value = given.find(attribute.name)) only.set(attribute.name, *value);
        return bareKey(keys, only);
    };
    std::size_t expected = table.definition.keys.all().size();
    if (target.index)
        for (const KeyAttribute& attribute : target.index->keys.all())
            if (!table.definition.keys.contains(attribute.name)) ++expected;
    if (given.size() != expected) return invalid;

    StartKey start;
    auto tableKeyBytes = part(table.definition.keys);
    if (!tableKeyBytes) return invalid;
    start.key = std::move(tableKeyBytes).value();
    if (target.index) {
        start.tableKey = std::move(start.key);
        auto indexKeyBytes = part(target.index->keys);
        if (!indexKeyBytes) return invalid;
        start.key = std::move(indexKeyBytes).value();
    }
    start.hash = partitionHash(start.key.partition);
    return start;
}

/// The key that a following page starts from: the table's key, and the index's on an index.
Item lastEvaluatedKey(const StoredTable& table, const Target& target, const Item& last) {
    Item key;
    const auto take = [&](const KeySchema& keys) {
        for (const KeyAttribute& attribute : keys.all())
            if (const Value* value = last.find(attribute.name)) key.set(attribute.name, *value);
    };
    take(table.definition.keys);
    if (target.index) take(target.index->keys);
    return key;
}

void charge(PageResponse& page, const StoredTable& table, const Target& target, bool consistent) {
    const Capacity capacity{readCost(page.bytesRead, consistent), 0};
    page.capacity.table = table.definition.name;
    page.capacity.total = capacity;
    if (!target.index) {
        page.capacity.ofTable = capacity;
    } else if (target.index->kind == IndexKind::Local) {
        page.capacity.ofLocalIndexes[target.index->name] = capacity;
    } else {
        page.capacity.ofGlobalIndexes[target.index->name] = capacity;
    }
}

Result<Item> storedItem(const Row& row, const StoredTable& table, const std::string& path) {
    auto item = itemFromBytes(row.bytes);
    if (item) return item;
    return Error::file(ErrorCode::DamagedFile,
                       "The file is damaged: an item of table " + table.definition.name + " can't be read.",
                       path);
}

/// Reads rows until the page is full.
Result<PageResponse> fillPage(RowCursor cursor, const std::string& path, const StoredTable& table,
                              const Target& target, bool consistent, std::optional<std::uint32_t> limit,
                              BytesByHash* bytesByHash) {
    PageResponse page;
    bool full = false;
    while (!full) {
        const Row* row = cursor.next();
        if (!row) break;
        auto item = storedItem(*row, table, path);
        if (!item) return item.error();
        page.items.push_back(std::move(item).value());
        page.bytesRead += row->size;
        if (bytesByHash) {
            if (bytesByHash->empty() || bytesByHash->back().first != row->key.hash)
                bytesByHash->emplace_back(row->key.hash, 0);
            bytesByHash->back().second += row->size;
        }
        full = page.bytesRead >= limits::kPageSize || (limit && page.items.size() >= *limit);
    }
    page.count = page.scannedCount = page.items.size();
    // As the service: a page that was ended by Limit or size carries a key, even when nothing comes after it.
    if (full) page.lastEvaluatedKey = lastEvaluatedKey(table, target, page.items.back());
    charge(page, table, target, consistent);
    return page;
}

/// keyPart() does not know what its bytes are for, so their length is checked here.
Result<void> checkPartitionValues(const KeySchema& keys, const std::vector<Value>& values,
                                  std::string_view bytes) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string* text = values[i].asString();
        const std::string* binary = values[i].asBinary();
        if ((text && text->empty()) || (binary && binary->empty()))
            return Error::validation(std::string("One or more parameter values are not valid. The "
                                                 "AttributeValue for a key attribute cannot "
                                                 "contain an empty ") +
                                         (text ? "string" : "binary") +
                                         " value. Key: " + keys.partition[i].name,
                                     keys.partition[i].name);
    }
    if (bytes.size() > limits::kPartitionKeySize)
        return Error::validation(
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of" +
                std::to_string(limits::kPartitionKeySize) + " bytes",
            keys.partition.front().name);
    return {};
}

Result<void> checkLimit(const std::optional<std::uint32_t>& limit) {
    if (limit && *limit == 0)
        return Error::validation(
            "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: Member must "
            "have value "
            "greater than or equal to 1",
            "Limit");
    return {};
}

}  // namespace

Result<PageResponse> queryPage(Database& database, const StoredTable& table, const QueryRequest& request) {
    if (auto valid = checkLimit(request.limit); !valid) return valid.error();
    const auto target = targetOf(table, request.index, request.consistent);
    if (!target) return target.error();
    const KeySchema& keys = target->view->keys;
    if (request.partition.size() != keys.partition.size()) {
        const std::size_t missing = std::min(request.partition.size(), keys.partition.size() - 1);
        return Error::validation("Query condition missed key schema element: " + keys.partition[missing].name,
                                 keys.partition[missing].name);
    }
    const auto partition = keyPart(keys.partition, request.partition);
    if (!partition) return partition.error();
    if (auto valid = checkPartitionValues(keys, request.partition, *partition); !valid) return valid.error();
    const auto range = sortRange(keys.sort, request.sort);
    if (!range) return range.error();

    RangeRequest wanted;
    wanted.hash = partitionHash(*partition);
    wanted.partition = *partition;
    wanted.range = &*range;
    wanted.forward = request.forward;
    StartKey start;
    if (request.startKey) {
        auto given = startKeyOf(table, *target, *request.startKey);
        if (!given) return given.error();
        start = std::move(given).value();
        if (start.key.partition != *partition || !range->contains(start.key.sort))
            return Error::validation(
                "The provided starting key is outside query boundaries based on provided conditions",
                "ExclusiveStartKey");
        wanted.after = start.rowKey();
    }
    auto page = fillPage(RowReader(database, *target->view).range(wanted), database.path(), table, *target,
                         request.consistent, request.limit, nullptr);
    if (page) {
        page->hash = wanted.hash;
        page->partitionBytes = *partition;
    }
    return page;
}

Result<PageResponse> scanPage(Database& database, const StoredTable& table, const ScanRequest& request,
                              BytesByHash* bytesByHash) {
    if (auto valid = checkLimit(request.limit); !valid) return valid.error();
    if (request.totalSegments < 1 || request.totalSegments > limits::kScanSegments)
        return Error::validation(
            "1 validation error detected: Value '" + std::to_string(request.totalSegments) +
                "' at 'totalSegments' failed to satisfy constraint: Member must have value " +
                (request.totalSegments < 1 ? "greater than or equal to 1" : "less than or equal to 1000000"),
            "TotalSegments");
    if (request.segment >= request.totalSegments)
        return Error::validation(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            "Segment: " +
                std::to_string(request.segment) +
                " is not less than TotalSegments: " + std::to_string(request.totalSegments),
            "Segment");
    const auto target = targetOf(table, request.index, request.consistent);
    if (!target) return target.error();

    // Segment s of n holds the hashes h with ⌊h · n / 2⁶⁴⌋ = s; its first is ⌈s · 2⁶⁴ / n⌉.
    __extension__ using Wide = unsigned __int128;
    const auto firstOf = [n = Wide(request.totalSegments)](Wide segment) {
        return ((segment << 64) + n - 1) / n;
    };
    const auto first = static_cast<std::uint64_t>(firstOf(request.segment));
    const auto last = static_cast<std::uint64_t>(firstOf(Wide(request.segment) + 1) - 1);

    std::optional<RowKey> after;
    StartKey start;
    if (request.startKey) {
        auto given = startKeyOf(table, *target, *request.startKey);
        if (!given) return given.error();
        start = std::move(given).value();
        if (start.hash < first || start.hash > last)
            return Error::validation(
                "The provided starting key is outside query boundaries based on provided conditions",
                "ExclusiveStartKey");
        after = start.rowKey();
    }
    return fillPage(RowReader(database, *target->view).scan(first, last, after), database.path(), table,
                    *target, request.consistent, request.limit, bytesByHash);
}

Result<GetResponse> getItem(Database& database, const StoredTable& table, const KeyBytes& key,
                            bool consistent) {
    const RowKey rowKey{partitionHash(key.partition), key.partition, key.sort, {}, {}};
    GetResponse response;
    std::uint64_t size = 0;
    RowCursor cursor = RowReader(database, table.view).one(rowKey);
    if (const Row* row = cursor.next()) {
        size = row->size;
        auto item = storedItem(*row, table, database.path());
        if (!item) return item.error();
        response.item = std::move(item).value();
    }
    const Capacity capacity{readCost(size, consistent), 0};
    response.capacity = {table.definition.name, capacity, capacity, {}, {}};
    return response;
}

}  // namespace partita
