// The pattern that the keys of an entity have in common. Bounded. One thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/value/item_bytes.h"

namespace partita {

/// "USER#…" of keys that all begin so: which parts between '#' are the same in all of them.
class KeyPattern final {
  public:
    void add(const ValueView& key);
    /// Empty: no key was added.
    std::string text() const;

  private:
    struct Part {
        std::string text;
        bool varies = false;
    };
    std::vector<Part> m_parts;
    bool m_endsOpen = false;  // there are keys with more parts
    std::uint64_t m_keys = 0;
    ValueType m_type = ValueType::String;
};

}  // namespace partita
