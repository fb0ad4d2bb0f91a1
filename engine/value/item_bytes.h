// An item as bytes on disk, and the same bytes read in place: no JSON, no copy, one pass.
// The form is described in engine/value/README.md, byte by byte, and pinned by golden tests.
// Foreign bytes never lead outside the view: whatever is damaged ends in an Error or an absent value.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/value/item.h"

namespace partita {

std::string itemBytes(const Item& item);
void appendItemBytes(const Item& item, std::string& out);
/// Fails (DamagedFile) unless `bytes` is exactly what itemBytes() writes for some item.
Result<Item> itemFromBytes(std::string_view bytes);

/// One value inside item bytes. Lives as long as the bytes.
class ValueView final {
  public:
    ValueType type() const { return m_type; }
    /// S: the UTF-8. B: the bytes. N: its key bytes. Otherwise: the encoded contents.
    std::string_view content() const { return m_content; }
    bool boolean() const { return m_boolean; }
    /// Builds the value. Fails on damaged bytes.
    Result<Value> value() const;
    /// The element of a list; nothing when there is none, or this is no list.
    std::optional<ValueView> element(std::uint64_t index) const;
    /// Whether `test` accepts an element of the list, asked in order until it does; false for what is no
    /// list.
    bool anyElement(const std::function<bool(const ValueView&)>& test) const;

  private:
    friend class ItemView;
    ValueView(ValueType type, bool boolean, std::string_view content)
        : m_type(type), m_boolean(boolean), m_content(content) {}
    ValueType m_type = ValueType::Null;
    bool m_boolean = false;
    std::string_view m_content;
};

/// An item read in place. Lives as long as the bytes; immutable.
class ItemView final {
  public:
    explicit ItemView(std::string_view bytes) : m_bytes(bytes) {}

    /// The top-level attribute of that name; nothing when there is none (or the bytes are damaged before it).
    std::optional<ValueView> find(std::string_view name) const;
    /// Calls visit(name, value) for each top-level attribute in order of the names. False when damaged.
    bool forEach(const std::function<void(std::string_view, const ValueView&)>& visit) const;
    /// Appends to `out` the item bytes of those attributes of this item whose names `keep` accepts.
    /// False when damaged; `out` is then as it was.
    bool project(const std::function<bool(std::string_view)>& keep, std::string& out) const;

  private:
    std::string_view m_bytes;
};

}  // namespace partita
