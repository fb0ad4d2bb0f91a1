// Time to live: where it is on, what counts as past, and that what goes leaves no trace but in the stream.
#include "tests/engine/control_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

Value number(const char* text) {
    return Value::number(*Number::parse(text));
}

Item thing(const std::string& name, std::optional<Value> until) {
    Item made = item({{"pk", s("p")}, {"sk", s(name)}, {"kind", s("k")}, {"rank", n(1)}});
    if (until) made.set("until", *until);
    return made;
}

bool isThere(const Engine& engine, const std::string& name) {
    const auto got = engine.get({"Things", item({{"pk", s("p")}, {"sk", s(name)}})}, Metering::Off);
    return got && got->item;
}

}  // namespace

class TestEngineTtl : public QObject {
    Q_OBJECT
  private slots:
    void itIsSwitchedOnAndOff() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            auto engine = Engine::create(path, {thingsTable()});
            VERIFY_OK(engine);
            QVERIFY(!(*engine)->timeToLive("Things")->attribute);
            VERIFY_REFUSED((*engine)->setTimeToLive("Things", {}), Validation,
                           "TimeToLive is already disabled");
            VERIFY_REFUSED(
                (*engine)->setTimeToLive("Things", ""), Validation,
                "1 validation error detected: Value '' at 'timeToLiveSpecification.attributeName' "
                "failed to satisfy constraint: Member must have length greater than or equal to 1");
            QVERIFY(!(*engine)->setTimeToLive("Things", std::string(256, 'a')));
            QCOMPARE((*engine)->setTimeToLive("Others", "until").error().code, ErrorCode::ResourceNotFound);
            QCOMPARE((*engine)->timeToLive("Others").error().code, ErrorCode::ResourceNotFound);
            VERIFY_OK((*engine)->setTimeToLive("Things", "until"));
            VERIFY_REFUSED((*engine)->setTimeToLive("Things", "until"), Validation,
                           "TimeToLive is already enabled");
            VERIFY_REFUSED(
                (*engine)->setTimeToLive("Things", "other"), Validation,
                "TimeToLive is active on a different AttributeName: current AttributeName is until");
        }
        auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
        VERIFY_OK(engine);
        QCOMPARE((*engine)->timeToLive("Things")->attribute, std::optional<std::string>("until"));
        VERIFY_OK((*engine)->setTimeToLive("Things", {}));
        QVERIFY(!(*engine)->timeToLive("Things")->attribute);
    }

    void whatIsPast_data() {
        QTest::addColumn<QByteArray>("until");
        QTest::addColumn<bool>("goes");
        // Now is 1,777,629,600 seconds.
        QTest::newRow("a second ago") << QByteArray("1777629599") << true;
        QTest::newRow("now") << QByteArray("1777629600") << false;
        QTest::newRow("in a second") << QByteArray("1777629601") << false;
        QTest::newRow("a fraction ago") << QByteArray("1777629599.5") << true;
        QTest::newRow("almost five years ago") << QByteArray("1619949601") << true;
        QTest::newRow("five years ago") << QByteArray("1619949600") << false;
        QTest::newRow("milliseconds") << QByteArray("1777629599000") << false;
        QTest::newRow("zero") << QByteArray("0") << false;
        QTest::newRow("negative") << QByteArray("-5") << false;
        QTest::newRow("huge") << QByteArray("1E125") << false;
    }
    void whatIsPast() {
        QFETCH(QByteArray, until);
        QFETCH(bool, goes);
        Folder folder;
        const SetClock clock;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()}, clock);
        VERIFY_OK(engine);
        VERIFY_OK((*engine)->put({"Things", thing("n", number(until))}));
        VERIFY_OK((*engine)->put({"Things", thing("text", Value::string(until.toStdString()))}));
        VERIFY_OK((*engine)->put({"Things", thing("list", Value::list({number(until)}))}));
        VERIFY_OK((*engine)->put({"Things", thing("none", {})}));
        // Nothing goes where it was not switched on.
        QCOMPARE(*(*engine)->removeExpired(), quint64(0));
        VERIFY_OK((*engine)->setTimeToLive("Things", "until"));
        QCOMPARE(*(*engine)->removeExpired(), quint64(goes));
        QCOMPARE(isThere(**engine, "n"), !goes);
        for (const char* name : {"text", "list", "none"})
            QVERIFY(isThere(**engine, name));
        QCOMPARE((*engine)->statistics({"Things", "ByKind"})->items, quint64(goes ? 3 : 4));
        VERIFY_CLEAN(**engine);
        QCOMPARE(*(*engine)->removeExpired(), quint64(0));
    }

    void manyGoInBatches() {
        Folder folder;
        SetClock clock;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()}, clock);
        VERIFY_OK(engine);
        VERIFY_OK((*engine)->setTimeToLive("Things", "until"));
        UpdateTableRequest stream;
        stream.table = "Things";
        stream.stream = std::optional(StreamViewType::KeysOnly);
        VERIFY_OK((*engine)->updateTable(stream));
        constexpr int kItems = 3000;
        for (int i = 0; i < kItems; ++i)
            VERIFY_OK((*engine)->put({"Things", item({{"pk", s("p" + std::to_string(i % 7))},
                                                      {"sk", s(std::to_string(i))},
                                                      {"kind", s("k")},
                                                      {"rank", n(i)},
                                                      {"until", n(1'777'629'600 + i % 2 * 3600)}})},
                                     Metering::Off));
        clock.add(1000);
        std::size_t announced = 0;
        const int listener = (*engine)->listen([&](const Change& change) {
            if (change.kind == Change::Kind::Items && !change.partitionKeys.empty()) ++announced;
        });
        QCOMPARE(*(*engine)->removeExpired(), quint64(kItems / 2));
        (*engine)->unlisten(listener);
        QVERIFY(announced > 1);
        QCOMPARE((*engine)->statistics({"Things", {}})->items, quint64(kItems / 2));
        VERIFY_CLEAN(**engine);
        // Each left a record that says so.
        const auto info = (*engine)->streams("Things");
        std::uint64_t next = info->at(0).firstSequence;
        int expired = 0;
        for (int page = 0; page < 10; ++page) {
            const auto records = (*engine)->streamRecords("Things", info->at(0).label, next, 1000);
            VERIFY_OK(records);
            next = records->nextSequence;
            for (const StreamRecord& record : records->records) {
                QCOMPARE(record.expired, record.event == StreamEvent::Remove);
                expired += record.expired;
            }
        }
        QCOMPARE(expired, kItems / 2);
    }

    void aFileThatIsReadOnlyKeepsAll() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        VERIFY_OK(Engine::create(path, {thingsTable()}));
        auto engine = Engine::open(path, Engine::OpenMode::ReadOnly);
        VERIFY_OK(engine);
        QCOMPARE((*engine)->removeExpired().error().code, ErrorCode::ReadOnly);
        QCOMPARE((*engine)->setTimeToLive("Things", "until").error().code, ErrorCode::ReadOnly);
    }
};

QTEST_APPLESS_MAIN(TestEngineTtl)
#include "tst_engine_ttl.moc"
