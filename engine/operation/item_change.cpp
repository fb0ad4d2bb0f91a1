#include "engine/operation/item_change.h"

#include <algorithm>

#include "engine/operation/capacity.h"
#include "engine/operation/key_paths.h"
#include "engine/value/item_bytes.h"

namespace partita {

Result<ItemChange> ItemChange::of(const StoredTable& table, const PutRequest& request) {
    auto prepared = prepareItem(table.definition, request.item);
    if (!prepared) return prepared.error();
    if (request.options.condition)
        if (auto valid = checkKeyPaths(table.definition, *request.options.condition); !valid)
            return valid.error();
    ItemChange change(Kind::Put, table, request.options);
    change.m_key = prepared->key;
    change.m_hash = prepared->hash;
    change.m_new = std::move(prepared).value();
    return change;
}

Result<ItemChange> ItemChange::of(const StoredTable& table, const DeleteRequest& request) {
    return ofKey(Kind::Remove, table, request.key, request.options);
}

Result<ItemChange> ItemChange::of(const StoredTable& table, const ConditionCheck& request) {
    return ofKey(Kind::Check, table, request.key, request.options);
}

Result<ItemChange> ItemChange::of(const StoredTable& table, const UpdateRequest& request) {
    auto change = ofKey(Kind::Update, table, request.key, request.options);
    if (!change) return change;
    change->m_update = &request;
    if (request.update) {
        if (auto valid = checkKeysUntouched(*request.update, table.definition.keys); !valid)
            return valid.error();
        if (auto valid = checkKeyPaths(table.definition, *request.update); !valid) return valid.error();
    }
    return change;
}

Result<ItemChange> ItemChange::ofKey(Kind kind, const StoredTable& table, const Item& key,
                                     const WriteOptions& options) {
    auto bytes = bareKey(table.definition.keys, key);
    if (!bytes) return bytes.error();
    if (options.condition)
        if (auto valid = checkKeyPaths(table.definition, *options.condition); !valid) return valid.error();
    ItemChange change(kind, table, options);
    change.m_key = std::move(bytes).value();
    change.m_hash = partitionHash(change.m_key.partition);
    return change;
}

void ItemChange::dropOptions() {
    static const WriteOptions kNone;
    m_options = &kNone;
}

Result<void> ItemChange::decide(ItemWriter& writer) {
    m_old = writer.find({m_hash, m_key.partition, m_key.sort, {}, {}});
    if (m_options->condition) {
        const bool met = m_old ? evaluate(*m_options->condition, ItemView(m_old->bytes))
                               : evaluate(*m_options->condition, Item());
        if (!met) return conditionFailed();
    }
    return m_kind == Kind::Update ? update() : Result<void>();
}

Result<void> ItemChange::update() {
    auto before = itemBefore();
    if (!before) return before.error();
    m_before = std::move(before).value();
    const Item& begin = m_before ? *m_before : m_update->key;
    if (m_update->update) {
        auto after =
            partita::apply(*m_update->update, begin, m_before ? ItemPresence::Present : ItemPresence::Absent);
        if (!after) return after.error();
        m_after = std::move(after).value();
        if (!m_before && onlyTakesAway(*m_update->update)) {
            m_after = Item();
            m_new.reset();
            return {};
        }
    } else {
        m_after = begin;
    }
    auto prepared = prepareUpdated(m_table->definition, m_key, m_hash, begin, m_after,
                                   m_update->update ? &*m_update->update : nullptr);
    if (!prepared) return prepared.error();
    m_new = std::move(prepared).value();
    return {};
}

WriteOutcome ItemChange::apply(ItemWriter& writer) {
    switch (m_kind) {
        case Kind::Put:
        case Kind::Update:
            if (!m_new) return writer.remove(m_key, m_hash, m_old);
            return writer.put(*m_new, m_old);
        case Kind::Remove:
            return writer.remove(m_key, m_hash, m_old);
        case Kind::Check:
            break;
    }
    WriteOutcome outcome;
    outcome.tableUnits = unitsOfFailure();
    return outcome;
}

WriteOutcome ItemChange::price(ItemWriter& writer) const {
    switch (m_kind) {
        case Kind::Put:
        case Kind::Update:
            if (!m_new) return writer.priceOfRemoval(m_key, m_old);
            return writer.priceOfPut(*m_new, m_old);
        case Kind::Remove:
            return writer.priceOfRemoval(m_key, m_old);
        case Kind::Check:
            break;
    }
    WriteOutcome outcome;
    outcome.tableUnits = unitsOfFailure();
    return outcome;
}

std::uint64_t ItemChange::imageSize() const {
    return std::max(m_old ? m_old->size : 0, m_new ? m_new->size : 0);
}

HalfUnits ItemChange::unitsOfFailure() const {
    return writeCost(m_old ? m_old->size : 0);
}

Error ItemChange::conditionFailed() const {
    Error error = Error::of(ErrorCode::ConditionalCheckFailed, "The conditional request failed");
    if (!m_options->returnItemOnFailure || !m_old) return error;
    auto item = itemBefore();
    if (!item) return item.error();
    FailureDetail detail;
    detail.item = std::move(item).value();
    error.detail = std::make_shared<const FailureDetail>(std::move(detail));
    return error;
}

Result<std::optional<Item>> ItemChange::itemBefore() const {
    if (m_before) return m_before;
    if (!m_old) return std::optional<Item>();
    auto item = itemFromBytes(m_old->bytes);
    if (!item) return item.error();
    return std::optional<Item>(std::move(item).value());
}

Result<std::optional<Item>> ItemChange::returned(ReturnValues values) const {
    const auto updated = [&](const Item& item) {
        if (!m_update || !m_update->update) return std::optional<Item>();
        Item part = updatedAttributes(*m_update->update, item);
        return part.empty() ? std::optional<Item>() : std::optional<Item>(std::move(part));
    };
    switch (values) {
        case ReturnValues::None:
            break;
        case ReturnValues::AllOld:
            return itemBefore();
        case ReturnValues::UpdatedOld:
            return m_before ? updated(*m_before) : std::optional<Item>();
        case ReturnValues::AllNew:
            if (m_kind == Kind::Update && m_new) return std::optional<Item>(m_after);
            break;
        case ReturnValues::UpdatedNew:
            return updated(m_after);
    }
    return std::optional<Item>();
}

}  // namespace partita
