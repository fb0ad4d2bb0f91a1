// A person's change of one item: what they saw, and what they made of it. Plain values; any thread.
#pragma once

#include <optional>
#include <string>

#include "engine/result.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

struct ItemEdit {
    std::string table;
    std::optional<Item> before;  // as it was when the person saw it; nothing: there is to be none
    std::optional<Item> after;   // nothing: it is deleted

    /// What takes the edit back.
    ItemEdit inverse() const { return {table, after, before}; }
    friend bool operator==(const ItemEdit&, const ItemEdit&) = default;
};

/// Whether the table would take the item, looking at nothing that is stored. Fails (ValidationException) in
/// the words of a put.
Result<void> checkItem(const TableDefinition& table, const Item& item);

}  // namespace partita
