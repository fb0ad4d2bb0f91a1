// The eight bundled samples, from end to end: create, import, import again, and every access pattern that key
// conditions answer alone. The expected figures were checked against an independent implementation.
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QSet>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "tests/app/program.h"

using namespace partita::test;

namespace {

const QStringList kSamples = {"audiobooks",
                              "events-adjacency-list",
                              "events-one-item-per-event",
                              "events-typed-index",
                              "library",
                              "saas-organisations",
                              "sensors",
                              "workspaces"};

QJsonValue json(const QString& path) {
    const QJsonDocument document = QJsonDocument::fromJson(read(path));
    return document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
}

/// "a", "= :a" … parts of the two forms that the samples use: one equality, and one test of a sort attribute.
constexpr char kCondition[] =
    "^([#\\w-]+) = (:\\w+)(?: AND (?:"
    "begins_with\\(([#\\w-]+), (:\\w+)\\)|"
    "([#\\w-]+) BETWEEN (:\\w+) AND (:\\w+)|"
    "([#\\w-]+) (=|<|<=|>|>=) (:\\w+)))?$";

/// The text of {"S": "…"} or {"N": "…"}.
QString textOf(const QJsonValue& value) {
    return value.toObject().begin().value().toString();
}

/// The words of the command line that ask what a Query request asks; empty when they cannot say it.
QStringList wordsOfQuery(const QJsonObject& request) {
    const QRegularExpressionMatch match =
        QRegularExpression(kCondition).match(request["KeyConditionExpression"].toString());
    if (!match.hasMatch()) return {};
    const auto name = [&](int group) {
        const QString text = match.captured(group);
        return text.startsWith('#') ? request["ExpressionAttributeNames"].toObject()[text].toString() : text;
    };
    const auto value = [&](int group) {
        return textOf(request["ExpressionAttributeValues"].toObject()[match.captured(group)]);
    };
    QStringList words = {"--key", name(1) + "=" + value(2)};
    if (!match.captured(3).isEmpty()) words += {"--sort", "begins_with " + value(4)};
    if (!match.captured(5).isEmpty()) {
        const QJsonObject between{{"op", "between"}, {"values", QJsonArray{value(6), value(7)}}};
        words += {"--sort-json", QJsonDocument(between).toJson(QJsonDocument::Compact)};
    }
    if (!match.captured(8).isEmpty()) words += {"--sort", match.captured(9) + " " + value(10)};
    if (request.contains("IndexName")) words += {"--index", request["IndexName"].toString()};
    if (request.contains("Limit")) words += {"--limit", QString::number(request["Limit"].toInt())};
    if (request["ConsistentRead"].toBool()) words += "--consistent";
    if (!request["ScanIndexForward"].toBool(true)) words += "--reverse";
    return words;
}

QStringList wordsOfGetItem(const QJsonObject& request, const QJsonArray& keySchema) {
    const QJsonObject key = request["Key"].toObject();
    const QString partition = keySchema[0].toObject()["AttributeName"].toString();
    QStringList words = {"--key", partition + "=" + textOf(key[partition])};
    if (keySchema.size() > 1)
        words += {"--sort", "= " + textOf(key[keySchema[1].toObject()["AttributeName"].toString()])};
    return words;
}

/// Distinct tuples of some attributes, as text.
QSet<QByteArray> tuples(const QJsonArray& items, const QJsonArray& attributes) {
    QSet<QByteArray> found;
    for (const QJsonValue& item : items) {
        QJsonArray tuple;
        for (const QJsonValue& attribute : attributes)
            tuple.append(item.toObject()[attribute.toString()]);
        found.insert(QJsonDocument(tuple).toJson(QJsonDocument::Compact));
    }
    return found;
}

}  // namespace

class TestCommandSamples final : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void importsAgain_data();
    void importsAgain();
    void answers_data();
    void answers();

  private:
    QTemporaryDir m_folder;
    QHash<QString, QString> m_files;
};

