// The operations on items; each is documented by the service's API reference. See operation.h.
#pragma once

#include "engine/api/operation.h"

namespace partita {

Result<std::string> getItem(CallContext& context, const JsonRequest& request);
Result<std::string> putItem(CallContext& context, const JsonRequest& request);
Result<std::string> updateItem(CallContext& context, const JsonRequest& request);
Result<std::string> deleteItem(CallContext& context, const JsonRequest& request);
Result<std::string> query(CallContext& context, const JsonRequest& request);
Result<std::string> scan(CallContext& context, const JsonRequest& request);
Result<std::string> batchGetItem(CallContext& context, const JsonRequest& request);
Result<std::string> batchWriteItem(CallContext& context, const JsonRequest& request);
Result<std::string> transactGetItems(CallContext& context, const JsonRequest& request);
Result<std::string> transactWriteItems(CallContext& context, const JsonRequest& request);

}  // namespace partita
