#include "engine/expression/condition.h"

#include <array>
#include <utility>

#include "engine/expression/overloaded.h"

namespace partita {
namespace {

constexpr std::array<std::string_view, 6> kComparatorTexts = {"=", "<>", "<", "<=", ">", ">="};

std::string toText(const Operand& operand) {
    return std::visit(overloaded{
                          [](const Path& path) { return partita::toText(path); },
                          [](const Literal& literal) { return partita::toText(literal); },
                          [](const SizeOf& size) {
                              return "size(" +
                                     std::visit([](const auto& of) { return partita::toText(of); }, size.of) +
                                     ")";
                          },
                      },
                      operand);
}

template <class Parts, class Text>
std::string joined(const Parts& parts, std::string_view separator, const Text& text) {
    std::string out;
    for (const auto& part : parts) {
        if (!out.empty()) out += separator;
        out += text(part);
    }
    return out;
}

std::string chainText(const std::vector<Condition>& conditions, std::string_view separator) {
    return "(" + joined(conditions, separator, [](const Condition& part) { return partita::toText(part); }) +
           ")";
}

void visitOperand(const Operand& operand, const std::function<void(const Path&)>& visit) {
    if (const auto* path = std::get_if<Path>(&operand)) visit(*path);
    if (const auto* size = std::get_if<SizeOf>(&operand)) {
        if (const auto* path = std::get_if<Path>(&size->of)) visit(*path);
    }
}

template <class Join>
Condition chain(std::vector<Condition> conditions) {
    if (conditions.size() == 1) return std::move(conditions[0]);
    return makeCondition(Join{std::move(conditions)});
}

}  // namespace

Literal::Literal(Value value) {
    Item item;
    item.set("", value);
    std::string bytes = itemBytes(item);
    auto content = std::make_shared<Content>();
    content->value = std::move(value);
    content->bytes = std::move(bytes);
    content->view = ItemView(content->bytes).find("");
    m_content = std::move(content);
}

std::string_view comparatorText(Comparator comparator) {
    return kComparatorTexts[static_cast<std::size_t>(comparator)];
}

Condition::Condition(ConditionNode node) : m_node(std::make_shared<const ConditionNode>(std::move(node))) {}

Condition makeAnd(std::vector<Condition> conditions) {
    return chain<And>(std::move(conditions));
}

Condition makeOr(std::vector<Condition> conditions) {
    return chain<Or>(std::move(conditions));
}

Condition makeNot(Condition condition) {
    return makeCondition(Not{std::move(condition)});
}

void forEachPath(const Condition& condition, const std::function<void(const Path&)>& visit) {
    std::visit(overloaded{
                   [&](const Comparison& node) {
                       visitOperand(node.left, visit);
                       visitOperand(node.right, visit);
                   },
                   [&](const Between& node) {
                       visitOperand(node.operand, visit);
                       visitOperand(node.lower, visit);
                       visitOperand(node.upper, visit);
                   },
                   [&](const In& node) {
                       visitOperand(node.operand, visit);
                       for (const Operand& candidate : node.candidates)
                           visitOperand(candidate, visit);
                   },
                   [&](const AttributeExists& node) { visit(node.path); },
                   [&](const AttributeType& node) { visitOperand(node.operand, visit); },
                   [&](const BeginsWith& node) {
                       visitOperand(node.operand, visit);
                       visitOperand(node.prefix, visit);
                   },
                   [&](const Contains& node) {
                       visitOperand(node.container, visit);
                       visitOperand(node.element, visit);
                   },
                   [&](const And& node) {
                       for (const Condition& part : node.conditions)
                           forEachPath(part, visit);
                   },
                   [&](const Or& node) {
                       for (const Condition& part : node.conditions)
                           forEachPath(part, visit);
                   },
                   [&](const Not& node) { forEachPath(node.condition, visit); },
               },
               condition.node().data);
}

std::string toText(const Condition& condition) {
    const auto text = [](const Operand& operand) { return toText(operand); };
    return std::visit(
        overloaded{
            [&](const Comparison& node) {
                return text(node.left) + " " + std::string(comparatorText(node.comparator)) + " " +
                       text(node.right);
            },
            [&](const Between& node) {
                return text(node.operand) + " BETWEEN " + text(node.lower) + " AND " + text(node.upper);
            },
            [&](const In& node) {
                return text(node.operand) + " IN (" + joined(node.candidates, ", ", text) + ")";
            },
            [&](const AttributeExists& node) {
                return (node.exists ? "attribute_exists(" : "attribute_not_exists(") +
                       partita::toText(node.path) + ")";
            },
            [&](const AttributeType& node) {
                return "attribute_type(" + text(node.operand) + ", " + std::string(typeName(node.type)) + ")";
            },
            [&](const BeginsWith& node) {
                return "begins_with(" + text(node.operand) + ", " + text(node.prefix) + ")";
            },
            [&](const Contains& node) {
                return "contains(" + text(node.container) + ", " + text(node.element) + ")";
            },
            [&](const And& node) { return chainText(node.conditions, " AND "); },
            [&](const Or& node) { return chainText(node.conditions, " OR "); },
            [&](const Not& node) { return "NOT " + toText(node.condition); },
        },
        condition.node().data);
}

}  // namespace partita
