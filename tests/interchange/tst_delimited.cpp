// CSV and TSV: how rows are cut, what columns and cells mean, and what is refused with which words.
#include <QTest>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"

using namespace partita;

namespace {

const KeySchema kKeys{{{"pk", ValueType::String}}, {}};

/// One line a record: the item, or the reason why not; then notes and how it ended.
std::string dump(SourceReader& reader, const KeySchema& keys) {
    std::string all;
    for (;;) {
        const auto record = reader.next();
        if (!record) return all + "error: " + record.error().text() + "\n";
        if (!*record) break;
        all += std::to_string((*record)->line) + " ";
        if ((*record)->tooLong) {
            all += "too long\n";
            continue;
        }
        const auto item = reader.decode(**record, keys, false);
        all += item ? toPlainJson(item->item) : "! " + item.error().text();
        if (item) {
            for (const std::string& repair : item->repairs)
                all += " [" + repair + "]";
        }
        all += "\n";
    }
    return all + (reader.endedEarly() ? "ended early\n" : "");
}

std::string read(const std::string& text, const SourceOptions& options = {}, const KeySchema& keys = kKeys) {
    auto reader = readDelimited(ByteSource::ofText(text), {SourceFormat::Csv, {}, "UTF-8", {}}, options);
    if (!reader) return "error: " + reader.error().text() + "\n";
    return dump(**reader, keys);
}

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
    void rows_data();
    void rows();
    void columnTypes_data();
    void columnTypes();
    void cells_data();
    void cells();
    void keys();
    void choices();
    void repair();
    void emptyCells();
    void samples();
    void looksLike_data();
    void looksLike();
    void refusedAgain();
    void longRows();
    void damaged_data();
    void damaged();
    void everyCut();
};

