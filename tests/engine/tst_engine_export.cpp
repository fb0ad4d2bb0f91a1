// Export and import of the result: every format that claims it gives the same items back, from every view;
// redaction; and exports that fail.
#include <sys/stat.h>
#include <unistd.h>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

/// Items of every type, with names and texts that formats have to take care of.
std::vector<Item> everyType() {
    const std::string odd = "a,\"b\";\n:#/\\\t'{[日本 \U0001F600";
    std::vector<Item> items;
    Item all = item({{"pk", s("USER#" + odd)}, {"sk", s("PROFILE")}, {"kind", s("k")}, {"rank", n(7)}});
    all.set(odd, s(odd));
    all.set("S", s(""));
    all.set("number", Value::number(*Number::parse("-1234567890.0123456789012345678901234567")));
    all.set("bytes", Value::binary(std::string("\0\xff\n", 3)));
    all.set("no bytes", Value::binary(""));
    all.set("true", Value::boolean(true));
    all.set("null", Value::null());
    all.set("texts", *Value::stringSet({odd, "b", "1"}));
    all.set("numbers", *Value::numberSet({*Number::parse("1e-130"), *Number::parse("9e125")}));
    all.set("binaries", *Value::binarySet({"x", std::string("\0", 1)}));
    AttributeMap map;
    map.set("S", s("x"));
    map.set(odd, Value::list({Value::null(), Value::boolean(false), Value::list({})}));
    all.set("map", Value::map(map));
    all.set("list", Value::list({Value::map({}), n(1), s("1")}));
    items.push_back(all);
    items.push_back(item({{"pk", s("USER#2")}, {"sk", s("ORDER#1")}, {"kind", s("k")}, {"rank", n(1)}}));
    items.push_back(item({{"pk", s("USER#2")}, {"sk", s("ORDER#2")}, {"v", s("007")}}));
    items.push_back(item({{"pk", s("S")}, {"sk", s("{\"S\":\"x\"}")}, {"v", s("true")}}));
    for (int i = 0; i < 60; ++i)  // more than two requests
        items.push_back(item({{"pk", s("many")}, {"sk", s(std::to_string(i))}, {"rank", n(i)}}));
    return items;
}

std::unique_ptr<Engine> filled(const Folder& folder, const std::vector<Item>& items) {
    auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
    if (!engine) return nullptr;
    for (const Item& one : items)
        if (const auto put = (*engine)->put({"Things", one}, Metering::Off); !put) {
            qWarning("%s", put.error().text().c_str());
            return nullptr;
        }
    return std::move(engine).value();
}

ExportOptions inFormat(ExportFormat format, bool gzip = false) {
    ExportOptions options;
    options.sink.format = format;
    options.sink.gzip = gzip;
    return options;
}

/// What an import of that file or folder into an empty table shows.
std::string shownOfImport(const Folder& folder, const std::string& source) {
    const std::string path = folder.path("back.partita");
    QFile::remove(QString::fromStdString(path));
    auto back = Engine::create(path, {thingsTable()});
    if (!back) return back.error().text();
    const auto report = (*back)->importItems(source, {"Things"});
    if (!report) return report.error().text();
    if (report->failure) return report->failure->text();
    if (report->refused) return report->problems[0].reason;
    return shown(**back, {"Things", {}});
}

QByteArrayList linesOf(const std::string& path) {
    QByteArrayList lines = fileBytes(path).split('\n');
    lines.removeAll("");
    return lines;
}

}  // namespace

