// A condition on an item, parsed and bound: names and values are in place and checked. Start at `Condition`.
//
// ConditionExpression, FilterExpression and KeyConditionExpression give such trees (parse_condition.h); the
// older parameters (Expected, QueryFilter …) and PartiQL build them with the functions below. Immutable;
// cheap to copy; any thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/expression/path.h"
#include "engine/result.h"
#include "engine/value/item_bytes.h"

namespace partita {

/// A value that an expression compares with, kept also in its stored form, so that items are tested in place.
class Literal final {
  public:
    Literal(Value value);  // NOLINT: implicit on purpose
    const Value& value() const { return m_content->value; }
    ValueType type() const { return value().type(); }
    /// Lives as long as any copy of this literal.
    const ValueView& view() const { return *m_content->view; }
    friend bool operator==(const Literal& a, const Literal& b) { return a.value() == b.value(); }

  private:
    struct Content {
        Value value;
        std::string bytes;
        std::optional<ValueView> view;  // into the bytes
    };
    std::shared_ptr<const Content> m_content;
};

/// size(path) or size(:value): a number, or nothing for N, BOOL, NULL and what is not there.
struct SizeOf {
    std::variant<Path, Literal> of;
};
using Operand = std::variant<Path, Literal, SizeOf>;

enum class Comparator { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };
/// "=", "<>", "<", …
std::string_view comparatorText(Comparator comparator);

struct ConditionNode;

class Condition final {
  public:
    explicit Condition(ConditionNode node);
    const ConditionNode& node() const { return *m_node; }

  private:
    std::shared_ptr<const ConditionNode> m_node;
};

struct Comparison {
    Comparator comparator = Comparator::Equal;
    Operand left;
    Operand right;
};
struct Between {
    Operand operand;
    Operand lower;
    Operand upper;
};
struct In {
    Operand operand;
    std::vector<Operand> candidates;
};
struct AttributeExists {
    Path path;
    bool exists = true;  // false: attribute_not_exists
};
struct AttributeType {
    Operand operand;
    ValueType type = ValueType::String;
};
struct BeginsWith {
    Operand operand;
    Operand prefix;
};
struct Contains {
    Operand container;
    Operand element;
};
struct And {
    std::vector<Condition> conditions;
};
struct Or {
    std::vector<Condition> conditions;
};
struct Not {
    Condition condition;
};
struct ConditionNode {
    std::variant<Comparison, Between, In, AttributeExists, AttributeType, BeginsWith, Contains, And, Or, Not>
        data;
};

/// Of one or more conditions; one alone is itself.
Condition makeAnd(std::vector<Condition> conditions);
Condition makeOr(std::vector<Condition> conditions);
Condition makeNot(Condition condition);
template <class Node>
Condition makeCondition(Node node) {
    return Condition(ConditionNode{std::move(node)});
}

/// Whether the item meets the condition. Reads the stored bytes in place and never fails: what is missing, of
/// another type or damaged makes a comparison false (and `<>` true).
bool evaluate(const Condition& condition, const ItemView& item);
/// The same for an item in memory; an item that is not there is an empty one.
bool evaluate(const Condition& condition, const Item& item);

/// Calls visit for each path in the condition, in the order of the text.
void forEachPath(const Condition& condition, const std::function<void(const Path&)>& visit);

/// One line, for tests and messages: "(a = {N:1} AND size(b) > {N:2})".
std::string toText(const Condition& condition);
/// A value as the service's messages write it: "{N:1}", "{S:text}".
std::string toText(const Literal& literal);

}  // namespace partita
