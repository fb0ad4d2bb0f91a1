#include "engine/expression/key_condition.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "engine/expression/overloaded.h"

namespace partita {
namespace {

Error invalidOperator(std::string_view name) {
    return Error::validation("Invalid operator used in KeyConditionExpression: " + std::string(name));
}

Error notSupported() {
    return Error::validation("Query key condition not supported");
}

SortOperator sortOperator(Comparator comparator) {
    switch (comparator) {
        case Comparator::Less:
            return SortOperator::Less;
        case Comparator::LessOrEqual:
            return SortOperator::LessOrEqual;
        case Comparator::Greater:
            return SortOperator::Greater;
        case Comparator::GreaterOrEqual:
            return SortOperator::GreaterOrEqual;
        case Comparator::Equal:
        case Comparator::NotEqual:
            break;
    }
    return SortOperator::Equal;
}

/// The operator with its sides changed: ':a < b' asks the same as 'b > :a'.
Comparator flipped(Comparator comparator) {
    switch (comparator) {
        case Comparator::Less:
            return Comparator::Greater;
        case Comparator::LessOrEqual:
            return Comparator::GreaterOrEqual;
        case Comparator::Greater:
            return Comparator::Less;
        case Comparator::GreaterOrEqual:
            return Comparator::LessOrEqual;
        case Comparator::Equal:
        case Comparator::NotEqual:
            break;
    }
    return comparator;
}

class KeyTests final {
  public:
    Result<void> add(const Condition& condition) {
        return std::visit(
            overloaded{
                [&](const Comparison& node) { return addComparison(node); },
                [&](const Between& node) {
                    return addFirst("BETWEEN", SortOperator::Between,
                                    {&node.operand, &node.lower, &node.upper});
                },
                [&](const BeginsWith& node) {
                    return addFirst("begins_with", SortOperator::BeginsWith, {&node.operand, &node.prefix});
                },
                [&](const And& node) {
                    for (const Condition& part : node.conditions) {
                        if (auto added = add(part); !added) return added;
                    }
                    return Result<void>();
                },
                [](const In&) { return Result<void>(invalidOperator("IN")); },
                [](const Or&) { return Result<void>(invalidOperator("OR")); },
                [](const Not&) { return Result<void>(invalidOperator("NOT")); },
                [](const AttributeExists& node) {
                    return Result<void>(
                        invalidOperator(node.exists ? "attribute_exists" : "attribute_not_exists"));
                },
                [](const AttributeType&) { return Result<void>(invalidOperator("attribute_type")); },
                [](const Contains&) { return Result<void>(invalidOperator("contains")); },
            },
            condition.node().data);
    }

    std::vector<AttributeCondition> take() { return std::move(m_tests); }

  private:
    Result<void> addComparison(const Comparison& node) {
        if (node.comparator == Comparator::NotEqual) return invalidOperator("<>");
        const bool valueFirst = std::holds_alternative<Literal>(node.left);
        return addTest(sortOperator(valueFirst ? flipped(node.comparator) : node.comparator),
                       {&node.left, &node.right});
    }

    /// Of an operator that takes the key attribute as its first operand only.
    Result<void> addFirst(std::string_view name, SortOperator op,
                          std::initializer_list<const Operand*> operands) {
        if (!std::holds_alternative<Path>(**operands.begin())) {
            return Error::validation("Invalid condition in KeyConditionExpression: " + std::string(name) +
                                     " operator must have the key attribute as its first operand");
        }
        return addTest(op, operands);
    }

    Result<void> addTest(SortOperator op, std::initializer_list<const Operand*> operands) {
        AttributeCondition test;
        test.condition.op = op;
        const Path* key = nullptr;
        for (const Operand* operand : operands) {
            if (const auto* literal = std::get_if<Literal>(operand)) {
                test.condition.values.push_back(literal->value());
                continue;
            }
            const auto* path = std::get_if<Path>(operand);
            if (!path) {
                return Error::validation("KeyConditionExpressions cannot contain nested operations");
            }
            if (key) {
                return Error::validation(
                    "Invalid KeyConditionExpression: Invalid condition in KeyConditionExpression: Multiple "
                    "attribute names used in one condition");
            }
            if (path->isNested()) {
                return Error::validation(
                    "KeyConditionExpressions cannot have conditions on nested attributes");
            }
            key = path;
        }
        if (!key) {
            return Error::validation(
                "Invalid condition in KeyConditionExpression: No key attribute specified");
        }
        test.attribute = key->attribute;
        if (std::any_of(m_tests.begin(), m_tests.end(),
                        [&](const AttributeCondition& other) { return other.attribute == test.attribute; })) {
            return Error::validation("KeyConditionExpressions must only contain one condition per key");
        }
        m_tests.push_back(std::move(test));
        return {};
    }

    std::vector<AttributeCondition> m_tests;
};

const SortCondition* testOf(const std::vector<AttributeCondition>& tests, const KeyAttribute& attribute) {
    const auto found = std::find_if(tests.begin(), tests.end(), [&](const AttributeCondition& test) {
        return test.attribute == attribute.name;
    });
    return found == tests.end() ? nullptr : &found->condition;
}

Error missed(const KeyAttribute& attribute) {
    return Error::validation("Query condition missed key schema element: " + attribute.name);
}

/// A test without a value is one of the older parameters' that no key can be asked by (NULL, CONTAINS, …).
Result<void> checkValues(const SortCondition& condition, const KeyAttribute& attribute) {
    if (condition.values.empty()) {
        return Error::validation("Attempted conditional constraint is not an indexable operation");
    }
    for (const Value& value : condition.values) {
        if (value.type() != attribute.type) {
            return Error::validation(
                "One or more parameter values were invalid: Condition parameter type does not match schema "
                "type",
                attribute.name);
        }
    }
    return {};
}

}  // namespace

Result<std::vector<AttributeCondition>> keyTests(const Condition& condition) {
    KeyTests tests;
    if (auto added = tests.add(condition); !added) return added.error();
    return tests.take();
}

Result<KeyConditionParts> matchKeys(const std::vector<AttributeCondition>& tests, const KeySchema& keys) {
    const std::size_t attributes = keys.partition.size() + keys.sort.size();
    if (tests.size() > 2 && attributes <= 2) {
        return Error::validation("Conditions can be of length 1 or 2 only");
    }
    if (tests.size() > attributes) return notSupported();
    KeyConditionParts parts;
    for (const KeyAttribute& attribute : keys.partition) {
        const SortCondition* condition = testOf(tests, attribute);
        if (!condition) return missed(attribute);
        if (auto checked = checkValues(*condition, attribute); !checked) return checked.error();
        if (condition->op != SortOperator::Equal) return notSupported();
        parts.partition.push_back(condition->values[0]);
    }
    for (const KeyAttribute& attribute : keys.sort) {
        if (parts.partition.size() + parts.sort.size() == tests.size()) break;
        const SortCondition* condition = testOf(tests, attribute);
        if (!condition) return missed(attribute);
        if (auto checked = checkValues(*condition, attribute); !checked) return checked.error();
        if (!parts.sort.empty() && parts.sort.back().op != SortOperator::Equal) return notSupported();
        parts.sort.push_back(*condition);
    }
    return parts;
}

Result<KeyConditionParts> keyCondition(const Condition& condition, const KeySchema& keys) {
    const auto tests = keyTests(condition);
    if (!tests) return tests.error();
    return matchKeys(*tests, keys);
}

}  // namespace partita
