// The members of one JSON object as they stand in its text: names and values found, nothing parsed. Tells
// what an object is, and where in it an item stands. Pure; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/value/value.h"

namespace partita {

struct JsonMember {
    std::string_view name;   // as written, between its quotation marks
    std::string_view value;  // as written; when the text ends inside it, up to there
    std::size_t at = 0;      // of the value: bytes from the object's beginning
    /// What kind of value it is: '{', '[', '"', a digit …; 0 when the text ends before it.
    char first() const { return value.empty() ? '\0' : value.front(); }
    bool isNull() const { return value == "null"; }
};

struct JsonOutline {
    std::vector<JsonMember> members;
    /// The object is there up to its closing bracket, with its commas and colons in their places. Scalars and
    /// what stands inside values are not looked at. Else `members` are those before the fault.
    bool isWhole = false;
    std::size_t size = 0;  // of the object's text; only when it is whole

    /// Null: there is none of that name. Of several the first.
    const JsonMember* find(std::string_view name) const;
    /// A name that stands there twice; empty: none.
    std::string_view nameTwice() const;
};

/// `text` begins with the { of the object; what follows it is not looked at. Views into `text`.
JsonOutline outlineOf(std::string_view text);

/// The name of the first member, when all of it is in the text; else empty.
std::string_view firstNameOf(std::string_view object);

/// From the first element of an array on; empty when the text holds none.
std::string_view firstElementOf(std::string_view array);

/// typeNamed() of the small letters that Data Pipeline and its tools on EMR write: "s", "bOOL", "nS".
std::optional<ValueType> smallTypeNamed(std::string_view name);

/// Whether this is an attribute value of DynamoDB JSON, as far as its first member and the kind of that tell:
/// {"S": "…"}, {"L": […]}.
bool isTypedValue(std::string_view value);
/// Whether all members are such values, and there are some.
bool looksTyped(const JsonOutline& object);

}  // namespace partita
