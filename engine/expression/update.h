// What an update does to an item, parsed and bound, and doing it. Immutable; cheap to copy; any thread.
// Source: developer guide, "Using update expressions in DynamoDB".
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/expression/condition.h"
#include "engine/expression/path.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

struct UpdateOperandNode;
/// The right side of a SET action.
using UpdateOperand = std::shared_ptr<const UpdateOperandNode>;

struct IfNotExists {
    Path path;
    UpdateOperand otherwise;
};
struct ListAppend {
    UpdateOperand first;
    UpdateOperand second;
};
struct Sum {
    UpdateOperand left;
    UpdateOperand right;
    bool minus = false;
};
struct UpdateOperandNode {
    std::variant<Path, Literal, IfNotExists, ListAppend, Sum> data;
};

struct SetAction {
    UpdateOperand value;
};
struct RemoveAction {};
/// A number to add, or a set to unite with; of AttributeUpdates also a list to append.
struct AddAction {
    Literal value;
};
/// A set to take away.
struct DeleteAction {
    Literal value;
};
struct UpdateAction {
    Path path;
    std::variant<SetAction, RemoveAction, AddAction, DeleteAction> change;
};

/// In which words an update fails: UpdateExpression and AttributeUpdates have their own.
enum class UpdateWording { Expression, AttributeUpdates };

class Update final {
  public:
    /// Actions whose paths do not overlap.
    explicit Update(std::vector<UpdateAction> actions, UpdateWording wording = UpdateWording::Expression);
    const std::vector<UpdateAction>& actions() const { return *m_actions; }
    UpdateWording wording() const { return m_wording; }

  private:
    std::shared_ptr<const std::vector<UpdateAction>> m_actions;
    UpdateWording m_wording;
};

UpdateOperand makeOperand(UpdateOperandNode node);

/// Whether the item was there before the update; if not, it begins as its bare key.
enum class ItemPresence { Present, Absent };

/// The item after the update. Right sides and list indexes mean the item `before`.
/// Fails (ValidationException, the service's words) on a path through what is not there, an operand that is
/// missing or of a wrong type, and a sum that is no number. Size, nesting and keys are the caller's to check.
Result<Item> apply(const Update& update, const Item& before, ItemPresence presence = ItemPresence::Present);

/// Whether there is nothing but REMOVE and DELETE in it. Recorded: such an update does not make an item that
/// is not there; one without any action does.
bool onlyTakesAway(const Update& update);

/// What UPDATED_OLD (of the item before) and UPDATED_NEW (of the item after) give: the updated paths that
/// `item` has, with the maps and lists around them.
Item updatedAttributes(const Update& update, const Item& item);

/// Fails (ValidationException) when the update changes a key attribute of the table.
Result<void> checkKeysUntouched(const Update& update, const KeySchema& keys);

/// Calls visit for each path in the update, on either side, in the order of the actions.
void forEachPath(const Update& update, const std::function<void(const Path&)>& visit);

/// One line, for tests: "SET a = {N:1}; REMOVE b[2]".
std::string toText(const Update& update);

}  // namespace partita
