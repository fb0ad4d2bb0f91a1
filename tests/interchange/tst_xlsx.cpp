// Excel workbooks: what cells, rows and sheets mean, and what is said of them.
#include <QTest>

#include "tests/interchange/xlsx_fixture.h"

using namespace partita;

class TestXlsx final : public QObject {
    Q_OBJECT

  private slots:
    void cells_data();
    void cells();
    void rows_data();
    void rows();
    void sheets();
    void notes();
    void columnTypes();
    void refusedAgain();

  private:
    XlsxFolder m_folder;
};

void TestXlsx::cells_data() {
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& cell, const QByteArray& expected) {
        QTest::newRow(name) << cell << expected;
    };
    const QByteArray item = "2 {\"a\":%,\"pk\":\"x\"}\n";
    const auto value = [&](const char* json) { return QByteArray(item).replace("%", json); };
    row("number", R"(<c r="B2"><v>12.50</v></c>)", value("12.5"));
    row("number as it stands", R"(<c r="B2" t="n"><v>0.1</v></c>)", value("0.1"));
    row("exponent", R"(<c r="B2"><v>1.5E-3</v></c>)", value("0.0015"));
    row("shared text", R"(<c r="B2" t="s"><v>2</v></c>)", value("\" \\\"x\\\", y \""));
    row("rich text", R"(<c r="B2" t="s"><v>3</v></c>)", value("\"rich text\""));
    row("text with its reading", R"(<c r="B2" t="s"><v>4</v></c>)", value("\"東京\""));
    row("escapes", R"(<c r="B2" t="s"><v>5</v></c>)", value("\"1\\r2_\""));
    row("inline text", R"(<c r="B2" t="inlineStr"><is><r><t>a&amp;</t></r><r><t>b</t></r></is></c>)",
        value("\"a&b\""));
    row("text like a number", R"(<c r="B2" t="inlineStr"><is><t>00123</t></is></c>)", value("\"00123\""));
    row("text that is a number", R"(<c r="B2" t="inlineStr"><is><t>123</t></is></c>)", value("\"123\""));
    row("true", R"(<c r="B2" t="b"><v>1</v></c>)", value("true"));
    row("false", R"(<c r="B2" t="b"><v>0</v></c>)", value("false"));
    row("formula with a text", R"(<c r="B2" t="str"><f>A1&amp;"x"</f><v>pkx</v></c>)", value("\"pkx\""));
    row("formula with a number", R"(<c r="B2"><f>1+1</f><v>2</v></c>)", value("2"));
    row("JSON", R"(<c r="B2" t="inlineStr"><is><t>{"SS":["b","a"]}</t></is></c>)", value("[\"a\",\"b\"]"));
    row("elapsed time is a number", R"(<c r="B2" s="4"><v>1.5</v></c>)", value("1.5"));
    row("an unknown style", R"(<c r="B2" s="99"><v>1</v></c>)", value("1"));
    row("date of ISO", R"(<c r="B2" t="d"><v>2024-05-01</v></c>)", value("\"2024-05-01\""));
    row("empty text", R"(<c r="B2" t="s"><v>6</v></c>)", "2 {\"pk\":\"x\"}\n");
    row("empty cell", R"(<c r="B2" s="1"/>)", "2 {\"pk\":\"x\"}\n");
    row("no cell", "", "2 {\"pk\":\"x\"}\n");
    row("without a reference", R"(<c><v>7</v></c>)", value("7"));
    row("fault", R"(<c r="B2" t="e"><v>#N/A</v></c>)",
        "2 ! line 2, column \"a\": The cell holds the fault #N/A of a formula, not a value. Correct it in "
        "the "
        "spreadsheet.\n");
    row("too many cells", R"(<c r="B2"><v>1</v></c><c r="D2"><v>2</v></c>)",
        "2 ! line 2: The row has 4 cells, but there are 2 columns.\n");
}

void TestXlsx::cells() {
    QFETCH(QByteArray, cell);
    QFETCH(QByteArray, expected);
    XlsxFixture book;
    book.sheet(1, rowOf(cell.toStdString()));
    QCOMPARE(QByteArray::fromStdString(m_folder.read(book)), expected);
}

