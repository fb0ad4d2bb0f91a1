#include "engine/api/partiql_operations.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "engine/api/call_summary.h"
#include "engine/api/capacity_json.h"
#include "engine/api/json_value.h"
#include "engine/api/json_writer.h"
#include "engine/api/partiql/lexer.h"
#include "engine/api/partiql/next_token.h"
#include "engine/api/partiql/run_batch.h"
#include "engine/api/partiql/run_statement.h"
#include "engine/api/request_items.h"
#include "engine/api/violations.h"

namespace partita {
namespace {

/// Statement, Parameters and what stands beside them, of a request or of a member of one.
struct StatementMember {
    std::string text;
    std::vector<Value> parameters;
    std::optional<Error> fault;  // of the first parameter that is wrong
    bool consistent = false;
    bool returnItemOnFailure = false;

    Result<partiql::Statement> parsed() const {
        return fault ? Result<partiql::Statement>(*fault) : partiql::parseStatement(text, parameters);
    }
    std::string fingerprint() const { return partiql::fingerprintOf(text, parameters); }
};

/// `place`: "" of the request itself, or "statements.1.member.".
StatementMember readStatement(Members& members, const std::string& place, Violations& violations) {
    StatementMember member;
    const auto text = members.string("Statement");
    violations.notNull(place + "statement", text.has_value());
    violations.length(place + "statement", text, 1, partiql::kStatementBytes);
    member.text = text.value_or("");
    if (auto given = readValues(members, "Parameters")) {
        violations.size(place + "parameters", given->size(), "[]", 1, SIZE_MAX);
        for (GivenValue& value : *given) {
            if (value.fault && !member.fault) member.fault = value.fault;
            member.parameters.push_back(std::move(value.value));
        }
    }
    member.consistent = members.boolean("ConsistentRead").value_or(false);
    const auto onFailure = members.string("ReturnValuesOnConditionCheckFailure");
    violations.oneOf(place + "returnValuesOnConditionCheckFailure", onFailure, {"ALL_OLD", "NONE"});
    member.returnItemOnFailure = onFailure == "ALL_OLD";
    return member;
}

std::optional<std::vector<StatementMember>> readStatements(Members& members, std::string_view name,
                                                           const std::string& place, const std::string& model,
                                                           std::size_t most, Violations& violations) {
    auto given = members.structures(name, model);
    violations.notNull(place, given.has_value());
    if (!given) return std::nullopt;
    violations.size(place, given->size(), given->empty() ? "[]" : "[…]", 1, most);
    std::vector<StatementMember> statements;
    for (std::size_t i = 0; i < std::min(given->size(), most); ++i) {
        statements.push_back(
            readStatement((*given)[i], place + '.' + std::to_string(i + 1) + ".member.", violations));
    }
    return statements;
}

std::vector<partiql::GivenStatement> parsedOf(const std::vector<StatementMember>& members) {
    std::vector<partiql::GivenStatement> statements;
    for (const StatementMember& member : members) {
        statements.push_back({member.parsed(), member.consistent, member.returnItemOnFailure});
    }
    return statements;
}

void appendBatchError(const Error& error, JsonWriter& json) {
    json.key("Error").begin().member("Code", partiql::batchErrorCode(error));
    json.member("Message", error.message).end();
}

}  // namespace

Result<std::string> executeStatement(CallContext& context, const JsonRequest& request) {
    Members members = request.members();
    Violations violations;
    const StatementMember member = readStatement(members, "", violations);
    const auto token = members.string("NextToken");
    const auto limit = members.integer("Limit");
    violations.range("limit", limit, 1);
    const ReturnCapacity capacity = returnCapacity(members.string("ReturnConsumedCapacity"), violations);
    if (members.fault()) return *members.fault();
    if (const auto error = violations.error()) return *error;
    const auto statement = member.parsed();
    if (!statement) return statement.error();

    context.summary.table = partiql::tableOf(*statement);
    if (const auto* select = std::get_if<partiql::SelectStatement>(&*statement)) {
        context.summary.index = select->from.index.value_or("");
    }
    partiql::RunOptions options;
    options.consistent = member.consistent;
    if (limit) options.limit = static_cast<std::uint32_t>(*limit);
    if (token) options.nextToken = std::string(*token);
    options.returnItemOnFailure = member.returnItemOnFailure;
    options.metering = context.options.metering;
    const auto done = partiql::runStatement(context.engine, *statement, member.fingerprint(), options);
    if (!done) return done.error();
    context.summary.key = done->key;
    context.summary.items = done->items.size();
    context.summary.scanned = done->scanned;
    summarise(context, done->capacity);

    JsonWriter json(done->items.bytes() * 2 + 256);
    json.begin().key("Items");
    if (auto written = appendJson(done->items, json.place()); !written) return written.error();
    if (done->nextToken) json.member("NextToken", *done->nextToken);
    if (done->lastEvaluatedKey) {
        json.key("LastEvaluatedKey");
        appendJson(*done->lastEvaluatedKey, json.place());
    }
    appendCapacity(done->capacity, capacity, json);
    json.end();
    return json.take();
}

Result<std::string> batchExecuteStatement(CallContext& context, const JsonRequest& request) {
    constexpr std::size_t kMost = 25;  // API reference, BatchExecuteStatement: Statements
    Members members = request.members();
    Violations violations;
    const auto given =
        readStatements(members, "Statements", "statements", "BatchStatementRequest", kMost, violations);
    const ReturnCapacity capacity = returnCapacity(members.string("ReturnConsumedCapacity"), violations);
    if (members.fault()) return *members.fault();
    if (const auto error = violations.error()) return *error;
    const auto done = partiql::runBatch(context.engine, parsedOf(*given), context.options.metering);
    if (!done) return done.error();
    summarise(context, done->capacity);

    JsonWriter json;
    json.begin().key("Responses").beginArray();
    for (const partiql::BatchMemberAnswer& answer : done->answers) {
        json.begin();
        if (answer.error) appendBatchError(*answer.error, json);
        if (!answer.table.empty()) json.key("TableName").value(answer.table);
        if (answer.item) {
            ++context.summary.items;
            json.key("Item");
            appendJson(*answer.item, json.place());
        }
        json.end();
    }
    json.endArray();
    appendCapacities(done->capacity, capacity, json);
    json.end();
    return json.take();
}

Result<std::string> executeTransaction(CallContext& context, const JsonRequest& request) {
    constexpr std::size_t kMost = 100;  // API reference, ExecuteTransaction: TransactStatements
    Members members = request.members();
    Violations violations;
    const auto given = readStatements(members, "TransactStatements", "transactStatements",
                                      "ParameterizedStatement", kMost, violations);
    const auto token = members.string("ClientRequestToken");
    violations.length("clientRequestToken", token, 1, 36);
    const ReturnCapacity capacity = returnCapacity(members.string("ReturnConsumedCapacity"), violations);
    if (members.fault()) return *members.fault();
    if (const auto error = violations.error()) return *error;
    std::string fingerprint;
    for (const StatementMember& member : *given) {
        if (member.fault) return *member.fault;
        const std::string own = member.fingerprint();
        fingerprint += std::to_string(own.size()) + ':' + own;
    }
    const auto done =
        partiql::runTransaction(context.engine, parsedOf(*given), std::string(token.value_or("")),
                                fingerprint, context.options.metering);
    if (!done) return done.error();
    summarise(context, done->capacity);

    JsonWriter json;
    json.begin();
    context.summary.items = appendResponses(done->items, json);
    // A repeat of a transaction reads what was done: read units, as the engine says.
    const bool reads = std::any_of(done->capacity.begin(), done->capacity.end(),
                                   [](const ConsumedCapacity& of) { return of.total.read > 0; });
    appendCapacities(done->capacity, capacity, json, reads ? CapacityForm::Reads : CapacityForm::Writes);
    json.end();
    return json.take();
}

}  // namespace partita
