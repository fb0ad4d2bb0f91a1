// Records of DynamoDB Streams as a source: what they write, what they remove, in which order, and what is
// refused.
#include <QTest>

#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/stream_records_source.h"
#include "engine/value/base64.h"
#include "tests/interchange/source_dump.h"

using namespace partita;

namespace {

const KeySchema kKeys{{{"pk", ValueType::String}}, {}};
const std::string kArn =
    "\"eventSourceARN\":\"arn:aws:dynamodb:eu-west-1:123456789012:table/Music/stream/"
    "2024-05-01T00:00:00.000\"";

std::string dump(const std::string& text, std::size_t bufferBytes = RecordReader::kBufferBytes) {
    StreamRecordsSource source(ByteSource::ofText(text), {}, {}, bufferBytes);
    return dumpSource(source, kKeys);
}

std::string keys(const std::string& pk) {
    return "{\"pk\":{\"S\":\"" + pk + "\"}}";
}

std::string record(const std::string& event, const std::string& change, const std::string& more = kArn) {
    return "{\"eventID\":\"1\",\"eventName\":\"" + event + "\",\"dynamodb\":{" + change + "}" +
           (more.empty() ? "" : "," + more) + "}";
}

std::string put(const std::string& pk, const std::string& sequence) {
    return record("INSERT", "\"Keys\":" + keys(pk) + ",\"NewImage\":" + keys(pk) + ",\"SequenceNumber\":\"" +
                                sequence + "\",\"StreamViewType\":\"NEW_AND_OLD_IMAGES\"");
}

std::string removal(const std::string& pk) {
    return record("REMOVE",
                  "\"Keys\":" + keys(pk) + ",\"OldImage\":{\"pk\":{\"S\":\"x\"}},\"SequenceNumber\":\"9\"");
}

void arrangements() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const std::string& text, const std::string& expected) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray::fromStdString(expected);
    };
    const std::string both = "1 Music " + keys("京都") + "\n2 Music delete " + keys("b") + "\n";
    row("an event", "{\"Records\":[" + put("京都", "7") + ",\n" + removal("b") + "]}", both);
    row("one a line", put("京都", "7") + "\n" + removal("b") + "\n", both);
    row("an array", "[" + put("京都", "7") + ",\n" + removal("b") + "]", both);
    row("output of get-records",
        "{\"NextShardIterator\":\"x\",\"Records\":[" + put("京都", "7") + ",\n" + removal("b") + "]}", both);
    row("the same, the other way round",
        "{\"Records\":[" + put("京都", "7") + ",\n" + removal("b") +
            "],\"NextShardIterator\":\"x\",\"Comment\":1}",
        both + "lost 2: \"Comment\" stands beside the items and is not taken over.\n");
    row("events one a line", "{\"Records\":[" + put("a", "7") + "]}\n{\"Records\":[" + put("b", "8") + "]}\n",
        "1 Music " + keys("a") + "\n2 Music " + keys("b") + "\n");
    row("pretty",
        "{\n  \"Records\": [\n    {\n      \"eventName\": \"MODIFY\",\n      \"dynamodb\": {\n        "
        "\"NewImage\": {\n"
        "          \"pk\": {\"S\": \"a\"}\n        }\n      }\n    }\n  ]\n}\n",
        "3 " + keys("a") + "\n");
    row("through Kinesis",
        record("INSERT", "\"Keys\":" + keys("a") + ",\"NewImage\":" + keys("a"), "\"tableName\":\"Art\"") +
            "\n",
        "1 Art " + keys("a") + "\n");
    const std::string inner = record("INSERT", "\"NewImage\":" + keys("a"), "\"tableName\":\"Art\"");
    row("an event of Kinesis",
        "{\"Records\":[{\"kinesis\":{\"data\":\"" + toBase64(inner) +
            "\"},\"eventSource\":\"aws:kinesis\"}]}",
        "1 Art " + keys("a") + "\n");
    row("no images",
        record("INSERT", "\"Keys\":" + keys("a") + ",\"StreamViewType\":\"KEYS_ONLY\"") + "\n" +
            record("MODIFY", "\"Keys\":" + keys("a") + ",\"OldImage\":{}") + "\n" + put("b", "1"),
        "1 Music refused: The record has no \"NewImage\", so what was written is not known. The stream's "
        "view type is "
        "KEYS_ONLY. at '{\"Keys\":{\"pk\":{\"S\":\"a\"}},\"StreamViewType\":\"KEYS_ONLY\"}'\n"
        "2 Music refused: The record has no \"NewImage\", so what was written is not known. at "
        "'{\"Keys\":{\"pk\":{\"S\":\"a\"}},\"OldImage\":{}}'\n"
        "3 Music " +
            keys("b") +
            "\nwarning 1: Some records have no sequence number. They are taken to follow the record "
            "before them.\n");
    row("what is none",
        "{\"Records\":[" + record("TRUNCATE", "\"Keys\":" + keys("a")) +
            ",\n{\"eventName\":\"INSERT\"},\n{\"dynamodb\":{}},\n" + record("REMOVE", "\"OldImage\":{}") +
            ",\n5,\n" + record("INSERT", "\"NewImage\":{\"pk\":{\"S\":1}}") + "]}",
        "1 Music refused: The record's \"eventName\" is none of INSERT, MODIFY and REMOVE. at "
        "'\"TRUNCATE\"'\n"
        "2 refused: This is no record of a stream: it has no \"dynamodb\" that is an object. at "
        "'{\"eventName\":\"INSERT\"}'\n"
        "3 refused: The record's \"eventName\" is none of INSERT, MODIFY and REMOVE. at '{\"dynamodb\":{}}'\n"
        "4 Music refused: The removal has no \"Keys\". at '{\"OldImage\":{}}'\n"
        "5 refused: A JSON object, { … }, is wanted here. at '5'\n"
        "6 Music refused: pk: The type S is written {\"S\": \"text\"}; this is a JSON number. at '1'\n");
}

}  // namespace

