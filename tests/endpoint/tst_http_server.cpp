// The HTTP server alone: keep-alive, limits of size, number and time, and whatever is no proper HTTP.
#include <QtTest/QtTest>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "tests/endpoint/http_client.h"
#include "tests/endpoint/http_fixture.h"

using namespace partita;
using test::echo;
using test::HttpAnswer;
using test::HttpClient;
using test::post;
using test::startServer;

class TestHttpServer final : public QObject {
    Q_OBJECT

  private slots:
    void answersManyRequestsOfOneConnection() {
        const auto server = startServer();
        QVERIFY(server);
        HttpClient client(server->port());
        for (int i = 0; i < 100; ++i) {
            const std::string body = "request " + std::to_string(i);
            const HttpAnswer answer = client.ask(post(body));
            QCOMPARE(answer.status, 200);
            QCOMPARE(answer.body, body);
            QCOMPARE(answer.headerValue("X-Method"), std::string("POST"));
        }
        QCOMPARE(server->connections(), std::size_t(1));
    }

    void answersPipelinedRequestsInOrder() {
        const auto server = startServer();
        HttpClient client(server->port());
        QVERIFY(client.send(post("one") + post("two") + post("three")));
        QCOMPARE(client.receive().body, std::string("one"));
        QCOMPARE(client.receive().body, std::string("two"));
        QCOMPARE(client.receive().body, std::string("three"));
    }

    void takesChunkedBodiesAndBodiesThatWaitForLeave() {
        const auto server = startServer();
        HttpClient client(server->port());
        QCOMPARE(client
                     .ask("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                          "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                     .body,
                 std::string("abcde"));
        QVERIFY(
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                        "Content-Length: 2\r\n\r\n"));
        QCOMPARE(client.receive().status, 100);
        QCOMPARE(client.ask("hi").body, std::string("hi"));
    }

    void closesWhenAskedTo() {
        const auto server = startServer();
        HttpClient client(server->port());
        QCOMPARE(client.ask(post("x", "Connection: close\r\n")).status, 200);
        QVERIFY(client.isClosed());
        HttpClient writing(server->port());
        QCOMPARE(writing.ask(post("write", "Connection: close\r\n")).body, std::string("write"));
        QVERIFY(writing.isClosed());
        HttpClient old(server->port());
        QCOMPARE(old.ask("POST / HTTP/1.0\r\nContent-Length: 1\r\n\r\nx").body, std::string("x"));
        QVERIFY(old.isClosed());
    }

