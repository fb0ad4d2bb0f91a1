// What can be exported as a plain value: what it asks of the engine, and the names that its files get.
#include <QtTest/QtTest>

#include "model/export_scope.h"

using namespace partita;

class TestExportScope final : public QObject {
    Q_OBJECT
  private slots:
    void namesFiles_data();
    void namesFiles();
    void cutsLongNamesBetweenCharacters();
    void leavesOtherOptionsAlone();
};

void TestExportScope::namesFiles_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("fileName");
    const auto row = [](const char* name, const char* from, const char* to) {
        QTest::newRow(name) << QString::fromUtf8(from) << QString::fromUtf8(to);
    };
    row("table", "Workspaces", "Workspaces");
    row("dots and underscores stay", "my_table.v2", "my_table.v2");
    row("key", "WS#acme", "WS-acme");
    row("folders", "../../etc/passwd", "etc-passwd");
    row("hidden", ".hidden", "hidden");
    row("option", "-rf", "rf");
    row("blanks and line breaks", " a \n\t b ", "a-b");
    row("of other systems", R"(a:b*c?d"e<f>g|h\i)", "a-b-c-d-e-f-g-h-i");
    row("Japanese", "注文#株式会社 山田", "注文-株式会社-山田");
    row("beyond the first plane", "𠮷野家", "𠮷野家");
    row("reversing marks",
        "a\xe2\x80\xae"
        "txt.exe",
        "a-txt.exe");
    row("nothing", "", "items");
    row("nothing that may stay", "###", "items");
    row("dots alone", "..", "items");
}

void TestExportScope::namesFiles() {
    QFETCH(QString, name);
    QFETCH(QString, fileName);
    QCOMPARE(fileNameFor(name), fileName);
}

void TestExportScope::cutsLongNamesBetweenCharacters() {
    for (const QString& letter : {QStringLiteral("x"), QStringLiteral("語"), QString::fromUtf8("𠮷")}) {
        const QString name = fileNameFor(letter.repeated(2000));
        // With an ending and what stands beside it while it is written: 255 bytes.
        QVERIFY(name.toUtf8().size() <= 160 && name.toUtf8().size() > 150);
        QCOMPARE(name, letter.repeated(name.size() / letter.size()));
    }
}

void TestExportScope::leavesOtherOptionsAlone() {
    ExportOptions options;
    options.sink.format = ExportFormat::Csv;
    options.redactions.push_back({"a", Redaction::Action::Mask});
    options.hashKey = "key";
    options.entity = "before";
    ExportScope scope;
    scope.views = {{"Things", "ByKind"}};
    scope.selection = std::vector<Item>{Item()};
    scope.addTo(options);
    QCOMPARE(options.sink.format, ExportFormat::Csv);
    QCOMPARE(options.redactions.size(), std::size_t(1));
    QCOMPARE(options.hashKey, std::string("key"));
    QVERIFY(!options.entity && !options.query && !options.scan);
    QCOMPARE(options.views.size(), std::size_t(1));
    QCOMPARE(options.items->size(), std::size_t(1));
}

QTEST_APPLESS_MAIN(TestExportScope)
#include "tst_export_scope.moc"
