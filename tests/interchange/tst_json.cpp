// Items and values as JSON: what is read, what is refused and where, and that nothing changes on the way.
#include <QTest>

#include "engine/interchange/json.h"

using namespace partita;

namespace {

const KeySchema kText{{{"pk", ValueType::String}}, {}};
const KeySchema kNumber{{{"id", ValueType::Number}}, {}};
const KeySchema kBinary{{{"b", ValueType::Binary}}, {}};

/// One line: the item, or what was wrong, where, and which bytes.
std::string outcome(const Result<ParsedItem>& parsed) {
    if (parsed) {
        const char* form = parsed->form == JsonForm::Plain ? "plain " : "dynamodb ";
        const std::string rewritten =
            parsed->numbersRewritten == 0 ? "" : " rewritten " + std::to_string(parsed->numbersRewritten);
        return form + toDynamoDbJson(parsed->item) + rewritten;
    }
    std::string text = parsed.error().text();
    if (parsed.error().range) {
        text += " @" + std::to_string(parsed.error().range->begin) + "-" +
                std::to_string(parsed.error().range->end);
    }
    return text;
}

}  // namespace

class TestJson final : public QObject {
    Q_OBJECT

  private slots:
    void items_data();
    void items();
    void forcedForms();
    void values();
    void nesting();
    void strings();
    void layout();
};

