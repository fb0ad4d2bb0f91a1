// An error as the service answers it: {"__type":"…#ValidationException","message":"…"} and what some carry
// beside. Free functions; any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/error.h"

namespace partita {

/// "ValidationException"; "InternalServerError" for faults that the service does not know.
std::string_view errorType(const Error& error);
/// 400, or 500 where the fault is not the request's.
int errorStatus(const Error& error);
std::string errorJson(const Error& error);

}  // namespace partita