void TestDelimited::rows_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << QByteArray(expected);
    };
    row("plain", "pk,a\nx,y\n", "2 {\"a\":\"y\",\"pk\":\"x\"}\n");
    row("no line end at the end", "pk,a\nx,y", "2 {\"a\":\"y\",\"pk\":\"x\"}\n");
    row("CR LF", "pk,a\r\nx,y\r\nz,w\r\n", "2 {\"a\":\"y\",\"pk\":\"x\"}\n3 {\"a\":\"w\",\"pk\":\"z\"}\n");
    row("CR", "pk,a\rx,y\rz,w\r", "2 {\"a\":\"y\",\"pk\":\"x\"}\n3 {\"a\":\"w\",\"pk\":\"z\"}\n");
    row("header only", "pk,a\n", "");
    row("nothing", "", "error: text: There is no row in it.\n");
    row("only empty lines", "\n\r\n \n", "error: text: There is no row in it.\n");
    row("empty lines and rows", "\npk,a\n\n,\nx,y\n  \n", "5 {\"a\":\"y\",\"pk\":\"x\"}\n");
    row("quotes", "pk,a\n\"x\",\"a \"\"b\"\", c\"\n", "2 {\"a\":\"a \\\"b\\\", c\",\"pk\":\"x\"}\n");
    row("a line break in a cell", "pk,a\nx,\"1\n2\r\n3\"\ny,z\n",
        "2 {\"a\":\"1\\n2\\r\\n3\",\"pk\":\"x\"}\n5 {\"a\":\"z\",\"pk\":\"y\"}\n");
    row("blanks round quotes", "pk, a\n \"x\" , \"y\" \n", "2 {\"a\":\"y\",\"pk\":\"x\"}\n");
    row("blanks of text stay", "pk,a\nx, y \n", "2 {\"a\":\" y \",\"pk\":\"x\"}\n");
    row("a quote inside text", "pk,a\nx,5\" disk\n", "2 {\"a\":\"5\\\" disk\",\"pk\":\"x\"}\n");
    row("semicolons", "pk;a\nx;1,5\ny;2,5\n",
        "2 {\"a\":\"1,5\",\"pk\":\"x\"}\n3 {\"a\":\"2,5\",\"pk\":\"y\"}\n");
    row("tabs", "pk\ta\nx\ty, z\n", "2 {\"a\":\"y, z\",\"pk\":\"x\"}\n");
    row("pipes", "pk|a\nx|y\n", "2 {\"a\":\"y\",\"pk\":\"x\"}\n");
    row("the line of Excel", "sep=;\r\npk;a\r\nx;y\r\n", "3 {\"a\":\"y\",\"pk\":\"x\"}\n");
    row("that line names an odd one", "sep=^\npk^a\nx^y,z\n", "3 {\"a\":\"y,z\",\"pk\":\"x\"}\n");
    row("one column", "pk\nx\ny\n", "2 {\"pk\":\"x\"}\n3 {\"pk\":\"y\"}\n");
    row("too few and too many", "pk,a,b\nx,1\ny,1,2,3\nz,1,2\n",
        "2 ! line 2: The row has 2 cells, but there are 3 columns. With repair, cells that are missing at "
        "its "
        "end are taken as empty.\n"
        "3 ! line 3: The row has 4 cells, but there are 3 columns.\n"
        "4 {\"a\":1,\"b\":2,\"pk\":\"z\"}\n");
    row("a quote that stays open", "pk,a\nx,\"open\ny,\"z\"\nw,v\n",
        "2 ! line 2, column \"a\": The quotation mark that opens the cell \"open\" is never closed, so the "
        "row is "
        "taken to end with its line. Close it, or, if it belongs to the text, put the cell in quotation "
        "marks "
        "and double it.\n"
        "3 {\"a\":\"z\",\"pk\":\"y\"}\n4 {\"a\":\"v\",\"pk\":\"w\"}\n");
    row("a quote that stays open to the end", "pk,a\nx,\"1\n2\"\ny,\"open\nz,w\n",
        "2 {\"a\":\"1\\n2\",\"pk\":\"x\"}\n"
        "4 ! line 4, column \"a\": The quotation mark that opens the cell \"open\" is never closed, so the "
        "row is "
        "taken to end with its line. Close it, or, if it belongs to the text, put the cell in quotation "
        "marks "
        "and double it.\n"
        "5 {\"a\":\"w\",\"pk\":\"z\"}\nended early\n");
    row("an open quote after a cell of several lines", "pk,a,b\nx,\"1\n2\",\"open\ny,1,2\n",
        "2 ! line 3, column \"b\": The quotation mark that opens the cell \"open\" is never closed, so the "
        "row is "
        "taken to end with its line. Close it, or, if it belongs to the text, put the cell in quotation "
        "marks "
        "and double it.\n"
        "4 {\"a\":1,\"b\":2,\"pk\":\"y\"}\nended early\n");
    row("text after a quote", "pk,a\nx,\"say \"hi\" now\"\ny,z\n",
        "2 ! line 2, column \"a\": After the closing quotation mark of the cell there is \"hi\" now\"\". A "
        "quotation "
        "mark inside a quoted cell is written twice.\n3 {\"a\":\"z\",\"pk\":\"y\"}\n");
    row("Japanese", "pk,名前\nx,\"東京、\"\"大阪\"\"\"\n",
        "2 {\"pk\":\"x\",\"名前\":\"東京、\\\"大阪\\\"\"}\n");
    row("names missing and twice", "pk,,a,pk,a,\n1,2,3,4,5,6\n",
        "error: text, line 1: Columns 2 and 6 have no name. Columns 3 and 5 have the same name, \"a\". "
        "Columns 1 and "
        "4 have the same name, \"pk\". Every column needs a name of its own in the header; or read the file "
        "as "
        "one without a header.\n");
    row("names twice by their types", "pk:S,pk:N\n",
        "error: text, line 1: Columns 1 and 2 have the same name, \"pk\". Every column needs a name of its "
        "own in "
        "the header; or read the file as one without a header.\n");
    row("a type without a name", ":S,a:S\n",
        "error: text, line 1: Column 1 has no name. Every column needs a name of its own in the header; or "
        "read "
        "the file as one without a header.\n");
}

void TestDelimited::rows() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(read(text.toStdString())), expected);
}

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

