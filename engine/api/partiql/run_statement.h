// ExecuteStatement: one statement, planned and run by the engine. Free functions; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/partiql/statement.h"
#include "engine/engine.h"
#include "engine/request.h"
#include "engine/result.h"

namespace partita::partiql {

struct RunOptions {
    bool consistent = false;
    std::optional<std::uint32_t> limit;    // items to evaluate; at least 1
    std::optional<std::string> nextToken;  // of SELECT
    bool returnItemOnFailure = false;
    Metering metering = Metering::On;
};
struct RunResponse {
    ItemList items;  // of SELECT, and of RETURNING
    std::optional<std::string> nextToken;
    std::optional<Item> lastEvaluatedKey;
    std::uint64_t scanned = 0;
    ConsumedCapacity capacity;
    std::string key;  // the one partition or item that the statement is about, as text; for a log
};

/// `fingerprint`: of the statement's text and parameters (next_token.h). Errors are the service's own.
Result<RunResponse> runStatement(Engine& engine, const Statement& statement, std::string_view fingerprint,
                                 const RunOptions& options);

/// A single write. A failed INSERT is a DuplicateItemException.
Result<WriteResponse> runWrite(Engine& engine, const TransactWrite& write, Metering metering);
/// Fails with "Requested resource not found".
Result<std::shared_ptr<const TableDefinition>> tableNamed(const Engine& engine, const std::string& name);

}  // namespace partita::partiql
