// partita query: conditions, pages, both forms of the answer, and requests that are refused.
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "tests/app/program.h"

using namespace partita::test;

class TestCommandQuery final : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void answers_data();
    void answers();
    void printsTheServicesForm();
    void printsForPeople();
    void pagesThroughAll();
    void goesOnAfterAKey();
    void takesSeveralSortAttributes_data();
    void takesSeveralSortAttributes();
    void saysWrongUsage_data();
    void saysWrongUsage();
    void saysWhatIsRefused_data();
    void saysWhatIsRefused();
    void readsAReadOnlyFile();
    void endsQuietlyWithoutAReader();
    void keepsTheFileWithoutStandardStreams();

  private:
    QStringList sortKeys(const QStringList& words);
    QTemporaryDir m_folder;
    QString m_file;     // table of pk S, sk S
    QString m_numbers;  // table of pk S, sk N
    QString m_gsi;      // a GSI of one partition and three sort attributes
};

void TestCommandQuery::initTestCase() {
    m_file = m_folder.filePath("strings.partita");
    QVERIFY(run({"create", m_file, "--schema", "-"}, schema()).status == 0);
    QByteArray items;
    for (const char* sk : {"META", "PROJ#1", "PROJ#2", "PROJ#3", "a AND b", "z"})
        items += "{\"pk\": \"it's\", \"sk\": \"" + QByteArray(sk) + "\"}\n";
    for (int i = 0; i < 300; ++i)
        items += "{\"pk\": \"large\", \"sk\": \"" + QByteArray::number(1000 + i) + "\", \"text\": \"" +
                 QByteArray(10'000, 'x') + "\"}\n";
    QVERIFY(run({"import", m_file, "-"}, items).status == 0);

    m_numbers = m_folder.filePath("numbers.partita");
    QVERIFY(run({"create", m_numbers, "--schema", "-"}, schema("N")).status == 0);
    QVERIFY(run({"import", m_numbers, "-"},
                R"([{"pk": "a", "sk": -1.5}, {"pk": "a", "sk": 2}, {"pk": "a", "sk": 10}])")
                .status == 0);

    m_gsi = m_folder.filePath("gsi.partita");
    const Outcome outcome = run({"create", m_gsi, "--schema", "-"}, R"({"TableName": "Matches",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"},
            {"AttributeName": "region", "AttributeType": "S"}, {"AttributeName": "round", "AttributeType": "N"},
            {"AttributeName": "day", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "GlobalSecondaryIndexes": [{"IndexName": "ByRegion", "Projection": {"ProjectionType": "ALL"},
            "KeySchema": [{"AttributeName": "region", "KeyType": "HASH"}, {"AttributeName": "round", "KeyType": "RANGE"},
                          {"AttributeName": "day", "KeyType": "RANGE"}]}]})");
    QVERIFY2(outcome.status == 0, outcome.text());
    QVERIFY(run({"import", m_gsi, "-"}, R"([
        {"id": "1", "region": "eu", "round": 1, "day": "mon"}, {"id": "2", "region": "eu", "round": 1, "day": "tue"},
        {"id": "3", "region": "eu", "round": 2, "day": "mon"}, {"id": "4", "region": "us", "round": 1, "day": "mon"}])")
                .status == 0);
}

QStringList TestCommandQuery::sortKeys(const QStringList& words) {
    const Outcome outcome = run(words);
    if (outcome.status != 0) return {QString::fromUtf8(outcome.text())};
    QStringList found;
    for (const QByteArray& line : outcome.out.split('\n'))
        if (!line.isEmpty()) found += QJsonDocument::fromJson(line)["sk"].toVariant().toString();
    return found;
}

