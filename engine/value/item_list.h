// Items as they are stored, one after another in one buffer: what a page of Query or Scan holds. Built into
// values only where somebody looks at them. Not thread-safe to change; const use from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/value/item.h"
#include "engine/value/item_bytes.h"

namespace partita {

class ItemList final {
  public:
    bool empty() const { return m_ends.empty(); }
    std::size_t size() const { return m_ends.size(); }
    /// Bytes of all items in their stored form.
    std::size_t bytes() const { return m_bytes.size(); }

    /// Takes a copy of item bytes.
    void append(std::string_view itemBytes);
    void append(const Item& item);
    /// Takes what `write(std::string& out)` appends to `out` as one item. When it returns false, the list
    /// stays as it was.
    template <class Write>
    bool appendWritten(const Write& write) {
        const std::size_t begin = m_bytes.size();
        if (!write(m_bytes)) {
            m_bytes.resize(begin);
            return false;
        }
        m_ends.push_back(m_bytes.size());
        return true;
    }

    std::string_view bytesOf(std::size_t position) const;
    /// Lives until the list changes.
    ItemView operator[](std::size_t position) const { return ItemView(bytesOf(position)); }
    /// Fails (DamagedFile) on bytes that are no item.
    Result<Item> item(std::size_t position) const;
    Result<std::vector<Item>> items() const;

  private:
    std::string m_bytes;
    std::vector<std::size_t> m_ends;
};

}  // namespace partita
