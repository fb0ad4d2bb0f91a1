#include "engine/api/write_parameters.h"

#include "engine/api/operation.h"

namespace partita {

WriteParameters::WriteParameters(Members members, std::string_view attributesName,
                                 std::initializer_list<ExpressionKind> kinds, Violations& violations,
                                 std::string_view place)
    : m_members(members), m_expressions(m_members, kinds) {
    const auto at = [&](std::string_view name) { return std::string(place).append(name); };
    const auto table = m_members.string("TableName");
    violations.tableName(at("tableName"), table);
    if (table) m_table = tableNameOf(*table);
    m_attributes = readAttributes(m_members, attributesName);
    violations.notNull(at(attributesName == "Item" ? "item" : "key"), m_members.has(attributesName));
    const auto onFailure = m_members.string("ReturnValuesOnConditionCheckFailure");
    violations.oneOf(at("returnValuesOnConditionCheckFailure"), onFailure, {"ALL_OLD", "NONE"});
    m_returnItemOnFailure = onFailure == "ALL_OLD";
}

void WriteParameters::readOlder(Violations& violations) {
    m_join = readConditionalOperator(m_members, violations);
    m_expected = LegacyExpected::read(m_members, violations);
}

Result<void> WriteParameters::checkAttributes() const {
    if (m_attributes->fault) return *m_attributes->fault;
    return {};
}

Result<WriteOptions> WriteParameters::options() {
    WriteOptions options;
    options.returnItemOnFailure = m_returnItemOnFailure;
    auto condition = m_expressions.condition(ExpressionKind::Condition);
    if (!condition) return condition.error();
    options.condition = *std::move(condition);
    if (m_join) {
        if (auto checked = checkLegacyJoin(m_expected ? m_expected->size() : 0); !checked) {
            return checked.error();
        }
    }
    if (m_expected) {
        auto expected = m_expected->condition(m_join.value_or(LegacyJoin::And));
        if (!expected) return expected.error();
        options.condition = *std::move(expected);
    }
    return options;
}

}  // namespace partita
