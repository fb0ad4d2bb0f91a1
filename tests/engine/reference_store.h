// A store that is too simple to be wrong: items in a list, every request answered by looking at all of them.
// The engine's answers are compared with its answers. It shares no code with the engine but values and their
// sizes.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/request.h"
#include "tests/engine/reference_expression.h"

namespace partita::test {

class ReferenceStore final {
  public:
    explicit ReferenceStore(TableDefinition table) : m_table(std::move(table)) {}

    const std::vector<Item>& items() const { return m_items; }

    enum class Outcome { Done, ConditionFailed, Refused };
    struct Write {
        Outcome outcome = Outcome::Done;
        std::optional<Item> before;
        std::optional<Item> after;
        HalfUnits units = 0;  // of the table and its indexes
    };

    /// REMOVE and DELETE alone do not make an item.
    static bool makesNothing(const Update& update) {
        for (const UpdateAction& action : update.actions())
            if (action.change.index() != 1 && action.change.index() != 3) return false;
        return !update.actions().empty();
    }

    /// What a put, an update or a removal would do.
    Write decide(const Item& key, const WriteOptions& options, const PutRequest* put,
                 const UpdateRequest* update) const {
        Write write;
        const Item* there = find(key);
        if (there) write.before = *there;
        const Item nothing;
        if (options.condition && !ReferenceCondition(there ? *there : nothing).holds(*options.condition)) {
            write.outcome = Outcome::ConditionFailed;
            return write;
        }
        if (put) write.after = put->item;
        if (update) {
            const Item& begin = there ? *there : update->key;
            write.after = begin;
            if (update->update) write.after = ReferenceUpdate(begin, there != nullptr).apply(*update->update);
            if (!write.after) write.outcome = Outcome::Refused;
            if (!there && update->update && write.after == update->key && makesNothing(*update->update))
                write.after.reset();
        }
        write.units = cost(there, write.after ? &*write.after : nullptr);
        return write;
    }

    /// Does what was decided.
    void apply(const Item& key, const Write& write) {
        if (write.outcome != Outcome::Done) return;
        std::erase_if(m_items, [&](const Item& item) { return sameKey(item, key); });
        if (write.after) m_items.push_back(*write.after);
    }

    std::optional<Item> get(const Item& key) const {
        const Item* there = find(key);
        return there ? std::optional<Item>(*there) : std::nullopt;
    }

    struct Page {
        std::vector<Item> items;  // filtered and projected
        std::uint64_t scanned = 0;
        HalfUnits units = 0;
        std::optional<Item> last;
    };

    Page query(const QueryRequest& request) const {
        const KeySchema& keys = *m_table.keysOf(request.index);
        std::vector<Item> found;
        for (const Item& item : view(request.index)) {
            bool matches = true;
            for (std::size_t i = 0; i < keys.partition.size(); ++i)
                matches = matches && compare(*item.find(keys.partition[i].name), request.partition[i]) == 0;
            for (std::size_t i = 0; i < request.sort.size(); ++i)
                matches = matches && holds(*item.find(keys.sort[i].name), request.sort[i]);
            if (matches) found.push_back(item);
        }
        std::sort(found.begin(), found.end(),
                  [&](const Item& a, const Item& b) { return order(keys, a, b) < 0; });
        if (!request.forward) std::reverse(found.begin(), found.end());
        const ReadOptions& options = request.options;
        Page page;
        std::uint64_t bytes = 0;
        for (const Item& item : found) {
            if (options.startKey) {
                const int way = order(keys, item, *options.startKey);
                if (request.forward ? way <= 0 : way >= 0) continue;
            }
            ++page.scanned;
            bytes += sizeOf(item);
            const Item& seen = fetches(request) ? *find(item) : item;
            if (fetches(request)) page.units += readUnits(sizeOf(seen), options.consistent);
            if (!options.filter || ReferenceCondition(seen).holds(*options.filter))
                page.items.push_back(
                    options.projection ? referenceProjection(options.projection->paths(), seen) : seen);
            if (options.limit && page.scanned == *options.limit) {
                page.last = Item();
                for (const KeySchema* part : {&m_table.keys, &keys})
                    for (const KeyAttribute& attribute : part->all())
                        page.last->set(attribute.name, *item.find(attribute.name));
                break;
            }
        }
        page.units += readUnits(bytes, options.consistent);
        return page;
    }

    static HalfUnits readUnits(std::size_t bytes, bool consistent) {
        return std::max<std::size_t>(1, (bytes + 4095) / 4096) * (consistent ? 2 : 1);
    }

    /// The items of an index, with only what it holds; of the table, all.
    std::vector<Item> view(const std::optional<std::string>& index) const {
        if (!index) return m_items;
        std::vector<Item> found;
        for (const Item& item : m_items)
            if (auto entry = inIndex(*m_table.index(*index), item)) found.push_back(std::move(*entry));
        return found;
    }