void TestDelimited::looksLike_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& head, const char* expected) {
        QTest::newRow(name) << head << QByteArray(expected);
    };
    row("commas", "a,b,c\n1,2,3\n4,5,6\n", "CSV, 3 columns, ',' between them");
    row("semicolons", "a;b\n1,5;2\n3,5;4\n", "CSV, 2 columns, ';' between them");
    row("tabs", "a\tb\n1\t2\n", "TSV, 2 columns, tabs between them");
    row("quoted", "\"a\",\"b\"\r\n\"x;y;z\",\"1\n2\"\r\n", "CSV, 2 columns, ',' between them");
    row("a header with types", "pk:S,age:N\n", "CSV, 2 columns, ',' between them");
    row("one typed column", "pk (S)\n", "CSV, 1 column");
    row("Excel's line", "sep=|\na|b\n", "CSV, 2 columns, '|' between them");
    row("a header alone", "a,b,c\n", "");
    row("one bad row of many", "a,b\n1,2\n3,4\n5\n6,7\n8,9\n", "CSV, 2 columns, ',' between them");
    row("JSON lines", "{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n", "");
    row("prose", "Dear all, this is a letter.\nIt has, now and then, a comma.\nNo more.\n", "");
    row("code", "int main() {\n    return f(a, b);\n}\n", "");
    row("one column", "a\nb\nc\n", "");
    row("nothing", "", "");
    row("names twice", "a,a\n1,2\n", "");
}

void TestDelimited::looksLike() {
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, expected);
    char delimiter = 0;
    QCOMPARE(QByteArray::fromStdString(looksLikeDelimited(head.toStdString(), delimiter)), expected);
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

void TestDelimited::longRows() {
    const std::string many(17 * 1024 * 1024, 'a');
    const std::string good = "pk,a\nx,1\n";
    QCOMPARE(read(good + "y," + many + "\nz,2\n"),
             std::string("2 {\"a\":1,\"pk\":\"x\"}\n3 too long\n4 {\"a\":2,\"pk\":\"z\"}\n"));
    // The quote would swallow 17 MiB of rows.
    std::string rows;
    while (rows.size() < many.size())
        rows += "z," + std::string(1000, '1') + "\n";
    const std::string all = read(good + "y,\"open\n" + rows);
    QVERIFY(all.starts_with("2 {\"a\":\"1\",\"pk\":\"x\"}\n3 ! line 3, column \"a\": The quotation mark"));
    QCOMPARE(static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n')), 2 + rows.size() / 1003);
    // One line, and the quote never closed: nothing of it is kept.
    QCOMPARE(read(good + "y,\"" + many + "\nz,2\n"),
             std::string("2 {\"a\":1,\"pk\":\"x\"}\n3 too long\n4 {\"a\":2,\"pk\":\"z\"}\n"));
}

void TestDelimited::damaged_data() {
    QTest::addColumn<QByteArray>("bad");
    const QByteArray bads[] = {"\"",         "\"a",     "a\"b,\"c\"d", "\"a\"b",    "x,\"y\"\"",  "x",
                               "x,1,2,3",    "x;;y",    "x,--1",       ",1",        "\"\",1",     "x,one",
                               "x,\"1\n2\"", "x,1 2",   "x;1",         "x\t1",      "{\"pk\":1}", "x,{",
                               "x,1e999",    "'x','1'", "x,0x10",      "\"x,1\r\"y"};
    int number = 0;
    for (const QByteArray& bad : bads)
        QTest::newRow(("damage " + std::to_string(++number)).c_str()) << bad;
}

/// The bad row is refused with a reason, and the good ones before and after it are read.
void TestDelimited::damaged() {
    QFETCH(QByteArray, bad);
    const std::string text = "pk,n\na,1\nb,2\n" + bad.toStdString() + "\nc,3\nd,4\n";
    SourceOptions options;
    options.tabular.columns = {{"n", CellType::Number, false, {}}};
    const std::string all = read(text, options);
    QVERIFY2(all.find(" ! line ") != std::string::npos, all.c_str());
    for (const char* const good : {"{\"n\":1,\"pk\":\"a\"}\n", "{\"n\":2,\"pk\":\"b\"}\n",
                                   "{\"n\":3,\"pk\":\"c\"}\n", "{\"n\":4,\"pk\":\"d\"}\n"})
        QVERIFY2(all.find(good) != std::string::npos, all.c_str());
}

/// However the source is cut, what was whole is read the same.
void TestDelimited::everyCut() {
    const std::string whole =
        "sep=;\r\npk;a;b:SS\r\nx;\"1\r\n2\";\"[\"\"a\"\"]\"\r\n東;\"\"\"q\"\"\";b,c\r\n";
    const std::string all = read(whole);
    QVERIFY(all.find(" ! ") == std::string::npos);
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        const std::string cut = read(whole.substr(0, size));
        if (size > whole.find("\r\n東"))
            QVERIFY2(cut.starts_with(all.substr(0, all.find('\n'))), cut.c_str());
    }
}

QTEST_APPLESS_MAIN(TestDelimited)
#include "tst_delimited.moc"
