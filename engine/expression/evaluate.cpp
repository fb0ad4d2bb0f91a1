// Conditions on stored items, in place: a value is compared in its stored form, which is equal for equal
// values and ordered as the values are for S, N and B (engine/value/README.md).
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "engine/expression/condition.h"
#include "engine/expression/overloaded.h"
#include "engine/value/varint.h"

namespace partita {
namespace {

/// An operand as it is found in an item: a stored value, or the result of size(). Refers into the item, into
/// the condition, or into itself.
class Seen final {
  public:
    Seen(const Operand& operand, const ItemView& item) {
        std::visit(overloaded{
                       [&](const Path& path) { m_value = find(item, path); },
                       [&](const Literal& literal) { m_value = literal.view(); },
                       [&](const SizeOf& size) { setSize(size, item); },
                   },
                   operand);
    }
    Seen(const Seen&) = delete;
    Seen& operator=(const Seen&) = delete;

    bool exists() const { return m_value || m_isSize; }
    ValueType type() const { return m_isSize ? ValueType::Number : m_value->type(); }
    std::string_view content() const { return m_isSize ? std::string_view(m_size) : m_value->content(); }
    const std::optional<ValueView>& value() const { return m_value; }

  private:
    void setSize(const SizeOf& size, const ItemView& item) {
        std::optional<ValueView> of;
        if (const auto* path = std::get_if<Path>(&size.of)) {
            of = find(item, *path);
        } else {
            of = std::get<Literal>(size.of).view();
        }
        std::uint64_t count = 0;
        if (!of || !countOf(*of, count)) return;
        Number::fromInteger(static_cast<std::int64_t>(count)).appendKeyBytes(m_size);
        m_isSize = true;
    }

    /// Bytes of S and B, elements of the others; false for N, BOOL, NULL.
    static bool countOf(const ValueView& value, std::uint64_t& count) {
        std::string_view content = value.content();
        switch (value.type()) {
            case ValueType::String:
            case ValueType::Binary:
                count = content.size();
                return true;
            case ValueType::List:
            case ValueType::Map:
            case ValueType::StringSet:
            case ValueType::NumberSet:
            case ValueType::BinarySet:
                return takeVarint(content, count);
            case ValueType::Number:
            case ValueType::Bool:
            case ValueType::Null:
                return false;
        }
        return false;
    }

    std::optional<ValueView> m_value;
    bool m_isSize = false;
    std::string m_size;  // number bytes
};

bool isOrdered(ValueType type) {
    return type == ValueType::String || type == ValueType::Number || type == ValueType::Binary;
}

bool equal(const Seen& a, const Seen& b) {
    return a.exists() && b.exists() && a.type() == b.type() && a.content() == b.content();
}

/// Less than 0, 0 or more; nothing for values that have no order.
std::optional<int> order(const Seen& a, const Seen& b) {
    if (!a.exists() || !b.exists() || a.type() != b.type() || !isOrdered(a.type())) return std::nullopt;
    return a.content().compare(b.content());
}

bool compare(Comparator comparator, const Seen& left, const Seen& right) {
    if (comparator == Comparator::Equal) return equal(left, right);
    if (comparator == Comparator::NotEqual) return !equal(left, right);
    const auto ordered = order(left, right);
    if (!ordered) return false;
    switch (comparator) {
        case Comparator::Less:
            return *ordered < 0;
        case Comparator::LessOrEqual:
            return *ordered <= 0;
        case Comparator::Greater:
            return *ordered > 0;
        default:
            return *ordered >= 0;
    }
}

bool setContains(std::string_view set, std::string_view element) {
    std::uint64_t count = 0;
    std::string_view next;
    if (!takeVarint(set, count)) return false;
    for (; count > 0 && takePrefixed(set, next) && next <= element; --count) {
        if (next == element) return true;
    }
    return false;
}

bool contains(const Seen& container, const Seen& element) {
    if (!container.exists() || !element.exists()) return false;
    const auto holds = [&](ValueType type) { return element.type() == type; };
    switch (container.type()) {
        case ValueType::String:
        case ValueType::Binary:
            return holds(container.type()) &&
                   container.content().find(element.content()) != std::string_view::npos;
        case ValueType::StringSet:
            return holds(ValueType::String) && setContains(container.content(), element.content());
        case ValueType::NumberSet:
            return holds(ValueType::Number) && setContains(container.content(), element.content());
        case ValueType::BinarySet:
            return holds(ValueType::Binary) && setContains(container.content(), element.content());
        case ValueType::List:
            return container.value()->anyElement([&](const ValueView& candidate) {
                return candidate.type() == element.type() && candidate.content() == element.content();
            });
        default:
            return false;
    }
}

bool beginsWith(const Seen& operand, const Seen& prefix) {
    if (!operand.exists() || !prefix.exists() || operand.type() != prefix.type()) return false;
    if (operand.type() != ValueType::String && operand.type() != ValueType::Binary) return false;
    return operand.content().substr(0, prefix.content().size()) == prefix.content();
}

}  // namespace

bool evaluate(const Condition& condition, const ItemView& item) {
    return std::visit(
        overloaded{
            [&](const Comparison& node) {
                return compare(node.comparator, Seen(node.left, item), Seen(node.right, item));
            },
            [&](const Between& node) {
                const Seen operand(node.operand, item);
                return compare(Comparator::GreaterOrEqual, operand, Seen(node.lower, item)) &&
                       compare(Comparator::LessOrEqual, operand, Seen(node.upper, item));
            },
            [&](const In& node) {
                const Seen operand(node.operand, item);
                return std::any_of(node.candidates.begin(), node.candidates.end(),
                                   [&](const Operand& c) { return equal(operand, Seen(c, item)); });
            },
            [&](const AttributeExists& node) { return find(item, node.path).has_value() == node.exists; },
            [&](const AttributeType& node) {
                const Seen operand(node.operand, item);
                return operand.exists() && operand.type() == node.type;
            },
            [&](const BeginsWith& node) {
                return beginsWith(Seen(node.operand, item), Seen(node.prefix, item));
            },
            [&](const Contains& node) {
                return contains(Seen(node.container, item), Seen(node.element, item));
            },
            [&](const And& node) {
                return std::all_of(node.conditions.begin(), node.conditions.end(),
                                   [&](const Condition& part) { return evaluate(part, item); });
            },
            [&](const Or& node) {
                return std::any_of(node.conditions.begin(), node.conditions.end(),
                                   [&](const Condition& part) { return evaluate(part, item); });
            },
            [&](const Not& node) { return !evaluate(node.condition, item); },
        },
        condition.node().data);
}

bool evaluate(const Condition& condition, const Item& item) {
    const std::string bytes = itemBytes(item);
    return evaluate(condition, ItemView(bytes));
}

}  // namespace partita
