// Import over items that are there: what each choice does to them, deletions, and that every report adds up.
#include <atomic>
#include <thread>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

bool allAddsUp(const ImportReport& r) {
    return r.read == r.inserted + r.replaced + r.merged + r.unchanged + r.kept + r.deleted + r.absent +
                         r.duplicate + r.refused + r.leftOut;
}

std::unique_ptr<Engine> newThings(const Folder& folder) {
    auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
    return engine ? std::move(engine).value() : nullptr;
}

Item thing(const std::string& pk, const std::string& sk) {
    return item({{"pk", s(pk)}, {"sk", s(sk)}});
}

std::string put(const Item& one) {
    return R"({"PutRequest":{"Item":)" + toDynamoDbJson(one) + "}}";
}
std::string remove(const Item& key) {
    return R"({"DeleteRequest":{"Key":)" + toDynamoDbJson(key) + "}}";
}
SourceLocation requests(const std::vector<std::string>& each) {
    std::string text;
    for (const std::string& one : each)
        text += (text.empty() ? "" : ",\n") + one;
    return SourceLocation::pasted("{\"Things\":[" + text + "]}");
}

std::string itemAt(const Engine& engine, const Item& key) {
    const auto got = engine.get({"Things", key}, Metering::Off);
    if (!got) return got.error().text();
    return got->item ? toDynamoDbJson(*got->item) : std::string("none");
}

}  // namespace

