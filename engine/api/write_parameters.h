// The parameters that PutItem, UpdateItem, DeleteItem and the actions of a transaction have in common, read
// and checked in the service's order: construct, then constraints(), then together(), then options().
// One for each write; one thread.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/capacity_json.h"
#include "engine/api/expression_parameters.h"
#include "engine/api/legacy_parameters.h"
#include "engine/request.h"

namespace partita {

class WriteParameters final {
  public:
    /// `attributesName`: "Item" or "Key". `place`: of its members in messages, "transactItems.1.member.put."
    /// or nothing. What breaks the model's constraints is noted.
    WriteParameters(Members members, std::string_view attributesName,
                    std::initializer_list<ExpressionKind> kinds, Violations& violations,
                    std::string_view place = {});

    const std::string& table() const { return m_table; }
    const Item& attributes() const { return m_attributes->attributes; }
    Item takeAttributes() { return std::move(m_attributes->attributes); }
    ExpressionParameters& expressions() { return m_expressions; }

    /// The older parameters, of single writes only. Call it right after construction.
    void readOlder(Violations& violations);
    bool hasExpected() const { return m_expected.has_value(); }
    bool hasJoin() const { return m_join.has_value(); }

    /// Fails (ValidationException) on a wrong value in the item or the key.
    Result<void> checkAttributes() const;
    /// After ExpressionParameters::prepare(). The condition, of either kind; placeholders are not asked for
    /// their use yet.
    Result<WriteOptions> options();

  private:
    Members m_members;
    std::string m_table;
    std::optional<GivenAttributes> m_attributes;
    ExpressionParameters m_expressions;
    std::optional<LegacyExpected> m_expected;
    std::optional<LegacyJoin> m_join;
    bool m_returnItemOnFailure = false;
};

}  // namespace partita
