// CSV, Ion and models of NoSQL Workbench that are damaged: the rows that are whole come in, and the rest is
// told with its line.
#include <QTest>

#include "tests/interchange/damaged_source.h"

using namespace partita;
using namespace std::string_literals;

namespace {

/// A wrong row at line 3, between good ones.
std::string amid(const std::string& row) {
    return "pk,n:N,t\n1,1,a\n" + row + "\n2,2,b\n";
}

/// So long that a few odd bytes are damage and no other encoding.
std::string amidMany(const std::string& row) {
    std::string text = "pk,n:N,t\n";
    for (int i = 0; i < 200; ++i)
        text += std::to_string(i) + ",1,abc\n";
    return text + row + "\nlast,2,b\n";
}

/// Records at lines 1 and 3.
std::string ions(const std::string& record) {
    return "$ion_1_0 {Item:{pk:\"1\"}}\n" + record + "\n$ion_1_0 {Item:{pk:\"2\"}}\n";
}

/// Facets with rows at line 4 and 5, and rows of the table at line 7 and 8.
std::string model(const std::string& facetRow, const std::string& tableRow) {
    return "{\"ModelName\":\"M\",\"DataModel\":[{\"TableName\":\"Shop\",\n"
           "\"KeyAttributes\":{\"PartitionKey\":{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}},\n"
           "\"TableFacets\":[{\"FacetName\":\"F\",\"TableData\":[\n{\"pk\":{\"S\":\"f\"}},\n" +
           facetRow + "]}],\n\"TableData\":[\n{\"pk\":{\"S\":\"t\"}},\n" + tableRow + "\n]}]}\n";
}

}  // namespace

class TestTextDamage final : public QObject {
    Q_OBJECT

  private slots:
    void csv_data();
    void csv() { checkDamaged(); }
    void ion_data();
    void ion() { checkDamaged(); }
    void workbench_data();
    void workbench() { checkDamaged(); }
    void everyCutAndByte_data();
    void everyCutAndByte();
};