void TestJson::items_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<int>("schema");  // 0 text, 1 number, 2 binary
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* json, int schema, const char* expected) {
        QTest::newRow(name) << QByteArray(json) << schema << QByteArray(expected);
    };
    row("every type",
        R"( {"pk":{"S":"a"},"n":{"N":"12.5"},"b":{"B":"AP8="},"t":{"BOOL":true},"f":{"BOOL":false},"u":{"NULL":true},)"
        R"("l":{"L":[{"S":"x"},{"N":"1"},{"L":[]}]},"m":{"M":{"k":{"S":""},"e":{"M":{}}}},"ss":{"SS":["b","a"]},)"
        R"("ns":{"NS":["2","10"]},"bs":{"BS":["/w==","AA=="]}} )",
        0,
        R"(dynamodb {"b":{"B":"AP8="},"bs":{"BS":["AA==","/w=="]},"f":{"BOOL":false},"l":{"L":[{"S":"x"},{"N":"1"},)"
        R"({"L":[]}]},"m":{"M":{"e":{"M":{}},"k":{"S":""}}},"n":{"N":"12.5"},"ns":{"NS":["2","10"]},"pk":{"S":"a"},)"
        R"("ss":{"SS":["a","b"]},"t":{"BOOL":true},"u":{"NULL":true}})");
    row("numbers rewritten",
        R"({"pk":{"S":"a"},"n":{"N":"00042"},"o":{"N":"1.50"},"p":{"NS":["1e2","7"]},"q":{"N":"-0"}})", 0,
        R"(dynamodb {"n":{"N":"42"},"o":{"N":"1.5"},"p":{"NS":["7","100"]},"pk":{"S":"a"},"q":{"N":"0"}} rewritten 4)");
    row("numbers kept",
        R"({"pk":{"S":"a"},"n":{"N":"-0.001"},"o":{"N":"100"},"p":{"N":"0"},"q":{"N":"12345678901234567890123456789012345678"}})",
        0,
        R"(dynamodb {"n":{"N":"-0.001"},"o":{"N":"100"},"p":{"N":"0"},"pk":{"S":"a"},"q":{"N":"12345678901234567890123456789012345678"}})");
    row("small letters of types", R"({"pk":{"s":"a"},"m":{"m":{"k":{"nS":["2"]},"t":{"bOOL":true}}}})", 0,
        R"(dynamodb {"m":{"M":{"k":{"NS":["2"]},"t":{"BOOL":true}}},"pk":{"S":"a"}})");
    row("plain with such a name", R"({"m":{"s":"x"},"pk":"a"})", 0,
        R"(plain {"m":{"M":{"s":{"S":"x"}}},"pk":{"S":"a"}})");
    row("plain", R"({"pk":"a","n":1.50,"t":true,"u":null,"l":[1,"x",[]],"m":{"S":"x"}})", 0,
        R"(plain {"l":{"L":[{"N":"1"},{"S":"x"},{"L":[]}]},"m":{"M":{"S":{"S":"x"}}},"n":{"N":"1.5"},"pk":{"S":"a"},)"
        R"("t":{"BOOL":true},"u":{"NULL":true}} rewritten 1)");
    row("plain, a typed look first", R"({"m":{"S":"x"},"pk":"a"})", 0,
        R"(plain {"m":{"M":{"S":{"S":"x"}}},"pk":{"S":"a"}})");
    row("plain, an object first", R"({"m":{"k":1},"pk":"a"})", 0,
        R"(plain {"m":{"M":{"k":{"N":"1"}}},"pk":{"S":"a"}})");
    row("plain binary key", R"({"b":"AP8="})", 2, R"(plain {"b":{"B":"AP8="}})");
    row("plain binary key, no base64", R"({"b":"AP8"})", 2,
        "b: A binary key is written as base64 text in plain JSON; this is none.");
    row("no attributes", "{}", 0, "dynamodb {}");
    row("escapes", R"({"pk":"\u0041\n\ud83d\ude00\/"})", 0, "plain {\"pk\":{\"S\":\"A\\n😀/\"}}");
    row("name with escapes", R"({"p\u006b":"a","x\"y":1})", 0, R"(plain {"pk":{"S":"a"},"x\"y":{"N":"1"}})");

    row("N as a JSON number", R"({"pk":{"S":"a"},"n":{"N":123}})", 0,
        R"(n: The type N is written {"N": "12.5"}, with the number in quotes; this is a JSON number. @25-28)");
    row("unknown type", R"({"pk":{"S":"a"},"n":{"X":"1"}})", 0,
        R"(n: DynamoDB JSON writes a value as an object of one member that is named by its type, as {"S": "text"}; this is an object whose member is named "X". @20-21)");
    row("two types", R"({"pk":{"S":"a","N":"1"}})", 0,
        R"(pk: DynamoDB JSON writes a value as an object of one member that is named by its type, as {"S": "text"}; this is an object of several members. @6-7)");
    row("mixed forms", R"({"pk":{"S":"a"},"n":1})", 0,
        R"(n: DynamoDB JSON writes a value as an object of one member that is named by its type, as {"S": "text"}; this is a JSON number. @20-21)");
    row("mixed forms, plain first", R"({"n":1,"pk":{"S":"a"}})", 0,
        R"(pk: One or more parameter values were invalid: Type mismatch for key pk expected: S actual: M. The other attributes are plain JSON: write all values in one form.)");
    row("BOOL as text", R"({"pk":{"S":"a"},"t":{"BOOL":"true"}})", 0,
        R"(t: The type BOOL is written {"BOOL": true} or {"BOOL": false}; this is a JSON string. @28-34)");
    row("NULL false", R"({"pk":{"S":"a"},"t":{"NULL":false}})", 0,
        R"(t: The type NULL is written {"NULL": true}; this is true or false. @28-33)");
    row("empty set", R"({"pk":{"S":"a"},"s":{"SS":[]}})", 0,
        "s: One or more parameter values were invalid: An string set  may not be empty @26-27");
    row("duplicate in a set", R"({"pk":{"S":"a"},"s":{"NS":["1","1.0"]}})", 0,
        "s: One or more parameter values were invalid: Input collection [1, 1] contains duplicates. @26-27");
    row("number in a set", R"({"pk":{"S":"a"},"s":{"NS":["1",2]}})", 0,
        "s[1]: An element of a set is a JSON string, also where it is a number; this is a JSON number. "
        "@31-32");
    row("bad base64", R"({"pk":{"S":"a"},"l":{"L":[{"S":"x"},{"B":"A"}]}})", 0,
        "l[1]: This is no base64 text: it takes letters, digits, + and /, and = until the length divides by "
        "4. @41-44");
    row("no number", R"({"pk":{"S":"a"},"n":{"N":"0x10"}})", 0,
        "n: The parameter cannot be converted to a numeric value: 0x10 @25-31");
    row("39 digits", R"({"id":7,"big":1234567890123456789012345678901234567890})", 1,
        "big: Attempting to store more than 38 significant digits in a Number: "
        "1234567890123456789012345678901234567890 has 39 significant digits @14-54");
    row("1e400", R"({"id":8,"deep":[{"huge":1e400}]})", 1,
        "deep[0].huge: Number overflow. Attempting to store a number with magnitude larger than supported "
        "range: "
        "1e400 @24-29");
    row("number key as text", R"({"id":"7"})", 1,
        R"(id: One or more parameter values were invalid: Type mismatch for key id expected: N actual: S. Write the number without quotes, or as {"N": "…"}.)");
    row("text key as number", R"({"pk":7})", 0,
        R"(pk: One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N. Write it in quotes, or as {"S": "…"}.)");
    row("typed key of another type", R"({"pk":{"N":"7"}})", 0,
        R"(pk: One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N. Write it in quotes, or as {"S": "…"}.)");
    row("duplicate name", R"({"pk":"a","x":1,"x":2})", 0,
        R"(x: The name "x" occurs twice in one object. Keep one of them.)");
    row("duplicate name, deep",
        R"({"pk":{"S":"a"},"m":{"M":{"l":{"L":[{"M":{"x":{"N":"1"},"x":{"N":"1"}}}]}}}})", 0,
        R"(m.l[0].x: The name "x" occurs twice in one object. Keep one of them.)");
    row("duplicate name, escaped", R"({"pk":"a","x":1,"\u0078":2})", 0,
        R"(x: The name "x" occurs twice in one object. Keep one of them.)");

    row("plus sign", R"({"pk":"a","n":+1})", 0,
        "n: This is no JSON value. A value is a quoted text, a number such as -12.5, true, false, null, an "
        "array or an "
        "object. @14-16");
    row("leading zero", R"({"pk":"a","n":007})", 0,
        "n: This is no JSON value. A value is a quoted text, a number such as -12.5, true, false, null, an "
        "array or an "
        "object. @14-17");
    row("NaN", R"({"pk":"a","n":NaN})", 0,
        "n: This is no JSON value. A value is a quoted text, a number such as -12.5, true, false, null, an "
        "array or an "
        "object. @14-17");
    row("truth cut off", R"({"pk":"a","n":tru})", 0,
        "n: This is no JSON value. A value is a quoted text, a number such as -12.5, true, false, null, an "
        "array or an "
        "object. @14-17");
    row("no comma", R"({"pk":"a" "n":1})", 0,
        "This is no JSON: a comma, a colon, a quoted name or a closing bracket is missing here. @10-11");
    row("comma at the end", R"({"pk":"a",})", 0,
        "This is no JSON: a comma, a colon, a quoted name or a closing bracket is missing here. @10-11");
    row("two values", R"({"pk":"a","n":1 2})", 0,
        "This is no JSON: a comma, a colon, a quoted name or a closing bracket is missing here. @16-17");
    row("not closed", R"({"pk":"a","m":{"x":1)", 0, "The JSON ends too early: a } or ] is missing. @20-20");
    row("one bracket missing", R"({"pk":"a","m":{"x":1})", 0,
        "The JSON ends too early: a } or ] is missing. @21-21");
    row("something after", R"({"pk":"a"} x)", 0,
        "Something stands after the end of the JSON value. Put each record on a line of its own. @11-12");
    row("a bracket after", R"({"pk":"a"}})", 0,
        "Something stands after the end of the JSON value. Put each record on a line of its own. @10-11");
    row("another after", R"({"pk":"a"}{"pk":"b"})", 0,
        "Something stands after the end of the JSON value. Put each record on a line of its own. @10-20");
    row("an array", R"(["pk"])", 0, "An item is a JSON object, { … }; this is something else. @0-1");
    row("a word", "hello", 0, "An item is a JSON object, { … }; this is something else. @0-5");
    row("blanks", "  \n ", 0, "There is no JSON here, only blanks. @0-4");
    row("nothing", "", 0, "There is no JSON here, only blanks. @0-0");
    row("string not closed", R"({"pk":"a)", 0,
        "A string is not closed: its second quotation mark is missing. @6-8");
    row("line break in a string", "{\"pk\":\"a\nb\"}", 0,
        "A string holds a control character or a line break. JSON writes it as \\n, \\t or \\u00…. @8-9");
    row("not UTF-8", "{\"pk\":\"é\xC3\"}", 0, "The text is not UTF-8. Convert it to UTF-8 first. @9-10");
    const char* const badEscape =
        "pk: A \\ escape in this text is none of JSON's, or is one half of a surrogate pair. @6-14";
    row("lone high surrogate", R"({"pk":"\ud83d"})", 0, badEscape);
    row("lone low surrogate", R"({"pk":"\ude00"})", 0, badEscape);
    row("surrogates the wrong way round", R"({"pk":"\ude00\ud83d"})", 0,
        "pk: A \\ escape in this text is none of JSON's, or is one half of a surrogate pair. @6-20");
    row("no hexadecimal digits", R"({"pk":"\u00xx"})", 0, badEscape);
    row("unknown escape", R"({"pk":"\x"})", 0,
        "pk: A \\ escape in this text is none of JSON's, or is one half of a surrogate pair. @6-10");
    row("bad escape in a name", R"({"pk":"a","\ud800":1})", 0,
        "A \\ escape in this text is none of JSON's, or is one half of a surrogate pair. @10-11");
}

