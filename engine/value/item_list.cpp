#include "engine/value/item_list.h"

#include <cassert>

namespace partita {

void ItemList::append(std::string_view itemBytes) {
    m_bytes.append(itemBytes);
    m_ends.push_back(m_bytes.size());
}

void ItemList::append(const Item& item) {
    appendItemBytes(item, m_bytes);
    m_ends.push_back(m_bytes.size());
}

std::string_view ItemList::bytesOf(std::size_t position) const {
    assert(position < m_ends.size());
    const std::size_t begin = position == 0 ? 0 : m_ends[position - 1];
    return std::string_view(m_bytes).substr(begin, m_ends[position] - begin);
}

Result<Item> ItemList::item(std::size_t position) const {
    return itemFromBytes(bytesOf(position));
}

Result<std::vector<Item>> ItemList::items() const {
    std::vector<Item> items;
    items.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) {
        auto one = item(i);
        if (!one) return one.error();
        items.push_back(std::move(one).value());
    }
    return items;
}

}  // namespace partita
