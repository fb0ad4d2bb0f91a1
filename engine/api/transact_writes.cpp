// TransactWriteItems.
#include <array>
#include <utility>

#include "engine/api/call_summary.h"
#include "engine/api/canonical_json.h"
#include "engine/api/handlers.h"
#include "engine/api/request_items.h"
#include "engine/api/write_parameters.h"
#include "engine/limits.h"

namespace partita {
namespace {

constexpr std::size_t kMostActions = 100;
constexpr std::size_t kMostTokenLength = 36;

enum class ActionKind { ConditionCheck, Put, Delete, Update };
struct ActionName {
    ActionKind kind = ActionKind::Put;
    std::string_view name;   // the member's
    std::string_view place;  // the member's in messages
};
constexpr std::array kActions = {
    ActionName{ActionKind::ConditionCheck, "ConditionCheck", "conditionCheck"},
    ActionName{ActionKind::Put, "Put", "put"},
    ActionName{ActionKind::Delete, "Delete", "delete"},
    ActionName{ActionKind::Update, "Update", "update"},
};

/// One element of TransactItems.
struct GivenAction {
    ActionKind kind = ActionKind::Put;
    WriteParameters write;
};
struct GivenActions {
    std::vector<GivenAction> actions;
    std::size_t elements = 0;
    bool oddShape = false;  // an element with none or several actions
};

WriteParameters readAction(const ActionName& action, Members members, const std::string& place,
                           Violations& violations) {
    const std::string at = place + std::string(action.place) + ".";
    if (action.kind == ActionKind::Update) {
        violations.notNull(at + "updateExpression", members.has("UpdateExpression"));
        return {members, "Key", {ExpressionKind::Update, ExpressionKind::Condition}, violations, at};
    }
    if (action.kind == ActionKind::ConditionCheck) {
        violations.notNull(at + "conditionExpression", members.has("ConditionExpression"));
    }
    return {members,
            action.kind == ActionKind::Put ? "Item" : "Key",
            {ExpressionKind::Condition},
            violations,
            at};
}

GivenActions readActions(Members& members, Violations& violations) {
    GivenActions given;
    violations.notNull("transactItems", members.has("TransactItems"));
    const auto elements = members.structures("TransactItems", "TransactWriteItem");
    if (!elements) return given;
    given.elements = elements->size();
    if (given.elements == 0 || given.elements > kMostActions) {
        violations.size("transactItems", given.elements,
                        shownJson(*members.any("TransactItems"), kShownItems), 1, kMostActions);
    }
    std::size_t position = 0;
    for (Members element : *elements) {
        const std::string place = "transactItems." + std::to_string(++position) + ".member.";
        std::size_t found = 0;
        for (const ActionName& action : kActions) {
            const auto structure = element.structure(action.name, action.name);
            if (!structure) continue;
            ++found;
            given.actions.push_back({action.kind, readAction(action, *structure, place, violations)});
        }
        given.oddShape = given.oddShape || found != 1;
    }
    return given;
}

Result<TransactWrite> actionRequest(GivenAction& action) {
    WriteParameters& write = action.write;
    if (auto checked = write.expressions().checkTogether({}); !checked) return checked.error();
    if (auto checked = write.checkAttributes(); !checked) return checked.error();
    if (action.kind == ActionKind::Put && sizeOf(write.attributes()) > limits::kItemSize) {
        return Error::validation("Item size has exceeded the maximum allowed size");
    }
    if (auto prepared = write.expressions().prepare(); !prepared) return prepared.error();
    std::optional<Update> update;
    if (action.kind == ActionKind::Update) {
        auto parsed = write.expressions().update();
        if (!parsed) return parsed.error();
        update = *std::move(parsed);
    }
    auto options = write.options();
    if (!options) return options.error();
    if (auto used = write.expressions().checkAllUsed(); !used) return used.error();
    switch (action.kind) {
        case ActionKind::ConditionCheck:
            return TransactWrite(ConditionCheck{write.table(), write.takeAttributes(), *std::move(options)});
        case ActionKind::Put:
            return TransactWrite(
                PutRequest{write.table(), write.takeAttributes(), *std::move(options), ReturnValues::None});
        case ActionKind::Delete:
            return TransactWrite(DeleteRequest{write.table(), write.takeAttributes(), *std::move(options),
                                               ReturnValues::None});
        case ActionKind::Update:
            break;
    }
    return TransactWrite(UpdateRequest{write.table(), write.takeAttributes(), std::move(update),
                                       *std::move(options), ReturnValues::None});
}

/// A repeat of a done transaction is charged as a read of its items.
CapacityForm formOf(const std::vector<ConsumedCapacity>& capacities) {
    for (const ConsumedCapacity& capacity : capacities) {
        if (capacity.total.write > 0) return CapacityForm::Writes;
    }
    return CapacityForm::Reads;
}

}  // namespace

Result<std::string> transactWriteItems(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const ReturnCapacity capacity = returnCapacity(members.string("ReturnConsumedCapacity"), violations);
    const auto token = members.string("ClientRequestToken");
    violations.length("clientRequestToken", token, 1, kMostTokenLength);
    auto given = readActions(members, violations);
    const bool metrics = returnCollectionMetrics(members.string("ReturnItemCollectionMetrics"), violations);
    if (members.fault()) return *members.fault();
    if (const auto error = violations.error()) return *error;
    if (given.oddShape) {
        return Error::validation("TransactItems can only contain one of Check, Put, Update or Delete");
    }
    TransactWriteRequest transaction;
    for (GivenAction& action : given.actions) {
        auto write = actionRequest(action);
        if (!write) return write.error();
        transaction.writes.push_back(*std::move(write));
    }
    transaction.returnCollectionMetrics = metrics;
    if (token) {
        transaction.token = *token;
        appendCanonicalJson(*members.any("TransactItems"), transaction.fingerprint);
    }
    const auto done = context.engine.transactWrite(transaction, context.options.metering);
    if (!done) return done.error();

    context.summary.items = transaction.writes.size();
    summarise(context, done->capacity);
    JsonWriter json;
    json.begin();
    appendCapacities(done->capacity, capacity, json, formOf(done->capacity));
    appendCollectionMetrics(done->collectionMetrics, context.engine, json);
    json.end();
    return json.take();
}

}  // namespace partita
