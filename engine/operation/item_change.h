// One write of one item, in two steps, so that a transaction can decide all of its writes before it does any:
// decide() reads what is stored, tests the condition and works out the new item; apply() writes it. Within
// the caller's write transaction; one thread. Lives no longer than the request and the table that it was made
// of. Storage faults throw StorageError; what the service would refuse is an Error.
#pragma once

#include <optional>
#include <string>

#include "engine/operation/item_writer.h"
#include "engine/request.h"
#include "engine/result.h"

namespace partita {

class ItemChange final {
  public:
    // Each checks all that needs no look at what is stored. Fails (ValidationException).
    static Result<ItemChange> of(const StoredTable& table, const PutRequest& request);
    static Result<ItemChange> of(const StoredTable& table, const DeleteRequest& request);
    static Result<ItemChange> of(const StoredTable& table, const UpdateRequest& request);
    static Result<ItemChange> of(const StoredTable& table, const ConditionCheck& request);

    const KeyBytes& key() const { return m_key; }
    std::uint64_t hash() const { return m_hash; }
    const WriteOptions& options() const { return *m_options; }

    /// From here on there is no condition, as in a batch.
    void dropOptions();

    /// Fails with ConditionalCheckFailed, and with ValidationException when the update cannot be done to what
    /// is stored.
    Result<void> decide(ItemWriter& writer);
    /// After decide() has succeeded.
    WriteOutcome apply(ItemWriter& writer);
    /// What apply() would cost; after decide() has succeeded.
    WriteOutcome price(ItemWriter& writer) const;

    /// Whether apply() has changed something that is stored, or may have.
    bool changes() const { return m_new || (m_kind == Kind::Remove && m_old); }
    /// Size of what the write is charged for: the item before or after it, whichever is larger.
    std::uint64_t imageSize() const;
    /// What a condition that is not met costs, once decide() has said so.
    HalfUnits unitsOfFailure() const;
    /// The item as it was, once decide() has read it; nothing when there was none. Fails (DamagedFile).
    Result<std::optional<Item>> itemBefore() const;
    /// As ReturnValues asks, after decide().
    Result<std::optional<Item>> returned(ReturnValues values) const;

  private:
    enum class Kind { Check, Put, Remove, Update };

    ItemChange(Kind kind, const StoredTable& table, const WriteOptions& options)
        : m_kind(kind), m_table(&table), m_options(&options) {}
    static Result<ItemChange> ofKey(Kind kind, const StoredTable& table, const Item& key,
                                    const WriteOptions& options);
    Result<void> update();
    Error conditionFailed() const;

    Kind m_kind;
    const StoredTable* m_table;
    const WriteOptions* m_options;
    const UpdateRequest* m_update = nullptr;  // of Update
    KeyBytes m_key;
    std::uint64_t m_hash = 0;
    std::optional<ItemWriter::Stored> m_old;
    std::optional<PreparedItem> m_new;
    std::optional<Item> m_before;  // of Update, as it was read
    Item m_after;                  // of Update
};

}  // namespace partita
