// Streams over the API: listing, reading, and what the iterators and names are worth.
#include <set>

#include "engine/api/stream_iterator.h"
#include "tests/api/table_replies.h"

using namespace partita;
using namespace partita::test;

namespace {

/// A table with a stream, and calls on it.
class StreamFixture final {
  public:
    explicit StreamFixture(const char* viewType = "NEW_AND_OLD_IMAGES") {
        api.createTable("Orders");
        api.createTable("Quiet");
        arn = switchOn(viewType);
    }

    QString switchOn(const char* viewType) {
        const Reply reply = api.call(
            "UpdateTable", QJsonObject{{"TableName", "Orders"},
                                       {"StreamSpecification",
                                        QJsonObject{{"StreamEnabled", true}, {"StreamViewType", viewType}}}});
        return tableOf(reply).value("LatestStreamArn").toString();
    }
    void switchOff() {
        api.call("UpdateTable",
                 QByteArray(R"({"TableName":"Orders","StreamSpecification":{"StreamEnabled":false}})"));
    }
    void put(const char* pk, int n) {
        const Reply reply = api.call(
            "PutItem", QJsonObject{{"TableName", "Orders"},
                                   {"Item", QJsonObject{{"pk", QJsonObject{{"S", pk}}},
                                                        {"n", QJsonObject{{"N", QString::number(n)}}}}}});
        QCOMPARE(reply.error(), QString());
    }
    void remove(const char* pk) {
        api.call("DeleteItem",
                 QJsonObject{{"TableName", "Orders"}, {"Key", QJsonObject{{"pk", QJsonObject{{"S", pk}}}}}});
    }

    QJsonObject described() {
        return api.call("DescribeStream", QJsonObject{{"StreamArn", arn}})
            .body.value("StreamDescription")
            .toObject();
    }
    Reply iterator(const QString& type, const QString& sequence = {}) {
        QJsonObject request{{"StreamArn", arn},
                            {"ShardId", at(described(), "Shards.0.ShardId")},
                            {"ShardIteratorType", type}};
        if (!sequence.isNull()) request.insert("SequenceNumber", sequence);
        return api.call("GetShardIterator", request);
    }
    QString iteratorText(const QString& type, const QString& sequence = {}) {
        return iterator(type, sequence).body.value("ShardIterator").toString();
    }
    Reply records(const QString& shardIterator, int limit = 1000) {
        return api.call("GetRecords", QJsonObject{{"ShardIterator", shardIterator}, {"Limit", limit}});
    }

    ApiFixture api;
    QString arn;
};

/// "INSERT a 1; MODIFY a 1>2": events, keys and the attribute n before and after.
QString textOf(const Reply& reply) {
    if (!reply.error().isEmpty()) return reply.outcome();
    QStringList events;
    for (const QJsonValue& record : reply.body.value("Records").toArray()) {
        const QJsonObject change = record.toObject().value("dynamodb").toObject();
        QString text =
            record.toObject().value("eventName").toString() + " " + at(change, "Keys.pk.S").toString() + " ";
        if (change.contains("OldImage")) text += at(change, "OldImage.n.N").toString() + ">";
        if (change.contains("NewImage")) text += at(change, "NewImage.n.N").toString();
        events << text.trimmed();
    }
    return events.join("; ");
}

}  // namespace

class TestApiStreams : public QObject {
    Q_OBJECT

  private slots:
    void listing();
    void paging();
    void description();
    void record();
    void viewTypes_data();
    void viewTypes();
    void iteratorTypes();
    void pages();
    void switchedOff();
    void mistakes_data();
    void mistakes();
    void names_data();
    void names();
    void sequences();
    void iteratorsAreChecked();
};

