// Updates and projections bound and checked, in the order in which the service reports what is wrong.
#include <string>
#include <utility>

#include "engine/expression/binder.h"
#include "engine/expression/parse.h"
#include "engine/expression/path_overlap.h"

namespace partita {
namespace {

/// The service has other names for types where it speaks of ADD and DELETE.
std::string_view longTypeName(ValueType type) {
    switch (type) {
        case ValueType::String:
            return "STRING";
        case ValueType::Number:
            return "NUMBER";
        case ValueType::Binary:
            return "BINARY";
        case ValueType::Bool:
            return "BOOLEAN";
        case ValueType::Null:
            return "NULL";
        case ValueType::List:
            return "LIST";
        case ValueType::Map:
            return "MAP";
        case ValueType::StringSet:
        case ValueType::NumberSet:
        case ValueType::BinarySet:
            break;
    }
    return typeName(type);
}

bool isSet(ValueType type) {
    return type == ValueType::StringSet || type == ValueType::NumberSet || type == ValueType::BinarySet;
}

struct BoundAction {
    SyntaxAction::Kind kind = SyntaxAction::Kind::Set;
    Path path;
    std::vector<BoundOperand> operands;  // Set: one, or two of a sum. Add, Delete: the value.
    bool minus = false;
};

class UpdateBinder final {
  public:
    UpdateBinder(const Placeholders& placeholders, UsedPlaceholders& used)
        : m_binder(ExpressionKind::Update, placeholders, used) {}

    Result<Update> bind(const std::vector<SyntaxAction>& syntax) {
        std::vector<BoundAction> actions;
        std::vector<PlacedPath> paths;
        std::optional<Error> undefinedValue;
        for (const SyntaxAction& action : syntax) {
            auto bound = bindAction(action, undefinedValue);
            if (!bound) return bound.error();
            paths.push_back({bound->path, action.path.range});
            actions.push_back(*std::move(bound));
        }
        if (undefinedValue) return *std::move(undefinedValue);
        if (auto overlap = overlapOf(paths, m_binder)) return *std::move(overlap);
        for (const BoundAction& action : actions) {
            if (auto checked = checkSetOperand(action); !checked) return checked.error();
        }
        for (const BoundAction& action : actions) {
            if (auto checked = checkSetValue(action); !checked) return checked.error();
        }
        std::vector<UpdateAction> made;
        for (BoundAction& action : actions) {
            made.push_back(makeAction(action));
        }
        return Update(std::move(made));
    }

  private:
    /// Fails on a name that is not defined; a value that is not is told only when all names are.
    Result<BoundAction> bindAction(const SyntaxAction& action, std::optional<Error>& undefinedValue) {
        auto path = m_binder.path(action.path);
        if (!path) return path.error();
        BoundAction bound{action.kind, *std::move(path), {}, action.value && action.value->minus};
        std::vector<const SyntaxOperand*> operands;
        if (action.operand) operands.push_back(&*action.operand);
        if (action.value) operands.push_back(&action.value->left);
        if (action.value && action.value->right) operands.push_back(&*action.value->right);
        for (const SyntaxOperand* operand : operands) {
            if (auto checked = checkNames(*operand); !checked) return checked.error();
            auto made = m_binder.operand(*operand);
            if (made) {
                bound.operands.push_back(*std::move(made));
            } else if (!undefinedValue) {
                undefinedValue = made.error();
            }
        }
        return bound;
    }

    Result<void> checkNames(const SyntaxOperand& operand) {
        if (operand.kind == SyntaxOperand::Kind::Path) {
            const auto path = m_binder.path(operand);
            return path ? Result<void>() : Result<void>(path.error());
        }
        for (const SyntaxOperand& argument : operand.arguments) {
            if (auto checked = checkNames(argument); !checked) return checked;
        }
        return {};
    }

    /// ADD takes numbers and sets, DELETE sets.
    Result<void> checkSetOperand(const BoundAction& action) const {
        const bool isAdd = action.kind == SyntaxAction::Kind::Add;
        if (!isAdd && action.kind != SyntaxAction::Kind::Delete) return {};
        const ValueType type = *typeOf(action.operands[0]);
        if (isSet(type) || (isAdd && type == ValueType::Number)) return {};
        return m_binder.error("Incorrect operand type for operator or function; operator: " +
                                  std::string(isAdd ? "ADD" : "DELETE") +
                                  ", operand type: " + std::string(longTypeName(type)),
                              action.operands[0].range);
    }

