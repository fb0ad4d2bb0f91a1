#include "engine/api/legacy_parameters.h"

#include <set>
#include <utility>

#include "engine/api/invalid_values.h"

namespace partita {
namespace {

// One request cannot name more keys than an index has: four partition and four sort attributes.
constexpr std::size_t kMostKeyConditions = 8;
constexpr std::size_t kMostAttributesToGet = 255;

/// "QueryFilter" as messages name it: "queryFilter".
std::string placeOf(std::string_view member) {
    std::string place(member);
    if (!place.empty() && place[0] >= 'A' && place[0] <= 'Z') {
        place[0] = static_cast<char>(place[0] - 'A' + 'a');
    }
    return place;
}

/// The ComparisonOperator of a structure; notes what is no operator.
std::optional<LegacyOperator> readOperator(Members& members, const std::string& place,
                                           Violations& violations) {
    const auto name = members.string("ComparisonOperator");
    if (!name) return std::nullopt;
    const auto op = legacyOperatorNamed(*name);
    if (!op) {
        violations.oneOf(place + ".comparisonOperator", name,
                         {"IN", "NULL", "BETWEEN", "LT", "NOT_CONTAINS", "EQ", "GT", "NOT_NULL", "NE", "LE",
                          "BEGINS_WITH", "GE", "CONTAINS"});
    }
    return op;
}

/// The values, or what is wrong with the first wrong one.
Result<std::vector<Value>> valuesOf(const std::vector<GivenValue>& given) {
    std::vector<Value> values;
    values.reserve(given.size());
    for (const GivenValue& value : given) {
        if (value.fault) return *value.fault;
        values.push_back(value.value);
    }
    return values;
}

}  // namespace

std::optional<LegacyJoin> readConditionalOperator(Members& members, Violations& violations) {
    const auto name = members.string("ConditionalOperator");
    violations.oneOf("conditionalOperator", name, {"OR", "AND"});
    if (name == "OR") return LegacyJoin::Or;
    if (name == "AND") return LegacyJoin::And;
    return std::nullopt;
}

std::optional<LegacyConditions> LegacyConditions::read(Members& members, std::string_view name,
                                                       Violations& violations) {
    auto structures = members.structureMap(name, "Condition");
    if (!structures) return std::nullopt;
    LegacyConditions conditions;
    for (auto& [attribute, structure] : *structures) {
        const std::string place = placeOf(name) + "." + std::string(attribute) + ".member";
        Given given;
        given.attribute = attribute;
        given.op = readOperator(structure, place, violations);
        violations.notNull(place + ".comparisonOperator", structure.has("ComparisonOperator"));
        given.values = readValues(structure, "AttributeValueList").value_or(std::vector<GivenValue>());
        conditions.m_tests.push_back(std::move(given));
    }
    return conditions;
}

std::vector<std::string> LegacyConditions::attributes() const {
    std::vector<std::string> names;
    for (const Given& given : m_tests)
        names.push_back(given.attribute);
    return names;
}

Result<std::vector<LegacyTest>> LegacyConditions::tests() const {
    std::vector<LegacyTest> tests;
    for (const Given& given : m_tests) {
        auto values = valuesOf(given.values);
        if (!values) return values.error();
        LegacyTest test{given.attribute, given.op.value_or(LegacyOperator::Equal), *std::move(values)};
        if (auto checked = checkLegacyTest(test); !checked) return checked.error();
        tests.push_back(std::move(test));
    }
    return tests;
}

Result<std::optional<Condition>> LegacyConditions::filter(LegacyJoin join) const {
    auto checked = tests();
    if (!checked) return checked.error();
    if (checked->empty()) return std::optional<Condition>();
    return std::optional<Condition>(legacyCondition(*std::move(checked), join));
}

Result<std::vector<AttributeCondition>> LegacyConditions::keyConditions() const {
    auto checked = tests();
    if (!checked) return checked.error();
    if (checked->empty() || checked->size() > kMostKeyConditions) {
        return Error::validation("Conditions can be of length 1 or 2 only");
    }
    std::vector<AttributeCondition> conditions;
    for (LegacyTest& test : *checked) {
        conditions.push_back(legacyKeyCondition(std::move(test)));
    }
    return conditions;
}

std::optional<LegacyExpected> LegacyExpected::read(Members& members, Violations& violations) {
    auto structures = members.structureMap("Expected", "ExpectedAttributeValue");
    if (!structures) return std::nullopt;
    LegacyExpected expected;
    for (auto& [attribute, structure] : *structures) {
        Given given;
        given.expectation.attribute = attribute;
        given.expectation.op =
            readOperator(structure, "expected." + std::string(attribute) + ".member", violations);
        given.expectation.exists = structure.boolean("Exists");
        given.values = readValues(structure, "AttributeValueList");
        given.value = readValue(structure, "Value");
        expected.m_expectations.push_back(std::move(given));
    }
    return expected;
}

Result<std::optional<Condition>> LegacyExpected::condition(LegacyJoin join) const {
    std::vector<LegacyTest> tests;
    for (const Given& given : m_expectations) {
        LegacyExpectation expectation = given.expectation;
        if (given.values) {
            auto values = valuesOf(*given.values);
            if (!values) return values.error();
            expectation.values = *std::move(values);
        }
        if (given.value) {
            if (given.value->fault) return *given.value->fault;
            expectation.value = given.value->value;
        }
        auto test = legacyTestOf(std::move(expectation));
        if (!test) return test.error();
        tests.push_back(*std::move(test));
    }
    if (tests.empty()) return std::optional<Condition>();
    return std::optional<Condition>(legacyCondition(std::move(tests), join));
}

std::optional<LegacyUpdates> LegacyUpdates::read(Members& members, Violations& violations) {
    auto structures = members.structureMap("AttributeUpdates", "AttributeValueUpdate");
    if (!structures) return std::nullopt;
    LegacyUpdates updates;
    for (auto& [attribute, structure] : *structures) {
        Given given;
        given.attribute = attribute;
        given.value = readValue(structure, "Value");
        const auto action = structure.string("Action");
        violations.oneOf("attributeUpdates." + std::string(attribute) + ".member.action", action,
                         {"ADD", "DELETE", "PUT"});
        if (action == "ADD") given.action = Action::Add;
        if (action == "DELETE") given.action = Action::Delete;
        updates.m_updates.push_back(std::move(given));
    }
    return updates;
}

Result<UpdateAction> LegacyUpdates::actionOf(const Given& given) {
    UpdateAction action{Path{given.attribute, {}}, RemoveAction{}};
    if (!given.value) {
        if (given.action == Action::Delete) return action;
        return invalidValues("Only DELETE action is allowed when no attribute value is specified");
    }
    if (given.value->fault) return *given.value->fault;
    const Value& value = given.value->value;
    const ValueType type = value.type();
    const bool isSet =
        type == ValueType::StringSet || type == ValueType::NumberSet || type == ValueType::BinarySet;
    switch (given.action) {
        case Action::Put:
            action.change = SetAction{makeOperand(UpdateOperandNode{Literal(value)})};
            break;
        case Action::Add:
            if (!isSet && type != ValueType::Number && type != ValueType::List) {
                return invalidValues("ADD action is not supported for the type " +
                                     std::string(typeName(type)));
            }
            action.change = AddAction{Literal(value)};
            break;
        case Action::Delete:
            if (!isSet) {
                return invalidValues("DELETE action with value is not supported for the type " +
                                     std::string(typeName(type)));
            }
            action.change = DeleteAction{Literal(value)};
            break;
    }
    return action;
}

Result<std::optional<Update>> LegacyUpdates::update() const {
    std::vector<UpdateAction> actions;
    for (const Given& given : m_updates) {
        auto action = actionOf(given);
        if (!action) return action.error();
        actions.push_back(*std::move(action));
    }
    if (actions.empty()) return std::optional<Update>();
    return std::optional<Update>(Update(std::move(actions), UpdateWording::AttributeUpdates));
}

std::optional<AttributesToGet> AttributesToGet::read(Members& members, Violations& violations,
                                                     std::string_view prefix) {
    const auto names = members.strings("AttributesToGet");
    if (!names) return std::nullopt;
    AttributesToGet attributes;
    std::string shown = "[";
    for (const std::string_view name : *names) {
        if (shown.size() > 1) shown += ", ";
        shown += name;
        attributes.m_names.emplace_back(name);
    }
    violations.size(std::string(prefix) + "attributesToGet", names->size(), shown + "]", 1,
                    kMostAttributesToGet);
    return attributes;
}

Result<ItemProjection> AttributesToGet::projection() const {
    std::set<std::string_view> seen;
    std::vector<Path> paths;
    for (const std::string& name : m_names) {
        if (!seen.insert(name).second) return invalidValues("Duplicate value in attribute name: " + name);
        paths.push_back(Path{name, {}});
    }
    return ItemProjection(std::move(paths));
}

}  // namespace partita
