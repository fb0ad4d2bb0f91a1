// The rules of CreateTable, one function a subject. The words are the service's where they are known.
#include <algorithm>
#include <map>
#include <set>

#include "engine/limits.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {
namespace {

Error invalid(const std::string& what) {
    return Error::validation("One or more parameter values were invalid: " + what);
}

Result<void> checkName(const std::string& name, const std::string& member) {
    const bool allowed = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '.' || c == '-';
    });
    if (name.size() < limits::kNameMin || name.size() > limits::kNameMax) {
        return Error::validation(
            member + " must be at least 3 characters long and at most 255 characters long",
            allowed ? name.substr(0, limits::kNameMax) : std::string());
    }
    if (!allowed) {
        const std::string shown = isUtf8(name) ? "'" + name + "' " : "";
        return Error::validation(
            "Value " + shown + "at '" + member +
            "' failed to satisfy constraint: Member must satisfy regular expression pattern: "
            "[a-zA-Z0-9_.-]+");
    }
    return {};
}

/// Names and types of a key's attributes; how many there may be is another question.
Result<void> checkKeyAttributes(const KeySchema& keys, const std::string& owner) {
    std::set<std::string> seen;
    for (const KeyAttribute& attribute : keys.all()) {
        if (attribute.name.empty() || attribute.name.size() > limits::kKeyAttributeNameSize) {
            return invalid("A key attribute name of " + owner +
                           " must be at least 1 byte long and at most 255 bytes long");
        }
        if (!isUtf8(attribute.name))
            return invalid("A key attribute name of " + owner + " is not valid UTF-8");
        if (attribute.type != ValueType::String && attribute.type != ValueType::Number &&
            attribute.type != ValueType::Binary) {
            return invalid("Attribute type of key " + attribute.name + " of " + owner +
                           " must be S, N or B, not " + std::string(typeName(attribute.type)));
        }
        if (!seen.insert(attribute.name).second) {
            return Error::validation(
                "Both the Hash Key and the Range Key element in the KeySchema have the same name", owner);
        }
    }
    return {};
}

Result<void> checkThroughput(const std::optional<Throughput>& throughput, BillingMode billing,
                             const std::string& owner) {
    if (billing == BillingMode::PayPerRequest) {
        if (throughput) {
            return Error::validation(
                "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits "
                "can be "
                "specified when BillingMode is PAY_PER_REQUEST",
                owner);
        }
        return {};
    }
    if (!throughput) {
        return Error::validation(
            "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both "
            "be "
            "specified when BillingMode is PROVISIONED",
            owner);
    }
    if (throughput->readUnits < 1 || throughput->writeUnits < 1) {
        return Error::validation(
            "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must be at "
            "least 1",
            owner);
    }
    return {};
}

Result<void> checkProjection(const IndexDefinition& index) {
    const Projection& projection = index.projection;
    if (projection.type != ProjectionType::Include) {
        if (projection.attributes.empty()) return {};
        return Error::validation(
            "One or more parameter values were invalid: ProjectionType is " +
                std::string(projection.type == ProjectionType::All ? "ALL" : "KEYS_ONLY") +
                ", but NonKeyAttributes is specified",
            index.name);
    }
    if (projection.attributes.empty()) {
        return Error::validation(
            "One or more parameter values were invalid: ProjectionType is INCLUDE, but NonKeyAttributes is "
            "not "
            "specified",
            index.name);
    }
    if (projection.attributes.size() > limits::kIncludedAttributes) {
        return Error::validation(
            "One or more parameter values were invalid: NonKeyAttributes must have at most 20 members",
            index.name);
    }
    std::set<std::string> seen;
    for (const std::string& name : projection.attributes) {
        if (name.empty() || name.size() > limits::kKeyAttributeNameSize || !isUtf8(name)) {
            return Error::validation(
                "One or more parameter values were invalid: Each name in NonKeyAttributes must be UTF-8 of "
                "at least 1 "
                "and at most 255 bytes",
                index.name);
        }
        if (!seen.insert(name).second) {
            return Error::validation(
                "One or more parameter values were invalid: Duplicate element in NonKeyAttributes: " + name,
                index.name);
        }
    }
    return {};
}

