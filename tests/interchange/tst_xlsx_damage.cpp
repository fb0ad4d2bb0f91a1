// What is no Excel workbook, or a damaged one: told with its place, and what was whole is read.
#include <QTest>

#include "tests/interchange/xlsx_fixture.h"

using namespace partita;

class TestXlsxDamage final : public QObject {
    Q_OBJECT

  private slots:
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
    XlsxFolder m_folder;
};

void TestXlsxDamage::notWorkbooks_data() {
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

void TestXlsxDamage::notWorkbooks() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, expected);
    m_folder.writeBytes(bytes.toStdString());
    QCOMPARE(QByteArray::fromStdString(m_folder.read()), "error: " + expected + "\n");
}

void TestXlsxDamage::password() {
    QVERIFY(XlsxFixture().write(m_folder.path(), "secret"));
    QCOMPARE(m_folder.read(),
             std::string(
                 "error: The workbook is protected by a password. Save it without one, then import it.\n"));
}

void TestXlsxDamage::damaged_data() {
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
void TestXlsxDamage::damaged() {
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
    const std::string all = m_folder.read(book);
    QVERIFY2(QByteArray::fromStdString(all).contains(expected), all.c_str());
    if (!expected.isEmpty()) QVERIFY2(all.starts_with("error: "), all.c_str());
}

/// The rows before the damage are read, and then it is told.
void TestXlsxDamage::damagedLater() {
    XlsxFixture book;
    std::string rows = kHeader;
    for (int i = 2; i < 1000; ++i)
        rows += "<row r=\"" + std::to_string(i) + "\"><c r=\"A" + std::to_string(i) + "\"><v>5</v></c></row>";
    book.sheet(1, rows + "<row></c>");
    const std::string all = m_folder.read(book);
    QCOMPARE(std::count(all.begin(), all.end(), '\n'), 999);
    QVERIFY(all.starts_with("2 {\"pk\":\"5\"}\n"));
    QVERIFY2(all.find("\nerror: The workbook is damaged: its part xl/worksheets/sheet1.xml is no XML at line "
                      "2, column ") != std::string::npos,
             all.substr(all.size() - 300).c_str());
}

void TestXlsxDamage::everyCut() {
    XlsxFixture book;
    book.sheet(1, rowOf(R"(<c r="B2"><v>1</v></c>)"));
    QVERIFY(book.write(m_folder.path()));
    const std::string bytes = whole(m_folder.path());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        m_folder.writeBytes(bytes.substr(0, size));
        QVERIFY(m_folder.read().starts_with("error: "));
    }
    // And bytes changed: told or harmless, and the end is reached.
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 0x55);
        m_folder.writeBytes(changed);
        QVERIFY(!m_folder.read().empty());
    }
}

void TestXlsxDamage::bombs() {
    XlsxFixture book;
    book.sheet(1, kHeader + std::string(80 * 1024 * 1024, ' '));
    QCOMPARE(m_folder.read(book),
             std::string("error: The part xl/worksheets/sheet1.xml of the workbook would unpack to 80 MiB of "
                         "almost nothing. No sheet is like that, so it is not read.\n"));
    book.sheet(1, kHeader + "<!--" + std::string(8 * 1024 * 1024, ' ') + "-->");
    QCOMPARE(
        m_folder.read(book),
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
    const std::string all = m_folder.read(book);
    QVERIFY2(all.starts_with("2 too long\n3 too long\n"), all.substr(0, 200).c_str());
    QCOMPARE(std::count(all.begin(), all.end(), '\n'), 20);
}

void TestXlsxDamage::longRow() {
    XlsxFixture book;
    std::string text;
    while (text.size() < 17 * 1024 * 1024)
        text += std::to_string(text.size()) + "a";
    book.sheet(1, rowOf("<c t=\"inlineStr\"><is><t>" + text + "</t></is></c>") +
                      R"(<row r="3"><c r="A3" t="inlineStr"><is><t>y</t></is></c></row>)");
    QCOMPARE(m_folder.read(book), std::string("2 too long\n3 {\"pk\":\"y\"}\n"));
}

QTEST_APPLESS_MAIN(TestXlsxDamage)
#include "tst_xlsx_damage.moc"
