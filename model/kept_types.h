// Plain JSON tells no types: a set looks like a list, binary like a string. Here an item that was edited as
// plain JSON gets back the types of the item it came from: what still looks as it did is exactly what it was,
// and what was changed keeps its type where it can. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/result.h"
#include "engine/value/item.h"

namespace partita {

/// From the item down: the name of an attribute, or the position in a list.
using ValuePath = std::vector<std::variant<std::string, std::size_t>>;

/// Why a changed value can't have the type that it had.
struct TypeMisfit {
    enum class Kind {
        EmptySet,           // sets are never empty
        NotOfSet,           // an element that is of no set of that type
        NotBase64,          // of a binary set
        TwiceInSet,         // the same element twice
        NotBase64OfBinary,  // a binary value
    };
    Kind kind = Kind::EmptySet;
    ValuePath path;
    ValueType type = ValueType::Null;  // that it had
};

struct KeptTypes {
    Item item;
    std::optional<TypeMisfit> misfit;  // then the item is not to be used
};

/// `plain`: what was read from plain JSON. `old`: the item whose plain JSON was edited.
KeptTypes keepTypes(const Item& old, const Item& plain);

/// What the value is once it has been written as plain JSON and read again.
Value asPlain(const Value& value);

}  // namespace partita
