// The command line's help, and what it says to wrong usage: status 2, the usage line, nothing on standard
// output.
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "tests/app/program.h"

using namespace partita::test;

class TestCommandUsage final : public QObject {
    Q_OBJECT

  private slots:
    void help_data();
    void help();
    void version();
    void wrongUsage_data();
    void wrongUsage();
    void missingFile_data();
    void missingFile();
};

void TestCommandUsage::help_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArrayList>("says");
    QTest::newRow("--help") << QStringList{"--help"}
                            << QByteArrayList{"create", "import",      "query", "load",
                                              "tour",   "Exit status", "[FILE]"};
    QTest::newRow("-h") << QStringList{"-h"} << QByteArrayList{"Commands:"};
    QTest::newRow("help") << QStringList{"help"} << QByteArrayList{"Commands:"};
    QTest::newRow("help query") << QStringList{"help", "query"}
                                << QByteArrayList{"partita query FILE", "--sort-json"};
    QTest::newRow("create") << QStringList{"create", "--help"} << QByteArrayList{"--schema"};
    QTest::newRow("import") << QStringList{"import", "--help"} << QByteArrayList{"--as", "--table", "SOURCE"};
    QTest::newRow("query") << QStringList{"query", "--help"}
                           << QByteArrayList{"--key",     "--sort",       "--sort-json", "--index", "--limit",
                                             "--reverse", "--consistent", "--start-key", "--all",   "--json"};
    QTest::newRow("load") << QStringList{"load", "--help"}
                          << QByteArrayList{"--replay", "--generate",    "--out", "--partitions",
                                            "--report", "--fail-if-hot", "--save"};
    QTest::newRow("tour") << QStringList{"tour", "--help"} << QByteArrayList{"--out"};
}

void TestCommandUsage::help() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArrayList, says);
    const Outcome outcome = run(arguments);
    QVERIFY2(outcome.status == 0, outcome.text());
    QVERIFY2(outcome.out.startsWith("Usage: partita"), outcome.text());
    for (const QByteArray& part : says)
        QVERIFY2(outcome.out.contains(part), qPrintable("no " + part + " in:\n" + outcome.out));
    for (const QByteArray& line : outcome.out.split('\n'))
        QVERIFY2(QString::fromUtf8(line).size() <= 110, "a line too long for a terminal: " + line);
}

void TestCommandUsage::version() {
    const Outcome outcome = run({"--version"});
    QCOMPARE(outcome.status, 0);
    QVERIFY2(QRegularExpression("^partita \\d+\\.\\d+\\.\\d+\n$").match(outcome.out).hasMatch(),
             outcome.text());
}

void TestCommandUsage::wrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QStringList& arguments, const char* says) {
        QTest::newRow(name) << arguments << QByteArray(says);
    };
    row("create without a file", {"create"}, "FILE is missing");
    row("create without a schema", {"create", "a.partita"}, "--schema is missing");
    row("create with too much", {"create", "a", "b", "--schema", "c"}, "\"b\" is one argument too many");
    row("unknown option", {"create", "a", "--shema", "c"}, "no option --shema");
    row("unknown option with a value", {"query", "a", "--kye=1"}, "no option --kye");
    row("short option", {"query", "a", "-k", "1"}, "no option -k");
    row("option twice", {"query", "a", "--index", "x", "--index", "y"}, "--index is given twice");
    row("option without its value", {"query", "a", "--index"}, "--index needs a value");
    row("value for a flag", {"query", "a", "--all=yes"}, "--all takes no value");
    row("import without a source", {"import", "a"}, "SOURCE is missing");
    row("import as what", {"import", "a", "b", "--as", "xml"}, "--as takes dynamodb or plain");
    row("load without a trace", {"load", "a"}, "--replay TRACE or --generate SPEC");
    row("load with two", {"load", "a", "--replay", "b", "--generate", "uniform"}, "either --replay");
    row("load with a wrong generator", {"load", "a", "--generate", "zipfy:1"}, "--generate");
    row("load with no partitions", {"load", "a", "--generate", "uniform", "--partitions", "0"},
        "from 1 to 256");
    row("load with a wrong report", {"load", "a", "--generate", "uniform", "--report", "xml"},
        "text or json");
    row("load, trace to standard output", {"load", "a", "--generate", "uniform", "--out", "-"}, "--out");
    row("load, out without generate", {"load", "a", "--replay", "b", "--out", "c"},
        "--out goes with --generate");
    row("tour without a folder", {"tour"}, "--out is missing");
    row("help of what", {"help", "sing"}, "no command sing");
}

void TestCommandUsage::wrongUsage() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Outcome outcome = run(arguments);
    QVERIFY2(outcome.status == 2, outcome.text());
    QVERIFY2(outcome.err.contains(says), outcome.text());
    QVERIFY2(
        arguments.first() == "help" || outcome.err.contains("Usage: partita " + arguments.first().toUtf8()),
        outcome.text());
    QCOMPARE(outcome.out, QByteArray());
}

void TestCommandUsage::missingFile_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("create, its schema") << QStringList{"create", "new.partita", "--schema", "no-such.json"};
    QTest::newRow("import") << QStringList{"import", "no-such.partita", "-"};
    QTest::newRow("query") << QStringList{"query", "no-such.partita", "--key", "a=b"};
    QTest::newRow("load") << QStringList{"load", "no-such.partita", "--generate", "uniform"};
}

void TestCommandUsage::missingFile() {
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    QVERIFY(QDir::setCurrent(folder.path()));
    const Outcome outcome = run(arguments);
    QVERIFY2(outcome.status == 3, outcome.text());
    QVERIFY2(outcome.err.contains("no-such"), outcome.text());
    QVERIFY2(QDir(folder.path()).isEmpty(), "a file was made all the same");
    QVERIFY(QDir::setCurrent(QDir::rootPath()));
}

QTEST_GUILESS_MAIN(TestCommandUsage)
#include "tst_command_usage.moc"