void TestCommandQuery::answers_data() {
    QTest::addColumn<bool>("numbers");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, bool numbers, const QStringList& words,
                        const QStringList& expected) { QTest::newRow(name) << numbers << words << expected; };
    row("all", false, {}, {"META", "PROJ#1", "PROJ#2", "PROJ#3", "a AND b", "z"});
    row("reverse", false, {"--reverse"}, {"z", "a AND b", "PROJ#3", "PROJ#2", "PROJ#1", "META"});
    row("limit", false, {"--limit", "2"}, {"META", "PROJ#1"});
    row("consistent", false, {"--consistent", "--limit=1"}, {"META"});
    row("equal", false, {"--sort", "= META"}, {"META"});
    row("equal, by --key", false, {"--key", "sk=META"}, {"META"});
    row("equal, without a space", false, {"--sort", "=META"}, {"META"});
    row("a value with AND", false, {"--sort", "= a AND b"}, {"a AND b"});
    row("less", false, {"--sort", "< PROJ#2"}, {"META", "PROJ#1"});
    row("less or equal", false, {"--sort", "<= PROJ#2"}, {"META", "PROJ#1", "PROJ#2"});
    row("greater", false, {"--sort", "> PROJ#3"}, {"a AND b", "z"});
    row("greater or equal", false, {"--sort", ">= a"}, {"a AND b", "z"});
    row("begins with", false, {"--sort", "begins_with PROJ#"}, {"PROJ#1", "PROJ#2", "PROJ#3"});
    row("between", false, {"--sort", "between PROJ#1 and PROJ#2"}, {"PROJ#1", "PROJ#2"});
    row("between, in capitals", false, {"--sort", "BETWEEN PROJ#1 AND PROJ#2"}, {"PROJ#1", "PROJ#2"});
    row("as JSON", false, {"--sort-json", R"({"op": "between", "values": ["a AND b", "b"]})"}, {"a AND b"});
    row("as JSON with types", false, {"--sort-json", R"({"op": "=", "values": [{"S": "z"}]})"}, {"z"});
    row("nothing found", false, {"--sort", "= nothing"}, {});
    row("numbers sort by value", true, {}, {"-1.5", "2", "10"});
    row("a number", true, {"--sort", "> 1e0"}, {"2", "10"});
    row("a number as JSON", true, {"--sort-json", R"({"op": "<", "values": [2.0]})"}, {"-1.5"});
    row("numbers as text in JSON", true, {"--sort-json", R"({"op": "between", "values": ["2", "10"]})"},
        {"2", "10"});
}

void TestCommandQuery::answers() {
    QFETCH(bool, numbers);
    QFETCH(QStringList, words);
    QFETCH(QStringList, expected);
    const QStringList start = {"query", numbers ? m_numbers : m_file, "--key", numbers ? "pk=a" : "pk=it's"};
    QCOMPARE(sortKeys(start + words), expected);
}

