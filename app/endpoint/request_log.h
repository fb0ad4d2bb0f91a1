// What an endpoint was asked and what it answered, one entry a request. Plain values; any thread.
#pragma once

#include <cstdint>
#include <string>

#include "engine/api/api.h"
#include "engine/clock.h"

namespace partita {

struct LoggedRequest {
    UtcMillis time = 0;
    std::string operation;  // "Query"; empty when the request named none
    unsigned status = 200;
    double milliseconds = 0;  // from the whole request received to its answer made
    CallSummary summary;
    std::string body;  // the request's JSON; empty when it is larger than kLoggedBodyBytes
};

inline constexpr std::size_t kLoggedBodyBytes = 16 * 1024;

}  // namespace partita
