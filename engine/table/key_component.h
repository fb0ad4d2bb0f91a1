// One attribute's value inside key bytes: what key.cpp and sort_condition.cpp share. Private to this folder.
// The form is described in key.h. Free functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/value/value.h"

namespace partita {

/// Whether a key part of so many attributes has its components escaped and closed.
constexpr bool isComposite(std::size_t attributes) {
    return attributes > 1;
}

/// S or B in a composite part, not yet closed: the bytes of a prefix are a prefix of the bytes.
void appendEscaped(std::string_view bytes, std::string& out);
/// A whole S or B.
void appendTextComponent(std::string_view bytes, bool composite, std::string& out);
/// A whole S, N or B value.
void appendComponent(const Value& value, bool composite, std::string& out);
/// S or B without bytes, which no key may hold.
bool isEmptyKeyValue(const Value& value);
/// Takes one component from the front; false when it is damaged (or empty, which no key attribute is).
bool takeComponent(ValueType type, bool composite, std::string_view& bytes, Value& value);

}  // namespace partita
