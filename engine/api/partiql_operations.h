// The operations that take statements: ExecuteStatement, BatchExecuteStatement, ExecuteTransaction. Handlers
// as operation.h says; any thread.
#pragma once

#include <string>

#include "engine/api/operation.h"

namespace partita {

Result<std::string> executeStatement(CallContext& context, const JsonRequest& request);
Result<std::string> batchExecuteStatement(CallContext& context, const JsonRequest& request);
Result<std::string> executeTransaction(CallContext& context, const JsonRequest& request);

}  // namespace partita