void TestApiStreams::listing() {
    StreamFixture fixture;
    const auto listed = [&](const char* request) {
        return fixture.api.call("ListStreams", QByteArray(request)).outcome();
    };
    const QString label = fixture.arn.section("/stream/", 1);
    const QString all = R"({"Streams":[{"StreamArn":")" + fixture.arn +
                        R"(","TableName":"Orders","StreamLabel":")" + label + "\"}]}";
    QCOMPARE(listed("{}"), all);
    QCOMPARE(listed(R"({"TableName":"Orders"})"), all);
    QCOMPARE(listed(R"({"TableName":"Quiet"})"), QString(R"({"Streams":[]})"));
    QCOMPARE(listed(R"({"TableName":"None"})"), QString(R"({"Streams":[]})"));
    QCOMPARE(listed(R"({"Limit":0})"), violations({"'0' at limit: have value greater than or equal to 1"}));
    QCOMPARE(listed(R"({"ExclusiveStartStreamArn":"kossaapaaasdafsdaasdasdasdasasdasfadfadfasdasdas"})"),
             QString("ValidationException: Invalid StreamArn"));
}

void TestApiStreams::paging() {
    ApiFixture api;
    std::set<QString> wanted;
    for (const char* name : {"One", "Two", "Three"}) {
        const Reply reply =
            api.call("CreateTable", QString(R"({"TableName":"%1","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
            "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}})")
                                        .arg(name)
                                        .toUtf8());
        wanted.insert(tableOf(reply).value("LatestStreamArn").toString());
    }
    std::set<QString> seen;
    QJsonObject request{{"Limit", 1}};
    for (int page = 0; page < 3; ++page) {
        const Reply reply = api.call("ListStreams", request);
        QCOMPARE(reply.body.value("Streams").toArray().size(), 1);
        seen.insert(at(reply.body, "Streams.0.StreamArn").toString());
        QCOMPARE(reply.body.contains("LastEvaluatedStreamArn"), page < 2);
        request.insert("ExclusiveStartStreamArn", reply.body.value("LastEvaluatedStreamArn"));
    }
    QVERIFY(seen == wanted);
}

void TestApiStreams::description() {
    StreamFixture fixture("KEYS_ONLY");
    const QJsonObject stream = fixture.described();
    QCOMPARE(stream.value("StreamArn").toString(), fixture.arn);
    QCOMPARE(stream.value("StreamStatus").toString(), QString("ENABLED"));
    QCOMPARE(stream.value("StreamViewType").toString(), QString("KEYS_ONLY"));
    QCOMPARE(stream.value("TableName").toString(), QString("Orders"));
    QCOMPARE(textOf(stream.value("KeySchema")), QString(R"([{"AttributeName":"pk","KeyType":"HASH"}])"));
    QVERIFY(stream.value("CreationRequestDateTime").toDouble() > 1e9);
    const QString shard = at(stream, "Shards.0.ShardId").toString();
    QVERIFY(shard.startsWith("shardId-") && shard.size() >= 28 && shard.size() <= 65);
    QVERIFY(at(stream, "Shards.0.SequenceNumberRange.StartingSequenceNumber").toString().size() >= 21);
    QVERIFY(at(stream, "Shards.0.SequenceNumberRange.EndingSequenceNumber").isUndefined());

    const Reply past = fixture.api.call(
        "DescribeStream", QJsonObject{{"StreamArn", fixture.arn}, {"ExclusiveStartShardId", shard}});
    QCOMPARE(textOf(at(past.body, "StreamDescription.Shards")), QString("[]"));
}