void TestCommandQuery::printsTheServicesForm() {
    const Outcome outcome = run({"query", m_file, "--key", "pk=it's", "--limit", "2", "--json"});
    QVERIFY2(outcome.status == 0, outcome.text());
    const QJsonObject answer = QJsonDocument::fromJson(outcome.out).object();
    const QJsonObject last{{"pk", QJsonObject{{"S", "it's"}}}, {"sk", QJsonObject{{"S", "PROJ#1"}}}};
    QCOMPARE(answer["Items"].toArray().size(), 2);
    QCOMPARE(answer["Items"][1].toObject(), last);
    QCOMPARE(answer["Count"].toInt(), 2);
    QCOMPARE(answer["ScannedCount"].toInt(), 2);
    QCOMPARE(answer["LastEvaluatedKey"].toObject(), last);
    QCOMPARE(answer["ConsumedCapacity"]["TableName"].toString(), "Things");
    QCOMPARE(answer["ConsumedCapacity"]["CapacityUnits"].toDouble(), 0.5);
    // The key can be pasted into a shell, quotes and all.
    QVERIFY2(outcome.err.contains(R"(--start-key '{"pk":{"S":"it'\''s"},"sk":{"S":"PROJ#1"}}')"),
             outcome.text());

    const Outcome none = run({"query", m_file, "--key", "pk=nobody", "--json"});
    QCOMPARE(QJsonDocument::fromJson(none.out)["Items"].toArray().size(), 0);
    QCOMPARE(none.status, 0);
}

void TestCommandQuery::printsForPeople() {
    const Outcome outcome = run({"query", m_file, "--key", "pk=it's", "--sort", "= META"});
    QCOMPARE(outcome.out, QByteArray("{\"pk\":\"it's\",\"sk\":\"META\"}\n"));
    const QRegularExpression metrics(
        "Query · 1 request · 1 of 1 item read · 0\\.5 RCU · [0-9.]+ ms · "
        "partition p[0-3] of 4");
    QVERIFY2(metrics.match(QString::fromUtf8(outcome.err)).hasMatch(), outcome.text());
}

void TestCommandQuery::pagesThroughAll() {
    const Outcome page = run({"query", m_file, "--key", "pk=large", "--json"});
    const QJsonObject first = QJsonDocument::fromJson(page.out).object();
    QVERIFY2(first.contains("LastEvaluatedKey"), page.err);
    QVERIFY(first["Count"].toInt() < 300);
    const Outcome all = run({"query", m_file, "--key", "pk=large", "--json", "--all"});
    const QJsonObject answer = QJsonDocument::fromJson(all.out).object();
    QCOMPARE(answer["Count"].toInt(), 300);
    QCOMPARE(answer["Items"].toArray().size(), 300);
    QVERIFY(!answer.contains("LastEvaluatedKey"));
    QVERIFY(answer["ConsumedCapacity"]["CapacityUnits"].toDouble() >
            2 * first["ConsumedCapacity"]["CapacityUnits"].toDouble());
    QVERIFY2(all.err.contains("3 requests"), all.err);
}

void TestCommandQuery::goesOnAfterAKey() {
    QStringList found;
    QByteArray key;
    int pages = 0;
    do {
        QStringList words = {"query", m_file, "--key", "pk=it's", "--limit", "4", "--json"};
        if (!key.isEmpty()) words += {"--start-key", QString::fromUtf8(key)};
        const Outcome outcome = run(words);
        QVERIFY2(outcome.status == 0, outcome.text());
        const QJsonObject answer = QJsonDocument::fromJson(outcome.out).object();
        for (const QJsonValue& item : answer["Items"].toArray())
            found += item["sk"]["S"].toString();
        const QJsonObject last = answer["LastEvaluatedKey"].toObject();
        key = last.isEmpty() ? QByteArray() : QJsonDocument(last).toJson(QJsonDocument::Compact);
        QVERIFY(++pages < 4);
    } while (!key.isEmpty());
    QCOMPARE(found, QStringList({"META", "PROJ#1", "PROJ#2", "PROJ#3", "a AND b", "z"}));
}

void TestCommandQuery::takesSeveralSortAttributes_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("count");
    QTest::newRow("partition alone") << QStringList{} << 0 << 3;
    QTest::newRow("first sort attribute") << QStringList{"--key", "round=1"} << 0 << 2;
    QTest::newRow("first by --sort") << QStringList{"--sort", ">= 2"} << 0 << 1;
    QTest::newRow("second by --sort") << QStringList{"--key", "round=1", "--sort", "begins_with t"} << 0 << 1;
    QTest::newRow("both by --key") << QStringList{"--key", "round=1", "--key", "day=mon"} << 0 << 1;
    QTest::newRow("second without the first") << QStringList{"--key", "day=mon"} << 2 << 0;
    QTest::newRow("nothing left to test")
        << QStringList{"--key", "round=1", "--key", "day=mon", "--sort", "= x"} << 2 << 0;
}

void TestCommandQuery::takesSeveralSortAttributes() {
    QFETCH(QStringList, words);
    QFETCH(int, status);
    QFETCH(int, count);
    const Outcome outcome =
        run(QStringList{"query", m_gsi, "--index", "ByRegion", "--key", "region=eu"} + words);
    QVERIFY2(outcome.status == status, outcome.text());
    QCOMPARE(outcome.out.count('\n'), count);
}

