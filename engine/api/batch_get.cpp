// BatchGetItem.
#include <utility>

#include "engine/api/call_summary.h"
#include "engine/api/capacity_json.h"
#include "engine/api/expression_parameters.h"
#include "engine/api/handlers.h"
#include "engine/api/legacy_parameters.h"
#include "engine/api/request_items.h"

namespace partita {
namespace {

constexpr std::size_t kMostKeys = 100;

struct TableToRead {
    std::string given;  // the name or ARN, as the answer repeats it
    Members members;
    std::vector<GivenAttributes> keys;
    std::optional<AttributesToGet> older;
    ExpressionParameters expressions;
    bool consistent = false;
};

std::vector<TableToRead> readTables(Members& members, Violations& violations) {
    std::vector<TableToRead> tables;
    const auto given = members.structureMap("RequestItems", "KeysAndAttributes");
    violations.notNull("requestItems", members.has("RequestItems"));
    if (!given) return tables;
    std::vector<std::string_view> names;
    for (auto [name, table] : *given) {
        names.push_back(name);
        const std::string place = "requestItems." + std::string(name) + ".member.";
        auto keys = readAttributesList(table, "Keys");
        violations.notNull(place + "keys", table.has("Keys"));
        auto older = AttributesToGet::read(table, violations, place);
        const bool consistent = table.boolean("ConsistentRead").value_or(false);
        ExpressionParameters expressions(table, {ExpressionKind::Projection});
        tables.push_back({std::string(name), table, std::move(keys).value_or(std::vector<GivenAttributes>()),
                          std::move(older), std::move(expressions), consistent});
    }
    checkTableNames(names, members, violations);
    return tables;
}

/// In BatchGetItem's own words, as recorded.
Result<void> checkKeyCounts(const std::vector<TableToRead>& tables) {
    std::size_t all = 0;
    for (const TableToRead& table : tables) {
        const std::size_t count = table.keys.size();
        all += count;
        if (count > 0 && count <= kMostKeys) continue;
        return Error::validation("1 validation error detected: Value at 'RequestItems." + table.given +
                                 ".member.Keys' failed to satisfy constraint: Member must have length " +
                                 (count == 0 ? "greater than or equal to 1"
                                             : "less than or equal to " + std::to_string(kMostKeys)));
    }
    if (all > kMostKeys) return Error::validation("Too many items requested for the BatchGetItem call");
    return {};
}

Result<BatchGetTable> tableRequest(TableToRead& table) {
    if (auto checked = table.expressions.checkTogether({{"AttributesToGet", table.older.has_value()}});
        !checked) {
        return checked.error();
    }
    BatchGetTable get{tableNameOf(table.given), {}, table.consistent, {}};
    if (table.older) {
        auto projection = table.older->projection();
        if (!projection) return projection.error();
        get.projection = *std::move(projection);
    }
    if (auto prepared = table.expressions.prepare(); !prepared) return prepared.error();
    auto projection = table.expressions.projection();
    if (!projection) return projection.error();
    if (*projection) get.projection = *std::move(projection);
    if (auto used = table.expressions.checkAllUsed(); !used) return used.error();
    for (GivenAttributes& key : table.keys) {
        if (key.fault) return *key.fault;
        get.keys.push_back(std::move(key.attributes));
    }
    return get;
}

/// The table's own parameters as they were given, with only those keys.
void appendUnprocessed(Members& table, const std::vector<std::size_t>& positions, JsonWriter& json) {
    json.begin();
    for (const auto member : table.object()) {
        if (member.key != "Keys") json.keyOf(member.key).raw(simdjson::minify(member.value));
    }
    json.key("Keys").beginArray();
    const auto keys = table.list("Keys");
    for (const std::size_t position : positions)
        json.raw(simdjson::minify(keys->at(position).value_unsafe()));
    json.endArray().end();
}

}  // namespace

Result<std::string> batchGetItem(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const ReturnCapacity capacity = returnCapacity(members.string("ReturnConsumedCapacity"), violations);
    auto tables = readTables(members, violations);
    if (auto checked = checkRequestItems(members, tables.size(), violations, "BatchGetItem"); !checked) {
        return checked.error();
    }
    if (auto checked = checkKeyCounts(tables); !checked) return checked.error();
    BatchGetRequest batch;
    for (TableToRead& table : tables) {
        auto get = tableRequest(table);
        if (!get) return get.error();
        batch.tables.push_back(*std::move(get));
    }
    const auto done = context.engine.batchGet(batch, context.options.metering);
    if (!done) return done.error();

    std::vector<ConsumedCapacity> capacities;
    JsonWriter json;
    json.begin().key("Responses").begin();
    for (std::size_t i = 0; i < done->tables.size(); ++i) {
        const BatchGetResponse::Table& table = done->tables[i];
        json.keyOf(tables[i].given).beginArray();
        for (const Item& item : table.items)
            appendJson(item, json.place());
        json.endArray();
        context.summary.items += table.items.size();
        capacities.push_back(table.capacity);
    }
    json.end().key("UnprocessedKeys").begin();
    for (std::size_t i = 0; i < done->tables.size(); ++i) {
        if (done->tables[i].unprocessedKeys.empty()) continue;
        json.keyOf(tables[i].given);
        appendUnprocessed(tables[i].members, done->tables[i].unprocessedKeys, json);
    }
    json.end();
    summarise(context, capacities);
    appendCapacities(capacities, capacity, json);
    json.end();
    return json.take();
}

}  // namespace partita
