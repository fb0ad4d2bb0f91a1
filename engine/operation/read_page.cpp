#include "engine/operation/read_page.h"

#include <limits>

#include "engine/limits.h"
#include "engine/operation/capacity.h"
#include "engine/operation/lagged_cursor.h"
#include "engine/operation/page_items.h"
#include "engine/operation/read_target.h"
#include "engine/storage/row_reader.h"

namespace partita {
namespace {

void charge(PageResponse& page, const ReadTarget& target, bool consistent, HalfUnits fetchedUnits) {
    const Capacity read{readCost(page.bytesRead, consistent), 0};
    const Capacity fetched{fetchedUnits, 0};
    page.capacity.table = target.table->definition.name;
    page.capacity.total = read;
    page.capacity.total += fetched;
    page.capacity.ofTable = fetched;
    if (!target.index) {
        page.capacity.ofTable = read;
    } else if (target.isGlobal()) {
        page.capacity.ofGlobalIndexes[target.index->name] = read;
    } else {
        page.capacity.ofLocalIndexes[target.index->name] = read;
    }
}

/// Reads rows until the page is full. The cursor is a RowCursor or a LaggedCursor.
template <class Cursor>
Result<PageResponse> fillPage(Cursor cursor, const ReadTarget& target, const ReadOptions& options,
                              PageItems& items, BytesByHash* bytesByHash) {
    PageResponse page;
    const std::uint64_t most = options.limit.value_or(std::numeric_limits<std::uint64_t>::max());
    while (const Row* row = cursor.next()) {
        if (auto taken = items.take(*row, page); !taken) return taken.error();
        ++page.scannedCount;
        page.bytesRead += row->size;
        if (bytesByHash) {
            if (bytesByHash->empty() || bytesByHash->back().first != row->key.hash)
                bytesByHash->emplace_back(row->key.hash, 0);
            bytesByHash->back().second += row->size;
        }
        if (page.scannedCount < most && page.bytesRead + items.fetchedBytes() < limits::kPageSize) continue;
        // As the service: a page that was ended by Limit or size carries a key, even when nothing comes after
        // it.
        auto last = lastEvaluatedKey(target, row->bytes);
        if (!last) return last.error();
        page.lastEvaluatedKey = std::move(last).value();
        break;
    }
    charge(page, target, options.consistent, items.fetchedUnits());
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

Result<void> checkSegment(const ScanRequest& request) {
    if (request.totalSegments < 1 || request.totalSegments > limits::kScanSegments)
        return Error::validation(
            "1 validation error detected: Value '" + std::to_string(request.totalSegments) +
                "' at 'totalSegments' failed to satisfy constraint: Member must have value " +
                (request.totalSegments < 1 ? "greater than or equal to 1" : "less than or equal to 1000000"),
            "TotalSegments");
    if (request.segment >= request.totalSegments)
        return Error::validation(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: " +
                std::to_string(request.segment) +
                " is not less than TotalSegments: " + std::to_string(request.totalSegments),
            "Segment");
    return {};
}

struct HashRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  // inclusive
};
/// Segment s of n holds the hashes h with ⌊h · n / 2⁶⁴⌋ = s; its first is ⌈s · 2⁶⁴ / n⌉.
HashRange segmentHashes(std::uint32_t segment, std::uint32_t segments) {
    __extension__ using Wide = unsigned __int128;
    const auto firstOf = [n = Wide(segments)](Wide of) { return ((of << 64) + n - 1) / n; };
    return {static_cast<std::uint64_t>(firstOf(segment)),
            static_cast<std::uint64_t>(firstOf(Wide(segment) + 1) - 1)};
}

/// Where a Query begins again must lie in what it reads.
Result<void> checkStart(const StartKey& start, std::string_view partition, const SortRange& range,
                        bool testsSort) {
    const bool samePartition = start.key.partition == partition;
    if (!testsSort && !samePartition)
        return Error::validation(
            "The provided starting key is outside query boundaries based on provided conditions",
            "ExclusiveStartKey");
    if (!range.contains(start.key.sort))
        return Error::validation("The provided starting key does not match the range key predicate",
                                 "ExclusiveStartKey");
    if (!samePartition)
        return Error::validation("The query can return at most one row and cannot be restarted",
                                 "ExclusiveStartKey");
    return {};
}

/// Of an index that lags: makes the connection see what it sees from here on.
void beginToRead(Database& database) {
    static_cast<void>(database.integer("SELECT 1 FROM sqlite_schema LIMIT 1"));
}

/// The parts of the key condition, whichever way the request gives it.
Result<KeyConditionParts> keyPartsOf(const QueryRequest& request, const KeySchema& keys) {
    if (request.keyTests) return matchKeys(*request.keyTests, keys);
    if (request.partition.size() != keys.partition.size()) {
        const std::size_t missing = std::min(request.partition.size(), keys.partition.size() - 1);
        return Error::validation("Query condition missed key schema element: " + keys.partition[missing].name,
                                 keys.partition[missing].name);
    }
    return KeyConditionParts{request.partition, request.sort};
}

/// What asks for the partition, whatever is asked of the sort key.
Result<void> checkPartitionTests(const QueryRequest& request, const KeySchema& keys) {
    if (!request.keyTests) return {};
    const KeySchema partition{keys.partition, {}};
    std::vector<AttributeCondition> tests;
    for (const AttributeCondition& test : *request.keyTests)
        if (partition.contains(test.attribute)) tests.push_back(test);
    const auto parts = matchKeys(tests, partition);
    return parts ? Result<void>() : Result<void>(parts.error());
}

}  // namespace

Result<PageResponse> queryPage(Database& database, const StoredTable& table, const QueryRequest& request,
                               IndexLag* lag) {
    const ReadOptions& options = request.options;
    if (auto valid = checkLimit(options.limit); !valid) return valid.error();
    const auto target = readTarget(table, request.index, options.consistent);
    if (!target) return target.error();
    const KeySchema& keys = target->view->keys;
    std::optional<StartKey> start;
    if (options.startKey) {
        // Recorded: one key attribute after the other, first in the starting key, then in the condition.
        if (auto valid = checkStartPartition(*target, *options.startKey); !valid) return valid.error();
        if (auto valid = checkPartitionTests(request, keys); !valid) return valid.error();
        auto given = startKeyOf(*target, *options.startKey, ReadKind::Query);
        if (!given) return given.error();
        start = std::move(given).value();
    }
    const auto parts = keyPartsOf(request, keys);
    if (!parts) return parts.error();
    const auto partition = keyPart(keys.partition, parts->partition);
    if (!partition) return partition.error();
    if (auto valid = checkPartitionValues(keys, parts->partition, *partition); !valid) return valid.error();
    const auto range = sortRange(keys.sort, parts->sort);
    if (!range) return range.error();

    RangeRequest wanted;
    wanted.hash = partitionHash(*partition);
    wanted.partition = *partition;
    wanted.range = &*range;
    wanted.forward = request.forward;
    if (start) {
        if (auto valid = checkStart(*start, *partition, *range, !parts->sort.empty()); !valid)
            return valid.error();
        wanted.after = start->rowKey();
    }
    auto items = PageItems::make(database, *target, options, ReadKind::Query);
    if (!items) return items.error();
    const RowReader rows(database, *target->view);
    const auto fill = [&]() -> Result<PageResponse> {
        if (!lag || !target->isGlobal())
            return fillPage(rows.range(wanted), *target, options, *items, nullptr);
        const Transaction snapshot(database, Transaction::Kind::Read);
        beginToRead(database);
        auto shown = inRange(lag->shown(table.id, target->view->index, *partition), wanted);
        return fillPage(LaggedCursor(rows.range(wanted), std::move(shown), wanted.forward), *target, options,
                        *items, nullptr);
    };
    auto page = fill();
    if (page) {
        page->hash = wanted.hash;
        page->partitionBytes = *partition;
    }
    return page;
}

Result<PageResponse> scanPage(Database& database, const StoredTable& table, const ScanRequest& request,
                              BytesByHash* bytesByHash, IndexLag* lag) {
    const ReadOptions& options = request.options;
    if (auto valid = checkLimit(options.limit); !valid) return valid.error();
    if (auto valid = checkSegment(request); !valid) return valid.error();
    const auto target = readTarget(table, request.index, options.consistent);
    if (!target) return target.error();
    const HashRange hashes = segmentHashes(request.segment, request.totalSegments);
    std::optional<StartKey> start;
    if (options.startKey) {
        auto given = startKeyOf(*target, *options.startKey, ReadKind::Scan);
        if (!given) return given.error();
        start = std::move(given).value();
        if (start->hash < hashes.first || start->hash > hashes.last)
            return Error::validation(
                "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
                "ExclusiveStartKey with correct Segment. TotalSegments: " +
                    std::to_string(request.totalSegments) + " Segment: " + std::to_string(request.segment),
                "ExclusiveStartKey");
    }
    auto items = PageItems::make(database, *target, options, ReadKind::Scan);
    if (!items) return items.error();
    const auto after = start ? std::optional(start->rowKey()) : std::nullopt;
    const RowReader rows(database, *target->view);
    if (!lag || !target->isGlobal())
        return fillPage(rows.scan(hashes.first, hashes.last, after), *target, options, *items, bytesByHash);
    const Transaction snapshot(database, Transaction::Kind::Read);
    beginToRead(database);
    auto shown = inHashes(lag->shown(table.id, target->view->index), hashes.first, hashes.last, after);
    return fillPage(LaggedCursor(rows.scan(hashes.first, hashes.last, after), std::move(shown), true),
                    *target, options, *items, bytesByHash);
}

}  // namespace partita
