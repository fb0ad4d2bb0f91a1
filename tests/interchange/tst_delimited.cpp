// CSV and TSV: what columns and cells mean, what may be chosen, and what is refused with which words.
#include <QTest>

#include "tests/interchange/delimited_fixture.h"

using namespace partita;

namespace {

std::string columns(const std::string& text) {
    auto reader = readDelimited(ByteSource::ofText(text), {SourceFormat::Csv, {}, "UTF-8", {}}, {});
    if (!reader) return "error: " + reader.error().text();
    static constexpr const char* kNames[] = {"Auto", "S",  "N",  "B",    "BOOL", "NULL",
                                             "SS",   "NS", "BS", "JSON", "Skip"};
    std::string all;
    for (const SourceColumn& column : (*reader)->tables().front().columns) {
        all += (all.empty() ? "" : " ") + column.name + "=" + kNames[static_cast<int>(column.type)] +
               (column.isDeclared ? "!" : "");
    }
    return all;
}

}  // namespace

class TestDelimited final : public QObject {
    Q_OBJECT

  private slots:
    void columnTypes_data();
    void columnTypes();
    void cells_data();
    void cells();
    void keys();
    void choices();
    void repair();
    void emptyCells();
    void samples();
    void refusedAgain();
};

void TestDelimited::columnTypes_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << QByteArray(expected);
    };
    row("guessed", "s,n,z,p,b,j,e\na,1,00123,+1,true,{},\nb,-2.50,1,2,FALSE,[1],\n",
        "s=S n=N z=S p=S b=BOOL j=JSON e=S");
    row("no numbers", "a,b,c,d,e\n\"1,234.5\",NaN,2024-05-01,1e5,1.\n", "a=S b=S c=S d=S e=S");
    row("39 digits", "a,b\n123456789012345678901234567890123456789,12345678901234567890123456789012345678\n",
        "a=S b=N");
    row("a number and a text", "a,b\n1,true\nx,0\n", "a=S b=S");
    row("empty cells say nothing", "a,b\n1,\n,true\n ,\n", "a=N b=BOOL");
    row("colons", "pk:S,age:N,tags:SS,raw:B,yes:BOOL,no:NULL,ns:NS,bs:BS,l:L,m:M,j:JSON\n",
        "pk=S! age=N! tags=SS! raw=B! yes=BOOL! no=NULL! ns=NS! bs=BS! l=JSON! m=JSON! j=JSON!");
    row("words", "a:string,b:Number,c:boolean,d:int\n", "a=S! b=N! c=BOOL! d=N!");
    row("parentheses", "\"pk (S)\",\"age (N)\",\"m (M)\"\n", "pk=S! age=N! m=JSON!");
    row("units are no types", "name,size (B),t:s,width (M)\na,12,5,3\n",
        "name=S size (B)=N t:s=N width (M)=N");
    row("no type", "a:b,dc:title,f(x)\n1,2,3\n", "a:b=N dc:title=N f(x)=N");
    row("only the last is the type", "a (S):N,b:S:S\n", "a (S)=N! b:S=S!");
    row("some", "pk,age:N\nx,1\n", "pk=S age=N!");
    row("quoted blanks belong to the name", "\" a \" , b \n1,2\n", " a =N b=N");
}

void TestDelimited::columnTypes() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(columns(text.toStdString())), expected);
}

