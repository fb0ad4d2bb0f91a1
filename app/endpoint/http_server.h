// An HTTP/1.1 server on the loopback addresses, and nothing else: it knows requests and answers, not what
// they mean. Asynchronous (Boost.Beast); connections are kept alive, sent without delay, and bounded in
// number, size and time, so that no client can hold more than its share.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/result.h"

namespace partita {

/// Lives as long as the handler's call.
struct HttpRequest {
    std::string_view method;  // "POST"
    std::string_view target;  // "/?query"
    std::vector<std::pair<std::string_view, std::string_view>> headers;
    std::string_view body;

    /// The value of a header, its name in any case; empty when there is none.
    std::string_view header(std::string_view name) const;
};

struct HttpResponse {
    unsigned status = 200;
    std::string contentType;  // empty: none is said
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
};

struct HttpLimits {
    std::size_t connections = 4096;
    std::size_t headerBytes = 64 * 1024;
    std::size_t bodyBytes = 16 * 1024 * 1024;  // as the service
    /// Larger bodies are answered two at a time: read into values, a body takes many times its size.
    std::size_t largeBodyBytes = 1024 * 1024;
    /// Bodies received and answers not yet sent, of all connections together.
    std::size_t bytesInFlight = 512 * 1024 * 1024;
    /// Bodies up to this find room even then, so that who holds it all with large ones stops nobody else.
    std::size_t smallBodyBytes = 64 * 1024;
    std::chrono::milliseconds idle = std::chrono::minutes(10);  // between two requests
    std::chrono::milliseconds receive = std::chrono::seconds(60);
    std::chrono::milliseconds send = std::chrono::seconds(60);
};

/// Who answers. All of it is called on several threads at once, and must not throw.
struct HttpService {
    /// How long an answer takes, and so where it is made.
    enum class Pace {
        Quick,  // on the thread that received the request, where it holds up other connections, but no thread
                // needs to be woken
        Write,  // with others that came at about the same time, by `answerWrites`; there too if it need not
                // wait
        Slow,   // by a pool of workers
    };
    std::function<Pace(const HttpRequest&)> pace;
    std::function<HttpResponse(const HttpRequest&)> answer;
    /// As many answers, in the same order. None at all: it would have to wait, and `waits` is not set.
    std::function<std::vector<HttpResponse>(const std::vector<HttpRequest>&, bool waits)> answerWrites;
};

class HttpServer final {
  public:
    /// Listens on 127.0.0.1, and on ::1 where the machine has it. Port 0 takes a free one. Whoever connects
    /// waits for serve(). Fails (InputOutput) when the port is taken or not allowed.
    static Result<std::unique_ptr<HttpServer>> listen(std::uint16_t port, const HttpLimits& limits = {});
    /// Once. Large bodies are slow whatever the service says of them.
    void serve(HttpService service);
    /// Lets requests that are being answered finish (a few seconds at most), then closes every connection.
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::uint16_t port() const;
    /// Open now.
    std::size_t connections() const;

  private:
    HttpServer();
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
