// The older parameters, as a request gives them: KeyConditions, QueryFilter, ScanFilter, Expected,
// ConditionalOperator, AttributeUpdates, AttributesToGet. In two steps, as every request is read: read()
// takes the JSON and notes what breaks the model's constraints; the other functions say what the values mean,
// or what is wrong with them, at their turn. Values; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/json_request.h"
#include "engine/api/json_value.h"
#include "engine/api/legacy_conditions.h"
#include "engine/api/violations.h"
#include "engine/expression/item_projection.h"
#include "engine/expression/update.h"

namespace partita {

/// Nothing when there is none or when it is neither AND nor OR, which is then noted.
std::optional<LegacyJoin> readConditionalOperator(Members& members, Violations& violations);

/// KeyConditions, QueryFilter, ScanFilter.
class LegacyConditions final {
  public:
    /// Nothing when the member is not given. `name`: "QueryFilter".
    static std::optional<LegacyConditions> read(Members& members, std::string_view name,
                                                Violations& violations);
    std::size_t size() const { return m_tests.size(); }
    /// The attributes named, in the order of the request.
    std::vector<std::string> attributes() const;

    /// Of a filter. No tests: no condition. Fails (ValidationException) on the first wrong test.
    Result<std::optional<Condition>> filter(LegacyJoin join) const;
    /// Of KeyConditions. Fails (ValidationException) on the first wrong test, and on too few or too many.
    Result<std::vector<AttributeCondition>> keyConditions() const;

  private:
    struct Given {
        std::string attribute;
        std::optional<LegacyOperator> op;  // nothing: noted as a violation
        std::vector<GivenValue> values;
    };
    Result<std::vector<LegacyTest>> tests() const;
    std::vector<Given> m_tests;
};

class LegacyExpected final {
  public:
    /// Nothing when the member is not given.
    static std::optional<LegacyExpected> read(Members& members, Violations& violations);
    std::size_t size() const { return m_expectations.size(); }
    /// No expectations: no condition. Fails (ValidationException) on the first wrong one.
    Result<std::optional<Condition>> condition(LegacyJoin join) const;

  private:
    struct Given {
        LegacyExpectation expectation;  // without its values
        std::optional<std::vector<GivenValue>> values;
        std::optional<GivenValue> value;
    };
    std::vector<Given> m_expectations;
};

class LegacyUpdates final {
  public:
    /// Nothing when the member is not given.
    static std::optional<LegacyUpdates> read(Members& members, Violations& violations);
    /// No updates: nothing. Fails (ValidationException) on the first wrong one.
    Result<std::optional<Update>> update() const;

  private:
    enum class Action { Put, Add, Delete };
    struct Given {
        std::string attribute;
        Action action = Action::Put;
        std::optional<GivenValue> value;
    };
    static Result<UpdateAction> actionOf(const Given& given);
    std::vector<Given> m_updates;
};

class AttributesToGet final {
  public:
    /// Nothing when the member is not given. `prefix`: of the place in messages,
    /// "requestItems.Table.member.".
    static std::optional<AttributesToGet> read(Members& members, Violations& violations,
                                               std::string_view prefix = {});
    /// Fails (ValidationException) on a name that stands twice.
    Result<ItemProjection> projection() const;

  private:
    std::vector<std::string> m_names;
};

}  // namespace partita
