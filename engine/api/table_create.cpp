// CreateTable.
#include "engine/api/table_description.h"
#include "engine/api/table_operations.h"
#include "engine/api/table_schema.h"

namespace partita {
namespace {

Result<std::optional<StreamViewType>> streamOf(const std::optional<GivenStream>& given) {
    if (!given) return std::optional<StreamViewType>();
    if (given->enabled && !given->viewType) {
        return Error::validation(
            "One or more parameter values were invalid: Table is being created with a stream enabled, "
            "UpdateViewType is required");
    }
    if (!given->enabled && given->viewType) {
        return Error::validation(
            "One or more parameter values were invalid: Table is being created with a stream disabled, "
            "UpdateViewType should not be specified");
    }
    return given->viewType;
}

/// Members of the request that have no effect here (encryption, ceilings of on-demand throughput, resource
/// policies) are not looked at.
Result<CreateTableRequest> readCreateTable(Members members) {
    Violations violations;
    GivenTable given;
    // The order in which the service tells of what breaks its model.
    const auto attributes = readAttributeDefinitions(members, violations);
    violations.notNull("attributeDefinitions", members.has("AttributeDefinitions"));
    const auto name = readTableName(members, violations);
    given.billing = readBillingMode(members, violations);
    given.throughput = readThroughput(members, {}, violations);
    given.keys = readKeySchema(members, {}, 2, violations);
    given.localIndexes = readIndexes(members, IndexKind::Local, violations);
    given.globalIndexes = readIndexes(members, IndexKind::Global, violations);
    const auto givenStream = readStream(members, violations);
    const auto givenTags = readTags(members);
    CreateTableRequest create;
    create.deletionProtection = members.boolean("DeletionProtectionEnabled").value_or(false);
    const auto tableClass = readTableClass(members);
    if (auto checked = checkRead(members, name, violations); !checked) return checked.error();

    if (!tableClass) return tableClass.error();
    create.tableClass = *tableClass;
    given.name = *name;
    given.attributes = *attributes;
    auto definition = tableDefinitionOf(given);
    if (!definition) return definition.error();
    create.definition = *std::move(definition);
    auto stream = streamOf(givenStream);
    if (!stream) return stream.error();
    create.stream = *stream;
    if (givenTags) {
        auto tags = tagsOf(*givenTags);
        if (!tags) return tags.error();
        create.tags = *std::move(tags);
    }
    return create;
}

}  // namespace

Result<std::string> createTable(CallContext& context, const JsonRequest& request) {
    const auto create = readCreateTable(request.members());
    if (!create) return create.error();
    context.summary.table = create->definition.name;
    const auto table = context.engine.createTable(*create);
    if (!table) return table.error();
    JsonWriter json;
    json.begin().key("TableDescription");
    appendDescription(context, *table, DescriptionMoment::Creation, json);
    json.end();
    return json.take();
}

}  // namespace partita