class TestEngineImportExisting : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
    }

    void doesWithItemsThereWhatWasChosen_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<QString>("counts");  // inserted replaced merged unchanged kept
        QTest::addColumn<QString>("other");   // the item that differs, afterwards
        const auto row = [](const char* name, OnExisting choice, const char* counts, const char* other) {
            QTest::newRow(name) << int(choice) << counts << other;
        };
        row("replace", OnExisting::Replace, "1 1 0 1 0",
            R"({"pk":{"S":"a"},"rank":{"N":"2"},"sk":{"S":"2"}})");
        row("keep", OnExisting::Keep, "1 0 0 1 1",
            R"({"kind":{"S":"k"},"pk":{"S":"a"},"rank":{"N":"1"},"sk":{"S":"2"}})");
        row("merge", OnExisting::Merge, "1 0 1 1 0",
            R"({"kind":{"S":"k"},"pk":{"S":"a"},"rank":{"N":"2"},"sk":{"S":"2"}})");
        row("stop", OnExisting::Stop, "0 0 0 0 0",
            R"({"kind":{"S":"k"},"pk":{"S":"a"},"rank":{"N":"1"},"sk":{"S":"2"}})");
    }
    void doesWithItemsThereWhatWasChosen() {
        QFETCH(int, choice);
        QFETCH(QString, counts);
        QFETCH(QString, other);
        Folder folder;
        const auto engine = newThings(folder);
        Item differs = thing("a", "2");
        differs.set("rank", n(1));
        differs.set("kind", s("k"));
        VERIFY_OK(engine->put({"Things", thing("a", "1")}, Metering::Off));
        VERIFY_OK(engine->put({"Things", differs}, Metering::Off));
        const std::string before = shownOfAll(*engine, thingsTable());
        Item next = thing("a", "2");
        next.set("rank", n(2));
        ImportOptions options{"Things"};
        options.onExisting = OnExisting(choice);
        const auto report = importText(*engine, jsonLines({thing("a", "0"), thing("a", "1"), next}), options);
        VERIFY_OK(report);
        QCOMPARE(QString("%1 %2 %3 %4 %5")
                     .arg(report->inserted)
                     .arg(report->replaced)
                     .arg(report->merged)
                     .arg(report->unchanged)
                     .arg(report->kept),
                 counts);
        QCOMPARE(QString::fromStdString(itemAt(*engine, thing("a", "2"))), other);
        VERIFY_CLEAN(*engine);
        if (OnExisting(choice) == OnExisting::Stop) {
            QVERIFY(report->failure);
            QVERIFY(report->failure->text().find("already") != std::string::npos);
            QCOMPARE(shownOfAll(*engine, thingsTable()), before);
        } else {
            QVERIFY(!report->failure);
            QVERIFY(allAddsUp(*report));
        }
    }

    void refusesAMergeThatIsTooLarge() {
        Folder folder;
        const auto engine = newThings(folder);
        Item large = thing("a", "1");
        large.set("one", s(std::string(300'000, 'x')));
        VERIFY_OK(engine->put({"Things", large}, Metering::Off));
        Item more = thing("a", "1");
        more.set("two", s(std::string(200'000, 'y')));
        ImportOptions options{"Things"};
        options.onExisting = OnExisting::Merge;
        const auto report = importText(*engine, jsonLines({more, thing("b", "1")}), options);
        VERIFY_OK(report);
        QCOMPARE(report->refused, quint64(1));
        QCOMPARE(report->inserted, quint64(1));
        QVERIFY(allAddsUp(*report));
        QCOMPARE(report->problems.size(), std::size_t(1));
        QCOMPARE(report->problems[0].line, quint64(1));
        QVERIFY(report->problems[0].excerpt.starts_with(R"({"pk":{"S":"a"})"));
        QVERIFY(itemAt(*engine, thing("a", "1")) == toDynamoDbJson(large));
        VERIFY_CLEAN(*engine);
        // It is kept to be tried again, once there is room.
        QCOMPARE(report->retryable, quint64(1));
        const auto refused = engine->refusedRecords(report->id);
        VERIFY_OK(refused);
        QCOMPARE(refused->text, toDynamoDbJson(more) + "\n");
        VERIFY_OK(engine->put({"Things", thing("a", "1")}, Metering::Off));
        options.source.format = refused->format;
        const auto again = engine->importItems(SourceLocation::pasted(refused->text), options);
        VERIFY_OK(again);
        QCOMPARE(again->merged, quint64(1));
        QVERIFY(itemAt(*engine, thing("a", "1")) == toDynamoDbJson(more));
    }

    void deletesWhatTheSourceSays_data() {
        QTest::addColumn<bool>("isKept");
        QTest::newRow("replace") << false;
        QTest::newRow("keep") << true;
    }
    void deletesWhatTheSourceSays() {
        QFETCH(bool, isKept);
        Folder folder;
        const auto engine = newThings(folder);
        VERIFY_OK(engine->put({"Things", thing("a", "1")}, Metering::Off));
        ImportOptions options{"Things"};
        options.onExisting = isKept ? OnExisting::Keep : OnExisting::Replace;
        const auto report = engine->importItems(
            requests({remove(thing("a", "1")), remove(thing("a", "none")), put(thing("b", "1"))}), options);
        VERIFY_OK(report);
        QCOMPARE(report->read, quint64(3));
        QCOMPARE(report->deleted, quint64(!isKept));
        QCOMPARE(report->kept, quint64(isKept));
        QCOMPARE(report->absent, quint64(1));
        QCOMPARE(report->inserted, quint64(1));
        QVERIFY(allAddsUp(*report));
        QCOMPARE(itemAt(*engine, thing("a", "1")) == "none", !isKept);
        VERIFY_CLEAN(*engine);
    }

    // The collection loses its last old item between two new ones.
    void putsAndDeletesInOneCollection_data() {
        QTest::addColumn<qulonglong>("batchItems");
        QTest::newRow("one transaction") << qulonglong(1000);
        QTest::newRow("one item each") << qulonglong(1);
    }
    void putsAndDeletesInOneCollection() {
        QFETCH(qulonglong, batchItems);
        Folder folder;
        const auto engine = newThings(folder);
        Item old = thing("a", "5");
        old.set("kind", s("k"));
        old.set("rank", n(1));
        VERIFY_OK(engine->put({"Things", old}, Metering::Off));
        Item first = thing("a", "1"), last = thing("a", "9");
        for (Item* one : {&first, &last}) {
            one->set("kind", s("k"));
            one->set("rank", n(1));
        }
        ImportOptions options{"Things"};
        options.batchItems = batchItems;
        const auto report =
            engine->importItems(requests({put(first), remove(thing("a", "5")), put(last)}), options);
        VERIFY_OK(report);
        QVERIFY2(!report->failure, report->failure ? report->failure->text().c_str() : "");
        QCOMPARE(report->inserted, quint64(2));
        QCOMPARE(report->deleted, quint64(1));
        QVERIFY(allAddsUp(*report));
        VERIFY_CLEAN(*engine);
        QCOMPARE(engine->statistics({"Things", {}})->items, quint64(2));
    }

    void ofOneKeyTheLastRequestWins_data() {
        QTest::addColumn<bool>("deleteLast");
        QTest::newRow("put, delete") << true;
        QTest::newRow("delete, put") << false;
    }
    void ofOneKeyTheLastRequestWins() {
        QFETCH(bool, deleteLast);
        Folder folder;
        const auto engine = newThings(folder);
        std::vector<std::string> each = {put(thing("a", "1")), remove(thing("a", "1"))};
        if (!deleteLast) std::swap(each[0], each[1]);
        const auto report = engine->importItems(requests(each), {"Things"});
        VERIFY_OK(report);
        QCOMPARE(report->duplicate, quint64(1));
        QCOMPARE(report->inserted, quint64(!deleteLast));
        QCOMPARE(report->absent, quint64(deleteLast));
        QVERIFY(allAddsUp(*report));
        QCOMPARE(report->problems.size(), std::size_t(1));
        QCOMPARE(report->problems[0].kind, ImportProblem::Kind::Duplicate);
        QCOMPARE(report->problems[0].line, quint64(1));
        QCOMPARE(report->problems[0].otherLine, quint64(2));
        QCOMPARE(itemAt(*engine, thing("a", "1")) == "none", deleteLast);
    }

    void ofStreamRecordsTheHighestSequenceNumberWins() {
        const auto record = [](int sequence, int version) {
            return QString(R"({"eventName":"MODIFY","eventSource":"aws:dynamodb","dynamodb":{"Keys":)"
                           R"({"pk":{"S":"a"},"sk":{"S":"1"}},"NewImage":{"pk":{"S":"a"},"sk":{"S":"1"},)"
                           R"("v":{"N":"%1"}},"SequenceNumber":"%2"}})")
                .arg(version)
                .arg(sequence)
                .toStdString();
        };
        Folder folder;
        const auto engine = newThings(folder);
        const auto report = engine->importItems(
            SourceLocation::pasted("{\"Records\":[" + record(300, 3) + "," + record(100, 1) + "]}"),
            {"Things"});
        VERIFY_OK(report);
        QCOMPARE(report->duplicate, quint64(1));
        QVERIFY(allAddsUp(*report));
        QCOMPARE(itemAt(*engine, thing("a", "1")),
                 std::string(R"({"pk":{"S":"a"},"sk":{"S":"1"},"v":{"N":"3"}})"));
    }

    void othersWriteBetweenBatches() {
        Folder folder;
        const auto engine = newThings(folder);
        std::vector<Item> items;
        for (int i = 0; i < 4000; ++i)
            items.push_back(thing("thing#" + std::to_string(i % 300), std::to_string(i)));
        ImportOptions options{"Things"};
        options.batchItems = 50;
        std::atomic<bool> isDone = false;
        std::atomic<quint64> fresh = 0;
        // Keys of the same collections, some of them the import's own.
        std::thread other([&] {
            for (int i = 0; !isDone || i < 100; ++i) {
                const bool isOwn = i % 2 == 0;
                Item one = thing("thing#" + std::to_string(i % 300),
                                 isOwn ? std::to_string(i % 4000) : "other " + std::to_string(i));
                one.set("by", s("other"));
                if (engine->put({"Things", one}, Metering::Off) && !isOwn) ++fresh;
            }
        });
        const auto report = importText(*engine, jsonLines(items), options);
        isDone = true;
        other.join();
        VERIFY_OK(report);
        QVERIFY2(!report->failure, report->failure ? report->failure->text().c_str() : "");
        QVERIFY(allAddsUp(*report));
        QVERIFY(fresh > 0);
        VERIFY_CLEAN(*engine);
        // Even numbers below 4000 in the collection of the same number belong to the import too.
        QVERIFY(engine->statistics({"Things", {}})->items >= items.size() + fresh);
    }
};

QTEST_APPLESS_MAIN(TestEngineImportExisting)
#include "tst_engine_import_existing.moc"
