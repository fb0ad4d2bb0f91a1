#include "app/endpoint/endpoint.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>

#include "app/endpoint/http_server.h"
#include "app/endpoint/protocol.h"

namespace partita {

namespace {

/// How long an expired item may stay. The service itself promises only "a few days".
constexpr auto kExpiryPause = std::chrono::seconds(15);

/// Removes expired items now and then, while it lives.
class ExpiryTimer final {
  public:
    explicit ExpiryTimer(Engine& engine)
        : m_thread([this, &engine](std::stop_token stop) { run(engine, stop); }) {}

  private:
    void run(Engine& engine, const std::stop_token& stop) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any wake;
        while (!stop.stop_requested()) {
            // A file that can't be written to now may be again later: the next round tells.
            static_cast<void>(engine.removeExpired(stop).ok());
            wake.wait_for(lock, stop, kExpiryPause, [] { return false; });
        }
    }

    std::jthread m_thread;
};

HttpService::Pace paceOf(const HttpRequest& request) {
    using enum HttpService::Pace;
    // Far over what a usual item needs, and read in a fraction of a millisecond.
    constexpr std::size_t kQuickBodyBytes = 64 * 1024;
    if (request.body.size() > kQuickBodyBytes) return Slow;
    const std::string_view operation = operationOf(request);
    if (operation == "GetItem") return Quick;
    // A filter may look at tens of thousands of items for one page, at 300 operators each.
    if (operation == "Query") return request.body.find("Filter") == std::string_view::npos ? Quick : Slow;
    static const std::set<std::string_view> writes = {"PutItem", "UpdateItem", "DeleteItem",
                                                      "BatchWriteItem"};
    return writes.contains(operation) ? Write : Slow;
}

std::set<std::string> tablesOf(const Engine& engine) {
    const std::vector<std::string> names = engine.tableNames();
    return {names.begin(), names.end()};
}

}  // namespace

struct Endpoint::State {
    State(Engine& theEngine, EndpointOptions theOptions, std::unique_ptr<HttpServer> theServer)
        : engine(theEngine),
          options(std::move(theOptions)),
          ownTables(tablesOf(engine)),
          server(std::move(theServer)),
          api(engine, apiOptions()) {}

    std::string authority() const { return "127.0.0.1:" + std::to_string(server->port()); }
    ApiOptions apiOptions() const {
        ApiOptions given;
        given.region = options.region;
        given.address = authority();
        given.mayDelete = [this](const std::string& table) {
            return options.allowDelete || !ownTables.contains(table);
        };
        return given;
    }
    using Time = std::chrono::steady_clock::time_point;
    struct Answered {
        HttpResponse response;
        CallSummary summary;
    };
    Answered answer(const HttpRequest& request);
    std::vector<HttpResponse> answerWrites(const std::vector<HttpRequest>& requests, bool waits);
    /// The response, once the log has been told of it.
    HttpResponse logged(const HttpRequest& request, Answered answered, Time begin) const;

    Engine& engine;
    const EndpointOptions options;
    const std::set<std::string> ownTables;  // were there when serving began
    std::unique_ptr<HttpServer> server;
    Api api;
    std::unique_ptr<ExpiryTimer> expiry;
};

Endpoint::State::Answered Endpoint::State::answer(const HttpRequest& request) {
    Answered answered;
    if (auto known = answerWithoutApi(request, options.region)) {
        answered.response = std::move(*known);
    } else {
        Answer answer = api.call(operationOf(request), request.body, regionOf(request));
        answered.response = jsonAnswer(request, static_cast<unsigned>(answer.status), std::move(answer.body));
        answered.summary = std::move(answer.summary);
    }
    finishAnswer(request, answered.response);
    return answered;
}

HttpResponse Endpoint::State::logged(const HttpRequest& request, Answered answered, Time begin) const {
    if (options.log && request.method == "POST") {
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
        options.log({Clock::system().now(), std::string(operationOf(request)), answered.response.status,
                     time.count(), std::move(answered.summary),
                     request.body.size() <= kLoggedBodyBytes ? std::string(request.body) : std::string()});
    }
    return std::move(answered.response);
}

std::vector<HttpResponse> Endpoint::State::answerWrites(const std::vector<HttpRequest>& requests,
                                                        bool waits) {
    const Time begin = std::chrono::steady_clock::now();
    std::vector<Answered> answers;
    const auto answerAll = [&] {
        for (const HttpRequest& request : requests)
            answers.push_back(answer(request));
    };
    const auto written = engine.writeTogether(waits, answerAll);
    if (written ? !*written : !waits) return {};
    if (!written) {
        // The file is read-only; or one of them met a fault, and all were undone. Each by itself says so, and
        // what can be written is.
        answers.clear();
        answerAll();
    }
    std::vector<HttpResponse> responses;
    for (std::size_t i = 0; i < requests.size(); ++i)
        responses.push_back(logged(requests[i], std::move(answers[i]), begin));
    return responses;
}

Endpoint::Endpoint() = default;

Endpoint::~Endpoint() {
    // The server's threads ask the API, so they end first.
    if (m_state) m_state->server.reset();
}

Result<std::unique_ptr<Endpoint>> Endpoint::start(Engine& engine, EndpointOptions options) {
    auto endpoint = std::unique_ptr<Endpoint>(new Endpoint);
    auto server = HttpServer::listen(options.port);
    if (!server) return server.error();
    endpoint->m_state = std::make_unique<State>(engine, std::move(options), std::move(server).value());
    State* state = endpoint->m_state.get();
    state->server->serve({paceOf,
                          [state](const HttpRequest& request) {
                              const auto begin = std::chrono::steady_clock::now();
                              return state->logged(request, state->answer(request), begin);
                          },
                          [state](const std::vector<HttpRequest>& requests, bool waits) {
                              return state->answerWrites(requests, waits);
                          }});
    if (!engine.isReadOnly()) state->expiry = std::make_unique<ExpiryTimer>(engine);
    return endpoint;
}

std::uint16_t Endpoint::port() const {
    return m_state->server->port();
}

std::string Endpoint::url() const {
    return "http://" + m_state->authority();
}

std::size_t Endpoint::connections() const {
    return m_state->server->connections();
}

}  // namespace partita
