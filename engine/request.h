// Every operation's request and response, as plain structs. Names and meaning are the service's own.
// Capacity is counted in half units everywhere (1 = 0.5 RCU or WCU), so that it stays exact.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/expression/item_projection.h"
#include "engine/expression/key_condition.h"
#include "engine/expression/update.h"
#include "engine/table/key.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"
#include "engine/value/item_list.h"

namespace partita {

using HalfUnits = std::uint64_t;

/// What a request cost, and where. Reads of a Query or Scan are charged to the table or to the index read;
/// writes to the table and to every index they changed.
struct Capacity {
    HalfUnits read = 0;
    HalfUnits write = 0;
    Capacity& operator+=(const Capacity& other) { return read += other.read, write += other.write, *this; }
    friend bool operator==(const Capacity&, const Capacity&) = default;
};
struct ConsumedCapacity {
    std::string table;
    Capacity total;
    Capacity ofTable;
    std::map<std::string, Capacity> ofLocalIndexes;
    std::map<std::string, Capacity> ofGlobalIndexes;
    ConsumedCapacity& operator+=(const ConsumedCapacity& other);
    friend bool operator==(const ConsumedCapacity&, const ConsumedCapacity&) = default;
};

/// What a write returns of the item it changed (ReturnValues).
enum class ReturnValues { None, AllOld, UpdatedOld, AllNew, UpdatedNew };

/// ItemCollectionMetrics: of a table with LSIs, how large the collection written to is about.
struct ItemCollectionMetrics {
    Value partitionKey;
    double lowerGigabytes = 0;  // SizeEstimateRangeGB
    double upperGigabytes = 0;
    friend bool operator==(const ItemCollectionMetrics&, const ItemCollectionMetrics&) = default;
};

/// What every write may ask beside itself.
struct WriteOptions {
    std::optional<Condition> condition;  // ConditionalCheckFailedException when the item does not meet it
    bool returnItemOnFailure = false;    // ReturnValuesOnConditionCheckFailure: ALL_OLD
    bool returnCollectionMetrics = false;
};

struct PutRequest {
    std::string table;
    Item item;
    WriteOptions options = {};
    ReturnValues returnValues = ReturnValues::AllOld;  // None or AllOld
};
struct DeleteRequest {
    std::string table;
    Item key;
    WriteOptions options = {};
    ReturnValues returnValues = ReturnValues::AllOld;  // None or AllOld
};
struct UpdateRequest {
    std::string table;
    Item key;
    std::optional<Update> update;  // nothing: makes the bare key when there is no such item
    WriteOptions options = {};
    ReturnValues returnValues = ReturnValues::None;
};
struct WriteResponse {
    std::optional<Item> attributes;  // as ReturnValues asked; nothing when there is nothing to return
    ConsumedCapacity capacity;
    std::optional<ItemCollectionMetrics> collectionMetrics;
};

struct GetRequest {
    std::string table;
    Item key;  // exactly the key attributes
    bool consistent = false;
    std::optional<ItemProjection> projection = {};
};
struct GetResponse {
    std::optional<Item> item;
    ConsumedCapacity capacity;
};

enum class Select { AllAttributes, AllProjectedAttributes, SpecificAttributes, Count };

/// What Query and Scan have in common.
struct ReadOptions {
    bool consistent = false;             // ValidationException on a GSI
    std::optional<std::uint32_t> limit;  // items to evaluate; at least 1
    std::optional<Item> startKey;  // ExclusiveStartKey: the table's key, plus the index's key on an index
    std::optional<Condition> filter;
    std::optional<ItemProjection> projection;
    std::optional<Select> select;  // nothing: SpecificAttributes with a projection, else AllAttributes of a
                                   // table and AllProjectedAttributes of an index
};

/// Query by a structured key condition, or by the tests of a KeyConditionExpression.
struct QueryRequest {
    std::string table;
    std::optional<std::string> index;
    std::vector<Value> partition;     // one for each partition attribute, in schema order
    std::vector<SortCondition> sort;  // of the leading sort attributes; all but the last Equal
    /// When given, partition and sort are made of it, once the keys are known (key_condition.h).
    std::optional<std::vector<AttributeCondition>> keyTests = {};
    bool forward = true;
    ReadOptions options = {};
};

struct ScanRequest {
    std::string table;
    std::optional<std::string> index;
    std::uint32_t segment = 0;
    std::uint32_t totalSegments = 1;  // 1 … 1,000,000
    ReadOptions options = {};
};

/// One page of Query or Scan.
struct PageResponse {
    ItemList items;  // filtered and projected; none with Select::Count
    std::uint64_t count = 0;
    std::uint64_t scannedCount = 0;
    std::uint64_t bytesRead = 0;  // size of the items read, as the service counts it
    std::optional<Item> lastEvaluatedKey;
    ConsumedCapacity capacity;
    std::string partitionBytes;  // of a Query: the bytes of the partition key read; of a Scan: empty
    std::uint64_t hash = 0;      // of those
};

/// Keys of one table in BatchGetItem.
struct BatchGetTable {
    std::string table;
    std::vector<Item> keys;
    bool consistent = false;
    std::optional<ItemProjection> projection = {};
};
struct BatchGetRequest {
    std::vector<BatchGetTable> tables;
};
struct BatchGetResponse {
    struct Table {
        std::string table;
        std::vector<Item> items;                   // those that are there
        std::vector<std::size_t> unprocessedKeys;  // positions in BatchGetTable::keys: past 16 MB
        ConsumedCapacity capacity;
    };
    std::vector<Table> tables;  // in the order of the request
};

struct BatchWriteRequest {
    std::vector<std::variant<PutRequest, DeleteRequest>> writes;  // their options are not looked at
    bool returnCollectionMetrics = false;
};
struct BatchWriteResponse {
    std::vector<std::size_t> unprocessed;    // positions in writes
    std::vector<ConsumedCapacity> capacity;  // one for each table, in order of first mention
    std::map<std::string, std::vector<ItemCollectionMetrics>> collectionMetrics;  // by table
};

struct ConditionCheck {
    std::string table;
    Item key;
    WriteOptions options;  // with a condition
};
using TransactWrite = std::variant<ConditionCheck, PutRequest, DeleteRequest, UpdateRequest>;
struct TransactWriteRequest {
    std::vector<TransactWrite> writes;
    /// ClientRequestToken: a repeat within ten minutes changes nothing. Empty: none.
    std::string token;
    /// Bytes that are equal for equal requests: tells a repeat from another request with the same token.
    std::string fingerprint;
    bool returnCollectionMetrics = false;
};
struct TransactWriteResponse {
    /// One for each table, in order of first mention. Of a repeat: read units.
    std::vector<ConsumedCapacity> capacity;
    std::map<std::string, std::vector<ItemCollectionMetrics>> collectionMetrics;  // by table
};
struct TransactGetRequest {
    std::vector<GetRequest> gets;
};
struct TransactGetResponse {
    std::vector<std::optional<Item>> items;  // in the order of the request
    std::vector<ConsumedCapacity> capacity;  // one for each table, in order of first mention
};

/// Why one action of a transaction could not be done. "None" for those that could.
struct CancellationReason {
    std::string code =
        "None";  // "ConditionalCheckFailed", "ValidationError", "ItemCollectionSizeLimitExceeded" …
    std::string message;       // empty with "None"
    std::optional<Item> item;  // when the action asked for it
};
struct ThrottlingReason {
    std::string reason;    // "TableReadKeyRangeThroughputExceeded", …
    std::string resource;  // the table or the index, as an ARN ends: "table/Music/index/ByYear"
};
/// What Error::detail holds.
struct FailureDetail {
    std::optional<Item> item;  // ConditionalCheckFailedException: the item that failed, when asked for
    std::vector<CancellationReason> cancellationReasons;  // TransactionCanceledException
    std::vector<ThrottlingReason> throttlingReasons;
};

/// Whether a request counts as load. See engine/partition.
enum class Metering { On, Off };

}  // namespace partita