class TestStreamSource final : public QObject {
    Q_OBJECT

  private slots:
    void arrangement_data() { arrangements(); }
    void arrangement();
    void cutOff_data() { arrangements(); }
    void cutOff();
    void order_data();
    void order();
    void deep();
    void saysItsKey();
    void looksLike_data();
    void looksLike();
};

void TestStreamSource::arrangement() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const std::string source = text.toStdString();
    QCOMPARE(QByteArray::fromStdString(dump(source)), expected);
    for (std::size_t bufferBytes = 1; bufferBytes <= source.size() + 2; ++bufferBytes)
        QCOMPARE(QByteArray::fromStdString(dump(source, bufferBytes)), expected);
    QCOMPARE(QByteArray::fromStdString(dump(QByteArray(text).replace("\n", "\r\n").toStdString())), expected);
}

void TestStreamSource::cutOff() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    for (qsizetype size = 1; size < text.size(); ++size) {
        const std::string cut = dump(text.left(size).toStdString(), 16);
        QVERIFY2(cut.find("goes on") == std::string::npos, cut.c_str());
        if (expected.contains("refused")) continue;
        const std::string differs = notTheBeginning(cut, expected.toStdString());
        QVERIFY2(differs.empty(), (std::to_string(size) + ": " + differs).c_str());
        if (text.left(size).count('{') != text.left(size).count('}'))
            QVERIFY2(cut.find("ended early") != std::string::npos, std::to_string(size).c_str());
    }
}

void TestStreamSource::order_data() {
    QTest::addColumn<QStringList>("numbers");
    QTest::addColumn<QList<int>>("ranks");  // what the orders have to compare as
    QTest::newRow("small") << QStringList{"5", "3", "12"} << QList<int>{1, 0, 2};
    QTest::newRow("next to one another")
        << QStringList{"4421584500000000017450439091", "4421584500000000017450439093",
                       "4421584500000000017450439092"}
        << QList<int>{0, 2, 1};
    QTest::newRow("in steps of 1e20")
        << QStringList{"1405400000000002063282832", "1405600000000002063282834", "1405500000000002063282833"}
        << QList<int>{0, 2, 1};
    QTest::newRow("of different length")
        << QStringList{"99999999999999999999999999999999999999", "1", "100000000000000000000000000000000000"}
        << QList<int>{2, 0, 1};
    QTest::newRow("none") << QStringList{"", "", "x"} << QList<int>{0, 0, 0};
    QTest::newRow("one has none") << QStringList{"7", "", "5", "9"} << QList<int>{1, 1, 0, 2};
    QTest::newRow("too long") << QStringList{"7", QString(45, '9'), "8"} << QList<int>{0, 0, 1};
}

