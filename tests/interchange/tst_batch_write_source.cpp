// Requests of BatchWriteItem and TransactWriteItems as a source: puts, deletes, and what is refused, by
// table.
#include <QTest>

#include "engine/interchange/read/batch_write_source.h"
#include "engine/interchange/read/readers.h"
#include "tests/interchange/source_dump.h"

using namespace partita;

namespace {

const KeySchema kKeys{{{"pk", ValueType::String}}, {}};

std::string dump(const std::string& text, std::size_t bufferBytes = RecordReader::kBufferBytes) {
    BatchWriteSource source(ByteSource::ofText(text), {}, {}, bufferBytes);
    return dumpSource(source, kKeys);
}

#define PUT(key) "{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"" key "\"}}}}"
#define DELETE(key) "{\"DeleteRequest\":{\"Key\":{\"pk\":{\"S\":\"" key "\"}}}}"
#define ITEM(key) "{\"pk\":{\"S\":\"" key "\"}}"

void arrangements() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("one table", "{\"Orders\":[" PUT("a") "," DELETE("b") "]}",
        "1 Orders " ITEM("a") "\n1 Orders delete " ITEM("b") "\n");
    row("pretty, with text of all kinds",
        "{\n  \"Orders\": [\n    {\n      \"PutRequest\": {\n        \"Item\": {\n          \"pk\": {\"S\": "
        "\"京都\"}\n"
        "        }\n      }\n    },\n    {\n      \"DeleteRequest\": {\n        \"Key\": {\n"
        "          \"pk\": {\"S\": \"b\"}\n        }\n      }\n    }\n  ]\n}\n",
        "3 Orders " ITEM("京都") "\n10 Orders delete " ITEM("b") "\n");
    row("several tables", "{\"Orders\":[" PUT("a") "],\"Users\":[" PUT("b") "]}",
        "1 Orders " ITEM("a") "\n1 Users " ITEM("b") "\n");
    row("request input",
        "{\"RequestItems\":{\"Orders\":[" PUT("a") "]},\"ReturnConsumedCapacity\":\"TOTAL\"}",
        "1 Orders " ITEM("a") "\n");
    row("output that was not processed",
        "{\"UnprocessedItems\":{\"Orders\":[" PUT("a") "]},\"ConsumedCapacity\":[]}",
        "1 Orders " ITEM("a") "\n");
    row("objects one after another", "{\"Orders\":[" PUT("a") "]}\n{\"Orders\":[" PUT("b") "]}{\"Users\":[]}",
        "1 Orders " ITEM("a") "\n2 Orders " ITEM("b") "\n");
    row("an array of them", "[{\"Orders\":[" PUT("a") "]},\n{\"Users\":[" DELETE("b") "]}]",
        "1 Orders " ITEM("a") "\n2 Users delete " ITEM("b") "\n");
    row("requests, one a line", PUT("a") "\n" DELETE("b") "\n", "1 " ITEM("a") "\n2 delete " ITEM("b") "\n");
    row("requests in an array", "[" PUT("a") ",\n" PUT("b") "]", "1 " ITEM("a") "\n2 " ITEM("b") "\n");
    row("plain values", "{\"Orders\":[{\"PutRequest\":{\"Item\":{\"pk\":\"a\",\"n\":12.50}}}]}",
        "1 Orders {\"n\":{\"N\":\"12.5\"},\"pk\":{\"S\":\"a\"}}\n");
    row("a table called PutRequest", "{\"PutRequest\":[" PUT("a") "]}", "1 PutRequest " ITEM("a") "\n");
    row("a transaction",
        "{\"TransactItems\":[{\"Put\":{\"TableName\":\"A\",\"Item\":" ITEM("a") "}},\n"
        "{\"Delete\":{\"TableName\":\"B\",\"Key\":" ITEM("b") ",\"ConditionExpression\":\"x = y\"}}],\n"
        "\"ClientRequestToken\":\"t\"}",
        "1 A " ITEM("a") "\n2 B delete " ITEM("b") " (The condition of the request is not looked at.)\n");
    row("what a transaction cannot bring",
        "{\"TransactItems\":[{\"Update\":{\"TableName\":\"A\"}},\n{\"ConditionCheck\":{\"TableName\":\"A\"}}]"
        "}",
        "1 A refused: An Update is not taken: what it writes depends on the item that it meets. at "
        "'{\"TableName\":\"A\"}'\n"
        "2 A refused: A ConditionCheck writes nothing. at '{\"TableName\":\"A\"}'\n");
    row("what stands beside", "{\"RequestItems\":{\"Orders\":[" PUT("a") "],\"Note\":1},\"Comment\":\"x\"}",
        "1 Orders " ITEM("a")
            "\nlost 1: \"Note\" stands beside the items and is not taken over.\n"
            "lost 1: \"Comment\" stands beside the items and is not taken over.\n");

