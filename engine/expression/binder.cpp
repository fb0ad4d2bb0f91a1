#include "engine/expression/binder.h"

#include <algorithm>
#include <string>

namespace partita {

Result<Path> Binder::path(const SyntaxOperand& operand) {
    Path path;
    for (const SyntaxStep& step : operand.path) {
        if (step.isIndex) {
            path.steps.emplace_back(step.index);
            continue;
        }
        std::string name(step.name);
        if (step.isPlaceholder) {
            const auto found = m_placeholders.names.find(step.name);
            if (found == m_placeholders.names.end()) {
                return error(
                    "An expression attribute name used in the document path is not defined; attribute "
                    "name: " +
                        name,
                    step.range);
            }
            m_used.useName(step.name);
            name = found->second;
        }
        if (path.attribute.empty() && &step == &operand.path.front()) {
            path.attribute = std::move(name);
        } else {
            path.steps.emplace_back(std::move(name));
        }
    }
    return path;
}

Result<Literal> Binder::literal(const SyntaxOperand& operand) {
    if (const auto known = m_literals.find(operand.name); known != m_literals.end()) return known->second;
    const auto found = m_placeholders.values.find(operand.name);
    if (found == m_placeholders.values.end()) {
        return error("An expression attribute value used in expression is not defined; attribute value: " +
                         std::string(operand.name),
                     operand.range);
    }
    m_used.useValue(operand.name);
    return m_literals.emplace(operand.name, Literal(found->second)).first->second;
}

Result<BoundOperand> Binder::operand(const SyntaxOperand& operand) {
    if (operand.kind == SyntaxOperand::Kind::Path) {
        auto bound = path(operand);
        if (!bound) return bound.error();
        return BoundOperand{*std::move(bound), operand.range};
    }
    if (operand.kind == SyntaxOperand::Kind::Value) {
        auto bound = literal(operand);
        if (!bound) return bound.error();
        return BoundOperand{*std::move(bound), operand.range};
    }
    BoundCall call{operand.name, {}};
    for (const SyntaxOperand& argument : operand.arguments) {
        auto bound = this->operand(argument);
        if (!bound) return bound.error();
        call.arguments.push_back(*std::move(bound));
    }
    return BoundOperand{std::move(call), operand.range};
}

Error Binder::wrongType(std::string_view operatorOrFunction, std::string_view type, SourceRange range) const {
    return error("Incorrect operand type for operator or function; operator or function: " +
                     std::string(operatorOrFunction) + ", operand type: " + std::string(type),
                 range);
}

Result<void> Binder::checkCount(const BoundCall& call, std::size_t count, SourceRange range) const {
    if (call.arguments.size() == count) return {};
    return error("Incorrect number of operands for operator or function; operator or function: " +
                     std::string(call.function) +
                     ", number of operands: " + std::to_string(call.arguments.size()),
                 range);
}

Result<void> Binder::checkTypes(std::string_view operatorOrFunction, const BoundOperand& operand,
                                std::initializer_list<ValueType> types) const {
    const auto type = typeOf(operand);
    if (!type || std::find(types.begin(), types.end(), *type) != types.end()) return {};
    return wrongType(operatorOrFunction, typeName(*type), operand.range);
}

Error Binder::needsPath(const BoundCall& call, SourceRange range) const {
    return error(
        "Operator or function requires a document path; operator or function: " + std::string(call.function),
        range);
}

std::optional<ValueType> typeOf(const BoundOperand& operand) {
    if (const auto* literal = std::get_if<Literal>(&operand.data)) return literal->type();
    const auto* call = std::get_if<BoundCall>(&operand.data);
    if (call && call->function == "size") return ValueType::Number;
    return std::nullopt;
}

}  // namespace partita
