// partita load: replays and generated traces, both reports, and figures that equal the trace.
#include <QtCore/QDateTime>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "tests/app/program.h"

using namespace partita::test;

class TestCommandLoad final : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void namesTheHotKey();
    void sumsEqualTheTrace();
    void failsIfHot_data();
    void failsIfHot();
    void reportsBadLines();
    void refusesATraceWithoutAGoodLine();
    void writesTheGeneratedTrace();
    void dividesAsAsked();
    void keepsIndexesApart();
    void savesOnRequestOnly();
    void changesNothing();

  private:
    QJsonObject report(const QStringList& words, const QByteArray& trace = {}, int status = 0);
    QTemporaryDir m_folder;
    QString m_file;
};

namespace {

/// `count` requests of one key in the given second.
QByteArray requests(int second, int count, const QByteArray& key, const QByteArray& units) {
    const QByteArray time = "2026-05-01T10:00:" + QByteArray::number(second).rightJustified(2, '0');
    QByteArray lines;
    for (int i = 0; i < count; ++i)
        lines += "{\"time\": \"" + time + "." + QByteArray::number(i % 1000).rightJustified(3, '0') +
                 "Z\", \"operation\": \"Query\", \"key\": \"" + key + "\", " + units + "}\n";
    return lines;
}

}  // namespace

void TestCommandLoad::initTestCase() {
    m_file = makeSample(m_folder.path(), "workspaces");
    QVERIFY(!m_file.isEmpty());
}

QJsonObject TestCommandLoad::report(const QStringList& words, const QByteArray& trace, int status) {
    const Outcome outcome = run(QStringList{"load", m_file, "--report", "json"} + words, trace);
    if (outcome.status != status) qWarning("%s", outcome.text().constData());
    return outcome.status == status ? QJsonDocument::fromJson(outcome.out).object() : QJsonObject();
}

void TestCommandLoad::namesTheHotKey() {
    // 3,500 RCU in one second of one key, against a limit of 3,000; a little of the others.
    const QByteArray trace = requests(0, 10, "WS#globex", "\"readUnits\": 0.5") +
                             requests(1, 1000, "WS#acme", "\"readUnits\": 3.5") +
                             requests(2, 10, "WS#initech", "\"writeUnits\": 1");
    const QJsonObject json = report({"--replay", "-"}, trace);
    QCOMPARE(json["hot"].toBool(), true);
    const QJsonArray partitions = json["resources"][0]["partitions"].toArray();
    QCOMPARE(partitions.size(), 4);
    int hot = 0;
    for (const QJsonValue& partition : partitions) {
        if (!partition["hot"].toBool()) continue;
        ++hot;
        QCOMPARE(partition["peakReadUnits"].toDouble(), 3500.0);
        QCOMPARE(partition["peakReadTime"].toString(), "2026-05-01T10:00:01.000Z");
        QCOMPARE(partition["secondsOverRead"].toInt(), 1);
        QCOMPARE(partition["secondsOverWrite"].toInt(), 0);
        QCOMPARE(partition["hottestKeys"][0]["key"].toString(), "WS#acme");
    }
    QCOMPARE(hot, 1);
    QCOMPARE(json["resources"][0]["skewedKey"].toString().isEmpty(), false);

    const Outcome text = run({"load", m_file, "--replay", "-"}, trace);
    QVERIFY2(text.status == 0, text.text());
    for (const char* part : {"HOT p",
                             "over 3,000 RCU in 1 second, peak 3,500 at 2026-05-01T10:00:01.000Z; WS#acme "
                             "has 99.9 % of all reads",
                             "WS#acme", "RCU 3,505, WCU 10", "skewed: "})
        QVERIFY2(text.out.contains(part), "no " + QByteArray(part) + " in:\n" + text.out);
}

void TestCommandLoad::sumsEqualTheTrace() {
    // Out of order, with a Scan that has no key, an unknown field, an offset, and a blank line.
    const QByteArray trace =
        requests(30, 7, "WS#acme", "\"readUnits\": 1.5") + "\n" +
        requests(3, 5, "WS#umbrella", "\"writeUnits\": 2, \"user\": \"me\"") +
        "{\"time\": \"2026-05-01T12:00:10+02:00\", \"operation\": \"Scan\", \"readUnits\": 12.5}\n";
    const QJsonObject json = report({"--replay", "-"}, trace);
    QCOMPARE(json["requests"].toInt(), 13);
    QCOMPARE(json["readUnits"].toDouble(), 23.0);
    QCOMPARE(json["writeUnits"].toDouble(), 10.0);
    QCOMPARE(json["begin"].toString(), "2026-05-01T10:00:03.000Z");
    double read = 0;
    double written = 0;
    for (const QJsonValue& partition : json["resources"][0]["partitions"].toArray()) {
        read += partition["readUnits"].toDouble();
        written += partition["writeUnits"].toDouble();
    }
    QCOMPARE(read, 23.0);
    QCOMPARE(written, 10.0);
}

void TestCommandLoad::failsIfHot_data() {
    QTest::addColumn<QByteArray>("trace");
    QTest::addColumn<int>("status");
    QTest::newRow("at the limit of reads") << requests(0, 1000, "WS#acme", "\"readUnits\": 3") << 0;
    QTest::newRow("over it") << requests(0, 1001, "WS#acme", "\"readUnits\": 3") << 1;
    QTest::newRow("at the limit of writes") << requests(0, 1000, "WS#acme", "\"writeUnits\": 1") << 0;
    QTest::newRow("over that") << requests(0, 1001, "WS#acme", "\"writeUnits\": 1") << 1;
    QTest::newRow("over it in two seconds together")
        << requests(0, 600, "WS#acme", "\"writeUnits\": 1") + requests(1, 600, "WS#acme", "\"writeUnits\": 1")
        << 0;
}

