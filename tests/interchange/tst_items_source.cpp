// Items in every arrangement that people have them in: the same ones however the bytes arrive, and nothing
// else taken for an item, or an item for something else.
#include <QTest>

#include "engine/interchange/read/items_source.h"
#include "engine/interchange/read/readers.h"
#include "tests/interchange/packed.h"
#include "tests/interchange/source_dump.h"

using namespace partita;

namespace {

const KeySchema kKeys{{{"pk", ValueType::String}}, {}};

std::string dump(const std::string& text, std::size_t bufferBytes = RecordReader::kBufferBytes,
                 const KeySchema& keys = kKeys) {
    ItemsSource source(ByteSource::ofText(text), {}, {}, bufferBytes);
    return dumpSource(source, keys);
}

std::string withCrlf(std::string text) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.replace(at, 1, "\r\n");
    return text;
}

const char* const kScanPretty = R"({
    "Items": [
        {
            "pk": {
                "S": "a"
            },
            "sk": {
                "S": "1"
            }
        },
        {
            "pk": {
                "S": "京都 ☕"
            },
            "n": {
                "N": "1"
            }
        }
    ],
    "Count": 2,
    "ScannedCount": 2,
    "ConsumedCapacity": null
}
)";

void arrangements() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    const char* const two = "1 {\"pk\":{\"S\":\"a\"}}\n1 {\"pk\":{\"S\":\"b\"}}\n";
    row("array", R"([{"pk":"a"},{"pk":"b"}])", two);
    row("lines", "{\"pk\":\"a\"}\n{\"pk\":{\"S\":\"日本\"}}",
        "1 {\"pk\":{\"S\":\"a\"}}\n2 {\"pk\":{\"S\":\"日本\"}}\n");
    row("concatenated", R"({"pk":"a"}{"pk":"b"})", two);
    row("one item", "{\n \"pk\": {\"S\": \"a\"}\n}\n", "1 {\"pk\":{\"S\":\"a\"}}\n");
    row("get-item", "{\n  \"Item\": {\n    \"pk\": {\"S\": \"a\"}\n  }\n}\n", "2 {\"pk\":{\"S\":\"a\"}}\n");
    row("get-item with capacity",
        R"({"Item":{"pk":{"S":"a"}},"ConsumedCapacity":{"TableName":"T","CapacityUnits":0.5}})",
        "1 {\"pk\":{\"S\":\"a\"}}\n");
    row("get-item of an SDK", R"({"Item":{"pk":"a"},"ResponseMetadata":{"RequestId":"X"}})",
        "1 {\"pk\":{\"S\":\"a\"}}\n");
    row("get-item that found nothing", R"({"ConsumedCapacity":{"TableName":"T","CapacityUnits":0.5}})", "");
    row("lines of an export",
        "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n{\"Item\":{\"pk\":{\"S\":\"b\"},\"x\":{\"N\":\"1\"}}}\n",
        "1 {\"pk\":{\"S\":\"a\"}}\n2 {\"pk\":{\"S\":\"b\"},\"x\":{\"N\":\"1\"}}\n");
    row("array of them", R"([{"Item":{"pk":"a"}},{"Item":{"pk":"b"}}])", two);
    row("put-item", R"({"TableName":"Music","Item":{"pk":{"S":"a"}},"ReturnConsumedCapacity":"TOTAL"})",
        "1 Music {\"pk\":{\"S\":\"a\"}}\n");
    row("put-item with a condition",
        R"x({"TableName":"Music","Item":{"pk":{"S":"a"}},"ConditionExpression":"attribute_not_exists(pk)"})x",
        "1 Music {\"pk\":{\"S\":\"a\"}}\n"
        "lost 1: \"ConditionExpression\" stands beside the items and is not taken over.\n");
    row("scan, pretty", kScanPretty,
        "3 {\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}\n11 {\"n\":{\"N\":\"1\"},\"pk\":{\"S\":\"京都 "
        "☕\"}}\n");
    row("scan, minified", R"({"Items":[{"pk":{"S":"a"}},{"pk":{"S":"b"}}],"Count":2,"ScannedCount":9})", two);
    row("scan, names sorted", R"({"Count":2,"Items":[{"pk":{"S":"a"}},{"pk":{"S":"b"}}],"ScannedCount":2})",
        two);
    row("scan of a query, plain", R"({"Items":[{"pk":"a"},{"pk":"b"}],"Count":2})", two);
    row("scan, items alone", R"({"Items":[{"pk":"a"},{"pk":"b"}]})", two);
    row("scan that found nothing", R"({"Items":[],"Count":0,"ScannedCount":7,"ConsumedCapacity":null})", "");
    row("scan of an SDK", R"({"$metadata":{"httpStatusCode":200},"Count":2,"Items":[{"pk":"a"},{"pk":"b"}]})",
        two);
    row("scan that counts", R"({"Count":2,"ScannedCount":2})",
        "warning 1: \"Count\" says 2, but the page has 0 items.\n");
    row("pages",
        "{\"Items\":[{\"pk\":\"a\"}],\"Count\":1,\"LastEvaluatedKey\":{\"pk\":\"a\"}}\n"
        "{\"Items\":[{\"pk\":\"b\"}],\"Count\":1}\n",
        "1 {\"pk\":{\"S\":\"a\"}}\n2 {\"pk\":{\"S\":\"b\"}}\n");
    row("pages in an array",
        R"([{"Items":[{"pk":"a"}],"Count":1,"LastEvaluatedKey":{"pk":"a"}},)"
        R"({"Items":[{"pk":"b"}],"Count":1,"LastEvaluatedKey":null}])",
        two);
    row("a page is missing",
        "{\"Items\":[{\"pk\":\"a\"}],\n\"Count\":1,\n\"LastEvaluatedKey\":{\"pk\":\"a\"}}",
        "1 {\"pk\":{\"S\":\"a\"}}\n"
        "warning 3: The source may be incomplete: its last page has a \"LastEvaluatedKey\" or \"NextToken\", "
        "so "
        "the table has more items.\n");
    row("another count", "{\"Items\":[{\"pk\":\"a\"}],\n\"Count\":3}",
        "1 {\"pk\":{\"S\":\"a\"}}\nwarning 2: \"Count\" says 3, but the page has 1 items.\n");
    row("what an operation does not write",
        R"({"Items":[{"pk":"a"}],"Count":1,"ScannedCount":1,"Comment":{"x":[1]},"Comment":2})",
        "1 {\"pk\":{\"S\":\"a\"}}\nlost 1: \"Comment\" stands beside the items and is not taken over.\n");
    row("batch-get-item",
        R"({"Responses":{"Music":[{"pk":{"S":"a"}}],"Art":[{"pk":{"S":"b"}}]},"UnprocessedKeys":{}})",
        "1 Music {\"pk\":{\"S\":\"a\"}}\n1 Art {\"pk\":{\"S\":\"b\"}}\n");
    row("batch-get-item without some",
        R"({"Responses":{"Music":[{"pk":"a"}]},"UnprocessedKeys":{"Music":{"Keys":[]}}})",
        "1 Music {\"pk\":{\"S\":\"a\"}}\n"
        "warning 1: The source may be incomplete: \"UnprocessedKeys\" names items that were asked for and "
        "not "
        "given.\n");
    row("transact-get-items", R"({"Responses":[{"Item":{"pk":{"S":"a"}}},{},{"Item":{"pk":{"S":"b"}}}]})",
        two);
    row("PartiQL in a batch",
        R"({"Responses":[{"TableName":"T","Item":{"pk":"a"}},{"Error":{"Code":"X"},"TableName":"T"}]})",
        "1 T {\"pk\":{\"S\":\"a\"}}\nlost 1: \"Error\" stands beside the items and is not taken over.\n");
    row("all kinds in one",
        "{\"pk\":\"a\"}\n[{\"pk\":\"b\"}]\n{\"Items\":[{\"pk\":\"c\"}],\"Count\":1}\n"
        "{\"Item\":{\"pk\":\"d\"}}\n{\"Responses\":{\"T\":[{\"pk\":\"e\"}]}}{\"pk\":\"f\"}\n",
        "1 {\"pk\":{\"S\":\"a\"}}\n2 {\"pk\":{\"S\":\"b\"}}\n3 {\"pk\":{\"S\":\"c\"}}\n4 "
        "{\"pk\":{\"S\":\"d\"}}\n"
        "5 T {\"pk\":{\"S\":\"e\"}}\n5 {\"pk\":{\"S\":\"f\"}}\n");

    // Items that have attributes of these names.
    row("attribute Items", R"({"pk":{"S":"a"},"Items":{"L":[{"S":"x"}]}})",
        "1 {\"Items\":{\"L\":[{\"S\":\"x\"}]},\"pk\":{\"S\":\"a\"}}\n");
    row("attribute Items first", R"({"Items":{"L":[{"M":{}}]},"pk":{"S":"a"}})",
        "1 {\"Items\":{\"L\":[{\"M\":{}}]},\"pk\":{\"S\":\"a\"}}\n");
    row("attribute Item", R"({"Item":{"M":{"x":{"S":"1"}}},"pk":{"S":"a"}})",
        "1 {\"Item\":{\"M\":{\"x\":{\"S\":\"1\"}}},\"pk\":{\"S\":\"a\"}}\n");
    row("attribute Responses", R"({"Responses":{"L":[{"M":{}}]},"pk":{"S":"a"}})",
        "1 {\"Responses\":{\"L\":[{\"M\":{}}]},\"pk\":{\"S\":\"a\"}}\n");
    row("attributes of these names all",
        R"({"Count":{"N":"1"},"Items":{"SS":["x"]},"TableName":{"S":"T"},"pk":{"S":"a"}})",
        "1 "
        "{\"Count\":{\"N\":\"1\"},\"Items\":{\"SS\":[\"x\"]},\"TableName\":{\"S\":\"T\"},\"pk\":{\"S\":\"a\"}"
        "}"
        "\n");
    row("a list of words", R"({"Items":["x"],"pk":"a"})",
        "1 {\"Items\":{\"L\":[{\"S\":\"x\"}]},\"pk\":{\"S\":\"a\"}}\n");
    const char* const ambiguous =
        " is taken for an item, not for the output of an operation: other attributes stand beside it, and "
        "nothing that only such output has. Others like it are read the same way.\n";
    row("an order with its items", R"({"pk":"a","Items":[{"sku":1}],"Count":1})",
        ("1 "
         "{\"Count\":{\"N\":\"1\"},\"Items\":{\"L\":[{\"M\":{\"sku\":{\"N\":\"1\"}}}]},\"pk\":{\"S\":\"a\"}}"
         "\n"
         "warning 1: An object with a member \"Items\"" +
         std::string(ambiguous))
            .c_str());
    row("a map of that name", "{\"Item\":{\"sku\":1},\"pk\":\"a\"}\n{\"Item\":{\"sku\":2},\"pk\":\"b\"}\n",
        ("1 {\"Item\":{\"M\":{\"sku\":{\"N\":\"1\"}}},\"pk\":{\"S\":\"a\"}}\n"
         "2 {\"Item\":{\"M\":{\"sku\":{\"N\":\"2\"}}},\"pk\":{\"S\":\"b\"}}\n"
         "warning 1: An object with a member \"Item\"" +
         std::string(ambiguous))
            .c_str());
    row("items inside items", R"({"Items":[{"pk":"a","Items":[{"x":1}],"Item":{"y":2}}],"Count":1})",
        "1 {\"Item\":{\"M\":{\"y\":{\"N\":\"2\"}}},\"Items\":{\"L\":[{\"M\":{\"x\":{\"N\":\"1\"}}}]},"
        "\"pk\":{\"S\":\"a\"}}\n");

    // Faults cost the one record.
    row("a bad item in a page",
        "{\"Items\":[{\"pk\":{\"S\":\"a\"}},\n{\"pk\":{\"S\":1}},\n{\"pk\":{\"S\":\"b\"}}],\"Count\":3}",
        "1 {\"pk\":{\"S\":\"a\"}}\n"
        "2 refused: pk: The type S is written {\"S\": \"text\"}; this is a JSON number. at '1'\n"
        "3 {\"pk\":{\"S\":\"b\"}}\n");
    row("a name twice inside", "{\"Item\":{\"pk\":\"a\",\"pk\":\"b\"}}",
        "1 refused: pk: The name \"pk\" occurs twice in one object. Keep one of them.\n");
    row("an envelope's name twice", "{\"Item\":{\"pk\":\"a\"},\"Item\":{\"pk\":\"b\"}}",
        "1 refused: Item: The name \"Item\" occurs twice in one object. Keep one of them.\n");
    row("a member without quotes",
        "{\"Items\":[{\"pk\":\"a\"}],\nCount: 1,\n\"ScannedCount\":1}\n{\"pk\":\"b\"}",
        "1 {\"pk\":{\"S\":\"a\"}}\n"
        "2 refused: An item is a JSON object, { … }; this is something else. at 'Count'\n"
        "4 {\"pk\":{\"S\":\"b\"}}\n");
    row("the closing bracket of a page missing",
        "{\"Items\":[{\"pk\":\"a\"}],\"Count\":1\n{\"Items\":[{\"pk\":\"b\"}],\"Count\":1}",
        "1 {\"pk\":{\"S\":\"a\"}}\n2 {\"pk\":{\"S\":\"b\"}}\n");
}

}  // namespace

