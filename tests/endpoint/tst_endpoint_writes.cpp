// Writes of many connections at once, as the endpoint puts them together: each has its own answer, and what
// was answered is there.
#include <sqlite3.h>

#include <QtTest/QtTest>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/endpoint/served_file.h"

using namespace partita;
using namespace partita::test;

namespace {

// Without raw strings: moc of Qt 6.4 loses its way in them.
/// The text with each ' as ".
std::string json(std::string text) {
    for (char& c : text)
        if (c == '\'') c = '"';
    return text;
}

const QByteArray kCreate = QByteArray::fromStdString(
    json("{'TableName':'Things','AttributeDefinitions':[{'AttributeName':'pk','AttributeType':'S'}],"
         "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],'BillingMode':'PAY_PER_REQUEST'}"));

std::string itemOf(const std::string& pk) {
    return "{'pk':{'S':'" + pk + "'},'text':{'S':'" + std::string(300, 'x') + "'}}";
}
std::string put(const std::string& pk, const std::string& more = {}) {
    return signedRequest("PutItem", json("{'TableName':'Things','Item':" + itemOf(pk) + more + "}"));
}
std::string update(const std::string& pk) {
    return signedRequest("UpdateItem",
                         json("{'TableName':'Things','Key':{'pk':{'S':'" + pk +
                              "'}},'UpdateExpression':'ADD c :one',"
                              "'ExpressionAttributeValues':{':one':{'N':'1'}},'ReturnValues':'ALL_NEW'}"));
}
std::string batch(const std::string& pk) {
    std::string writes;
    for (int i = 0; i < 10; ++i)
        writes +=
            std::string(i ? "," : "") + "{'PutRequest':{'Item':" + itemOf(pk + std::to_string(i)) + "}}";
    return signedRequest("BatchWriteItem", json("{'RequestItems':{'Things':[" + writes + "]}}"));
}
const char* const kOnlyNew = ",'ConditionExpression':'attribute_not_exists(pk)'";

constexpr int kClients = 16;

/// Runs it for each of the connections on a thread of its own.
void onEachConnection(std::uint16_t port, const std::function<void(HttpClient&, const std::string&)>& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kClients; ++i)
        threads.emplace_back([&, i] {
            HttpClient client(port);
            work(client, std::to_string(i));
        });
    for (std::thread& thread : threads)
        thread.join();
}

}  // namespace

class TestEndpointWrites final : public QObject {
    Q_OBJECT

  private slots:
    void eachHasItsOwnAnswer() {
        constexpr int kRounds = 40;
        std::mutex mutex;
        std::map<std::string, std::map<unsigned, int>> log;  // by operation and status
        EndpointOptions options;
        options.log = [&](const LoggedRequest& request) {
            const std::lock_guard guard(mutex);
            ++log[request.operation][request.status];
        };
        ServedFile file(options);
        QCOMPARE(file.call("CreateTable", kCreate).status, 200);
        std::atomic<int> wrong = 0;
        onEachConnection(file.port(), [&](HttpClient& client, const std::string& name) {
            for (int round = 0; round < kRounds; ++round) {
                const std::string pk = name + "/" + std::to_string(round);
                wrong += client.ask(put(pk, kOnlyNew)).status != 200;
                const HttpAnswer again = client.ask(put(pk, kOnlyNew));
                wrong += again.status != 400 ||
                         again.body.find("ConditionalCheckFailedException") == std::string::npos;
                const HttpAnswer counted = client.ask(update("counter " + name));
                wrong +=
                    counted.status != 200 ||
                    counted.body.find(json("{'N':'" + std::to_string(round + 1) + "'}")) == std::string::npos;
                wrong += client.ask(update("counter of all")).status != 200;
                if (round % 4 == 0) wrong += client.ask(batch(pk + "/")).status != 200;
                // One answered is one that everybody can read.
                wrong += client
                             .ask(signedRequest(
                                 "GetItem", json("{'TableName':'Things','Key':{'pk':{'S':'" + pk + "'}}}")))
                             .body.size() < 300;
            }
        });
        QCOMPARE(wrong.load(), 0);
        constexpr int kAll = kClients * kRounds;
        QCOMPARE(file.engine().statistics({"Things", {}})->items,
                 quint64(kAll + kClients + 1 + kAll / 4 * 10));
        const auto counter = file.engine().get({"Things", Item({{"pk", Value::string("counter of all")}})});
        QVERIFY(counter.ok() && counter->item);
        QVERIFY(*counter->item->find("c") == Value::number(kAll));
        const std::lock_guard guard(mutex);
        QCOMPARE(log["PutItem"][200], kAll);
        QCOMPARE(log["PutItem"][400], kAll);
        QCOMPARE(log["UpdateItem"][200], 2 * kAll);
        QCOMPARE(log["BatchWriteItem"][200], kAll / 4);
        QCOMPARE(log["GetItem"][200], kAll);
    }

