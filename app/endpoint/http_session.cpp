#include "app/endpoint/http_session.h"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/write.hpp>

namespace partita {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

std::string_view viewOf(beast::string_view text) {
    return {text.data(), text.size()};
}

/// Whether it is the connection that ended, or took too long, and there is nobody to answer.
bool isOfTheConnection(const beast::error_code& error) {
    return error == http::error::end_of_stream || error == http::error::partial_message ||
           error == beast::error::timeout || (error && error.category() == boost::system::system_category());
}

constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

HttpSession::HttpSession(boost::asio::ip::tcp::socket socket, std::shared_ptr<HttpShared> shared)
    : m_stream(std::move(socket)), m_shared(std::move(shared)), m_buffer(m_shared->limits.headerBytes) {
    const std::lock_guard guard(m_shared->sessionsMutex);
    m_shared->sessions.insert(this);
}

HttpSession::~HttpSession() {
    release();
    if (m_busy) --m_shared->answering;
    const std::lock_guard guard(m_shared->sessionsMutex);
    m_shared->sessions.erase(this);
}

void HttpSession::start() {
    boost::asio::dispatch(m_stream.get_executor(), [self = shared_from_this()] { self->readHeader(); });
}

void HttpSession::closeWhenIdle() {
    boost::asio::post(m_stream.get_executor(), [self = shared_from_this()] {
        if (!self->m_busy) self->close();
    });
}

void HttpSession::readHeader() {
    m_parser.emplace();
    m_parser->header_limit(static_cast<std::uint32_t>(m_shared->limits.headerBytes));
    m_parser->body_limit(m_shared->limits.bodyBytes);
    m_stream.expires_after(m_shared->limits.idle);
    http::async_read_header(
        m_stream, m_buffer, *m_parser,
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
        m_stream.expires_after(m_shared->limits.send);
        boost::asio::async_write(m_stream, boost::asio::buffer(kContinue.data(), kContinue.size()),
                                 [self = shared_from_this()](const Error& failure, std::size_t) {
                                     failure ? self->close() : self->readBody();
                                 });
        return;
    }
    readBody();
}

void HttpSession::readBody() {
    if (m_parser->is_done()) return bodyRead({});
    m_stream.expires_after(m_shared->limits.receive);
    http::async_read(m_stream, m_buffer, *m_parser,
                     [self = shared_from_this()](const Error& error, std::size_t) { self->bodyRead(error); });
}

void HttpSession::bodyRead(const Error& error) {
    if (error == http::error::body_limit) return refuse(413, "The request's body is larger than 16 MB.");
    if (isOfTheConnection(error)) return close();
    if (error) return refuse(400, error.message());
    m_stream.expires_never();

    const auto& message = m_parser->get();
    HttpRequest request;
    request.method = viewOf(message.method_string());
    request.target = viewOf(message.target());
    for (const auto& field : message)
        request.headers.emplace_back(viewOf(field.name_string()), viewOf(field.value()));
    request.body = message.body();
    HttpResponse response = m_shared->handler(request);
    const bool keepAlive = message.keep_alive() && !m_shared->draining;
    const bool isHead = message.method() == http::verb::head;
    m_parser.reset();
    release();
    if (isHead) response.body.clear();
    send(std::move(response), keepAlive);
}

void HttpSession::refuse(unsigned status, std::string_view reason) {
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
    m_stream.expires_after(m_shared->limits.send);
    http::async_write(m_stream, m_response,
                      [self = shared_from_this(), keepAlive](const Error& error, std::size_t) {
                          self->sent(error, keepAlive);
                      });
}

void HttpSession::sent(const Error& error, bool keepAlive) {
    release();
    m_response = {};
    m_busy = false;
    --m_shared->answering;
    if (error || !keepAlive || m_shared->draining) return close();
    readHeader();
}

void HttpSession::close() {
    Error ignored;
    m_stream.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
    m_stream.close();
}

bool HttpSession::claim(std::size_t bytes) {
    const std::size_t before = m_shared->bytesInFlight.fetch_add(bytes);
    m_claimed = bytes;
    if (before + bytes <= m_shared->limits.bytesInFlight) return true;
    release();
    return false;
}

void HttpSession::release() {
    m_shared->bytesInFlight -= m_claimed;
    m_claimed = 0;
}

}  // namespace partita