void TestDelimited::cells_data() {
    QTest::addColumn<QByteArray>("flag");
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QByteArray>("expected");  // DynamoDB JSON, or a part of the message
    const auto row = [](const char* name, const char* flag, const QByteArray& cell, const char* expected) {
        QTest::newRow(name) << QByteArray(flag) << cell << QByteArray(expected);
    };
    row("text", "S", "00123", R"({"S":"00123"})");
    row("JSON as text", "S", "{}", R"({"S":"{}"})");
    row("number", "N", "007", R"({"N":"7"})");
    row("number with blanks", "N", " 1.50 ", R"({"N":"1.5"})");
    row("large number", "N", "12345678901234567890123456789012345678",
        R"({"N":"12345678901234567890123456789012345678"})");
    row("exponent", "N", "1.5E2", R"({"N":"150"})");
    row("no number", "N", "1,5", "\"1,5\" is not a number: ");
    row("39 digits", "N", "123456789012345678901234567890123456789", "is not a number: ");
    row("infinity", "N", "Infinity", "\"Infinity\" is not a number: ");
    row("true", "BOOL", "TRUE", R"({"BOOL":true})");
    row("zero", "BOOL", "0", R"({"BOOL":false})");
    row("neither", "BOOL", "yes", "\"yes\" is not true or false: It is neither true nor false.");
    row("null", "NULL", "true", R"({"NULL":true})");
    row("no null", "NULL", "false", "\"false\" is not null: ");
    row("base64", "B", "AAEC", R"({"B":"AAEC"})");
    row("no base64", "B", "A", "\"A\" is not base64 text: ");
    row("set of texts", "SS", "b, a", R"({"SS":["a","b"]})");
    row("set as an array", "SS", R"(["a","b, c"])", R"({"SS":["a","b, c"]})");
    row("set in braces", "SS", R"({ "a", "b" })", R"({"SS":["a","b"]})");
    row("set as DynamoDB JSON", "SS", R"({"SS":["a"]})", R"({"SS":["a"]})");
    row("another set", "SS", R"({"NS":["1"]})", "This is of type NS.");
    row("duplicates", "SS", "a,a", "\"a,a\" is not a set of texts: ");
    row("a gap", "SS", "a,,b", "Between two delimiters of the set there is nothing.");
    row("set of numbers", "NS", "10,2.0", R"({"NS":["2","10"]})");
    row("set of JSON numbers", "NS", "[1,2]", R"({"NS":["1","2"]})");
    row("set of no numbers", "NS", "1,x", "\"1,x\" is not a set of numbers: ");
    row("set of base64", "BS", "AA==,AQ==", R"({"BS":["AA==","AQ=="]})");
    row("lists in sets", "SS", "[[1]]", "A set holds texts or numbers only.");
    row("list", "L", R"([1,"a",null])", R"({"L":[{"N":"1"},{"S":"a"},{"NULL":true}]})");
    row("list of typed values", "L", R"([{"S":"a"}])", R"({"L":[{"S":"a"}]})");
    row("map", "M", R"({"a":1})", R"({"M":{"a":{"N":"1"}}})");
    row("map of typed values", "M", R"({"a":{"SS":["x"]}})", R"({"M":{"a":{"SS":["x"]}}})");
    row("map with its type", "M", R"({"M":{"a":{"S":"x"}}})", R"({"M":{"a":{"S":"x"}}})");
    row("a value of any type", "JSON", R"({"B":"AAEC"})", R"({"B":"AAEC"})");
    row("a scalar", "JSON", "1.0", R"({"N":"1"})");
    row("broken JSON", "JSON", R"({"a":)", "is not JSON: ");
    row("text where JSON is", "JSON", "abc", "\"abc\" is not JSON: ");
}

void TestDelimited::cells() {
    QFETCH(QByteArray, flag);
    QFETCH(QByteArray, cell);
    QFETCH(QByteArray, expected);
    const std::string text = "pk:S\ta:" + flag.toStdString() + "\nx\t\"" +
                             QByteArray(cell).replace('"', "\"\"").toStdString() + "\"\n";
    auto reader = readDelimited(ByteSource::ofText(text), {SourceFormat::Tsv, {}, "UTF-8", {}}, {});
    QVERIFY2(reader, reader ? "" : reader.error().text().c_str());
    const auto record = (*reader)->next();
    const auto decoded = (*reader)->decode(**record, kKeys, true);
    if (expected.startsWith('{')) {
        QVERIFY2(decoded, decoded ? "" : decoded.error().text().c_str());
        QCOMPARE(QByteArray::fromStdString(toDynamoDbJson(*decoded->item.find("a"))), expected);
        QCOMPARE(decoded->names, (std::vector<std::string>{"pk", "a"}));
    } else {
        QVERIFY(!decoded);
        QCOMPARE(QByteArray::fromStdString(decoded.error().where), QByteArray("line 2, column \"a\""));
        QVERIFY2(QByteArray::fromStdString(decoded.error().message).contains(expected),
                 decoded.error().message.c_str());
        QCOMPARE(decoded.error().range->begin, std::size_t{2});
        QCOMPARE(decoded.error().range->end, (*record)->text.size());
    }
}

void TestDelimited::keys() {
    const KeySchema number{{{"pk", ValueType::Number}}, {{"sk", ValueType::String}}};
    QCOMPARE(read("pk,sk\n5,00123\n", {}, number), std::string("2 {\"pk\":5,\"sk\":\"00123\"}\n"));
    QCOMPARE(read("pk,sk\n5,123\n", {}, number), std::string("2 {\"pk\":5,\"sk\":\"123\"}\n"));
    QVERIFY(
        read("pk,sk\nx,1\n", {}, number).starts_with("2 ! line 2, column \"pk\": \"x\" is not a number: "));
    QCOMPARE(read("pk,sk\n5,\n", {}, number),
             std::string(
                 "2 ! line 2, column \"sk\": The cell is empty, but \"sk\" is a key attribute of the table, "
                 "of type S.\n"));
    QCOMPARE(
        read("pk:S,sk\n5,a\n", {}, number),
        std::string("2 ! line 2, column \"pk\": The header says that the column holds text, but the table's "
                    "key attribute \"pk\" is of type N.\n"));
    const KeySchema binary{{{"pk", ValueType::Binary}}, {}};
    QCOMPARE(read("pk\nAAEC\n", {}, binary), std::string("2 {\"pk\":\"AAEC\"}\n"));
}

