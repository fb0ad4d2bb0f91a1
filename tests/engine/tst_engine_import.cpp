// Import of good and bad sources: what goes in, what is refused and why, and that the report adds up.
#include <sys/stat.h>

#include <algorithm>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

QString sample(const char* name, const char* file) {
    return QString(PARTITA_SOURCE_DIR "/resources/samples/%1/%2").arg(name, file);
}

std::unique_ptr<Engine> newThings(const Folder& folder, const char* name = "t.partita") {
    auto engine = Engine::create(folder.path(name), {thingsTable()});
    return engine ? std::move(engine).value() : nullptr;
}

QByteArray lines(const QByteArrayList& each) {
    return each.join('\n') + '\n';
}

}  // namespace

class TestEngineImport : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
    }

    void bringsInEverySample_data() {
        QTest::addColumn<quint64>("items");
        QTest::addColumn<quint64>("numbersRewritten");
        const auto row = [](const char* name, quint64 items, quint64 rewritten) {
            QTest::newRow(name) << items << rewritten;
        };
        row("audiobooks", 8, 0);
        row("events-adjacency-list", 27, 0);
        row("events-one-item-per-event", 4, 0);
        row("events-typed-index", 29, 0);
        row("library", 8, 0);
        row("saas-organisations", 10, 0);
        row("sensors", 144, 30);  // "33.0" and the like
        row("workspaces", 11, 0);
    }
    void bringsInEverySample() {
        QFETCH(quint64, items);
        QFETCH(quint64, numbersRewritten);
        const char* const name = QTest::currentDataTag();
        const QByteArray schema = fileBytes(sample(name, "create-table.json").toStdString());
        const auto table = parseCreateTable({schema.data(), std::size_t(schema.size())});
        VERIFY_OK(table);
        Folder folder;
        const std::string path = folder.path("sample.partita");
        const std::string source = sample(name, "items.json").toStdString();
        std::string before;
        {
            auto engine = Engine::create(path, {*table});
            VERIFY_OK(engine);
            const auto report = (*engine)->importItems(source, {table->name});
            VERIFY_OK(report);
            QVERIFY(!report->failure && !report->cancelled && report->problems.empty());
            QCOMPARE(report->read, items);
            QCOMPARE(report->inserted, items);
            QCOMPARE(report->dynamoDbForm, items);
            QCOMPARE(report->plainForm, quint64(0));
            QCOMPARE(report->numbersRewritten, numbersRewritten);
            QCOMPARE(report->bytesRead, quint64(QFileInfo(sample(name, "items.json")).size()));
            QVERIFY(addsUp(*report));
            VERIFY_CLEAN(**engine);
            before = shownOfAll(**engine, *table);
        }
        const QByteArray bytesBefore = fileBytes(path);
        {
            auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
            VERIFY_OK(engine);
            ImportOptions options{table->name};
            options.keepReport = false;
            const auto again = (*engine)->importItems(source, options);
            VERIFY_OK(again);
            QCOMPARE(again->unchanged, items);
            QCOMPARE(again->inserted + again->replaced, quint64(0));
            QVERIFY(addsUp(*again));
            QCOMPARE(shownOfAll(**engine, *table), before);
        }
        // SQLite counts openings for writing in its header of 100 bytes; nothing else may differ.
        QVERIFY(fileBytes(path).mid(100) == bytesBefore.mid(100));
    }

    void readsEveryShapeOfJson_data() {
        QTest::addColumn<QByteArray>("text");
        const QByteArray one = R"({"pk":{"S":"a"},"sk":{"S":"1"},"rank":{"N":"1"},"kind":{"S":"k"}})";
        const QByteArray two = R"({"pk":{"S":"a"},"sk":{"S":"2"},"tags":{"SS":["x","y"]}})";
        QByteArray pretty = "[\n" + one + ",\n" + two + "\n]";
        pretty.replace(":{", ": {\n        ").replace("},", "\n    },\n    ");
        QTest::newRow("lines") << one + '\n' + two + '\n';
        QTest::newRow("lines without a last end") << one + '\n' + two;
        QTest::newRow("lines of DOS, with a mark") << "\xEF\xBB\xBF" + one + "\r\n\r\n" + two + "\r\n";
        QTest::newRow("array") << '[' + one + ',' + two + ']';
        QTest::newRow("array over lines") << "[\n" + one + ",\n" + two + "\n]\n";
        QTest::newRow("laid out") << pretty;
        QTest::newRow("plain and DynamoDB")
            << R"({"pk":"a","sk":"1","rank":1,"kind":"k"})" + QByteArray("\n") + two;
    }
    void readsEveryShapeOfJson() {
        QFETCH(QByteArray, text);
        Folder folder;
        const auto engine = newThings(folder);
        const auto report = importText(*engine, text);
        VERIFY_OK(report);
        QVERIFY2(report->problems.empty(),
                 report->problems.empty() ? "" : report->problems[0].reason.c_str());
        QCOMPARE(report->inserted, quint64(2));
        QCOMPARE(report->dynamoDbForm + report->plainForm, quint64(2));
        const std::string there = shown(*engine, {"Things", {}});
        QVERIFY2(there ==
                     "table Things: 2 items, 29 bytes, 1 collections\n"
                     "a: 2 items, 29 bytes\n"
                     "  17 {\"kind\":{\"S\":\"k\"},\"pk\":{\"S\":\"a\"},\"rank\":{\"N\":\"1\"},"
                     "\"sk\":{\"S\":\"1\"}}\n"
                     "  12 {\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"2\"},\"tags\":{\"SS\":[\"x\",\"y\"]}}\n",
                 there.c_str());
        VERIFY_CLEAN(*engine);
    }

    void refusesBadRecordsByLine() {
        struct Line {
            QByteArray text;
            const char* reason;  // null: it goes in
        };
        const QByteArray huge = "{\"pk\":\"h\",\"sk\":\"1\",\"text\":\"" + QByteArray(410'000, 'x') + "\"}";
        const std::vector<Line> given = {
            {R"({"pk":"a","sk":"1"})", nullptr},
            {R"({"pk":"a","sk":)", "JSON"},
            {R"({"pk":"a"})", "Missing the key sk"},
            {R"({"pk":7,"sk":"1"})", "Type mismatch for key pk"},
            {R"({"pk":{"S":"a"},"sk":{"S":"2"}})", nullptr},
            {R"({"pk":"","sk":"1"})", "empty string"},
            {R"({"pk":"a","sk":"3","rank":"first"})", "rank"},
            {R"({"pk":"a","sk":"4","n":1234567890123456789012345678901234567890123})", "38 significant"},
            {R"({"pk":"a","sk":"5","n":1e400})", "Number overflow"},
            {R"({"pk":"a","pk":"b","sk":"1"})", "pk"},
            {"\"text\"", ""},
            {"", nullptr},
            {huge, "Item size has exceeded the maximum allowed size"},
            {"{\"pk\":\"a\",\"sk\":\"6\",\"text\":\"\xff\"}", "UTF-8"},
            {R"({"pk":"日本","sk":"7"})", nullptr},
        };
        QByteArray text;
        for (const Line& line : given)
            text += line.text + '\n';
        Folder folder;
        const auto engine = newThings(folder);
        const auto report = importText(*engine, text);
        VERIFY_OK(report);
        std::size_t problem = 0;
        quint64 good = 0;
        for (std::size_t i = 0; i < given.size(); ++i) {
            if (!given[i].reason) {
                good += !given[i].text.isEmpty();
                continue;
            }
            QVERIFY2(problem < report->problems.size(), given[i].text.left(80));
            const ImportProblem& told = report->problems[problem++];
            QCOMPARE(told.kind, ImportProblem::Kind::Refused);
            QCOMPARE(told.line, quint64(i + 1));
            QVERIFY2(QString::fromStdString(told.reason).contains(given[i].reason), told.reason.c_str());
            QVERIFY(!told.reason.empty());
            QVERIFY2(given[i].text.startsWith(QByteArray::fromStdString(told.excerpt).left(200)),
                     told.excerpt.c_str());
            QVERIFY(!told.excerpt.empty() && told.excerpt.size() <= 203);
        }
        QCOMPARE(report->problems.size(), problem);
        QCOMPARE(report->refused, quint64(problem));
        QCOMPARE(report->inserted, good);
        QVERIFY(!report->failure);
        QVERIFY(addsUp(*report));
        QCOMPARE(engine->statistics({"Things", {}})->items, good);
        VERIFY_CLEAN(*engine);
    }

    void keepsTheFirstThousandProblemsAndCountsAll() {
        QByteArray text;
        for (int i = 0; i < 1500; ++i)
            text += "{\"pk\":\"a\"}\n";
        Folder folder;
        const auto engine = newThings(folder);
        const auto report = importText(*engine, text + R"({"pk":"a","sk":"1"})");
        VERIFY_OK(report);
        QCOMPARE(report->refused, quint64(1500));
        QCOMPARE(report->inserted, quint64(1));
        QCOMPARE(report->problems.size(), std::size_t(1000));
        for (std::size_t i = 0; i < report->problems.size(); ++i)
            QCOMPARE(report->problems[i].line, quint64(i + 1));
    }

    void replacesWhatChangedAndIndexesFollow() {
        Folder folder;
        const auto engine = newThings(folder);
        const std::vector<Item> items = randomThings(1000, 3);
        VERIFY_OK(importText(*engine, jsonLines(items)));
        std::vector<Item> changed = items;
        quint64 replaced = 0;
        for (std::size_t i = 0; i < changed.size(); i += 3, ++replaced) {
            Item& one = changed[i];
            switch (i % 4) {
                case 0:  // to another place in both indexes
                    one.set("rank", n(std::int64_t(100 + i)));
                    break;
                case 1:  // into the index, or out of it
                    if (!one.remove("kind")) one.set("kind", s("new"));
                    break;
                case 2:  // in place: a projected attribute, over the size of a row
                    one.set("title", s(std::string(5000 + i, 't')));
                    break;
                default:  // not projected by the GSI
                    one.set("other", n(std::int64_t(i)));
            }
        }
        changed.push_back(item({{"pk", s("new")}, {"sk", s("new")}, {"kind", s("new")}, {"rank", n(1)}}));
        const auto report = importText(*engine, jsonLines(changed));
        VERIFY_OK(report);
        QCOMPARE(report->replaced, replaced);
        QCOMPARE(report->inserted, quint64(1));
        QCOMPARE(report->unchanged, quint64(1000) - replaced);
        QVERIFY(addsUp(*report));
        VERIFY_CLEAN(*engine);
        const auto fresh = newThings(folder, "fresh.partita");
        for (const Item& one : changed)
            VERIFY_OK(fresh->put({"Things", one}, Metering::Off));
        QCOMPARE(shownOfAll(*engine, thingsTable()), shownOfAll(*fresh, thingsTable()));
    }

    void ofOneKeyTheLastWinsAndBothLinesAreTold() {
        Folder folder;
        const auto engine = newThings(folder);
        const auto report =
            importText(*engine, lines({R"({"pk":"a","sk":"1","v":1})", R"({"pk":"a","sk":"2","v":1})",
                                       R"({"pk":{"S":"a"},"sk":{"S":"1"},"v":{"N":"2"}})",
                                       R"({"pk":"b","sk":"1","v":1})", "", R"({"pk":"a","sk":"1","v":3})"}));
        VERIFY_OK(report);
        QCOMPARE(report->read, quint64(5));
        QCOMPARE(report->inserted, quint64(3));
        QCOMPARE(report->duplicate, quint64(2));
        QVERIFY(addsUp(*report));
        QCOMPARE(report->problems.size(), std::size_t(2));
        const quint64 lines[2][2] = {{1, 3}, {3, 6}};
        for (std::size_t i = 0; i < 2; ++i) {
            const ImportProblem& told = report->problems[i];
            QCOMPARE(told.kind, ImportProblem::Kind::Duplicate);
            QCOMPARE(told.line, lines[i][0]);
            QCOMPARE(told.otherLine, lines[i][1]);
            QVERIFY(told.reason.find(std::to_string(lines[i][1])) != std::string::npos);
        }
        const auto got = engine->get({"Things", item({{"pk", s("a")}, {"sk", s("1")}})});
        VERIFY_OK(got);
        QCOMPARE(*got->item->find("v"), n(3));
    }

    void countsNumbersThatWereWrittenOtherwise() {
        Folder folder;
        const auto engine = newThings(folder);
        const auto report = importText(
            *engine,
            lines(
                {R"({"pk":"a","sk":"1","v":1.50,"w":1e3,"x":7,"l":[0.10,2]})",
                 R"({"pk":{"S":"a"},"sk":{"S":"2"},"v":{"N":"00042"},"w":{"NS":["1","2.0"]},"x":{"N":"-0"}})"}));
        VERIFY_OK(report);
        QCOMPARE(report->inserted, quint64(2));
        QCOMPARE(report->numbersRewritten, quint64(6));
        const auto got = engine->get({"Things", item({{"pk", s("a")}, {"sk", s("1")}})});
        VERIFY_OK(got);
        QCOMPARE(toDynamoDbJson(*got->item),
                 std::string(R"({"l":{"L":[{"N":"0.1"},{"N":"2"}]},"pk":{"S":"a"},"sk":{"S":"1"},)"
                             R"("v":{"N":"1.5"},"w":{"N":"1000"},"x":{"N":"7"}})"));
    }

    void givesTheSameFileHoweverItIsDone_data() {
        QTest::addColumn<qulonglong>("memoryBytes");
        QTest::addColumn<qulonglong>("batchItems");
        QTest::newRow("all at once") << qulonglong(100'000'000) << qulonglong(200'000);
        QTest::newRow("many runs on disk") << qulonglong(20'000) << qulonglong(200'000);
        QTest::newRow("no memory at all") << qulonglong(1) << qulonglong(1000);
        QTest::newRow("small batches") << qulonglong(100'000'000) << qulonglong(70);
        QTest::newRow("batches of nothing") << qulonglong(50'000) << qulonglong(0);
    }
    void givesTheSameFileHoweverItIsDone() {
        QFETCH(qulonglong, memoryBytes);
        QFETCH(qulonglong, batchItems);
        const std::vector<Item> items = randomThings(2500, 11);
        if (m_filledByPut.empty()) {
            Folder folder;
            const auto engine = newThings(folder);
            for (const Item& one : items)
                VERIFY_OK(engine->put({"Things", one}, Metering::Off));
            VERIFY_CLEAN(*engine);
            m_filledByPut = shownOfAll(*engine, thingsTable());
        }
        Folder folder;
        auto engine = newThings(folder);
        ImportOptions options;
        options.table = "Things";
        options.memoryBytes = memoryBytes;
        options.batchItems = batchItems;
        const auto report = importText(*engine, jsonLines(items), options);
        VERIFY_OK(report);
        QCOMPARE(report->inserted, quint64(items.size()));
        VERIFY_CLEAN(*engine);
        QVERIFY(shownOfAll(*engine, thingsTable()) == m_filledByPut);
        engine.reset();
        QCOMPARE(filesIn(folder), QStringList{"t.partita"});
    }

    void saysWhyNothingCouldBeDone() {
        Folder folder;
        auto engine = newThings(folder);
        const auto missing = engine->importItems(folder.path("no.json"), {"Things"});
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::FileMissing);
        QVERIFY(missing.error().text().find("no.json") != std::string::npos);
        const auto directory = engine->importItems(folder.path(), {"Things"});
        QVERIFY(!directory);
        QVERIFY(!directory.error().message.empty());
        const auto noTable = importText(*engine, "{}", {"Others"});
        QVERIFY(!noTable);
        QCOMPARE(noTable.error().code, ErrorCode::ResourceNotFound);
        const auto compressed = importText(*engine, QByteArray("\x1f\x8b\x08\0\0\0\0\0", 8));
        QVERIFY(!compressed);
        QCOMPARE(compressed.error().code, ErrorCode::BadInput);
        QVERIFY2(compressed.error().text().find("gzip") != std::string::npos,
                 compressed.error().text().c_str());
        const std::string path = engine->path();
        engine.reset();
        const QByteArray before = fileBytes(path);
        {
            const auto reading = Engine::open(path, Engine::OpenMode::ReadOnly);
            VERIFY_OK(reading);
            const auto refused = importText(**reading, R"({"pk":"a","sk":"1"})");
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::ReadOnly);
        }
        QVERIFY(fileBytes(path) == before);
        const auto empty =
            importText(*(engine = std::move(Engine::open(path, Engine::OpenMode::ReadWrite)).value()), "[]");
        VERIFY_OK(empty);
        QCOMPARE(empty->read, quint64(0));
    }

  private:
    std::string m_filledByPut;
};

QTEST_APPLESS_MAIN(TestEngineImport)
#include "tst_engine_import.moc"