void TestCommandSamples::initTestCase() {
    for (const QString& name : kSamples) {
        m_files[name] = makeSample(m_folder.path(), name);
        QVERIFY2(!m_files[name].isEmpty(), qPrintable(name));
    }
}

void TestCommandSamples::importsAgain_data() {
    QTest::addColumn<QString>("name");
    for (const QString& name : kSamples)
        QTest::newRow(qPrintable(name)) << name;
}

void TestCommandSamples::importsAgain() {
    QFETCH(QString, name);
    const int items = static_cast<int>(json(sample(name, "items.json")).toArray().size());
    QVERIFY(items > 0);
    const Outcome outcome = run({"import", m_files[name], sample(name, "items.json"), "--json"});
    QVERIFY2(outcome.status == 0, outcome.text());
    const QJsonObject report = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(report["unchanged"].toInt(), items);
    QCOMPARE(report["read"].toInt(), items);
}

void TestCommandSamples::answers_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QJsonObject>("pattern");
    int left = 0;
    for (const QString& name : kSamples) {
        for (const QJsonValue& value : json(sample(name, "access-patterns.json")).toArray()) {
            const QJsonObject pattern = value.toObject();
            bool isOurs = true;
            for (const QJsonValue& step : pattern["steps"].toArray()) {
                const QString operation = step["operation"].toString();
                isOurs = isOurs && (operation == "Query" || operation == "GetItem") &&
                         !step["request"].toObject().contains("FilterExpression");
            }
            if (isOurs)
                QTest::newRow(qPrintable(name + ' ' + pattern["name"].toString())) << name << pattern;
            else
                ++left;
        }
    }
    // One Scan and six filtered Queries.
    QVERIFY2(left <= 7, "too few access patterns are tried");
}

void TestCommandSamples::answers() {
    QFETCH(QString, name);
    QFETCH(QJsonObject, pattern);
    const QJsonArray keySchema = json(sample(name, "create-table.json"))["KeySchema"].toArray();
    const QJsonObject expect = pattern["expect"].toObject();
    const QJsonObject combine = pattern["combine"].toObject();
    QVERIFY(combine.size() <= 1);
    const QJsonArray attributes = combine.isEmpty() ? QJsonArray() : combine.begin().value().toArray();
    const bool isIntersection = combine.contains("intersect");

    int requests = 0;
    qint64 items = 0;
    QSet<QByteArray> combined;
    for (const QJsonValue& step : pattern["steps"].toArray()) {
        const QJsonObject request = step["request"].toObject();
        const QStringList words =
            step["operation"] == "GetItem" ? wordsOfGetItem(request, keySchema) : wordsOfQuery(request);
        QVERIFY2(!words.isEmpty(), "this key condition is not understood by the test");
        const Outcome outcome = run(QStringList{"query", m_files[name], "--json"} + words);
        QVERIFY2(outcome.status == 0, outcome.text());
        const QJsonObject answer = QJsonDocument::fromJson(outcome.out).object();
        const QJsonArray found = answer["Items"].toArray();
        QCOMPARE(answer["Count"].toInteger(), found.size());
        QVERIFY(answer["ConsumedCapacity"]["CapacityUnits"].toDouble() >= 0.5);
        QVERIFY(request.contains("Limit") || !answer.contains("LastEvaluatedKey"));
        if (requests == 0) {
            items = found.size();
            const QJsonObject firstKey = expect["firstKey"].toObject();
            for (auto attribute = firstKey.begin(); attribute != firstKey.end(); ++attribute)
                QCOMPARE(found[0][attribute.key()], attribute.value());
        }
        const QSet<QByteArray> here = tuples(found, attributes);
        combined = requests == 0 ? here : isIntersection ? combined & here : combined | here;
        ++requests;
    }
    QCOMPARE(requests, expect["requests"].toInt());
    QCOMPARE(combine.isEmpty() ? items : combined.size(), expect["items"].toInteger());
}

QTEST_GUILESS_MAIN(TestCommandSamples)
#include "tst_command_samples.moc"
