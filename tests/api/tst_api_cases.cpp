// The case files, in-process: each case against a table file of its own.
#include <QElapsedTimer>

#include "tests/api/api_fixture.h"
#include "tests/api/case_file.h"

using namespace partita;
using namespace partita::test;

namespace {

/// Waits until the index is active; false when it takes longer than a minute.
bool waitForIndex(ApiFixture& api, const QJsonValue& table, const QString& index) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 60'000) {
        const QJsonObject body = api.call("DescribeTable", QJsonObject{{"TableName", table}}).body;
        for (const QJsonValue& each :
             body.value("Table").toObject().value("GlobalSecondaryIndexes").toArray()) {
            const QJsonObject description = each.toObject();
            if (description.value("IndexName") == index && description.value("IndexStatus") == "ACTIVE") {
                return true;
            }
        }
        QTest::qSleep(5);
    }
    return false;
}

QByteArray bodyOf(const QJsonObject& step) {
    if (!step.contains("rawBodyRepeat")) {
        return step.contains("rawBody")
                   ? step.value("rawBody").toString().toUtf8()
                   : QJsonDocument(expanded(step.value("body")).toObject()).toJson(QJsonDocument::Compact);
    }
    QByteArray body;
    for (const QJsonValue& part : step.value("rawBodyRepeat").toArray()) {
        body += part.toArray().at(0).toString().toUtf8().repeated(part.toArray().at(1).toInt());
    }
    return body;
}

Reply allPages(ApiFixture& api, const QJsonObject& step, QJsonArray& items) {
    constexpr int kMostPages = 20;
    QJsonObject body = expanded(step.value("body")).toObject();
    Reply reply;
    for (int page = 0; page < kMostPages; ++page) {
        reply = api.call(step.value("op").toString(), body);
        for (const QJsonValue& item : reply.body.value("Items").toArray())
            items.append(item);
        if (!reply.body.contains("LastEvaluatedKey")) return reply;
        body.insert("ExclusiveStartKey", reply.body.value("LastEvaluatedKey"));
    }
    qWarning("the pages never end");
    reply.status = 0;
    return reply;
}

}  // namespace

class TestApiCases final : public QObject {
    Q_OBJECT

  private slots:
    void runs_data() {
        QTest::addColumn<QJsonObject>("one");
        for (const QJsonValue& value : casesIn(PARTITA_TEST_DATA "/cases")) {
            const QJsonObject one = value.toObject();
            const QString kind = one.value("request").toObject().value("kind").toString();
            if (kind != "wire" && kind != "http") continue;
            QTest::newRow(qPrintable(one.value("id").toString())) << one;
        }
    }
    void runs() {
        QFETCH(const QJsonObject, one);
        ApiFixture api;
        for (const QJsonValue& value : one.value("setup").toArray()) {
            const QJsonObject step = value.toObject();
            const Reply reply = api.call(step.value("op").toString(), bodyOf(step));
            QVERIFY2(reply.status == 200, qPrintable(step.value("op").toString() + ": " + reply.outcome()));
        }
        const QJsonArray steps = one.value("request").toObject().value("steps").toArray();
        const QJsonArray expected = one.value("expect").toArray();
        QCOMPARE(expected.size(), steps.size());
        QStringList found;
        for (int i = 0; i < steps.size(); ++i) {
            const QJsonObject step = steps[i].toObject();
            QJsonArray items;
            const Reply reply = step.value("pages").toBool()
                                    ? allPages(api, step, items)
                                    : api.call(step.value("op").toString(), bodyOf(step));
            const QString index = step.value("waitIndexActive").toString();
            if (!index.isEmpty() && reply.status == 200) {
                QVERIFY(waitForIndex(api, step.value("body").toObject().value("TableName"), index));
            }
            for (const QString& each : differences(expected[i].toObject(), reply.status, reply.body, items)) {
                found.append(QString("step %1 %2: %3").arg(i + 1).arg(step.value("op").toString(), each));
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }
};

QTEST_APPLESS_MAIN(TestApiCases)
#include "tst_api_cases.moc"
