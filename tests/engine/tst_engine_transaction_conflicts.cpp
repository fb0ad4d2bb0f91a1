// Transactions that take their time, on demand: who gives way to whom, in which words, and what goes on
// meanwhile.
#include <atomic>
#include <thread>

#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

using std::chrono::milliseconds;

/// The time is what the test says, on any thread.
class SharedClock final : public Clock {
  public:
    UtcMillis now() const override { return m_time; }
    void pass(UtcMillis millis) { m_time += millis; }

  private:
    std::atomic<UtcMillis> m_time = 1'700'000'000'000;
};

constexpr UtcMillis kTime = 5000;
const QString kConflict = "TransactionConflictException: Transaction is ongoing for the item";

class SlowFile final {
  public:
    explicit SlowFile(UtcMillis transactionTime = kTime) {
        auto made = Engine::create(m_folder.path("t.partita"), {thingsTable()}, clock);
        if (!made) qFatal("%s", made.error().text().c_str());
        m_engine = std::move(made).value();
        ServiceFaults faults;
        faults.transactionTime = milliseconds(transactionTime);
        m_engine->setFaults(faults);
    }
    Engine* operator->() { return m_engine.get(); }
    Engine& operator*() { return *m_engine; }

    QString value(const char* sk) {
        const auto got = m_engine->get({"Things", thingKey("a", sk), true}, Metering::Off);
        if (!got) return QString::fromStdString(got.error().text());
        const Value* value = got->item ? got->item->find("v") : nullptr;
        return value ? QString::fromStdString(*value->asString()) : "-";
    }

    SharedClock clock;

  private:
    Folder m_folder;
    std::unique_ptr<Engine> m_engine;
};

PutRequest put(const char* sk, const char* value) {
    return {"Things", item({{"pk", s("a")}, {"sk", s(sk)}, {"v", s(value)}})};
}
DeleteRequest removal(const char* sk) {
    return {"Things", thingKey("a", sk)};
}

TransactWriteRequest writing(std::vector<PutRequest> puts, const char* token = "") {
    TransactWriteRequest request;
    for (PutRequest& one : puts)
        request.writes.emplace_back(std::move(one));
    request.token = token;
    request.fingerprint = std::string("of ") + token;
    return request;
}
TransactGetRequest reading(std::vector<const char*> sortKeys) {
    TransactGetRequest request;
    for (const char* sk : sortKeys)
        request.gets.push_back({"Things", thingKey("a", sk)});
    return request;
}

template <class T>
QString reasonsOf(const Result<T>& result) {
    QStringList reasons;
    if (result || !result.error().detail) return outcome(result);
    for (const CancellationReason& reason : result.error().detail->cancellationReasons)
        reasons.append(QString::fromStdString(reason.code + "|" + reason.message));
    return reasons.join(", ");
}

/// A TransactWriteItems on a thread of its own, that is under way when this is made and stays so until
/// finish().
class Ongoing final {
  public:
    Ongoing(SlowFile& file, TransactWriteRequest request) : m_file(file), m_request(std::move(request)) {
        // Shows when it has begun: removing what is not there changes nothing.
        WriteOptions none;
        none.condition = conditionOf("attribute_not_exists(pk)");
        m_request.writes.emplace_back(ConditionCheck{"Things", thingKey("a", "probe"), none});
        m_thread = std::thread([this] { m_result = m_file->transactWrite(m_request); });
        while (m_file->remove(removal("probe")))
            std::this_thread::sleep_for(milliseconds(1));
    }
    ~Ongoing() {
        if (m_thread.joinable()) static_cast<void>(finish());
    }

    Result<TransactWriteResponse> finish() {
        m_file.clock.pass(kTime);
        m_thread.join();
        return m_result;
    }

  private:
    SlowFile& m_file;
    TransactWriteRequest m_request;
    Result<TransactWriteResponse> m_result = Error::internal("It is under way.");
    std::thread m_thread;
};

}  // namespace

