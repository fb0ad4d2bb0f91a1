// GetItem, Query and Scan.
#include "engine/api/call_summary.h"
#include "engine/api/handlers.h"
#include "engine/api/page_parameters.h"
#include "engine/limits.h"
#include "engine/table/key_text.h"

namespace partita {
namespace {

/// The values that a query asks keys to be equal to, for the log.
std::string shownKey(const std::vector<AttributeCondition>& tests) {
    std::vector<Value> values;
    for (const AttributeCondition& test : tests) {
        if (test.condition.op == SortOperator::Equal && !test.condition.values.empty()) {
            values.push_back(test.condition.values[0]);
        }
    }
    return displayText(values);
}

}  // namespace

Result<std::string> getItem(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const ReturnCapacity capacity = returnCapacity(members.string("ReturnConsumedCapacity"), violations);
    const auto table = members.string("TableName");
    violations.tableName("tableName", table);
    auto key = readAttributes(members, "Key");
    violations.notNull("key", members.has("Key"));
    const auto older = AttributesToGet::read(members, violations);
    const auto consistent = members.boolean("ConsistentRead");
    ExpressionParameters expressions(members, {ExpressionKind::Projection});
    if (members.fault()) return *members.fault();
    if (const auto error = violations.error()) return *error;
    if (auto checked = expressions.checkTogether({{"AttributesToGet", older.has_value()}}); !checked) {
        return checked.error();
    }
    if (key->fault) return *key->fault;
    GetRequest get{tableNameOf(*table), std::move(key->attributes), consistent.value_or(false)};
    if (older) {
        auto projection = older->projection();
        if (!projection) return projection.error();
        get.projection = *std::move(projection);
    }
    if (auto prepared = expressions.prepare(); !prepared) return prepared.error();
    auto projection = expressions.projection();
    if (!projection) return projection.error();
    if (*projection) get.projection = *std::move(projection);
    if (auto used = expressions.checkAllUsed(); !used) return used.error();

    summarise(context, get.table, get.key);
    const auto found = context.engine.get(get, context.options.metering);
    if (!found) return found.error();
    context.summary.items = found->item ? 1 : 0;
    summarise(context, found->capacity);
    JsonWriter json;
    json.begin();
    if (found->item) {
        json.key("Item");
        appendJson(*found->item, json.place());
    }
    appendCapacity(found->capacity, capacity, json);
    json.end();
    return json.take();
}

Result<std::string> query(CallContext& context, const JsonRequest& request) {
    PageParameters page(request, PageParameters::Of::Query);
    Members& members = page.members();
    const auto olderKeys = LegacyConditions::read(members, "KeyConditions", page.violations());
    const auto forward = members.boolean("ScanIndexForward");
    const bool hasExpression = page.expressions().has(ExpressionKind::KeyCondition);
    // KeyConditions alone goes together with a FilterExpression.
    if (auto checked = page.check({"KeyConditions", olderKeys && hasExpression}); !checked) {
        return checked.error();
    }
    if (auto checked = page.checkValues(); !checked) return checked.error();
    if (!olderKeys && !hasExpression) {
        return Error::validation(
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
            "request.");
    }
    if (auto prepared = page.expressions().prepare(); !prepared) return prepared.error();
    QueryRequest query;
    query.table = page.table();
    query.index = page.index();
    query.forward = forward.value_or(true);
    auto condition = page.expressions().condition(ExpressionKind::KeyCondition);
    if (!condition) return condition.error();
    auto options = page.options();
    if (!options) return options.error();
    query.options = *std::move(options);
    // Recorded: that all expressions can be read and all names are used comes before what asks for a key.
    auto tests = *condition ? keyTests(**condition) : olderKeys->keyConditions();
    if (!tests) return tests.error();
    query.keyTests = *std::move(tests);
    context.summary.key = shownKey(*query.keyTests);
    return page.answer(context, context.engine.query(query, context.options.metering));
}

Result<std::string> scan(CallContext& context, const JsonRequest& request) {
    PageParameters page(request, PageParameters::Of::Scan);
    const auto segment = page.members().integer("Segment");
    const auto total = page.members().integer("TotalSegments");
    page.violations().range("totalSegments", total, 1, limits::kScanSegments);
    page.violations().range("segment", segment, 0, limits::kScanSegments - 1);
    if (auto checked = page.check(); !checked) return checked.error();
    if (auto checked = page.checkValues(); !checked) return checked.error();
    if (segment && !total) {
        return Error::validation(
            "The TotalSegments parameter is required but was not present in the request when Segment "
            "parameter is present");
    }
    if (total && !segment) {
        return Error::validation(
            "The Segment parameter is required but was not present in the request when parameter "
            "TotalSegments is present");
    }
    if (total && *segment >= *total) {
        return Error::validation(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: " +
            std::to_string(*segment) + " is not less than TotalSegments: " + std::to_string(*total));
    }
    if (auto prepared = page.expressions().prepare(); !prepared) return prepared.error();
    ScanRequest scan;
    scan.table = page.table();
    scan.index = page.index();
    if (total) {
        scan.segment = static_cast<std::uint32_t>(*segment);
        scan.totalSegments = static_cast<std::uint32_t>(*total);
    }
    auto options = page.options();
    if (!options) return options.error();
    scan.options = *std::move(options);
    return page.answer(context, context.engine.scan(scan, context.options.metering));
}

}  // namespace partita