class TestItemsSource final : public QObject {
    Q_OBJECT

  private slots:
    void arrangement_data() { arrangements(); }
    void arrangement();
    void cutOff_data() { arrangements(); }
    void cutOff();
    void textOfRecords();
    void tables();
    void described_data();
    void described();
    void large();
    void deep();
    void casesOfImport_data();
    void casesOfImport();
    void compressed();
    void refused();
};

void TestItemsSource::arrangement() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const std::string source = text.toStdString();
    QCOMPARE(QByteArray::fromStdString(dump(source)), expected);
    for (std::size_t bufferBytes = 1; bufferBytes <= source.size() + 2; ++bufferBytes)
        QCOMPARE(QByteArray::fromStdString(dump(source, bufferBytes)), expected);
    QCOMPARE(QByteArray::fromStdString(dump("\xEF\xBB\xBF" + source)), expected);
    QCOMPARE(QByteArray::fromStdString(dump(withCrlf(source))), expected);
}

void TestItemsSource::cutOff() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const std::string source = text.toStdString();
    for (std::size_t size = 1; size < source.size(); ++size) {
        const std::string cut = dump(source.substr(0, size), 16);
        QVERIFY2(!QByteArray::fromStdString(cut).contains("goes on"), cut.c_str());
        if (expected.contains("refused")) continue;
        const std::string differs = notTheBeginning(cut, expected.toStdString());
        // What is taken for an item, as members that show otherwise are cut off, is refused as cut off.
        QVERIFY2(differs.empty(), (std::to_string(size) + ": " + differs).c_str());
        const bool isBracketOpen =
            std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(size), '{') !=
            std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(size), '}');
        if (isBracketOpen)
            QVERIFY2(cut.find("ended early") != std::string::npos, std::to_string(size).c_str());
    }
}