class TestEngineTransactionConflicts : public QObject {
    Q_OBJECT
  private slots:
    void writesGiveWayToATransaction() {
        SlowFile file;
        VERIFY_OK(file->put(put("1", "old")));
        Ongoing transaction(file, writing({put("1", "new"), put("2", "new")}));
        QCOMPARE(outcome(file->put(put("1", "mine"))), kConflict);
        QCOMPARE(outcome(file->update({"Things", thingKey("a", "1"), {}, {}})), kConflict);
        QCOMPARE(outcome(file->remove(removal("2"))), kConflict);
        VERIFY_OK(file->put(put("3", "mine")));

        // Nobody sees it yet, and nobody who reads is refused.
        QCOMPARE(file.value("1"), "old");
        QCOMPARE(file.value("2"), "-");
        QueryRequest query;
        query.table = "Things";
        query.partition = {s("a")};
        QCOMPARE(file->query(query)->count, std::uint64_t(2));
        BatchGetRequest gets;
        gets.tables.push_back({"Things", {thingKey("a", "1")}, true});
        QCOMPARE(file->batchGet(gets)->tables[0].items.size(), std::size_t(1));

        VERIFY_OK(transaction.finish());
        QCOMPARE(file.value("1"), "new");
        QCOMPARE(file.value("2"), "new");
        VERIFY_OK(file->put(put("1", "mine")));
        VERIFY_CLEAN(*file);
    }

    void batchesLeaveWhatIsHeld() {
        SlowFile file;
        Ongoing transaction(file, writing({put("1", "new")}));
        BatchWriteRequest batch;
        batch.writes.emplace_back(put("1", "mine"));
        batch.writes.emplace_back(put("2", "mine"));
        auto written = file->batchWrite(batch);
        VERIFY_OK(written);
        QCOMPARE(written->unprocessed, std::vector<std::size_t>{0});
        QCOMPARE(file.value("2"), "mine");
        batch.writes.pop_back();
        written = file->batchWrite(batch);
        VERIFY_OK(written);
        QCOMPARE(written->unprocessed, std::vector<std::size_t>{0});
    }

    void transactionsGiveWayToTheFirst() {
        SlowFile file;
        Ongoing first(file, writing({put("1", "first"), put("2", "first")}));
        const QString expected =
            "None|, TransactionConflict|Transaction is ongoing for the item, "
            "TransactionConflict|Transaction is ongoing for the item";
        QCOMPARE(reasonsOf(file->transactWrite(
                     writing({put("3", "second"), put("2", "second"), put("1", "second")}))),
                 expected);
        QCOMPARE(reasonsOf(file->transactGet(reading({"3", "2", "1"}))), expected);
        QCOMPARE(outcome(file->transactGet(reading({"1"}))),
                 "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for "
                 "specific reasons [TransactionConflict]");
        // A check holds its item, too.
        TransactWriteRequest checking;
        WriteOptions none;
        none.condition = conditionOf("attribute_not_exists(pk)");
        checking.writes.emplace_back(ConditionCheck{"Things", thingKey("a", "1"), none});
        QCOMPARE(reasonsOf(file->transactWrite(checking)),
                 "TransactionConflict|Transaction is ongoing for the item");
        VERIFY_OK(first.finish());
        QCOMPARE(file.value("3"), "-");
        QCOMPARE(file.value("1"), "first");
    }

    void othersGoOn() {
        SlowFile file;
        Ongoing first(file, writing({put("1", "first")}));
        std::thread second([&] { VERIFY_OK(file->transactWrite(writing({put("2", "second")}))); });
        VERIFY_OK(first.finish());
        file.clock.pass(kTime);
        while (file.value("2") == "-")
            file.clock.pass(kTime);
        second.join();
        QCOMPARE(file.value("1"), "first");
    }

    void cancelledTransactionLetsGo() {
        SlowFile file;
        VERIFY_OK(file->put(put("1", "old")));
        PutRequest failing = put("1", "new");
        failing.options.condition = conditionOf("attribute_not_exists(pk)");
        Ongoing transaction(file, writing({failing, put("2", "new")}));
        QCOMPARE(outcome(file->put(put("2", "mine"))), kConflict);
        const auto cancelled = transaction.finish();
        QVERIFY(!cancelled);
        QVERIFY(cancelled.error().message.ends_with("[ConditionalCheckFailed, None, None]"));
        VERIFY_OK(file->put(put("2", "mine")));
    }

