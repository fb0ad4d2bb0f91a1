// The parameters that Query and Scan have in common, read and checked in the service's order: construct, then
// check(), then what is the operation's own, then options(). And the answer of a page. One for each request.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/api/capacity_json.h"
#include "engine/api/expression_parameters.h"
#include "engine/api/legacy_parameters.h"
#include "engine/api/operation.h"
#include "engine/request.h"

namespace partita {

class PageParameters final {
  public:
    enum class Of { Query, Scan };
    PageParameters(const JsonRequest& request, Of of);

    Members& members() { return m_members; }
    Violations& violations() { return m_violations; }
    ExpressionParameters& expressions() { return m_expressions; }
    const std::string& table() const { return m_table; }
    const std::optional<std::string>& index() const { return m_index; }

    /// The form, the model's constraints, and what goes together. `older`: one more older parameter of the
    /// operation, and whether it is given.
    Result<void> check(std::pair<std::string_view, bool> older = {}) const;
    /// The older filter, AttributesToGet, ExclusiveStartKey, Select: fails on what is wrong with them.
    Result<void> checkValues();
    /// After ExpressionParameters::prepare(), and after the operation's own expressions.
    Result<ReadOptions> options();

    Result<std::string> answer(CallContext& context, Result<PageResponse> page) const;

  private:
    Result<void> checkSelect() const;
    std::string_view filterName() const { return m_of == Of::Query ? "QueryFilter" : "ScanFilter"; }

    Of m_of;
    Members m_members;
    Violations m_violations;
    std::optional<std::string_view> m_select;
    ReturnCapacity m_capacity = ReturnCapacity::None;
    std::string m_table;
    std::optional<std::string> m_index;
    std::optional<std::int64_t> m_limit;
    bool m_consistent = false;
    std::optional<GivenAttributes> m_startKey;
    std::optional<LegacyConditions> m_olderFilter;
    std::optional<LegacyJoin> m_join;
    std::optional<AttributesToGet> m_attributesToGet;
    ExpressionParameters m_expressions;
    std::optional<Condition> m_filter;           // of the older filter
    std::optional<ItemProjection> m_projection;  // of AttributesToGet
};

}  // namespace partita
