// The control plane: what CreateTable, UpdateTable, time to live, tags and streams ask and answer, as plain
// structs. Names and meaning are the service's own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/clock.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

enum class TableStatus { Creating, Updating, Deleting, Active };
enum class StreamViewType { KeysOnly, NewImage, OldImage, NewAndOldImages };
enum class TableClass { Standard, StandardInfrequentAccess };

using Tags = std::map<std::string, std::string>;

struct CreateTableRequest {
    TableDefinition definition;
    std::optional<StreamViewType> stream = {};
    Tags tags = {};
    bool deletionProtection = false;
    std::optional<TableClass> tableClass = {};
};

/// Each part that is given is done; at least one must be, and at most one index is made or removed.
struct UpdateTableRequest {
    std::string table;
    std::optional<BillingMode> billing = {};
    std::optional<Throughput> throughput = {};
    std::vector<std::pair<std::string, Throughput>> indexThroughput = {};
    std::optional<IndexDefinition> createIndex = {};
    std::optional<std::string> removeIndex = {};
    /// The outer optional: whether StreamSpecification was given; the inner: nothing to switch the stream
    /// off.
    std::optional<std::optional<StreamViewType>> stream = {};
    std::optional<bool> deletionProtection = {};
    std::optional<TableClass> tableClass = {};
};

struct IndexDescription {
    std::string name;
    TableStatus status = TableStatus::Active;
    bool backfilling = false;
    double backfilled = 1;  // share of the table's items that the backfill has seen, 0 … 1
    std::uint64_t items = 0;
    std::uint64_t bytes = 0;
    // Of its own throughput; global indexes only.
    std::optional<UtcMillis> lastIncrease = {};
    std::optional<UtcMillis> lastDecrease = {};
    std::uint32_t decreasesToday = 0;
};
/// The stream that a table has or had last.
struct StreamInfo {
    std::string table;
    std::string label;  // "2026-05-01T10:00:00.250": the time it was switched on, UTC
    StreamViewType viewType = StreamViewType::NewAndOldImages;
    bool enabled = true;
    UtcMillis created = 0;
    std::uint64_t firstSequence = 0;  // of the records kept
    std::uint64_t nextSequence = 0;   // that the next record will get
};
struct TableDescription {
    TableDefinition definition;
    std::string id;  // a UUID, given at creation
    TableStatus status = TableStatus::Active;
    UtcMillis created = 0;
    std::uint64_t items = 0;
    std::uint64_t bytes = 0;
    std::vector<IndexDescription> indexes;   // in the order of definition.indexes
    std::optional<UtcMillis> onDemandSince;  // when billing last became PayPerRequest
    std::optional<UtcMillis> lastIncrease;
    std::optional<UtcMillis> lastDecrease;
    std::uint32_t decreasesToday = 0;
    std::optional<StreamInfo> stream;  // the newest, also when it is switched off
    bool deletionProtection = false;
    std::optional<TableClass> tableClass;  // nothing: never said
    std::optional<UtcMillis> tableClassSince;
};

/// Time to live. Items whose attribute holds an N of seconds since 1970 that is past are removed in the
/// background, but only while a file is served and only where it was switched on.
struct TimeToLive {
    std::optional<std::string> attribute;  // nothing: off
};

enum class StreamEvent { Insert, Modify, Remove };
struct StreamRecord {
    StreamEvent event = StreamEvent::Insert;
    std::uint64_t sequence = 0;  // ascending, never reused in a file
    UtcMillis time = 0;
    Item key;
    std::optional<Item> oldImage;  // as the view type says
    std::optional<Item> newImage;
    std::uint64_t bytes = 0;  // SizeBytes
    bool expired = false;     // removed by time to live
};
/// At most 1,000 records or 1 MB; records live for 24 hours.
struct StreamPage {
    std::vector<StreamRecord> records;
    std::uint64_t nextSequence = 0;  // where the next page begins
    bool closed = false;             // the stream is off and no records follow
};

}  // namespace partita
