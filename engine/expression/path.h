// A document path: an attribute, and the way down into its maps and lists (a.b[2].c). Immutable value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/value/item.h"
#include "engine/value/item_bytes.h"

namespace partita {

/// The name of a map's entry, or the index of a list's element.
using PathStep = std::variant<std::string, std::uint32_t>;

struct Path {
    std::string attribute;
    std::vector<PathStep> steps;

    bool isNested() const { return !steps.empty(); }
    /// As the service's messages write it: "[a, b, [2]]".
    std::string bracketText() const;
    friend bool operator==(const Path&, const Path&) = default;
};

/// As it is written in an expression: "a.b[2]"; a name that needs a placeholder stands in quotes.
std::string toText(const Path& path);

/// The value at the path; nothing when the item has none. Lives as long as the item.
const Value* find(const Item& item, const Path& path);
std::optional<ValueView> find(const ItemView& item, const Path& path);

}  // namespace partita
