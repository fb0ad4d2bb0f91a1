// The DynamoDB JSON 1.0 protocol without its transport: the name of an operation and a JSON body in, a status
// and a JSON body out. What the endpoint, `partita request` and the tests speak to a table file with.
// Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/engine.h"

namespace partita {

struct ApiOptions {
    std::string region = "us-east-1";      // stands in ARNs; a request may name another
    std::string account = "000000000000";  // stands in ARNs
    /// Whether a table may be deleted over the API; nothing: every table. Refused: AccessDeniedException.
    std::function<bool(const std::string& table)> mayDelete = {};
    Metering metering = Metering::On;
    std::string address = "localhost";  // that DescribeEndpoints answers: the host and port served
};

/// What a call did, for a log. Empty or 0 where it says nothing.
struct CallSummary {
    std::string table;
    std::string index;
    std::string key;  // the partition key (and sort key) as text
    std::uint64_t items = 0;
    std::uint64_t scanned = 0;
    Capacity capacity;
    std::string errorType;  // "ValidationException"; empty when it was done
    std::string errorMessage;
};

struct Answer {
    int status = 200;
    std::string body;  // JSON; empty where the service sends nothing (TagResource)
    CallSummary summary;
};

class Api final {
  public:
    /// The engine must outlive it.
    explicit Api(Engine& engine, ApiOptions options = {});
    ~Api();
    Api(const Api&) = delete;
    Api& operator=(const Api&) = delete;

    /// `operation`: "GetItem". `region`: of the request's signature; empty: that of the options.
    /// Never throws; whatever the body, the answer is JSON.
    Answer call(std::string_view operation, std::string_view body, std::string_view region = {});
    /// Whether there is an operation of that name.
    static bool isOperation(std::string_view operation);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