void TestItemsSource::textOfRecords() {
    // What is handed on is the item's own text, so that a fault is shown in it.
    const std::string text = "{\n \"Item\": {\"pk\": {\"S\": 7}}, \"ConsumedCapacity\": null}\n";
    SourceOptions options;
    options.form = JsonForm::DynamoDb;
    ItemsSource source(ByteSource::ofText(text), {}, options);
    const auto record = source.next();
    QVERIFY(record.ok() && *record);
    QCOMPARE(std::string((*record)->text), std::string("{\"pk\": {\"S\": 7}}"));
    QCOMPARE((*record)->line, std::uint64_t{2});
    QCOMPARE((*record)->offset, std::uint64_t{text.find("{\"pk\"")});
    const auto decoded = source.decode(**record, kKeys, false);
    QVERIFY(!decoded.ok() && decoded.error().range);
    QCOMPARE((*record)->text.substr(decoded.error().range->begin, 1), std::string_view("7"));
}

void TestItemsSource::tables() {
    const auto names = [](const char* text) {
        ItemsSource source(ByteSource::ofText(text), {}, {});
        dumpSource(source, kKeys);
        QStringList all;
        for (const SourceTable& table : source.tables())
            all += QString::fromStdString(table.name);
        return all;
    };
    QCOMPARE(names("[]"), QStringList{""});
    QCOMPARE(names("{\"pk\":1}"), QStringList{""});
    QCOMPARE(names(R"({"Responses":{"B":[{"x":1}],"A":[],"B":[{"x":2}]}})"), (QStringList{"B", "A"}));
    QCOMPARE(names("{\"TableName\":\"T\",\"Item\":{\"pk\":\"a\"}}\n{\"pk\":1}\n"), (QStringList{"T", ""}));
}