    void waitsForWhoWrites() {
        ServedFile file;
        QCOMPARE(file.call("CreateTable", kCreate).status, 200);
        std::atomic<int> answers = 0;
        std::thread clients;
        QVERIFY(file.engine()
                    .writeTogether(true,
                                   [&] {
                                       clients = std::thread([&] {
                                           onEachConnection(file.port(), [&](auto& client, const auto& name) {
                                               answers += client.ask(put(name)).status == 200;
                                           });
                                       });
                                       QTest::qWait(100);
                                       QCOMPARE(answers.load(), 0);
                                       // Reading goes on meanwhile.
                                       QCOMPARE(file.call("Scan", "{\"TableName\":\"Things\"}").status, 200);
                                   })
                    .ok());
        clients.join();
        QCOMPARE(answers.load(), kClients);
        QCOMPARE(file.engine().statistics({"Things", {}})->items, quint64(kClients));
    }

    /// An item that can't be read any more fails the write that meets it, and no other.
    void aFaultIsToldToWhoMeetsIt() {
        ServedFile file;
        QCOMPARE(file.call("CreateTable", kCreate).status, 200);
        HttpClient(file.port()).ask(put("bad"));
        file.reopen([&] {
            sqlite3* database = nullptr;
            QCOMPARE(sqlite3_open(file.path().c_str(), &database), SQLITE_OK);
            QCOMPARE(sqlite3_exec(database, "UPDATE rows_1_0 SET bytes = x'ff'", nullptr, nullptr, nullptr),
                     SQLITE_OK);
            sqlite3_close(database);
        });
        std::atomic<int> good = 0;
        std::atomic<int> bad = 0;
        for (int round = 0; round < 5; ++round) {
            std::thread clients;
            // Held until all have asked, so that they are written together.
            QVERIFY(file.engine()
                        .writeTogether(
                            true,
                            [&] {
                                clients = std::thread([&] {
                                    onEachConnection(file.port(), [&](auto& client, const auto& name) {
                                        if (name == "5" || name == "6") {
                                            bad +=
                                                client.ask(put("bad", ",'ReturnValues':'ALL_OLD'")).status ==
                                                500;
                                        } else {
                                            good += client.ask(put(name)).status == 200;
                                        }
                                    });
                                });
                                QTest::qWait(100);
                            })
                        .ok());
            clients.join();
        }
        QCOMPARE(good.load(), 5 * (kClients - 2));
        QCOMPARE(bad.load(), 5 * 2);
        QCOMPARE(file.engine().statistics({"Things", {}})->items, quint64(kClients - 2 + 1));
    }

    void aReadOnlyFileRefusesEach() {
        ServedFile file;
        QCOMPARE(file.call("CreateTable", kCreate).status, 200);
        file.reopen([] {}, Engine::OpenMode::ReadOnly);
        std::atomic<int> refused = 0;
        onEachConnection(file.port(), [&](HttpClient& client, const std::string& name) {
            const HttpAnswer answer = client.ask(put(name));
            refused += answer.status == 400 && answer.body.find("reading only") != std::string::npos;
        });
        QCOMPARE(refused.load(), kClients);
        QCOMPARE(file.call("Scan", "{\"TableName\":\"Things\"}").status, 200);
    }
};

QTEST_GUILESS_MAIN(TestEndpointWrites)
#include "tst_endpoint_writes.moc"
