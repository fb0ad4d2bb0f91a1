// The functions of a condition, and what their operands may be.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/partiql/condition_reader.h"

namespace partita::partiql {

ConditionReader::Term ConditionReader::call(int depth) {
    const Token word = m_tokens.next();
    const std::string name = lowered(word.text);
    m_tokens.next();
    std::vector<Term> arguments;
    if (!m_tokens.isSymbol(")")) {
        do {
            arguments.push_back(term(depth + 1, false));
        } while (!m_tokens.failed() && m_tokens.acceptSymbol(","));
    }
    const SourceRange range{word.range.begin, m_tokens.peek().range.end};
    m_tokens.expectSymbol(")", "Expected RIGHT_PAREN");
    const Term nothing{Operand(Literal(Value::null())), range, 1};
    if (m_tokens.failed()) return nothing;

    const bool exists = name == "attribute_exists";
    const bool takesOne = exists || name == "attribute_not_exists" || name == "size";
    if (!takesOne && name != "begins_with" && name != "contains" && name != "attribute_type") {
        m_tokens.faultAt("Unrecognized function: " + name, word.range);
        return nothing;
    }
    if (!checkCount(name, takesOne ? 1 : 2, arguments.size(), range)) return nothing;
    const Term& first = arguments[0];
    if (name == "size") {
        checkTypes(name, first,
                   {ValueType::String, ValueType::Binary, ValueType::List, ValueType::Map,
                    ValueType::StringSet, ValueType::NumberSet, ValueType::BinarySet});
        const Operand operand = operandOf(first);
        if (const auto* path = std::get_if<Path>(&operand)) return {Operand(SizeOf{*path}), range, 1};
        if (const auto* literal = std::get_if<Literal>(&operand))
            return {Operand(SizeOf{*literal}), range, 1};
        return nothing;
    }
    if (takesOne) {
        const auto* path = first.operand() ? std::get_if<Path>(first.operand()) : nullptr;
        if (path) return made(makeCondition(AttributeExists{*path, exists}), range, 1);
        m_tokens.fault("Operator or function requires a document path; operator or function: " + name, range);
        return nothing;
    }
    const Term& second = arguments[1];
    if (name == "begins_with") {
        checkTypes(name, first, {ValueType::String, ValueType::Binary});
        checkTypes(name, second, {ValueType::String, ValueType::Binary});
        return made(makeCondition(BeginsWith{operandOf(first), operandOf(second)}), range, 1);
    }
    if (name == "contains") {
        return made(makeCondition(Contains{operandOf(first), operandOf(second)}), range, 1);
    }
    checkTypes(name, second, {ValueType::String});
    const Operand named = operandOf(second);
    const auto* literal = std::get_if<Literal>(&named);
    const std::string* typeText = literal ? literal->value().asString() : nullptr;
    const auto type = typeText ? typeNamed(*typeText) : std::nullopt;
    if (!type) {
        m_tokens.fault("Invalid attribute type name found; type: " + (typeText ? *typeText : std::string()) +
                           ", valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}",
                       second.range);
        return nothing;
    }
    return made(makeCondition(AttributeType{operandOf(first), *type}), range, 1);
}

void ConditionReader::checkTypes(std::string_view name, const Term& term,
                                 std::initializer_list<ValueType> types) {
    std::optional<ValueType> type;
    if (const Operand* operand = term.operand()) {
        if (const auto* literal = std::get_if<Literal>(operand)) type = literal->type();
        if (std::holds_alternative<SizeOf>(*operand)) type = ValueType::Number;
    } else {
        type = ValueType::Bool;
    }
    if (!type || std::find(types.begin(), types.end(), *type) != types.end()) return;
    m_tokens.fault("Incorrect operand type for operator or function; operator or function: " +
                       std::string(name) + ", operand type: " + std::string(typeName(*type)),
                   term.range);
}

bool ConditionReader::checkCount(const std::string& name, std::size_t count, std::size_t given,
                                 SourceRange range) {
    if (given == count) return true;
    m_tokens.fault("Incorrect number of operands for operator or function; operator or function: " + name +
                       ", number of operands: " + std::to_string(given),
                   range);
    return false;
}

}  // namespace partita::partiql
