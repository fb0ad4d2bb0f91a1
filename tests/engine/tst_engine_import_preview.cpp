// What is shown of a source before it is imported: counts, the table that fits, and guessed keys.
#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

std::string keysText(const KeySchema& keys) {
    std::string text;
    for (const KeyAttribute& key : keys.all())
        text += (text.empty() ? "" : " ") + key.name + ":" + std::string(typeName(key.type));
    return text;
}

}  // namespace

class TestEngineImportPreview : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
    }

    // Of one key the last counts, and is shown, as the import will take it.
    void countsAKeyOnce() {
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        const SourceLocation source = SourceLocation::pasted(
            "{\"pk\":\"a\",\"sk\":\"1\",\"v\":1}\n{\"pk\":\"a\",\"sk\":\"2\"}\n"
            "{\"pk\":\"a\",\"sk\":\"1\",\"v\":2}\n");
        const auto preview = (*engine)->previewImport(source, {"Things"});
        VERIFY_OK(preview);
        const ImportPreview::Table& shown = preview->tables.front();
        QCOMPARE(shown.fresh, quint64(2));
        QCOMPARE(shown.duplicate, quint64(1));
        QCOMPARE(shown.items.size(), std::size_t(2));
        QVERIFY(*shown.items.front().find("v") == n(2));
        const auto report = (*engine)->importItems(source, {"Things"});
        VERIFY_OK(report);
        QCOMPARE(report->inserted, shown.fresh);
        QCOMPARE(report->duplicate, shown.duplicate);
    }

    void countsWhatTheImportWouldDo() {
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        for (const char* sk : {"1", "2"})
            VERIFY_OK((*engine)->put({"Things", item({{"pk", s("a")}, {"sk", s(sk)}})}, Metering::Off));
        const std::string before = shownOfAll(**engine, thingsTable());
        const SourceLocation source = SourceLocation::pasted(
            "{\"pk\":\"a\",\"sk\":\"1\"}\n{\"pk\":\"a\",\"sk\":\"2\",\"v\":1}\n"
            "{\"pk\":\"a\",\"sk\":\"3\"}\n{\"pk\":\"a\"}\n{\"pk\":\"a\",\"sk\":\n");
        const auto preview = (*engine)->previewImport(source, {"Things"});
        VERIFY_OK(preview);
        QVERIFY(preview->isWhole);
        QCOMPARE(preview->tables.size(), std::size_t(1));
        const ImportPreview::Table& shown = preview->tables.front();
        QCOMPARE(shown.target, std::string("Things"));
        QCOMPARE(shown.looked, quint64(5));
        QCOMPARE(shown.fresh, quint64(1));
        QCOMPARE(shown.replaced, quint64(1));
        QCOMPARE(shown.unchanged, quint64(1));
        QCOMPARE(shown.refused, quint64(2));
        QCOMPARE(shown.items.size(), std::size_t(3));
        QCOMPARE(preview->problems.size(), std::size_t(2));
        QCOMPARE(preview->problems[0].line, quint64(4));
        QVERIFY(preview->problems[0].reason.find("Missing the key sk") != std::string::npos);
        QCOMPARE(shownOfAll(**engine, thingsTable()), before);
        QVERIFY((*engine)->imports()->empty());
        const auto report = (*engine)->importItems(source, {"Things"});
        VERIFY_OK(report);
        QCOMPARE(report->inserted, shown.fresh);
        QCOMPARE(report->replaced, shown.replaced);
        QCOMPARE(report->unchanged, shown.unchanged);
        QCOMPARE(report->refused, shown.refused);
    }

    void looksAtTheFirstRecordsOnly() {
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        std::string text;
        for (std::size_t i = 0; i < kPreviewRecords + 10; ++i)
            text += "{\"pk\":\"a\",\"sk\":\"" + std::to_string(i) + "\"}\n";
        const auto preview = (*engine)->previewImport(SourceLocation::pasted(text), {});
        VERIFY_OK(preview);
        QVERIFY(!preview->isWhole);
        QCOMPARE(preview->tables.front().looked, quint64(kPreviewRecords));
        QCOMPARE(preview->tables.front().fresh, quint64(kPreviewRecords));
        QCOMPARE(preview->tables.front().items.size(), kPreviewItems);
        QCOMPARE(preview->tables.front().target, std::string("Things"));  // of the same keys
    }

    void guessesKeys_data() {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("keys");  // empty: no guess fits
        const auto row = [](const char* name, const char* lines, const char* keys) {
            QTest::newRow(name) << lines << keys;
        };
        row("pk and sk", R"({"v":1,"sk":"1","pk":"a"}|{"v":2,"sk":"2","pk":"a"})", "pk:S sk:S");
        row("PK and SK, distinct alone", R"({"PK":"a","SK":"1"}|{"PK":"b","SK":"2"})", "PK:S SK:S");
        row("id", R"({"name":"x","id":"1"}|{"name":"y","id":"2"})", "id:S");
        row("id of numbers", R"({"id":1,"t":true}|{"id":2,"t":true})", "id:N");
        row("userId and createdAt", R"({"userId":"u","createdAt":"1"}|{"userId":"u","createdAt":"2"})",
            "userId:S createdAt:S");
        row("userId alone", R"({"userId":"u","createdAt":"1"}|{"userId":"w","createdAt":"1"})", "userId:S");
        row("no known name", R"({"a":"x","b":1}|{"a":"y","b":1})", "a:S");
        row("a pair of no known names", R"({"a":"x","b":1}|{"a":"x","b":2}|{"a":"y","b":1})", "a:S b:N");
        row("one item lacks it", R"({"id":"1","code":"x"}|{"code":"y"})", "code:S");
        row("two types", R"({"id":"1","code":"x"}|{"id":2,"code":"y"})", "code:S");
        row("all the same", R"({"a":"x"}|{"a":"x"})", "");
        row("no key types", R"({"a":true}|{"a":false})", "");
        row("an empty text", R"({"a":""}|{"a":"x"})", "");
    }
    void guessesKeys() {
        QFETCH(QString, lines);
        QFETCH(QString, keys);
        Folder folder;
        TableDefinition other = thingsTable();
        other.name = "Other";
        other.keys = {{{"unlike", ValueType::Binary}}, {}};
        other.indexes.clear();
        const auto engine = Engine::create(folder.path("t.partita"), {other});
        VERIFY_OK(engine);
        const std::string place = folder.path("My orders.2026.jsonl");
        writeFile(place, lines.replace('|', '\n').toUtf8());
        const auto preview = (*engine)->previewImport(SourceLocation::file(place), {});
        VERIFY_OK(preview);
        QCOMPARE(preview->tables.size(), std::size_t(1));
        const ImportPreview::Table& shown = preview->tables.front();
        QCOMPARE(shown.schema ? QString::fromStdString(keysText(shown.schema->keys)) : QString(), keys);
        QCOMPARE(shown.isGuess, !keys.isEmpty());
        QVERIFY2(shown.target.empty(), shown.target.c_str());
        QCOMPARE(shown.items.size(), std::size_t(lines.count('\n') + 1));
        if (!shown.schema) return;
        QCOMPARE(shown.schema->name, std::string("My-orders"));
        ImportOptions options;
        options.targets = {{shown.source.name, "Made", shown.schema}};
        const auto report = (*engine)->importItems(SourceLocation::file(place), options);
        VERIFY_OK(report);
        QCOMPARE(report->inserted, quint64(lines.count('\n') + 1));
    }

    void ofTwoTablesThatFitNoneIsChosen() {
        Folder folder;
        TableDefinition other = thingsTable();
        other.name = "Other";
        const auto engine = Engine::create(folder.path("t.partita"), {thingsTable(), other});
        VERIFY_OK(engine);
        const auto preview = (*engine)->previewImport(SourceLocation::pasted(R"({"pk":"a","sk":"1"})"), {});
        VERIFY_OK(preview);
        QCOMPARE(preview->tables.front().target, std::string());
    }

    void saysWhatIsNoSource_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("blanks") << QByteArray(" \n\n");
        QTest::newRow("zeros") << QByteArray(100, '\0');
    }
    void saysWhatIsNoSource() {
        QFETCH(QByteArray, text);
        Folder folder;
        const auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        const auto preview = (*engine)->previewImport(SourceLocation::pasted(text.toStdString()), {});
        if (preview) {
            for (const ImportPreview::Table& table : preview->tables)
                QVERIFY(table.items.empty());
        } else {
            QVERIFY(!preview.error().message.empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestEngineImportPreview)
#include "tst_engine_import_preview.moc"