void TestApiStreams::record() {
    StreamFixture fixture;
    fixture.put("a", 1);
    const Reply reply = fixture.records(fixture.iteratorText("TRIM_HORIZON"));
    QJsonObject record = at(reply.body, "Records.0").toObject();
    QJsonObject change = record.value("dynamodb").toObject();
    QCOMPARE(record.value("eventID").toString().size(), 32);
    const double time = change.value("ApproximateCreationDateTime").toDouble();
    QVERIFY(time > 1e9 && time == static_cast<double>(static_cast<qint64>(time)));
    QCOMPARE(change.value("SequenceNumber"),
             at(fixture.described(), "Shards.0.SequenceNumberRange.StartingSequenceNumber"));
    QVERIFY(change.value("SizeBytes").toInt() > 0);
    for (const char* differs : {"ApproximateCreationDateTime", "SequenceNumber", "SizeBytes"})
        change.remove(differs);
    record.insert("dynamodb", change);
    record.remove("eventID");
    const QByteArray expected = R"({"eventName":"INSERT","eventVersion":"1.1","eventSource":"aws:dynamodb",
        "awsRegion":"us-east-1","dynamodb":{"Keys":{"pk":{"S":"a"}},
        "NewImage":{"pk":{"S":"a"},"n":{"N":"1"}},"StreamViewType":"NEW_AND_OLD_IMAGES"}})";
    QCOMPARE(textOf(record), textOf(QJsonDocument::fromJson(expected).object()));
    QCOMPARE(fixture.records(fixture.iteratorText("TRIM_HORIZON")).body.value("Records"),
             reply.body.value("Records"));
}

void TestApiStreams::viewTypes_data() {
    QTest::addColumn<QString>("viewType");
    QTest::addColumn<QString>("events");
    QTest::newRow("keys") << "KEYS_ONLY"
                          << "INSERT a; MODIFY a; REMOVE a";
    QTest::newRow("new") << "NEW_IMAGE"
                         << "INSERT a 1; MODIFY a 2; REMOVE a";
    QTest::newRow("old") << "OLD_IMAGE"
                         << "INSERT a; MODIFY a 1>; REMOVE a 2>";
    QTest::newRow("both") << "NEW_AND_OLD_IMAGES"
                          << "INSERT a 1; MODIFY a 1>2; REMOVE a 2>";
}

void TestApiStreams::viewTypes() {
    QFETCH(QString, viewType);
    StreamFixture fixture(viewType.toLatin1().constData());
    fixture.put("a", 1);
    fixture.put("a", 2);
    fixture.put("a", 2);  // changes nothing, so it leaves no record
    fixture.remove("a");
    QTEST(textOf(fixture.records(fixture.iteratorText("TRIM_HORIZON"))), "events");
}

void TestApiStreams::iteratorTypes() {
    StreamFixture fixture;
    fixture.put("a", 1);
    fixture.put("b", 2);
    const QString latest = fixture.iteratorText("LATEST");
    const Reply all = fixture.records(fixture.iteratorText("TRIM_HORIZON"));
    const QString first = at(all.body, "Records.0.dynamodb.SequenceNumber").toString();
    const QString second = at(all.body, "Records.1.dynamodb.SequenceNumber").toString();
    QVERIFY(first < second);
    fixture.put("c", 3);
    QCOMPARE(textOf(fixture.records(latest)), QString("INSERT c 3"));
    QCOMPARE(textOf(fixture.records(fixture.iteratorText("AT_SEQUENCE_NUMBER", second))),
             QString("INSERT b 2; INSERT c 3"));
    QCOMPARE(textOf(fixture.records(fixture.iteratorText("AFTER_SEQUENCE_NUMBER", second))),
             QString("INSERT c 3"));
    QCOMPARE(textOf(fixture.records(all.body.value("NextShardIterator").toString())), QString("INSERT c 3"));
}

void TestApiStreams::pages() {
    StreamFixture fixture;
    for (int i = 0; i < 5; ++i)
        fixture.put(QByteArray::number(i).constData(), i);
    QString iterator = fixture.iteratorText("TRIM_HORIZON");
    QStringList pages;
    for (int page = 0; page < 4; ++page) {
        const Reply reply = fixture.records(iterator, 2);
        pages << textOf(reply);
        iterator = reply.body.value("NextShardIterator").toString();
        QVERIFY(!iterator.isEmpty());
    }
    QCOMPARE(pages, (QStringList{"INSERT 0 0; INSERT 1 1", "INSERT 2 2; INSERT 3 3", "INSERT 4 4", ""}));
    fixture.put("late", 9);
    QCOMPARE(textOf(fixture.records(iterator)), QString("INSERT late 9"));
}