    Result<void> checkSetValue(const BoundAction& action) const {
        if (action.kind != SyntaxAction::Kind::Set) return {};
        for (const BoundOperand& operand : action.operands) {
            if (auto checked = checkCall(operand); !checked) return checked;
        }
        if (action.operands.size() == 1) return {};
        for (const BoundOperand& operand : action.operands) {
            auto checked = m_binder.checkTypes(action.minus ? "-" : "+", operand, {ValueType::Number});
            if (!checked) return checked;
        }
        return {};
    }

    Result<void> checkCall(const BoundOperand& operand) const {
        const auto* call = std::get_if<BoundCall>(&operand.data);
        if (!call) return {};
        for (const BoundOperand& argument : call->arguments) {
            if (auto checked = checkCall(argument); !checked) return checked;
        }
        if (auto checked = m_binder.checkCount(*call, 2, operand.range); !checked) return checked;
        if (call->function == "if_not_exists") {
            const bool hasPath = std::holds_alternative<Path>(call->arguments[0].data);
            return hasPath ? Result<void>() : m_binder.needsPath(*call, call->arguments[0].range);
        }
        for (const BoundOperand& argument : call->arguments) {
            if (auto checked = m_binder.checkTypes("list_append", argument, {ValueType::List}); !checked) {
                return checked;
            }
        }
        return {};
    }

    static UpdateOperand makeValue(BoundOperand& operand) {
        if (auto* path = std::get_if<Path>(&operand.data)) return makeOperand({std::move(*path)});
        if (auto* literal = std::get_if<Literal>(&operand.data)) return makeOperand({*literal});
        auto& call = std::get<BoundCall>(operand.data);
        UpdateOperand second = makeValue(call.arguments[1]);
        if (call.function == "if_not_exists") {
            return makeOperand(
                {IfNotExists{std::get<Path>(std::move(call.arguments[0].data)), std::move(second)}});
        }
        return makeOperand({ListAppend{makeValue(call.arguments[0]), std::move(second)}});
    }

    static UpdateAction makeAction(BoundAction& action) {
        switch (action.kind) {
            case SyntaxAction::Kind::Remove:
                return {std::move(action.path), RemoveAction{}};
            case SyntaxAction::Kind::Add:
                return {std::move(action.path), AddAction{std::get<Literal>(action.operands[0].data)}};
            case SyntaxAction::Kind::Delete:
                return {std::move(action.path), DeleteAction{std::get<Literal>(action.operands[0].data)}};
            case SyntaxAction::Kind::Set:
                break;
        }
        UpdateOperand value = makeValue(action.operands[0]);
        if (action.operands.size() == 2) {
            value = makeOperand({Sum{std::move(value), makeValue(action.operands[1]), action.minus}});
        }
        return {std::move(action.path), SetAction{std::move(value)}};
    }

    Binder m_binder;
};

}  // namespace

Result<Update> parseUpdate(std::string_view text, const Placeholders& placeholders, UsedPlaceholders& used) {
    SyntaxFaults faults;
    const auto syntax = readUpdate(text, faults);
    if (!syntax) return syntax.error();
    for (const auto& fault : {faults.redundantParentheses, faults.reservedWord, faults.unknownFunction,
                              faults.misusedFunction, faults.repeatedSection}) {
        if (fault) return *fault;
    }
    return UpdateBinder(placeholders, used).bind(*syntax);
}

Result<ItemProjection> parseProjection(std::string_view text, const Placeholders& placeholders,
                                       UsedPlaceholders& used) {
    SyntaxFaults faults;
    const auto syntax = readProjection(text, faults);
    if (!syntax) return syntax.error();
    if (faults.reservedWord) return *faults.reservedWord;
    Binder binder(ExpressionKind::Projection, placeholders, used);
    std::vector<PlacedPath> placed;
    for (const SyntaxOperand& operand : *syntax) {
        auto path = binder.path(operand);
        if (!path) return path.error();
        placed.push_back({*std::move(path), operand.range});
    }
    if (auto overlap = overlapOf(placed, binder)) return *std::move(overlap);
    std::vector<Path> paths;
    for (PlacedPath& path : placed) {
        paths.push_back(std::move(path.path));
    }
    return ItemProjection(std::move(paths));
}

}  // namespace partita
