// Items written as CSV and read back: equal, whatever they hold.
#include <QTest>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/write/csv_text.h"
#include "engine/value/item_bytes.h"

using namespace partita;

namespace {

SinkTable tableOf(const std::vector<Item>& items) {
    SinkTable table;
    table.definition.name = "t";
    table.definition.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};
    for (const Item& item : items) {
        for (const Attribute& attribute : item) {
            const std::string type(typeName(attribute.value.type()));
            const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                             [&](const auto& c) { return c.name == attribute.name; });
            if (column == table.columns.end()) {
                table.columns.push_back({attribute.name, {type}});
            } else if (std::find(column->types.begin(), column->types.end(), type) == column->types.end()) {
                column->types.push_back(type);
            }
        }
    }
    return table;
}

std::string written(const std::vector<Item>& items) {
    CsvRows rows(tableOf(items));
    std::string text = rows.header();
    for (const Item& item : items) {
        if (!rows.append(itemBytes(item), text)) return "damaged";
    }
    return rows.losses().empty() ? text : "lost";
}

Item item(const std::string& json) {
    const auto parsed = parseItem(json, JsonForm::DynamoDb, {});
    return parsed ? parsed->item : Item();
}

}  // namespace

class TestCsvSink final : public QObject {
    Q_OBJECT

  private slots:
    void text();
    void roundTrip_data();
    void roundTrip();
    void losses();
    void damaged();
};

void TestCsvSink::text() {
    QCOMPARE(
        QByteArray::fromStdString(written({
            item(R"({"sk":{"N":"1"},"pk":{"S":"a, b"},"e":{"S":""},"m":{"M":{"x":{"NS":["1"]}}}})"),
            item(R"({"sk":{"N":"2"},"pk":{"S":"c"},"e":{"NULL":true}})"),
        })),
        QByteArray(
            "pk:S,sk:N,e:JSON,m:M\r\n"
            "\"a, b\",1,\"{\"\"S\"\":\"\"\"\"}\",\"{\"\"M\"\":{\"\"x\"\":{\"\"NS\"\":[\"\"1\"\"]}}}\"\r\n"
            "c,2,\"{\"\"NULL\"\":true}\",\r\n"));
}

void TestCsvSink::roundTrip_data() {
    QTest::addColumn<QByteArray>("attributes");  // beside the key: of several items, one a line
    const auto row = [](const char* name, const QByteArray& attributes) {
        QTest::newRow(name) << attributes;
    };
    row("none", "");
    row("S", "\"a\":{\"S\":\"x\"}\n\"a\":{\"S\":\"\"}\n");
    row("S like other types",
        R"("a":{"S":"007"},"b":{"S":"true"},"c":{"S":"{}"},"d":{"S":"[1]"},"e":{"S":"null"})");
    row("S with quotes", R"("a":{"S":"\"x\" \"\""},"b":{"S":"\""},"c":{"S":"a,b;c|d\te"})");
    row("S with line ends", R"("a":{"S":"1\n2\r\n3\r"},"b":{"S":"\n"},"c":{"S":"\r"})");
    row("S of blanks", R"("a":{"S":" "},"b":{"S":" x "},"c":{"S":"\t"})");
    row("S, other signs", R"("a":{"S":"東京 ☕ 😀"},"b":{"S":"\u0001"},"c":{"S":"\uFEFFx"},"d":{"S":"=1+1"})");
    row("N",
        R"("a":{"N":"12345678901234567890123456789012345678"},"b":{"N":"-0.001"},"c":{"N":"1E125"},"d":{"N":"1E-130"})");
    row("B", R"("a":{"B":"AAEC"},"b":{"B":""})");
    row("BOOL and NULL", R"("a":{"BOOL":true},"b":{"BOOL":false},"c":{"NULL":true})");
    row("L", R"("a":{"L":[{"S":"x"},{"N":"1"},{"L":[]}]},"b":{"L":[]})");
    row("M", R"("a":{"M":{"S":{"S":"x"}}},"b":{"M":{}},"c":{"M":{"x":{"M":{"B":{"B":"AA=="}}}}})");
    row("sets", R"("a":{"SS":["x","","y,z"]},"b":{"NS":["1","2.5"]},"c":{"BS":["AA==","AQ=="]})");
    row("several types",
        "\"a\":{\"S\":\"x\"}\n\"a\":{\"N\":\"1\"}\n\"a\":{\"M\":{}}\n\"a\":{\"S\":\"\"}\n\"a\":{\"NULL\":"
        "true}\n");
    row("absent, empty and null",
        "\"b\":{\"N\":\"1\"}\n\"a\":{\"S\":\"\"}\n\"a\":{\"S\":\"x\"},\"c\":{\"NULL\":true}\n");
    row("odd names",
        R"json(" a ":{"S":"1"},"b,\"c\"":{"S":"2"},"d\ne":{"S":"3"},"f:N":{"S":"4"},"g (N)":{"S":"5"})json"
        R"json(,"名前":{"N":"6"},":":{"S":"7"},"h?":{"BOOL":true},"\uFEFFi":{"S":"8"},"sep=;":{"S":"9"})json");
}

