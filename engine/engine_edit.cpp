// Changes of single items by a person.
#include "engine/engine_state.h"
#include "engine/operation/item_collection.h"
#include "engine/operation/item_writer.h"
#include "engine/value/item_bytes.h"

namespace partita {
namespace {

Error conflicting(std::string message, std::optional<Item> now) {
    Error error = Error::of(ErrorCode::ConditionalCheckFailed, std::move(message));
    FailureDetail detail;
    detail.item = std::move(now);
    error.detail = std::make_shared<const FailureDetail>(std::move(detail));
    return error;
}

/// A key of the table, and what is stored under it.
struct Place {
    KeyBytes key;
    std::uint64_t hash = 0;
    std::optional<ItemWriter::Stored> stored;
    std::optional<Item> item;
};

Result<Place> lookUp(ItemWriter& items, KeyBytes key) {
    Place place;
    place.key = std::move(key);
    place.hash = partitionHash(place.key.partition);
    place.stored = items.find({place.hash, place.key.partition, place.key.sort, {}, {}});
    if (!place.stored) return place;
    auto item = itemFromBytes(place.stored->bytes);
    if (!item) return item.error();
    place.item = std::move(item).value();
    return place;
}

}  // namespace

Result<void> checkItem(const TableDefinition& table, const Item& item) {
    if (auto prepared = prepareItem(table, item); !prepared) return prepared.error();
    return {};
}

Result<void> Engine::edit(const ItemEdit& edit) {
    if (!edit.before && !edit.after) return {};
    std::vector<std::string> touched;
    const auto done = guarded([&]() -> Result<void> {
        const TableFile::Writer writer = m_state->file->writer();
        const auto found = m_state->dataTable(edit.table);
        if (!found) return found.error();
        const StoredTable& table = **found;
        std::optional<PreparedItem> prepared;
        if (edit.after) {
            auto made = prepareItem(table.definition, *edit.after);
            if (!made) return made.error();
            prepared = std::move(made).value();
        }
        std::optional<KeyBytes> keyBefore;
        if (edit.before) {
            auto made = tableKey(table.definition.keys, *edit.before);
            if (!made) return made.error();
            keyBefore = std::move(made).value();
        }
        for (const KeyBytes* key : {keyBefore ? &*keyBefore : nullptr, prepared ? &prepared->key : nullptr})
            if (key)
                if (auto ongoing = m_state->conflict(table, *key)) return *ongoing;

        Transaction transaction(*writer, State::kindOfWrite(table.definition.hasLocalIndex()));
        ItemWriter items(*writer, table, m_state->lagIfOn());
        std::optional<Place> old;
        if (keyBefore) {
            auto place = lookUp(items, std::move(*keyBefore));
            if (!place) return place.error();
            if (!place->item)
                return conflicting(
                    "There is no item with this key any more. It was deleted after you had looked at it.",
                    {});
            if (*place->item != *edit.before)
                return conflicting("The item was changed after you had looked at it.",
                                   std::move(place->item));
            old = std::move(place).value();
        }
        if (edit.before == edit.after) return {};
        const bool moves = prepared && (!old || old->key != prepared->key);
        if (moves) {
            auto place = lookUp(items, prepared->key);
            if (!place) return place.error();
            if (place->item)
                return conflicting("The table has an item with this key already.", std::move(place->item));
        }

        // All is decided: from here on only the limit of item collections can refuse.
        std::vector<std::pair<std::string, std::int64_t>> growths;
        if (old && (moves || !prepared)) {
            const WriteOutcome outcome = items.remove(old->key, old->hash, old->stored);
            growths.emplace_back(old->key.partition, outcome.collectionGrowth);
        }
        if (prepared) {
            const WriteOutcome outcome =
                items.put(*prepared, moves ? std::optional<ItemWriter::Stored>() : old->stored);
            growths.emplace_back(prepared->key.partition, outcome.collectionGrowth);
        }
        for (const auto& [partition, growth] : growths) {
            if (growth > 0)
                if (auto fits = checkCollection(*writer, table, partition, m_state->collectionLimit); !fits)
                    return fits;
            if (touched.empty() || touched.back() != partition) touched.push_back(partition);
        }
        transaction.commit();
        return {};
    });
    if (!done) return done;
    if (!touched.empty()) m_state->announce({Change::Kind::Items, edit.table, std::move(touched)});
    return done;
}

}  // namespace partita
