// `partita request`: one request in the service's JSON, from the command line.
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "tests/app/program.h"

using namespace partita::test;

class TestCommandRequest final : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        m_file = makeSample(m_folder.path(), "workspaces");
        QVERIFY(!m_file.isEmpty());
    }

    void answersOnStandardOutput() {
        const Outcome got = run({"request", m_file, "GetItem", "-"},
                                R"({"TableName":"Workspaces","Key":{"EntityRef":{"S":"WS#acme"},)"
                                "\"Detail\":{\"S\":\"META\"}},\"ReturnConsumedCapacity\":\"TOTAL\"}");
        QVERIFY2(got.status == 0, got.text());
        const QJsonObject answer = QJsonDocument::fromJson(got.out).object();
        QCOMPARE(answer["Item"].toObject()["Detail"].toObject()["S"].toString(), QString("META"));
        QCOMPARE(answer["ConsumedCapacity"].toObject()["CapacityUnits"].toDouble(), 0.5);
        QVERIFY(got.err.isEmpty());
    }

    void changesTheFile() {
        const QByteArray update =
            "{\"TableName\":\"Workspaces\",\"Key\":{\"EntityRef\":{\"S\":\"new\"},\"Detail\":{\"S\":\"META\"}"
            "},"
            "\"UpdateExpression\":\"SET seats = :s\",\"ExpressionAttributeValues\":{\":s\":{\"N\":\"7\"}}}";
        QCOMPARE(run({"request", m_file, "UpdateItem", "-"}, update).status, 0);
        const Outcome got = run({"request", m_file, "ExecuteStatement", "-"},
                                "{\"Statement\":\"SELECT seats FROM Workspaces WHERE EntityRef = 'new'\"}");
        QVERIFY2(got.status == 0, got.text());
        QVERIFY2(got.out.contains("{\"N\":\"7\"}"), got.text());
    }

    void saysWhyARequestIsRefused() {
        const Outcome got = run({"request", m_file, "Scan", "-"}, "{\"TableName\":\"Nowhere\"}");
        QCOMPARE(got.status, 4);
        QVERIFY2(got.out.contains("#ResourceNotFoundException"), got.text());
        QVERIFY2(got.err.contains("ResourceNotFoundException: "), got.text());
    }

    void refusesWrongUsage_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("no body") << QStringList{"request", m_file, "Scan"} << QByteArray() << 2
                                 << QByteArray("BODY");
        QTest::newRow("no such operation")
            << QStringList{"request", m_file, "FetchItem", "-"} << QByteArray("{}") << 2
            << QByteArray("there is no operation FetchItem");
        QTest::newRow("no such file") << QStringList{"request", "/nowhere/a.partita", "Scan", "-"}
                                      << QByteArray("{}") << 3 << QByteArray("/nowhere/a.partita");
        QTest::newRow("no such body") << QStringList{"request", m_file, "Scan", "/nowhere/body.json"}
                                      << QByteArray() << 3 << QByteArray("/nowhere/body.json");
        QTest::newRow("not JSON") << QStringList{"request", m_file, "Scan", "-"} << QByteArray("Scan it all")
                                  << 4 << QByteArray("SerializationException");
        QTest::newRow("nothing") << QStringList{"request", m_file, "Scan", "-"} << QByteArray() << 4
                                 << QByteArray("SerializationException");
    }
    void refusesWrongUsage() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, input);
        QFETCH(int, status);
        QFETCH(QByteArray, said);
        const Outcome got = run(words, input);
        QVERIFY2(got.status == status, got.text());
        QVERIFY2(got.err.contains(said), got.text());
    }

  private:
    QTemporaryDir m_folder;
    QString m_file;
};

QTEST_GUILESS_MAIN(TestCommandRequest)
#include "tst_command_request.moc"
