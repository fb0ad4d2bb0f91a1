// One connection of the HTTP server: reads a request, has it answered, writes the answer, and again. Private
// to http_server.cpp. All of it runs on the one thread of its lane; it keeps itself alive while something is
// pending.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

#include "app/endpoint/http_server.h"

namespace partita {

class HttpSession;

/// What the connections of one server share. Thread-safe.
struct HttpShared {
    HttpService service;
    HttpLimits limits;
    std::atomic<bool> draining = false;
    std::atomic<std::size_t> connections = 0;
    std::atomic<std::size_t> answering = 0;  // requests read whose answer is not yet sent
    std::atomic<std::size_t> bytesInFlight = 0;
    boost::asio::thread_pool* workers = nullptr;       // for what is not quick
    boost::asio::thread_pool* largeWorkers = nullptr;  // for large bodies
    boost::asio::thread_pool* writeWorker = nullptr;   // for writes that must wait for their turn
};

/// A thread with the connections that it serves: none of them needs a lock. Its members are touched on that
/// thread only, but for `context`.
class HttpLane final {
  public:
    explicit HttpLane(std::shared_ptr<HttpShared> shared);

    /// Until the context is stopped.
    void run();
    /// Closes connections that no request is being answered on. From any thread.
    void closeIdle();

  private:
    friend class HttpSession;
    struct Write {
        std::shared_ptr<HttpSession> session;
        HttpRequest request;
    };
    void tick();
    /// Answers it with the others that arrive until everything that has arrived is read.
    void addWrite(std::shared_ptr<HttpSession> session, HttpRequest request);
    void answerWrites();
    void writesAnswered(const std::vector<std::shared_ptr<HttpSession>>& sessions,
                        std::vector<HttpResponse> responses);

    std::shared_ptr<HttpShared> m_shared;
    std::chrono::milliseconds m_tick;
    std::unordered_set<HttpSession*> m_sessions;  // outlives the context, whose end ends the last of them

  public:
    boost::asio::io_context context{1};  // one thread: no locks inside

  private:
    boost::asio::steady_timer m_timer;
    std::deque<Write> m_writes;
    bool m_areWritesDue = false;  // answerWrites() will come, or is at work
};

using HttpSocket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

class HttpSession final : public std::enable_shared_from_this<HttpSession> {
  public:
    HttpSession(HttpSocket socket, HttpLane& lane, std::shared_ptr<HttpShared> shared);
    ~HttpSession();
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    /// The session ends on its lane: whoever made it lets go of it here.
    static void start(std::shared_ptr<HttpSession> session);
    void closeWhenIdle();
    /// Closes the connection when what it waits for takes too long.
    void closeWhenLate(std::chrono::steady_clock::time_point now);

  private:
    friend class HttpLane;  // it answers writes
    using Error = boost::system::error_code;

    void readHeader();
    void headerRead(const Error& error);
    void readBody();
    void bodyRead(const Error& error);
    void answer();
    void answered(HttpResponse response);
    /// Answers what is no proper request, and hangs up.
    void refuse(unsigned status, std::string_view reason);
    /// Takes in, up to a bound, what the client is still sending, so that it comes to read the answer.
    void hangUp();
    void skipRest();
    void send(HttpResponse response, bool keepAlive);
    void sent(const Error& error, bool keepAlive);
    void close();
    void expireAfter(std::chrono::milliseconds time);

    /// Takes part of what all connections may hold together; false when that much is not left.
    bool claim(std::size_t bytes);
    void release();

    HttpSocket m_socket;
    HttpLane& m_lane;
    std::shared_ptr<HttpShared> m_shared;
    boost::beast::flat_buffer m_buffer;
    std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> m_parser;
    boost::beast::http::response<boost::beast::http::string_body> m_response;
    std::chrono::steady_clock::time_point m_deadline;
    std::size_t m_claimed = 0;
    std::size_t m_unread = 0;  // bytes that may still come after a refusal
    bool m_busy = false;       // between the first byte of a request and the last of its answer
};

}  // namespace partita
