#include "engine/operation/prepared_item.h"

#include <algorithm>

#include "engine/limits.h"
#include "engine/operation/index_entry.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

/// Calls check(index) for each index; of those that fail, the error of the index first by name, as the
/// service.
template <class Check>
Result<void> checkIndexes(const TableDefinition& table, const Check& check) {
    const IndexDefinition* worst = nullptr;
    std::optional<Error> error;
    for (const IndexDefinition& index : table.indexes) {
        auto checked = check(index);
        if (checked || (worst && worst->name <= index.name)) continue;
        worst = &index;
        error = checked.error();
    }
    if (error) return *error;
    return {};
}

/// Size and bytes. Fails when the item and its entries in LSIs, which the service counts together, are too
/// large.
Result<void> encode(const TableDefinition& table, const Item& item, PreparedItem& prepared,
                    const char* tooLarge) {
    prepared.size = sizeOf(item);
    appendItemBytes(item, prepared.bytes);
    std::uint64_t withEntries = prepared.size;
    for (const IndexDefinition& index : table.indexes)
        if (index.kind == IndexKind::Local && prepared.size > limits::kItemSize / (limits::kLocalIndexes + 1))
            if (const auto entry = indexEntry(table, index, prepared.bytes, prepared.size))
                withEntries += entry->size;
    if (withEntries <= limits::kItemSize) return {};
    return Error::validation(std::string(tooLarge) + ": with its entries in local secondary indexes it has " +
                             std::to_string(withEntries) + " of " + std::to_string(limits::kItemSize) +
                             " bytes");
}

/// Whether the update gives the attribute a value of its own text, rather than one worked out of the item.
bool setsLiteral(const Update* update, const std::string& attribute) {
    if (!update) return false;
    return std::ranges::any_of(update->actions(), [&](const UpdateAction& action) {
        if (action.path.isNested() || action.path.attribute != attribute) return false;
        const auto* set = std::get_if<SetAction>(&action.change);
        return !set || std::holds_alternative<Literal>(set->value->data);
    });
}

bool isEmpty(const Value& value) {
    const std::string* text = value.asString() ? value.asString() : value.asBinary();
    return text && text->empty();
}

Result<void> checkUpdatedKey(const IndexDefinition& index, const Item& before, const Item& after,
                             const Update* update) {
    bool changed = false;
    for (const auto* attributes : {&index.keys.partition, &index.keys.sort})
        for (const KeyAttribute& attribute : *attributes) {
            const Value* value = after.find(attribute.name);
            if (!value) continue;
            const Value* old = before.find(attribute.name);
            if (old && *old == *value) continue;
            changed = true;
            if (value->type() == attribute.type && isEmpty(*value))
                return Error::validation(
                    std::string("One or more parameter values are not valid. The update expression attempted "
                                "to update a secondary index key to a value that is not supported. The "
                                "AttributeValue for a key attribute cannot contain an empty ") +
                        (value->asString() ? "string" : "binary") + " value.",
                    attribute.name);
            if (value->type() != attribute.type && !setsLiteral(update, attribute.name))
                return Error::validation(
                    "The update expression attempted to update the secondary index key to unsupported type",
                    attribute.name);
        }
    if (!changed) return {};
    if (auto key = indexKey(index, after); !key) return key.error();
    return {};
}

}  // namespace

Result<PreparedItem> prepareItem(const TableDefinition& table, const Item& item) {
    if (auto valid = validateItem(item); !valid) return valid.error();
    auto key = tableKey(table.keys, item);
    if (!key) return key.error();
    if (auto valid = checkIndexes(table, [&](const auto& index) { return indexKey(index, item); }); !valid)
        return valid.error();
    PreparedItem prepared;
    prepared.key = std::move(key).value();
    prepared.hash = partitionHash(prepared.key.partition);
    if (auto encoded = encode(table, item, prepared, "Item size has exceeded the maximum allowed size");
        !encoded)
        return encoded.error();
    return prepared;
}

Result<PreparedItem> prepareUpdated(const TableDefinition& table, const KeyBytes& key, std::uint64_t hash,
                                    const Item& before, const Item& after, const Update* update) {
    constexpr const char* kTooLarge = "Item size to update has exceeded the maximum allowed size";
    auto checked = checkIndexes(
        table, [&](const IndexDefinition& index) { return checkUpdatedKey(index, before, after, update); });
    if (!checked) return checked.error();
    if (sizeOf(after) > limits::kItemSize) return Error::validation(kTooLarge);
    if (auto valid = validateItem(after); !valid) return valid.error();
    PreparedItem prepared;
    prepared.key = key;
    prepared.hash = hash;
    if (auto encoded = encode(table, after, prepared, kTooLarge); !encoded) return encoded.error();
    return prepared;
}

}  // namespace partita