Result<void> checkLocalIndex(const TableDefinition& table, const IndexDefinition& index) {
    if (table.keys.sort.empty()) {
        return invalid(
            "Table KeySchema does not have a range key, which is required when specifying a "
            "LocalSecondaryIndex");
    }
    if (index.keys.partition.size() != 1 || index.keys.sort.size() > 1) {
        return invalid("Index KeySchema of a local secondary index has one hash key and one range key: " +
                       index.name);
    }
    if (index.keys.sort.empty()) {
        return invalid("Index KeySchema does not have a range key for index: " + index.name);
    }
    if (index.keys.partition != table.keys.partition) {
        return invalid(
            "Index KeySchema does not have the same leading hash key as table KeySchema for index: " +
            index.name + ". index hash key: " + index.keys.partition.front().name +
            ", table hash key: " + table.keys.partition.front().name);
    }
    if (index.throughput) {
        return invalid(
            "A local secondary index shares the throughput of its table and has none of its own: " +
            index.name);
    }
    return {};
}

Result<void> checkGlobalIndex(const TableDefinition& table, const IndexDefinition& index) {
    if (index.keys.partition.empty() || index.keys.partition.size() > limits::kGlobalIndexKeyAttributes) {
        return invalid("Index KeySchema must have 1 to 4 hash keys for index: " + index.name);
    }
    if (index.keys.sort.size() > limits::kGlobalIndexKeyAttributes) {
        return invalid("Index KeySchema must have at most 4 range keys for index: " + index.name);
    }
    return checkThroughput(index.throughput, table.billing, index.name);
}

Result<void> checkIndexCounts(const TableDefinition& table) {
    std::set<std::string> names;
    std::size_t local = 0;
    std::size_t included = 0;
    for (const IndexDefinition& index : table.indexes) {
        if (index.kind == IndexKind::Local) ++local;
        included += index.projection.attributes.size();
        if (!names.insert(index.name).second) return invalid("Duplicate index name: " + index.name);
    }
    if (local > limits::kLocalIndexes) {
        return invalid("Number of LocalSecondaryIndexes exceeds per-table limit of 5");
    }
    if (table.indexes.size() - local > limits::kGlobalIndexes) {
        return invalid("GlobalSecondaryIndex count exceeds the per-table limit of 20");
    }
    if (included > limits::kIncludedAttributesTotal) {
        return invalid(
            "The number of NonKeyAttributes, summed over the indexes of the table, exceeds the per-table "
            "limit of "
            "100");
    }
    return {};
}

/// The service takes one definition an attribute, so that it cannot have two types.
Result<void> checkOneTypeEach(const TableDefinition& table) {
    std::map<std::string, ValueType> types;
    std::vector<KeyAttribute> attributes = table.keys.all();
    for (const IndexDefinition& index : table.indexes) {
        const auto more = index.keys.all();
        attributes.insert(attributes.end(), more.begin(), more.end());
    }
    for (const KeyAttribute& attribute : attributes) {
        const auto [at, added] = types.emplace(attribute.name, attribute.type);
        if (!added && at->second != attribute.type) {
            return invalid("Key attribute " + attribute.name +
                           " has two types: " + std::string(typeName(at->second)) + " and " +
                           std::string(typeName(attribute.type)));
        }
    }
    return {};
}

Result<void> checkIndex(const TableDefinition& table, const IndexDefinition& index) {
    if (auto checked = checkName(index.name, "IndexName"); !checked) return checked;
    if (auto checked = checkKeyAttributes(index.keys, "index " + index.name); !checked) return checked;
    auto checked =
        index.kind == IndexKind::Local ? checkLocalIndex(table, index) : checkGlobalIndex(table, index);
    return checked ? checkProjection(index) : checked;
}

}  // namespace

Result<void> validateDefinition(const TableDefinition& table) {
    if (auto checked = checkName(table.name, "TableName"); !checked) return checked;
    if (table.keys.partition.size() != 1 || table.keys.sort.size() > 1) {
        return invalid("Table KeySchema must have one hash key and at most one range key");
    }
    if (auto checked = checkKeyAttributes(table.keys, "table " + table.name); !checked) return checked;
    if (auto checked = checkThroughput(table.throughput, table.billing, table.name); !checked) return checked;
    if (auto checked = checkIndexCounts(table); !checked) return checked;
    for (const IndexDefinition& index : table.indexes) {
        if (auto checked = checkIndex(table, index); !checked) return checked;
    }
    return checkOneTypeEach(table);
}

}  // namespace partita
