// Excel workbooks: what cells mean, what is said of them, and what damage costs.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <sstream>

#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/read/xlsx_dates.h"
#include "engine/interchange/read/xlsx_workbook.h"
#include "tests/interchange/xlsx_fixture.h"

using namespace partita;

namespace {

const KeySchema kKeys{{{"pk", ValueType::String}}, {}};

std::string dump(SourceReader& reader) {
    std::string all;
    for (;;) {
        const auto record = reader.next();
        if (!record) return all + "error: " + record.error().message + "\n";
        if (!*record) break;
        all += std::to_string((*record)->line) + " ";
        if ((*record)->tooLong) {
            all += "too long\n";
            continue;
        }
        const auto item = reader.decode(**record, kKeys, false);
        all += (item ? toPlainJson(item->item) : "! " + item.error().text()) + "\n";
    }
    for (const SourceNote& note : reader.notes())
        all += "note" + (note.line ? " " + std::to_string(note.line) : "") + ": " + note.text + "\n";
    return all;
}

std::string whole(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The header row: pk, a.
const std::string kHeader = R"(<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>)";

std::string rowOf(const std::string& cell) {
    return kHeader + R"(<row r="2"><c r="A2" t="inlineStr"><is><t>x</t></is></c>)" + cell + "</row>";
}

}  // namespace

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
    void dates_data();
    void dates();
    void formats_data();
    void formats();
    void escapes();
    void notWorkbooks_data();
    void notWorkbooks();
    void password();
    void damaged_data();
    void damaged();
    void damagedLater();
    void everyCut();
    void bombs();
    void longRow();

  private:
    std::string path() const { return m_folder.filePath("book.xlsx").toStdString(); }
    std::string read(const XlsxFixture& book, const SourceOptions& options = {}) const {
        return book.write(path()) ? read(options) : "not written";
    }
    std::string read(const SourceOptions& options = {}) const {
        auto reader = readXlsx(path(), {SourceFormat::Xlsx, {}, {}, {}}, options);
        return reader ? dump(**reader) : "error: " + reader.error().message + "\n";
    }
    void writeBytes(const std::string& bytes) const {
        std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
    }

    QTemporaryDir m_folder;
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
    QCOMPARE(QByteArray::fromStdString(read(book)), expected);
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
    QCOMPARE(QByteArray::fromStdString(read(book)), expected);
}