    void readingTransactionGivesWayToWrites_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("expected");
        QTest::newRow("of its items") << "1"
                                      << "TransactionConflict|Transaction is ongoing for the item, None|";
        QTest::newRow("of others") << "3"
                                   << "ok";
    }
    void readingTransactionGivesWayToWrites() {
        QFETCH(QString, written);
        QFETCH(QString, expected);
        SlowFile file;
        std::atomic<bool> done = false;
        QString read;
        std::thread reader([&] {
            read = reasonsOf(file->transactGet(reading({"1", "2"})));
            done = true;
        });
        const QByteArray sk = written.toUtf8();
        while (!done) {
            // The write is not refused.
            VERIFY_OK(file->put(put(sk.constData(), "mine")));
            file.clock.pass(kTime / 10);
        }
        reader.join();
        QCOMPARE(read, expected);
    }

    void readingTransactionsGoTogether() {
        SlowFile file;
        VERIFY_OK(file->put(put("1", "old")));
        std::atomic<int> done = 0;
        QString read[2];
        std::vector<std::thread> readers;
        for (QString& one : read)
            readers.emplace_back([&] {
                one = reasonsOf(file->transactGet(reading({"1"})));
                ++done;
            });
        while (done < 2) {
            file.clock.pass(kTime / 100);
            std::this_thread::sleep_for(milliseconds(1));
        }
        for (std::thread& reader : readers)
            reader.join();
        QCOMPARE(read[0], "ok");
        QCOMPARE(read[1], "ok");
    }

    void tokens() {
        SlowFile file;
        TransactWriteRequest request = writing({put("1", "new")}, "token");
        Ongoing transaction(file, request);
        QCOMPARE(outcome(file->transactWrite(request)),
                 "TransactionInProgressException: The transaction with the given request token is already in "
                 "progress.");
        request.fingerprint = "of another";
        QCOMPARE(outcome(file->transactWrite(request)),
                 "IdempotentParameterMismatchException: The provided client token is already in use with "
                 "other parameters");
        VERIFY_OK(transaction.finish());
        // From now on it is a repeat, and takes no time.
        request.fingerprint = "of token";
        VERIFY_OK(file->put(put("1", "mine")));
        VERIFY_OK(file->transactWrite(request));
        QCOMPARE(file.value("1"), "mine");
    }

    void clockSetBackEndsTheWait() {
        SlowFile file;
        Ongoing transaction(file, writing({put("1", "new")}));
        file.clock.pass(-3'600'000);
        while (file.value("1") == "-")
            std::this_thread::sleep_for(milliseconds(1));
    }

    void switchingOffEndsTheWait() {
        SlowFile file;
        {
            Ongoing transaction(file, writing({put("1", "new")}));
            file->setFaults({});
            while (file.value("1") == "-")
                std::this_thread::sleep_for(milliseconds(1));
        }
        VERIFY_OK(file->transactWrite(writing({put("1", "newer")})));
        VERIFY_OK(file->transactGet(reading({"1"})));
        ServiceFaults faults;
        faults.transactionTime = std::chrono::hours(1);
        file->setFaults(faults);
        QCOMPARE(file->faults().transactionTime, kLongestTransactionTime);
    }

    void offAtFirst() {
        SlowFile file(0);
        VERIFY_OK(file->transactWrite(writing({put("1", "new")})));
        VERIFY_OK(file->put(put("1", "mine")));
    }

    /// Whoever says that it was done, was done, and nothing else.
    void countsHold() {
        SlowFile file(40);
        std::atomic<int> added = 0;
        std::atomic<bool> done = false;
        const auto add = [&](bool alone) {
            UpdateRequest update{"Things", thingKey("a", "1"), updateOf("ADD c :one", {{":one", n(1)}})};
            TransactWriteRequest transaction;
            transaction.writes.emplace_back(update);
            for (int i = 0; i < 60; ++i)
                if (alone ? file->update(update).ok() : file->transactWrite(transaction).ok()) ++added;
        };
        std::thread time([&] {
            while (!done) {
                file.clock.pass(10);
                std::this_thread::sleep_for(milliseconds(1));
            }
        });
        std::vector<std::thread> threads;
        for (const bool alone : {true, false, false})
            threads.emplace_back(add, alone);
        for (std::thread& thread : threads)
            thread.join();
        done = true;
        time.join();
        const auto got = file->get({"Things", thingKey("a", "1"), true});
        VERIFY_OK(got);
        QCOMPARE(got->item->find("c")->asNumber()->text(), std::to_string(added));
        VERIFY_CLEAN(*file);
    }
};

QTEST_APPLESS_MAIN(TestEngineTransactionConflicts)
#include "tst_engine_transaction_conflicts.moc"
