// A table file served as DynamoDB serves its tables: the JSON 1.0 protocol over HTTP on the loopback
// addresses. While it lives, items past their time to live are removed. Start reading here; the transport is
// in http_server.h, what the requests mean in engine/api.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "app/endpoint/request_log.h"
#include "engine/engine.h"
#include "engine/result.h"

namespace partita {

struct EndpointOptions {
    std::uint16_t port = 8000;  // 0: any that is free
    std::string region = "us-east-1";
    /// Whether DeleteTable may delete tables that were in the file when serving began.
    bool allowDelete = false;
    /// Called after each request, on several threads at once; must not block.
    std::function<void(LoggedRequest)> log = {};
};

class Endpoint final {
  public:
    /// The engine must outlive it. Fails (InputOutput) when the port can't be had.
    static Result<std::unique_ptr<Endpoint>> start(Engine& engine, EndpointOptions options);
    /// Requests that are being answered are finished first.
    ~Endpoint();
    Endpoint(const Endpoint&) = delete;
    Endpoint& operator=(const Endpoint&) = delete;

    std::uint16_t port() const;
    /// "http://127.0.0.1:8000".
    std::string url() const;
    std::size_t connections() const;

  private:
    Endpoint();
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
