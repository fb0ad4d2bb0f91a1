#include "engine/api/partiql/key_tests.h"

#include <algorithm>
#include <utility>

namespace partita::partiql {
namespace {

const Path* pathOf(const Operand& operand, std::string_view attribute) {
    const auto* path = std::get_if<Path>(&operand);
    return path && !path->isNested() && path->attribute == attribute ? path : nullptr;
}

const Value* literalOf(const Operand& operand) {
    const auto* literal = std::get_if<Literal>(&operand);
    return literal ? &literal->value() : nullptr;
}

std::optional<SortOperator> sortOperator(Comparator comparator, bool valueFirst) {
    switch (comparator) {
        case Comparator::Equal:
            return SortOperator::Equal;
        case Comparator::Less:
            return valueFirst ? SortOperator::Greater : SortOperator::Less;
        case Comparator::LessOrEqual:
            return valueFirst ? SortOperator::GreaterOrEqual : SortOperator::LessOrEqual;
        case Comparator::Greater:
            return valueFirst ? SortOperator::Less : SortOperator::Greater;
        case Comparator::GreaterOrEqual:
            return valueFirst ? SortOperator::LessOrEqual : SortOperator::GreaterOrEqual;
        case Comparator::NotEqual:
            break;
    }
    return std::nullopt;
}

/// Takes one equality for each key attribute out of the conjuncts, the first that there is.
std::optional<SingleItem> keyed(std::vector<Condition> parts, const KeySchema& keys, bool takesIn) {
    SingleItem item;
    for (const KeyAttribute& attribute : keys.all()) {
        const auto found = std::find_if(parts.begin(), parts.end(), [&](const Condition& part) {
            return equalTo(part, attribute.name, takesIn) != nullptr;
        });
        if (found == parts.end()) return std::nullopt;
        const Value value = *equalTo(*found, attribute.name, takesIn);
        parts.erase(found);
        std::erase_if(parts, [&](const Condition& part) {
            const Value* same = equalTo(part, attribute.name, takesIn);
            return same && *same == value;
        });
        item.key.set(attribute.name, value);
    }
    item.rest = std::move(parts);
    return item;
}

}  // namespace

std::vector<Condition> conjuncts(const std::optional<Condition>& condition) {
    if (!condition) return {};
    const auto* all = std::get_if<And>(&condition->node().data);
    if (!all) return {*condition};
    std::vector<Condition> parts;
    for (const Condition& part : all->conditions) {
        for (Condition& inner : conjuncts(part)) {
            parts.push_back(std::move(inner));
        }
    }
    return parts;
}

std::optional<Condition> allOf(std::vector<Condition> conditions) {
    if (conditions.empty()) return std::nullopt;
    return makeAnd(std::move(conditions));
}

const Value* equalTo(const Condition& condition, std::string_view attribute, bool takesIn) {
    if (const auto* comparison = std::get_if<Comparison>(&condition.node().data)) {
        if (comparison->comparator != Comparator::Equal) return nullptr;
        if (pathOf(comparison->left, attribute)) return literalOf(comparison->right);
        if (pathOf(comparison->right, attribute)) return literalOf(comparison->left);
    } else if (const auto* in = std::get_if<In>(&condition.node().data)) {
        const bool isOne = takesIn && in->candidates.size() == 1 && pathOf(in->operand, attribute);
        return isOne ? literalOf(in->candidates[0]) : nullptr;
    }
    return nullptr;
}

std::optional<SortCondition> rangeTest(const Condition& condition, std::string_view attribute) {
    if (const auto* comparison = std::get_if<Comparison>(&condition.node().data)) {
        const bool valueFirst = pathOf(comparison->right, attribute) != nullptr;
        if (!valueFirst && !pathOf(comparison->left, attribute)) return std::nullopt;
        const Value* value = literalOf(valueFirst ? comparison->left : comparison->right);
        const auto op = sortOperator(comparison->comparator, valueFirst);
        if (value && op) return SortCondition{*op, {*value}};
    } else if (const auto* between = std::get_if<Between>(&condition.node().data)) {
        const Value* lower = literalOf(between->lower);
        const Value* upper = literalOf(between->upper);
        if (pathOf(between->operand, attribute) && lower && upper) {
            return SortCondition{SortOperator::Between, {*lower, *upper}};
        }
    } else if (const auto* prefix = std::get_if<BeginsWith>(&condition.node().data)) {
        const Value* value = literalOf(prefix->prefix);
        if (pathOf(prefix->operand, attribute) && value) {
            return SortCondition{SortOperator::BeginsWith, {*value}};
        }
    }
    return std::nullopt;
}

bool mentions(const Condition& condition, const KeySchema& keys) {
    bool found = false;
    forEachPath(condition, [&](const Path& path) { found = found || keys.contains(path.attribute); });
    return found;
}

Result<void> checkKeyValue(const KeyAttribute& attribute, const Value& value) {
    const ValueType type = value.type();
    if (type == attribute.type) return {};
    if (type != ValueType::String && type != ValueType::Number && type != ValueType::Binary) {
        return Error::validation("Key value must be of type S, N, or B. Key name: " + attribute.name +
                                 ", Key type: " + std::string(typeName(type)));
    }
    return Error::validation("Key attribute's data type should match its data type in table's schema: Key " +
                             attribute.name);
}

Result<SingleItem> writtenItem(const std::optional<Condition>& where, const KeySchema& keys) {
    auto item = keyed(conjuncts(where), keys, false);
    if (!item) {
        return Error::validation("Where clause does not contain a mandatory equality on all key attributes");
    }
    for (const KeyAttribute& attribute : keys.all()) {
        for (const Condition& part : item->rest) {
            if (!equalTo(part, attribute.name)) continue;
            return Error::validation("Multiple conditions on same key " + attribute.name +
                                     ". Only single item Update/Insert/Delete are supported");
        }
        if (auto checked = checkKeyValue(attribute, *item->key.find(attribute.name)); !checked) {
            return checked.error();
        }
    }
    return *std::move(item);
}

std::optional<SingleItem> readItem(const std::optional<Condition>& where, const KeySchema& keys) {
    return keyed(conjuncts(where), keys, true);
}

}  // namespace partita::partiql