void TestJson::items() {
    QFETCH(QByteArray, json);
    QFETCH(int, schema);
    QFETCH(QByteArray, expected);
    const KeySchema& keys = schema == 0 ? kText : schema == 1 ? kNumber : kBinary;
    const auto parsed = parseItem(json.toStdString(), JsonForm::Auto, keys);
    QCOMPARE(QByteArray::fromStdString(outcome(parsed)), expected);
}

void TestJson::forcedForms() {
    const std::string typedLook = R"({"x":{"S":"a"}})";
    QCOMPARE(outcome(parseItem(typedLook, JsonForm::Plain, kText)),
             std::string(R"(plain {"x":{"M":{"S":{"S":"a"}}}})"));
    QCOMPARE(outcome(parseItem(typedLook, JsonForm::DynamoDb, kText)),
             std::string(R"(dynamodb {"x":{"S":"a"}})"));
    QVERIFY(!parseItem(R"({"pk":"a"})", JsonForm::DynamoDb, kText));
    QVERIFY(!parseItem(R"({"pk":{"S":"a"}})", JsonForm::Plain, kText));
    QVERIFY(!parseItem(R"({"pk":{"s":"a"}})", JsonForm::DynamoDb, kText));
    // A fault inside DynamoDB JSON makes no plain item of it, also where no keys are known yet.
    QVERIFY(!parseItem(R"({"id":{"S":"a"},"n":{"NS":["5","5.0"]}})", JsonForm::Auto, {}));
    // Whoever knows no keys (an editor) still gets the form that fits.
    QCOMPARE(outcome(parseItem(R"({"x":1})", JsonForm::Auto, {})), std::string(R"(plain {"x":{"N":"1"}})"));
}

