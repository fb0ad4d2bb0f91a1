// Expressions on whole items, worked out as simply as can be: what the engine does in place on stored bytes
// is compared with this. Shares nothing with the engine but the parsed trees, values and number arithmetic.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/expression/item_projection.h"
#include "engine/expression/update.h"
#include "engine/value/number_arithmetic.h"

namespace partita::test {

/// A copy of the value at the path.
inline std::optional<Value> valueAt(const Item& item, const Path& path) {
    const Value* value = item.find(path.attribute);
    for (const PathStep& step : path.steps) {
        if (!value) break;
        if (const auto* name = std::get_if<std::string>(&step)) {
            value = value->asMap() ? value->asMap()->find(*name) : nullptr;
        } else {
            const auto index = std::get<std::uint32_t>(step);
            const List* list = value->asList();
            value = list && index < list->size() ? &(*list)[index] : nullptr;
        }
    }
    return value ? std::optional<Value>(*value) : std::nullopt;
}

class ReferenceCondition final {
  public:
    explicit ReferenceCondition(const Item& item) : m_item(item) {}

    bool holds(const Condition& condition) const {
        return std::visit([this](const auto& node) { return holds(node); }, condition.node().data);
    }

  private:
    std::optional<Value> valueOf(const Operand& operand) const {
        if (const auto* literal = std::get_if<Literal>(&operand)) return literal->value();
        if (const auto* path = std::get_if<Path>(&operand)) return valueAt(m_item, *path);
        const auto& of = std::get_if<SizeOf>(&operand)->of;
        const auto* path = std::get_if<Path>(&of);
        const auto value = path ? valueAt(m_item, *path) : std::get_if<Literal>(&of)->value();
        if (!value) return std::nullopt;
        std::optional<std::size_t> size;
        if (value->asString()) size = value->asString()->size();
        if (value->asBinary()) size = value->asBinary()->size();
        if (value->asList()) size = value->asList()->size();
        if (value->asMap()) size = value->asMap()->size();
        if (const auto* set = std::get_if<StringSet>(&value->data())) size = set->elements.size();
        if (const auto* set = std::get_if<NumberSet>(&value->data())) size = set->elements.size();
        if (const auto* set = std::get_if<BinarySet>(&value->data())) size = set->elements.size();
        return size ? std::optional<Value>(Value::number(std::int64_t(*size))) : std::nullopt;
    }

    /// Nothing when the two have no order.
    static std::optional<int> order(const std::optional<Value>& a, const std::optional<Value>& b) {
        if (!a || !b || a->type() != b->type()) return std::nullopt;
        if (a->asNumber())
            return *a->asNumber() < *b->asNumber() ? -1 : *b->asNumber() < *a->asNumber() ? 1 : 0;
        if (a->asString()) return a->asString()->compare(*b->asString());
        if (a->asBinary()) return a->asBinary()->compare(*b->asBinary());
        return std::nullopt;
    }

    static bool test(Comparator comparator, const std::optional<Value>& a, const std::optional<Value>& b) {
        const bool equal = a && b && *a == *b;
        const auto way = order(a, b);
        switch (comparator) {
            case Comparator::Equal:
                return equal;
            case Comparator::NotEqual:
                return !equal;
            case Comparator::Less:
                return way && *way < 0;
            case Comparator::LessOrEqual:
                return way && *way <= 0;
            case Comparator::Greater:
                return way && *way > 0;
            case Comparator::GreaterOrEqual:
                return way && *way >= 0;
        }
        return false;
    }

    bool holds(const Comparison& node) const {
        return test(node.comparator, valueOf(node.left), valueOf(node.right));
    }
    bool holds(const Between& node) const {
        const auto value = valueOf(node.operand);
        return test(Comparator::GreaterOrEqual, value, valueOf(node.lower)) &&
               test(Comparator::LessOrEqual, value, valueOf(node.upper));
    }
    bool holds(const In& node) const {
        return std::ranges::any_of(node.candidates, [&](const Operand& candidate) {
            return test(Comparator::Equal, valueOf(node.operand), valueOf(candidate));
        });
    }
    bool holds(const AttributeExists& node) const {
        return valueAt(m_item, node.path).has_value() == node.exists;
    }
    bool holds(const AttributeType& node) const {
        const auto value = valueOf(node.operand);
        return value && value->type() == node.type;
    }
    bool holds(const BeginsWith& node) const {
        const auto value = valueOf(node.operand), prefix = valueOf(node.prefix);
        if (!value || !prefix || value->type() != prefix->type()) return false;
        const std::string* text = value->asString() ? value->asString() : value->asBinary();
        const std::string* begin = prefix->asString() ? prefix->asString() : prefix->asBinary();
        return text && begin && text->starts_with(*begin);
    }
    bool holds(const Contains& node) const {
        const auto container = valueOf(node.container), element = valueOf(node.element);
        if (!container || !element) return false;
        if (const List* list = container->asList()) return std::ranges::count(*list, *element) > 0;
        if (container->asString() && element->asString())
            return container->asString()->find(*element->asString()) != std::string::npos;
        if (container->asBinary() && element->asBinary())
            return container->asBinary()->find(*element->asBinary()) != std::string::npos;
        if (const auto* set = std::get_if<StringSet>(&container->data()))
            return element->asString() && std::ranges::count(set->elements, *element->asString()) > 0;
        if (const auto* set = std::get_if<NumberSet>(&container->data()))
            return element->asNumber() && std::ranges::count(set->elements, *element->asNumber()) > 0;
        if (const auto* set = std::get_if<BinarySet>(&container->data()))
            return element->asBinary() && std::ranges::count(set->elements, *element->asBinary()) > 0;
        return false;
    }
    bool holds(const And& node) const {
        return std::ranges::all_of(node.conditions, [this](const Condition& one) { return holds(one); });
    }
    bool holds(const Or& node) const {
        return std::ranges::any_of(node.conditions, [this](const Condition& one) { return holds(one); });
    }
    bool holds(const Not& node) const { return !holds(node.condition); }

