// Odd rows of NoSQL Workbench models: what each is refused for, and what a repair makes of it.
#include <QTest>

#include "tests/interchange/workbench_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

/// A model of one table with one row. num is the number key of an index, opt a text key of another.
std::string modelOf(const std::string& row) {
    return R"({"DataModel":[{"TableName":"Tab","KeyAttributes":{"PartitionKey":{"AttributeName":"pk",)"
           R"("AttributeType":"S"},"SortKey":{"AttributeName":"sk","AttributeType":"N"}},"NonKeyAttributes":[)"
           R"({"AttributeName":"n","AttributeType":"N"},{"AttributeName":"s","AttributeType":"S"},)"
           R"({"AttributeName":"ss","AttributeType":"SS"},{"AttributeName":"b","AttributeType":"BOOL"}],)"
           R"("GlobalSecondaryIndexes":[{"IndexName":"One","KeyAttributes":{"PartitionKey":{"AttributeName":"num",)"
           R"("AttributeType":"N"}},"Projection":{"ProjectionType":"ALL"}},{"IndexName":"Two","KeyAttributes":)"
           R"({"PartitionKey":{"AttributeName":"opt","AttributeType":"S"}},"Projection":{"ProjectionType":"ALL"}}],)"
           R"("TableData":[)" +
           row + "]}]}";
}

std::string only(const std::string& model, bool repair) {
    const auto reader = readModel(model, repair);
    if (!reader) return reader.error().text();
    const auto rows = rowsOf(**reader);
    if (rows.size() != 1) return std::to_string(rows.size()) + " rows";
    return rows.front().substr(std::string("1 Tab ").size());
}

/// A row with the key, and an attribute more.
std::string with(const std::string& attribute) {
    return R"({"pk":{"S":"1"},"sk":{"N":"2"},)" + attribute + "}";
}

}  // namespace

class TestWorkbenchRows final : public QObject {
    Q_OBJECT

  private slots:
    void repaired_data();
    void repaired();
    void refused_data();
    void refused();
    void namesInOrder();
    void numbersExactly();
    void manyOddities();
};

