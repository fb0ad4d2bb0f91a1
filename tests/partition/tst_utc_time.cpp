// Times by RFC 3339, good and bad.
#include <QtTest>

#include "engine/partition/utc_time.h"

using namespace partita;

class TestUtcTime final : public QObject {
    Q_OBJECT
  private slots:
    void good_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("millis");
        QTest::newRow("epoch") << QByteArray("1970-01-01T00:00:00Z") << qint64{0};
        QTest::newRow("no offset") << QByteArray("1970-01-01T00:00:01") << qint64{1000};
        QTest::newRow("space, lower case") << QByteArray("1970-01-01 00:00:01z") << qint64{1000};
        QTest::newRow("lower case t") << QByteArray("1970-01-01t00:00:01Z") << qint64{1000};
        QTest::newRow("millis") << QByteArray("2026-05-01T10:00:00.250Z") << qint64{1'777'629'600'250};
        QTest::newRow("one digit") << QByteArray("1970-01-01T00:00:00.5Z") << qint64{500};
        QTest::newRow("nanoseconds are cut off")
            << QByteArray("1970-01-01T00:00:00.123999999Z") << qint64{123};
        QTest::newRow("east") << QByteArray("1970-01-01T09:00:00+09:00") << qint64{0};
        QTest::newRow("west") << QByteArray("1969-12-31T18:30:00-05:30") << qint64{0};
        QTest::newRow("unknown local offset") << QByteArray("1970-01-01T00:00:00-00:00") << qint64{0};
        QTest::newRow("before 1970") << QByteArray("1969-12-31T23:59:59.999Z") << qint64{-1};
        QTest::newRow("leap day") << QByteArray("2024-02-29T00:00:00Z") << qint64{1'709'164'800'000};
        QTest::newRow("leap day of a century")
            << QByteArray("2000-02-29T00:00:00Z") << qint64{951'782'400'000};
        QTest::newRow("leap second") << QByteArray("2016-12-31T23:59:60Z") << qint64{1'483'228'799'000};
        QTest::newRow("leap second, east")
            << QByteArray("2017-01-01T08:59:60.5+09:00") << qint64{1'483'228'799'500};
        QTest::newRow("first") << QByteArray("0000-01-01T00:00:00Z") << qint64{-62'167'219'200'000};
        QTest::newRow("last") << QByteArray("9999-12-31T23:59:59.999Z") << qint64{253'402'300'799'999};
    }
    void good() {
        QFETCH(QByteArray, text);
        QFETCH(qint64, millis);
        const auto time = parseTime(text.toStdString());
        QVERIFY(time.has_value());
        QCOMPARE(*time, millis);
        QCOMPARE(parseTime(timeText(millis)).value_or(-42), millis);
    }

    void bad_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",
                                 "now",
                                 "2026-05-01",
                                 "2026-05-01T10:00",
                                 "2026-05-01T10:00Z",
                                 "2026-5-01T10:00:00Z",
                                 "2026-13-01T10:00:00Z",
                                 "2026-00-01T10:00:00Z",
                                 "2026-04-31T10:00:00Z",
                                 "2026-05-00T10:00:00Z",
                                 "2025-02-29T10:00:00Z",
                                 "1900-02-29T10:00:00Z",
                                 "2026-05-01T24:00:00Z",
                                 "2026-05-01T10:60:00Z",
                                 "2026-05-01T10:00:61Z",
                                 "2026-05-01T10:00:60Z",
                                 "2026-05-01T10:00:00.Z",
                                 "2026-05-01T10:00:00,5Z",
                                 "2026-05-01T10:00:00+9:00",
                                 "2026-05-01T10:00:00+0900",
                                 "2026-05-01T10:00:00+24:00",
                                 "2026-05-01T10:00:00+00:60",
                                 "2026-05-01T10:00:00 Z",
                                 "2026-05-01T10:00:00ZZ",
                                 "+026-05-01T10:00:00Z",
                                 " 2026-05-01T10:00:00Z",
                                 "2026-05-01_10:00:00Z",
                                 "1777629600250"})
            QTest::newRow(*text != 0 ? text : "empty") << QByteArray(text);
    }
    void bad() {
        QFETCH(QByteArray, text);
        QVERIFY(!parseTime(text.toStdString()));
    }

    void everyDayOfTheCalendarComesBack() {
        // Every 17th day of the years 0000 … 9999: 17 and the lengths of months and years share no factor.
        constexpr qint64 kDay = 86'400'000;
        for (qint64 time = -62'167'219'200'000; time < 253'402'300'800'000; time += 17 * kDay)
            QCOMPARE(parseTime(timeText(time)).value_or(-42), time);
        QCOMPARE(timeText(1'777'629'600'250), std::string("2026-05-01T10:00:00.250Z"));
        QCOMPARE(timeText(-1), std::string("1969-12-31T23:59:59.999Z"));
    }

    void extremeTimesHaveSomeText() {
        QVERIFY(!timeText(INT64_MAX).empty());
        QVERIFY(!timeText(INT64_MIN).empty());
    }
};

QTEST_APPLESS_MAIN(TestUtcTime)
#include "tst_utc_time.moc"