void TestDelimited::choices() {
    SourceOptions options;
    options.tabular.columns = {{"a", CellType::Number, false, {}}, {"b", CellType::Skip, false, {}}};
    QCOMPARE(read("pk,a,b\nx,007,z\n", options), std::string("2 {\"a\":7,\"pk\":\"x\"}\n"));
    options.tabular.columns = {{"a", CellType::Auto, false, {}}};
    QCOMPARE(
        read("pk,a\nx,1\ny,z\nw,true\nv,[1]\nu,007\n", options),
        std::string("2 {\"a\":1,\"pk\":\"x\"}\n3 {\"a\":\"z\",\"pk\":\"y\"}\n4 {\"a\":true,\"pk\":\"w\"}\n5 "
                    "{\"a\":[1],\"pk\":\"v\"}\n6 {\"a\":\"007\",\"pk\":\"u\"}\n"));
    options.tabular.columns = {{"A", CellType::Number, false, {}}};
    QCOMPARE(read("pk,a\nx,1\n", options),
             std::string("error: text: There is no column \"A\". The columns are \"pk\", \"a\".\n"));
    options = {};
    options.tabular.hasHeader = false;
    QCOMPARE(read("x,1\ny,2\n", options, {{{"column1", ValueType::String}}, {}}),
             std::string("1 {\"column1\":\"x\",\"column2\":1}\n2 {\"column1\":\"y\",\"column2\":2}\n"));
    options = {};
    options.tabular.delimiter = ';';
    options.tabular.setDelimiter = '/';
    QCOMPARE(read("pk;a:SS\nx;b/c\n", options), std::string("2 {\"a\":[\"b\",\"c\"],\"pk\":\"x\"}\n"));
    options.tabular.delimiter = '"';
    QCOMPARE(read("pk\nx\n", options),
             std::string("error: A quotation mark or a line break cannot stand between cells.\n"));
}

void TestDelimited::repair() {
    SourceOptions options;
    options.repair = true;
    QCOMPARE(read("pk,a,b\nx,1\ny,1,2,\nz,1,2,3\n", options),
             std::string(
                 "2 {\"a\":1,\"pk\":\"x\"} [The row has 2 cells, but there are 3 columns. Cells that are "
                 "missing at its end are taken as empty.]\n"
                 "3 {\"a\":1,\"b\":2,\"pk\":\"y\"} [The row has 4 cells, but there are 3 columns. The empty "
                 "cells at its end are dropped.]\n"
                 "4 ! line 4: The row has 4 cells, but there are 3 columns.\n"));
}

void TestDelimited::emptyCells() {
    const std::string text = "pk,s,n\nx,,\ny,a,1\n";
    SourceOptions options;
    QVERIFY(read(text, options).starts_with("2 {\"pk\":\"x\"}\n"));
    options.tabular.emptyCell = TabularOptions::EmptyCell::EmptyString;
    QVERIFY(read(text, options).starts_with("2 {\"pk\":\"x\",\"s\":\"\"}\n"));
    options.tabular.emptyCell = TabularOptions::EmptyCell::Null;
    QVERIFY(read(text, options).starts_with("2 {\"n\":null,\"pk\":\"x\",\"s\":null}\n"));
    QCOMPARE(read("pk:S,s:S,n:N,b:B\nx,\"\",\"\",\"\"\ny,,,\n"),
             std::string("2 {\"b\":\"\",\"pk\":\"x\",\"s\":\"\"}\n3 {\"pk\":\"y\"}\n"));
    QCOMPARE(read("\"pk (S)\",\"s (S)\"\n\"x\",\"\"\n"), std::string("2 {\"pk\":\"x\"}\n"));
    QCOMPARE(read("\"pk\",\"s\"\n\"x\",\"\"\n\"y\",\"a\"\n"),
             std::string("2 {\"pk\":\"x\"}\n3 {\"pk\":\"y\",\"s\":\"a\"}\n"));
}

void TestDelimited::samples() {
    const auto reader = readDelimited(ByteSource::ofText("a\n1\n2\n1\n\n3\n4\n5\n6\n"),
                                      {SourceFormat::Csv, {}, "UTF-8", {}}, {});
    QCOMPARE((*reader)->tables().front().columns.front().samples,
             (std::vector<std::string>{"1", "2", "3", "4", "5"}));
    QCOMPARE((*reader)->detection().description, std::string("CSV, 1 column"));
}

// Refused rows are tried again as a source of their own: with the types that the whole had.
void TestDelimited::refusedAgain() {
    auto reader = readDelimited(ByteSource::ofText("pk;n;z;q:S\nx;1;007;\"\"\ny;2;1;a\n"),
                                {SourceFormat::Csv, {}, "UTF-8", {}}, {});
    QVERIFY(reader);
    QCOMPARE((*reader)->preamble(), std::string("sep=;\npk:S?;n:N?;z:S?;q:S\n"));
    QCOMPARE(read((*reader)->preamble() + "y;n/a;1;\n5;1;1;\"\"\n"),
             std::string(
                 "3 ! line 3, column \"n\": \"n/a\" is not a number: The parameter cannot be converted to a "
                 "numeric value: n/a. The first rows of the column hold nothing else; choose another type "
                 "for it, as text, or correct the cell.\n4 {\"n\":1,\"pk\":\"5\",\"q\":\"\",\"z\":\"1\"}\n"));
}

QTEST_APPLESS_MAIN(TestDelimited)
#include "tst_delimited.moc"
