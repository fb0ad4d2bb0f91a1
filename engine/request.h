// Every operation's request and response, as plain structs. Names and meaning are the service's own.
// Capacity is counted in half units everywhere (1 = 0.5 RCU or WCU), so that it stays exact.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/table/key.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

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

struct PutRequest {
    std::string table;
    Item item;
};
struct PutResponse {
    std::optional<Item> old;
    ConsumedCapacity capacity;
};

struct GetRequest {
    std::string table;
    Item key;  // exactly the key attributes
    bool consistent = false;
};
struct GetResponse {
    std::optional<Item> item;
    ConsumedCapacity capacity;
};

struct DeleteRequest {
    std::string table;
    Item key;
};
struct DeleteResponse {
    std::optional<Item> old;
    ConsumedCapacity capacity;
};

/// Query by a structured key condition.
struct QueryRequest {
    std::string table;
    std::optional<std::string> index;
    std::vector<Value> partition;     // one for each partition attribute, in schema order
    std::vector<SortCondition> sort;  // of the leading sort attributes; all but the last Equal
    bool forward = true;
    bool consistent = false;             // ValidationException on a GSI
    std::optional<std::uint32_t> limit;  // items to evaluate; at least 1
    std::optional<Item> startKey;  // ExclusiveStartKey: the table's key, plus the index's key on an index
};

struct ScanRequest {
    std::string table;
    std::optional<std::string> index;
    bool consistent = false;
    std::optional<std::uint32_t> limit;
    std::optional<Item> startKey;
    std::uint32_t segment = 0;
    std::uint32_t totalSegments = 1;  // 1 … 1,000,000
};

/// One page of Query or Scan.
struct PageResponse {
    std::vector<Item> items;
    std::uint64_t count = 0;
    std::uint64_t scannedCount = 0;
    std::uint64_t bytesRead = 0;  // size of the items read, as the service counts it
    std::optional<Item> lastEvaluatedKey;
    ConsumedCapacity capacity;
    std::string partitionBytes;  // of a Query: the bytes of the partition key read; of a Scan: empty
    std::uint64_t hash = 0;      // of those
};

/// Whether a request counts as load. See engine/partition.
enum class Metering { On, Off };

}  // namespace partita
