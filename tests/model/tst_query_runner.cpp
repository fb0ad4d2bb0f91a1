// A run over a real table file: pages, sums, cancel, errors, and completion of keys.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "model/key_completion.h"
#include "model/query_runner.h"
#include "model/run_text.h"

using namespace partita;

namespace {

TableDefinition definition() {
    TableDefinition table;
    table.name = "Workspaces";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};
    table.indexes = {{"ByStatus", IndexKind::Global, {{{"status", ValueType::String}}, {}}, {}, {}}};
    return table;
}

}  // namespace

class TestQueryRunner final : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        auto engine = Engine::create(m_folder.filePath("runner.partita").toStdString(), {definition()});
        QVERIFY2(engine.ok(), engine.ok() ? "" : engine.error().text().c_str());
        // 30 items of about 100 KB: three pages of 1 MB; and 3 small ones of another key.
        const std::string large(100'000, 'x');
        for (int i = 0; i < 30; ++i)
            QVERIFY((*engine)->put({"Workspaces", Item{{"pk", Value::string("WS#large")},
                                                       {"sk", Value::number(i)},
                                                       {"text", Value::string(large)}}}));
        for (int i = 0; i < 3; ++i)
            QVERIFY((*engine)->put({"Workspaces", Item{{"pk", Value::string("WS#小")},
                                                       {"sk", Value::number(i)},
                                                       {"status", Value::string("ACTIVE")}}}));
        m_session = std::make_unique<Session>(std::move(*engine));
    }

    void cleanupTestCase() { m_session.reset(); }

    void onePageAndItsFigures() {
        QueryRunner runner(*m_session);
        QSignalSpy pages(&runner, &QueryRunner::pageReady);
        runner.start(query("WS#小"));
        QVERIFY(runner.isRunning());
        QTRY_VERIFY(!runner.isRunning());
        QCOMPARE(runner.state(), QueryRunner::State::Finished);
        QCOMPARE(pages.size(), 1);
        const RunMetrics& metrics = runner.metrics();
        QCOMPARE(metrics.kind, RequestKind::Query);
        QCOMPARE(metrics.requests, 1u);
        QCOMPARE(metrics.itemsReturned, 3u);
        QCOMPARE(metrics.itemsRead, 3u);
        QCOMPARE(metrics.readUnits, HalfUnits{1});
        QCOMPARE(metrics.partitions, 4u);
        QVERIFY(metrics.partition && *metrics.partition < 4);
        QVERIFY(metrics.time.count() > 0);
        const auto page = pages.at(0).at(0).value<RunPage>();
        QVERIFY(page.collection);
        QCOMPARE(page.collection->items, 3u);
        QVERIFY(!runner.hasMore());
    }

    void pageByPageIsTheSameAsAllPages() {
        QueryRunner runner(*m_session);
        QSignalSpy pages(&runner, &QueryRunner::pageReady);
        runner.start(query("WS#large"));
        QTRY_VERIFY(!runner.isRunning());
        QVERIFY(runner.hasMore());
        runner.nextPage();
        QTRY_VERIFY(!runner.isRunning());
        QCOMPARE(pages.size(), 2);
        runner.allPages();
        QTRY_VERIFY(!runner.isRunning() && !runner.hasMore());
        QCOMPARE(runner.metrics().itemsReturned, 30u);
        QCOMPARE(runner.metrics().requests, static_cast<std::uint64_t>(pages.size()));
        std::uint64_t units = 0;
        std::vector<Value> keys;
        for (const QList<QVariant>& signal : pages) {
            const auto page = signal.at(0).value<RunPage>();
            units += page.response.capacity.total.read;
            for (const Item& item : page.items)
                keys.push_back(*item.find("sk"));
        }
        QCOMPARE(runner.metrics().readUnits, units);
        QCOMPARE(keys.size(), std::size_t{30});
        for (int i = 0; i < 30; ++i)
            QVERIFY(keys[static_cast<std::size_t>(i)] == Value::number(i));
    }

    void aNewRunDropsTheOld() {
        QueryRunner runner(*m_session);
        QSignalSpy pages(&runner, &QueryRunner::pageReady);
        runner.start(query("WS#large"));
        runner.start(query("WS#小"));
        QTRY_VERIFY(!runner.isRunning());
        QTest::qWait(50);
        QCOMPARE(pages.size(), 1);
        QCOMPARE(runner.metrics().itemsReturned, 3u);
    }

    void aScanHasNoOnePartition() {
        QueryRunner runner(*m_session);
        ScanRequest scan;
        scan.table = "Workspaces";
        scan.index = "ByStatus";
        runner.start(scan);
        QTRY_VERIFY(!runner.isRunning());
        QCOMPARE(runner.metrics().kind, RequestKind::Scan);
        QCOMPARE(runner.metrics().itemsReturned, 3u);
        QVERIFY(!runner.metrics().partition);
    }

    void anErrorIsToldAndLeavesTheRunnerUsable() {
        QueryRunner runner(*m_session);
        QueryRequest wrong = query("WS#小");
        wrong.index = "NoSuchIndex";
        runner.start(wrong);
        QTRY_COMPARE(runner.state(), QueryRunner::State::Failed);
        QVERIFY(!runner.error().message.empty());
        QVERIFY(!runner.hasMore());
        runner.start(query("WS#小"));
        QTRY_COMPARE(runner.state(), QueryRunner::State::Finished);
    }

    void cancelEndsTheRun() {
        QueryRunner runner(*m_session);
        runner.start(query("WS#large"));
        runner.cancel();
        QTRY_COMPARE(runner.state(), QueryRunner::State::Cancelled);
    }

    void completionOffersExistingKeys() {
        KeyCompletion completion;
        QAbstractItemModelTester tester(&completion, QAbstractItemModelTester::FailureReportingMode::QtTest);
        completion.setSession(m_session.get());
        QSignalSpy answers(&completion, &KeyCompletion::answered);
        completion.ask({"Workspaces", {}}, "W");
        completion.ask({"Workspaces", {}}, "WS#");
        QTRY_COMPARE(answers.size(), 1);
        QCOMPARE(answers.at(0).at(0).toString(), "WS#");
        QCOMPARE(completion.rowCount(), 2);
        QCOMPARE(completion.index(0, 0).data().toString(), "WS#large");
        QCOMPARE(completion.index(1, 0).data().toString(), "WS#小");
        completion.ask({"Workspaces", {}}, "none");
        QTRY_COMPARE(answers.size(), 2);
        QCOMPARE(completion.rowCount(), 0);
        completion.setSession(nullptr);
        completion.ask({"Workspaces", {}}, "WS#");
        QTest::qWait(2 * KeyCompletion::kDelayMillis);
        QCOMPARE(answers.size(), 2);
    }

    void figuresAreExact_data() {
        QTest::addColumn<qlonglong>("nanoseconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("short") << 230'000LL << "0.2 ms";
        QTest::newRow("milliseconds") << 14'400'000LL << "14 ms";
        QTest::newRow("seconds") << 2'340'000'000LL << "2.3 s";
    }
    void figuresAreExact() {
        QFETCH(qlonglong, nanoseconds);
        QTEST(durationText(std::chrono::nanoseconds(nanoseconds)), "text");
        QCOMPARE(bytesText(12'698), "12.4 KB");
    }

  private:
    static QueryRequest query(const char* key) {
        QueryRequest request;
        request.table = "Workspaces";
        request.partition = {Value::string(key)};
        return request;
    }
    QTemporaryDir m_folder;
    std::unique_ptr<Session> m_session;
};

QTEST_GUILESS_MAIN(TestQueryRunner)
#include "tst_query_runner.moc"
