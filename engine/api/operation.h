// The operations of the API by name, and what each is given. To add one: write a Handler, declare it in a
// header of yours, and add a line to the list in operations.cpp. Any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/api/api.h"
#include "engine/api/json_request.h"
#include "engine/result.h"

namespace partita {

struct CallContext {
    Engine& engine;
    const ApiOptions& options;
    std::string_view region;  // of the ARNs that are answered
    CallSummary& summary;     // a handler says in it what it did; error and status are the caller's
};

/// The answer's JSON text, or the error. An error that came of this request's text may carry a detail
/// (engine/request.h), which is answered with it.
using Handler = Result<std::string> (*)(CallContext& context, const JsonRequest& request);

struct Operation {
    std::string_view name;
    Handler handler;
};
/// All of them, by name.
std::span<const Operation> operations();
/// Null when there is none.
const Operation* findOperation(std::string_view name);

/// The name of a table that is given by name or by ARN ("arn:aws:dynamodb:…:table/Name").
std::string tableNameOf(std::string_view nameOrArn);
/// "arn:aws:dynamodb:us-east-1:000000000000:table/Name".
std::string tableArn(const CallContext& context, std::string_view table);

}  // namespace partita