    void refusesWhatIsNoHttp_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        QTest::newRow("words") << QByteArray("hello there\r\n\r\n") << 400;
        QTest::newRow("binary") << QByteArray("\x00\x01\x02\xff\r\n\r\n", 8) << 400;
        QTest::newRow("TLS hello") << QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15)
                                   << 400;
        QTest::newRow("unknown version") << QByteArray("GET / HTTP/9.9\r\n\r\n") << 400;
        QTest::newRow("two lengths")
            << QByteArray("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx") << 400;
        QTest::newRow("length no number")
            << QByteArray("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n") << 400;
        QTest::newRow("length too large")
            << QByteArray("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n") << 400;
        QTest::newRow("body too large")
            << QByteArray("POST / HTTP/1.1\r\nContent-Length: 16777217\r\n\r\n") << 413;
        QTest::newRow("bad chunk")
            << QByteArray("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n") << 400;
        QTest::newRow("header too large") << "GET / HTTP/1.1\r\nX: " + QByteArray(100'000, 'a') + "\r\n\r\n"
                                          << 431;
        QTest::newRow("header without end") << "GET / HTTP/1.1\r\nX: " + QByteArray(200'000, 'a') << 431;
    }
    void refusesWhatIsNoHttp() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, status);
        const auto server = startServer();
        HttpClient client(server->port());
        client.send(bytes.toStdString());
        QCOMPARE(client.receive().status, status);
        QVERIFY(client.isClosed());
        HttpClient next(server->port());
        QCOMPARE(next.ask(post("still there")).body, std::string("still there"));
    }

    void outlivesCutConnections() {
        const auto server = startServer();
        const std::string whole = post(std::string(5000, 'b'));
        for (std::size_t length = 0; length < whole.size(); length += 97) {
            HttpClient client(server->port());
            client.send(std::string_view(whole).substr(0, length));
        }
        for (int i = 0; i < 50; ++i) {  // asked, and gone before the answer
            HttpClient client(server->port());
            client.send(post(std::string(200'000, 'c')));
            HttpClient writing(server->port());
            writing.send(post("write"));
        }
        HttpClient next(server->port());
        QCOMPARE(next.ask(post("still there")).body, std::string("still there"));
        QTRY_COMPARE(server->connections(), std::size_t(1));
    }

    void letsAClientThatIsStillSendingReadTheRefusal() {
        const auto server = startServer();
        HttpClient client(server->port());
        QVERIFY(client.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"));
        const std::string chunk = "100000\r\n" + std::string(0x100000, ' ') + "\r\n";
        for (int i = 0; i < 20; ++i)
            QVERIFY(client.send(chunk));
        QCOMPARE(client.receive().status, 413);
    }

    void closesConnectionsThatAreIdleOrSlow() {
        HttpLimits limits;
        limits.idle = std::chrono::milliseconds(200);
        limits.receive = std::chrono::milliseconds(200);
        const auto server = startServer(limits);
        HttpClient idle(server->port());
        HttpClient slow(server->port());
        slow.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
        QVERIFY(idle.isClosed());
        QVERIFY(slow.isClosed());
    }

    void holdsAThousandIdleConnections() {
        const auto server = startServer();
        std::vector<std::unique_ptr<HttpClient>> idle;
        for (int i = 0; i < 1000; ++i) {
            idle.push_back(std::make_unique<HttpClient>(server->port()));
            QVERIFY(idle.back()->isConnected());
        }
        HttpClient busy(server->port());
        QCOMPARE(busy.ask(post("hello")).body, std::string("hello"));
        QTRY_COMPARE(server->connections(), idle.size() + 1);
        for (const auto& client : idle)
            QCOMPARE(client->ask(post("x")).status, 200);
    }

    void refusesMoreConnectionsThanItHasRoomFor() {
        HttpLimits limits;
        limits.connections = 2;
        const auto server = startServer(limits);
        HttpClient first(server->port());
        HttpClient second(server->port());
        QCOMPARE(first.ask(post("1")).status, 200);
        QCOMPARE(second.ask(post("2")).status, 200);
        HttpClient third(server->port());
        QVERIFY(third.isClosed());
        QCOMPARE(first.ask(post("1")).status, 200);
    }

    void refusesMoreBytesThanAllMayHoldTogether() {
        HttpLimits limits;
        limits.bytesInFlight = 100'000;
        limits.smallBodyBytes = 15'000;
        const auto server = startServer(limits);
        HttpClient holder(server->port());
        holder.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\nabc");
        QTest::qWait(50);
        HttpClient other(server->port());
        other.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\n\r\n");
        QCOMPARE(other.receive().status, 503);
        HttpClient small(server->port());
        QCOMPARE(small.ask(post(std::string(15'000, 's'))).body, std::string(15'000, 's'));
        QVERIFY(holder.send(std::string(89'997, 'd')));
        QCOMPARE(holder.receive().status, 200);
        // The answer counts until the server knows that it is sent.
        const auto askAgain = [&] {
            HttpClient again(server->port());
            return again.ask(post(std::string(20'000, 'e'))).status;
        };
        QTRY_COMPARE(askAgain(), 200);
    }

    void answersFewLargeBodiesAtOnceAndOthersMeanwhile() {
        HttpLimits limits;
        limits.largeBodyBytes = 100;
        std::atomic<int> now = 0;
        std::atomic<int> most = 0;
        std::atomic<bool> mayEnd = false;
        const auto server = startServer(limits, [&](const HttpRequest& request) {
            if (request.body.size() <= 100) return echo(request);
            most = std::max(most.load(), ++now);
            while (!mayEnd)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            --now;
            return echo(request);
        });
        std::vector<std::unique_ptr<HttpClient>> clients;
        const std::string large(101, 'x');
        for (int i = 0; i < 8; ++i) {
            clients.push_back(std::make_unique<HttpClient>(server->port()));
            QVERIFY(clients.back()->send(post(large)));
        }
        QTRY_COMPARE(now.load(), 2);
        HttpClient other(server->port());
        QCOMPARE(other.ask(post("quick")).body, std::string("quick"));
        QCOMPARE(other.ask(post(std::string(100, 'y'))).body, std::string(100, 'y'));
        mayEnd = true;
        for (const auto& client : clients)
            QCOMPARE(client->receive().body, large);
        QCOMPARE(most.load(), 2);
    }

    void finishesWhatIsBeingAnsweredBeforeItEnds_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("quick") << QByteArray("x");
        QTest::newRow("write") << QByteArray("write");
        QTest::newRow("slow") << QByteArray("something that takes its time");
    }
    void finishesWhatIsBeingAnsweredBeforeItEnds() {
        QFETCH(QByteArray, body);
        std::atomic<bool> asked = false;
        auto server = startServer({}, [&](const HttpRequest&) {
            asked = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            return HttpResponse{200, {}, {}, "done"};
        });
        HttpClient idle(server->port());
        HttpClient client(server->port());
        client.send(post(body.toStdString()));
        QTRY_VERIFY(asked);
        server.reset();
        QCOMPARE(client.receive().body, std::string("done"));
        QVERIFY(client.isClosed());
        QVERIFY(idle.isClosed());
    }

    void saysThatAPortIsTaken() {
        const auto server = startServer();
        const auto second = HttpServer::listen(server->port());
        QVERIFY(!second.ok());
        QCOMPARE(second.error().code, ErrorCode::InputOutput);
        QVERIFY(second.error().text().find(std::to_string(server->port())) != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestHttpServer)
#include "tst_http_server.moc"