void TestJson::values() {
    QCOMPARE(toDynamoDbJson(*parsePlainValue(" 1.0 ")), std::string(R"({"N":"1"})"));
    QCOMPARE(toDynamoDbJson(*parsePlainValue(R"("x")")), std::string(R"({"S":"x"})"));
    QCOMPARE(toDynamoDbJson(*parsePlainValue("null")), std::string(R"({"NULL":true})"));
    QCOMPARE(toPlainJson(*parseDynamoDbValue(R"({"NS":["3","1.50"]})")), std::string("[1.5,3]"));
    QCOMPARE(toPlainJson(*parseDynamoDbValue(R"({"B":"AP8="})")), std::string(R"("AP8=")"));
    for (const char* bad : {"", " ", "1 2", "1,2", "1],[2", "]", "{", "\"x", "tru", "[1,]", "{\"a\"}",
                            "{\"a\":}", "[}", "{]"}) {
        QVERIFY2(!parsePlainValue(bad), bad);
        QVERIFY2(!parseDynamoDbValue(bad), bad);
    }
    for (const char* bad :
         {"1", "{}", R"({"S":1})", R"({"S":"a"} 1)", R"({"s":"a"})", R"({"L":[1]})", R"({"M":[]})"}) {
        QVERIFY2(!parseDynamoDbValue(bad), bad);
    }
    const auto second = parsePlainValue("12 x");
    QVERIFY(!second.ok());
    QVERIFY(second.error().range.has_value());
    QCOMPARE(second.error().range->begin, std::size_t{3});
}

