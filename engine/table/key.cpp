#include "engine/table/key.h"

#include <xxhash.h>

#include "engine/limits.h"
#include "engine/table/key_component.h"

namespace partita {
namespace {

enum class Part { Partition, Sort };

std::size_t sizeLimit(Part part) {
    return part == Part::Partition ? limits::kPartitionKeySize : limits::kSortKeySize;
}

Error tooLong(Part part) {
    // The missing space is the service's own.
    return Error::validation(
        part == Part::Partition
            ? "One or more parameter values were invalid: Size of hashkey has exceeded the "
              "maximum size limit of2048 bytes"
            : "One or more parameter values were invalid: Aggregated size of all range keys "
              "has exceeded the size limit of 1024 bytes");
}

Error missing(const KeyAttribute& attribute) {
    return Error::validation("One or more parameter values were invalid: Missing the key " + attribute.name +
                             " in the item");
}

Error noMatch(std::string where) {
    return Error::validation("The provided key element does not match the schema", std::move(where));
}

/// `index`: the index that the key belongs to; null for the table.
Error mismatch(const KeyAttribute& attribute, const Value& value, const std::string* index) {
    const std::string expected(typeName(attribute.type));
    const std::string actual(typeName(value.type()));
    if (index) {
        return Error::validation("One or more parameter values were invalid: Type mismatch for Index Key " +
                                 attribute.name + " Expected: " + expected + " Actual: " + actual +
                                 " IndexName: " + *index);
    }
    return Error::validation("One or more parameter values were invalid: Type mismatch for key " +
                             attribute.name + " expected: " + expected + " actual: " + actual);
}

Error emptyValue(const KeyAttribute& attribute, const std::string* index) {
    const std::string kind = attribute.type == ValueType::Binary ? "binary" : "string";
    if (index) {
        return Error::validation(
            "One or more parameter values are not valid. A value specified for a secondary index key is not "
            "supported. The AttributeValue for a key attribute cannot contain an empty " +
            kind + " value. IndexName: " + *index + ", IndexKey: " + attribute.name);
    }
    return Error::validation(
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain "
        "an "
        "empty " +
        kind + " value. Key: " + attribute.name);
}

/// One part of an item's key: nothing when the item lacks one of its attributes. All attributes that are
/// there are checked, whether or not one is missing.
Result<std::optional<std::string>> itemPart(Part part, const std::vector<KeyAttribute>& attributes,
                                            const Item& item, const std::string* index) {
    const bool composite = isComposite(attributes.size());
    std::string out;
    std::size_t size = 0;
    bool complete = true;
    for (const KeyAttribute& attribute : attributes) {
        const Value* const value = item.find(attribute.name);
        if (!value) {
            complete = false;
            continue;
        }
        if (value->type() != attribute.type) return mismatch(attribute, *value, index);
        if (isEmptyKeyValue(*value)) return emptyValue(attribute, index);
        size += sizeOf(*value);
        appendComponent(*value, composite, out);
    }
    if (size > sizeLimit(part)) return tooLong(part);
    if (!complete) return std::optional<std::string>();
    return std::optional<std::string>(std::move(out));
}

/// The same from stored bytes; nothing also for what itemPart() refuses.
std::optional<std::string> viewPart(Part part, const std::vector<KeyAttribute>& attributes,
                                    const ItemView& item) {
    const bool composite = isComposite(attributes.size());
    std::string out;
    std::size_t size = 0;
    for (const KeyAttribute& attribute : attributes) {
        const auto value = item.find(attribute.name);
        if (!value || value->type() != attribute.type || value->content().empty()) return std::nullopt;
        if (attribute.type == ValueType::Number) {
            std::string_view bytes = value->content();
            const auto number = Number::takeKeyBytes(bytes);
            if (!number || !bytes.empty()) return std::nullopt;
            size += number->size();
            out.append(value->content());
        } else {
            size += value->content().size();
            appendTextComponent(value->content(), composite, out);
        }
    }
    if (size > sizeLimit(part)) return std::nullopt;
    return out;
}

}  // namespace

std::uint64_t partitionHash(std::string_view partitionKeyBytes) {
    return XXH3_64bits(partitionKeyBytes.data(), partitionKeyBytes.size());
}

Result<KeyBytes> tableKey(const KeySchema& keys, const Item& item) {
    for (const auto* const attributes : {&keys.partition, &keys.sort}) {
        for (const KeyAttribute& attribute : *attributes) {
            if (!item.find(attribute.name)) return missing(attribute);
        }
    }
    auto partition = itemPart(Part::Partition, keys.partition, item, nullptr);
    if (!partition) return partition.error();
    auto sort = itemPart(Part::Sort, keys.sort, item, nullptr);
    if (!sort) return sort.error();
    return KeyBytes{**std::move(partition), **std::move(sort)};
}

Result<KeyBytes> bareKey(const KeySchema& keys, const Item& key) {
    if (key.size() != keys.partition.size() + keys.sort.size()) return noMatch({});
    for (const auto* const attributes : {&keys.partition, &keys.sort}) {
        for (const KeyAttribute& attribute : *attributes) {
            const Value* const value = key.find(attribute.name);
            if (!value || value->type() != attribute.type) return noMatch(attribute.name);
        }
    }
    return tableKey(keys, key);
}

Result<std::optional<KeyBytes>> indexKey(const IndexDefinition& index, const Item& item) {
    auto partition = itemPart(Part::Partition, index.keys.partition, item, &index.name);
    if (!partition) return partition.error();
    auto sort = itemPart(Part::Sort, index.keys.sort, item, &index.name);
    if (!sort) return sort.error();
    if (!*partition || !*sort) return std::optional<KeyBytes>();
    return std::optional<KeyBytes>(KeyBytes{*std::move(*partition), *std::move(*sort)});
}

std::optional<KeyBytes> indexKey(const IndexDefinition& index, const ItemView& item) {
    auto partition = viewPart(Part::Partition, index.keys.partition, item);
    if (!partition) return std::nullopt;
    auto sort = viewPart(Part::Sort, index.keys.sort, item);
    if (!sort) return std::nullopt;
    return KeyBytes{*std::move(partition), *std::move(sort)};
}

Result<std::vector<Value>> keyValues(const std::vector<KeyAttribute>& attributes, std::string_view bytes) {
    const bool composite = isComposite(attributes.size());
    std::vector<Value> values;
    values.reserve(attributes.size());
    for (const KeyAttribute& attribute : attributes) {
        Value value;
        if (!takeComponent(attribute.type, composite, bytes, value)) {
            return Error::file(
                ErrorCode::DamagedFile,
                "The stored bytes of a key are damaged: they hold no value for the key attribute \"" +
                    attribute.name + "\" of type " + std::string(typeName(attribute.type)) + ".",
                {});
        }
        values.push_back(std::move(value));
    }
    if (!bytes.empty()) {
        return Error::file(ErrorCode::DamagedFile,
                           "The stored bytes of a key are damaged: bytes follow its last value.", {});
    }
    return values;
}

Result<std::string> keyPart(const std::vector<KeyAttribute>& attributes, const std::vector<Value>& values) {
    if (values.size() > attributes.size()) return noMatch({});
    const bool composite = isComposite(attributes.size());
    std::string out;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].type() != attributes[i].type) return mismatch(attributes[i], values[i], nullptr);
        if (isEmptyKeyValue(values[i])) return emptyValue(attributes[i], nullptr);
        appendComponent(values[i], composite, out);
    }
    return out;
}

}  // namespace partita
