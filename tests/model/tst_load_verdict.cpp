// What is said of a recording, and that its figures are those of the recording.
#include <QtTest>

#include "model/load_text.h"
#include "model/load_verdict.h"
#include "tests/model/load_recordings.h"

using namespace partita;
using namespace partita::testing;
using Kind = LoadVerdict::Kind;

namespace {

QString allText(const LoadVerdict& verdict) {
    return QStringList{verdict.title, verdict.detail, verdict.explanation.join(QLatin1Char('\n')),
                       verdict.assumptions.join(QLatin1Char('\n'))}
        .join(QLatin1Char('\n'));
}

}  // namespace

class TestLoadVerdict : public QObject {
    Q_OBJECT
  private slots:
    void namesTheHotKey() {
        const auto meter = hotKeyRecording();
        const auto snapshot = snapshotOf(*meter);
        const LoadVerdict verdict = verdictOf(*snapshot, LoadUnit::Write);
        QCOMPARE(verdict.kind, Kind::HotKey);
        QCOMPARE(verdict.partition, partitionOfKey("WS#acme", 8));
        QCOMPARE(verdict.title, QStringLiteral("Partition %1 is hot").arg(partitionOfKey("WS#acme", 8)));
        QCOMPARE(verdict.detail, QStringLiteral("WS#acme takes 78 % of all writes"));
        QVERIFY(
            verdict.explanation.join(QLatin1Char(' '))
                .contains(QStringLiteral(
                    "WS#acme alone asked for 1,400 WCU in its busiest second; one partition serves 1,000.")));
        QVERIFY(verdict.explanation.join(QLatin1Char(' ')).contains(QStringLiteral("10 of 10 seconds")));
    }

    void speaksOfTheOtherUnitWhenThatIsHot() {
        const auto meter = hotKeyRecording();
        const LoadVerdict verdict = verdictOf(*snapshotOf(*meter), LoadUnit::Read);
        QCOMPARE(verdict.kind, Kind::HotKey);
        QCOMPARE(verdict.unit, LoadUnit::Write);
    }

    void tellsSeveralKeysFromOne() {
        const auto meter = emptyRecording(1);
        for (int i = 0; i < 30; ++i)
            record(*meter, 0, "K" + std::to_string(i), LoadUnit::Write, 50);
        const LoadVerdict verdict = verdictOf(*snapshotOf(*meter), LoadUnit::Write);
        QCOMPARE(verdict.kind, Kind::HotPartition);
        QVERIFY(allText(verdict).contains(QStringLiteral("1,500 WCU")));
    }

    void theLimitItselfIsNotOverIt() {
        const auto meter = emptyRecording(4);
        record(*meter, 0, "K", LoadUnit::Write, 1000);
        QCOMPARE(verdictOf(*snapshotOf(*meter), LoadUnit::Write).kind, Kind::Skewed);
        record(*meter, 0, "K", LoadUnit::Write, 1);
        QCOMPARE(verdictOf(*snapshotOf(*meter), LoadUnit::Write).kind, Kind::HotKey);
    }

    void skewedIsNotHot() {
        const auto meter = emptyRecording(4);
        record(*meter, 0, "A", LoadUnit::Write, 31);
        for (int i = 0; i < 69; ++i)
            record(*meter, 0, "K" + std::to_string(i), LoadUnit::Write, 1);
        const LoadVerdict verdict = verdictOf(*snapshotOf(*meter), LoadUnit::Write);
        QCOMPARE(verdict.kind, Kind::Skewed);
        QVERIFY(!verdict.isHot());
        QCOMPARE(verdict.detail, QStringLiteral("A takes 31 % of all writes"));
    }

    void evenLoadIsCalm() {
        const auto meter = emptyRecording(4);
        for (int i = 0; i < 100; ++i)
            record(*meter, i % 10, "K" + std::to_string(i), LoadUnit::Read, 3);
        QCOMPARE(verdictOf(*snapshotOf(*meter), LoadUnit::Read).kind, Kind::Calm);
        const LoadVerdict writes = verdictOf(*snapshotOf(*meter), LoadUnit::Write);
        QCOMPARE(writes.kind, Kind::NoLoadInUnit);
        QVERIFY(writes.detail.contains(QStringLiteral("RCU")));
    }

    void saysThatAnEarlierSecondWasHot() {
        const auto meter = emptyRecording(4);
        record(*meter, 0, "K", LoadUnit::Write, 2000);
        for (int i = 0; i < 100; ++i)
            record(*meter, 200, "K" + std::to_string(i), LoadUnit::Write, 1);
        const auto lastMinute = snapshotOf(*meter, LoadRange::Kind::LastMinute);
        QVERIFY(lastMinute->hotOutsideRange);
        QVERIFY(
            allText(verdictOf(*lastMinute, LoadUnit::Write)).contains(QStringLiteral("Outside this range")));
        QVERIFY(verdictOf(*snapshotOf(*meter), LoadUnit::Write).isHot());
    }

