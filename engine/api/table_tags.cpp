// TagResource, UntagResource, ListTagsOfResource, and the tags that a request gives.
#include "engine/api/invalid_values.h"
#include "engine/api/json_writer.h"
#include "engine/api/table_members.h"
#include "engine/api/table_operations.h"
#include "engine/table/check_tags.h"

namespace partita {
namespace {

Error arnNotFound(std::string_view arn) {
    return Error::notFound("Requested resource not found: ResourceArn: " + std::string(arn) + " not found");
}

/// The table that an ARN names. Fails (ValidationException) on what is no ARN of a table.
Result<std::string> tableOfArn(const std::optional<std::string_view>& given) {
    if (!given) return Error::validation("Invalid TableArn");
    const std::string arn(*given);
    if (!arn.starts_with("arn:")) return invalidValues("ARNs must start with 'arn:': " + arn);
    // arn:partition:service:region:account:resource
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t colon = arn.find(':'); parts.size() < 5 && colon != std::string::npos;
         colon = arn.find(':', from)) {
        parts.push_back(arn.substr(from, colon - from));
        from = colon + 1;
    }
    if (parts.size() < 5 || parts[2] != "dynamodb") {
        return invalidValues("Provided Arn is not a DynamoDB resource arn: " + arn);
    }
    constexpr std::string_view kTable = "table/";
    const std::string resource = arn.substr(from);
    if (!resource.starts_with(kTable) || resource.find('/', kTable.size()) != std::string::npos) {
        return invalidValues(
            "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: " + arn);
    }
    Violations violations;
    violations.name("tableName", resource.substr(kTable.size()), 3, 255);
    if (!violations.empty()) {
        return Error::validation("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
    }
    return resource.substr(kTable.size());
}

/// Of a request to change tags: that an ARN is given, then the list, then that the ARN is a table's.
Result<void> checkArnAndList(const Members& members, const std::optional<std::string_view>& arn,
                             std::string_view list, bool isGiven) {
    Violations violations;
    violations.notNull(list, isGiven);
    if (members.fault()) return *members.fault();
    if (!arn) return tableOfArn(arn).error();
    if (auto error = violations.error()) return *std::move(error);
    const auto table = tableOfArn(arn);
    return table ? Result<void>() : table.error();
}

}  // namespace

Result<Tags> tagsOf(const GivenTags& given) {
    Tags tags;
    for (const auto& [name, value] : given) {
        if (!name) return Error::validation("The Tag Key provided is invalid, Key: null");
        if (auto checked = checkTagName(*name); !checked) return checked.error();
        if (!value) return Error::validation("The Tag Value provided is invalid, Value: null");
        if (auto checked = checkTagValue(*value); !checked) return checked.error();
        if (!tags.emplace(*name, *value).second) {
            return Error::validation("Duplicate Tag Keys provided as input: Duplicate Tag Key found " +
                                     *name);
        }
    }
    return tags;
}

Result<std::string> tagResource(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    const auto arn = members.string("ResourceArn");
    const auto given = readTags(members);
    if (auto checked = checkArnAndList(members, arn, "tags", given.has_value()); !checked) {
        return checked.error();
    }
    if (given->empty()) return Error::validation("Atleast one Tag needs to be provided as Input.");
    auto tags = tagsOf(*given);
    if (!tags) return tags.error();
    const auto table = tableOfArn(arn);
    context.summary.table = *table;
    if (!context.engine.table(*table)) return arnNotFound(*arn);
    if (auto added = context.engine.addTags(*table, *tags); !added) return added.error();
    return std::string();  // Recorded: an empty body.
}

Result<std::string> untagResource(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    const auto arn = members.string("ResourceArn");
    const auto given = members.strings("TagKeys");
    if (auto checked = checkArnAndList(members, arn, "tagKeys", given.has_value()); !checked) {
        return checked.error();
    }
    if (given->empty()) return Error::validation("Atleast one Tag Key needs to be provided as Input.");
    std::vector<std::string> names;
    for (const std::string_view name : *given) {
        names.emplace_back(name);
        if (auto checked = checkTagName(names.back()); !checked) return checked.error();
    }
    const auto table = tableOfArn(arn);
    context.summary.table = *table;
    if (!context.engine.table(*table)) return arnNotFound(*arn);
    if (auto removed = context.engine.removeTags(*table, names); !removed) return removed.error();
    return std::string();  // Recorded: an empty body.
}

Result<std::string> listTagsOfResource(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    const auto arn = members.string("ResourceArn");
    const auto token = members.string("NextToken");
    if (auto checked = checkRead(members, Violations()); !checked) return checked.error();
    const auto table = tableOfArn(arn);
    if (!table) return table.error();
    context.summary.table = *table;
    // Recorded: whether there is such a table is told to nobody who might not see it.
    if (!context.engine.table(*table)) {
        return notAuthorized(context, "ListTagsOfResource", std::string(*arn),
                             "no identity-based policy allows the dynamodb:ListTagsOfResource action");
    }
    // All tags fit one answer, so none ever has a token.
    if (token) return Error::validation("Invalid NextToken provided as input");
    const auto tags = context.engine.tags(*table);
    if (!tags) return tags.error();
    JsonWriter json;
    json.begin().key("Tags").beginArray();
    for (const auto& [name, value] : *tags)
        json.begin().member("Key", name).member("Value", value).end();
    json.endArray().end();
    return json.take();
}

}  // namespace partita
