// Conditions bound and checked, leaf by leaf: of each leaf the service reports first what is not defined,
// then a wrong number of operands, then operands that are the same, then wrong types.
#include <algorithm>
#include <string>
#include <utility>

#include "engine/expression/binder.h"
#include "engine/expression/parse.h"

namespace partita {
namespace {

/// Whether a call to a condition's function takes one operand; the others take two.
bool takesOne(std::string_view function) {
    return function == "attribute_exists" || function == "attribute_not_exists" || function == "size";
}

std::string_view operatorOf(const SyntaxCondition& leaf) {
    switch (leaf.kind) {
        case SyntaxCondition::Kind::Between:
            return "BETWEEN";
        case SyntaxCondition::Kind::In:
            return "IN";
        default:
            return comparatorText(leaf.comparator);
    }
}

class ConditionBinder final {
  public:
    ConditionBinder(ExpressionKind kind, const Placeholders& placeholders, UsedPlaceholders& used)
        : m_binder(kind, placeholders, used) {}

    Result<Condition> bind(const SyntaxCondition& condition) {
        switch (condition.kind) {
            case SyntaxCondition::Kind::And:
            case SyntaxCondition::Kind::Or:
            case SyntaxCondition::Kind::Not:
                return bindBranch(condition);
            default:
                return bindLeaf(condition);
        }
    }

  private:
    Result<Condition> bindBranch(const SyntaxCondition& branch) {
        std::vector<Condition> parts;
        for (const SyntaxCondition& part : branch.conditions) {
            auto bound = bind(part);
            if (!bound) return bound;
            parts.push_back(*std::move(bound));
        }
        if (branch.kind == SyntaxCondition::Kind::Not) return makeNot(std::move(parts[0]));
        return branch.kind == SyntaxCondition::Kind::And ? makeAnd(std::move(parts))
                                                         : makeOr(std::move(parts));
    }

    Result<Condition> bindLeaf(const SyntaxCondition& leaf) {
        std::vector<BoundOperand> operands;
        for (const SyntaxOperand& operand : leaf.operands) {
            auto bound = m_binder.operand(operand);
            if (!bound) return bound.error();
            operands.push_back(*std::move(bound));
        }
        for (const auto check : {&ConditionBinder::checkCounts, &ConditionBinder::checkDistinctCalls}) {
            for (const BoundOperand& operand : operands) {
                if (auto checked = (this->*check)(operand); !checked) return checked.error();
            }
        }
        if (leaf.kind != SyntaxCondition::Kind::Function) {
            if (auto checked = checkDistinct(operatorOf(leaf), operands); !checked) return checked.error();
        }
        for (const BoundOperand& operand : operands) {
            if (auto checked = checkCall(operand); !checked) return checked.error();
        }
        if (auto checked = checkOperator(leaf, operands); !checked) return checked.error();
        return makeLeaf(leaf, operands);
    }

    Result<void> checkCounts(const BoundOperand& operand) const {
        const auto* call = std::get_if<BoundCall>(&operand.data);
        if (!call) return {};
        for (const BoundOperand& argument : call->arguments) {
            if (auto checked = checkCounts(argument); !checked) return checked;
        }
        return m_binder.checkCount(*call, takesOne(call->function) ? 1 : 2, operand.range);
    }

    Result<void> checkDistinctCalls(const BoundOperand& operand) const {
        const auto* call = std::get_if<BoundCall>(&operand.data);
        return call ? checkDistinct(call->function, call->arguments) : Result<void>();
    }

    Result<void> checkDistinct(std::string_view name, const std::vector<BoundOperand>& operands) const {
        const auto* first = std::get_if<Path>(&operands[0].data);
        if (!first) return {};
        for (std::size_t i = 1; i < operands.size(); ++i) {
            const auto* other = std::get_if<Path>(&operands[i].data);
            if (!other || *other != *first) continue;
            return m_binder.error(
                "The first operand must be distinct from the remaining operands for this operator or "
                "function; operator: " +
                    std::string(name) + ", first operand: " + first->bracketText(),
                operands[i].range);
        }
        return {};
    }

    Result<void> checkCall(const BoundOperand& operand) const {
        const auto* call = std::get_if<BoundCall>(&operand.data);
        if (!call) return {};
        for (const BoundOperand& argument : call->arguments) {
            if (auto checked = checkCall(argument); !checked) return checked;
        }
        const BoundOperand& first = call->arguments[0];
        if (call->function == "attribute_exists" || call->function == "attribute_not_exists") {
            if (!std::holds_alternative<Path>(first.data)) return m_binder.needsPath(*call, first.range);
        } else if (call->function == "begins_with") {
            for (const BoundOperand& argument : call->arguments) {
                auto checked =
                    m_binder.checkTypes("begins_with", argument, {ValueType::String, ValueType::Binary});
                if (!checked) return checked;
            }
        } else if (call->function == "attribute_type") {
            return checkTypeName(call->arguments[1]);
        } else if (call->function == "size") {
            return m_binder.checkTypes("size", first,
                                       {ValueType::String, ValueType::Binary, ValueType::List, ValueType::Map,
                                        ValueType::StringSet, ValueType::NumberSet, ValueType::BinarySet});
        }
        return {};
    }

