// A store that is too simple to be wrong: items in a list, every request answered by looking at all of them.
// The engine's answers are compared with its answers. It shares no code with the engine but values and their
// sizes.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/request.h"

namespace partita::test {

class ReferenceStore final {
  public:
    explicit ReferenceStore(TableDefinition table) : m_table(std::move(table)) {}

    const std::vector<Item>& items() const { return m_items; }

    struct Write {
        std::optional<Item> old;
        HalfUnits units = 0;  // of the table and its indexes
    };

    Write put(const Item& item) {
        Write write;
        Item* there = find(item);
        if (there) write.old = *there;
        write.units = cost(write.old ? &*write.old : nullptr, &item);
        if (there) {
            *there = item;
        } else {
            m_items.push_back(item);
        }
        return write;
    }

    Write remove(const Item& key) {
        Write write;
        Item* there = find(key);
        if (there) write.old = *there;
        write.units = cost(write.old ? &*write.old : nullptr, nullptr);
        if (there) m_items.erase(m_items.begin() + (there - m_items.data()));
        return write;
    }

    std::optional<Item> get(const Item& key) {
        const Item* there = find(key);
        return there ? std::optional<Item>(*there) : std::nullopt;
    }

    struct Page {
        std::vector<Item> items;
        std::uint64_t bytes = 0;
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
        Page page;
        for (const Item& item : found) {
            if (request.options.startKey) {
                const int way = order(keys, item, *request.options.startKey);
                if (request.forward ? way <= 0 : way >= 0) continue;
            }
            page.items.push_back(item);
            page.bytes += sizeOf(item);
            if (page.bytes >= 1024 * 1024 || (request.options.limit && page.items.size() == *request.options.limit)) {
                page.last = Item();
                for (const KeySchema* part : {&m_table.keys, &keys})
                    for (const KeyAttribute& attribute : part->all())
                        page.last->set(attribute.name, *item.find(attribute.name));
                break;
            }
        }
        return page;
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
    Item* find(const Item& key) {
        for (Item& item : m_items) {
            bool same = true;
            for (const KeyAttribute& attribute : m_table.keys.all())
                same = same && *item.find(attribute.name) == *key.find(attribute.name);
            if (same) return &item;
        }
        return nullptr;
    }

    std::optional<Item> inIndex(const IndexDefinition& index, const Item& item) const {
        for (const KeyAttribute& attribute : index.keys.all())
            if (!item.find(attribute.name)) return std::nullopt;
        Item entry;
        for (const Attribute& attribute : item) {
            const auto& named = index.projection.attributes;
            if (index.projection.type == ProjectionType::All || index.keys.contains(attribute.name) ||
                m_table.keys.contains(attribute.name) ||
                std::find(named.begin(), named.end(), attribute.name) != named.end())
                entry.set(attribute.name, attribute.value);
        }
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
