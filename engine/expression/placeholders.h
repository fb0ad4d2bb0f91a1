// The #names and :values that a request gives beside its expressions, and which of them were used.
// Source: developer guide, "Expression attribute names" and "Expression attribute values".
// Plain values; not thread-safe to change.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "engine/result.h"
#include "engine/value/value.h"

namespace partita {

/// Keys are written as in the request, with their '#' or ':'.
struct Placeholders {
    std::map<std::string, std::string, std::less<>> names;
    std::map<std::string, Value, std::less<>> values;
};

/// Fails (ValidationException, the service's words) on a placeholder that is not '#' or ':' and letters,
/// digits or '_', is over 255 bytes long, or stands for an attribute name that no item may have; and when all
/// of them together exceed 2 MB.
Result<void> checkPlaceholders(const Placeholders& placeholders);

/// Gathers what the expressions of one request use. One for each request.
class UsedPlaceholders final {
  public:
    void useName(std::string_view name) { m_names.emplace(name); }
    void useValue(std::string_view name) { m_values.emplace(name); }
    /// Ask when all expressions of the request are parsed. Fails (ValidationException) with the names, or
    /// else the values, that no expression used.
    Result<void> checkAllUsed(const Placeholders& placeholders) const;

  private:
    std::set<std::string, std::less<>> m_names;
    std::set<std::string, std::less<>> m_values;
};

/// Which parameter of a request a text is; errors name it.
enum class ExpressionKind {
    Condition,
    Filter,
    KeyCondition,
    Update,
    Projection,
};
/// "ConditionExpression", "FilterExpression", …
std::string_view parameterName(ExpressionKind kind);

}  // namespace partita
