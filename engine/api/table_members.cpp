#include "engine/api/table_members.h"

#include "engine/api/operation.h"
#include "engine/limits.h"

namespace partita {
namespace {

constexpr std::size_t kMostKeyElements = 2;  // of a table and of an LSI

/// "keySchema" under "localSecondaryIndexes.1.member.".
std::string under(const std::string& prefix, std::string_view name) {
    return prefix + std::string(name);
}

std::string memberPlace(const std::string& list, std::size_t position) {
    return list + "." + std::to_string(position + 1) + ".member.";
}

std::string shown(const std::optional<std::string_view>& text) {
    return text ? std::string(*text) : "null";
}

GivenProjection readProjection(Members& members, const std::string& prefix, Violations& violations) {
    GivenProjection projection;
    violations.notNull(under(prefix, "projection"), members.has("Projection"));
    auto given = members.structure("Projection", "Projection");
    if (!given) return projection;
    const auto type = given->string("ProjectionType");
    violations.oneOf(under(prefix, "projection.projectionType"), type, {"ALL", "INCLUDE", "KEYS_ONLY"});
    if (type == "ALL") projection.type = ProjectionType::All;
    if (type == "INCLUDE") projection.type = ProjectionType::Include;
    if (type == "KEYS_ONLY") projection.type = ProjectionType::KeysOnly;
    if (const auto names = given->strings("NonKeyAttributes")) {
        projection.attributes.emplace();
        std::string list;
        for (const std::string_view name : *names) {
            list.append(list.empty() ? "" : ", ").append(name);
            projection.attributes->emplace_back(name);
        }
        const std::string place = under(prefix, "projection.nonKeyAttributes");
        violations.size(place, names->size(), "[" + list + "]", 1, limits::kIncludedAttributes);
        for (std::size_t i = 0; i < names->size(); ++i) {
            violations.length(place + "." + std::to_string(i + 1) + ".member", (*names)[i], 1,
                              limits::kKeyAttributeNameSize);
        }
    }
    return projection;
}

}  // namespace

void checkTableName(std::string_view place, std::string_view nameOrArn, Violations& violations) {
    if (!nameOrArn.starts_with("arn:")) violations.name(place, nameOrArn, limits::kNameMin, limits::kNameMax);
}

std::optional<std::string> readTableName(Members& members, Violations& violations) {
    const auto name = members.string("TableName");
    if (!name) return std::nullopt;
    checkTableName("tableName", *name, violations);
    return tableNameOf(*name);
}

Result<void> checkRead(const Members& members, const std::optional<std::string>& table,
                       const Violations& violations) {
    if (members.fault()) return *members.fault();
    if (!table) {
        return Error::validation("The parameter 'TableName' is required but was not present in the request");
    }
    return checkRead(members, violations);
}

Result<void> checkRead(const Members& members, const Violations& violations) {
    if (members.fault()) return *members.fault();
    if (auto error = violations.error()) return *std::move(error);
    return {};
}

std::optional<GivenAttributeDefinitions> readAttributeDefinitions(Members& members, Violations& violations) {
    auto structures = members.structures("AttributeDefinitions", "AttributeDefinition");
    if (!structures) return std::nullopt;
    GivenAttributeDefinitions definitions;
    for (std::size_t i = 0; i < structures->size(); ++i) {
        Members& structure = (*structures)[i];
        const std::string place = memberPlace("attributeDefinitions", i);
        const auto name = structure.string("AttributeName");
        const auto type = structure.string("AttributeType");
        violations.notNull(place + "attributeName", structure.has("AttributeName"));
        violations.length(place + "attributeName", name, 1, limits::kKeyAttributeNameSize);
        violations.notNull(place + "attributeType", structure.has("AttributeType"));
        violations.oneOf(place + "attributeType", type, {"B", "N", "S"});
        definitions.push_back(
            {std::string(name.value_or("")), typeNamed(type.value_or("S")).value_or(ValueType::String)});
    }
    return definitions;
}

std::vector<GivenKeyElement> readKeySchema(Members& members, const std::string& prefix, std::size_t most,
                                           Violations& violations) {
    const std::string place = under(prefix, "keySchema");
    violations.notNull(place, members.has("KeySchema"));
    auto structures = members.structures("KeySchema", "KeySchemaElement");
    if (!structures) return {};
    std::vector<GivenKeyElement> keys;
    std::string list;
    for (Members& structure : *structures) {
        const auto name = structure.string("AttributeName");
        const auto type = structure.string("KeyType");
        list.append(list.empty() ? "" : ", ")
            .append("KeySchemaElement(attributeName=" + shown(name) + ", keyType=" + shown(type) + ")");
        keys.push_back({std::string(name.value_or("")), type != "RANGE"});
    }
    violations.size(place, keys.size(), "[" + list + "]", 1, most ? most : keys.size() + 1);
    for (std::size_t i = 0; i < structures->size(); ++i) {
        Members& structure = (*structures)[i];
        const std::string element = memberPlace(place, i);
        violations.notNull(element + "attributeName", structure.has("AttributeName"));
        violations.length(element + "attributeName", structure.string("AttributeName"), 1,
                          limits::kKeyAttributeNameSize);
        violations.notNull(element + "keyType", structure.has("KeyType"));
        violations.oneOf(element + "keyType", structure.string("KeyType"), {"HASH", "RANGE"});
    }
    return keys;
}

std::optional<Throughput> readThroughput(Members& members, const std::string& prefix,
                                         Violations& violations) {
    auto structure = members.structure("ProvisionedThroughput", "ProvisionedThroughput");
    if (!structure) return std::nullopt;
    const std::string place = under(prefix, "provisionedThroughput.");
    const auto write = structure->integer("WriteCapacityUnits", "Long");
    const auto read = structure->integer("ReadCapacityUnits", "Long");
    violations.notNull(place + "writeCapacityUnits", structure->has("WriteCapacityUnits"));
    violations.range(place + "writeCapacityUnits", write, 1);
    violations.notNull(place + "readCapacityUnits", structure->has("ReadCapacityUnits"));
    violations.range(place + "readCapacityUnits", read, 1);
    return Throughput{read.value_or(0), write.value_or(0)};
}

std::optional<BillingMode> readBillingMode(Members& members, Violations& violations) {
    const auto mode = members.string("BillingMode");
    violations.oneOf("billingMode", mode, {"PROVISIONED", "PAY_PER_REQUEST"});
    if (mode == "PROVISIONED") return BillingMode::Provisioned;
    if (mode == "PAY_PER_REQUEST") return BillingMode::PayPerRequest;
    return std::nullopt;
}

GivenIndex readIndex(Members& index, IndexKind kind, const std::string& prefix, Violations& violations) {
    GivenIndex given;
    const auto name = index.string("IndexName");
    violations.notNull(prefix + "indexName", index.has("IndexName"));
    violations.name(prefix + "indexName", name, limits::kNameMin, limits::kNameMax);
    given.name = name.value_or("");
    given.keys = readKeySchema(index, prefix, kind == IndexKind::Local ? kMostKeyElements : 0, violations);
    given.projection = readProjection(index, prefix, violations);
    if (kind == IndexKind::Global) given.throughput = readThroughput(index, prefix, violations);
    return given;
}

std::optional<std::vector<GivenIndex>> readIndexes(Members& members, IndexKind kind, Violations& violations) {
    const bool isLocal = kind == IndexKind::Local;
    auto structures = isLocal ? members.structures("LocalSecondaryIndexes", "LocalSecondaryIndex")
                              : members.structures("GlobalSecondaryIndexes", "GlobalSecondaryIndex");
    if (!structures) return std::nullopt;
    const std::string place = isLocal ? "localSecondaryIndexes" : "globalSecondaryIndexes";
    std::vector<GivenIndex> indexes;
    for (std::size_t i = 0; i < structures->size(); ++i) {
        indexes.push_back(readIndex((*structures)[i], kind, memberPlace(place, i), violations));
    }
    return indexes;
}

std::optional<GivenStream> readStream(Members& members, Violations& violations) {
    auto structure = members.structure("StreamSpecification", "StreamSpecification");
    if (!structure) return std::nullopt;
    violations.notNull("streamSpecification.streamEnabled", structure->has("StreamEnabled"));
    GivenStream stream;
    stream.enabled = structure->boolean("StreamEnabled").value_or(false);
    const auto type = structure->string("StreamViewType");
    violations.oneOf("streamSpecification.streamViewType", type,
                     {"OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY", "NEW_IMAGE"});
    if (type == "OLD_IMAGE") stream.viewType = StreamViewType::OldImage;
    if (type == "NEW_AND_OLD_IMAGES") stream.viewType = StreamViewType::NewAndOldImages;
    if (type == "KEYS_ONLY") stream.viewType = StreamViewType::KeysOnly;
    if (type == "NEW_IMAGE") stream.viewType = StreamViewType::NewImage;
    return stream;
}

Result<std::optional<TableClass>> readTableClass(Members& members) {
    const auto name = members.string("TableClass");
    if (!name) return std::optional<TableClass>();
    if (name == "STANDARD") return std::optional(TableClass::Standard);
    if (name == "STANDARD_INFREQUENT_ACCESS") return std::optional(TableClass::StandardInfrequentAccess);
    return Error::validation(
        "Invalid table-class parameter provided. Please try again with a valid table-class value: [STANDARD, "
        "STANDARD_INFREQUENT_ACCESS].");
}

std::optional<GivenTags> readTags(Members& members) {
    auto structures = members.structures("Tags", "Tag");
    if (!structures) return std::nullopt;
    GivenTags tags;
    for (Members& structure : *structures) {
        const auto name = structure.string("Key");
        const auto value = structure.string("Value");
        tags.emplace_back(name ? std::optional<std::string>(*name) : std::nullopt,
                          value ? std::optional<std::string>(*value) : std::nullopt);
    }
    return tags;
}

}  // namespace partita
