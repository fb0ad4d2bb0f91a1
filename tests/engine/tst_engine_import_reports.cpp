// What a file keeps of its imports: reports, refused records to be tried again, and items to be put back.
#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

std::unique_ptr<Engine> newThings(const Folder& folder) {
    auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
    return engine ? std::move(engine).value() : nullptr;
}

Item thing(const std::string& pk, const std::string& sk, std::int64_t version) {
    return item({{"pk", s(pk)}, {"sk", s(sk)}, {"v", n(version)}});
}

SourceLocation pasted(const QByteArray& text) {
    return SourceLocation::pasted(text.toStdString());
}

}  // namespace

class TestEngineImportReports : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
    }

    void reportsAreThereWhenTheFileIsOpenedAgain() {
        Folder folder;
        std::int64_t first = 0, second = 0;
        {
            const auto engine = newThings(folder);
            QVERIFY(engine->imports()->empty());
            const auto report =
                importText(*engine, jsonLines({thing("a", "1", 1), thing("a", "2", 1)}) + "{\"pk\":\"a\"}\n");
            VERIFY_OK(report);
            first = report->id;
            const auto again = importText(*engine, jsonLines({thing("a", "1", 2), thing("a", "2", 1)}));
            VERIFY_OK(again);
            second = again->id;
            QVERIFY(first > 0 && second > first);
            ImportOptions silent{"Things"};
            silent.keepReport = false;
            const auto unkept = importText(*engine, jsonLines({thing("a", "1", 3)}), silent);
            VERIFY_OK(unkept);
            QCOMPARE(unkept->id, std::int64_t(0));
            QCOMPARE(unkept->replaced, quint64(1));
        }
        const auto engine = Engine::open(folder.path("t.partita"), Engine::OpenMode::ReadOnly);
        VERIFY_OK(engine);
        const auto reports = (*engine)->imports();
        VERIFY_OK(reports);
        QCOMPARE(reports->size(), std::size_t(2));
        const ImportReport& newest = reports->front();
        QCOMPARE(newest.id, second);
        QCOMPARE(newest.replaced, quint64(1));
        QCOMPARE(newest.unchanged, quint64(1));
        QCOMPARE(newest.restorable, quint64(1));
        QVERIFY(!newest.brokenOff && !newest.cancelled && !newest.failure);
        const ImportReport& oldest = reports->back();
        QCOMPARE(oldest.id, first);
        QCOMPARE(oldest.read, quint64(3));
        QCOMPARE(oldest.inserted, quint64(2));
        QCOMPARE(oldest.refused, quint64(1));
        QCOMPARE(oldest.retryable, quint64(1));
        QVERIFY(oldest.begunMillis > 0 && oldest.bytesRead > 0);
        QVERIFY(QString::fromStdString(oldest.source).endsWith("t.partita.source"));
        QCOMPARE(oldest.detection.format, SourceFormat::Items);
        QVERIFY(!oldest.detection.description.empty());
        QVERIFY(oldest.problems.empty());
        const auto problems = (*engine)->importProblems(first, 10);
        VERIFY_OK(problems);
        QCOMPARE(problems->size(), std::size_t(1));
        QCOMPARE(problems->front().line, quint64(3));
        QCOMPARE(problems->front().excerpt, std::string("{\"pk\":\"a\"}"));
        // A file that is open for reading only stays as it is.
        const auto restored = (*engine)->restoreReplaced(second);
        QVERIFY(!restored);
        QCOMPARE(restored.error().code, ErrorCode::ReadOnly);
        const auto forgotten = (*engine)->forgetImport(second);
        QVERIFY(!forgotten);
        QCOMPARE(forgotten.error().code, ErrorCode::ReadOnly);
    }

    void refusedRecordsAreASourceOfTheirOwn_data() {
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QByteArray>("wrong");
        QTest::addColumn<QByteArray>("mended");
        QTest::addColumn<int>("format");
        QTest::newRow("JSON lines") << QByteArray("{\"pk\":\"a\",\"sk\":\"1\"}\n{\"pk\":\"a\",\"sk\":2}\n")
                                    << QByteArray("\"sk\":2") << QByteArray("\"sk\":\"2\"")
                                    << int(SourceFormat::Items);
        QTest::newRow("JSON, laid out")
            << QByteArray("[\n {\"pk\":\"a\",\n  \"sk\":\"1\"},\n {\"pk\":\"a\",\n  \"sk\":2}\n]")
            << QByteArray("\"sk\":2") << QByteArray("\"sk\":\"2\"") << int(SourceFormat::Items);
        QTest::newRow("requests")
            << QByteArray(R"({"Things":[{"PutRequest":{"Item":{"pk":{"S":"a"},"sk":{"S":"1"}}}},)"
                          R"({"PutRequest":{"Item":{"pk":{"S":"a"},"sk":{"N":"2"}}}}]})")
            << QByteArray(R"({"N":"2"})") << QByteArray(R"({"S":"2"})") << -1;
        QTest::newRow("CSV") << QByteArray("pk:S,sk:S,rank:N\na,1,1\na,\"2\",\"no\nnumber\"\na,3,3\n")
                             << QByteArray("\"no\nnumber\"") << QByteArray("5") << int(SourceFormat::Csv);
        QTest::newRow("CSV with semicolons")
            << QByteArray("pk:S;sk:S;rank:N\na;1;1\na;2;none\na;3;3\n") << QByteArray("none")
            << QByteArray("5") << int(SourceFormat::Csv);
        QTest::newRow("TSV") << QByteArray("pk:S\tsk:S\trank:N\na\t1\t1\na\t2\tnone\na\t3\t3\n")
                             << QByteArray("none") << QByteArray("5") << -1;
    }
    void refusedRecordsAreASourceOfTheirOwn() {
        QFETCH(QByteArray, source);
        QFETCH(QByteArray, wrong);
        QFETCH(QByteArray, mended);
        QFETCH(int, format);
        Folder folder;
        const auto engine = newThings(folder);
        const auto report = engine->importItems(pasted(source), {"Things"});
        VERIFY_OK(report);
        QCOMPARE(report->refused, quint64(1));
        QCOMPARE(report->retryable, quint64(1));
        const auto refused = engine->refusedRecords(report->id);
        VERIFY_OK(refused);
        QCOMPARE(refused->records, quint64(1));
        QVERIFY(refused->isWhole);
        if (format >= 0) QCOMPARE(int(refused->format), format);
        QByteArray text = QByteArray::fromStdString(refused->text);
        QVERIFY2(text.contains(wrong), text);
        text.replace(wrong, mended);
        ImportOptions options{"Things"};
        options.source.format = refused->format;
        const auto again = engine->importItems(pasted(text), options);
        VERIFY_OK(again);
        QVERIFY2(!again->failure, again->failure ? again->failure->text().c_str() : "");
        QVERIFY2(again->inserted == 1 && again->read == 1, text);
        const auto got = engine->get({"Things", item({{"pk", s("a")}, {"sk", s("2")}})});
        VERIFY_OK(got);
        QVERIFY(got->item);
        VERIFY_CLEAN(*engine);
    }

    void keepsNoMoreThanAllowed() {
        Folder folder;
        const auto engine = newThings(folder);
        QByteArray bad;
        for (int i = 0; i < 100; ++i)
            bad += "{\"pk\":\"a\",\"number\":" + QByteArray::number(1000 + i) + "}\n";
        ImportOptions options{"Things"};
        options.keptBytes = 10 * 24 + 5;
        const auto report = importText(*engine, bad, options);
        VERIFY_OK(report);
        QCOMPARE(report->refused, quint64(100));
        QVERIFY2(report->retryable == 10, std::to_string(report->retryable).c_str());
        const auto refused = engine->refusedRecords(report->id);
        VERIFY_OK(refused);
        QCOMPARE(refused->records, quint64(10));
        const auto some = engine->refusedRecords(report->id, 60);
        VERIFY_OK(some);
        QVERIFY(!some->isWhole && some->text.size() <= 60 && some->records == 2);
        QCOMPARE(engine->importProblems(report->id, 1000)->size(), std::size_t(100));
        // Of items that are replaced likewise.
        std::vector<Item> old, fresh;
        for (int i = 0; i < 100; ++i) {
            old.push_back(thing("a", std::to_string(i), 1));
            fresh.push_back(thing("a", std::to_string(i), 2));
        }
        VERIFY_OK(importText(*engine, jsonLines(old)));
        options.keptBytes = 0;
        const auto none = importText(*engine, jsonLines(fresh), options);
        VERIFY_OK(none);
        QCOMPARE(none->replaced, quint64(100));
        QCOMPARE(none->restorable, quint64(0));
    }

    void putsBackWhatIsUnchangedSince() {
        Folder folder;
        const auto engine = newThings(folder);
        VERIFY_OK(importText(*engine, jsonLines({thing("a", "1", 1), thing("a", "2", 1), thing("a", "3", 1),
                                                 thing("a", "4", 1), thing("b", "1", 1)})));
        const auto putOf = [](const Item& one) {
            return R"({"PutRequest":{"Item":)" + toDynamoDbJson(one) + "}}";
        };
        const auto report = engine->importItems(
            SourceLocation::pasted("{\"Things\":[" + putOf(thing("a", "1", 2)) + "," +
                                   putOf(thing("a", "2", 2)) + "," + putOf(thing("c", "1", 2)) +
                                   R"(,{"DeleteRequest":{"Key":{"pk":{"S":"a"},"sk":{"S":"3"}}}})" +
                                   R"(,{"DeleteRequest":{"Key":{"pk":{"S":"a"},"sk":{"S":"4"}}}})" +
                                   R"(,{"DeleteRequest":{"Key":{"pk":{"S":"b"},"sk":{"S":"1"}}}}]})"),
            {"Things"});
        VERIFY_OK(report);
        QCOMPARE(report->replaced, quint64(2));
        QCOMPARE(report->deleted, quint64(3));
        QCOMPARE(report->restorable, quint64(5));
        VERIFY_OK(engine->put({"Things", thing("a", "2", 7)}, Metering::Off));
        VERIFY_OK(engine->put({"Things", thing("a", "4", 7)}, Metering::Off));
        const auto restored = engine->restoreReplaced(report->id);
        VERIFY_OK(restored);
        QCOMPARE(restored->restored, quint64(3));
        QCOMPARE(restored->changedSince, quint64(2));
        VERIFY_CLEAN(*engine);
        const auto version = [&](const char* pk, const char* sk) {
            const auto got = engine->get({"Things", item({{"pk", s(pk)}, {"sk", s(sk)}})}, Metering::Off);
            return got && got->item ? got->item->find("v")->asNumber()->text() : std::string("none");
        };
        QCOMPARE(version("a", "1"), std::string("1"));
        QCOMPARE(version("a", "2"), std::string("7"));
        QCOMPARE(version("a", "3"), std::string("1"));
        QCOMPARE(version("a", "4"), std::string("7"));
        QCOMPARE(version("b", "1"), std::string("1"));
        QCOMPARE(version("c", "1"), std::string("2"));  // nothing was there to be put back
        const auto again = engine->restoreReplaced(report->id);
        VERIFY_OK(again);
        QCOMPARE(again->restored + again->changedSince, quint64(0));
        QCOMPARE(engine->imports()->front().restorable, quint64(0));
    }

    void aTableThatIsDeletedTakesItsKeptItemsAlong() {
        Folder folder;
        const auto engine = newThings(folder);
        VERIFY_OK(importText(*engine, jsonLines({thing("a", "1", 1)})));
        const auto report = importText(*engine, jsonLines({thing("a", "1", 2)}));
        VERIFY_OK(report);
        QCOMPARE(engine->imports()->front().restorable, quint64(1));
        VERIFY_OK(engine->deleteTable("Things"));
        QCOMPARE(engine->imports()->front().restorable, quint64(0));
        QCOMPARE(engine->imports()->front().replaced, quint64(1));
        const auto restored = engine->restoreReplaced(report->id);
        VERIFY_OK(restored);
        QCOMPARE(restored->restored + restored->changedSince, quint64(0));
    }

    void aCancelledImportSaysSoAndCanBeCompleted() {
        Folder folder;
        std::vector<Item> items;
        for (int i = 0; i < 20'000; ++i)
            items.push_back(thing("a" + std::to_string(i % 100), std::to_string(i), 1));
        std::uint64_t inserted = 0;
        {
            const auto engine = newThings(folder);
            ImportOptions options{"Things"};
            options.batchItems = 1000;
            std::stop_source stop;
            const auto report = importText(
                *engine, jsonLines(items), options,
                [&](const Progress& progress) {
                    if (progress.phase == Progress::Phase::Writing && progress.itemsDone >= 9'000)
                        stop.request_stop();
                },
                stop.get_token());
            VERIFY_OK(report);
            QVERIFY(report->cancelled);
            inserted = report->inserted;
            QVERIFY(inserted > 0 && inserted < items.size());
        }
        auto engine = Engine::open(folder.path("t.partita"), Engine::OpenMode::ReadWrite);
        VERIFY_OK(engine);
        const auto reports = (*engine)->imports();
        VERIFY_OK(reports);
        QCOMPARE(reports->size(), std::size_t(1));
        QVERIFY(reports->front().cancelled && !reports->front().brokenOff);
        QCOMPARE(reports->front().inserted, inserted);
        QCOMPARE((*engine)->statistics({"Things", {}})->items, inserted);
        const auto again = importText(**engine, jsonLines(items));
        VERIFY_OK(again);
        QCOMPARE(again->unchanged, inserted);
        QCOMPARE(again->inserted, quint64(items.size()) - inserted);
        VERIFY_CLEAN(**engine);
    }

    void ofABatchThatIsRolledBackNothingIsKept() {
        Folder folder;
        const auto engine = newThings(folder);
        std::vector<Item> old, fresh;
        for (int i = 0; i < 20'000; ++i) {
            old.push_back(thing("a" + std::to_string(i % 100), std::to_string(i), 1));
            fresh.push_back(thing("a" + std::to_string(i % 100), std::to_string(i), 2));
        }
        VERIFY_OK(importText(*engine, jsonLines(old)));
        const std::string before = shownOfAll(*engine, thingsTable());
        ImportOptions options{"Things"};
        options.batchItems = 3000;
        std::stop_source stop;
        const auto report = importText(
            *engine, jsonLines(fresh), options,
            [&](const Progress& progress) {
                if (progress.phase == Progress::Phase::Writing && progress.itemsDone >= 10'000)
                    stop.request_stop();
            },
            stop.get_token());
        VERIFY_OK(report);
        QVERIFY(report->cancelled && report->replaced > 0);
        QCOMPARE(report->replaced % 3000, quint64(0));
        QCOMPARE(report->restorable, report->replaced);
        QCOMPARE(engine->imports()->front().restorable, report->replaced);
        QCOMPARE(engine->imports()->front().replaced, report->replaced);
        const auto restored = engine->restoreReplaced(report->id);
        VERIFY_OK(restored);
        QCOMPARE(restored->restored, report->replaced);
        QVERIFY(shownOfAll(*engine, thingsTable()) == before);
        VERIFY_CLEAN(*engine);
    }

    void forgetsOneImportAndNoOther() {
        Folder folder;
        const auto engine = newThings(folder);
        const auto first = importText(*engine, jsonLines({thing("a", "1", 1)}) + "{}\n");
        const auto second = importText(*engine, jsonLines({thing("a", "1", 2)}) + "{}\n");
        VERIFY_OK(first);
        VERIFY_OK(second);
        VERIFY_OK(engine->forgetImport(first->id));
        const auto left = engine->imports();
        VERIFY_OK(left);
        QCOMPARE(left->size(), std::size_t(1));
        QCOMPARE(left->front().id, second->id);
        QCOMPARE(left->front().retryable, quint64(1));
        QVERIFY(engine->importProblems(first->id, 10)->empty());
        const auto refused = engine->refusedRecords(first->id);
        QVERIFY(!refused);
        QCOMPARE(engine->refusedRecords(second->id)->records, quint64(1));
        QCOMPARE(engine->restoreReplaced(first->id)->restored, quint64(0));
        QCOMPARE(engine->restoreReplaced(second->id)->restored, quint64(1));
        QCOMPARE(engine->statistics({"Things", {}})->items, quint64(1));
    }
};

QTEST_APPLESS_MAIN(TestEngineImportReports)
#include "tst_engine_import_reports.moc"
