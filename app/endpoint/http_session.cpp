#include "app/endpoint/http_session.h"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

namespace partita {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

std::string_view viewOf(beast::string_view text) {
    return {text.data(), text.size()};
}

/// Whether it is the connection that ended, or took too long, and there is nobody to answer.
bool isOfTheConnection(const boost::system::error_code& error) {
    return error == http::error::end_of_stream || error == http::error::partial_message ||
           (error && error.category() == boost::system::system_category());
}

// What a client may still send after its request was refused, and for how long it is listened to.
constexpr std::size_t kUnreadMost = 64 * 1024 * 1024;
constexpr std::chrono::milliseconds kHangUpTime = std::chrono::seconds(5);

// What is written in one transaction holds up the other connections of its lane for a few milliseconds.
constexpr std::size_t kBytesWrittenTogether = 64 * 1024;

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

HttpLane::HttpLane(std::shared_ptr<HttpShared> shared)
    : m_shared(std::move(shared)),
      // Fine enough for the shortest limit, and no finer.
      m_tick(
          std::clamp(std::min({m_shared->limits.idle, m_shared->limits.receive, m_shared->limits.send}) / 4,
                     std::chrono::milliseconds(20), std::chrono::milliseconds(1000))),
      m_timer(context) {}

void HttpLane::run() {
    const auto guard = boost::asio::make_work_guard(context);
    tick();
    context.run();
}

void HttpLane::tick() {
    const auto now = std::chrono::steady_clock::now();
    // Closing ends no session here: each still has something pending, which holds it.
    for (HttpSession* session : m_sessions)
        session->closeWhenLate(now);
    m_timer.expires_after(m_tick);
    m_timer.async_wait([this](const boost::system::error_code& error) {
        if (!error) tick();
    });
}

void HttpLane::closeIdle() {
    boost::asio::post(context, [this] {
        for (HttpSession* session : m_sessions)
            session->closeWhenIdle();
    });
}

void HttpLane::addWrite(std::shared_ptr<HttpSession> session, HttpRequest request) {
    m_writes.push_back({std::move(session), std::move(request)});
    if (m_areWritesDue) return;
    m_areWritesDue = true;
    // Behind the other connections that something has arrived on.
    boost::asio::post(context, [this] { answerWrites(); });
}

void HttpLane::answerWrites() {
    std::vector<std::shared_ptr<HttpSession>> sessions;
    std::vector<HttpRequest> requests;
    for (std::size_t bytes = 0; !m_writes.empty() && bytes < kBytesWrittenTogether; m_writes.pop_front()) {
        bytes += m_writes.front().request.body.size();
        sessions.push_back(std::move(m_writes.front().session));
        requests.push_back(std::move(m_writes.front().request));
    }
    auto responses = m_shared->service.answerWrites(requests, false);
    if (!responses.empty()) return writesAnswered(sessions, std::move(responses));
    // Another writes. Those that arrive until it is this one's turn become the next group.
    boost::asio::post(*m_shared->writeWorker,
                      [this, sessions = std::move(sessions), requests = std::move(requests)]() mutable {
                          auto answers = m_shared->service.answerWrites(requests, true);
                          boost::asio::post(context, [this, sessions = std::move(sessions),
                                                      answers = std::move(answers)]() mutable {
                              writesAnswered(sessions, std::move(answers));
                          });
                      });
}

void HttpLane::writesAnswered(const std::vector<std::shared_ptr<HttpSession>>& sessions,
                              std::vector<HttpResponse> responses) {
    for (std::size_t i = 0; i < sessions.size(); ++i)
        sessions[i]->answered(std::move(responses[i]));
    m_areWritesDue = !m_writes.empty();
    if (m_areWritesDue) boost::asio::post(context, [this] { answerWrites(); });
}

HttpSession::HttpSession(HttpSocket socket, HttpLane& lane, std::shared_ptr<HttpShared> shared)
    : m_socket(std::move(socket)),
      m_lane(lane),
      m_shared(std::move(shared)),
      m_buffer(m_shared->limits.headerBytes),
      m_deadline(std::chrono::steady_clock::time_point::max()) {
    ++m_shared->connections;
}

HttpSession::~HttpSession() {
    release();
    if (m_busy) --m_shared->answering;
    m_lane.m_sessions.erase(this);
    --m_shared->connections;
}

void HttpSession::start(std::shared_ptr<HttpSession> session) {
    boost::asio::io_context& context = session->m_lane.context;
    boost::asio::post(context, [self = std::move(session)] {
        self->m_lane.m_sessions.insert(self.get());
        self->m_shared->draining ? self->close() : self->readHeader();
    });
}

void HttpSession::closeWhenIdle() {
    if (!m_busy) close();
}

void HttpSession::closeWhenLate(std::chrono::steady_clock::time_point now) {
    if (now >= m_deadline) close();
}

void HttpSession::expireAfter(std::chrono::milliseconds time) {
    m_deadline = std::chrono::steady_clock::now() + time;
}

void HttpSession::readHeader() {
    m_parser.emplace();
    m_parser->header_limit(static_cast<std::uint32_t>(m_shared->limits.headerBytes));
    m_parser->body_limit(m_shared->limits.bodyBytes);
    expireAfter(m_shared->limits.idle);
    http::async_read_header(
        m_socket, m_buffer, *m_parser,
        [self = shared_from_this()](const Error& error, std::size_t) { self->headerRead(error); });
}

void HttpSession::headerRead(const Error& error) {
    if (isOfTheConnection(error)) return close();
    m_busy = true;
    ++m_shared->answering;
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
        return refuse(431, "The request's header is too large.");
    if (error == http::error::body_limit) return refuse(413, "The request's body is larger than 16 MB.");
    if (error) return refuse(400, error.message());

    // A declared length is claimed before anything is received; one that isn't declared may be the largest.
    const auto length = m_parser->content_length();
    const bool hasBody = length ? *length > 0 : m_parser->chunked();
    if (hasBody && !claim(length ? *length : m_shared->limits.bodyBytes))
        return refuse(503, "Too much is being received at the same time: try again.");
    if (hasBody && beast::iequals(m_parser->get()[http::field::expect], "100-continue")) {
        expireAfter(m_shared->limits.send);
        boost::asio::async_write(m_socket, boost::asio::buffer(kContinue.data(), kContinue.size()),
                                 [self = shared_from_this()](const Error& failure, std::size_t) {
                                     failure ? self->close() : self->readBody();
                                 });
        return;
    }
    readBody();
}

void HttpSession::readBody() {
    if (m_parser->is_done()) return bodyRead({});
    expireAfter(m_shared->limits.receive);
    http::async_read(m_socket, m_buffer, *m_parser,
                     [self = shared_from_this()](const Error& error, std::size_t) { self->bodyRead(error); });
}

void HttpSession::bodyRead(const Error& error) {
    if (error == http::error::body_limit) return refuse(413, "The request's body is larger than 16 MB.");
    if (isOfTheConnection(error)) return close();
    if (error) return refuse(400, error.message());
    m_deadline = std::chrono::steady_clock::time_point::max();
    answer();
}

void HttpSession::answer() {
    const auto& message = m_parser->get();
    HttpRequest request;
    request.method = viewOf(message.method_string());
    request.target = viewOf(message.target());
    for (const auto& field : message)
        request.headers.emplace_back(viewOf(field.name_string()), viewOf(field.value()));
    request.body = message.body();
    const bool isLarge = request.body.size() > m_shared->limits.largeBodyBytes;
    const HttpService& service = m_shared->service;
    const auto pace = isLarge ? HttpService::Pace::Slow : service.pace(request);
    if (pace == HttpService::Pace::Quick) return answered(service.answer(request));
    if (pace == HttpService::Pace::Write) return m_lane.addWrite(shared_from_this(), std::move(request));
    // What may take longer must not hold up the other connections of this lane.
    boost::asio::post(isLarge ? *m_shared->largeWorkers : *m_shared->workers,
                      [self = shared_from_this(), request = std::move(request)]() mutable {
                          HttpResponse response = self->m_shared->service.answer(request);
                          boost::asio::io_context& context = self->m_lane.context;
                          boost::asio::post(
                              context, [self = std::move(self), response = std::move(response)]() mutable {
                                  self->answered(std::move(response));
                              });
                      });
}

void HttpSession::answered(HttpResponse response) {
    const auto& message = m_parser->get();
    const bool keepAlive = message.keep_alive() && !m_shared->draining;
    if (message.method() == http::verb::head) response.body.clear();
    m_parser.reset();
    release();
    send(std::move(response), keepAlive);
}

void HttpSession::refuse(unsigned status, std::string_view reason) {
    m_unread = kUnreadMost;
    send({status, "text/plain; charset=utf-8", {}, std::string(reason) + "\n"}, false);
}

void HttpSession::send(HttpResponse response, bool keepAlive) {
    m_response = {};
    m_response.version(11);
    m_response.result(response.status);
    m_response.set(http::field::server, "Partita");
    if (!response.contentType.empty()) m_response.set(http::field::content_type, response.contentType);
    for (const auto& [name, value] : response.headers)
        m_response.set(name, value);
    m_response.body() = std::move(response.body);
    m_response.keep_alive(keepAlive);
    m_response.prepare_payload();
    // Counted without asking: the answer exists already; whoever comes next is asked.
    m_claimed = m_response.body().size();
    m_shared->bytesInFlight += m_claimed;
    expireAfter(m_shared->limits.send);
    http::async_write(m_socket, m_response,
                      [self = shared_from_this(), keepAlive](const Error& error, std::size_t) {
                          self->sent(error, keepAlive);
                      });
}

void HttpSession::sent(const Error& error, bool keepAlive) {
    release();
    m_response = {};
    m_busy = false;
    --m_shared->answering;
    if (error || m_shared->draining) return close();
    if (m_unread > 0) return hangUp();
    keepAlive ? readHeader() : close();
}

void HttpSession::hangUp() {
    // Closed at once, the connection would be reset before a client that is still sending has read the
    // answer.
    Error ignored;
    m_socket.shutdown(HttpSocket::shutdown_send, ignored);
    m_parser.reset();
    expireAfter(std::min(m_shared->limits.receive, kHangUpTime));
    skipRest();
}

void HttpSession::skipRest() {
    m_buffer.clear();
    m_socket.async_read_some(m_buffer.prepare(m_buffer.max_size()),
                             [self = shared_from_this()](const Error& error, std::size_t count) {
                                 if (error || count > self->m_unread) return self->close();
                                 self->m_unread -= count;
                                 self->skipRest();
                             });
}

void HttpSession::close() {
    Error ignored;
    m_socket.shutdown(HttpSocket::shutdown_send, ignored);
    m_socket.close(ignored);
    m_deadline = std::chrono::steady_clock::time_point::max();
}

bool HttpSession::claim(std::size_t bytes) {
    const std::size_t before = m_shared->bytesInFlight.fetch_add(bytes);
    m_claimed = bytes;
    if (bytes <= m_shared->limits.smallBodyBytes || before + bytes <= m_shared->limits.bytesInFlight)
        return true;
    release();
    return false;
}

void HttpSession::release() {
    m_shared->bytesInFlight -= m_claimed;
    m_claimed = 0;
}

}  // namespace partita
