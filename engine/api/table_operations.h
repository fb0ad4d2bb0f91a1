// The control plane's operations: tables, their settings, and what tools ask of a table when they begin.
// Handlers as operation.h says; any thread.
#pragma once

#include <string>

#include "engine/api/operation.h"

namespace partita {

// table_create.cpp, table_update.cpp, table_handlers.cpp
Result<std::string> createTable(CallContext& context, const JsonRequest& request);
Result<std::string> updateTable(CallContext& context, const JsonRequest& request);
Result<std::string> describeTable(CallContext& context, const JsonRequest& request);
Result<std::string> listTables(CallContext& context, const JsonRequest& request);
/// AccessDeniedException for a table that ApiOptions::mayDelete keeps.
Result<std::string> deleteTable(CallContext& context, const JsonRequest& request);
Result<std::string> describeLimits(CallContext& context, const JsonRequest& request);
Result<std::string> describeEndpoints(CallContext& context, const JsonRequest& request);

// table_settings.cpp
Result<std::string> updateTimeToLive(CallContext& context, const JsonRequest& request);
Result<std::string> describeTimeToLive(CallContext& context, const JsonRequest& request);
// What there is none of here, said so: a tool that asks goes on.
Result<std::string> describeContinuousBackups(CallContext& context, const JsonRequest& request);
Result<std::string> updateContinuousBackups(CallContext& context, const JsonRequest& request);
Result<std::string> describeContributorInsights(CallContext& context, const JsonRequest& request);
Result<std::string> describeKinesisStreamingDestination(CallContext& context, const JsonRequest& request);

// table_tags.cpp
Result<std::string> tagResource(CallContext& context, const JsonRequest& request);
Result<std::string> untagResource(CallContext& context, const JsonRequest& request);
Result<std::string> listTagsOfResource(CallContext& context, const JsonRequest& request);

/// AccessDeniedException in the service's words. `action`: "DeleteTable".
Error notAuthorized(const CallContext& context, const std::string& action, const std::string& resource,
                    const std::string& because);

}  // namespace partita