void TestItemsSource::described_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const QByteArray& text, const char* expected) {
        QTest::newRow(expected) << text << QString(expected);
    };
    const QByteArray item = R"({"pk":{"S":"a"}})";
    row(item + "\n" + item + "\n", "DynamoDB JSON, one item a line");
    row(item, "DynamoDB JSON, one item");
    row("{\"pk\":1}\r\n\r\n{\"pk\":2}", "plain JSON, one item a line");
    row("{\"pk\":{\"S\":\"" + QByteArray(5000, 'x'), "DynamoDB JSON, one item a line");
    row("{\n\"pk\":1}\n{\n\"pk\":2}", "plain JSON, items one after another");
    row("\n [ {\"pk\":1}]", "plain JSON, an array of items");
    row("[]", "a JSON array without items");
    row("[3]", "a JSON array");
    row(kScanPretty, "output of aws dynamodb scan or query");
    row(R"([{"Items":[)" + item + "]}]", "output of aws dynamodb scan or query, several in an array");
    row(R"({"Items":[{"pk":1}],"Count":1})", "output of a scan or query, items as plain JSON");
    row(R"({"Items":[{"pk":{"S":")" + QByteArray(5000, 'x'), "output of aws dynamodb scan or query");
    row("{\"Item\":" + item + "}", "output of aws dynamodb get-item, DynamoDB JSON");
    row("{\"Item\":" + item + "}\n{\"Item\":" + item + "}\n",
        "DynamoDB JSON, one {\"Item\": …} a line, as in an export to S3");
    row(R"({"TableName":"T","Item":{"pk":1}})", "input of aws dynamodb put-item, plain JSON");
    row(R"({"Responses":{"T":[{"pk":1}]}})", "output of aws dynamodb batch-get-item");
    row(R"({"Responses":[{"Item":{"pk":1}}]})", "output of aws dynamodb transact-get-items");
    row("pk,sk\n1,2\n", "");
    row("", "");
}

