// PutItem, UpdateItem and DeleteItem.
#include "engine/api/call_summary.h"
#include "engine/api/error_envelope.h"
#include "engine/api/handlers.h"
#include "engine/api/write_parameters.h"
#include "engine/limits.h"

namespace partita {
namespace {

/// What a single write asks beside what actions of a transaction do.
struct SingleWrite {
    SingleWrite(const JsonRequest& request, std::string_view attributesName,
                std::initializer_list<ExpressionKind> kinds)
        : members(request.members()),
          capacity(returnCapacity(members.string("ReturnConsumedCapacity"), violations)),
          write(members, attributesName, kinds, violations),
          metrics(returnCollectionMetrics(members.string("ReturnItemCollectionMetrics"), violations)),
          returnValues(members.string("ReturnValues")) {
        violations.oneOf("returnValues", returnValues,
                         {"ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"});
        write.readOlder(violations);
    }

    /// The form, then the model's constraints.
    Result<void> check() const {
        if (members.fault()) return *members.fault();
        if (const auto error = violations.error()) return *error;
        return {};
    }

    /// Of PutItem and DeleteItem: all that is checked before their expressions are read.
    Result<ReturnValues> checkPutOrDelete() {
        if (auto checked = check(); !checked) return checked.error();
        if (auto checked = write.expressions().checkTogether(
                {{"Expected", write.hasExpected()}, {"ConditionalOperator", write.hasJoin()}});
            !checked) {
            return checked.error();
        }
        if (auto checked = write.checkAttributes(); !checked) return checked.error();
        if (!returnValues || *returnValues == "NONE") return ReturnValues::None;
        if (*returnValues == "ALL_OLD") return ReturnValues::AllOld;
        return enveloped(Error::validation("ReturnValues can only be ALL_OLD or NONE"));
    }
    /// Of UpdateItem.
    ReturnValues any() const {
        if (returnValues == "ALL_OLD") return ReturnValues::AllOld;
        if (returnValues == "UPDATED_OLD") return ReturnValues::UpdatedOld;
        if (returnValues == "ALL_NEW") return ReturnValues::AllNew;
        return returnValues == "UPDATED_NEW" ? ReturnValues::UpdatedNew : ReturnValues::None;
    }

    Result<void> prepare() {
        return enveloped(write.expressions().prepare(ExpressionParameters::SetFaults::OnTheirOwn));
    }
    /// The condition and what is to be returned of it, when all expressions but it are read.
    Result<WriteOptions> options() {
        auto options = enveloped(write.options());
        if (options) options->returnCollectionMetrics = metrics;
        return options;
    }
    /// After options().
    Result<void> checkAllUsed() { return write.expressions().checkAllUsed(); }
    /// Of a write whose only expression is the condition.
    Result<WriteOptions> preparedOptions() {
        if (auto prepared = prepare(); !prepared) return prepared.error();
        auto given = options();
        if (!given) return given;
        if (auto used = enveloped(checkAllUsed()); !used) return used.error();
        return given;
    }

    Members members;
    Violations violations;
    ReturnCapacity capacity;
    WriteParameters write;
    bool metrics;
    std::optional<std::string_view> returnValues;
};

Result<std::string> answer(CallContext& context, const SingleWrite& asked,
                           const Result<WriteResponse>& done) {
    if (!done) return done.error();
    context.summary.items = 1;
    summarise(context, done->capacity);
    JsonWriter json;
    json.begin();
    if (done->attributes) {
        json.key("Attributes");
        appendJson(*done->attributes, json.place());
    }
    appendCapacity(done->capacity, asked.capacity, json);
    if (done->collectionMetrics) {
        const auto table = context.engine.table(asked.write.table());
        if (table) appendCollectionMetrics(done->collectionMetrics, (*table)->keys.partition[0].name, json);
    }
    json.end();
    return json.take();
}

}  // namespace

Result<std::string> putItem(CallContext& context, const JsonRequest& request) {
    SingleWrite asked(request, "Item", {ExpressionKind::Condition});
    const auto returnValues = asked.checkPutOrDelete();
    if (!returnValues) return returnValues.error();
    WriteParameters& write = asked.write;
    if (sizeOf(write.attributes()) > limits::kItemSize) {
        return Error::validation("Item size has exceeded the maximum allowed size");
    }
    auto options = asked.preparedOptions();
    if (!options) return options.error();
    PutRequest put{write.table(), write.takeAttributes(), *std::move(options), *returnValues};
    summarise(context, put.table, put.item);
    return answer(context, asked, context.engine.put(put, context.options.metering));
}

Result<std::string> deleteItem(CallContext& context, const JsonRequest& request) {
    SingleWrite asked(request, "Key", {ExpressionKind::Condition});
    const auto returnValues = asked.checkPutOrDelete();
    if (!returnValues) return returnValues.error();
    WriteParameters& write = asked.write;
    auto options = asked.preparedOptions();
    if (!options) return options.error();
    DeleteRequest remove{write.table(), write.takeAttributes(), *std::move(options), *returnValues};
    summarise(context, remove.table, remove.key);
    return answer(context, asked, context.engine.remove(remove, context.options.metering));
}

Result<std::string> updateItem(CallContext& context, const JsonRequest& request) {
    SingleWrite asked(request, "Key", {ExpressionKind::Update, ExpressionKind::Condition});
    const auto older = LegacyUpdates::read(asked.members, asked.violations);
    if (auto checked = asked.check(); !checked) return checked.error();
    WriteParameters& write = asked.write;
    if (auto checked = write.expressions().checkTogether({{"AttributeUpdates", older.has_value()},
                                                          {"Expected", write.hasExpected()},
                                                          {"ConditionalOperator", write.hasJoin()}});
        !checked) {
        return checked.error();
    }
    if (auto checked = write.checkAttributes(); !checked) return checked.error();
    UpdateRequest update;
    if (older) {
        auto made = enveloped(older->update());
        if (!made) return made.error();
        update.update = *std::move(made);
    }
    if (auto prepared = asked.prepare(); !prepared) return prepared.error();
    auto parsed = write.expressions().update();
    if (!parsed) return envelopedUpdateFault(parsed.error());
    if (*parsed) update.update = *std::move(parsed);
    auto options = asked.options();
    if (!options) return options.error();
    if (auto used = asked.checkAllUsed(); !used) return used.error();
    update.table = write.table();
    update.key = write.takeAttributes();
    update.options = *std::move(options);
    update.returnValues = asked.any();
    summarise(context, update.table, update.key);
    return answer(context, asked, context.engine.update(update, context.options.metering));
}

}  // namespace partita
