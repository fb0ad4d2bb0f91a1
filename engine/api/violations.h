// What of a request breaks the constraints of the service's model: all of it is said in one error,
// "2 validation errors detected: Value … at 'tableName' failed to satisfy constraint: …; Value …".
// One for each request, one thread. Members that are not given break nothing but notNull().
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace partita {

class Violations final {
  public:
    /// "Value 'shown' at 'place' failed to satisfy constraint: constraint". No `shown`: "Value null at …".
    void add(std::optional<std::string_view> shown, std::string_view place, std::string_view constraint);

    /// "Member must not be null".
    void notNull(std::string_view place, bool given);
    /// "Member must satisfy enum value set: [A, B]", in the order given.
    void oneOf(std::string_view place, std::optional<std::string_view> value,
               std::initializer_list<std::string_view> allowed);
    /// "Member must have length greater than or equal to …".
    void length(std::string_view place, std::optional<std::string_view> value, std::size_t least,
                std::size_t most);
    /// The same of a list or a map; `shown` as add() takes it.
    void size(std::string_view place, std::size_t count, std::string_view shown, std::size_t least,
              std::size_t most);
    /// "Member must have value greater than or equal to …".
    void range(std::string_view place, std::optional<std::int64_t> value, std::int64_t least,
               std::int64_t most = INT64_MAX);
    /// "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+", and the lengths.
    void name(std::string_view place, std::optional<std::string_view> value, std::size_t least,
              std::size_t most);

    /// Adds the usual constraints of a member that names a table: given, 1 … 255 long, of name characters. An
    /// ARN of a table passes. A name of 1 or 2 characters breaks none of them, but is an error when nothing
    /// else is.
    void tableName(std::string_view place, std::optional<std::string_view> value);

    bool empty() const { return m_texts.empty(); }
    /// Nothing when all holds.
    std::optional<Error> error() const;

  private:
    std::vector<std::string> m_texts;  // the first ten; more are not said
    bool m_hasShortTableName = false;
};

}  // namespace partita
