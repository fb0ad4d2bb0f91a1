#include "engine/operation/read_target.h"

#include "engine/value/item_bytes.h"

namespace partita {
namespace {

constexpr const char* kInvalidStart = "The provided starting key is invalid";
constexpr const char* kNoMatch = "The provided key element does not match the schema";

Error invalidStart(const std::string& reason = {}) {
    return Error::validation(kInvalidStart + (reason.empty() ? "" : ": " + reason), "ExclusiveStartKey");
}

/// How many attributes a starting key has: the table's key and the index's.
std::size_t startKeySize(const ReadTarget& target) {
    const KeySchema& tableKeys = target.table->definition.keys;
    std::size_t size = tableKeys.partition.size() + tableKeys.sort.size();
    if (target.index)
        for (const KeyAttribute& attribute : target.index->keys.all())
            if (!tableKeys.contains(attribute.name)) ++size;
    return size;
}

/// The attributes of `given` that belong to the key.
Item partOf(const KeySchema& keys, const Item& given) {
    Item part;
    for (const auto* attributes : {&keys.partition, &keys.sort})
        for (const KeyAttribute& attribute : *attributes)
            if (const Value* value = given.find(attribute.name)) part.set(attribute.name, *value);
    return part;
}

}  // namespace

Result<ReadTarget> readTarget(const StoredTable& table, const std::optional<std::string>& index,
                              bool consistent) {
    const ReadTarget target{&table, table.viewOf(index), index ? table.definition.index(*index) : nullptr};
    if (!target.view)
        return Error::validation("The table does not have the specified index: " + *index, "IndexName");
    if (index && table.isBeingFilled(*index))
        return Error::validation("Cannot read from backfilling global secondary index: " + *index,
                                 "IndexName");
    if (consistent && target.isGlobal())
        return Error::validation("Consistent reads are not supported on global secondary indexes",
                                 "ConsistentRead");
    return target;
}

Result<void> checkStartPartition(const ReadTarget& target, const Item& given) {
    if (given.size() != startKeySize(target)) return invalidStart();
    for (const KeyAttribute& attribute : target.view->keys.partition) {
        const Value* const value = given.find(attribute.name);
        if (!value) return invalidStart();
        if (value->type() != attribute.type) return Error::validation(kNoMatch, attribute.name);
    }
    return {};
}

Result<StartKey> startKeyOf(const ReadTarget& target, const Item& given, ReadKind kind) {
    const KeySchema& tableKeys = target.table->definition.keys;
    const std::size_t expected = startKeySize(target);
    if (given.size() != expected)
        return kind == ReadKind::Scan && !target.index ? invalidStart(kNoMatch) : invalidStart();

    StartKey start;
    if (target.index) {
        // A key of the index that is not there, or of another type, is found before the table's.
        const Item part = partOf(target.index->keys, given);
        if (part.size() != target.index->keys.all().size()) return invalidStart();
        auto key = bareKey(target.index->keys, part);
        if (!key) return key.error();
        start.key = std::move(key).value();
    } else if (kind == ReadKind::Query) {
        const Item part = partOf(tableKeys, given);
        if (part.size() != expected) return invalidStart();
        if (auto key = bareKey(tableKeys, part); !key) return key.error();
    }
    auto tableKey = bareKey(tableKeys, partOf(tableKeys, given));
    if (!tableKey) return invalidStart(tableKey.error().message);
    (target.index ? start.tableKey : start.key) = std::move(tableKey).value();
    start.hash = partitionHash(start.key.partition);
    return start;
}

Result<Item> lastEvaluatedKey(const ReadTarget& target, std::string_view bytes) {
    const ItemView last(bytes);
    Item key;
    const KeySchema* const schemas[] = {&target.table->definition.keys,
                                        target.index ? &target.index->keys : nullptr};
    for (const KeySchema* keys : schemas) {
        if (!keys) continue;
        for (const auto* attributes : {&keys->partition, &keys->sort})
            for (const KeyAttribute& attribute : *attributes) {
                const auto stored = last.find(attribute.name);
                if (!stored)
                    return Error::file(
                        ErrorCode::DamagedFile,
                        "The stored bytes of an item are damaged: it lacks its key attribute \"" +
                            attribute.name + "\".",
                        {});
                auto value = stored->value();
                if (!value) return value.error();
                key.set(attribute.name, std::move(value).value());
            }
    }
    return key;
}

}  // namespace partita