    const Item& m_item;
};

/// The top-level attributes and the entries of top-level maps that the paths name: as much as the random
/// requests ask.
inline Item referenceProjection(const std::vector<Path>& paths, const Item& item) {
    Item kept;
    for (const Path& path : paths) {
        const auto value = valueAt(item, path);
        if (!value) continue;
        if (path.steps.empty()) {
            kept.set(path.attribute, *value);
            continue;
        }
        const Value* there = kept.find(path.attribute);
        AttributeMap map = there ? *there->asMap() : AttributeMap();
        map.set(std::get<std::string>(path.steps.front()), *value);
        kept.set(path.attribute, Value::map(std::move(map)));
    }
    return kept;
}

/// The item after an update whose paths are attributes or entries of top-level maps; nothing when the service
/// would refuse it.
class ReferenceUpdate final {
  public:
    ReferenceUpdate(const Item& before, bool isThere)
        : m_before(before), m_isThere(isThere), m_after(before) {}

    std::optional<Item> apply(const Update& update) {
        // Everything is worked out on the item as it was, so the order of the actions makes no difference.
        for (const UpdateAction& action : update.actions())
            if (!std::visit([&](const auto& change) { return apply(action.path, change); }, action.change))
                return std::nullopt;
        return m_after;
    }

  private:
    bool put(const Path& path, std::optional<Value> value) {
        if (path.steps.empty()) {
            m_after.remove(path.attribute);
            if (value) m_after.set(path.attribute, *value);
            return true;
        }
        Value* holder = m_after.find(path.attribute);
        if (!holder || !holder->asMap()) return false;
        const auto& name = std::get<std::string>(path.steps.front());
        holder->asMap()->remove(name);
        if (value) holder->asMap()->set(name, *value);
        return true;
    }

    bool apply(const Path& path, const SetAction& set) {
        auto value = valueOf(set.value);
        return value && put(path, std::move(value));
    }
    bool apply(const Path& path, const RemoveAction&) { return !m_isThere || put(path, std::nullopt); }
    bool apply(const Path& path, const AddAction& add) {
        const auto old = valueAt(m_before, path);
        const Value& more = add.value.value();
        if (!old) return put(path, more);
        if (old->type() != more.type()) return false;
        if (old->asNumber())
            return put(path, Value::number(*partita::add(*old->asNumber(), *more.asNumber())));
        std::vector<std::string> all = std::get<StringSet>(old->data()).elements;
        for (const std::string& one : std::get<StringSet>(more.data()).elements)
            if (std::ranges::count(all, one) == 0) all.push_back(one);
        return put(path, *Value::stringSet(all));
    }
    bool apply(const Path& path, const DeleteAction& removal) {
        const auto old = valueAt(m_before, path);
        if (!old) return put(path, std::nullopt);
        if (old->type() != removal.value.type()) return false;
        std::vector<std::string> left = std::get<StringSet>(old->data()).elements;
        for (const std::string& one : std::get<StringSet>(removal.value.value().data()).elements)
            std::erase(left, one);
        return put(path, left.empty() ? std::nullopt : std::optional<Value>(*Value::stringSet(left)));
    }

    std::optional<Value> valueOf(const UpdateOperand& operand) const {
        const auto& data = operand->data;
        if (const auto* path = std::get_if<Path>(&data)) return valueAt(m_before, *path);
        if (const auto* literal = std::get_if<Literal>(&data)) return literal->value();
        if (const auto* node = std::get_if<IfNotExists>(&data)) {
            auto value = valueAt(m_before, node->path);
            return value ? value : valueOf(node->otherwise);
        }
        if (const auto* node = std::get_if<ListAppend>(&data)) {
            const auto first = valueOf(node->first), second = valueOf(node->second);
            if (!first || !second || !first->asList() || !second->asList()) return std::nullopt;
            List joined = *first->asList();
            joined.insert(joined.end(), second->asList()->begin(), second->asList()->end());
            return Value::list(std::move(joined));
        }
        const auto& sum = std::get<Sum>(data);
        const auto left = valueOf(sum.left), right = valueOf(sum.right);
        if (!left || !right || !left->asNumber() || !right->asNumber()) return std::nullopt;
        return Value::number(sum.minus ? *subtract(*left->asNumber(), *right->asNumber())
                                       : *partita::add(*left->asNumber(), *right->asNumber()));
    }

    const Item& m_before;
    bool m_isThere;
    Item m_after;
};

}  // namespace partita::test