void TestXlsx::sheets() {
    XlsxFixture book;
    book.workbook(
        R"(<sheet name="Old" sheetId="2" state="hidden" r:id="rId2"/><sheet name="People" sheetId="1" r:id="rId1"/>)"
        R"(<sheet name="Chart" sheetId="3" r:id="rId9"/>)");
    book.sheet(1, rowOf(""));
    book.sheet(2, kHeader + R"(<row r="2"><c r="A2"><v>7</v></c></row>)");
    QCOMPARE(
        QByteArray::fromStdString(read(book)),
        QByteArray("2 {\"pk\":\"x\"}\nnote: Only the sheet \"People\" is read. The workbook also has \"Old\" "
                   "(hidden).\n"));
    SourceOptions options;
    options.tabular.sheet = "old";
    QCOMPARE(
        QByteArray::fromStdString(read(options)),
        QByteArray(
            "2 {\"pk\":\"7\"}\nnote: Only the sheet \"Old\" is read. The workbook also has \"People\".\n"));
    options.tabular.sheet = "New";
    QCOMPARE(QByteArray::fromStdString(read(options)),
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
        QByteArray::fromStdString(read(book)),
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
    QVERIFY(read(book).starts_with("2 {\"a\":\"2024-05-01\",\"pk\":\"x\"}\n"));
}

void TestXlsx::columnTypes() {
    XlsxFixture book;
    book.sheet(1, rowOf(R"(<c r="B2" t="inlineStr"><is><t>1</t></is></c>)") +
                      R"(<row r="3"><c r="A3"><v>5</v></c><c r="B3"><v>2</v></c></row>)");
    // Numbers and texts in one column: all of them are texts.
    QCOMPARE(read(book), std::string("2 {\"a\":\"1\",\"pk\":\"x\"}\n3 {\"a\":\"2\",\"pk\":\"5\"}\n"));
    SourceOptions options;
    options.tabular.columns = {{"a", CellType::Number, false, {}}};
    QCOMPARE(read(options), std::string("2 {\"a\":1,\"pk\":\"x\"}\n3 {\"a\":2,\"pk\":\"5\"}\n"));
    options.tabular.columns = {{"a", CellType::Auto, false, {}}};
    QCOMPARE(read(options), std::string("2 {\"a\":\"1\",\"pk\":\"x\"}\n3 {\"a\":2,\"pk\":\"5\"}\n"));
    auto reader = readXlsx(path(), {SourceFormat::Xlsx, {}, {}, {}}, {});
    QCOMPARE((*reader)->tables().front().name, std::string("People"));
    QCOMPARE((*reader)->tables().front().columns[1].samples, (std::vector<std::string>{"1", "2"}));
    QCOMPARE((*reader)->detection().description, std::string("Excel workbook, sheet \"People\", 2 columns"));
    QVERIFY((*reader)->bytesTotal() == whole(path()).size() &&
            (*reader)->bytesRead() <= (*reader)->bytesTotal());
}

void TestXlsx::refusedAgain() {
    XlsxFixture book;
    book.sheet(1, kHeader + R"(<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="b"><v>1</v></c></row>)"
                            R"(<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="b"><v>0</v></c></row>)");
    QVERIFY(book.write(path()));
    auto reader = readXlsx(path(), {SourceFormat::Xlsx, {}, {}, {}}, {});
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

void TestXlsx::dates_data() {
    QTest::addColumn<QByteArray>("serial");
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("is1904");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* serial, DateFormat format, bool is1904, const char* expected) {
        QTest::addRow("%s %d %d", serial, static_cast<int>(format), is1904)
            << QByteArray(serial) << static_cast<int>(format) << is1904 << QByteArray(expected);
    };
    row("1", DateFormat::Date, false, "1900-01-01");
    row("59", DateFormat::Date, false, "1900-02-28");
    row("60", DateFormat::Date, false, "1900-02-29");
    row("61", DateFormat::Date, false, "1900-03-01");
    row("45413", DateFormat::Date, false, "2024-05-01");
    row("45413.5", DateFormat::Date, false, "2024-05-01T12:00:00");
    row("45413", DateFormat::DateTime, false, "2024-05-01T00:00:00");
    row("45413.999988425923", DateFormat::DateTime, false, "2024-05-01T23:59:59");
    row("45413.000000005787", DateFormat::DateTime, false, "2024-05-01T00:00:00.001");
    row("0.4375", DateFormat::Time, false, "10:30:00");
    row("0", DateFormat::Time, true, "00:00:00");
    row("2958465", DateFormat::Date, false, "9999-12-31");
    row("2958466", DateFormat::Date, false, "");
    row("0", DateFormat::Date, false, "");
    row("-1", DateFormat::Date, false, "");
    row("1e300", DateFormat::Date, false, "");
    row("nan", DateFormat::Date, false, "");
    row("x", DateFormat::Date, false, "");
    row("0", DateFormat::Date, true, "1904-01-01");
    row("43951", DateFormat::Date, true, "2024-05-01");
}

void TestXlsx::dates() {
    QFETCH(QByteArray, serial);
    QFETCH(int, format);
    QFETCH(bool, is1904);
    QFETCH(QByteArray, expected);
    const auto text = dateText(serial.toStdString(), static_cast<DateFormat>(format), is1904);
    QCOMPARE(QByteArray::fromStdString(text.value_or("")), expected);
}

void TestXlsx::formats_data() {
    QTest::addColumn<int>("expected");
    const auto row = [](const char* code, DateFormat expected) {
        QTest::newRow(code) << static_cast<int>(expected);
    };
    row("General", DateFormat::None);
    row("0.00", DateFormat::None);
    row("0.00E+00", DateFormat::None);
    row("#,##0 \"days\"", DateFormat::None);
    row("#,##0\\d", DateFormat::None);
    row("[Red]0;[Blue]d", DateFormat::None);
    row("[h]:mm:ss", DateFormat::None);
    row("@", DateFormat::None);
    row("_-* #,##0_-", DateFormat::None);
    row("yyyy-mm-dd", DateFormat::Date);
    row("mmm", DateFormat::Date);
    row("[$-411]ggge\"年\"m\"月\"d\"日\"", DateFormat::Date);
    row("dd.mm.yyyy hh:mm", DateFormat::DateTime);
    row("h:mm AM/PM", DateFormat::Time);
    row("mm:ss", DateFormat::Time);
    row("\"", DateFormat::None);
    row("[", DateFormat::None);
    row("\\", DateFormat::None);
}

void TestXlsx::formats() {
    QFETCH(int, expected);
    QCOMPARE(static_cast<int>(dateFormatOf(QTest::currentDataTag())), expected);
}

void TestXlsx::escapes() {
    const std::pair<const char*, const char*> texts[] = {{"", ""},
                                                         {"_x000A_", "\n"},
                                                         {"a_x00E9_", "aé"},
                                                         {"_x6771_", "東"},
                                                         {"_x", "_x"},
                                                         {"_x12_", "_x12_"},
                                                         {"_xD800_", "_xD800_"},
                                                         {"_x005F_x000D_", "_x000D_"},
                                                         {"_x00G0_", "_x00G0_"},
                                                         {"__x0041_", "_A"}};
    for (const auto& [text, expected] : texts)
        QCOMPARE(withoutXlsxEscapes(text), std::string(expected));
}

void TestXlsx::notWorkbooks_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray ole = QByteArray("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") + QByteArray(600, '\0');
    QByteArray sealed = ole;
    for (const char c : QByteArray("EncryptedPackage"))
        sealed += c, sealed += '\0';
    const char* const save = " Save it as an Excel workbook (.xlsx) or as CSV.";
    QTest::newRow("xls")
        << ole
        << QByteArray("This is an Excel workbook of the older kind (.xls), or one with a password.") + save;
    QTest::newRow("sealed")
        << sealed
        << QByteArray("The workbook is protected by a password. Save it without one, then import it.");
    QTest::newRow("text") << QByteArray("pk,a\n")
                          << QByteArray("This is no Excel workbook: it does not begin as one.") + save;
    QTest::newRow("empty") << QByteArray() << QByteArray("The file is empty.");
    QTest::newRow("ZIP that is none") << QByteArray("PK\x03\x04 and no more")
                                      << QByteArray(
                                             "The workbook is cut off or damaged: it has no list of its "
                                             "parts at its end. Get the file again.");
}

