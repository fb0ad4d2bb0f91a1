// Table definitions read from JSON: the request that `aws dynamodb create-table --cli-input-json` takes.
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "engine/interchange/json.h"

namespace partita {
namespace {

/// A value of the document and where it stands, as a JSON pointer.
struct Place {
    const Value* value = nullptr;  // never null
    std::string pointer;
};

Error wrong(const std::string& what, const std::string& pointer) {
    return Error::badInput(what, pointer.empty() ? "/" : pointer);
}

/// Nothing when the member is missing or null (describe-table and generators write null for "not given").
Result<std::optional<Place>> member(const Place& object, const std::string& name) {
    const AttributeMap* const map = object.value->asMap();
    if (!map) return wrong("A JSON object is expected here.", object.pointer);
    const Value* const found = map->find(name);
    if (!found || found->type() == ValueType::Null) return std::optional<Place>();
    return std::optional(Place{found, object.pointer + "/" + name});
}

Result<Place> required(const Place& object, const std::string& name, const std::string& form) {
    auto found = member(object, name);
    if (!found) return found.error();
    if (!*found) return wrong(name + " is missing. It is written " + form + ".", object.pointer);
    return **std::move(found);
}

Result<std::string> text(const Place& place) {
    const std::string* const string = place.value->asString();
    if (!string) return wrong("A JSON string is expected here.", place.pointer);
    return *string;
}

Result<std::vector<Place>> elements(const Place& place) {
    const List* const list = place.value->asList();
    if (!list) return wrong("A JSON array is expected here.", place.pointer);
    std::vector<Place> all;
    for (const Value& element : *list) {
        all.push_back({&element, place.pointer + "/" + std::to_string(all.size())});
    }
    return all;
}

Result<std::string> requiredText(const Place& object, const std::string& name, const std::string& form) {
    const auto place = required(object, name, form);
    if (!place) return place.error();
    return text(*place);
}

Result<std::int64_t> wholeUnits(const Place& object, const std::string& name) {
    const auto place = required(object, name, "\"" + name + "\": 5");
    if (!place) return place.error();
    const Number* const number = place->value->asNumber();
    std::int64_t units = 0;
    if (number) {
        const std::string digits = number->text();
        const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), units);
        if (code == std::errc() && end == digits.data() + digits.size()) return units;
    }
    return wrong("A whole number is expected here.", place->pointer);
}

Result<std::optional<Throughput>> throughputOf(const Place& owner) {
    const auto place = member(owner, "ProvisionedThroughput");
    if (!place) return place.error();
    if (!*place) return std::optional<Throughput>();
    const auto read = wholeUnits(**place, "ReadCapacityUnits");
    if (!read) return read.error();
    const auto write = wholeUnits(**place, "WriteCapacityUnits");
    if (!write) return write.error();
    return std::optional(Throughput{*read, *write});
}

class Reader final {
  public:
    explicit Reader(Place root) : m_root(std::move(root)) {}

    Result<TableDefinition> table() {
        TableDefinition table;
        auto name = requiredText(m_root, "TableName", "\"TableName\": \"Music\"");
        if (!name) return name.error();
        table.name = *std::move(name);
        if (auto read = readTypes(); !read) return read.error();
        auto keys = keySchema(m_root);
        if (!keys) return keys.error();
        table.keys = *std::move(keys);
        if (auto read = readBilling(table); !read) return read.error();
        for (const IndexKind kind : {IndexKind::Local, IndexKind::Global}) {
            if (auto read = readIndexes(kind, table); !read) return read.error();
        }
        for (const auto& [attribute, place] : m_places) {
            if (!m_used.contains(attribute)) {
                return wrong("The attribute " + jsonString(attribute) +
                                 " is no key of the table or of an index. AttributeDefinitions names the key "
                                 "attributes only: remove it.",
                             place);
            }
        }
        if (auto valid = validateDefinition(table); !valid) return valid.error();
        return table;
    }

  private:
    Result<void> readTypes() {
        const auto place =
            required(m_root, "AttributeDefinitions", R"([{"AttributeName": "pk", "AttributeType": "S"}])");
        if (!place) return place.error();
        const auto all = elements(*place);
        if (!all) return all.error();
        for (const Place& definition : *all) {
            const auto name = requiredText(definition, "AttributeName", R"("AttributeName": "pk")");
            if (!name) return name.error();
            const auto typeText = requiredText(definition, "AttributeType", R"("AttributeType": "S")");
            if (!typeText) return typeText.error();
            const auto type = typeNamed(*typeText);
            const bool keyType =
                type == ValueType::String || type == ValueType::Number || type == ValueType::Binary;
            if (!keyType) {
                return wrong("A key attribute is of type S, N or B; this is " + jsonString(*typeText) + ".",
                             definition.pointer + "/AttributeType");
            }
            if (!m_types.emplace(*name, *type).second) {
                return wrong("The attribute " + jsonString(*name) + " is defined twice.", definition.pointer);
            }
            m_places.emplace_back(*name, definition.pointer);
        }
        return {};
    }