class TestEngineExport : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
    }

    void givesBackEveryType_data() {
        QTest::addColumn<int>("format");
        QTest::addColumn<bool>("gzip");
        QTest::newRow("ndjson") << int(ExportFormat::JsonLines) << false;
        QTest::newRow("ndjson, gzip") << int(ExportFormat::JsonLines) << true;
        QTest::newRow("json") << int(ExportFormat::JsonArray) << false;
        QTest::newRow("json, gzip") << int(ExportFormat::JsonArray) << true;
        QTest::newRow("batch-write") << int(ExportFormat::BatchWrite) << false;
        QTest::newRow("s3-export") << int(ExportFormat::S3Export) << false;
        QTest::newRow("csv") << int(ExportFormat::Csv) << false;
    }
    void givesBackEveryType() {
        QFETCH(int, format);
        QFETCH(bool, gzip);
        Folder folder;
        const auto engine = filled(folder, everyType());
        QVERIFY(engine);
        const std::string place = folder.path("out");
        const auto report = engine->exportItems(place, inFormat(ExportFormat(format), gzip));
        VERIFY_OK(report);
        QCOMPARE(report->items, quint64(everyType().size()));
        QVERIFY(!report->cancelled);
        QVERIFY(report->losses.empty());
        if (ExportFormat(format) == ExportFormat::BatchWrite) {
            const QDir requests(QString::fromStdString(place));
            const auto back = Engine::create(folder.path("back.partita"), {thingsTable()});
            VERIFY_OK(back);
            for (const QString& name : requests.entryList(QDir::Files)) {
                const auto read = (*back)->importItems(requests.filePath(name).toStdString(), {"Things"});
                VERIFY_OK(read);
                QCOMPARE(read->refused, quint64(0));
                QVERIFY(read->inserted > 0 && read->inserted <= 25);
            }
            QVERIFY(shown(**back, {"Things", {}}) == shown(*engine, {"Things", {}}));
            return;
        }
        const std::string back = shownOfImport(folder, place);
        QVERIFY2(back == shown(*engine, {"Things", {}}), back.substr(0, 3000).c_str());
    }

    // Those of an index are grouped as the index groups them.
    void documentOfAnIndex() {
        Folder folder;
        const auto engine = filled(folder, everyType());
        QVERIFY(engine);
        const std::string index = thingsTable().indexes.front().name;
        const std::string key = thingsTable().indexes.front().keys.partition.front().name;
        for (const ExportFormat format : {ExportFormat::Markdown, ExportFormat::Html}) {
            ExportOptions options = inFormat(format);
            options.views = {{"Things", index}};
            const std::string place = folder.path("doc");
            VERIFY_OK(engine->exportItems(place, options));
            const QString text = QString::fromUtf8(fileBytes(place));
            const qsizetype at = text.indexOf("Item collections of the index");
            QVERIFY(at > 0);
            QVERIFY2(text.indexOf(QString::fromStdString(key + " ("), at) > at,
                     qPrintable(text.mid(at, 400)));
            QVERIFY(text.indexOf("many", at) < 0 || text.indexOf("pk", at) > at);
        }
    }

    void takesOnlyWhatWasAskedFor_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("items");
        QTest::newRow("table") << "table" << 64;
        QTest::newRow("index") << "index" << 2;
        QTest::newRow("query") << "query" << 2;
        QTest::newRow("scan, in pages") << "scan" << 64;
        QTest::newRow("selection") << "selection" << 1;
        QTest::newRow("selection, several views") << "selections" << 1;
        QTest::newRow("entity") << "entity" << 2;
        QTest::newRow("entity without items") << "nobody" << 0;
    }
    void takesOnlyWhatWasAskedFor() {
        QFETCH(QString, what);
        QFETCH(int, items);
        Folder folder;
        const auto engine = filled(folder, everyType());
        QVERIFY(engine);
        ExportOptions options;
        if (what == "index") options.views = {{"Things", "ByKind"}};
        if (what == "query") {
            options.query.emplace();
            options.query->table = "Things";
            options.query->partition = {s("USER#2")};
            options.query->options.limit = 1;
        }
        if (what == "scan") {
            options.scan.emplace();
            options.scan->table = "Things";
            options.scan->options.limit = 7;
        }
        if (what.startsWith("selection")) {
            options.views = {{"Things", {}}};
            options.items = std::vector<Item>{everyType()[1]};
        }
        if (what == "selections") options.views.push_back({"Things", "ByKind"});
        if (what == "entity") options.entity = "ORDER";
        if (what == "nobody") options.entity = "NOBODY";
        const std::string place = folder.path("out.jsonl");
        const auto report = engine->exportItems(place, options);
        VERIFY_OK(report);
        QCOMPARE(report->items, quint64(items));
        QCOMPARE(linesOf(place).size(), items);
        QCOMPARE(report->bytes, quint64(fileBytes(place).size()));
    }

    void hashesTheSameToTheSame() {
        Folder folder;
        Item user = item({{"pk", s("USER#ann")}, {"sk", s("PROFILE")}, {"name", s("ann")}, {"age", n(30)}});
        Item order = item({{"pk", s("ORDER#1")}, {"sk", s("USER#ann")}, {"age", n(30)}});
        const auto engine = filled(folder, {user, order});
        QVERIFY(engine);
        ExportOptions options;
        for (const char* name : {"pk", "sk", "name", "age"})
            options.redactions.push_back({name, Redaction::Action::Hash});
        options.hashKey = "key";
        const std::string place = folder.path("out.jsonl");
        VERIFY_OK(engine->exportItems(place, options));
        const QByteArray text = fileBytes(place);
        QVERIFY2(!text.contains("ann"), text);
        const auto back = Engine::create(folder.path("back.partita"), {thingsTable()});
        VERIFY_OK(back);
        VERIFY_OK((*back)->importItems(place, {"Things"}));
        const auto page = (*back)->scan({"Things", {}, 0, 1, {}}, Metering::Off);
        VERIFY_OK(page);
        QCOMPARE(page->items.size(), std::size_t(2));
        Item hashedUser = *itemFromBytes(page->items.bytesOf(0));
        Item hashedOrder = *itemFromBytes(page->items.bytesOf(1));
        if (!hashedUser.find("name")) std::swap(hashedUser, hashedOrder);
        const std::string name = *hashedUser.find("name")->asString();
        QCOMPARE(*hashedUser.find("pk")->asString(), "USER#" + name);
        QCOMPARE(*hashedUser.find("sk")->asString(), std::string("PROFILE"));
        QCOMPARE(*hashedOrder.find("sk")->asString(), "USER#" + name);
        QVERIFY(*hashedUser.find("age") == *hashedOrder.find("age"));
        QVERIFY(!(*hashedUser.find("age") == n(30)));
        // The same key gives the same text, another one another.
        VERIFY_OK(engine->exportItems(place, options));
        QCOMPARE(fileBytes(place), text);
        options.hashKey.clear();
        VERIFY_OK(engine->exportItems(place, options));
        QVERIFY(fileBytes(place) != text);
    }

    void masksAndDropsButNoKeys_data() {
        QTest::addColumn<QString>("attribute");
        QTest::addColumn<int>("action");
        QTest::addColumn<QByteArray>("line");  // empty: refused
        const auto row = [](const char* name, const char* attribute, Redaction::Action action,
                            const char* line) {
            QTest::newRow(name) << attribute << int(action) << QByteArray(line);
        };
        row("mask", "title", Redaction::Action::Mask,
            R"({"Item":{"pk":{"S":"a"},"sk":{"S":"1"},"title":{"S":"xx-00 x"}}})");
        row("drop", "title", Redaction::Action::Drop, R"({"Item":{"pk":{"S":"a"},"sk":{"S":"1"}}})");
        row("of none", "nothing", Redaction::Action::Drop,
            R"({"Item":{"pk":{"S":"a"},"sk":{"S":"1"},"title":{"S":"Ab-12 é"}}})");
        row("a key masked", "pk", Redaction::Action::Mask, "");
        row("a key left out", "sk", Redaction::Action::Drop, "");
    }
    void masksAndDropsButNoKeys() {
        QFETCH(QString, attribute);
        QFETCH(int, action);
        QFETCH(QByteArray, line);
        Folder folder;
        const auto engine = filled(folder, {item({{"pk", s("a")}, {"sk", s("1")}, {"title", s("Ab-12 é")}})});
        QVERIFY(engine);
        ExportOptions options;
        options.redactions.push_back({attribute.toStdString(), Redaction::Action(action)});
        const std::string place = folder.path("out.jsonl");
        const auto report = engine->exportItems(place, options);
        QCOMPARE(report.ok(), !line.isEmpty());
        QCOMPARE(QFile::exists(QString::fromStdString(place)), !line.isEmpty());
        if (report) {
            QByteArray text = fileBytes(place).trimmed();
            if (!text.startsWith("{\"Item\"")) text = "{\"Item\":" + text + "}";
            QCOMPARE(text, line);
            // What was to be hidden and is in no item is told: the name may be wrong.
            QCOMPARE(!report->losses.empty(), attribute == "nothing");
            if (attribute == "nothing")
                QVERIFY2(report->losses[0].find("\"nothing\"") != std::string::npos,
                         report->losses[0].c_str());
        } else {
            QCOMPARE(report.error().code, ErrorCode::BadInput);
            QVERIFY(report.error().text().find("Hash it") != std::string::npos);
        }
    }

    void leavesWhatWasThereWhenItEndsEarly_data() {
        QTest::addColumn<int>("format");
        QTest::newRow("ndjson") << int(ExportFormat::JsonLines);
        QTest::newRow("json") << int(ExportFormat::JsonArray);
        QTest::newRow("csv") << int(ExportFormat::Csv);
        QTest::newRow("workbench") << int(ExportFormat::Workbench);
        QTest::newRow("batch-write") << int(ExportFormat::BatchWrite);
        QTest::newRow("s3-export") << int(ExportFormat::S3Export);
    }
    void leavesWhatWasThereWhenItEndsEarly() {
        QFETCH(int, format);
        Folder folder;
        const auto engine = filled(folder, everyType());
        QVERIFY(engine);
        ExportOptions options = inFormat(ExportFormat(format));
        const bool isFolder = writesFolder(options.sink.format);
        Folder target;
        const std::string place = target.path("out");
        if (!isFolder) writeFile(place, "old");
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = engine->exportItems(place, options, {}, stop.get_token());
        VERIFY_OK(cancelled);
        QVERIFY(cancelled->cancelled);
        QCOMPARE(filesIn(target), isFolder ? QStringList() : QStringList{"out"});
        // It fails when it has written the first view: there is no second one.
        options.views = {{"Things", {}}, {"Things", "Nothing"}};
        QVERIFY(!engine->exportItems(place, options));
        QCOMPARE(filesIn(target), isFolder ? QStringList() : QStringList{"out"});
        if (!isFolder) QCOMPARE(fileBytes(place), QByteArray("old"));
    }

    void saysWhyThePlaceCannotBe() {
        Folder folder;
        const auto engine = filled(folder, everyType());
        QVERIFY(engine);
        for (const ExportFormat format : {ExportFormat::JsonLines, ExportFormat::BatchWrite}) {
            const auto nowhere = engine->exportItems(folder.path("no/such/out"), inFormat(format));
            QVERIFY(!nowhere);
            QVERIFY2(nowhere.error().text().find("no such folder") != std::string::npos,
                     nowhere.error().text().c_str());
        }
        ExportOptions missing;
        missing.views = {{"Nothing", {}}};
        const auto table = engine->exportItems(folder.path("out.json"), missing);
        QVERIFY(!table);
        QCOMPARE(table.error().code, ErrorCode::ResourceNotFound);
        missing.views = {{"Things", "Nothing"}};
        QVERIFY(!engine->exportItems(folder.path("out.json"), missing));
        QCOMPARE(filesIn(folder).filter("out"), QStringList());
        // A folder that is not empty stays as it is.
        QVERIFY(QDir(QString::fromStdString(folder.path())).mkdir("full"));
        writeFile(folder.path("full/x"), "x");
        QVERIFY(!engine->exportItems(folder.path("full"), inFormat(ExportFormat::BatchWrite)));
        QCOMPARE(fileBytes(folder.path("full/x")), QByteArray("x"));
    }

    void theTableFileItselfIsNoPlace() {
        Folder folder;
        const auto engine = filled(folder, everyType());
        QVERIFY(engine);
        const QString file = QString::fromStdString(engine->path());
        QVERIFY(QFile::link(file, QString::fromStdString(folder.path("link.jsonl"))));
        for (const std::string& place :
             {engine->path(), folder.path("link.jsonl"), engine->path() + "-wal", engine->path() + ".lock"}) {
            const auto report = engine->exportItems(place, ExportOptions{});
            QVERIFY2(!report, place.c_str());
            QCOMPARE(report.error().code, ErrorCode::BadInput);
        }
        QVERIFY(engine->exportItems(folder.path("out.jsonl"), ExportOptions{}));
    }

    void tellsHowFarItIs_data() {
        QTest::addColumn<int>("format");
        QTest::newRow("one pass") << int(ExportFormat::JsonLines);
        QTest::newRow("two passes") << int(ExportFormat::Csv);
    }
    void tellsHowFarItIs() {
        QFETCH(int, format);
        Folder folder;
        std::vector<Item> items;
        for (int i = 0; i < 50; ++i)  // several pages of 1 MB
            items.push_back(
                item({{"pk", s("p")}, {"sk", s(std::to_string(i))}, {"v", s(std::string(100'000, 'v'))}}));
        const auto engine = filled(folder, items);
        QVERIFY(engine);
        std::vector<Progress> told;
        const auto report =
            engine->exportItems(folder.path("out"), inFormat(ExportFormat(format)),
                                [&told](const Progress& progress) { told.push_back(progress); });
        VERIFY_OK(report);
        QVERIFY(told.size() >= 4);
        QVERIFY(told.front().bytesDone > 0 && told.front().bytesDone < told.front().bytesTotal);
        for (std::size_t i = 1; i < told.size(); ++i)
            QVERIFY(told[i].bytesDone >= told[i - 1].bytesDone && told[i].itemsDone >= told[i - 1].itemsDone);
        QCOMPARE(told.back().bytesDone, told.back().bytesTotal);
        QCOMPARE(told.back().itemsDone, report->items);
    }

    void aFullDiskIsTold() {
        if (::access("/dev/full", W_OK) != 0) QSKIP("There is no /dev/full here.");
        Folder folder;
        const auto engine = filled(folder, everyType());
        QVERIFY(engine);
        const int standardOutput = ::dup(1);
        QVERIFY(std::freopen("/dev/full", "w", stdout));
        const auto report = engine->exportItems("-", ExportOptions{});
        ::dup2(standardOutput, 1);
        ::close(standardOutput);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::DiskFull);
    }
};

QTEST_APPLESS_MAIN(TestEngineExport)
#include "tst_engine_export.moc"