void TestXlsx::notWorkbooks() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, expected);
    writeBytes(bytes.toStdString());
    QCOMPARE(QByteArray::fromStdString(read()), "error: " + expected + "\n");
}

void TestXlsx::password() {
    QVERIFY(XlsxFixture().write(path(), "secret"));
    QCOMPARE(read(),
             std::string(
                 "error: The workbook is protected by a password. Save it without one, then import it.\n"));
}

void TestXlsx::damaged_data() {
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<QByteArray>("text");  // empty: the part is missing
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* part, const QByteArray& text, const char* expected) {
        static int number = 0;
        QTest::addRow("%d %s", ++number, part) << QByteArray(part) << text << QByteArray(expected);
    };
    const char* const book = "xl/workbook.xml";
    const char* const sheet = "xl/worksheets/sheet1.xml";
    const char* const texts = "xl/sharedStrings.xml";
    row(book, "", "The workbook is incomplete: it has no part xl/workbook.xml.");
    row(book, "<", "its part xl/workbook.xml is no XML at line 1, column 1 (unclosed token).");
    row(book, "<workbook></workbook>", "The workbook has no sheet of cells.");
    row(book, "<workbook><sheets><sheet name='a'/></sheets></workbook>",
        "The workbook has no sheet of cells.");
    row(book, "<workbook><sheets><sheet id='rId3'/></sheets></workbook>",
        "The workbook has no sheet of cells.");
    row(book, "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        "its part xl/workbook.xml declares a document type, which no workbook does.");
    row("_rels/.rels", "no XML", "its part _rels/.rels is no XML at line 1, column 1");
    row("xl/_rels/workbook.xml.rels", "", "it has no part xl/_rels/workbook.xml.rels.");
    row("xl/_rels/workbook.xml.rels", "<a/>", "The workbook has no sheet of cells.");
    row(sheet, "", "it has no part xl/worksheets/sheet1.xml.");
    row(sheet, "<a", "its part xl/worksheets/sheet1.xml is no XML");
    row(sheet, "<a/>", "There is no row in it.");
    row(sheet, "<worksheet><sheetData><row><c t='e'><v>#N/A</v></c></row></sheetData></worksheet>", "");
    row(sheet, "<row><c r='ZZZZ1'><v>1</v></c></row>", "");
    row(sheet, "<row r='99999999999999999999'><c r='1' s='-1' t='?'><v>1</v></c></row>", "");
    row(sheet, "<row r='18446744073709551615'><c><v>1</v></c></row>", "");
    row(sheet, "<c><v>1</v></c>", "There is no row in it.");
    row(sheet, "<row><v>1</v></row>", "There is no row in it.");
    row(sheet, "<a>\xFF</a>", "(not well-formed (invalid token))");
    row(texts, "", "it has no part xl/sharedStrings.xml.");
    row(texts, "<sst><si><t>pk</t></si>", "its part xl/sharedStrings.xml is no XML at line 1");
    row(texts, "<sst/>", "");
    row("xl/styles.xml", "<styleSheet><cellXfs><xf/></styleSheet>",
        "its part xl/styles.xml is no XML at line 1");
}