void TestItemsSource::described() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const std::string head = text.left(4096).toStdString();
    QCOMPARE(QString::fromStdString(looksLikeItems(head)), expected);
    if (expected.isEmpty()) return;
    const auto source = readItems(ByteSource::ofText(text.toStdString()), {}, {});
    QVERIFY(source.ok());
    QCOMPARE(QString::fromStdString((*source)->detection().description), expected);
    QCOMPARE((*source)->files(), std::vector<std::string>{"text"});
}

void TestItemsSource::large() {
    // Larger than what is looked at to tell what it is, with the count far behind.
    std::string text = "{\"Comment\":\"first\",\"Items\":[";
    const std::string filling(1000, 'x');
    for (int i = 0; i < 5000; ++i)
        text += (i > 0 ? ",{\"pk\":\"" : "{\"pk\":\"") + std::to_string(i) + "\",\"t\":\"" + filling + "\"}";
    text += "],\"Count\":5001}";
    ItemsSource source(ByteSource::ofText(text), {}, {}, 4096);
    int records = 0;
    for (;; ++records) {
        const auto record = source.next();
        QVERIFY(record.ok());
        if (!*record) break;
        QVERIFY(source.decode(**record, kKeys, false).ok());
    }
    QCOMPARE(records, 5000);
    QCOMPARE(dumpNotes(source),
             std::string("lost 1: \"Comment\" stands beside the items and is not taken over.\n"
                         "warning 1: \"Count\" says 5001, but the page has 5000 items.\n"));
}