void TestTextDamage::csv_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::Csv);
    row("empty", "", 0, "There is nothing in it.");
    row("blanks", " \r\n\n", 0, "nothing in it but blanks");
    row("delimiters alone", ",,,\n,,\n", 1, "2 {\",,,\":{\"S\":\",,\"}}");
    row("zeros", "pk,n\n\0\0\0\n"s, 0, "it holds zero bytes");
    row("garbage", "\x01\x80\xFE\xFF\x90garbage", 0,
        "the pasted text: Byte 0x80 at line 1 is no UTF-8; the text may be Windows-1252. Save it as UTF-8.");
    row("a header alone", "pk,n\n", 0, "");
    row("a column twice", "pk,pk\n1,2\n", 0,
        "the pasted text, line 1: Columns 1 and 2 have the same name, \"pk\". Every column needs a name of "
        "its");
    row("a column without a name", "pk,\n1,2\n", 0,
        "the pasted text, line 1: Column 2 has no name. Every column needs a name of its own in the header;");
    row("a row too short", amid("x,1"), 2,
        "3 refused: line 3: The row has 2 cells, but there are 3 columns. With repair, cells that are");
    row("a row too long", amid("x,1,a,more"), 2,
        "3 refused: line 3: The row has 4 cells, but there are 3 columns.");
    row("no number", amid("x,y,a"), 2,
        "3 refused: line 3, column \"n\": \"y\" is not a number: The parameter cannot be converted to a "
        "numeric");
    row("a huge number", amid("x,1e999,a"), 2,
        "3 refused: line 3, column \"n\": \"1e999\" is not a number: Number overflow. Attempting to store a");
    row("a number of 100,000 digits", amid("x," + std::string(100'000, '9') + ",a"), 2,
        "3 refused: line 3, column \"n\": \"999999999999999999999999999999999999999999999999999999999999…\" "
        "is");
    row("no key", amid(",1,a"), 2,
        "3 refused: line 3, column \"pk\": The cell is empty, but \"pk\" is a key attribute of the table, "
        "of");
    row("an open quotation mark", amid("\"x,1,a"), 2,
        "3 refused: line 3, column \"pk\": The quotation mark that opens the cell \"x,1,a\" is never closed, "
        "so");
    row("an open quotation mark at the end", "pk,n:N\n1,1\n\"2,2", 1,
        "3 refused: line 3, column \"pk\": The quotation mark that opens the cell \"2,2\" is never closed, "
        "so");
    row("text behind a quotation mark", amid("\"x\"y,1,a"), 2,
        "3 refused: line 3, column \"pk\": After the closing quotation mark of the cell there is \"y,1,a\". "
        "A");
    row("another delimiter", amid("x;1;a"), 2,
        "3 refused: line 3: The row has 1 cell, but there are 3 columns. With repair, cells that are "
        "missing");
    row("JSON between", amid(R"({"pk":{"S":"x"}})"), 2,
        "3 refused: line 3: The row has 1 cell, but there are 3 columns. With repair, cells that are "
        "missing");
    row("wrong base64", "pk,b:B\n1,AQ==\nx,?\n2,AQ==\n", 2,
        "3 refused: line 3, column \"b\": \"?\" is not base64 text: This is no base64 text: it takes "
        "letters,");
    row("an empty set", "pk,s:SS\n1,\"[\"\"a\"\"]\"\nx,[]\n2,\"[\"\"a\"\"]\"\n", 2,
        "3 refused: line 3, column \"s\": \"[]\" is not a set of texts: One or more parameter values were");
    row("wrong JSON", "pk,j:JSON\n1,{}\nx,{\n2,[]\n", 2,
        "3 refused: line 3, column \"j\": \"{\" is not JSON: The JSON ends too early: a } or ] is missing.");
    row("200,000 brackets",
        "pk,j:JSON\n1,{}\nx," + std::string(200'000, '[') + std::string(200'000, ']') + "\n2,[]\n", 2,
        "3 refused: line 3, column \"j\": \"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…\" "
        "is");
    row("no boolean", "pk,b:BOOL\n1,true\nx,perhaps\n2,false\n", 2,
        "3 refused: line 3, column \"b\": \"perhaps\" is not true or false: It is neither true nor false.");
    row("a byte that is no UTF-8", amidMany("x,1,Ren\xE9"), 201,
        "202 refused: line 202, column \"t\": The byte 0xE9 is no UTF-8: it is damaged, or was written in");
    row("a byte that is no UTF-8 in the key", amidMany("\xFFx,1,a"), 201,
        "202 refused: line 202, column \"pk\": The byte 0xFF is no UTF-8: it is damaged, or was written in");
    row("a character that is cut in two", amidMany("x,1,\xE2\x82"), 201,
        "202 refused: line 202, column \"t\": The byte 0xE2 is no UTF-8: it is damaged, or was written in");
    row("a byte that is no UTF-8 in the header", "pk,n\xFFme\n" + std::string(2000, 'a') + ",b\n", 0,
        "the pasted text, line 1, column 2: The byte 0xFF is no UTF-8: it is damaged, or was written in");
    row("Windows-1252", "pk,name\n1,Ren\xE9\n2,Zo\xEB\n3,Ana\xEFs\n", 0,
        "the text may be Windows-1252. Save it as UTF-8.");
    row("Windows-1252 further on",
        "pk,name\n" + std::string(6000, 'a') + ",b\n2,Zo\xEB\n3,Ana\xEFs\n4,Ren\xE9\n", 0,
        "the text may be Windows-1252. Save it as UTF-8.");
    row("Shift_JIS", "pk,name\n1,\x83\x65\x83\x58\x83\x67\n", 0, "the text may be Shift_JIS");
    row("a byte order mark between", amid("\xEF\xBB\xBFx,1,a"), 3, "");
    row("CR alone", "pk,n:N\r1,1\rx,y\r2,2\r", 2,
        "3 refused: line 3, column \"n\": \"y\" is not a number: The parameter cannot be converted to a "
        "numeric");
    row("CR LF", "pk,n:N\r\n1,1\r\nx,y\r\n2,2\r\n", 2,
        "3 refused: line 3, column \"n\": \"y\" is not a number: The parameter cannot be converted to a "
        "numeric");
    row("a row of 17 MiB", amid("x,1," + std::string(17 * 1024 * 1024, 'a')), 2, "3 too long");
}

void TestTextDamage::ion_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::Ion);
    row("empty", "", 0, "There is nothing in it.");
    row("garbage", "}{garbage", 0, "1 refused: This is no value of Ion.");
    row("half a record", ions("$ion_1_0 {Item:{pk:\"x\""), 2, "2 refused: A comma or } is missing here.");
    row("half a record at the end", ions("$ion_1_0 {Item:{pk:\"x\"}}") + "$ion_1_0 {Item:{pk:", 3, "4 cut");
    row("no value", ions("$ion_1_0 {Item:{pk:4ion\xFFnew}}"), 2,
        "2 refused: pk: This is no value of Ion: 4ion");
    row("no annotation", ions("$ion_1_0 {Item:{pk:\"x\",w:$\x92ynamodb_BS::[1]}}"), 0,
        "the pasted text: Byte 0x92 at line 2 is no UTF-8; the text may be Windows-1252. Save it as UTF-8.");
    row("bytes that are no UTF-8", ions("$ion_1_0 {Item:{pk:\"\xFF\"}}"), 2,
        "2 refused: pk: The text is not UTF-8. Convert it to UTF-8 first.");
    row("a zero", ions("$ion_1_0 {Item:{pk:\"\0\"}}"s), 0,
        "the pasted text: This is a binary file and no text: it holds zero bytes.");
    row("a name twice", ions("$ion_1_0 {Item:{pk:\"x\",pk:\"y\"}}"), 2,
        "2 refused: The name \"pk\" occurs twice in one struct. Keep one of them.");
    row("a huge number", ions("$ion_1_0 {Item:{pk:\"x\",n:1d99999999999}}"), 2,
        "2 refused: n: Number overflow. Attempting to store a number with magnitude larger than supported");
    row("no number", ions("$ion_1_0 {Item:{pk:\"x\",n:nan}}"), 2,
        "2 refused: n: DynamoDB has no number for nan.");
    row("a time", ions("$ion_1_0 {Item:{pk:\"x\",n:2020-01-01T}}"), 2,
        "2 refused: n: DynamoDB has no timestamp. A repair would read it as the text 2020-01-01T.");
    row("wrong base64", ions("$ion_1_0 {Item:{pk:\"x\",b:{{?}}}}"), 2,
        "2 refused: b: This is no base64 text: it takes letters, digits, + and /, and = until the length");
    row("an empty set", ions("$ion_1_0 {Item:{pk:\"x\",s:$dynamodb_SS::[]}}"), 2,
        "2 refused: s: One or more parameter values were invalid: An string set  may not be empty");
    row("a set of other members", ions("$ion_1_0 {Item:{pk:\"x\",s:$dynamodb_NS::[\"a\"]}}"), 2,
        "2 refused: s: $dynamodb_NS:: stands before a list with an element of type S.");
    row("an item that is a list", ions("$ion_1_0 {Item:[1]}"), 3, "1 {\"pk\":{\"S\":\"1\"}}");
    row("a record that is a number", ions("$ion_1_0 5"), 2,
        "2 refused: An item is an Ion struct, { … }; this is something else.");
    row("200,000 brackets",
        ions("$ion_1_0 {Item:{pk:\"x\",l:" + std::string(200'000, '[') + std::string(200'000, ']') + "}}"), 2,
        "2 refused:");
    row("200,000 open braces", ions(std::string(200'000, '{')), 2,
        "2 refused: This is no base64 text: it takes letters, digits, + and /, and = until the length");
    row("JSON between", ions(R"({"Item":{"pk":{"S":"x"}}})"), 3, "");
    row("another version", ions("$ion_9_9 {Item:{pk:\"x\"}}"), 1,
        "error: This is another version of Ion, $ion_9_9; only Ion 1.0 can be read.");
    row("binary Ion", "\xE0\x01\x00\xEA...."s, 0, "Ion");
    row("an open text", ions("$ion_1_0 {Item:{pk:\"x}}"), 2,
        "2 refused: pk: A text is not closed: its second quotation mark is missing.");
    row("an open comment", ions("/* open"), 1, "1 {\"pk\":{\"S\":\"1\"}}");
}

void TestTextDamage::workbench_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::Workbench);
    const std::string good = R"({"pk":{"S":"2"}})";
    row("rows that stand only in a facet", model(R"({"pk":{"S":"1"}})", good), 4,
        "5 Shop {\"pk\":{\"S\":\"1\"}}");
    row("a row in both", model(good, good), 3, "count as one each");
    row("rows of one key that differ",
        model(R"({"pk":{"S":"2"},"a":{"N":"1"}})", R"({"pk":{"S":"2"},"a":{"N":"2"}})"), 4,
        "5 Shop {\"a\":{\"N\":\"1\"}");
    row("a byte that is no UTF-8", model(good, "{\"pk\":{\"S\":\"Ren\xE9\"}}"), 3, "8 Shop refused: ");
    row("a byte that is no UTF-8 in a facet", model("{\"pk\":{\"S\":\"\xFF\"}}", good), 3,
        "5 Shop refused: ");
    row("half a row", model("{\"pk\":{\"S\"", good), 3, "5 Shop refused: ");
    row("a wrong number", model(good, R"({"pk":{"S":"x"},"a":{"N":"x"}})"), 3, "8 Shop refused: ");
    row("200,000 brackets",
        model(good, R"({"pk":{"S":"x"},"a":)" + std::string(200'000, '[') + std::string(200'000, ']') + "}"),
        3, "8 Shop refused: ");
}

void TestTextDamage::everyCutAndByte_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("most");
    QTest::newRow("CSV") << static_cast<int>(SourceFormat::Csv)
                         << "pk,n:N,t\na,1,\"x \"\"y\"\"\nz\"\nb,2,\xC3\xA9\n"s << 2;
}

void TestTextDamage::everyCutAndByte() {
    QFETCH(int, format);
    QFETCH(std::string, text);
    QFETCH(int, most);
    for (const char byte : {'"', ',', '\n', '\r', ';', '\xFF', '\0', '0'}) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::string changed = text;
            changed[at] = byte;
            const Damaged damaged = readDamaged(changed, static_cast<SourceFormat>(format));
            QVERIFY2(isUtf8(damaged.text), damaged.text.c_str());
            QVERIFY2(damaged.good <= most + 1 && !damaged.text.empty(), damaged.text.c_str());
        }
    }
}

QTEST_APPLESS_MAIN(TestTextDamage)
#include "tst_text_damage.moc"
