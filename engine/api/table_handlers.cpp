// DescribeTable, ListTables, DeleteTable, DescribeLimits, DescribeEndpoints.
#include <algorithm>

#include "engine/api/table_description.h"
#include "engine/api/table_members.h"
#include "engine/api/table_operations.h"
#include "engine/limits.h"

namespace partita {
namespace {

constexpr std::int64_t kMostTableNames = 100;  // in one answer of ListTables

/// Of an operation that takes nothing but a table's name.
Result<std::string> onlyTableName(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const auto name = readTableName(members, violations);
    if (auto checked = checkRead(members, name, violations); !checked) return checked.error();
    context.summary.table = *name;
    return *name;
}

}  // namespace

Error notAuthorized(const CallContext& context, const std::string& action, const std::string& resource,
                    const std::string& because) {
    return Error::of(ErrorCode::AccessDenied,
                     "User: arn:aws:iam::" + context.options.account +
                         ":user/partita is not authorized to perform: dynamodb:" + action +
                         " on resource: " + resource + " because " + because);
}

Result<std::string> describeTable(CallContext& context, const JsonRequest& request) {
    const auto name = onlyTableName(context, request);
    if (!name) return name.error();
    const auto table = context.engine.describeTable(*name);
    if (!table) return table.error();
    JsonWriter json;
    json.begin().key("Table");
    appendDescription(context, *table, DescriptionMoment::Later, json);
    json.end();
    return json.take();
}

Result<std::string> listTables(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const auto start = members.string("ExclusiveStartTableName");
    violations.name("exclusiveStartTableName", start, limits::kNameMin, limits::kNameMax);
    const auto limit = members.integer("Limit");
    violations.range("limit", limit, 1, kMostTableNames);
    if (auto checked = checkRead(members, violations); !checked) return checked.error();

    auto names = context.engine.tableNames();
    std::sort(names.begin(), names.end());
    auto from = start ? std::upper_bound(names.begin(), names.end(), *start) : names.begin();
    const auto most = std::min<std::int64_t>(limit.value_or(kMostTableNames), names.end() - from);
    const auto to = from + most;
    JsonWriter json;
    json.begin().key("TableNames").beginArray();
    for (auto each = from; each != to; ++each)
        json.value(*each);
    json.endArray();
    if (to != names.end() && to != from) json.member("LastEvaluatedTableName", *(to - 1));
    json.end();
    context.summary.items = static_cast<std::uint64_t>(most);
    return json.take();
}

Result<std::string> deleteTable(CallContext& context, const JsonRequest& request) {
    const auto name = onlyTableName(context, request);
    if (!name) return name.error();
    // What is not there any more is for the engine to tell from what never was.
    const bool isThere = context.engine.table(*name).ok();
    if (isThere && context.options.mayDelete && !context.options.mayDelete(*name)) {
        return notAuthorized(context, "DeleteTable", tableArn(context, *name),
                             "the table was in the file before it was served, and deleting such tables is "
                             "not allowed");
    }
    const auto table = context.engine.deleteTable(*name);
    if (!table) return table.error();
    JsonWriter json;
    json.begin().key("TableDescription");
    appendDescription(context, *table, DescriptionMoment::Deletion, json);
    json.end();
    return json.take();
}

Result<std::string> describeLimits(CallContext&, const JsonRequest&) {
    // A new account's quotas in most regions; nothing here is held to them.
    JsonWriter json;
    json.begin()
        .member("AccountMaxReadCapacityUnits", 80000)
        .member("AccountMaxWriteCapacityUnits", 80000)
        .member("TableMaxReadCapacityUnits", 40000)
        .member("TableMaxWriteCapacityUnits", 40000)
        .end();
    return json.take();
}

Result<std::string> describeEndpoints(CallContext& context, const JsonRequest&) {
    JsonWriter json;
    json.begin()
        .key("Endpoints")
        .beginArray()
        .begin()
        .member("Address", context.options.address)
        .member("CachePeriodInMinutes", 1440)
        .end()
        .endArray()
        .end();
    return json.take();
}

}  // namespace partita