void TestItemsSource::deep() {
    for (const std::string& opening : {std::string("["), std::string("{\"Items\":["),
                                       std::string("{\"Item\":"), std::string("{\"Responses\":{\"T\":[")}) {
        std::string text;
        for (int i = 0; i < 200'000; ++i)
            text += opening;
        const std::string all = dump(text);
        QVERIFY2(all.find("ended early") != std::string::npos, all.c_str());
    }
    const std::string nested =
        "{\"pk\":\"a\",\"x\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}\n";
    const std::string all = dump(nested + "{\"pk\":\"b\"}");
    QVERIFY2(all.starts_with("1 refused") && all.ends_with("2 {\"pk\":{\"S\":\"b\"}}\n"), all.c_str());
}

void TestItemsSource::casesOfImport_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("keyName");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("rows of an export")
        << QByteArray(
               "{\"Item\":{\"pk\":{\"S\":\"o#1\"},\"total\":{\"N\":\"12.50\"},\"raw\":{\"B\":\"AP8=\"}}}\n"
               "{\"Item\":{\"pk\":{\"S\":\"o#2\"},\"note\":{\"NULL\":true},\"lines\":{\"L\":[{\"M\":{\"sku\":"
               "{"
               "\"S\":\"s1\"}}}]}}}\n")
        << "pk"
        << QByteArray(
               "1 {\"pk\":{\"S\":\"o#1\"},\"raw\":{\"B\":\"AP8=\"},\"total\":{\"N\":\"12.5\"}}\n"
               "2 "
               "{\"lines\":{\"L\":[{\"M\":{\"sku\":{\"S\":\"s1\"}}}]},\"note\":{\"NULL\":true},\"pk\":{\"S\":"
               "\"o#2\"}}\n");
    QTest::newRow("types by value")
        << QByteArray(
               R"([{"pk":"1","s":"open"}, {"pk":"2","s":{"label":"ok","S":"x"}}, {"pk":"3","s":null}, )"
               R"({"pk":"4","s":false}, {"pk":"5","s":[1,"1",[]]}, {"pk":"6","s":0}, {"pk":"7","s":""}])")
        << "pk"
        << QByteArray(
               "1 {\"pk\":{\"S\":\"1\"},\"s\":{\"S\":\"open\"}}\n"
               "1 {\"pk\":{\"S\":\"2\"},\"s\":{\"M\":{\"S\":{\"S\":\"x\"},\"label\":{\"S\":\"ok\"}}}}\n"
               "1 {\"pk\":{\"S\":\"3\"},\"s\":{\"NULL\":true}}\n1 "
               "{\"pk\":{\"S\":\"4\"},\"s\":{\"BOOL\":false}}\n"
               "1 {\"pk\":{\"S\":\"5\"},\"s\":{\"L\":[{\"N\":\"1\"},{\"S\":\"1\"},{\"L\":[]}]}}\n"
               "1 {\"pk\":{\"S\":\"6\"},\"s\":{\"N\":\"0\"}}\n1 {\"pk\":{\"S\":\"7\"},\"s\":{\"S\":\"\"}}\n");
    QTest::newRow("numbers beyond double")
        << QByteArray(
               "[\n{\"id\": 73120945561028837719, \"price\": 0.1000000000000000055511151231257827, \"e\": "
               "1e3},"
               "\n{\"id\": 7, \"big\": 1234567890123456789012345678901234567890},\n{\"id\": 8, \"huge\": "
               "1e400}"
               "\n]\n")
        << "id"
        << QByteArray(
               "2 {\"e\":{\"N\":\"1000\"},\"id\":{\"N\":\"73120945561028837719\"},\"price\":{\"N\":"
               "\"0.1000000000000000055511151231257827\"}}\n"
               "3 refused: big: Attempting to store more than 38 significant digits in a Number: "
               "1234567890123456789012345678901234567890 has 39 significant digits at "
               "'1234567890123456789012345678901234567890'\n"
               "4 refused: huge: Number overflow. Attempting to store a number with magnitude larger than "
               "supported "
               "range: 1e400 at '1e400'\n");
}

void TestItemsSource::casesOfImport() {
    QFETCH(QByteArray, text);
    QFETCH(QString, keyName);
    QFETCH(QByteArray, expected);
    const ValueType type = keyName == "id" ? ValueType::Number : ValueType::String;
    const KeySchema keys{{{keyName.toStdString(), type}}, {}};
    QCOMPARE(QByteArray::fromStdString(dump(text.toStdString(), 64, keys)), expected);
}

void TestItemsSource::compressed() {
    std::string text;
    std::string expected;
    for (int i = 1; i <= 3000; ++i) {
        const std::string item = "{\"pk\":{\"S\":\"" + std::to_string(i * 7919 % 10007) + "\"}}";
        text += "{\"Item\":" + item + "}\n";
        expected += std::to_string(i) + " " + item + "\n";
    }
    const std::string packed = testing::gzipOf(text);
    QCOMPARE(dump(packed), expected);
    // Of one that is damaged, what comes before the place is read, and then the fault is told.
    const std::string cut = dump(packed.substr(0, packed.size() / 2));
    const std::size_t fault = cut.find("error: ");
    QVERIFY2(fault != std::string::npos && cut.find("1000 {") < fault, cut.substr(0, 300).c_str());
    QVERIFY2(notTheBeginning(cut, expected).empty(), notTheBeginning(cut, expected).c_str());
}

void TestItemsSource::refused() {
    const auto source = readItems(ByteSource::ofText("id,name\n1,Ann\n"), {}, {});
    QVERIFY(!source.ok());
    QCOMPARE(source.error().code, ErrorCode::BadInput);
}

QTEST_APPLESS_MAIN(TestItemsSource)
#include "tst_items_source.moc"
