// The case files, and the access patterns of the bundled samples, over HTTP.
#include <zlib.h>

#include <QtCore/QDir>
#include <QtCore/QSet>
#include <QtTest/QtTest>

#include "tests/api/run_case.h"
#include "tests/endpoint/served_file.h"

using namespace partita::test;

namespace {

/// `headers` of an expectation: a value, or in <> what it must be.
QStringList headerDifferences(const QJsonObject& expected, const HttpReply& reply) {
    QStringList found;
    const std::string& body = reply.answer.body;
    const QString sum = QString::number(crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size()));
    const QJsonObject headers = expected.value("headers").toObject();
    for (auto header = headers.begin(); header != headers.end(); ++header) {
        const QString wanted = header.value().toString();
        const QString is = QString::fromStdString(reply.answer.headerValue(header.key().toStdString()));
        const bool same = wanted.startsWith("<crc32") ? is == sum
                          : wanted.startsWith('<')    ? !is.isEmpty()
                                                      : is == wanted;
        if (!same) found.append(header.key() + " is " + is + ", not " + wanted);
    }
    return found;
}

QJsonDocument sample(const QString& name, const QString& file) {
    QFile source(PARTITA_SOURCE_DIR "/resources/samples/" + name + "/" + file);
    if (!source.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(source.fileName()));
    return QJsonDocument::fromJson(source.readAll());
}

QSet<QByteArray> tuples(const QJsonArray& items, const QJsonArray& attributes) {
    QSet<QByteArray> found;
    for (const QJsonValue& item : items) {
        QJsonObject tuple;
        for (const QJsonValue& attribute : attributes)
            tuple.insert(attribute.toString(), item.toObject().value(attribute.toString()));
        found.insert(compact(tuple));
    }
    return found;
}

/// What a step of an access pattern found, all pages.
struct Found {
    QJsonArray items;
    int requests = 0;
    int scanned = 0;
};

Found runStep(ServedFile& served, const QJsonObject& step) {
    Found found;
    QJsonObject request = step.value("request").toObject();
    for (;;) {
        const HttpReply reply = served.call(step.value("operation").toString(), compact(request));
        if (reply.status != 200) qWarning("%s", reply.answer.body.c_str());
        ++found.requests;
        found.scanned += reply.body.value("ScannedCount").toInt();
        if (reply.body.contains("Item")) found.items.append(reply.body.value("Item"));
        for (const QJsonValue& item : reply.body.value("Items").toArray())
            found.items.append(item);
        // A page that Limit ended is what the pattern asks for.
        if (!reply.body.contains("LastEvaluatedKey") || request.contains("Limit")) return found;
        request.insert("ExclusiveStartKey", reply.body.value("LastEvaluatedKey"));
    }
}

}  // namespace

class TestEndpointCases final : public QObject {
    Q_OBJECT

  private slots:
    void runsCases_data() { addCaseRows(PARTITA_TEST_DATA "/cases"); }
    void runsCases() {
        QFETCH(const QJsonObject, one);
        ServedFile served;
        const QStringList found = runCase(served, one, headerDifferences);
        QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    }

    void answersTheAccessPatternsOfTheSamples_data() {
        QTest::addColumn<QString>("name");
        const QDir samples(PARTITA_SOURCE_DIR "/resources/samples");
        for (const QString& name : samples.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QTest::newRow(qPrintable(name)) << name;
    }
    void answersTheAccessPatternsOfTheSamples() {
        QFETCH(QString, name);
        ServedFile served;
        const QJsonObject schema = sample(name, "create-table.json").object();
        QCOMPARE(served.call("CreateTable", compact(schema)).status, 200);
        const QJsonValue table = schema.value("TableName");
        for (const QJsonValue& item : sample(name, "items.json").array())
            QCOMPARE(served.call("PutItem", compact({{"TableName", table}, {"Item", item}})).status, 200);

        const QJsonArray patterns = sample(name, "access-patterns.json").array();
        QVERIFY(!patterns.isEmpty());
        for (const QJsonValue& value : patterns) {
            const QJsonObject pattern = value.toObject();
            const QByteArray what = pattern.value("name").toString().toUtf8();
            const QJsonObject expected = pattern.value("expect").toObject();
            QList<Found> steps;
            int requests = 0;
            int scanned = 0;
            for (const QJsonValue& step : pattern.value("steps").toArray()) {
                steps.append(runStep(served, step.toObject()));
                requests += steps.last().requests;
                scanned += steps.last().scanned;
            }
            qsizetype items = steps.first().items.size();
            const QJsonObject combine = pattern.value("combine").toObject();
            if (!combine.isEmpty()) {
                const QJsonArray attributes = combine.begin().value().toArray();
                QSet<QByteArray> all = tuples(steps.first().items, attributes);
                for (const Found& step : steps.mid(1)) {
                    const QSet<QByteArray> more = tuples(step.items, attributes);
                    combine.begin().key() == "intersect" ? all.intersect(more) : all.unite(more);
                }
                items = all.size();
            }
            QVERIFY2(requests == expected.value("requests").toInt(), what);
            QVERIFY2(items == expected.value("items").toInt(), what);
            if (expected.contains("scanned")) QVERIFY2(scanned == expected.value("scanned").toInt(), what);
            const QJsonObject firstKey = expected.value("firstKey").toObject();
            for (auto part = firstKey.begin(); part != firstKey.end(); ++part)
                QVERIFY2(steps.first().items.first().toObject().value(part.key()) == part.value(), what);
        }
    }
};

QTEST_GUILESS_MAIN(TestEndpointCases)
#include "tst_endpoint_cases.moc"
