#include "app/endpoint/http_server.h"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <thread>

#include "app/endpoint/http_session.h"

namespace partita {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

namespace {

using Lanes = std::vector<std::unique_ptr<HttpLane>>;

/// Takes connections on one address and deals them out to the lanes. Runs on the first lane.
class Listener final : public std::enable_shared_from_this<Listener> {
  public:
    Listener(const Lanes& lanes, std::shared_ptr<HttpShared> shared)
        : m_lanes(lanes),
          m_acceptor(lanes.front()->context),
          m_retry(lanes.front()->context),
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
        HttpLane& lane = *m_lanes[m_next++ % m_lanes.size()];
        m_acceptor.async_accept(
            lane.context.get_executor(),
            [self = shared_from_this(), &lane](boost::system::error_code error, HttpSocket socket) {
                self->accepted(error, std::move(socket), lane);
            });
    }
    void close() {
        asio::post(m_lanes.front()->context, [self = shared_from_this()] {
            boost::system::error_code ignored;
            self->m_acceptor.close(ignored);
            self->m_retry.cancel();
        });
    }

  private:
    void accepted(const boost::system::error_code& error, HttpSocket socket, HttpLane& lane) {
        if (error == asio::error::operation_aborted || m_shared->draining) return;
        if (error) {
            // Out of file descriptors, most likely: others will close theirs.
            m_retry.expires_after(std::chrono::milliseconds(50));
            m_retry.async_wait([self = shared_from_this()](boost::system::error_code failure) {
                if (!failure) self->accept();
            });
            return;
        }
        if (m_shared->connections < m_shared->limits.connections) {
            boost::system::error_code ignored;
            socket.set_option(tcp::no_delay(true), ignored);
            HttpSession::start(std::make_shared<HttpSession>(std::move(socket), lane, m_shared));
        }
        accept();
    }

    const Lanes& m_lanes;
    std::size_t m_next = 0;
    asio::basic_socket_acceptor<tcp, asio::io_context::executor_type> m_acceptor;
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
    std::shared_ptr<HttpShared> shared = std::make_shared<HttpShared>();
    Lanes lanes;
    // The pools go before the lanes: what was left in them holds sessions.
    // More than cores: a request that waits, for the disk, its turn to write or as a transaction that takes a
    // chosen time, holds its thread.
    asio::thread_pool workers{std::max(32U, std::thread::hardware_concurrency())};
    // Few: what a large body is read into takes much memory, and one that is answered keeps a core busy.
    asio::thread_pool largeWorkers{2};
    asio::thread_pool writeWorker{1};  // there is one writer
    std::vector<std::shared_ptr<Listener>> listeners;
    std::uint16_t port = 0;
    std::vector<std::thread> threads;
};

HttpServer::HttpServer() : m_state(std::make_unique<State>()) {}

Result<std::unique_ptr<HttpServer>> HttpServer::listen(std::uint16_t port, const HttpLimits& limits) {
    auto server = std::unique_ptr<HttpServer>(new HttpServer);
    State& state = *server->m_state;
    state.shared->limits = limits;
    state.shared->workers = &state.workers;
    state.shared->largeWorkers = &state.largeWorkers;
    state.shared->writeWorker = &state.writeWorker;
    constexpr std::size_t kOtherDescriptors = 256;
    allowManyDescriptors(limits.connections + kOtherDescriptors);
    const unsigned lanes = std::max(2U, std::thread::hardware_concurrency());
    for (unsigned i = 0; i < lanes; ++i)
        state.lanes.push_back(std::make_unique<HttpLane>(state.shared));

    auto first = std::make_shared<Listener>(state.lanes, state.shared);
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
    auto second = std::make_shared<Listener>(state.lanes, state.shared);
    if (!second->listen({asio::ip::address_v6::loopback(), state.port}))
        state.listeners.push_back(std::move(second));
    return server;
}

void HttpServer::serve(HttpService service) {
    State& state = *m_state;
    state.shared->service = std::move(service);
    for (const auto& listener : state.listeners)
        listener->accept();
    for (const auto& lane : state.lanes)
        state.threads.emplace_back([&lane = *lane] { lane.run(); });
}

HttpServer::~HttpServer() {
    State& state = *m_state;
    state.shared->draining = true;
    for (const auto& listener : state.listeners)
        listener->close();
    for (const auto& lane : state.lanes)
        lane->closeIdle();
    constexpr auto kPatience = std::chrono::seconds(5);
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!state.threads.empty() && state.shared->answering > 0 && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    state.workers.join();
    state.largeWorkers.join();
    state.writeWorker.join();
    for (const auto& lane : state.lanes)
        lane->context.stop();
    for (std::thread& thread : state.threads)
        thread.join();
    // Sessions take themselves off their lanes: what holds them must go while the lanes are whole.
    state.listeners.clear();
}

std::uint16_t HttpServer::port() const {
    return m_state->port;
}

std::size_t HttpServer::connections() const {
    return m_state->shared->connections;
}

}  // namespace partita
