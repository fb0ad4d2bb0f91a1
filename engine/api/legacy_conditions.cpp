#include "engine/api/legacy_conditions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/api/invalid_values.h"

namespace partita {
namespace {

/// Which values an operator takes.
enum class Operands { Any, Scalars, Elements, Prefixes };

struct OperatorRule {
    std::string_view name;
    std::size_t least;  // values
    std::size_t most;
    Operands operands;
};

// The service does not say how many values IN takes; the size of a request is the limit.
constexpr std::size_t kAnyNumber = static_cast<std::size_t>(-1);

// In the order of LegacyOperator.
constexpr std::array<OperatorRule, 13> kRules = {{
    {"EQ", 1, 1, Operands::Any},
    {"NE", 1, 1, Operands::Any},
    {"IN", 1, kAnyNumber, Operands::Scalars},
    {"LE", 1, 1, Operands::Scalars},
    {"LT", 1, 1, Operands::Scalars},
    {"GE", 1, 1, Operands::Scalars},
    {"GT", 1, 1, Operands::Scalars},
    {"BETWEEN", 2, 2, Operands::Scalars},
    {"NOT_NULL", 0, 0, Operands::Any},
    {"NULL", 0, 0, Operands::Any},
    {"CONTAINS", 1, 1, Operands::Elements},
    {"NOT_CONTAINS", 1, 1, Operands::Elements},
    {"BEGINS_WITH", 1, 1, Operands::Prefixes},
}};

const OperatorRule& ruleOf(LegacyOperator op) {
    return kRules[static_cast<std::size_t>(op)];
}

bool isTaken(Operands operands, ValueType type) {
    switch (operands) {
        case Operands::Any:
            return true;
        case Operands::Scalars:
            return type == ValueType::String || type == ValueType::Number || type == ValueType::Binary;
        case Operands::Elements:
            return type == ValueType::Bool || type == ValueType::Null || isTaken(Operands::Scalars, type);
        case Operands::Prefixes:
            return type == ValueType::String || type == ValueType::Binary;
    }
    return false;
}

/// Of two values of one type, S, N or B.
bool isGreater(const Value& a, const Value& b) {
    if (const Number* number = a.asNumber()) return *number > *b.asNumber();
    if (const std::string* text = a.asString()) return *text > *b.asString();
    return *a.asBinary() > *b.asBinary();
}

Path pathTo(std::string attribute) {
    return Path{std::move(attribute), {}};
}

Condition comparison(Comparator comparator, LegacyTest test) {
    return makeCondition(
        Comparison{comparator, pathTo(std::move(test.attribute)), Literal(std::move(test.values.front()))});
}

Condition exists(std::string attribute, bool exists) {
    return makeCondition(AttributeExists{pathTo(std::move(attribute)), exists});
}

Condition conditionOf(LegacyTest test) {
    switch (test.op) {
        case LegacyOperator::Equal:
            return comparison(Comparator::Equal, std::move(test));
        case LegacyOperator::NotEqual:
            return comparison(Comparator::NotEqual, std::move(test));
        case LegacyOperator::LessOrEqual:
            return comparison(Comparator::LessOrEqual, std::move(test));
        case LegacyOperator::Less:
            return comparison(Comparator::Less, std::move(test));
        case LegacyOperator::GreaterOrEqual:
            return comparison(Comparator::GreaterOrEqual, std::move(test));
        case LegacyOperator::Greater:
            return comparison(Comparator::Greater, std::move(test));
        case LegacyOperator::In: {
            In in{pathTo(std::move(test.attribute)), {}};
            for (Value& value : test.values)
                in.candidates.emplace_back(Literal(std::move(value)));
            return makeCondition(std::move(in));
        }
        case LegacyOperator::Between:
            return makeCondition(Between{pathTo(std::move(test.attribute)),
                                         Literal(std::move(test.values[0])),
                                         Literal(std::move(test.values[1]))});
        case LegacyOperator::NotNull:
            return exists(std::move(test.attribute), true);
        case LegacyOperator::Null:
            return exists(std::move(test.attribute), false);
        case LegacyOperator::Contains:
            return makeCondition(
                Contains{pathTo(std::move(test.attribute)), Literal(std::move(test.values.front()))});
        case LegacyOperator::NotContains: {
            // Recorded: an attribute that is not there neither contains nor "not contains".
            std::vector<Condition> both{exists(test.attribute, true)};
            both.push_back(makeNot(makeCondition(
                Contains{pathTo(std::move(test.attribute)), Literal(std::move(test.values.front()))})));
            return makeAnd(std::move(both));
        }
        case LegacyOperator::BeginsWith:
            break;
    }
    return makeCondition(
        BeginsWith{pathTo(std::move(test.attribute)), Literal(std::move(test.values.front()))});
}

}  // namespace

std::optional<LegacyOperator> legacyOperatorNamed(std::string_view name) {
    const auto found = std::find_if(kRules.begin(), kRules.end(),
                                    [&](const OperatorRule& rule) { return rule.name == name; });
    if (found == kRules.end()) return std::nullopt;
    return static_cast<LegacyOperator>(found - kRules.begin());
}

std::string_view legacyOperatorName(LegacyOperator op) {
    return ruleOf(op).name;
}

Result<void> checkLegacyTest(const LegacyTest& test) {
    const OperatorRule& rule = ruleOf(test.op);
    const std::string name(rule.name);
    if (test.values.size() < rule.least || test.values.size() > rule.most) {
        return invalidValues("Invalid number of argument(s) for the " + name + " ComparisonOperator");
    }
    for (const Value& value : test.values) {
        if (value.type() != test.values.front().type()) {
            return invalidValues("AttributeValues inside AttributeValueList must be of same type");
        }
    }
    for (const Value& value : test.values) {
        if (!isTaken(rule.operands, value.type())) {
            return invalidValues("ComparisonOperator " + name + " is not valid for " +
                                 std::string(typeName(value.type())) + " AttributeValue type");
        }
    }
    if (test.op == LegacyOperator::Between && isGreater(test.values[0], test.values[1])) {
        return Error::validation(
            "The BETWEEN condition was provided a range where the lower bound is greater than the upper "
            "bound");
    }
    return {};
}

Result<LegacyTest> legacyTestOf(LegacyExpectation expectation) {
    const std::string place = " for Attribute: " + expectation.attribute;
    if (expectation.values && expectation.value) {
        return invalidValues("Value and AttributeValueList cannot be used together" + place);
    }
    LegacyTest test{std::move(expectation.attribute), LegacyOperator::Equal, {}};
    if (expectation.op) {
        test.op = *expectation.op;
        if (expectation.exists)
            return invalidValues("Exists and ComparisonOperator cannot be used together" + place);
        if (ruleOf(test.op).least > 0 && !expectation.values && !expectation.value) {
            return invalidValues("Value or AttributeValueList must be used with ComparisonOperator: " +
                                 std::string(legacyOperatorName(test.op)) + place);
        }
        if (expectation.values) test.values = *std::move(expectation.values);
        if (expectation.value) test.values.push_back(*std::move(expectation.value));
        if (auto checked = checkLegacyTest(test); !checked) return checked.error();
        return test;
    }
    if (expectation.values) {
        return invalidValues("AttributeValueList can only be used with a ComparisonOperator" + place);
    }
    if (expectation.exists == false) {
        if (expectation.value) return invalidValues("Value cannot be used when Exists is false" + place);
        test.op = LegacyOperator::Null;
        return test;
    }
    if (!expectation.value) {
        return invalidValues("Value must be provided when Exists is " +
                             std::string(expectation.exists ? "true" : "null") + place);
    }
    test.values.push_back(*std::move(expectation.value));
    return test;
}

Result<void> checkLegacyJoin(std::size_t tests) {
    if (tests == 0) {
        return Error::validation("ConditionalOperator cannot be used without Filter or Expected");
    }
    if (tests == 1) {
        return Error::validation(
            "ConditionalOperator can only be used when Filter or Expected has two or more elements");
    }
    return {};
}

Condition legacyCondition(std::vector<LegacyTest> tests, LegacyJoin join) {
    std::vector<Condition> conditions;
    conditions.reserve(tests.size());
    for (LegacyTest& test : tests)
        conditions.push_back(conditionOf(std::move(test)));
    return join == LegacyJoin::And ? makeAnd(std::move(conditions)) : makeOr(std::move(conditions));
}

AttributeCondition legacyKeyCondition(LegacyTest test) {
    AttributeCondition condition{std::move(test.attribute), {}};
    switch (test.op) {
        case LegacyOperator::Equal:
            condition.condition.op = SortOperator::Equal;
            break;
        case LegacyOperator::LessOrEqual:
            condition.condition.op = SortOperator::LessOrEqual;
            break;
        case LegacyOperator::Less:
            condition.condition.op = SortOperator::Less;
            break;
        case LegacyOperator::GreaterOrEqual:
            condition.condition.op = SortOperator::GreaterOrEqual;
            break;
        case LegacyOperator::Greater:
            condition.condition.op = SortOperator::Greater;
            break;
        case LegacyOperator::Between:
            condition.condition.op = SortOperator::Between;
            break;
        case LegacyOperator::BeginsWith:
            condition.condition.op = SortOperator::BeginsWith;
            break;
        default:
            return condition;
    }
    condition.condition.values = std::move(test.values);
    return condition;
}

}  // namespace partita