void TestXlsx::rows_data() {
    QTest::addColumn<QByteArray>("rows");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const std::string& rows, const char* expected) {
        QTest::newRow(name) << QByteArray::fromStdString(rows) << QByteArray(expected);
    };
    row("none", "", "error: There is no row in it.\n");
    row("header only", kHeader, "");
    row("empty rows",
        R"(<row r="1"/><row r="2"><c r="A2" s="1"/></row>)" +
            std::string(
                R"(<row r="4"><c r="C4" t="s"><v>0</v></c></row><row r="9"><c r="C9"><v>5</v></c></row>)"),
        "9 {\"pk\":\"5\"}\n");
    row("numbers of rows left out", R"(<row><c t="s"><v>0</v></c></row><row><c><v>5</v></c></row>)",
        "2 {\"pk\":\"5\"}\n");
    row("cells left of the header",
        R"(<row r="1"><c r="B1" t="s"><v>0</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>)",
        "2 {\"pk\":\"2\"}\nnote: 1 row has cells left of the header's first column; they are not read.\n");
    row("a name missing", R"(<row r="1"><c r="B1" t="s"><v>0</v></c><c r="D1" t="s"><v>1</v></c></row>)",
        "error: Column 3 has no name. Every column needs a name of its own in the header; or read the file "
        "as one "
        "without a header.\n");
    row("key that is empty", kHeader + R"(<row r="3"><c r="B3"><v>1</v></c></row>)",
        "3 ! line 3, column \"pk\": The cell is empty, but \"pk\" is a key attribute of the table, of type "
        "S.\n");
}

void TestXlsx::rows() {
    QFETCH(QByteArray, rows);
    QFETCH(QByteArray, expected);
    XlsxFixture book;
    book.sheet(1, rows.toStdString());
    QCOMPARE(QByteArray::fromStdString(m_folder.read(book)), expected);
}

void TestXlsx::sheets() {
    XlsxFixture book;
    book.workbook(
        R"(<sheet name="Old" sheetId="2" state="hidden" r:id="rId2"/><sheet name="People" sheetId="1" r:id="rId1"/>)"
        R"(<sheet name="Chart" sheetId="3" r:id="rId9"/>)");
    book.sheet(1, rowOf(""));
    book.sheet(2, kHeader + R"(<row r="2"><c r="A2"><v>7</v></c></row>)");
    QCOMPARE(
        QByteArray::fromStdString(m_folder.read(book)),
        QByteArray("2 {\"pk\":\"x\"}\nnote: Only the sheet \"People\" is read. The workbook also has \"Old\" "
                   "(hidden).\n"));
    SourceOptions options;
    options.tabular.sheet = "old";
    QCOMPARE(
        QByteArray::fromStdString(m_folder.read(options)),
        QByteArray(
            "2 {\"pk\":\"7\"}\nnote: Only the sheet \"Old\" is read. The workbook also has \"People\".\n"));
    options.tabular.sheet = "New";
    QCOMPARE(QByteArray::fromStdString(m_folder.read(options)),
             QByteArray("error: There is no sheet \"New\". The sheets are \"Old\" (hidden), \"People\".\n"));
}

