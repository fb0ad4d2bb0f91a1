// Time to live, and the settings of tables that are answered as being off.
#include "engine/api/json_writer.h"
#include "engine/api/table_members.h"
#include "engine/api/table_operations.h"
#include "engine/limits.h"

namespace partita {
namespace {

struct GivenTimeToLive {
    std::string table;
    std::string attribute;
    bool enabled = false;
};

Result<GivenTimeToLive> readTimeToLive(Members members) {
    Violations violations;
    const auto name = readTableName(members, violations);
    GivenTimeToLive given;
    violations.notNull("timeToLiveSpecification", members.has("TimeToLiveSpecification"));
    if (auto specification = members.structure("TimeToLiveSpecification", "TimeToLiveSpecification")) {
        const auto attribute = specification->string("AttributeName");
        violations.notNull("timeToLiveSpecification.enabled", specification->has("Enabled"));
        violations.notNull("timeToLiveSpecification.attributeName", specification->has("AttributeName"));
        violations.length("timeToLiveSpecification.attributeName", attribute, 1,
                          limits::kKeyAttributeNameSize);
        given.enabled = specification->boolean("Enabled").value_or(false);
        given.attribute = attribute.value_or("");
    }
    if (auto checked = checkRead(members, name, violations); !checked) return checked.error();
    given.table = *name;
    return given;
}

/// The name of a table that is there. Of an operation that takes nothing else that matters.
Result<std::string> knownTable(CallContext& context, Members members) {
    Violations violations;
    const auto name = readTableName(members, violations);
    if (auto checked = checkRead(members, name, violations); !checked) return checked.error();
    context.summary.table = *name;
    if (const auto known = context.engine.table(*name); !known) return known.error();
    return *name;
}

Result<std::string> backupsAnswer(CallContext& context, Members members) {
    if (const auto name = knownTable(context, members); !name) {
        if (name.error().code != ErrorCode::ResourceNotFound) return name.error();
        return Error::of(ErrorCode::TableNotFound, "Table not found: " + context.summary.table);
    }
    JsonWriter json;
    json.begin()
        .key("ContinuousBackupsDescription")
        .begin()
        .member("ContinuousBackupsStatus", "ENABLED")
        .key("PointInTimeRecoveryDescription")
        .begin()
        .member("PointInTimeRecoveryStatus", "DISABLED")
        .end()
        .end()
        .end();
    return json.take();
}

}  // namespace

Result<std::string> updateTimeToLive(CallContext& context, const JsonRequest& request) {
    const auto given = readTimeToLive(request.members());
    if (!given) return given.error();
    context.summary.table = given->table;
    const auto current = context.engine.timeToLive(given->table);
    if (!current) return current.error();
    if (!given->enabled && current->attribute && *current->attribute != given->attribute) {
        return Error::validation(
            "TimeToLive is active on a different AttributeName: current AttributeName is " +
            *current->attribute);
    }
    const auto set = context.engine.setTimeToLive(
        given->table, given->enabled ? std::optional(given->attribute) : std::nullopt);
    if (!set) return set.error();
    JsonWriter json;
    json.begin()
        .key("TimeToLiveSpecification")
        .begin()
        .member("AttributeName", given->attribute)
        .member("Enabled", given->enabled)
        .end()
        .end();
    return json.take();
}

Result<std::string> describeTimeToLive(CallContext& context, const JsonRequest& request) {
    const auto name = knownTable(context, request.members());
    if (!name) return name.error();
    const auto current = context.engine.timeToLive(*name);
    if (!current) return current.error();
    JsonWriter json;
    json.begin().key("TimeToLiveDescription").begin();
    json.member("TimeToLiveStatus", current->attribute ? "ENABLED" : "DISABLED");
    if (current->attribute) json.member("AttributeName", *current->attribute);
    json.end().end();
    return json.take();
}

Result<std::string> describeContinuousBackups(CallContext& context, const JsonRequest& request) {
    return backupsAnswer(context, request.members());
}

Result<std::string> updateContinuousBackups(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    const auto recovery =
        members.structure("PointInTimeRecoverySpecification", "PointInTimeRecoverySpecification");
    if (recovery && Members(*recovery).boolean("PointInTimeRecoveryEnabled").value_or(false)) {
        return Error::validation(
            "Point-in-time recovery is not available here; copy the table file to keep a state of it.");
    }
    return backupsAnswer(context, members);
}

Result<std::string> describeContributorInsights(CallContext& context, const JsonRequest& request) {
    const auto name = knownTable(context, request.members());
    if (!name) return name.error();
    JsonWriter json;
    json.begin().member("TableName", *name).member("ContributorInsightsStatus", "DISABLED").end();
    return json.take();
}

Result<std::string> describeKinesisStreamingDestination(CallContext& context, const JsonRequest& request) {
    const auto name = knownTable(context, request.members());
    if (!name) return name.error();
    JsonWriter json;
    json.begin()
        .member("TableName", *name)
        .key("KinesisDataStreamDestinations")
        .beginArray()
        .endArray()
        .end();
    return json.take();
}

}  // namespace partita
