// Requests on a table that is removed and made again at the same time: each answers as if it had come before
// or after, never with a fault of the file.
#include <atomic>
#include <mutex>
#include <thread>

#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

class TestEngineRaces : public QObject {
    Q_OBJECT
  private slots:
    void tablesComeAndGo() {
        OpenFile file;
        std::atomic<bool> done = false;
        std::atomic<int> answered = 0;
        std::mutex mutex;
        QString fault;
        const auto look = [&](const auto& result) {
            ++answered;
            if (result || result.error().code == ErrorCode::ResourceNotFound) return;
            const std::lock_guard guard(mutex);
            fault = outcome(result);
            done = true;
        };
        const auto repeat = [&](auto request) {
            return std::thread([&, request] {
                for (int i = 0; !done; ++i)
                    request(i);
            });
        };
        std::vector<std::thread> threads;
        threads.push_back(repeat([&](int i) {
            const Item one = j(R"({"pk":"a","sk":"1","kind":"k","rank":1})");
            if (i % 2 == 0) return look(file->put({"Things", one}));
            TransactWriteRequest request;
            request.writes.push_back(PutRequest{"Things", one});
            look(file->transactWrite(request));
        }));
        threads.push_back(repeat([&](int i) {
            QueryRequest query;
            query.table = "Things";
            if (i % 2 == 0) query.index = "ByKind";
            query.partition = {s(query.index ? "k" : "a")};
            look(file->query(query));
            ScanRequest scan;
            scan.table = "Things";
            look(file->scan(scan));
        }));
        threads.push_back(repeat([&](int) {
            look(file->get({"Things", thingKey("a", "1")}));
            look(file->batchGet({{{"Things", {thingKey("a", "1")}}}}));
            look(file->transactGet({{{"Things", thingKey("a", "1")}}}));
        }));
        for (int round = 0; round < 40 && !done; ++round) {
            const auto gone = file->deleteTable("Things");
            if (!gone) fault = outcome(gone);
            const auto made = file->createTable(thingsTable());
            if (!made) fault = outcome(made);
            const int before = answered;
            while (!done && answered < before + 20)
                std::this_thread::yield();
        }
        done = true;
        for (std::thread& thread : threads)
            thread.join();
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        VERIFY_CLEAN(*file);
    }
};

QTEST_APPLESS_MAIN(TestEngineRaces)
#include "tst_engine_races.moc"