void TestWorkbenchRows::repaired_data() {
    QTest::addColumn<std::string>("attribute");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<std::string>("repair");
    const auto add = [](const char* name, const char* attribute, const char* value, const char* repair) {
        QTest::newRow(name) << std::string(attribute) << std::string(value) << std::string(repair);
    };
    add("{}", R"("x":{})", "", R"(the attribute "x" holds {}: it is left out)");
    add("raw text", R"("x":"a")", R"("x":{"S":"a"})",
        R"(the attribute "x" is written as plain JSON, without types: it is read as S)");
    add("raw number", R"("x":1.50)", R"("x":{"N":"1.5"})",
        R"(the attribute "x" is written as plain JSON, without types: it is read as N)");
    add("raw text of a number attribute", R"("n":"7")", R"("n":{"N":"7"})",
        R"(the attribute "n" is written without its type: it is read as N)");
    add("raw number of a text attribute", R"("s":7)", R"("s":{"S":"7"})",
        R"(the attribute "s" is written without its type: it is read as S)");
    add("raw array of a set attribute", R"("ss":["b","a"])", R"("ss":{"SS":["a","b"]})",
        R"(the attribute "ss" is written without its type: it is read as SS)");
    add("raw text of a truth attribute", R"("b":"True")", R"("b":{"BOOL":true})",
        R"(the attribute "b" is written without its type: it is read as BOOL)");
    add("raw null", R"("x":null)", R"("x":{"NULL":true})",
        R"(the attribute "x" is written as plain JSON, without types: it is read as NULL)");
    add("a raw map", R"("x":{"a":1,"b":["c",{"S":"typed"}]})",
        R"("x":{"M":{"a":{"N":"1"},"b":{"L":[{"S":"c"},{"S":"typed"}]}}})",
        R"(the attribute "x" is written as plain JSON, without types: it is read as M)");
    add("raw values in a typed map", R"("x":{"M":{"on":true,"v":"1"}})",
        R"("x":{"M":{"on":{"BOOL":true},"v":{"S":"1"}}})",
        R"(the attribute "x.on" is written as plain JSON, without types: it is read as BOOL; the attribute "x.v" is written as plain JSON, without types: it is read as S)");
    add("M twice", R"("x":{"M":{"M":{"HP":{"N":"50"}}}})", R"("x":{"M":{"HP":{"N":"50"}}})",
        R"(the attribute "x" names its type M twice: once is enough)");
    add("S twice", R"("x":{"S":{"S":"a"}})", R"("x":{"S":"a"})",
        R"(the attribute "x" names its type twice: once is enough)");
    add("a number without quotes", R"("x":{"N":5})", R"("x":{"N":"5"})",
        R"(the attribute "x" is of type N and holds the number 5 without quotation marks: it is taken as it stands)");
    add("a number as text", R"("x":{"S":5.0})", R"("x":{"S":"5.0"})",
        R"(the attribute "x" is of type S and holds the number 5.0: it is read as text)");
    add("a number with blanks", R"("x":{"N":" 5 "})", R"("x":{"N":"5"})",
        R"(the attribute "x" has blanks around its number: they are left out)");
    add("no number", R"("x":{"N":""})", "",
        R"(the attribute "x" is of type N and holds no number: it is left out)");
    add("null in a type", R"("x":{"S":null})", "",
        R"(the attribute "x" is of type S and holds null: it is left out)");
    add("BOOL as text", R"("x":{"BOOL":"false"})", R"("x":{"BOOL":false})",
        R"(the attribute "x" is of type BOOL and holds a text: it is read as false)");
    add("NULL false", R"("x":{"NULL":false})", R"("x":{"NULL":true})",
        R"(the attribute "x" is of type NULL and holds false: it is read as NULL)");
    add("a long type", R"("x":{"String":"a"})", R"("x":{"S":"a"})",
        R"(the attribute "x" has the type "String": it is read as S)");
    add("a lower-case type", R"("x":{"n":"5"})", R"("x":{"N":"5"})",
        R"(the attribute "x" has the type "n": it is read as N)");
    add("all types but one null", R"("x":{"S":"a","N":null,"BOOL":null})", R"("x":{"S":"a"})",
        R"(the attribute "x" has several types, all but one of them null: it is read as S)");
    add("an empty set", R"("x":{"SS":[]})", "", R"(the attribute "x" is an empty set: it is left out)");
    add("a set with repetitions", R"("x":{"NS":["1","1.0","2"]})", R"("x":{"NS":["1","2"]})",
        R"(the attribute "x" is a set with repeated elements: each is taken once)");
    add("a set of raw numbers", R"("x":{"NS":[1]})", R"("x":{"NS":["1"]})",
        R"(the attribute "x" holds the number 1 without quotation marks: it is taken as it stands)");
    add("a set that is one text", R"("x":{"SS":"a"})", R"("x":{"SS":["a"]})",
        R"(the attribute "x" is one element instead of a set: it is read as a set of it)");
    add("repeated", R"("x":{"S":"a"},"x":{"S":"b"})", R"("x":{"S":"b"})",
        R"(the attribute "x" is repeated: the last one is taken)");
    add("repeated inside", R"("x":{"M":{"y":{"S":"a"},"y":{"S":"b"}}})", R"("x":{"M":{"y":{"S":"b"}}})",
        R"(the attribute "x.y" is repeated: the last one is taken)");
    add("{} inside", R"("x":{"L":[{}]})", R"("x":{"L":[{"M":{}}]})",
        R"(the attribute "x[0]" holds {}: it is read as an empty map)");
    add("a text under a number index", R"("num":{"S":"5"})", R"("num":{"N":"5"})",
        R"(the attribute "num" is a key of type N and holds S: its text is read as the number)");
    add("an empty index key", R"("opt":{"S":""})", "",
        R"(the attribute "opt" is a key of an index and must not be empty: it is left out)");
}

void TestWorkbenchRows::repaired() {
    QFETCH(std::string, attribute);
    QFETCH(std::string, value);
    QFETCH(std::string, repair);
    const std::string model = modelOf(with(attribute));
    QCOMPARE(only(model, false),
             "refused: Table \"Tab\", row 1: this is no item as it stands. With repair: " + repair + ".");
    const std::string item = only(model, true);
    const auto wanted =
        parseItem(value.empty() ? R"({"pk":{"S":"1"},"sk":{"N":"2"}})" : with(value), JsonForm::DynamoDb, {});
    QVERIFY(wanted);
    QCOMPARE(item.substr(0, item.find(" | ")), toDynamoDbJson(wanted->item));
    QCOMPARE(item.substr(item.find(" | ") + 3, 20), std::string("Table \"Tab\", row 1: "));
    QVERIFY(item.ends_with('.'));
}