void TestStreamSource::order() {
    QFETCH(QStringList, numbers);
    QFETCH(QList<int>, ranks);
    std::string text;
    for (const QString& number : numbers)
        text += put("a", number.toStdString()) + "\n";
    StreamRecordsSource source(ByteSource::ofText(text), {}, {});
    std::vector<std::uint64_t> orders;
    for (;;) {
        const auto next = source.next();
        QVERIFY(next.ok());
        if (!*next) break;
        orders.push_back((*next)->order);
    }
    QCOMPARE(static_cast<qsizetype>(orders.size()), ranks.size());
    for (std::size_t a = 0; a < orders.size(); ++a) {
        for (std::size_t b = 0; b < orders.size(); ++b) {
            const int rankA = ranks[static_cast<qsizetype>(a)];
            const int rankB = ranks[static_cast<qsizetype>(b)];
            QCOMPARE(orders[a] < orders[b], rankA < rankB);
        }
    }
}

// So that a table can be made with the keys that it has, not with those that its items suggest.
void TestStreamSource::saysItsKey() {
    const std::string text =
        R"({"eventName":"INSERT","dynamodb":{"Keys":{"Id":{"N":"1"}},"NewImage":{"Title":{"S":"x"},"Id":{"N":"1"}}}})"
        "\n"
        R"({"eventName":"MODIFY","dynamodb":{"Keys":{"Id":{"N":"1"}},"NewImage":{"Title":{"S":"y"}}}})"
        "\n"
        R"({"eventName":"INSERT","dynamodb":{"NewImage":{"Title":{"S":"z"}}}})";
    const auto source = readStreamRecords(ByteSource::ofText(text), {}, {});
    QVERIFY(source.ok());
    for (const bool says : {true, true, false}) {
        const auto record = (*source)->next();
        QVERIFY(record.ok() && record->has_value());
        const auto decoded = (*source)->decode(**record, {}, true);
        QVERIFY(decoded.ok());
        QCOMPARE(decoded->key.has_value(), says);
        QCOMPARE(decoded->names.size(), std::size_t(says ? 2 : 1));
        if (says) QVERIFY(decoded->key->find("Id")->asNumber());
        QVERIFY(!(*source)->decode(**record, {}, false)->key);
    }
}

void TestStreamSource::deep() {
    for (const std::string& opening :
         {std::string("["), std::string("{\"Records\":["), std::string("{\"dynamodb\":")}) {
        std::string text;
        for (int i = 0; i < 200'000; ++i)
            text += opening;
        const std::string all = dump(text);
        QVERIFY2(all.find("ended early") != std::string::npos, all.c_str());
    }
    const std::string brackets = std::string(200'000, '[') + std::string(200'000, ']');
    const std::string all =
        dump(record("INSERT", "\"NewImage\":{\"pk\":" + brackets + "}") + "\n" + put("b", "1"));
    QVERIFY2(all.starts_with("1 Music refused") && all.find("2 Music " + keys("b")) != std::string::npos,
             all.c_str());
}

void TestStreamSource::looksLike_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& text, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString(expected);
    };
    row("event", "{\"Records\":[" + put("a", "1") + "]}", "an event of DynamoDB Streams, as Lambda gets it");
    row("event, cut", ("{\"Records\":[" + put("a", "1")).substr(0, 70),
        "an event of DynamoDB Streams, as Lambda gets it");
    row("output", "{\"NextShardIterator\":\"x\",\"Records\":[" + put("a", "1") + "]}",
        "output of get-records of DynamoDB Streams");
    row("lines", put("a", "1") + "\n" + put("b", "2"), "records of DynamoDB Streams");
    row("array", "\n[" + put("a", "1") + "]", "records of DynamoDB Streams");
    row("an item", "{\"pk\":{\"S\":\"a\"}}", "");
    row("an item with such a name", "{\"dynamodb\":{\"S\":\"a\"},\"Records\":{\"L\":[]}}", "");
    row("a plain item", "{\"Records\":[{\"x\":1}]}", "");
    row("a scan", "{\"Items\":[{\"pk\":1}]}", "");
    row("CSV", "pk\n1\n", "");
}

void TestStreamSource::looksLike() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(looksLikeStreamRecords(text.toStdString())), expected);
    if (expected.isEmpty()) return;
    const auto source = readStreamRecords(ByteSource::ofText(text.toStdString()), {}, {});
    QVERIFY(source.ok());
    QCOMPARE(QString::fromStdString((*source)->detection().description), expected);
}

QTEST_APPLESS_MAIN(TestStreamSource)
#include "tst_stream_source.moc"
