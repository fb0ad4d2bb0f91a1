#include "engine/api/table_description.h"

#include <algorithm>

#include "engine/api/table_schema.h"
#include "engine/limits.h"

namespace partita {
namespace {

// What a table or an index that is paid by request serves from the first second on.
constexpr std::int64_t kWarmReadUnits = limits::kPartitionsOnDemand * limits::kPartitionReadUnits;
constexpr std::int64_t kWarmWriteUnits = limits::kPartitionsOnDemand * limits::kPartitionWriteUnits;

std::string_view projectionName(ProjectionType type) {
    switch (type) {
        case ProjectionType::KeysOnly:
            return "KEYS_ONLY";
        case ProjectionType::Include:
            return "INCLUDE";
        case ProjectionType::All:
            break;
    }
    return "ALL";
}

void appendAttributeDefinitions(const TableDefinition& table, JsonWriter& json) {
    json.beginArray();
    for (const KeyAttribute& attribute : keyAttributesOf(table)) {
        json.begin()
            .member("AttributeName", attribute.name)
            .member("AttributeType", typeName(attribute.type))
            .end();
    }
    json.endArray();
}

void appendProjection(const Projection& projection, JsonWriter& json) {
    json.begin().member("ProjectionType", projectionName(projection.type));
    if (projection.type == ProjectionType::Include) {
        auto names = projection.attributes;
        std::sort(names.begin(), names.end());  // Recorded: by name, whatever the order of the request.
        json.key("NonKeyAttributes").beginArray();
        for (const std::string& name : names)
            json.value(name);
        json.endArray();
    }
    json.end();
}

/// `state`: a TableDescription or an IndexDescription.
template <class State>
void appendThroughput(const std::optional<Throughput>& throughput, const State& state, JsonWriter& json) {
    const Throughput units = throughput.value_or(Throughput{});
    json.key("ProvisionedThroughput").begin();
    if (state.lastIncrease) json.key("LastIncreaseDateTime").time(*state.lastIncrease);
    if (state.lastDecrease) json.key("LastDecreaseDateTime").time(*state.lastDecrease);
    json.member("NumberOfDecreasesToday", state.decreasesToday)
        .member("ReadCapacityUnits", units.readUnits)
        .member("WriteCapacityUnits", units.writeUnits)
        .end();
}

void appendWarmThroughput(const std::optional<Throughput>& throughput, JsonWriter& json) {
    const Throughput units = throughput.value_or(Throughput{kWarmReadUnits, kWarmWriteUnits});
    json.key("WarmThroughput")
        .begin()
        .member("ReadUnitsPerSecond", units.readUnits)
        .member("WriteUnitsPerSecond", units.writeUnits)
        .member("Status", "ACTIVE")
        .end();
}

void appendIndex(const CallContext& context, const TableDescription& table, const IndexDefinition& index,
                 DescriptionMoment moment, JsonWriter& json) {
    const auto found = std::find_if(table.indexes.begin(), table.indexes.end(),
                                    [&](const IndexDescription& each) { return each.name == index.name; });
    const IndexDescription state = found == table.indexes.end() ? IndexDescription{} : *found;
    json.begin().member("IndexName", index.name).key("KeySchema");
    appendKeySchema(index.keys, json);
    json.key("Projection");
    appendProjection(index.projection, json);
    if (index.kind == IndexKind::Global) {
        json.member("IndexStatus", statusName(state.status));
        if (state.status == TableStatus::Creating && moment == DescriptionMoment::Later) {
            json.member("Backfilling", state.backfilling);
        }
        appendThroughput(index.throughput, state, json);
        if (moment == DescriptionMoment::Later) appendWarmThroughput(index.throughput, json);
    }
    json.member("IndexSizeBytes", state.bytes)
        .member("ItemCount", state.items)
        .member("IndexArn", tableArn(context, table.definition.name) + "/index/" + index.name)
        .end();
}

void appendIndexes(const CallContext& context, const TableDescription& table, IndexKind kind,
                   DescriptionMoment moment, JsonWriter& json) {
    const auto isOfKind = [&](const IndexDefinition& index) { return index.kind == kind; };
    const auto& indexes = table.definition.indexes;
    if (std::none_of(indexes.begin(), indexes.end(), isOfKind)) return;
    json.key(kind == IndexKind::Local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes").beginArray();
    for (const IndexDefinition& index : indexes) {
        if (isOfKind(index)) appendIndex(context, table, index, moment, json);
    }
    json.endArray();
}

void appendBilling(const TableDescription& table, DescriptionMoment moment, JsonWriter& json) {
    const bool onDemand = table.definition.billing == BillingMode::PayPerRequest;
    // Recorded: a table that was never paid by request has no summary.
    if (!onDemand && !table.onDemandSince) return;
    const std::string_view mode = onDemand ? "PAY_PER_REQUEST" : "PROVISIONED";
    for (const auto& [summary, member] : {std::pair("BillingModeSummary", "BillingMode"),
                                          std::pair("TableThroughputModeSummary", "TableThroughputMode")}) {
        json.key(summary).begin().member(member, mode);
        if (table.onDemandSince && moment != DescriptionMoment::Creation) {
            json.key("LastUpdateToPayPerRequestDateTime").time(*table.onDemandSince);
        }
        json.end();
    }
}

void appendStream(const CallContext& context, const TableDescription& table, JsonWriter& json) {
    if (!table.stream) return;
    if (table.stream->enabled) {
        json.key("StreamSpecification")
            .begin()
            .member("StreamEnabled", true)
            .member("StreamViewType", viewTypeName(table.stream->viewType))
            .end();
    }
    // They stay when the stream is off.
    json.member("LatestStreamLabel", table.stream->label)
        .member("LatestStreamArn", streamArn(context, table.definition.name, table.stream->label));
}

}  // namespace

std::string_view statusName(TableStatus status) {
    switch (status) {
        case TableStatus::Creating:
            return "CREATING";
        case TableStatus::Updating:
            return "UPDATING";
        case TableStatus::Deleting:
            return "DELETING";
        case TableStatus::Active:
            break;
    }
    return "ACTIVE";
}

std::string_view viewTypeName(StreamViewType type) {
    switch (type) {
        case StreamViewType::KeysOnly:
            return "KEYS_ONLY";
        case StreamViewType::NewImage:
            return "NEW_IMAGE";
        case StreamViewType::OldImage:
            return "OLD_IMAGE";
        case StreamViewType::NewAndOldImages:
            break;
    }
    return "NEW_AND_OLD_IMAGES";
}

std::string streamArn(const CallContext& context, std::string_view table, std::string_view label) {
    return tableArn(context, table).append("/stream/").append(label);
}

void appendKeySchema(const KeySchema& keys, JsonWriter& json) {
    json.beginArray();
    for (const auto* attributes : {&keys.partition, &keys.sort}) {
        const std::string_view type = attributes == &keys.partition ? "HASH" : "RANGE";
        for (const KeyAttribute& attribute : *attributes) {
            json.begin().member("AttributeName", attribute.name).member("KeyType", type).end();
        }
    }
    json.endArray();
}

void appendDescription(const CallContext& context, const TableDescription& table, DescriptionMoment moment,
                       JsonWriter& json) {
    const TableDefinition& definition = table.definition;
    const bool isWhole = moment != DescriptionMoment::Deletion;
    json.begin();
    if (isWhole) {
        json.key("AttributeDefinitions");
        appendAttributeDefinitions(definition, json);
    }
    json.member("TableName", definition.name);
    if (isWhole) {
        json.key("KeySchema");
        appendKeySchema(definition.keys, json);
    }
    json.member("TableStatus", statusName(table.status));
    if (isWhole) json.key("CreationDateTime").time(table.created);
    appendThroughput(definition.throughput, table, json);
    json.member("TableSizeBytes", table.bytes)
        .member("ItemCount", table.items)
        .member("TableArn", tableArn(context, definition.name))
        .member("TableId", table.id);
    appendBilling(table, moment, json);
    if (isWhole) {
        appendIndexes(context, table, IndexKind::Local, moment, json);
        appendIndexes(context, table, IndexKind::Global, moment, json);
    }
    appendStream(context, table, json);
    if (table.tableClass) {
        json.key("TableClassSummary")
            .begin()
            .member("TableClass",
                    *table.tableClass == TableClass::Standard ? "STANDARD" : "STANDARD_INFREQUENT_ACCESS");
        if (table.tableClassSince) json.key("LastUpdateDateTime").time(*table.tableClassSince);
        json.end();
    }
    json.member("DeletionProtectionEnabled", table.deletionProtection);
    if (moment == DescriptionMoment::Later) appendWarmThroughput(definition.throughput, json);
    json.end();
}

}  // namespace partita
