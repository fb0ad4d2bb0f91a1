// Dates and escapes of Excel workbooks.
#include <QTest>

#include "engine/interchange/read/xlsx_dates.h"
#include "engine/interchange/read/xlsx_workbook.h"

using namespace partita;

class TestXlsxDates final : public QObject {
    Q_OBJECT

  private slots:
    void dates_data();
    void dates();
    void formats_data();
    void formats();
    void escapes();
};

void TestXlsxDates::dates_data() {
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

void TestXlsxDates::dates() {
    QFETCH(QByteArray, serial);
    QFETCH(int, format);
    QFETCH(bool, is1904);
    QFETCH(QByteArray, expected);
    const auto text = dateText(serial.toStdString(), static_cast<DateFormat>(format), is1904);
    QCOMPARE(QByteArray::fromStdString(text.value_or("")), expected);
}

void TestXlsxDates::formats_data() {
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

void TestXlsxDates::formats() {
    QFETCH(int, expected);
    QCOMPARE(static_cast<int>(dateFormatOf(QTest::currentDataTag())), expected);
}

void TestXlsxDates::escapes() {
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

QTEST_APPLESS_MAIN(TestXlsxDates)
#include "tst_xlsx_dates.moc"
