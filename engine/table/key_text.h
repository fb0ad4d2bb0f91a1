// Key values as people read and type them. Free functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/value/value.h"

namespace partita {

/// A key value as people read it: S as it is, N its text, B base64. Another type, which no key has: its name.
std::string displayText(const Value& value);
/// Several joined with " · ".
std::string displayText(const std::vector<Value>& values);
/// The value that a person typed for a key attribute of that type: the reverse of displayText().
/// Fails (ValidationException) on text that is no number, no base64 or not UTF-8.
Result<Value> keyValueFromText(ValueType type, std::string_view text);

}  // namespace partita
