#include "engine/expression/update.h"

#include <algorithm>
#include <utility>

#include "engine/expression/item_projection.h"
#include "engine/expression/overloaded.h"

namespace partita {
namespace {

void visitOperand(const UpdateOperand& operand, const std::function<void(const Path&)>& visit) {
    std::visit(overloaded{
                   [&](const Path& path) { visit(path); },
                   [](const Literal&) {},
                   [&](const IfNotExists& node) {
                       visit(node.path);
                       visitOperand(node.otherwise, visit);
                   },
                   [&](const ListAppend& node) {
                       visitOperand(node.first, visit);
                       visitOperand(node.second, visit);
                   },
                   [&](const Sum& node) {
                       visitOperand(node.left, visit);
                       visitOperand(node.right, visit);
                   },
               },
               operand->data);
}

std::string toText(const UpdateOperand& operand) {
    return std::visit(overloaded{
                          [](const Path& path) { return partita::toText(path); },
                          [](const Literal& literal) { return partita::toText(literal); },
                          [](const IfNotExists& node) {
                              return "if_not_exists(" + partita::toText(node.path) + ", " +
                                     toText(node.otherwise) + ")";
                          },
                          [](const ListAppend& node) {
                              return "list_append(" + toText(node.first) + ", " + toText(node.second) + ")";
                          },
                          [](const Sum& node) {
                              return toText(node.left) + (node.minus ? " - " : " + ") + toText(node.right);
                          },
                      },
                      operand->data);
}

}  // namespace

Update::Update(std::vector<UpdateAction> actions, UpdateWording wording)
    : m_actions(std::make_shared<const std::vector<UpdateAction>>(std::move(actions))), m_wording(wording) {}

UpdateOperand makeOperand(UpdateOperandNode node) {
    return std::make_shared<const UpdateOperandNode>(std::move(node));
}

bool onlyTakesAway(const Update& update) {
    const auto& actions = update.actions();
    return !actions.empty() && std::all_of(actions.begin(), actions.end(), [](const UpdateAction& action) {
        return std::holds_alternative<RemoveAction>(action.change) ||
               std::holds_alternative<DeleteAction>(action.change);
    });
}

Item updatedAttributes(const Update& update, const Item& item) {
    std::vector<Path> paths;
    for (const UpdateAction& action : update.actions()) {
        paths.push_back(action.path);
    }
    return project(ItemProjection(std::move(paths)), item);
}

Result<void> checkKeysUntouched(const Update& update, const KeySchema& keys) {
    for (const UpdateAction& action : update.actions()) {
        if (!keys.contains(action.path.attribute)) continue;
        return Error::validation("One or more parameter values were invalid: Cannot update attribute " +
                                 action.path.attribute + ". This attribute is part of the key");
    }
    return {};
}

void forEachPath(const Update& update, const std::function<void(const Path&)>& visit) {
    for (const UpdateAction& action : update.actions()) {
        visit(action.path);
        if (const auto* set = std::get_if<SetAction>(&action.change)) visitOperand(set->value, visit);
    }
}

std::string toText(const Update& update) {
    std::string text;
    for (const UpdateAction& action : update.actions()) {
        if (!text.empty()) text += "; ";
        const std::string path = toText(action.path);
        text += std::visit(
            overloaded{
                [&](const SetAction& set) { return "SET " + path + " = " + toText(set.value); },
                [&](const RemoveAction&) { return "REMOVE " + path; },
                [&](const AddAction& add) { return "ADD " + path + " " + toText(add.value); },
                [&](const DeleteAction& del) { return "DELETE " + path + " " + toText(del.value); },
            },
            action.change);
    }
    return text;
}

}  // namespace partita