void TestApiStreams::switchedOff() {
    StreamFixture fixture;
    fixture.put("a", 1);
    fixture.switchOff();
    fixture.put("b", 2);
    QCOMPARE(fixture.described().value("StreamStatus").toString(), QString("DISABLED"));
    QCOMPARE(at(fixture.described(), "Shards.0.SequenceNumberRange.EndingSequenceNumber"),
             at(fixture.described(), "Shards.0.SequenceNumberRange.StartingSequenceNumber"));
    const Reply reply = fixture.records(fixture.iteratorText("TRIM_HORIZON"));
    QCOMPARE(textOf(reply), QString("INSERT a 1"));
    QVERIFY(!reply.body.contains("NextShardIterator"));
}

void TestApiStreams::mistakes_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("members");  // %1: the ARN, %2: the shard, %3: a sequence number
    QTest::addColumn<QString>("outcome");
    const auto row = [](const char* name, const char* operation, const char* members,
                        const QString& outcome) { QTest::newRow(name) << operation << members << outcome; };
    const QString other = "arn:aws:dynamodb:us-east-1:000000000000:table/None/stream/2026-01-01T00:00:00.000";
    row("no ARN", "DescribeStream", "", violations({"null at streamArn: not be null"}));
    row("text that is no ARN", "DescribeStream",
        R"("StreamArn":"sdfadfsdfnlfkajakfgjalksfgklasjklasdjfklasdfasdfgasf")",
        "ValidationException: Invalid StreamArn");
    row("no such stream", "DescribeStream",
        R"("StreamArn":"arn:aws:dynamodb:us-east-1:000000000000:table/None/stream/2026-01-01T00:00:00.000")",
        "ResourceNotFoundException: Requested resource not found: Stream: " + other + " not found");
    row("nothing", "GetShardIterator", "",
        violations({"null at streamArn: not be null", "null at shardId: not be null",
                    "null at shardIteratorType: not be null"}));
    row("no such type", "GetShardIterator", R"("StreamArn":"%1","ShardId":"%2","ShardIteratorType":"bulle")",
        violations({"'bulle' at shardIteratorType: satisfy enum value set: [AFTER_SEQUENCE_NUMBER, LATEST, "
                    "AT_SEQUENCE_NUMBER, TRIM_HORIZON]"}));
    row("no such shard", "GetShardIterator",
        R"("StreamArn":"%1","ShardId":"semprinidfaasdasfsdvacsdcfsdsvsd","ShardIteratorType":"LATEST")",
        "ResourceNotFoundException: Requested resource not found: Shard: semprinidfaasdasfsdvacsdcfsdsvsd in "
        "stream: %1 not found");
    row("a number that is missing", "GetShardIterator",
        R"("StreamArn":"%1","ShardId":"%2","ShardIteratorType":"AT_SEQUENCE_NUMBER")",
        "ValidationException: SequenceNumber must be specified when ShardIteratorType is AT_SEQUENCE_NUMBER");
    row("a number that is not wanted", "GetShardIterator",
        R"("StreamArn":"%1","ShardId":"%2","ShardIteratorType":"LATEST","SequenceNumber":"%3")",
        "ValidationException: SequenceNumber must not be specified when ShardIteratorType is LATEST");
    row("a number that is none", "GetShardIterator",
        R"("StreamArn":"%1","ShardId":"%2","ShardIteratorType":"AT_SEQUENCE_NUMBER",
            "SequenceNumber":"sdfsafglldfngjdafnasdflgnaldkl")",
        "ValidationException: Invalid SequenceNumber for ShardIteratorType AT_SEQUENCE_NUMBER: "
        "sdfsafglldfngjdafnasdflgnaldkl");
    row("a number to come", "GetShardIterator",
        R"("StreamArn":"%1","ShardId":"%2","ShardIteratorType":"AT_SEQUENCE_NUMBER",
            "SequenceNumber":"199999999999999999999")",
        "ValidationException: Invalid SequenceNumber for ShardIteratorType AT_SEQUENCE_NUMBER: "
        "199999999999999999999");
    row("an iterator that is none", "GetRecords",
        R"("ShardIterator":"sdfsdfsgagaddafgagasgasgasdfasdfasdfasdfasdgasdasdgasdg")",
        "ValidationException: Invalid ShardIterator");
    row("no iterator", "GetRecords", "", violations({"null at shardIterator: not be null"}));
    row("a limit too high", "GetRecords", R"("ShardIterator":"x","Limit":1001)",
        violations({"'1001' at limit: have value less than or equal to 1000"}));
}

