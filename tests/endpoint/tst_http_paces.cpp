// Where the HTTP server has requests answered: quick ones, slow ones, and many writes together.
#include <QtTest/QtTest>
#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "tests/endpoint/http_client.h"
#include "tests/endpoint/http_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

/// Answers writes by echo, refuses to do so without waiting as often as it is told to, and takes down how it
/// was asked.
class Writer final {
  public:
    enum class Refuses { Never, EverySecondTime, Always };
    explicit Writer(Refuses refuses) : m_refuses(refuses) {}

    std::vector<HttpResponse> answer(const std::vector<HttpRequest>& requests, bool waits) {
        {
            const std::lock_guard guard(m_mutex);
            (waits ? waiting : lanes).insert(std::this_thread::get_id());
            const bool isOdd = ++m_calls % 2 == 1;
            if (!waits && (m_refuses == Refuses::Always || (m_refuses == Refuses::EverySecondTime && isOdd)))
                return {};
            written += requests.size();
            largest = std::max(largest, requests.size());
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return answerEach(requests, echo);
    }

    std::set<std::thread::id> lanes;    // that asked without waiting
    std::set<std::thread::id> waiting;  // that waited
    std::size_t written = 0;
    std::size_t largest = 0;  // group

  private:
    const Refuses m_refuses;
    std::mutex m_mutex;
    int m_calls = 0;
};

void refusesColumn() {
    QTest::addColumn<int>("refuses");
    QTest::newRow("never refused") << int(Writer::Refuses::Never);
    QTest::newRow("refused every second time") << int(Writer::Refuses::EverySecondTime);
    QTest::newRow("always refused") << int(Writer::Refuses::Always);
}

}  // namespace

class TestHttpPaces final : public QObject {
    Q_OBJECT

  private slots:
    void answersEachPaceWhereItBelongs() {
        std::atomic<std::thread::id> answered;
        std::atomic<std::thread::id> written;
        HttpLimits limits;
        limits.largeBodyBytes = 100;
        const auto server = startServer(
            limits,
            [&](const HttpRequest& request) {
                answered = std::this_thread::get_id();
                return echo(request);
            },
            [&](const std::vector<HttpRequest>& requests, bool) {
                written = std::this_thread::get_id();
                return answerEach(requests, echo);
            });
        HttpClient client(server->port());
        const std::thread::id none;
        const auto ask = [&](const std::string& body) {
            answered = none;
            written = none;
            return client.ask(post(body)).body == body;
        };
        QVERIFY(ask("quick"));
        const std::thread::id lane = answered;
        QVERIFY(lane != none && written == none);
        QVERIFY(ask("write this"));
        QVERIFY(written == lane && answered == none);
        QVERIFY(ask("something that takes its time"));
        QVERIFY(answered != none && answered != lane && written == none);
        // A large body is slow whatever the service says of it.
        QVERIFY(ask("write" + std::string(95, 'x')));
        QVERIFY(written == lane && answered == none);
        QVERIFY(ask("write" + std::string(96, 'x')));
        QVERIFY(answered != none && answered != lane && written == none);
        QVERIFY(ask(std::string("quick").append(196, 'x')));
        QVERIFY(answered != none && answered != lane && written == none);
    }

    void eachOfManyWritesGetsItsOwnAnswer_data() { refusesColumn(); }
    void eachOfManyWritesGetsItsOwnAnswer() {
        QFETCH(int, refuses);
        constexpr int kThreads = 8;
        constexpr int kClients = 8;  // of each thread
        constexpr int kRounds = 25;
        Writer writer(static_cast<Writer::Refuses>(refuses));
        const auto server = startServer(
            {}, echo, [&](const auto& requests, bool waits) { return writer.answer(requests, waits); });
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int thread = 0; thread < kThreads; ++thread)
            threads.emplace_back([&, thread] {
                std::vector<std::unique_ptr<HttpClient>> clients;
                for (int i = 0; i < kClients; ++i)
                    clients.push_back(std::make_unique<HttpClient>(server->port()));
                for (int round = 0; round < kRounds; ++round) {
                    const auto body = [&](int client, const char* which) {
                        return "write " + std::to_string(thread) + "/" + std::to_string(client) + "/" +
                               std::to_string(round) + which + std::string(std::size_t(round) * 97, 'w');
                    };
                    for (int i = 0; i < kClients; ++i)
                        clients[std::size_t(i)]->send(post(body(i, "a")) + post(body(i, "b")));
                    for (int i = 0; i < kClients; ++i)
                        for (const char* which : {"a", "b"})
                            wrong += clients[std::size_t(i)]->receive().body != body(i, which);
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(writer.written, std::size_t(kThreads * kClients * kRounds * 2));
        QVERIFY2(writer.largest > 1, "nothing was written together");
        for (const std::thread::id& lane : writer.lanes)
            QVERIFY2(!writer.waiting.contains(lane), "a lane waited");
        QCOMPARE(writer.waiting.size(), refuses == int(Writer::Refuses::Never) ? 0U : 1U);
    }

    void endsWhileWritesAreUnderWay_data() { refusesColumn(); }
    void endsWhileWritesAreUnderWay() {
        QFETCH(int, refuses);
        for (int round = 0; round < 10; ++round) {
            Writer writer(static_cast<Writer::Refuses>(refuses));
            auto server = startServer(
                {}, echo, [&](const auto& requests, bool waits) { return writer.answer(requests, waits); });
            const std::uint16_t port = server->port();
            std::atomic<int> answers = 0;
            std::atomic<int> wrong = 0;
            std::vector<std::thread> threads;
            for (int i = 0; i < 8; ++i)
                threads.emplace_back([&, i] {
                    HttpClient client(port);
                    const std::string body = "write " + std::to_string(i);
                    for (;;) {
                        const HttpAnswer answer = client.ask(post(body));
                        if (answer.status == 0) break;
                        ++answers;
                        wrong += answer.body != body;
                    }
                });
            QTRY_VERIFY(answers > 20);
            server.reset();
            for (std::thread& thread : threads)
                thread.join();
            QCOMPARE(wrong.load(), 0);
            // What was taken on was answered, too.
            QCOMPARE(writer.written, std::size_t(answers));
        }
    }
};

QTEST_GUILESS_MAIN(TestHttpPaces)
#include "tst_http_paces.moc"
