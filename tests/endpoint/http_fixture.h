// A server that answers with what it was sent, and requests to it. For tests.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/endpoint/http_server.h"

namespace partita::test {

/// Answers with what it was sent.
inline HttpResponse echo(const HttpRequest& request) {
    return {200, "text/plain", {{"X-Method", std::string(request.method)}}, std::string(request.body)};
}

using Handler = std::function<HttpResponse(const HttpRequest&)>;
using WriteHandler = std::function<std::vector<HttpResponse>(const std::vector<HttpRequest>&, bool waits)>;

/// Of all kinds, so that each way of answering is tested.
inline HttpService::Pace paceOf(const HttpRequest& request) {
    if (request.body.starts_with("write")) return HttpService::Pace::Write;
    return request.body.size() < 10 ? HttpService::Pace::Quick : HttpService::Pace::Slow;
}

inline std::vector<HttpResponse> answerEach(const std::vector<HttpRequest>& requests, const Handler& answer) {
    std::vector<HttpResponse> answers;
    for (const HttpRequest& request : requests)
        answers.push_back(answer(request));
    return answers;
}

/// Without `answerWrites` each write is answered as the rest is.
inline std::unique_ptr<HttpServer> startServer(const HttpLimits& limits = {}, Handler answer = echo,
                                               WriteHandler answerWrites = {}) {
    auto server = HttpServer::listen(0, limits);
    if (!server) return nullptr;
    if (!answerWrites)
        answerWrites = [answer](const std::vector<HttpRequest>& requests, bool) {
            return answerEach(requests, answer);
        };
    (*server)->serve({paceOf, std::move(answer), std::move(answerWrites)});
    return std::move(server).value();
}

inline std::string post(std::string_view body, std::string_view headers = {}) {
    return "POST / HTTP/1.1\r\nHost: localhost\r\n" + std::string(headers) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

}  // namespace partita::test