void TestXlsx::notes() {
    XlsxFixture book;
    book.sheet(
        1,
        rowOf(R"(<c r="B2" s="1"><v>45413</v></c>)") +
            R"(<row r="3"><c r="A3"><v>1.2345678901234499E+19</v></c><c r="B3" s="2"><v>45413.4375</v></c></row>)"
            R"(<row r="4"><c r="A4"><v>1.1000000000000001</v></c><c r="B4"><f>NOW()</f></c></row>)"
            R"(<row r="5"><c r="A5" t="s"><v>70</v></c></row>)",
        R"(<mergeCells count="2"><mergeCell ref="A1:B1"/><mergeCell ref="A2:B2"/></mergeCells>)");
    QCOMPARE(
        QByteArray::fromStdString(m_folder.read(book)),
        QByteArray(
            "2 {\"a\":\"2024-05-01\",\"pk\":\"x\"}\n"
            "3 {\"a\":\"2024-05-01T10:30:00\",\"pk\":\"12345678901234499000\"}\n"
            "4 {\"pk\":\"1.1000000000000001\"}\n"
            "5 ! line 5, column \"pk\": The cell holds the fault #MISSING of a formula, not a value. Correct "
            "it in the "
            "spreadsheet.\n"
            "note 2: Dates in column \"a\" (B) are taken as text, as 2024-05-01 or 2024-05-01T10:30:00; the "
            "workbook "
            "holds them as numbers of days.\n"
            "note 3: In column \"pk\" (A) there are whole numbers of more than 15 digits. Excel keeps 15 and "
            "has rounded "
            "the rest already; format such a column as text before it is filled.\n"
            "note 4: In column \"pk\" (A) there are numbers of more than 15 digits, as the workbook holds "
            "them; Excel "
            "shows at most 15 of them (1.1 for 1.1000000000000001).\n"
            "note: 1 cell with a formula has no value in the file: empty. Open and save the workbook in a "
            "spreadsheet program, which calculates them.\n"
            "note: 1 cell refers to texts that the workbook does not hold: it is damaged, and rows with such "
            "cells are "
            "refused.\n"
            "note: Cells are merged (A1:B1 and 1 more): only the first of them holds the value, the others "
            "are "
            "empty.\n"));
    book.workbook(R"(<sheet name="People" sheetId="1" r:id="rId1"/>)", R"(<workbookPr date1904="1"/>)");
    book.sheet(1, rowOf(R"(<c r="B2" s="1"><v>43951</v></c>)"));
    QVERIFY(m_folder.read(book).starts_with("2 {\"a\":\"2024-05-01\",\"pk\":\"x\"}\n"));
}

void TestXlsx::columnTypes() {
    XlsxFixture book;
    book.sheet(1, rowOf(R"(<c r="B2" t="inlineStr"><is><t>1</t></is></c>)") +
                      R"(<row r="3"><c r="A3"><v>5</v></c><c r="B3"><v>2</v></c></row>)");
    // Numbers and texts in one column: all of them are texts.
    QCOMPARE(m_folder.read(book),
             std::string("2 {\"a\":\"1\",\"pk\":\"x\"}\n3 {\"a\":\"2\",\"pk\":\"5\"}\n"));
    SourceOptions options;
    options.tabular.columns = {{"a", CellType::Number, false, {}}};
    QCOMPARE(m_folder.read(options), std::string("2 {\"a\":1,\"pk\":\"x\"}\n3 {\"a\":2,\"pk\":\"5\"}\n"));
    options.tabular.columns = {{"a", CellType::Auto, false, {}}};
    QCOMPARE(m_folder.read(options), std::string("2 {\"a\":\"1\",\"pk\":\"x\"}\n3 {\"a\":2,\"pk\":\"5\"}\n"));
    auto reader = readXlsx(m_folder.path(), {SourceFormat::Xlsx, {}, {}, {}}, {});
    QCOMPARE((*reader)->tables().front().name, std::string("People"));
    QCOMPARE((*reader)->tables().front().columns[1].samples, (std::vector<std::string>{"1", "2"}));
    QCOMPARE((*reader)->detection().description, std::string("Excel workbook, sheet \"People\", 2 columns"));
    QVERIFY((*reader)->bytesTotal() == whole(m_folder.path()).size() &&
            (*reader)->bytesRead() <= (*reader)->bytesTotal());
}

void TestXlsx::refusedAgain() {
    XlsxFixture book;
    book.sheet(1, kHeader + R"(<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="b"><v>1</v></c></row>)"
                            R"(<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="b"><v>0</v></c></row>)");
    QVERIFY(book.write(m_folder.path()));
    auto reader = readXlsx(m_folder.path(), {SourceFormat::Xlsx, {}, {}, {}}, {});
    QVERIFY(reader);
    std::string again = (*reader)->preamble();
    QCOMPARE(again, std::string("pk:S?,a:BOOL?\n"));
    while (const auto record = *(*reader)->next())
        again += std::string(record->text) + "\n";
    auto csv = readDelimited(ByteSource::ofText(again), {SourceFormat::Csv, {}, "UTF-8", {}}, {});
    QVERIFY(csv);
    QCOMPARE(dump(**csv),
             std::string("2 {\"a\":true,\"pk\":\"1\"}\n3 {\"a\":false,\"pk\":\" \\\"x\\\", y \"}\n"));
}

QTEST_APPLESS_MAIN(TestXlsx)
#include "tst_xlsx.moc"
