// One connection of the HTTP server: reads a request, has it answered, writes the answer, and again. Private
// to http_server.cpp. Runs on a strand of its own and keeps itself alive while something is pending.
#pragma once

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_set>

#include "app/endpoint/http_server.h"

namespace partita {

class HttpSession;

/// What the connections of one server share. Thread-safe.
struct HttpShared {
    HttpServer::Handler handler;
    HttpLimits limits;
    std::atomic<bool> draining = false;
    std::atomic<std::size_t> answering = 0;  // requests read whose answer is not yet sent
    std::atomic<std::size_t> bytesInFlight = 0;

    std::mutex sessionsMutex;
    std::unordered_set<HttpSession*> sessions;
};

class HttpSession final : public std::enable_shared_from_this<HttpSession> {
  public:
    HttpSession(boost::asio::ip::tcp::socket socket, std::shared_ptr<HttpShared> shared);
    ~HttpSession();
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    void start();
    /// Closes the connection unless a request is being answered. From any thread.
    void closeWhenIdle();

  private:
    using Error = boost::beast::error_code;

    void readHeader();
    void headerRead(const Error& error);
    void readBody();
    void bodyRead(const Error& error);
    /// Answers what is no proper request, and closes.
    void refuse(unsigned status, std::string_view reason);
    void send(HttpResponse response, bool keepAlive);
    void sent(const Error& error, bool keepAlive);
    void close();

    /// Takes part of what all connections may hold together; false when nothing is left.
    bool claim(std::size_t bytes);
    void release();

    boost::beast::tcp_stream m_stream;
    std::shared_ptr<HttpShared> m_shared;
    boost::beast::flat_buffer m_buffer;
    std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> m_parser;
    boost::beast::http::response<boost::beast::http::string_body> m_response;
    std::size_t m_claimed = 0;
    bool m_busy = false;  // between the first byte of a request and the last of its answer
};

}  // namespace partita