void TestCommandQuery::saysWrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QStringList& words, const char* says) {
        QTest::newRow(name) << words << QByteArray(says);
    };
    row("no key", {}, "--key pk=VALUE");
    row("the sort key alone", {"--key", "sk=a"}, "--key pk=VALUE");
    row("no such attribute", {"--key", "kp=a"}, "pk (S), sk (S)");
    row("no value", {"--key", "pk"}, "NAME=VALUE");
    row("twice", {"--key", "pk=a", "--key", "pk=b"}, "pk twice");
    row("no operator", {"--key", "pk=a", "--sort", "PROJ#1"}, "begins_with");
    row("an operator that there is not", {"--key", "pk=a", "--sort", "contains PROJ"}, "begins_with");
    row("no operand", {"--key", "pk=a", "--sort", ">="}, "begins_with");
    row("between one", {"--key", "pk=a", "--sort", "between a"}, "AND");
    row("between three", {"--key", "pk=a", "--sort", "between a and b and c"}, "--sort-json");
    row("two tests", {"--key", "pk=a", "--sort", "= a", "--sort-json", "{}"}, "--sort-json");
    row("no JSON", {"--key", "pk=a", "--sort-json", "between"}, "--sort-json takes");
    row("JSON of another form", {"--key", "pk=a", "--sort-json", R"({"op": "="})"}, "--sort-json takes");
    row("JSON, one value too few", {"--key", "pk=a", "--sort-json", R"({"op": "between", "values": ["a"]})"},
        "2 values");
    row("limit of nothing", {"--key", "pk=a", "--limit", "0"}, "--limit");
    row("limit of text", {"--key", "pk=a", "--limit", "ten"}, "--limit");
    row("start key", {"--key", "pk=a", "--start-key", "next"}, "LastEvaluatedKey");
}

void TestCommandQuery::saysWrongUsage() {
    QFETCH(QStringList, words);
    QFETCH(QByteArray, says);
    const Outcome outcome = run(QStringList{"query", m_file} + words);
    QVERIFY2(outcome.status == 2, outcome.text());
    QVERIFY2(outcome.err.contains(says), outcome.text());
    QVERIFY2(outcome.err.contains("Usage: partita query"), outcome.text());
    QCOMPARE(outcome.out, QByteArray());
}

void TestCommandQuery::saysWhatIsRefused_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const QStringList& words, const char* says) {
        QTest::newRow(name) << words << QByteArray(says);
    };
    row("no such index", {"--key", "pk=a", "--index", "None"}, "None");
    row("an empty key", {"--key", "pk="}, "ValidationException");
    row("no number", {"--key", "pk=a", "--sort", "= many"}, "ValidationException");
    row("begins_with of a number", {"--key", "pk=a", "--sort", "begins_with 1"}, "ValidationException");
    row("bounds the wrong way round", {"--key", "pk=a", "--sort", "between 2 and 1"}, "ValidationException");
    row("start key of another partition", {"--key", "pk=a", "--start-key", R"({"pk": "b", "sk": 1})"},
        "ValidationException");
    row("no such table", {"--key", "pk=a", "--table", "Others"}, "Things");
}

void TestCommandQuery::saysWhatIsRefused() {
    QFETCH(QStringList, words);
    QFETCH(QByteArray, says);
    const Outcome outcome = run(QStringList{"query", m_numbers, "--json"} + words);
    QVERIFY2(outcome.status == 4, outcome.text());
    QVERIFY2(outcome.err.contains(says), outcome.text());
    QCOMPARE(outcome.out, QByteArray());
}

void TestCommandQuery::readsAReadOnlyFile() {
    const QString path = m_folder.filePath("readonly.partita");
    QVERIFY(QFile::copy(m_numbers, path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
    const QByteArray before = read(path);
    const Outcome outcome = run({"query", path, "--key", "pk=a"});
    QVERIFY2(outcome.status == 0, outcome.text());
    QCOMPARE(outcome.out.count('\n'), 3);
    QVERIFY(read(path) == before ||
            QProcess::execute("test", {"-w", path}) == 0);  // root may write all the same
}

void TestCommandQuery::endsQuietlyWithoutAReader() {
    QProcess shell;
    shell.start("sh", {"-c", R"("$0" query "$1" --key pk=large --all | head -n 1 | wc -l; echo done)",
                       program(), m_file});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardOutput().simplified(), QByteArray("1 done"));
    QVERIFY(!shell.readAllStandardError().contains("cannot be written"));
}

void TestCommandQuery::keepsTheFileWithoutStandardStreams() {
    const QByteArray script = R"("$0" query "$1" --key pk=large --all <&- >&- 2>&-; echo $?)";
    QProcess shell;
    shell.start("sh", {"-c", script, program(), m_file});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardOutput(), QByteArray("0\n"));
    QCOMPARE(sortKeys({"query", m_file, "--key", "pk=it's"}).size(), 6);
}

QTEST_GUILESS_MAIN(TestCommandQuery)
#include "tst_command_query.moc"
