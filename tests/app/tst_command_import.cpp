// partita import: the report, its figures and lines, and what a signal or another process changes.
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <csignal>

#include "tests/app/program.h"

using namespace partita::test;

class TestCommandImport final : public QObject {
    Q_OBJECT

  private slots:
    void init();
    void importsTwice();
    void saysWhatIsBadAndWhere();
    void reportsForeignBytes();
    void takesTheFormItIsTold();
    void reportsForPeople();
    void refusesMissingSourceAndTable();
    void holdsTheFile();
    void stopsAtASignal();
    void triesRequestsAgainEachInItsTable();
    void oneTableThatCannotBeMade();

  private:
    QJsonObject import(const QByteArray& items, int status, const QStringList& more = {});
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
};

void TestCommandImport::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath("things.partita");
    const Outcome outcome = run({"create", m_file, "--schema", "-"}, schema());
    QVERIFY2(outcome.status == 0, outcome.text());
}

QJsonObject TestCommandImport::import(const QByteArray& items, int status, const QStringList& more) {
    const Outcome outcome = run(QStringList{"import", m_file, "-", "--json"} + more, items);
    if (outcome.status != status) qWarning("%s", outcome.text().constData());
    return outcome.status == status ? QJsonDocument::fromJson(outcome.out).object() : QJsonObject();
}

void TestCommandImport::importsTwice() {
    const QByteArray items = R"([{"pk": {"S": "a"}, "sk": {"S": "1"}, "n": {"N": "1.50"}},
                                 {"pk": "a", "sk": "2", "n": 12345678901234567890123456789012345678}])";
    const QJsonObject first = import(items, 0);
    QCOMPARE(first["read"].toInt(), 2);
    QCOMPARE(first["inserted"].toInt(), 2);
    QCOMPARE(first["dynamoDbForm"].toInt(), 1);
    QCOMPARE(first["plainForm"].toInt(), 1);
    QCOMPARE(first["numbersRewritten"].toInt(), 1);
    const QJsonObject second = import(items, 0);
    QCOMPARE(second["inserted"].toInt(), 0);
    QCOMPARE(second["replaced"].toInt(), 0);
    QCOMPARE(second["unchanged"].toInt(), 2);
    const QJsonObject third = import(R"({"pk": "a", "sk": "2", "n": 7})", 0);
    QCOMPARE(third["replaced"].toInt(), 1);
    const Outcome query = run({"query", m_file, "--key", "pk=a"});
    QCOMPARE(query.out,
             QByteArray("{\"pk\":\"a\",\"sk\":\"1\",\"n\":1.5}\n{\"pk\":\"a\",\"sk\":\"2\",\"n\":7}\n"));
}

void TestCommandImport::saysWhatIsBadAndWhere() {
    const QJsonObject report = import(
        "{\"pk\": \"a\", \"sk\": \"1\"}\n"
        "{\"pk\": \"a\"}\n"
        "\n"
        "{\"pk\": \"b\", \"sk\": \"1\", }\n"
        "{\"pk\": \"a\", \"sk\": \"1\", \"again\": true}\n",
        1);
    QCOMPARE(report["read"].toInt(), 4);
    QCOMPARE(report["inserted"].toInt(), 1);
    QCOMPARE(report["duplicate"].toInt(), 1);
    QCOMPARE(report["refused"].toInt(), 2);
    const QJsonArray problems = report["problems"].toArray();
    QCOMPARE(problems.size(), 3);
    QCOMPARE(problems[0].toObject()["line"].toInt(), 1);
    QCOMPARE(problems[0].toObject()["kind"].toString(), "duplicate");
    QCOMPARE(problems[0].toObject()["otherLine"].toInt(), 5);
    QCOMPARE(problems[1].toObject()["line"].toInt(), 2);
    QVERIFY(problems[1].toObject()["reason"].toString().contains("sk"));
    QCOMPARE(problems[2].toObject()["line"].toInt(), 4);
    const Outcome query = run({"query", m_file, "--key", "pk=a"});
    QCOMPARE(query.out, QByteArray("{\"pk\":\"a\",\"sk\":\"1\",\"again\":true}\n"));
}

void TestCommandImport::reportsForeignBytes() {
    // The excerpt of the first ends inside a character; the second is not UTF-8 at all.
    const QByteArray cutOff =
        "{\"pk\": \"a\", \"x\": \"" + QString::fromUtf8("帳").repeated(200).toUtf8() + "\"}\n";
    const QJsonObject report = import(cutOff + "{\"pk\": \"\xff\xfe\", \"sk\": \"1\"}\n", 1);
    QCOMPARE(report["refused"].toInt(), 2);
    QVERIFY(report["problems"][0]["excerpt"].toString().contains(QString::fromUtf8("帳帳")));
    QVERIFY(report["problems"][1]["excerpt"].toString().contains(QChar(0xFFFD)));
}

void TestCommandImport::takesTheFormItIsTold() {
    const QByteArray item = R"({"pk": "a", "sk": "1", "map": {"S": "x"}})";
    QCOMPARE(import(item, 0, {"--as", "plain"})["plainForm"].toInt(), 1);
    QCOMPARE(import(item, 1, {"--as", "dynamodb"})["refused"].toInt(), 1);
}

void TestCommandImport::reportsForPeople() {
    const Outcome outcome = run({"import", m_file, "-"}, "{\"pk\": \"a\", \"sk\": \"1\"}\n{\"sk\": \"1\"}\n");
    QVERIFY2(outcome.status == 1, outcome.text());
    for (const char* line : {"inserted", "unchanged", "line 2: refused: "})
        QVERIFY2(outcome.out.contains(line), outcome.text());
    QCOMPARE(outcome.err, QByteArray());
}