void TestJson::nesting() {
    const auto nested = [](int levels, const std::string& open, const std::string& inside,
                           const std::string& close) {
        std::string text;
        for (int i = 0; i < levels; ++i)
            text += open;
        text += inside;
        for (int i = 0; i < levels; ++i)
            text += close;
        return text;
    };
    QVERIFY(parsePlainValue(nested(32, "[", "1", "]")).ok());
    QVERIFY(!parsePlainValue(nested(33, "[", "1", "]")).ok());
    QVERIFY(parseDynamoDbValue(nested(32, R"({"L":[)", R"({"S":""})", "]}")).ok());
    const auto deep = parseDynamoDbValue(nested(33, R"({"L":[)", R"({"S":""})", "]}"));
    QVERIFY(!deep.ok());
    QCOMPARE(deep.error().message, std::string("Nesting Levels have exceeded supported limits"));
    QVERIFY(!parsePlainValue(nested(100'000, "[", "1", "]")).ok());
    QVERIFY(!parsePlainValue(nested(100'000, "{\"a\":", "1", "}")).ok());
}

void TestJson::strings() {
    QCOMPARE(jsonString("a\"b\\c\n\r\t\b\f\x01/é日"),
             std::string("\"a\\\"b\\\\c\\n\\r\\t\\b\\f\\u0001/é日\""));
    QCOMPARE(jsonString(""), std::string("\"\""));
    QCOMPARE(jsonString(std::string_view("\0", 1)), std::string("\"\\u0000\""));
}

void TestJson::layout() {
    const auto parsed = parseItem(
        R"({"b":{"S":"x"},"a":{"L":[]},"sk":{"N":"1"},"pk":{"S":"k, {[\""},)"
        R"("m":{"M":{"first":{"S":"a text of some length"},"second":{"S":"another text of some length"}}}})",
        JsonForm::DynamoDb, kText);
    QVERIFY(parsed.ok());
    const JsonStyle style{2, {"pk", "sk", "absent", "pk"}};
    QCOMPARE(toDynamoDbJson(parsed->item, style), std::string(R"({
  "pk": {"S": "k, {[\""},
  "sk": {"N": "1"},
  "a": {"L": []},
  "b": {"S": "x"},
  "m": {
    "M": {
      "first": {"S": "a text of some length"},
      "second": {"S": "another text of some length"}
    }
  }
})"));
    QCOMPARE(toPlainJson(parsed->item, {0, {"sk"}}),
             std::string(R"({"sk":1,"a":[],"b":"x","m":{"first":"a text of some length",)"
                         R"("second":"another text of some length"},"pk":"k, {[\""})"));
    QCOMPARE(toPlainJson(Item(), {2, {}}), std::string("{}"));
    QCOMPARE(toPlainJson(Value::list({}), {2, {}}), std::string("[]"));
    QCOMPARE(toDynamoDbJson(Value::number(5), {4, {}}), std::string("{\n    \"N\": \"5\"\n}"));
    // However it is laid out, it reads back as the same.
    QCOMPARE(parseItem(toDynamoDbJson(parsed->item, style), JsonForm::DynamoDb, kText)->item, parsed->item);
}

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