    const char* const wanted =
        " refused: This is no request: it has to be {\"PutRequest\": {\"Item\": …}} or {\"DeleteRequest\": "
        "{\"Key\": "
        "…}}. at ";
    row("malformed requests",
        "{\"T\":[{},\n{\"PutRequest\":{}},\n{\"PutRequest\":{\"Item\":[]}},\n{\"DeleteRequest\":{\"Item\":{}}"
        "},\n"
        "{\"PutRequest\":{\"Item\":{},\"x\":1}},\n{\"PutRequest\":{\"Item\":{}},\"y\":1},\n"
        "{\"PutRequest\":1},\n{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":3}}}},\n"
        "{\"PutRequest\":{\"Item\":{},\"Item\":{}}},\n7,\n" PUT("z") "]}",
        ("1 T" + std::string(wanted) + "'{}'\n" +
         "2 T refused: The request has no \"Item\" that is an object. at '{}'\n"
         "3 T refused: The request has no \"Item\" that is an object. at '{\"Item\":[]}'\n"
         "4 T refused: The request has no \"Key\" that is an object. at '{\"Item\":{}}'\n"
         "5 T refused: The request has more members than \"Item\". at '{\"Item\":{},\"x\":1}'\n"
         "6 T" +
         wanted +
         "'{\"PutRequest\":{\"Item\":{}},\"y\":1}'\n"
         "7 T refused: A JSON object, { … }, is wanted here. at '1'\n"
         "8 T refused: pk: The type S is written {\"S\": \"text\"}; this is a JSON number. at '3'\n"
         "9 T refused: The name \"Item\" occurs twice in one object. Keep one of them. at "
         "'{\"Item\":{},\"Item\":{}}'\n"
         "10 T refused: A JSON object, { … }, is wanted here. at '7'\n"
         "11 T " ITEM("z") "\n")
            .c_str());
    row("an item among requests", PUT("a") "\n{\"pk\":{\"S\":\"b\"}}\n",
        ("1 " ITEM("a") "\n2" + std::string(wanted) + "'{\"pk\":{\"S\":\"b\"}}'\n").c_str());
}

}  // namespace

class TestBatchWriteSource final : public QObject {
    Q_OBJECT

  private slots:
    void arrangement_data() { arrangements(); }
    void arrangement();
    void cutOff_data() { arrangements(); }
    void cutOff();
    void manyRequests();
    void deep();
    void looksLike_data();
    void looksLike();
};

void TestBatchWriteSource::arrangement() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const std::string source = text.toStdString();
    QCOMPARE(QByteArray::fromStdString(dump(source)), expected);
    for (std::size_t bufferBytes = 1; bufferBytes <= source.size() + 2; ++bufferBytes)
        QCOMPARE(QByteArray::fromStdString(dump(source, bufferBytes)), expected);
    QCOMPARE(QByteArray::fromStdString(dump(QByteArray(text).replace("\n", "\r\n").toStdString())), expected);
}

void TestBatchWriteSource::cutOff() {
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

void TestBatchWriteSource::manyRequests() {
    std::string text = "{\"RequestItems\":{\"Big\":[";
    const std::string filling(500, 'x');
    for (int i = 0; i < 6000; ++i) {
        text += (i > 0 ? ",\n" : "\n");
        text += "{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"" + std::to_string(i) + filling + "\"}}}}";
    }
    text += "]}}";
    BatchWriteSource source(ByteSource::ofText(text), {}, {}, 4096);
    std::uint64_t records = 0;
    for (;; ++records) {
        const auto record = source.next();
        QVERIFY(record.ok());
        if (!*record) break;
        QCOMPARE((*record)->line, records + 2);
        QVERIFY(source.decode(**record, kKeys, false).ok());
    }
    QCOMPARE(records, std::uint64_t{6000});
    QVERIFY(!source.endedEarly());
    QCOMPARE(source.tables().size(), std::size_t{1});
    QCOMPARE(source.tables()[0].name, std::string("Big"));
}

void TestBatchWriteSource::deep() {
    for (const std::string& opening : {std::string("["), std::string("{\"RequestItems\":"),
                                       std::string("{\"T\":["), std::string("{\"PutRequest\":")}) {
        std::string text;
        for (int i = 0; i < 200'000; ++i)
            text += opening;
        const std::string all = dump(text);
        QVERIFY2(all.find("ended early") != std::string::npos, all.c_str());
    }
    const std::string brackets = std::string(200'000, '[') + std::string(200'000, ']');
    const std::string all = dump("{\"PutRequest\":{\"Item\":{\"pk\":" + brackets + "}}}\n" PUT("b"));
    QVERIFY2(all.starts_with("1 refused") && all.ends_with("2 " ITEM("b") "\n"), all.c_str());
}

void TestBatchWriteSource::looksLike_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << QString(expected);
    };
    const char* const batch = "requests of batch-write-item";
    row("one table", "{\"T\":[" PUT("a") "]}", batch);
    row("deletes first", "\n{\"T\":[" DELETE("a") "]}", batch);
    row("input", "{\"RequestItems\":{\"T\":[" PUT("a") "]}}", batch);
    row("in an array", "[{\"T\":[" PUT("a") "]}]", batch);
    row("cut", QByteArray("{\"T\":[" PUT("a") "," PUT("b") "]}").left(60), batch);
    row("lines", PUT("a") "\n" PUT("b"), "requests of batch-write-item, one after another");
    row("transaction", "{\"TransactItems\":[]}", "input of transact-write-items");
    row("requests of one", "{\"Put\":{\"TableName\":\"T\",\"Item\":{}}}",
        "requests of transact-write-items, one after another");
    row("an item", "{\"pk\":{\"S\":\"a\"}}", "");
    row("an item with such a name", "{\"RequestItems\":{\"M\":{}},\"pk\":{\"S\":\"a\"}}", "");
    row("a plain item", "{\"Put\":{\"x\":1},\"pk\":\"a\"}", "");
    row("a scan", "{\"Items\":[{\"pk\":1}]}", "");
    row("lines of items", "{\"pk\":1}\n{\"pk\":2}", "");
    row("CSV", "pk\n1\n", "");
}

void TestBatchWriteSource::looksLike() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(looksLikeBatchWrite(text.toStdString())), expected);
    if (expected.isEmpty()) return;
    const auto source = readBatchWrite(ByteSource::ofText(text.toStdString()), {}, {});
    QVERIFY(source.ok());
    QCOMPARE(QString::fromStdString((*source)->detection().description), expected);
}

QTEST_APPLESS_MAIN(TestBatchWriteSource)
#include "tst_batch_write_source.moc"
