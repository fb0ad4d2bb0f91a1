#include "engine/api/capacity_json.h"

#include "engine/api/json_value.h"

namespace partita {
namespace {

double units(HalfUnits half) {
    return static_cast<double>(half) / 2;
}

/// The members of one resource's capacity, without the braces.
void appendUnits(const Capacity& capacity, JsonWriter& json, CapacityForm form) {
    if (form == CapacityForm::Reads) json.member("ReadCapacityUnits", units(capacity.read));
    if (form == CapacityForm::Writes) json.member("WriteCapacityUnits", units(capacity.write));
    json.member("CapacityUnits", units(capacity.read + capacity.write));
}

void appendIndexes(std::string_view name, const std::map<std::string, Capacity>& indexes, JsonWriter& json,
                   CapacityForm form) {
    if (indexes.empty()) return;
    json.key(name).begin();
    for (const auto& [index, capacity] : indexes) {
        json.keyOf(index).begin();
        appendUnits(capacity, json, form);
        json.end();
    }
    json.end();
}

void appendOne(const ConsumedCapacity& capacity, ReturnCapacity asked, JsonWriter& json, CapacityForm form) {
    json.begin().member("TableName", capacity.table);
    appendUnits(capacity.total, json, form);
    if (asked == ReturnCapacity::Indexes) {
        json.key("Table").begin();
        appendUnits(capacity.ofTable, json, form);
        json.end();
        appendIndexes("LocalSecondaryIndexes", capacity.ofLocalIndexes, json, form);
        appendIndexes("GlobalSecondaryIndexes", capacity.ofGlobalIndexes, json, form);
    }
    json.end();
}

void appendMetrics(const ItemCollectionMetrics& metrics, std::string_view partitionName, JsonWriter& json) {
    json.begin().key("ItemCollectionKey").begin().keyOf(partitionName);
    appendJson(metrics.partitionKey, json.place());
    json.end();
    json.key("SizeEstimateRangeGB").beginArray();
    json.value(metrics.lowerGigabytes).value(metrics.upperGigabytes).endArray().end();
}

}  // namespace

ReturnCapacity returnCapacity(std::optional<std::string_view> given, Violations& violations) {
    violations.oneOf("returnConsumedCapacity", given, {"INDEXES", "TOTAL", "NONE"});
    if (given == "TOTAL") return ReturnCapacity::Total;
    return given == "INDEXES" ? ReturnCapacity::Indexes : ReturnCapacity::None;
}

bool returnCollectionMetrics(std::optional<std::string_view> given, Violations& violations) {
    violations.oneOf("returnItemCollectionMetrics", given, {"SIZE", "NONE"});
    return given == "SIZE";
}

void appendCapacity(const ConsumedCapacity& capacity, ReturnCapacity asked, JsonWriter& json,
                    CapacityForm form) {
    if (asked == ReturnCapacity::None) return;
    json.key("ConsumedCapacity");
    appendOne(capacity, asked, json, form);
}

void appendCapacities(std::span<const ConsumedCapacity> capacities, ReturnCapacity asked, JsonWriter& json,
                      CapacityForm form) {
    if (asked == ReturnCapacity::None) return;
    json.key("ConsumedCapacity").beginArray();
    for (const ConsumedCapacity& capacity : capacities)
        appendOne(capacity, asked, json, form);
    json.endArray();
}

void appendCollectionMetrics(const std::optional<ItemCollectionMetrics>& metrics,
                             std::string_view partitionName, JsonWriter& json) {
    if (!metrics) return;
    json.key("ItemCollectionMetrics");
    appendMetrics(*metrics, partitionName, json);
}

void appendCollectionMetrics(const std::map<std::string, std::vector<ItemCollectionMetrics>>& metrics,
                             const Engine& engine, JsonWriter& json) {
    if (metrics.empty()) return;
    json.key("ItemCollectionMetrics").begin();
    for (const auto& [table, collections] : metrics) {
        const auto definition = engine.table(table);
        if (!definition) continue;
        json.keyOf(table).beginArray();
        for (const ItemCollectionMetrics& each : collections)
            appendMetrics(each, (*definition)->keys.partition[0].name, json);
        json.endArray();
    }
    json.end();
}

}  // namespace partita