    void neverShowsAFigureThatIsNone_data() {
        QTest::addColumn<int>("partitions");
        QTest::addColumn<int>("requests");
        QTest::addColumn<int>("units");
        QTest::newRow("nothing recorded") << 8 << 0 << 0;
        QTest::newRow("zero units") << 8 << 3 << 0;
        QTest::newRow("one key with everything") << 8 << 1 << 7;
        QTest::newRow("one partition") << 1 << 3 << 7;
        QTest::newRow("256 partitions") << 256 << 300 << 7;
    }
    void neverShowsAFigureThatIsNone() {
        QFETCH(int, partitions);
        QFETCH(int, requests);
        QFETCH(int, units);
        const auto meter = emptyRecording(static_cast<std::uint32_t>(partitions));
        for (int i = 0; i < requests; ++i) {
            record(*meter, i, "K" + std::to_string(i), LoadUnit::Write, static_cast<std::uint64_t>(units));
        }
        const auto snapshot = snapshotOf(*meter);
        QString text = rangeText(*snapshot);
        for (const LoadUnit unit : kLoadUnits)
            text += allText(verdictOf(*snapshot, unit));
        for (int i = 0; i < partitions; ++i)
            text += partitionDetails(*snapshot, static_cast<std::uint32_t>(i));
        QVERIFY2(!text.contains(QStringLiteral("nan")) && !text.contains(QStringLiteral("inf ")),
                 qPrintable(text));
        if (requests == 0) QCOMPARE(verdictOf(*snapshot, LoadUnit::Write).kind, Kind::NoLoad);
    }

    void theSumOfThePartitionsIsTheRecording() {
        const auto meter = hotKeyRecording(256);
        const auto snapshot = snapshotOf(*meter);
        HalfUnits read = 0;
        HalfUnits write = 0;
        for (const PartitionLoad& load : snapshot->summary.partitions) {
            read += load.sumRead;
            write += load.sumWrite;
        }
        QCOMPARE(unitsText(read), QStringLiteral("8,000"));
        QCOMPARE(unitsText(write), QStringLiteral("18,000"));
        QCOMPARE(unitsText(snapshot->summary.totalWrite), QStringLiteral("18,000"));
    }

    void theGridHoldsEverySecond() {
        const auto meter = hotKeyRecording();
        const auto snapshot = snapshotOf(*meter);
        QCOMPARE(snapshot->grid.columns, std::size_t{10});
        QCOMPARE(snapshot->grid.secondsPerColumn, std::int64_t{1});
        HalfUnits sum = 0;
        for (std::size_t p = 0; p < 8; ++p) {
            for (std::size_t c = 0; c < 10; ++c)
                sum += snapshot->grid.at(LoadUnit::Write, p, c);
        }
        QCOMPARE(sum, HalfUnits{36'000});
    }

    void aLongRecordingKeepsItsPeaks() {
        const auto meter = emptyRecording(2);
        record(*meter, 0, "K", LoadUnit::Write, 1);
        record(*meter, 1777, "K", LoadUnit::Write, 1500);
        record(*meter, 3000, "K", LoadUnit::Write, 1);
        const auto snapshot = snapshotOf(*meter);
        QVERIFY(snapshot->grid.columns <= 1200);
        QVERIFY(snapshot->grid.secondsPerColumn > 1);
        QCOMPARE(snapshot->grid.peak(LoadUnit::Write), HalfUnits{3000});
    }

    void aStrayTimeDoesNotFillTheMemory() {
        const auto meter = emptyRecording(256);
        record(*meter, -kStart, "K", LoadUnit::Write, 1);
        record(*meter, 0, "K", LoadUnit::Write, 1);
        const auto snapshot = snapshotOf(*meter);
        QVERIFY(snapshot->gridIsCut);
        QVERIFY(snapshot->grid.columns <= 1200);
    }

    void figures_data() {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("expected");
        QTest::newRow("thousands") << unitsText(2824) << "1,412";
        QTest::newRow("half a unit") << unitsText(3) << "1.5";
        QTest::newRow("small mean") << rateText(0.001) << "<0.01";
        QTest::newRow("no mean") << rateText(std::nan("")) << "–";
        QTest::newRow("mean") << rateText(967.6) << "968";
        QTest::newRow("share") << percentText(0.7124, 1) << "71.2 %";
        QTest::newRow("tiny share") << percentText(0.00001, 1) << "<0.1 %";
        QTest::newRow("no share") << percentText(std::nan(""), 1) << "–";
        QTest::newRow("ratio 1 : 4") << ratioText(1, 4) << "1 : 4";
        QTest::newRow("ratio 1.5 : 1") << ratioText(3, 2) << "1.5 : 1";
        QTest::newRow("writes only") << ratioText(0, 9) << "0 : 1";
        QTest::newRow("no ratio") << ratioText(0, 0) << "–";
        QTest::newRow("minutes") << durationText(600) << "10 min";
        QTest::newRow("hours") << durationText(3900) << "1 h 5 min";
        QTest::newRow("key") << keyText(workspaces().get(), {}, "WS#組織") << "WS#組織";
        QTest::newRow("key of no such index") << keyText(workspaces().get(), "Gone", "\x01\xff") << "0x01ff";
        QTest::newRow("key of several lines") << keyText(workspaces().get(), {}, "a\nb") << "a b";
    }
    void figures() {
        QFETCH(QString, shown);
        QFETCH(QString, expected);
        QCOMPARE(shown, expected);
    }
};

QTEST_APPLESS_MAIN(TestLoadVerdict)
#include "tst_load_verdict.moc"
