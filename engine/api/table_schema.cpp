#include "engine/api/table_schema.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/api/invalid_values.h"
#include "engine/limits.h"

namespace partita {
namespace {

constexpr std::int64_t kMostUnits = 1'000'000'000'000;

using Types = std::map<std::string, ValueType, std::less<>>;

template <class Elements, class Name>
std::string listed(const Elements& elements, Name name) {
    std::string list;
    for (const auto& element : elements)
        list.append(list.empty() ? "" : ", ").append(name(element));
    return "[" + list + "]";
}

std::string listed(const GivenAttributeDefinitions& attributes) {
    return listed(attributes, [](const GivenAttributeDefinition& attribute) { return attribute.name; });
}

std::string listed(const std::vector<GivenKeyElement>& keys) {
    return listed(keys, [](const GivenKeyElement& key) { return key.attribute; });
}

Result<void> checkDefined(const std::vector<GivenKeyElement>& keys, const Types& types,
                          const GivenAttributeDefinitions& attributes) {
    for (const GivenKeyElement& key : keys) {
        if (!types.contains(key.attribute)) {
            return invalidValues("Some index key attributes are not defined in AttributeDefinitions. Keys: " +
                                 listed(keys) + ", AttributeDefinitions: " + listed(attributes));
        }
    }
    return {};
}

/// Of a table or an LSI: a hash key, then at most a range key.
Result<void> checkPair(const std::vector<GivenKeyElement>& keys) {
    if (keys.size() > 1 && keys[0].attribute == keys[1].attribute) {
        return Error::validation(
            "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    }
    if (!keys.empty() && !keys[0].isHash) {
        return Error::validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    }
    if (keys.size() > 1 && keys[1].isHash) {
        return Error::validation("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
    }
    return {};
}

/// Of a GSI: up to four of each kind, the hash keys first.
Result<void> checkKeysOfGlobal(const std::vector<GivenKeyElement>& keys) {
    if (!keys.empty() && !keys[0].isHash) {
        return Error::validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    }
    if (keys.size() == 2 && !keys[1].isHash && keys[0].attribute == keys[1].attribute) return checkPair(keys);
    std::set<std::string_view> names;
    for (const GivenKeyElement& key : keys) {
        if (!names.insert(key.attribute).second) {
            return Error::validation("The KeySchema contains multiple key attributes with the same name");
        }
    }
    if (!std::is_partitioned(keys.begin(), keys.end(),
                             [](const GivenKeyElement& key) { return key.isHash; })) {
        return invalidValues("All HASH key attributes must precede RANGE key attributes in the KeySchema");
    }
    for (const bool isHash : {true, false}) {
        const auto count = std::count_if(keys.begin(), keys.end(),
                                         [&](const GivenKeyElement& key) { return key.isHash == isHash; });
        if (static_cast<std::size_t>(count) > limits::kGlobalIndexKeyAttributes) {
            return invalidValues("The KeySchema exceeds the maximum allowed number of " +
                                 std::string(isHash ? "HASH" : "RANGE") + " key attributes");
        }
    }
    return {};
}

KeySchema keySchemaOf(const std::vector<GivenKeyElement>& keys, const Types& types) {
    KeySchema schema;
    for (const GivenKeyElement& key : keys) {
        (key.isHash ? schema.partition : schema.sort)
            .push_back({key.attribute, types.find(key.attribute)->second});
    }
    return schema;
}

Error unknownProjection() {
    return invalidValues("Unknown ProjectionType: null");
}

/// A projection without a type stands for ALL until the rest is checked.
IndexDefinition definitionOf(const GivenIndex& given, IndexKind kind, const Types& types) {
    IndexDefinition index;
    index.name = given.name;
    index.kind = kind;
    index.keys = keySchemaOf(given.keys, types);
    if (given.projection.type) {
        index.projection = {*given.projection.type,
                            given.projection.attributes.value_or(std::vector<std::string>())};
    }
    index.throughput = given.throughput;
    return index;
}

Result<void> checkBilling(const GivenTable& given, BillingMode billing) {
    if (billing == BillingMode::PayPerRequest) {
        if (!given.throughput) return {};
        return invalidValues(
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
            "PAY_PER_REQUEST");
    }
    if (!given.throughput) {
        return invalidValues(
            "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
            "PROVISIONED");
    }
    return checkThroughputBounds(*given.throughput);
}

Result<void> checkTableKeys(const GivenTable& given, const Types& types) {
    if (given.keys.size() > given.attributes.size()) {
        return Error::validation("Invalid KeySchema: Some index key attribute have no definition");
    }
    if (auto checked = checkDefined(given.keys, types, given.attributes); !checked) return checked;
    if (auto checked = checkPair(given.keys); !checked) return checked;
    if (!given.localIndexes && !given.globalIndexes && given.keys.size() != given.attributes.size()) {
        return invalidValues(
            "Number of attributes in KeySchema does not exactly match number of attributes defined in "
            "AttributeDefinitions");
    }
    return {};
}

Result<void> checkLocalKeys(const GivenTable& given, const Types& types) {
    if (!given.localIndexes) return {};
    if (given.localIndexes->empty()) return invalidValues("List of LocalSecondaryIndexes is empty");
    if (given.keys.size() < 2) {
        return invalidValues(
            "Table KeySchema does not have a range key, which is required when specifying a "
            "LocalSecondaryIndex");
    }
    for (const GivenIndex& index : *given.localIndexes) {
        if (auto checked = checkDefined(index.keys, types, given.attributes); !checked) return checked;
        if (auto checked = checkPair(index.keys); !checked) return checked;
    }
    return {};
}

Result<void> checkGlobalKeys(const GivenTable& given, const Types& types) {
    if (!given.globalIndexes) return {};
    if (given.globalIndexes->empty()) return invalidValues("List of GlobalSecondaryIndexes is empty");
    for (const GivenIndex& index : *given.globalIndexes) {
        if (auto checked = checkDefined(index.keys, types, given.attributes); !checked) return checked;
        if (auto checked = checkKeysOfGlobal(index.keys); !checked) return checked;
    }
    return {};
}

Result<void> checkAllUsed(const GivenTable& given) {
    std::vector<std::string> used;
    const auto use = [&](const std::vector<GivenKeyElement>& keys) {
        for (const GivenKeyElement& key : keys) {
            if (std::find(used.begin(), used.end(), key.attribute) == used.end()) {
                used.push_back(key.attribute);
            }
        }
    };
    use(given.keys);
    for (const auto* indexes : {&given.localIndexes, &given.globalIndexes}) {
        if (!*indexes) continue;
        for (const GivenIndex& index : **indexes)
            use(index.keys);
    }
    if (used.size() == given.attributes.size()) return {};
    return invalidValues(
        "Some AttributeDefinitions are not used. AttributeDefinitions: " + listed(given.attributes) +
        ", keys used: " + listed(used, [](const std::string& name) { return name; }));
}

Result<void> addIndexes(const GivenTable& given, const Types& types, TableDefinition& table) {
    for (const auto* indexes : {&given.localIndexes, &given.globalIndexes}) {
        if (!*indexes) continue;
        const IndexKind kind = indexes == &given.localIndexes ? IndexKind::Local : IndexKind::Global;
        for (const GivenIndex& each : **indexes) {
            if (kind == IndexKind::Global && table.billing == BillingMode::PayPerRequest && each.throughput) {
                return invalidValues("ProvisionedThroughput should not be specified for index: " + each.name +
                                     " when BillingMode is PAY_PER_REQUEST");
            }
            if (kind == IndexKind::Global && table.billing == BillingMode::Provisioned && !each.throughput) {
                return invalidValues("ProvisionedThroughput is not specified for index: " + each.name);
            }
            table.indexes.push_back(definitionOf(each, kind, types));
        }
    }
    return {};
}

std::string schemaElement(const std::string& name, ValueType type, bool isHash) {
    return "Schema:[SchemaElement: key{" + name + ":" + std::string(typeName(type)) +
           (isHash ? ":HASH}]" : ":RANGE}]");
}

/// That a key attribute of a new index has the type that the table knows it by.
Result<void> checkSameTypes(const std::vector<GivenKeyElement>& keys,
                            const GivenAttributeDefinitions& attributes, const TableDefinition& table) {
    const auto check = [&](const KeyAttribute& known, bool isHash) -> Result<void> {
        const auto key = std::find_if(keys.begin(), keys.end(),
                                      [&](const auto& each) { return each.attribute == known.name; });
        const auto given = std::find_if(attributes.begin(), attributes.end(),
                                        [&](const auto& each) { return each.name == known.name; });
        if (key == keys.end() || given == attributes.end() || given->type == known.type) return {};
        return invalidValues(
            "Attributes cannot be redefined. Please check that your attribute has the same type as "
            "previously defined. Existing schema: " +
            schemaElement(known.name, known.type, isHash) +
            " New schema: " + schemaElement(known.name, given->type, key->isHash));
    };
    std::vector<const KeySchema*> schemas{&table.keys};
    for (const IndexDefinition& index : table.indexes)
        schemas.push_back(&index.keys);
    for (const KeySchema* schema : schemas) {
        for (const auto* part : {&schema->partition, &schema->sort}) {
            for (const KeyAttribute& attribute : *part) {
                if (auto checked = check(attribute, part == &schema->partition); !checked) return checked;
            }
        }
    }
    return {};
}

bool hasUnknownProjection(const std::optional<std::vector<GivenIndex>>& indexes) {
    return indexes && std::any_of(indexes->begin(), indexes->end(),
                                  [](const GivenIndex& index) { return !index.projection.type; });
}

}  // namespace

bool isOutOfBounds(const Throughput& throughput) {
    return throughput.readUnits > kMostUnits || throughput.writeUnits > kMostUnits;
}

Result<void> checkThroughputBounds(const Throughput& throughput) {
    for (const auto& [units, name] : {std::pair(throughput.readUnits, "ReadCapacityUnits"),
                                      std::pair(throughput.writeUnits, "WriteCapacityUnits")}) {
        if (units > kMostUnits) {
            return Error::validation("Given value " + std::to_string(units) + " for " + name +
                                     " is out of bounds");
        }
    }
    return {};
}

Result<TableDefinition> tableDefinitionOf(const GivenTable& given) {
    // The service's default of old: tables were made before there was another way to pay.
    const BillingMode billing = given.billing.value_or(BillingMode::Provisioned);
    if (auto checked = checkBilling(given, billing); !checked) return checked.error();
    Types types;
    for (const GivenAttributeDefinition& attribute : given.attributes) {
        if (!types.emplace(attribute.name, attribute.type).second) {
            return Error::validation("Attribute Name is duplicated: " + attribute.name);
        }
    }
    if (auto checked = checkTableKeys(given, types); !checked) return checked.error();
    if (auto checked = checkLocalKeys(given, types); !checked) return checked.error();
    if (auto checked = checkGlobalKeys(given, types); !checked) return checked.error();
    if (auto checked = checkAllUsed(given); !checked) return checked.error();

    TableDefinition table;
    table.name = given.name;
    table.keys = keySchemaOf(given.keys, types);
    table.billing = billing;
    table.throughput = given.throughput;
    if (auto added = addIndexes(given, types, table); !added) return added.error();
    if (hasUnknownProjection(given.localIndexes) || hasUnknownProjection(given.globalIndexes)) {
        // Recorded: what is wrong with the keys of an index is said first.
        const auto valid = validateDefinition(table);
        return valid ? unknownProjection() : valid.error();
    }
    return table;
}

Result<IndexDefinition> indexDefinitionOf(const GivenIndex& given,
                                          const std::optional<GivenAttributeDefinitions>& attributes,
                                          const TableDefinition& table, BillingMode billing) {
    // Recorded: they must be given even where the table knows the attribute.
    if (!attributes) return invalidValues("AttributeDefinitions is not specified for index: " + given.name);
    if (auto checked = checkSameTypes(given.keys, *attributes, table); !checked) return checked.error();
    Types types;
    for (const KeyAttribute& attribute : keyAttributesOf(table))
        types.emplace(attribute.name, attribute.type);
    for (const GivenAttributeDefinition& attribute : *attributes)
        types.emplace(attribute.name, attribute.type);
    if (auto checked = checkDefined(given.keys, types, *attributes); !checked) return checked.error();
    if (auto checked = checkKeysOfGlobal(given.keys); !checked) return checked.error();
    if (!given.projection.type) return unknownProjection();
    if (billing == BillingMode::PayPerRequest && given.throughput) {
        return invalidValues("Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: " +
                             given.name + " when BillingMode is PAY_PER_REQUEST");
    }
    if (billing == BillingMode::Provisioned && !given.throughput) {
        return invalidValues("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: " +
                             given.name);
    }
    return definitionOf(given, IndexKind::Global, types);
}

std::vector<KeyAttribute> keyAttributesOf(const TableDefinition& table) {
    std::map<std::string, ValueType> types;
    const auto add = [&](const KeySchema& keys) {
        for (const KeyAttribute& attribute : keys.all())
            types.emplace(attribute.name, attribute.type);
    };
    add(table.keys);
    for (const IndexDefinition& index : table.indexes)
        add(index.keys);
    std::vector<KeyAttribute> attributes;
    for (const auto& [name, type] : types)
        attributes.push_back({name, type});
    return attributes;
}

}  // namespace partita
