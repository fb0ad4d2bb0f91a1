#include "app/endpoint/http_server.h"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <thread>

#include "app/endpoint/http_session.h"

namespace partita {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

namespace {

/// Takes connections on one address.
class Listener final : public std::enable_shared_from_this<Listener> {
  public:
    Listener(asio::io_context& context, std::shared_ptr<HttpShared> shared)
        : m_context(context),
          m_acceptor(asio::make_strand(context)),
          m_retry(m_acceptor.get_executor()),
          m_shared(std::move(shared)) {}

    boost::system::error_code listen(const tcp::endpoint& endpoint) {
        boost::system::error_code error;
        m_acceptor.open(endpoint.protocol(), error);
        if (!error && endpoint.address().is_v6()) m_acceptor.set_option(asio::ip::v6_only(true), error);
        if (!error) m_acceptor.set_option(asio::socket_base::reuse_address(true), error);
        if (!error) m_acceptor.bind(endpoint, error);
        if (!error) m_acceptor.listen(asio::socket_base::max_listen_connections, error);
        return error;
    }
    std::uint16_t port() const { return m_acceptor.local_endpoint().port(); }

    void accept() {
        m_acceptor.async_accept(
            asio::make_strand(m_context),
            [self = shared_from_this()](boost::system::error_code error, tcp::socket socket) {
                self->accepted(error, std::move(socket));
            });
    }
    void close() {
        asio::post(m_acceptor.get_executor(), [self = shared_from_this()] {
            boost::system::error_code ignored;
            self->m_acceptor.close(ignored);
            self->m_retry.cancel();
        });
    }

  private:
    void accepted(const boost::system::error_code& error, tcp::socket socket) {
        if (error == asio::error::operation_aborted || m_shared->draining) return;
        if (error) {
            // Out of file descriptors, most likely: others will close theirs.
            m_retry.expires_after(std::chrono::milliseconds(50));
            m_retry.async_wait([self = shared_from_this()](boost::system::error_code failure) {
                if (!failure) self->accept();
            });
            return;
        }
        std::size_t open = 0;
        {
            const std::lock_guard guard(m_shared->sessionsMutex);
            open = m_shared->sessions.size();
        }
        if (open < m_shared->limits.connections) {
            boost::system::error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            std::make_shared<HttpSession>(std::move(socket), m_shared)->start();
        }
        accept();
    }

    asio::io_context& m_context;
    tcp::acceptor m_acceptor;
    asio::steady_timer m_retry;
    std::shared_ptr<HttpShared> m_shared;
};

/// Each connection takes a descriptor; the usual soft limit of 1,024 is for programs that use select().
void allowManyDescriptors(std::size_t wanted) {
    rlimit limit = {};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, wanted);
    ::setrlimit(RLIMIT_NOFILE, &limit);  // when it is refused, fewer connections find room
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
        return lower(x) == lower(y);
    });
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
    for (const auto& [field, value] : headers)
        if (equalsIgnoringCase(field, name)) return value;
    return {};
}

struct HttpServer::State {
    asio::io_context context;
    std::shared_ptr<HttpShared> shared = std::make_shared<HttpShared>();
    std::vector<std::shared_ptr<Listener>> listeners;
    std::uint16_t port = 0;
    std::vector<std::thread> threads;
};

HttpServer::HttpServer() : m_state(std::make_unique<State>()) {}

Result<std::unique_ptr<HttpServer>> HttpServer::listen(std::uint16_t port, const HttpLimits& limits) {
    auto server = std::unique_ptr<HttpServer>(new HttpServer);
    State& state = *server->m_state;
    state.shared->limits = limits;

    constexpr std::size_t kOtherDescriptors = 256;
    allowManyDescriptors(limits.connections + kOtherDescriptors);

    auto first = std::make_shared<Listener>(state.context, state.shared);
    if (const auto error = first->listen({asio::ip::address_v4::loopback(), port})) {
        const std::string place = "127.0.0.1:" + std::to_string(port);
        if (error == asio::error::address_in_use)
            return Error::file(ErrorCode::InputOutput,
                               "Another program listens on this port already. Choose another port, or 0 for "
                               "any that is free.",
                               place);
        return Error::file(ErrorCode::InputOutput, "Can't listen here: " + error.message() + ".", place);
    }
    state.port = first->port();
    state.listeners.push_back(std::move(first));
    // Clients that take "localhost" for ::1 are served too; a machine without IPv6 does without.
    auto second = std::make_shared<Listener>(state.context, state.shared);
    if (!second->listen({asio::ip::address_v6::loopback(), state.port}))
        state.listeners.push_back(std::move(second));
    return server;
}

void HttpServer::serve(Handler handler) {
    State& state = *m_state;
    state.shared->handler = std::move(handler);
    for (const auto& listener : state.listeners)
        listener->accept();
    // More threads than cores: a request that waits for the disk or for its turn to write holds its thread.
    const unsigned threads = std::max(4U, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < threads; ++i)
        state.threads.emplace_back([&context = state.context] { context.run(); });
}

HttpServer::~HttpServer() {
    State& state = *m_state;
    state.shared->draining = true;
    for (const auto& listener : state.listeners)
        listener->close();
    std::vector<std::shared_ptr<HttpSession>> sessions;
    {
        const std::lock_guard guard(state.shared->sessionsMutex);
        for (HttpSession* session : state.shared->sessions)
            sessions.push_back(session->weak_from_this().lock());  // null for one that is just ending
    }
    // Without the lock: the last one to let go of a session ends it, which takes the lock.
    for (const auto& session : sessions)
        if (session) session->closeWhenIdle();
    sessions.clear();
    constexpr auto kPatience = std::chrono::seconds(5);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!state.threads.empty() && state.shared->answering > 0 && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    state.context.stop();
    for (std::thread& thread : state.threads)
        thread.join();
}

std::uint16_t HttpServer::port() const {
    return m_state->port;
}

std::size_t HttpServer::connections() const {
    const std::lock_guard guard(m_state->shared->sessionsMutex);
    return m_state->shared->sessions.size();
}

}  // namespace partita
