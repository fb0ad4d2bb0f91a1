// How CSV and TSV are recognized and cut into rows, and what an odd row costs: itself.
#include <QTest>

#include "tests/interchange/delimited_fixture.h"

using namespace partita;

class TestDelimitedRows final : public QObject {
    Q_OBJECT

  private slots:
    void rows_data();
    void rows();
    void looksLike_data();
    void looksLike();
    void longRows();
    void damaged_data();
    void damaged();
    void everyCut();
};

void TestDelimitedRows::rows_data() {
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

void TestDelimitedRows::rows() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(read(text.toStdString())), expected);
}

void TestDelimitedRows::looksLike_data() {
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

void TestDelimitedRows::looksLike() {
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, expected);
    char delimiter = 0;
    QCOMPARE(QByteArray::fromStdString(looksLikeDelimited(head.toStdString(), delimiter)), expected);
}

void TestDelimitedRows::longRows() {
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

void TestDelimitedRows::damaged_data() {
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
void TestDelimitedRows::damaged() {
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
void TestDelimitedRows::everyCut() {
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

QTEST_APPLESS_MAIN(TestDelimitedRows)
#include "tst_delimited_rows.moc"