void TestWorkbenchRows::refused_data() {
    QTest::addColumn<std::string>("row");
    QTest::addColumn<std::string>("reason");
    const auto add = [](const char* name, const std::string& row, const char* reason) {
        QTest::newRow(name) << row << std::string(reason);
    };
    add("no key", R"({"pk":{"S":"1"}})",
        R"(the key attribute "sk" is missing. An item needs its key, and no repair can make one up.)");
    add("an empty row", "{}",
        R"(the key attribute "pk" is missing. An item needs its key, and no repair can make one up.)");
    add("an empty key", R"({"pk":{"S":""},"sk":{"N":"1"}})",
        R"(the key attribute "pk" is empty. An item needs its key, and no repair can make one up.)");
    add("a key that is {}", R"({"pk":{},"sk":{"N":"1"}})",
        R"(the key attribute "pk" is missing. An item needs its key, and no repair can make one up.)");
    add("a key that can't be converted", R"({"pk":{"S":"1"},"sk":{"S":"one"}})",
        R"(the attribute "sk" is a key of type N and holds S, which can't be made one.)");
    add("no row", "5", "A row is an object of attributes; this is the number 5.");
    add("no number", with(R"("x":{"N":"five"})"),
        R"(the attribute "x": The parameter cannot be converted to a numeric value: five)");
    add("39 digits", with(R"("x":{"N":"123456789012345678901234567890123456789"})"),
        R"(the attribute "x": Attempting to store more than 38 significant digits in a Number)");
    add("no base64", with(R"("x":{"B":"?"})"),
        R"(the attribute "x" is of type B, and its text is no base64.)");
    add("a list that is none", with(R"("x":{"L":"a"})"),
        R"(the attribute "x" is of type L and holds a text.)");
    add("a map that is none", with(R"("x":{"M":[]})"),
        R"(the attribute "x" is of type M and holds an empty array.)");
    add("a set of maps", with(R"("x":{"SS":[{}]})"),
        R"(the attribute "x" is an empty object, which a set can't hold.)");
    add("broken inside", R"({"pk":{"S" "1"}})", "A colon is missing here, after the name S.");
}

void TestWorkbenchRows::refused() {
    QFETCH(std::string, row);
    QFETCH(std::string, reason);
    for (const bool repair : {false, true}) {
        const std::string refusal = only(modelOf(row), repair);
        const std::string expected = "Table \"Tab\", row 1: " + reason;
        QVERIFY2(refusal.find(expected) != std::string::npos, refusal.c_str());
        QVERIFY2(refusal.starts_with("refused: "), refusal.c_str());
    }
}

void TestWorkbenchRows::namesInOrder() {
    for (const std::string& row :
         {with(R"("z":{"S":"a"},"a":{"S":"b"})"), with(R"("z":"a","a":"b","z":"c")")}) {
        const auto reader = readModel(modelOf(row), true);
        QVERIFY(reader);
        const auto record = (*reader)->next();
        QVERIFY(record && *record);
        const auto decoded = (*reader)->decode(**record, {}, true);
        QVERIFY(decoded);
        QCOMPARE(decoded->names, (std::vector<std::string>{"pk", "sk", "z", "a"}));
    }
}

void TestWorkbenchRows::numbersExactly() {
    QCOMPARE(
        only(modelOf(with(R"("x":12345678901234567890123456789012345678)")), true).substr(0, 87),
        std::string(R"({"pk":{"S":"1"},"sk":{"N":"2"},"x":{"N":"12345678901234567890123456789012345678"}})")
            .append(" | Ta"));
}

void TestWorkbenchRows::manyOddities() {
    std::string attributes;
    for (int i = 0; i < 5000; ++i)
        attributes += (i ? ",\"x" : "\"x") + std::to_string(i) + "\":{}";
    const std::string refusal = only(modelOf(with(attributes)), false);
    QVERIFY(refusal.size() < 2000);
    QVERIFY(refusal.ends_with("more of it is read in the same ways."));
}

QTEST_APPLESS_MAIN(TestWorkbenchRows)
#include "tst_workbench_rows.moc"