void TestCommandLoad::failsIfHot() {
    QFETCH(QByteArray, trace);
    QFETCH(int, status);
    const Outcome outcome = run({"load", m_file, "--replay", "-", "--fail-if-hot"}, trace);
    QVERIFY2(outcome.status == status, outcome.text());
    QCOMPARE(run({"load", m_file, "--replay", "-"}, trace).status, 0);
}

void TestCommandLoad::reportsBadLines() {
    const QJsonObject json = report({"--replay", "-"}, requests(0, 2, "WS#acme", "\"readUnits\": 1") +
                                                           "not JSON\n"
                                                           "{\"operation\": \"Query\", \"key\": \"a\"}\n");
    QCOMPARE(json["lines"].toInt(), 4);
    QCOMPARE(json["requests"].toInt(), 2);
    QCOMPARE(json["badLines"].toInt(), 2);
    QCOMPARE(json["problems"][0]["line"].toInt(), 3);
    QCOMPARE(json["problems"][1]["line"].toInt(), 4);
    QVERIFY(json["problems"][1]["reason"].toString().contains("time"));
}

void TestCommandLoad::refusesATraceWithoutAGoodLine() {
    const Outcome outcome = run({"load", m_file, "--replay", "-"}, "hello\nworld\n");
    QVERIFY2(outcome.status == 3, outcome.text());
    QVERIFY2(outcome.out.contains("line 2: "), outcome.text());
    QCOMPARE(run({"load", m_file, "--replay", m_folder.filePath("no-such.jsonl")}).status, 3);
}

void TestCommandLoad::writesTheGeneratedTrace() {
    const QString path = m_folder.filePath("made.jsonl");
    const QStringList words = {"--generate", "hot:0.8,rate=500,seconds=4,seed=3,writes=0.25"};
    const QJsonObject made = report(words + QStringList{"--out", path});
    const QByteArray trace = read(path);
    QCOMPARE(trace.count('\n'), 2000);
    QCOMPARE(made["requests"].toInt(), 2000);
    const QJsonObject replayed = report({"--replay", path});
    QCOMPARE(replayed["resources"], made["resources"]);
    const QJsonObject again = report(words);
    QCOMPARE(again["readUnits"].toDouble(), made["readUnits"].toDouble());
    QCOMPARE(again["writeUnits"].toDouble(), made["writeUnits"].toDouble());
    QCOMPARE(again["resources"][0]["skewedKey"], made["resources"][0]["skewedKey"]);
    QVERIFY(made["resources"][0]["skewedKey"].toString().startsWith("WS#"));

    QCOMPARE(run({"load", m_file, "--generate", "uniform", "--out", path}).status, 3);
    QCOMPARE(read(path), trace);
}

void TestCommandLoad::dividesAsAsked() {
    const QStringList words = {"--generate", "uniform,rate=100,seconds=2"};
    QCOMPARE(report(words)["resources"][0]["partitions"].toArray().size(), 4);
    QCOMPARE(report(words + QStringList{"--partitions", "7"})["resources"][0]["partitions"].toArray().size(),
             7);
    QCOMPARE(report(words)["resources"][0]["partitions"].toArray().size(), 4);
}

void TestCommandLoad::keepsIndexesApart() {
    const QByteArray trace = requests(0, 3, "WS#acme", "\"readUnits\": 1") +
                             requests(0, 2, "ACTIVE", "\"index\": \"ByStatus\", \"readUnits\": 2");
    const QJsonArray resources = report({"--replay", "-"}, trace)["resources"].toArray();
    QCOMPARE(resources.size(), 2);
    QCOMPARE(resources[0]["index"], QJsonValue(QJsonValue::Null));
    QCOMPARE(resources[0]["readUnits"].toDouble(), 3.0);
    QCOMPARE(resources[1]["index"].toString(), "ByStatus");
    QCOMPARE(resources[1]["readUnits"].toDouble(), 4.0);
    QCOMPARE(resources[1]["hottestKeys"][0]["key"].toString(), "ACTIVE");
}

void TestCommandLoad::savesOnRequestOnly() {
    const QString path = m_folder.filePath("saving.partita");
    QVERIFY(QFile::copy(m_file, path));
    const QByteArray before = read(path);
    QCOMPARE(run({"load", path, "--generate", "uniform,rate=100,seconds=2"}).status, 0);
    QCOMPARE(read(path), before);
    QCOMPARE(run({"load", path, "--generate", "uniform,rate=100,seconds=2", "--save", "a quiet day"}).status,
             0);
    QVERIFY(read(path).contains("a quiet day"));
}

void TestCommandLoad::changesNothing() {
    const QStringList query = {"query", m_file, "--key", "EntityRef=WS#acme", "--json"};
    const QByteArray before = run(query).out;
    QVERIFY(before.contains("Mobile app"));
    QCOMPARE(run({"load", m_file, "--generate", "zipf:1.2,rate=1000,seconds=2,writes=1"}).status, 0);
    QCOMPARE(run(query).out, before);
}

QTEST_GUILESS_MAIN(TestCommandLoad)
#include "tst_command_load.moc"
