// BatchExecuteStatement and ExecuteTransaction: several statements in one request. Free functions; any
// thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/api/partiql/statement.h"
#include "engine/engine.h"
#include "engine/request.h"
#include "engine/result.h"

namespace partita::partiql {

/// One of the request's statements, as it was read.
struct GivenStatement {
    Result<Statement> statement;
    bool consistent = false;           // of a batch's SELECT
    bool returnItemOnFailure = false;  // of a transaction's write
};

struct BatchMemberAnswer {
    std::optional<Item> item;
    std::optional<Error> error;
    std::string table;  // empty when the statement was refused before it ran
};
struct BatchResponse {
    std::vector<BatchMemberAnswer> answers;  // in the order of the request
    std::vector<ConsumedCapacity> capacity;  // one for each table, in order of first mention
};
/// Each statement for itself: what one has wrong is in its answer. Fails as a whole (ValidationException)
/// when reads and writes stand together, or two are of one item.
Result<BatchResponse> runBatch(Engine& engine, const std::vector<GivenStatement>& statements,
                               Metering metering);
/// The code of a statement's error in a batch: "ValidationError".
std::string batchErrorCode(const Error& error);

struct TransactionResponse {
    bool isRead = false;
    std::vector<std::optional<Item>> items;  // in the order of the request; of writes: nothing
    std::vector<ConsumedCapacity> capacity;  // one for each table, in order of first mention
};
/// All or nothing. Fails with "Validation failed in TransactStatements[i]: …", or
/// TransactionCanceledException.
Result<TransactionResponse> runTransaction(Engine& engine, const std::vector<GivenStatement>& statements,
                                           const std::string& token, const std::string& fingerprint,
                                           Metering metering);

}  // namespace partita::partiql