    static int compare(const Value& a, const Value& b) {
        if (a.asNumber()) return *a.asNumber() < *b.asNumber() ? -1 : *b.asNumber() < *a.asNumber() ? 1 : 0;
        const std::string& left = a.asString() ? *a.asString() : *a.asBinary();
        const std::string& right = b.asString() ? *b.asString() : *b.asBinary();
        const int way = left.compare(right);
        return way < 0 ? -1 : way > 0 ? 1 : 0;
    }

  private:
    bool sameKey(const Item& a, const Item& b) const {
        bool same = true;
        for (const KeyAttribute& attribute : m_table.keys.all())
            same = same && *a.find(attribute.name) == *b.find(attribute.name);
        return same;
    }
    const Item* find(const Item& key) const {
        for (const Item& item : m_items)
            if (sameKey(item, key)) return &item;
        return nullptr;
    }

    /// Whether a read of an LSI asks what the index does not hold.
    bool fetches(const QueryRequest& request) const {
        const IndexDefinition* index = request.index ? m_table.index(*request.index) : nullptr;
        if (!index || index->kind == IndexKind::Global) return false;
        if (request.options.select == Select::AllAttributes && index->projection.type != ProjectionType::All)
            return true;
        bool missing = false;
        const auto look = [&](const Path& path) { missing = missing || !isHeld(*index, path.attribute); };
        if (request.options.filter) forEachPath(*request.options.filter, look);
        if (request.options.projection)
            for (const Path& path : request.options.projection->paths())
                look(path);
        return missing;
    }

    bool isHeld(const IndexDefinition& index, const std::string& attribute) const {
        const auto& named = index.projection.attributes;
        return index.projection.type == ProjectionType::All || index.keys.contains(attribute) ||
               m_table.keys.contains(attribute) || std::ranges::count(named, attribute) > 0;
    }

    std::optional<Item> inIndex(const IndexDefinition& index, const Item& item) const {
        for (const KeyAttribute& attribute : index.keys.all())
            if (!item.find(attribute.name)) return std::nullopt;
        Item entry;
        for (const Attribute& attribute : item)
            if (isHeld(index, attribute.name)) entry.set(attribute.name, attribute.value);
        return entry;
    }

    static HalfUnits units(std::size_t bytes) { return std::max<std::size_t>(1, (bytes + 1023) / 1024) * 2; }

    HalfUnits cost(const Item* before, const Item* after) const {
        HalfUnits total = units(std::max(before ? sizeOf(*before) : 0, after ? sizeOf(*after) : 0));
        for (const IndexDefinition& index : m_table.indexes) {
            const auto old = before ? inIndex(index, *before) : std::nullopt;
            const auto fresh = after ? inIndex(index, *after) : std::nullopt;
            if (old == fresh) continue;
            const bool sameKey =
                old && fresh &&
                std::all_of(
                    index.keys.partition.begin(), index.keys.partition.end(),
                    [&](const KeyAttribute& a) { return *old->find(a.name) == *fresh->find(a.name); }) &&
                std::all_of(index.keys.sort.begin(), index.keys.sort.end(), [&](const KeyAttribute& a) {
                    return *old->find(a.name) == *fresh->find(a.name);
                });
            if (sameKey) {
                total += units(std::max(sizeOf(*old), sizeOf(*fresh)));
            } else {
                total += (old ? units(sizeOf(*old)) : 0) + (fresh ? units(sizeOf(*fresh)) : 0);
            }
        }
        return total;
    }

    static bool holds(const Value& value, const SortCondition& condition) {
        const int way = compare(value, condition.values.front());
        switch (condition.op) {
            case SortOperator::Equal:
                return way == 0;
            case SortOperator::Less:
                return way < 0;
            case SortOperator::LessOrEqual:
                return way <= 0;
            case SortOperator::Greater:
                return way > 0;
            case SortOperator::GreaterOrEqual:
                return way >= 0;
            case SortOperator::Between:
                return way >= 0 && compare(value, condition.values[1]) <= 0;
            case SortOperator::BeginsWith: {
                const std::string& text = value.asString() ? *value.asString() : *value.asBinary();
                const Value& prefix = condition.values.front();
                const std::string& begin = prefix.asString() ? *prefix.asString() : *prefix.asBinary();
                return text.compare(0, begin.size(), begin) == 0;
            }
        }
        return false;
    }

    /// By the view's sort key, then by the table's key.
    int order(const KeySchema& keys, const Item& a, const Item& b) const {
        for (const auto* attributes : {&keys.sort, &m_table.keys.partition, &m_table.keys.sort})
            for (const KeyAttribute& attribute : *attributes)
                if (const int way = compare(*a.find(attribute.name), *b.find(attribute.name))) return way;
        return 0;
    }

    TableDefinition m_table;
    std::vector<Item> m_items;
};

}  // namespace partita::test