    Result<KeySchema> keySchema(const Place& owner) {
        const auto place =
            required(owner, "KeySchema", R"("KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}])");
        if (!place) return place.error();
        const auto all = elements(*place);
        if (!all) return all.error();
        KeySchema keys;
        for (const Place& element : *all) {
            const auto name = requiredText(element, "AttributeName", R"("AttributeName": "pk")");
            if (!name) return name.error();
            const auto role = requiredText(element, "KeyType", R"("KeyType": "HASH")");
            if (!role) return role.error();
            const auto type = m_types.find(*name);
            if (type == m_types.end()) {
                return wrong("The key attribute " + jsonString(*name) +
                                 " has no type. Add it to AttributeDefinitions.",
                             element.pointer);
            }
            m_used.insert(*name);
            if (*role == "HASH") {
                if (!keys.sort.empty()) {
                    return wrong("HASH attributes come before RANGE attributes.", element.pointer);
                }
                keys.partition.push_back({*name, type->second});
            } else if (*role == "RANGE") {
                keys.sort.push_back({*name, type->second});
            } else {
                return wrong("KeyType is HASH or RANGE; this is " + jsonString(*role) + ".",
                             element.pointer + "/KeyType");
            }
        }
        if (keys.partition.empty()) return wrong("A KeySchema needs a HASH attribute.", place->pointer);
        return keys;
    }

    Result<void> readBilling(TableDefinition& table) {
        // describe-table says it in a summary of its own.
        auto mode = member(m_root, "BillingMode");
        if (!mode) return mode.error();
        if (!*mode) {
            const auto summary = member(m_root, "BillingModeSummary");
            if (!summary) return summary.error();
            if (*summary) mode = member(**summary, "BillingMode");
            if (!mode) return mode.error();
        }
        const auto throughput = throughputOf(m_root);
        if (!throughput) return throughput.error();
        table.throughput = *throughput;
        if (!*mode) {
            if (!*throughput) {
                return wrong(
                    "No provisioned throughput specified for the table. Add \"BillingMode\": "
                    "\"PAY_PER_REQUEST\", or "
                    "\"ProvisionedThroughput\": {\"ReadCapacityUnits\": 5, \"WriteCapacityUnits\": 5}.",
                    m_root.pointer);
            }
            table.billing = BillingMode::Provisioned;
            return {};
        }
        const auto name = text(**mode);
        if (!name) return name.error();
        if (*name != "PAY_PER_REQUEST" && *name != "PROVISIONED") {
            return wrong("BillingMode is PAY_PER_REQUEST or PROVISIONED; this is " + jsonString(*name) + ".",
                         (*mode)->pointer);
        }
        table.billing = *name == "PROVISIONED" ? BillingMode::Provisioned : BillingMode::PayPerRequest;
        table.throughput = meant(table.throughput, table.billing);
        return {};
    }

    /// describe-table prints zeros for a table that is paid for by request.
    static std::optional<Throughput> meant(std::optional<Throughput> throughput, BillingMode billing) {
        const bool zeros = throughput == Throughput{};
        return billing == BillingMode::PayPerRequest && zeros ? std::nullopt : throughput;
    }

    Result<void> readIndexes(IndexKind kind, TableDefinition& table) {
        const auto list =
            member(m_root, kind == IndexKind::Local ? "LocalSecondaryIndexes" : "GlobalSecondaryIndexes");
        if (!list) return list.error();
        if (!*list) return {};
        const auto all = elements(**list);
        if (!all) return all.error();
        for (const Place& place : *all) {
            IndexDefinition index;
            index.kind = kind;
            auto name = requiredText(place, "IndexName", "\"IndexName\": \"ByStatus\"");
            if (!name) return name.error();
            index.name = *std::move(name);
            auto keys = keySchema(place);
            if (!keys) return keys.error();
            index.keys = *std::move(keys);
            auto projection = projectionOf(place);
            if (!projection) return projection.error();
            index.projection = *std::move(projection);
            const auto throughput = throughputOf(place);
            if (!throughput) return throughput.error();
            index.throughput = meant(*throughput, table.billing);
            table.indexes.push_back(std::move(index));
        }
        return {};
    }

    static Result<Projection> projectionOf(const Place& index) {
        const auto place = required(index, "Projection", R"("Projection": {"ProjectionType": "ALL"})");
        if (!place) return place.error();
        const auto type = requiredText(*place, "ProjectionType", R"("ProjectionType": "ALL")");
        if (!type) return type.error();
        Projection projection;
        if (*type == "ALL") {
            projection.type = ProjectionType::All;
        } else if (*type == "KEYS_ONLY") {
            projection.type = ProjectionType::KeysOnly;
        } else if (*type == "INCLUDE") {
            projection.type = ProjectionType::Include;
        } else {
            return wrong("ProjectionType is ALL, KEYS_ONLY or INCLUDE; this is " + jsonString(*type) + ".",
                         place->pointer + "/ProjectionType");
        }
        const auto included = member(*place, "NonKeyAttributes");
        if (!included) return included.error();
        if (!*included) return projection;
        const auto all = elements(**included);
        if (!all) return all.error();
        for (const Place& element : *all) {
            auto name = text(element);
            if (!name) return name.error();
            projection.attributes.push_back(*std::move(name));
        }
        return projection;
    }

    Place m_root;
    std::map<std::string, ValueType> m_types;
    std::vector<std::pair<std::string, std::string>> m_places;  // of the definitions, in their order
    std::set<std::string> m_used;
};

}  // namespace

Result<TableDefinition> parseCreateTable(std::string_view json) {
    const auto document = parsePlainValue(json);
    if (!document) return document.error();
    Place root{&*document, ""};
    for (const char* const around : {"Table", "TableDescription"}) {
        const auto described = member(root, around);
        if (!described) return described.error();
        if (*described && (*described)->value->asMap()) root = **described;
    }
    return Reader(std::move(root)).table();
}

}  // namespace partita
