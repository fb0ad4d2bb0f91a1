// The load of a real table: live, generated, replayed and saved, as the window asks for it.
#include <QAbstractItemModelTester>
#include <QtTest>

#include "model/load_model.h"
#include "model/load_recordings_model.h"
#include "model/load_replay.h"
#include "model/session.h"

using namespace partita;

namespace {

TableDefinition workspaces() {
    TableDefinition table;
    table.name = "Workspaces";
    table.keys.partition = {{"EntityRef", ValueType::String}};
    table.keys.sort = {{"Detail", ValueType::String}};
    IndexDefinition index;
    index.name = "ByStatus";
    index.kind = IndexKind::Global;
    index.keys.partition = {{"status", ValueType::String}};
    table.indexes = {index};
    return table;
}

Item item(const std::string& workspace) {
    Item made;
    made.set("EntityRef", Value::string(workspace));
    made.set("Detail", Value::string("META"));
    made.set("status", Value::string("ACTIVE"));
    return made;
}

}  // namespace

class TestLoadModel : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    int m_files = 0;

    std::unique_ptr<Session> session() {
        const QString path = m_folder.filePath(QStringLiteral("t%1.partita").arg(++m_files));
        auto engine = Engine::create(path.toStdString(), {workspaces()});
        if (!engine) qFatal("%s", engine.error().text().c_str());
        for (int i = 0; i < 20; ++i) {
            PutRequest put{"Workspaces", item("WS#" + std::to_string(i))};
            if (!(*engine)->put(put, Metering::Off)) qFatal("an item was refused");
        }
        return std::make_unique<Session>(std::move(engine).value());
    }

    QString trace(const QByteArray& lines) {
        const QString path = m_folder.filePath(QStringLiteral("launch.trace"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) qFatal("no trace can be written");
        file.write(lines);
        return path;
    }

    /// The next snapshot, or null after five seconds.
    static std::shared_ptr<const LoadSnapshot> next(LoadModel& model) {
        QSignalSpy spy(&model, &LoadModel::snapshotChanged);
        return spy.wait() ? model.snapshot() : nullptr;
    }

  private slots:
    void showsLiveLoadAsItComes() {
        const auto opened = session();
        LoadModel model(opened.get());
        model.setTable(QStringLiteral("Workspaces"));
        auto snapshot = next(model);
        QVERIFY(snapshot);
        QVERIFY(snapshot->isEmpty());
        QCOMPARE(snapshot->summary.partitions.size(), std::size_t{4});
        QCOMPARE(snapshot->partitionsByRule, std::optional<std::uint32_t>(4));
        QCOMPARE(model.resources(), QStringList({QString(), QStringLiteral("ByStatus")}));

        PutRequest put{"Workspaces", item("WS#acme")};
        QVERIFY(opened->engine()->put(put).ok());
        QTRY_VERIFY(model.snapshot() && model.snapshot()->summary.totalWrite == 2);
        model.setResource(QStringLiteral("ByStatus"));
        QTRY_COMPARE(model.snapshot()->summary.resource, std::string("ByStatus"));
        QCOMPARE(model.snapshot()->summary.totalWrite, HalfUnits{2});
    }

    void generatesAndSaves() {
        const auto opened = session();
        LoadModel model(opened.get());
        QAbstractItemModelTester tester(model.recordings(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(QStringLiteral("Workspaces"));
        QVERIFY(next(model));
        QVERIFY(!model.saveObstacle().isEmpty());  // live load is kept by itself

        const auto spec = parseGeneratorSpec("hot:0.9,rate=4000,seconds=5,writes=1,seed=3");
        QVERIFY(spec.ok());
        model.replay()->generate(QStringLiteral("Workspaces"), *spec);
        QTRY_VERIFY(!model.isLive() && model.snapshot()->summary.requests == 20'000);
        QCOMPARE(model.snapshot()->summary.totalWrite, HalfUnits{40'000});
        QVERIFY(model.snapshot()->summary.skewedKey.has_value());
        QCOMPARE(model.recordings()->rowCount(), 2);
        QVERIFY(model.recordings()->index(1).data().toString().contains(QStringLiteral("not saved")));

        QSignalSpy saved(&model, &LoadModel::saved);
        model.save(QStringLiteral("before the launch"));
        QVERIFY(saved.wait());
        QTRY_COMPARE(model.recordings()->rowCount(), 2);
        QTRY_VERIFY(model.recordings()->recording(1).isSaved());
        QTRY_VERIFY(model.isShown(model.recordings()->recording(1)));
        QVERIFY(!model.saveObstacle().isEmpty());
        model.showLive();
        QTRY_VERIFY(model.snapshot()->isEmpty());
        model.show(model.recordings()->recording(1));
        QTRY_VERIFY(model.snapshot()->summary.requests == 20'000);
        QCOMPARE(model.snapshot()->summary.recording.name, std::string("before the launch"));
    }

    void anotherNumberOfPartitionsRunsAGeneratedLoadAgain() {
        const auto opened = session();
        LoadModel model(opened.get());
        model.setTable(QStringLiteral("Workspaces"));
        model.replay()->generate(QStringLiteral("Workspaces"),
                                 *parseGeneratorSpec("uniform,rate=100,seconds=2"));
        QTRY_VERIFY(!model.isLive() && model.snapshot() && model.snapshot()->summary.requests == 200);
        model.choosePartitions(16);
        QTRY_COMPARE(model.snapshot()->summary.partitions.size(), std::size_t{16});
        QCOMPARE(model.snapshot()->summary.requests, 200U);
        // Nothing was kept: the table still has the rule's.
        QCOMPARE(*opened->engine()->partitionCount({"Workspaces", std::nullopt}), 4U);

        model.showLive();
        model.choosePartitions(7);
        QTRY_COMPARE(model.snapshot()->summary.partitions.size(), std::size_t{7});
        QCOMPARE(*opened->engine()->partitionCount({"Workspaces", std::nullopt}), 7U);
        model.choosePartitions(std::nullopt);
        QTRY_COMPARE(model.snapshot()->summary.partitions.size(), std::size_t{4});
    }

    void replaysATraceAndReportsBadLines() {
        const auto opened = session();
        LoadModel model(opened.get());
        model.setTable(QStringLiteral("Workspaces"));
        const QString path = trace(
            "{\"time\": \"2026-05-01T10:00:00Z\", \"operation\": \"PutItem\", \"key\": \"WS#1\", "
            "\"writeUnits\": 3}\n"
            "nonsense\n"
            "{\"time\": \"2026-05-01T10:00:01Z\", \"operation\": \"Query\", \"key\": \"WS#2\", "
            "\"readUnits\": 2.5}\n");
        model.replay()->replayTrace(QStringLiteral("Workspaces"), path);
        QTRY_VERIFY(!model.isLive() && model.snapshot() && model.snapshot()->summary.requests == 2);
        QCOMPARE(model.snapshot()->summary.totalWrite, HalfUnits{6});
        QCOMPARE(model.snapshot()->summary.totalRead, HalfUnits{5});
        QVERIFY(model.replay()->report());
        QCOMPARE(model.replay()->report()->badLines, 1U);
        QCOMPARE(model.replay()->report()->problems.at(0).line, 2U);
        QCOMPARE(model.replay()->name(), QStringLiteral("launch.trace"));
        QCOMPARE(model.unit(), LoadUnit::Write);  // both are there
    }

    void followsTheUnitUntilOneIsChosen() {
        const auto opened = session();
        LoadModel model(opened.get());
        model.setTable(QStringLiteral("Workspaces"));
        QVERIFY(next(model));
        QCOMPARE(model.unit(), LoadUnit::Write);
        GetRequest get{"Workspaces", {}, false};
        get.key.set("EntityRef", Value::string("WS#1"));
        get.key.set("Detail", Value::string("META"));
        QVERIFY(opened->engine()->get(get).ok());
        QTRY_COMPARE(model.unit(), LoadUnit::Read);
        model.setUnit(LoadUnit::Write);
        QVERIFY(opened->engine()->get(get).ok());
        QTRY_COMPARE(model.snapshot()->summary.totalRead, HalfUnits{2});
        QCOMPARE(model.unit(), LoadUnit::Write);
    }

    void aTraceThatIsNotThereFailsAndTheLoadStays() {
        const auto opened = session();
        LoadModel model(opened.get());
        model.setTable(QStringLiteral("Workspaces"));
        QVERIFY(next(model));
        QSignalSpy failed(model.replay(), &LoadReplay::failed);
        model.replay()->replayTrace(QStringLiteral("Workspaces"),
                                    m_folder.filePath(QStringLiteral("none.trace")));
        QVERIFY(failed.wait());
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("none.trace")));
        QVERIFY(model.isLive());
        QVERIFY(!model.replay()->isRunning());
    }

    void cancellingEndsInCancelled() {
        const auto opened = session();
        LoadModel model(opened.get());
        model.setTable(QStringLiteral("Workspaces"));
        QSignalSpy cancelled(model.replay(), &LoadReplay::cancelled);
        QSignalSpy finished(model.replay(), &LoadReplay::finished);
        model.replay()->generate(QStringLiteral("Workspaces"),
                                 *parseGeneratorSpec("zipf:1.1,rate=1000000,seconds=3600"));
        model.replay()->cancel();
        QVERIFY(cancelled.wait());
        QCOMPARE(finished.count(), 0);
        QVERIFY(model.isLive());
    }

    void theNewestQuestionWins() {
        const auto opened = session();
        LoadModel model(opened.get());
        model.setTable(QStringLiteral("Workspaces"));
        model.setRange({LoadRange::Kind::All, {}});
        model.setResource(QStringLiteral("ByStatus"));
        model.setRange({LoadRange::Kind::LastMinute, {}});
        QSignalSpy answers(&model, &LoadModel::snapshotChanged);
        QVERIFY(answers.wait());
        QCOMPARE(model.snapshot()->summary.resource, std::string("ByStatus"));
        QCOMPARE(model.snapshot()->range.kind, LoadRange::Kind::LastMinute);
        QTest::qWait(100);
        QCOMPARE(answers.count(), 1);
    }

    void aTableThatIsNotThereIsAnError() {
        const auto opened = session();
        LoadModel model(opened.get());
        QSignalSpy failed(&model, &LoadModel::failed);
        model.setTable(QStringLiteral("Nowhere"));
        QVERIFY(failed.wait());
        QVERIFY(!model.snapshot());
    }

    void withoutASessionNothingHappens() {
        LoadModel model(nullptr);
        model.setTable(QStringLiteral("Workspaces"));
        model.choosePartitions(4);
        model.save(QStringLiteral("x"));
        QVERIFY(!model.snapshot());
        QCOMPARE(model.resources(), QStringList(QString()));
    }
};

QTEST_GUILESS_MAIN(TestLoadModel)
#include "tst_load_model.moc"
