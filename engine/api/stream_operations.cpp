#include "engine/api/stream_operations.h"

#include <algorithm>
#include <tuple>

#include "engine/api/stream_iterator.h"
#include "engine/api/stream_record.h"
#include "engine/api/table_description.h"
#include "engine/api/table_members.h"
#include "engine/limits.h"

namespace partita {
namespace {

constexpr std::int64_t kMostStreams = 100;  // in one answer of ListStreams, and shards of DescribeStream
constexpr std::int64_t kMostRecords = 1000;
constexpr std::size_t kArnSizeMin = 37;
constexpr std::size_t kArnSizeMax = 1024;
constexpr std::size_t kShardIdSizeMin = 28;
constexpr std::size_t kShardIdSizeMax = 65;

/// A given, not empty ARN of a stream. What is no such ARN is told of by streamAt().
std::string readArn(Members& members, Violations& violations) {
    const auto arn = members.string("StreamArn");
    violations.notNull("streamArn", members.has("StreamArn"));
    violations.length("streamArn", arn, kArnSizeMin, kArnSizeMax);
    return std::string(arn.value_or(""));
}

/// Fails with ValidationException on what is no ARN of a stream, and with ResourceNotFoundException.
Result<StreamInfo> streamAt(CallContext& context, const std::string& arn) {
    const auto name = streamNamed(arn);
    if (!name) return Error::validation("Invalid StreamArn");
    context.summary.table = name->table;
    const Error missing = Error::notFound("Requested resource not found: Stream: " + arn + " not found");
    const auto streams = context.engine.streams(name->table);
    if (!streams) return streams.error().code == ErrorCode::ResourceNotFound ? missing : streams.error();
    for (const StreamInfo& stream : *streams) {
        if (stream.label == name->label) return stream;
    }
    return missing;
}

bool isBefore(const StreamInfo& a, const StreamInfo& b) {
    return std::tie(a.table, a.label) < std::tie(b.table, b.label);
}

void appendShard(const StreamInfo& stream, JsonWriter& json) {
    json.begin().member("ShardId", shardIdOf(stream)).key("SequenceNumberRange").begin();
    json.member("StartingSequenceNumber", sequenceText(stream.firstSequence));
    if (!stream.enabled) {
        const std::uint64_t last =
            stream.nextSequence > stream.firstSequence ? stream.nextSequence - 1 : stream.firstSequence;
        json.member("EndingSequenceNumber", sequenceText(last));
    }
    json.end().end();
}

enum class IteratorType { TrimHorizon, Latest, At, After };

struct GivenIterator {
    std::string arn;
    std::string shard;
    IteratorType type = IteratorType::TrimHorizon;
    std::string typeName;
    std::optional<std::string> sequence;
};

Result<GivenIterator> readIterator(Members members) {
    Violations violations;
    GivenIterator given;
    given.arn = readArn(members, violations);
    const auto shard = members.string("ShardId");
    violations.notNull("shardId", members.has("ShardId"));
    violations.length("shardId", shard, kShardIdSizeMin, kShardIdSizeMax);
    given.shard = shard.value_or("");
    const auto type = members.string("ShardIteratorType");
    violations.notNull("shardIteratorType", members.has("ShardIteratorType"));
    violations.oneOf("shardIteratorType", type,
                     {"AFTER_SEQUENCE_NUMBER", "LATEST", "AT_SEQUENCE_NUMBER", "TRIM_HORIZON"});
    given.typeName = type.value_or("");
    if (type == "LATEST") given.type = IteratorType::Latest;
    if (type == "AT_SEQUENCE_NUMBER") given.type = IteratorType::At;
    if (type == "AFTER_SEQUENCE_NUMBER") given.type = IteratorType::After;
    const auto sequence = members.string("SequenceNumber");
    violations.length("sequenceNumber", sequence, 21, 40);
    if (sequence) given.sequence = *sequence;
    if (auto checked = checkRead(members, violations); !checked) return checked.error();

    const bool bySequence = given.type == IteratorType::At || given.type == IteratorType::After;
    if (bySequence && !given.sequence) {
        return Error::validation("SequenceNumber must be specified when ShardIteratorType is " +
                                 given.typeName);
    }
    if (!bySequence && given.sequence) {
        return Error::validation("SequenceNumber must not be specified when ShardIteratorType is " +
                                 given.typeName);
    }
    return given;
}

/// The first record that the iterator is to read; nothing: whatever is the oldest then.
Result<std::optional<std::uint64_t>> startOf(const GivenIterator& given, const StreamInfo& stream) {
    if (given.type == IteratorType::TrimHorizon) return std::optional<std::uint64_t>();
    if (given.type == IteratorType::Latest) return std::optional(stream.nextSequence);
    const auto sequence = sequenceNamed(*given.sequence);
    if (!sequence || *sequence > stream.nextSequence) {
        return Error::validation("Invalid SequenceNumber for ShardIteratorType " + given.typeName + ": " +
                                 *given.sequence);
    }
    if (*sequence < stream.firstSequence) {
        return Error::of(ErrorCode::TrimmedDataAccess,
                         "The operation attempted to read past the oldest stream record in a shard.");
    }
    return std::optional(given.type == IteratorType::After ? *sequence + 1 : *sequence);
}

}  // namespace

Result<std::string> listStreams(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const auto start = members.string("ExclusiveStartStreamArn");
    violations.length("exclusiveStartStreamArn", start, kArnSizeMin, kArnSizeMax);
    const auto limit = members.integer("Limit");
    violations.range("limit", limit, 1, kMostStreams);
    const auto table = readTableName(members, violations);
    if (auto checked = checkRead(members, violations); !checked) return checked.error();
    StreamInfo after;
    if (start) {
        const auto name = streamNamed(*start);
        if (!name) return Error::validation("Invalid StreamArn");
        after.table = name->table;
        after.label = name->label;
    }

    auto found = context.engine.streams(table);
    // Of a table that is not there, there are no streams.
    if (!found && found.error().code != ErrorCode::ResourceNotFound) return found.error();
    std::vector<StreamInfo> streams = found ? *std::move(found) : std::vector<StreamInfo>();
    std::sort(streams.begin(), streams.end(), isBefore);
    const auto from =
        start ? std::upper_bound(streams.begin(), streams.end(), after, isBefore) : streams.begin();
    const auto to = from + std::min<std::int64_t>(limit.value_or(kMostStreams), streams.end() - from);
    JsonWriter json;
    json.begin().key("Streams").beginArray();
    for (auto each = from; each != to; ++each) {
        json.begin()
            .member("StreamArn", streamArn(context, each->table, each->label))
            .member("TableName", each->table)
            .member("StreamLabel", each->label)
            .end();
    }
    json.endArray();
    if (to != streams.end() && to != from) {
        json.member("LastEvaluatedStreamArn", streamArn(context, (to - 1)->table, (to - 1)->label));
    }
    json.end();
    context.summary.table = table.value_or("");
    context.summary.items = static_cast<std::uint64_t>(to - from);
    return json.take();
}

Result<std::string> describeStream(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const std::string arn = readArn(members, violations);
    violations.range("limit", members.integer("Limit"), 1, kMostStreams);
    const auto start = members.string("ExclusiveStartShardId");
    violations.length("exclusiveStartShardId", start, kShardIdSizeMin, kShardIdSizeMax);
    if (auto checked = checkRead(members, violations); !checked) return checked.error();
    const auto stream = streamAt(context, arn);
    if (!stream) return stream.error();

    JsonWriter json;
    json.begin().key("StreamDescription").begin();
    json.member("StreamArn", arn)
        .member("StreamLabel", stream->label)
        .member("StreamStatus", stream->enabled ? "ENABLED" : "DISABLED")
        .member("StreamViewType", viewTypeName(stream->viewType));
    json.key("CreationRequestDateTime").time(stream->created).member("TableName", stream->table);
    // A stream outlives its table; its keys then are not known any more.
    if (const auto table = context.engine.table(stream->table)) {
        json.key("KeySchema");
        appendKeySchema((*table)->keys, json);
    }
    json.key("Shards").beginArray();
    if (!start || *start < shardIdOf(*stream)) appendShard(*stream, json);
    json.endArray().end().end();
    return json.take();
}

Result<std::string> getShardIterator(CallContext& context, const JsonRequest& request) {
    const auto given = readIterator(request.members());
    if (!given) return given.error();
    const auto stream = streamAt(context, given->arn);
    if (!stream) return stream.error();
    if (given->shard != shardIdOf(*stream)) {
        return Error::notFound("Requested resource not found: Shard: " + given->shard +
                               " in stream: " + given->arn + " not found");
    }
    const auto from = startOf(*given, *stream);
    if (!from) return from.error();
    JsonWriter json;
    json.begin().member("ShardIterator", shardIteratorText({given->arn, *from, Clock::system().now()})).end();
    return json.take();
}

Result<std::string> getRecords(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const auto text = members.string("ShardIterator");
    violations.notNull("shardIterator", members.has("ShardIterator"));
    violations.length("shardIterator", text, 1, 2048);
    const auto limit = members.integer("Limit");
    violations.range("limit", limit, 1, kMostRecords);
    if (auto checked = checkRead(members, violations); !checked) return checked.error();
    const UtcMillis now = Clock::system().now();
    auto iterator = shardIteratorOf(*text, now);
    if (!iterator) return iterator.error();
    const auto stream = streamAt(context, iterator->arn);
    if (!stream) return stream.error();
    const std::uint64_t from = iterator->from.value_or(stream->firstSequence);
    const auto page = context.engine.streamRecords(stream->table, stream->label, from,
                                                   static_cast<std::uint32_t>(limit.value_or(kMostRecords)));
    if (!page) return page.error();
    JsonWriter json;
    json.begin().key("Records").beginArray();
    for (const StreamRecord& record : page->records)
        appendRecord(*stream, record, context.region, json);
    json.endArray();
    if (!page->closed) {
        json.member("NextShardIterator", shardIteratorText({iterator->arn, page->nextSequence, now}));
    }
    json.end();
    context.summary.items = page->records.size();
    return json.take();
}

}  // namespace partita