    Result<void> checkTypeName(const BoundOperand& operand) const {
        if (!typeOf(operand)) {
            return m_binder.wrongType("attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}", operand.range);
        }
        if (auto checked = m_binder.checkTypes("attribute_type", operand, {ValueType::String}); !checked) {
            return checked;
        }
        const std::string& name = *std::get<Literal>(operand.data).value().asString();
        if (typeNamed(name)) return {};
        return m_binder.error("Invalid attribute type name found; type: " + name +
                                  ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
                              operand.range);
    }

    /// What an operator cannot take, as far as it is known before an item is read.
    Result<void> checkOperator(const SyntaxCondition& leaf, const std::vector<BoundOperand>& operands) const {
        const bool orders = leaf.kind == SyntaxCondition::Kind::Between ||
                            (leaf.kind == SyntaxCondition::Kind::Comparison &&
                             leaf.comparator != Comparator::Equal && leaf.comparator != Comparator::NotEqual);
        if (!orders) return {};
        for (const BoundOperand& operand : operands) {
            auto checked = m_binder.checkTypes(operatorOf(leaf), operand,
                                               {ValueType::String, ValueType::Number, ValueType::Binary});
            if (!checked) return checked;
        }
        return leaf.kind == SyntaxCondition::Kind::Between ? checkBounds(operands) : Result<void>();
    }

    Result<void> checkBounds(const std::vector<BoundOperand>& operands) const {
        const auto* lower = std::get_if<Literal>(&operands[1].data);
        const auto* upper = std::get_if<Literal>(&operands[2].data);
        if (!lower || !upper) return {};
        std::string_view fault;
        if (lower->type() != upper->type()) {
            fault = "The BETWEEN operator requires same data type for lower and upper bounds";
        } else if (lower->view().content() > upper->view().content()) {
            fault = "The BETWEEN operator requires upper bound to be greater than or equal to lower bound";
        } else {
            return {};
        }
        return m_binder.error(std::string(fault) + "; lower bound operand: AttributeValue: " +
                                  toText(*lower) + ", upper bound operand: AttributeValue: " + toText(*upper),
                              {operands[1].range.begin, operands[2].range.end});
    }

    /// Only after the checks: size(path) and size(:value) are the only calls left among operands.
    static Operand asOperand(BoundOperand& bound) {
        if (auto* path = std::get_if<Path>(&bound.data)) return std::move(*path);
        if (auto* literal = std::get_if<Literal>(&bound.data)) return *literal;
        auto& of = std::get<BoundCall>(bound.data).arguments[0].data;
        if (auto* path = std::get_if<Path>(&of)) return SizeOf{std::move(*path)};
        return SizeOf{std::get<Literal>(of)};
    }

    static Condition makeLeaf(const SyntaxCondition& leaf, std::vector<BoundOperand>& operands) {
        switch (leaf.kind) {
            case SyntaxCondition::Kind::Comparison:
                return makeCondition(
                    Comparison{leaf.comparator, asOperand(operands[0]), asOperand(operands[1])});
            case SyntaxCondition::Kind::Between:
                return makeCondition(
                    Between{asOperand(operands[0]), asOperand(operands[1]), asOperand(operands[2])});
            case SyntaxCondition::Kind::In: {
                In in{asOperand(operands[0]), {}};
                for (std::size_t i = 1; i < operands.size(); ++i) {
                    in.candidates.push_back(asOperand(operands[i]));
                }
                return makeCondition(std::move(in));
            }
            default:
                return makeCall(std::get<BoundCall>(operands[0].data));
        }
    }

    static Condition makeCall(BoundCall& call) {
        std::vector<BoundOperand>& arguments = call.arguments;
        if (call.function == "attribute_exists" || call.function == "attribute_not_exists") {
            return makeCondition(AttributeExists{std::get<Path>(std::move(arguments[0].data)),
                                                 call.function == "attribute_exists"});
        }
        Operand first = asOperand(arguments[0]);
        if (call.function == "attribute_type") {
            const std::string& name = *std::get<Literal>(arguments[1].data).value().asString();
            return makeCondition(AttributeType{std::move(first), *typeNamed(name)});
        }
        if (call.function == "begins_with") {
            return makeCondition(BeginsWith{std::move(first), asOperand(arguments[1])});
        }
        return makeCondition(Contains{std::move(first), asOperand(arguments[1])});
    }

    Binder m_binder;
};

}  // namespace

Result<Condition> parseCondition(std::string_view text, ExpressionKind kind, const Placeholders& placeholders,
                                 UsedPlaceholders& used) {
    SyntaxFaults faults;
    const auto syntax = readCondition(text, kind, faults);
    if (!syntax) return syntax.error();
    for (const auto& fault :
         {faults.redundantParentheses, faults.unknownFunction, faults.misusedFunction, faults.reservedWord}) {
        if (fault) return *fault;
    }
    return ConditionBinder(kind, placeholders, used).bind(*syntax);
}

}  // namespace partita
