// The operations of DynamoDB Streams. Handlers as operation.h says; any thread.
#pragma once

#include <string>

#include "engine/api/operation.h"

namespace partita {

Result<std::string> listStreams(CallContext& context, const JsonRequest& request);
Result<std::string> describeStream(CallContext& context, const JsonRequest& request);
Result<std::string> getShardIterator(CallContext& context, const JsonRequest& request);
Result<std::string> getRecords(CallContext& context, const JsonRequest& request);

}  // namespace partita