void TestCommandImport::refusesMissingSourceAndTable() {
    QCOMPARE(run({"import", m_file, m_folder->filePath("no-such.json")}).status, 3);
    const Outcome outcome = run({"import", m_file, "-", "--table", "Others"}, "{}");
    QVERIFY2(outcome.status == 4, outcome.text());
    QVERIFY2(outcome.err.contains("Others") && outcome.err.contains("Things"), outcome.text());
}

void TestCommandImport::holdsTheFile() {
    QProcess first;
    first.start(program(), {"import", m_file, "-"});
    QVERIFY(first.waitForStarted());
    // More than pipes hold: once it is taken, the first one has opened the file.
    first.write(QByteArray("{\"pk\": \"a\", \"sk\": \"1\"}\n").repeated(100'000));
    QTRY_COMPARE_WITH_TIMEOUT(first.bytesToWrite(), 0, 20'000);
    const Outcome second = run({"import", m_file, "-"});
    QVERIFY2(second.status == 3, second.text());
    QVERIFY2(second.err.contains("things.partita"), second.text());
    const Outcome query = run({"query", m_file, "--key", "pk=zzz"});
    QVERIFY2(query.status == 0, query.text());
    first.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(first.state(), QProcess::NotRunning, 20'000);
    QCOMPARE(first.exitCode(), 0);
    QVERIFY(run({"query", m_file, "--key", "pk=a"}).out.contains("\"1\""));
}

void TestCommandImport::stopsAtASignal() {
    QProcess process;
    process.start(program(), {"import", m_file, "-", "--json"});
    QVERIFY(process.waitForStarted());
    QByteArray items;
    for (int i = 0; i < 20'000; ++i)
        items += "{\"pk\": \"a\", \"sk\": \"" + QByteArray::number(i) + "\"}\n";
    process.write(items);
    QTRY_VERIFY_WITH_TIMEOUT(process.bytesToWrite() == 0, 20'000);
    // Its source stays open, so only the signal can end it.
    QCOMPARE(kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QTRY_COMPARE_WITH_TIMEOUT(process.state(), QProcess::NotRunning, 20'000);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    const QByteArray err = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 130, err);
    QVERIFY2(err.contains("cancelled"), err);
    // What is told as committed is there, the file is whole, and importing again completes.
    const QJsonObject report = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    const QJsonObject again = import(items, 0);
    QCOMPARE(again["unchanged"].toInt(), report["inserted"].toInt());
    QCOMPARE(again["inserted"].toInt() + again["unchanged"].toInt(), 20'000);
}

void TestCommandImport::triesRequestsAgainEachInItsTable() {
    QFile source(m_folder->filePath("batch.json"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write(
        "{\"Cats\": [{\"PutRequest\": {\"Item\": {\"pk\": {\"S\": \"c\"}}}},"
        "{\"PutRequest\": {\"Item\": {\"pk\": {\"N\": \"1\"}}}}],"
        "\"Dogs\": [{\"PutRequest\": {\"Item\": {\"pk\": {\"N\": \"2\"}}}},"
        "{\"PutRequest\": {\"Item\": {\"pk\": {\"N\": \"3\"}}}},"
        "{\"PutRequest\": {\"Item\": {\"pk\": {\"S\": \"d\"}}}}]}");
    source.close();
    for (const auto& [name, type] : {std::pair{"Cats", "S"}, std::pair{"Dogs", "N"}}) {
        const QByteArray request =
            QString(
                "{\"TableName\": \"%1\", \"BillingMode\": \"PAY_PER_REQUEST\", \"AttributeDefinitions\": "
                "[{\"AttributeName\": \"pk\", \"AttributeType\": \"%2\"}], \"KeySchema\": "
                "[{\"AttributeName\": \"pk\", \"KeyType\": \"HASH\"}]}")
                .arg(name, type)
                .toUtf8();
        const Outcome made = run({"request", m_file, "CreateTable", "-"}, request);
        QVERIFY2(made.status == 0, made.text());
    }
    const Outcome first = run({"import", m_file, source.fileName(), "--json"});
    QCOMPARE(first.status, 1);
    const QJsonObject report = QJsonDocument::fromJson(first.out).object();
    QCOMPARE(report["inserted"].toInt(), 3);
    QCOMPARE(report["refused"].toInt(), 2);
    QCOMPARE(report["retryable"].toInt(), 2);
    // They are as wrong as before, each for its own table.
    const Outcome again = run({"import", m_file, "--retry", QString::number(report["id"].toInt()), "--json"});
    QCOMPARE(again.status, 1);
    const QJsonArray problems = QJsonDocument::fromJson(again.out).object()["problems"].toArray();
    QCOMPARE(problems.size(), 2);
    QCOMPARE(problems[0].toObject()["table"].toString(), QString("Cats"));
    QCOMPARE(problems[1].toObject()["table"].toString(), QString("Dogs"));
}

void TestCommandImport::oneTableThatCannotBeMade() {
    QFile source(m_folder->filePath("batch.json"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write(
        "{\"Good\": [{\"PutRequest\": {\"Item\": {\"pk\": {\"S\": \"c\"}}}}],"
        "\"no\": [{\"PutRequest\": {\"Item\": {\"pk\": {\"S\": \"1\"}}}}]}");
    source.close();
    const Outcome outcome = run({"import", m_folder->filePath("new.partita"), source.fileName(), "--create"});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.text().contains("\"no\""), outcome.text());
    const Outcome tables = run({"request", m_folder->filePath("new.partita"), "ListTables", "-"}, "{}");
    QVERIFY2(tables.out.contains("Good") && !tables.out.contains("\"no\""), tables.out);
}

QTEST_GUILESS_MAIN(TestCommandImport)
#include "tst_command_import.moc"