void TestApiStreams::mistakes() {
    QFETCH(QString, operation);
    QFETCH(QString, members);
    QFETCH(QString, outcome);
    StreamFixture fixture;
    const QString shard = at(fixture.described(), "Shards.0.ShardId").toString();
    const QString sequence =
        at(fixture.described(), "Shards.0.SequenceNumberRange.StartingSequenceNumber").toString();
    members.replace("%1", fixture.arn).replace("%2", shard).replace("%3", sequence);
    QCOMPARE(fixture.api.call(operation, ("{" + members + "}").toUtf8()).outcome(),
             outcome.replace("%1", fixture.arn));
}

void TestApiStreams::names_data() {
    QTest::addColumn<QString>("arn");
    QTest::addColumn<QString>("name");  // "table label", empty: none
    QTest::newRow("a stream") << "arn:aws:dynamodb:eu-west-1:1:table/A.b/stream/2026-01-01T00:00:00.000"
                              << "A.b 2026-01-01T00:00:00.000";
    QTest::newRow("a table") << "arn:aws:dynamodb:eu-west-1:1:table/Orders"
                             << "";
    QTest::newRow("no label") << "arn:aws:dynamodb:eu-west-1:1:table/Orders/stream/"
                              << "";
    QTest::newRow("no table") << "arn:aws:dynamodb:eu-west-1:1:table//stream/x"
                              << "";
    QTest::newRow("another service") << "arn:aws:kinesis:eu-west-1:1:table/Orders/stream/x"
                                     << "";
    QTest::newRow("nothing") << ""
                             << "";
}

void TestApiStreams::names() {
    QFETCH(QString, arn);
    const auto name = streamNamed(arn.toStdString());
    QTEST(name ? QString::fromStdString(name->table + " " + name->label) : QString(), "name");
}

void TestApiStreams::sequences() {
    for (const std::uint64_t sequence : {std::uint64_t{0}, std::uint64_t{7}, UINT64_MAX}) {
        QVERIFY(sequenceText(sequence).size() == 21);
        QVERIFY(sequenceNamed(sequenceText(sequence)) == sequence);
    }
    QVERIFY(sequenceText(9) < sequenceText(10));
    for (const char* text : {"", "7", "000000000000000000007", "1000000000000000000007",
                             "10000000000000000000x", "199999999999999999999"}) {
        QVERIFY2(!sequenceNamed(text), text);
    }
}

void TestApiStreams::iteratorsAreChecked() {
    constexpr UtcMillis kNow = 1'777'629'600'000;
    const std::string arn = "arn:aws:dynamodb:us-east-1:0:table/Orders/stream/x";
    for (const std::optional<std::uint64_t> from :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(7)}) {
        const ShardIterator iterator{arn, from, kNow};
        const std::string text = shardIteratorText(iterator);
        const auto read = shardIteratorOf(text, kNow + kShardIteratorLife - 1);
        QVERIFY(read && *read == iterator);
        const auto late = shardIteratorOf(text, kNow + kShardIteratorLife);
        QVERIFY(!late && late.error().code == ErrorCode::ExpiredIterator);
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::string changed = text;
            changed[i] = changed[i] == 'A' ? 'B' : 'A';
            const auto other = shardIteratorOf(changed, kNow);
            QVERIFY2(!other && other.error().code == ErrorCode::Validation, changed.c_str());
        }
        for (std::size_t size = 0; size < text.size(); ++size) {
            QVERIFY(!shardIteratorOf(std::string_view(text).substr(0, size), kNow));
        }
    }
}

QTEST_GUILESS_MAIN(TestApiStreams)
#include "tst_api_streams.moc"