void TestCsvSink::roundTrip() {
    QFETCH(QByteArray, attributes);
    std::vector<Item> items;
    for (const QByteArray& line : attributes.split('\n')) {
        if (line.isEmpty() && !items.empty()) continue;
        items.push_back(item("{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"" + std::to_string(items.size()) + "\"}" +
                             (line.isEmpty() ? "" : ",") + line.toStdString() + "}"));
        QVERIFY(!items.back().empty());
    }
    const std::string text = written(items);
    char delimiter = 0;
    QVERIFY(!looksLikeDelimited(text, delimiter).empty());
    QCOMPARE(delimiter, ',');
    auto reader = readDelimited(ByteSource::ofText(text), {SourceFormat::Csv, {}, "UTF-8", {}}, {});
    QVERIFY2(reader, reader ? "" : reader.error().text().c_str());
    const KeySchema keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};
    for (const Item& expected : items) {
        const auto record = (*reader)->next();
        QVERIFY(record && *record);
        const auto decoded = (*reader)->decode(**record, keys, false);
        QVERIFY2(decoded, decoded ? "" : (decoded.error().text() + "\n" + text).c_str());
        QCOMPARE(QByteArray::fromStdString(toDynamoDbJson(decoded->item)),
                 QByteArray::fromStdString(toDynamoDbJson(expected)));
    }
    QVERIFY(!*(*reader)->next());
}

void TestCsvSink::losses() {
    CsvRows rows(tableOf({item(R"({"pk":{"S":"a"},"sk":{"N":"1"},"x":{"S":"y"}})")}));
    std::string text;
    QVERIFY(
        rows.append(itemBytes(item(R"({"pk":{"S":"a"},"sk":{"N":"1"},"x":{"N":"1"},"z":{"S":""}})")), text));
    QCOMPARE(text, std::string("a,1,\r\n"));
    QCOMPARE(rows.losses(),
             (std::vector<std::string>{
                 "The attribute \"x\" of 1 item has no column of its type, and was left out.",
                 "The attribute \"z\" of 1 item has no column of its type, and was left out."}));

    const Item zero =
        item(R"({"pk":{"S":"a"},"sk":{"N":"1"},"x":{"S":"\u0000"},"y":{"L":[{"S":"\u0000"}]}})");
    CsvRows withZero(tableOf({zero}));
    QVERIFY(withZero.append(itemBytes(zero), text));
    QCOMPARE(withZero.losses(),
             (std::vector<std::string>{"1 text holds the character U+0000, which many programs do "
                                       "not take in a text file."}));
}

void TestCsvSink::damaged() {
    CsvRows rows(tableOf({item(R"({"pk":{"S":"a"},"sk":{"N":"1"}})")}));
    std::string text = "before";
    QVERIFY(!rows.append("\xFF", text));
    QCOMPARE(text, std::string("before"));
}

QTEST_APPLESS_MAIN(TestCsvSink)
#include "tst_csv_sink.moc"
