// partita create: good schemas, bad schemas, and what must stay untouched.
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "tests/app/program.h"

using namespace partita::test;

class TestCommandCreate final : public QObject {
    Q_OBJECT

  private slots:
    void makesOneFile();
    void readsStandardInput();
    void readsDescribeTable();
    void refusesBadSchemas_data();
    void refusesBadSchemas();
    void overwritesNothing();
    void tellsForeignFiles_data();
    void tellsForeignFiles();

  private:
    QTemporaryDir m_folder;
    QString path(const QString& name) const { return m_folder.filePath(name); }
};

void TestCommandCreate::makesOneFile() {
    const QTemporaryDir folder;
    const Outcome outcome =
        run({"create", folder.filePath("a.partita"), "--schema", sample("workspaces", "create-table.json")});
    QVERIFY2(outcome.status == 0, outcome.text());
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains("Workspaces (EntityRef S, Detail S), 1 index"), outcome.text());
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden),
             QStringList{"a.partita"});
}

void TestCommandCreate::readsStandardInput() {
    QVERIFY(run({"create", path("stdin.partita"), "--schema", "-"}, schema()).status == 0);
    QVERIFY(QFile::exists(path("stdin.partita")));
}

void TestCommandCreate::readsDescribeTable() {
    const Outcome outcome =
        run({"create", path("described.partita"), "--schema", "-"}, "{\"Table\": " + schema() + "}");
    QVERIFY2(outcome.status == 0, outcome.text());
}

void TestCommandCreate::refusesBadSchemas_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("status");
    QTest::newRow("no JSON") << QByteArray("hello") << 3;
    QTest::newRow("cut off") << schema().left(100) << 3;
    QTest::newRow("empty") << QByteArray() << 3;
    QTest::newRow("a key of type BOOL") << schema("BOOL") << 3;
    QTest::newRow("a short name") << schema().replace("Things", "T") << 4;
}

void TestCommandCreate::refusesBadSchemas() {
    QFETCH(QByteArray, json);
    QFETCH(int, status);
    const Outcome outcome = run({"create", path("bad.partita"), "--schema", "-"}, json);
    QVERIFY2(outcome.status == status, outcome.text());
    QVERIFY2(outcome.err.startsWith("partita: "), outcome.text());
    QVERIFY(!QFile::exists(path("bad.partita")));
}

void TestCommandCreate::overwritesNothing() {
    QVERIFY(write(path("mine.txt"), "mine"));
    const Outcome outcome = run({"create", path("mine.txt"), "--schema", "-"}, schema());
    QVERIFY2(outcome.status == 3, outcome.text());
    QVERIFY2(outcome.err.contains("mine.txt"), outcome.text());
    QCOMPARE(read(path("mine.txt")), QByteArray("mine"));
}

void TestCommandCreate::tellsForeignFiles_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text")
        << QByteArray("not a table file at all, but long enough to hold a header of one hundred bytes\n")
               .repeated(10);
    QTest::newRow("header of SQLite alone") << QByteArray("SQLite format 3\0", 16);
}

void TestCommandCreate::tellsForeignFiles() {
    QFETCH(QByteArray, content);
    QVERIFY(write(path("foreign"), content));
    for (const QStringList& arguments :
         {QStringList{"query", path("foreign"), "--key", "pk=a"}, QStringList{"import", path("foreign"), "-"},
          QStringList{"load", path("foreign"), "--generate", "uniform"}}) {
        const Outcome outcome = run(arguments, "{}");
        QVERIFY2(outcome.status == 3, outcome.text());
        QVERIFY2(outcome.err.contains("foreign"), outcome.text());
        QCOMPARE(read(path("foreign")), content);
    }
}

QTEST_GUILESS_MAIN(TestCommandCreate)
#include "tst_command_create.moc"