/// A message that names the place, or rows that can be told; never a crash.
void TestXlsx::damaged() {
    QFETCH(QByteArray, part);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    XlsxFixture book;
    book.sheet(1, rowOf(""));
    if (text.isEmpty()) {
        book.parts.erase(part.toStdString());
    } else {
        book.parts[part.toStdString()] = text.toStdString();
    }
    const std::string all = read(book);
    QVERIFY2(QByteArray::fromStdString(all).contains(expected), all.c_str());
    if (!expected.isEmpty()) QVERIFY2(all.starts_with("error: "), all.c_str());
}

/// The rows before the damage are read, and then it is told.
void TestXlsx::damagedLater() {
    XlsxFixture book;
    std::string rows = kHeader;
    for (int i = 2; i < 1000; ++i)
        rows += "<row r=\"" + std::to_string(i) + "\"><c r=\"A" + std::to_string(i) + "\"><v>5</v></c></row>";
    book.sheet(1, rows + "<row></c>");
    const std::string all = read(book);
    QCOMPARE(std::count(all.begin(), all.end(), '\n'), 999);
    QVERIFY(all.starts_with("2 {\"pk\":\"5\"}\n"));
    QVERIFY2(all.find("\nerror: The workbook is damaged: its part xl/worksheets/sheet1.xml is no XML at line "
                      "2, column ") != std::string::npos,
             all.substr(all.size() - 300).c_str());
}

void TestXlsx::everyCut() {
    XlsxFixture book;
    book.sheet(1, rowOf(R"(<c r="B2"><v>1</v></c>)"));
    QVERIFY(book.write(path()));
    const std::string bytes = whole(path());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        writeBytes(bytes.substr(0, size));
        QVERIFY(read().starts_with("error: "));
    }
    // And every byte changed: told or harmless, and the end is reached.
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 0x55);
        writeBytes(changed);
        QVERIFY(!read().empty());
    }
}

void TestXlsx::bombs() {
    XlsxFixture book;
    book.sheet(1, kHeader + std::string(80 * 1024 * 1024, ' '));
    QCOMPARE(read(book),
             std::string("error: The part xl/worksheets/sheet1.xml of the workbook would unpack to 80 MiB of "
                         "almost nothing. No sheet is like that, so it is not read.\n"));
    book.sheet(1, kHeader + "<!--" + std::string(8 * 1024 * 1024, ' ') + "-->");
    QCOMPARE(
        read(book),
        std::string("error: The workbook is damaged: its part xl/worksheets/sheet1.xml has a tag of more "
                    "than 4 MiB.\n"));
    // A text that is large and used in many cells.
    book.parts["xl/sharedStrings.xml"] =
        XlsxFixture::main("sst", "<si><t>pk</t></si><si><t>a</t></si><si><t>" +
                                     std::string(5 * 1024 * 1024, 'a') + "</t></si>");
    std::string cells;
    for (int i = 0; i < 1000; ++i)
        cells += "<c t=\"s\"><v>2</v></c>";
    std::string rows = kHeader;
    for (int i = 0; i < 20; ++i)
        rows += "<row>" + cells + "</row>";
    book.sheet(1, rows);
    const std::string all = read(book);
    QVERIFY2(all.starts_with("2 too long\n3 too long\n"), all.substr(0, 200).c_str());
    QCOMPARE(std::count(all.begin(), all.end(), '\n'), 20);
}

void TestXlsx::longRow() {
    XlsxFixture book;
    std::string text;
    while (text.size() < 17 * 1024 * 1024)
        text += std::to_string(text.size()) + "a";
    book.sheet(1, rowOf("<c t=\"inlineStr\"><is><t>" + text + "</t></is></c>") +
                      R"(<row r="3"><c r="A3" t="inlineStr"><is><t>y</t></is></c></row>)");
    QCOMPARE(read(book), std::string("2 too long\n3 {\"pk\":\"y\"}\n"));
}

QTEST_APPLESS_MAIN(TestXlsx)
#include "tst_xlsx.moc"
