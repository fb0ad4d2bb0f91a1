// TransactGetItems.
#include <utility>

#include "engine/api/call_summary.h"
#include "engine/api/capacity_json.h"
#include "engine/api/expression_parameters.h"
#include "engine/api/handlers.h"
#include "engine/api/request_items.h"

namespace partita {
namespace {

constexpr std::size_t kMostGets = 100;

/// One element of TransactItems.
struct GivenGet {
    std::string table;
    std::optional<GivenAttributes> key;
    ExpressionParameters expressions;
};

std::vector<GivenGet> readGets(Members& members, Violations& violations) {
    std::vector<GivenGet> gets;
    violations.notNull("transactItems", members.has("TransactItems"));
    const auto elements = members.structures("TransactItems", "TransactGetItem");
    if (!elements) return gets;
    if (elements->empty() || elements->size() > kMostGets) {
        violations.size("transactItems", elements->size(),
                        shownJson(*members.any("TransactItems"), kShownItems), 1, kMostGets);
    }
    std::size_t position = 0;
    for (Members element : *elements) {
        const std::string place = "transactItems." + std::to_string(++position) + ".member.get";
        auto get = element.structure("Get", "Get");
        violations.notNull(place, element.has("Get"));
        if (!get) continue;
        const auto table = get->string("TableName");
        violations.tableName(place + ".tableName", table);
        auto key = readAttributes(*get, "Key");
        violations.notNull(place + ".key", get->has("Key"));
        gets.push_back({tableNameOf(table.value_or("")), std::move(key),
                        ExpressionParameters(*get, {ExpressionKind::Projection})});
    }
    return gets;
}

Result<GetRequest> getRequest(GivenGet& given) {
    if (auto checked = given.expressions.checkTogether({}); !checked) return checked.error();
    if (given.key->fault) return *given.key->fault;
    if (auto prepared = given.expressions.prepare(); !prepared) return prepared.error();
    auto projection = given.expressions.projection();
    if (!projection) return projection.error();
    if (auto used = given.expressions.checkAllUsed(); !used) return used.error();
    return GetRequest{std::move(given.table), std::move(given.key->attributes), true, *std::move(projection)};
}

}  // namespace

Result<std::string> transactGetItems(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const ReturnCapacity capacity = returnCapacity(members.string("ReturnConsumedCapacity"), violations);
    auto gets = readGets(members, violations);
    if (members.fault()) return *members.fault();
    if (const auto error = violations.error()) return *error;
    TransactGetRequest transaction;
    for (GivenGet& given : gets) {
        auto get = getRequest(given);
        if (!get) return get.error();
        transaction.gets.push_back(*std::move(get));
    }
    const auto done = context.engine.transactGet(transaction, context.options.metering);
    if (!done) return done.error();

    context.summary.items = done->items.size();
    summarise(context, done->capacity);
    JsonWriter json;
    json.begin();
    appendResponses(done->items, json);
    appendCapacities(done->capacity, capacity, json, CapacityForm::Reads);
    json.end();
    return json.take();
}

}  // namespace partita
