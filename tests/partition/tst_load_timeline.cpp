// The timeline over hours and days, far beyond what is kept by the second, beside a map of every second:
// sums, busiest seconds and seconds over the limits are the same in every range.
#include <QtTest>

#include <map>
#include <random>

#include "engine/partition/load_bytes.h"
#include "engine/partition/load_timeline.h"

using namespace partita;

namespace {

constexpr std::int64_t kStart = 1'777'629'600;  // a whole minute
constexpr HalfUnits kReadLimit = 6000;
constexpr HalfUnits kWriteLimit = 2000;

struct Naive {
    std::map<std::int64_t, std::map<std::uint32_t, LoadTimeline::Cell>> seconds;

    void add(std::int64_t second, std::uint32_t partition, HalfUnits read, HalfUnits write) {
        LoadTimeline::Cell& cell = seconds[second][partition];
        cell.read += read;
        cell.write += write;
    }
    std::vector<PartitionLoad> loads(std::uint32_t partitions, const SecondRange& range) const {
        std::vector<PartitionLoad> loads(partitions);
        for (auto it = seconds.lower_bound(range.begin); it != seconds.end() && it->first < range.end; ++it)
            for (const auto& [partition, cell] : it->second) {
                PartitionLoad& load = loads[partition];
                load.sumRead += cell.read;
                load.sumWrite += cell.write;
                load.secondsOverRead += cell.read > kReadLimit ? 1 : 0;
                load.secondsOverWrite += cell.write > kWriteLimit ? 1 : 0;
                if (cell.read > load.peakRead) {
                    load.peakRead = cell.read;
                    load.peakReadSecond = it->first;
                }
                if (cell.write > load.peakWrite) {
                    load.peakWrite = cell.write;
                    load.peakWriteSecond = it->first;
                }
            }
        return loads;
    }
};

void compare(const std::vector<PartitionLoad>& actual, const std::vector<PartitionLoad>& expected) {
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
        const PartitionLoad& got = actual[i];
        const PartitionLoad& should = expected[i];
        QCOMPARE(got.partition, static_cast<std::uint32_t>(i));
        QCOMPARE(got.sumRead, should.sumRead);
        QCOMPARE(got.sumWrite, should.sumWrite);
        QCOMPARE(got.peakRead, should.peakRead);
        QCOMPARE(got.peakWrite, should.peakWrite);
        QCOMPARE(got.peakReadSecond, should.peakReadSecond);
        QCOMPARE(got.peakWriteSecond, should.peakWriteSecond);
        QCOMPARE(got.secondsOverRead, should.secondsOverRead);
        QCOMPARE(got.secondsOverWrite, should.secondsOverWrite);
        QCOMPARE(got.hot(), should.hot());
    }
}

std::optional<LoadTimeline> readBack(const LoadTimeline& timeline) {
    LoadByteWriter out;
    timeline.write(out);
    const std::string bytes = out.take();
    LoadByteReader in(bytes);
    auto back = LoadTimeline::read(in, timeline.partitions());
    return in.left() == 0 ? std::move(back) : std::nullopt;
}

}  // namespace

class TestLoadTimeline final : public QObject {
    Q_OBJECT
  private slots:
    void sameAsAMapOfSeconds_data() {
        QTest::addColumn<quint32>("partitions");
        QTest::addColumn<qint64>("span");
        QTest::addColumn<qint64>("disorder");  // seconds that a request may come late
        for (const quint32 partitions : {1U, 2U, 3U, 4U, 7U, 8U, 64U, 100U, 256U}) {
            QTest::addRow("%u partitions, 4 hours", partitions)
                << partitions << qint64{4 * 3600} << qint64{0};
            QTest::addRow("%u partitions, 9 hours, out of order", partitions)
                << partitions << qint64{9 * 3600} << qint64{3600};
        }
        QTest::newRow("minutes become longer blocks") << 256U << qint64{20 * 86'400} << qint64{600};
    }
    void sameAsAMapOfSeconds() {
        QFETCH(quint32, partitions);
        QFETCH(qint64, span);
        QFETCH(qint64, disorder);
        const std::uint64_t seed = std::random_device{}();
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        std::mt19937_64 random(seed);
        constexpr int kRequests = 60'000;
        LoadTimeline timeline(partitions);
        Naive naive;
        for (int i = 0; i < kRequests; ++i) {
            std::int64_t second = kStart + 17 + i * span / kRequests;
            if (disorder > 0)
                second -= static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(disorder + 1));
            second = std::max(second, kStart);
            const auto partition = static_cast<std::uint32_t>(random() % (1 + random() % partitions));
            const HalfUnits read = random() % 3 == 0 ? 0 : random() % 6500;
            const HalfUnits write = random() % 3 == 0 ? 0 : random() % 2100;
            timeline.add(second, partition, read, write);
            naive.add(second, partition, read, write);
            if (i == kRequests / 2) {
                auto back = readBack(timeline);
                QVERIFY(back.has_value());
                timeline = std::move(*back);
            }
        }
        QVERIFY(timeline.peaksExact());
        const SecondRange whole{naive.seconds.begin()->first, naive.seconds.rbegin()->first + 1};
        QVERIFY(timeline.minutesOnly(whole));
        QCOMPARE(timeline.wholeBlocks(whole), whole);
        compare(timeline.loads(whole), naive.loads(partitions, whole));
        bool someWidened = false;
        for (int i = 0; i < 40; ++i) {
            SecondRange asked;
            asked.begin =
                whole.begin + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(span));
            asked.end = std::min(whole.end, asked.begin + 1 + static_cast<std::int64_t>(random() % 9000));
            asked.begin = std::min(asked.begin, asked.end - 1);
            const SecondRange taken = timeline.wholeBlocks(asked);
            QVERIFY(taken.begin <= asked.begin && taken.end >= asked.end);
            QVERIFY(taken.begin >= whole.begin && taken.end <= whole.end);
            QCOMPARE(timeline.wholeBlocks(taken), taken);
            if (!timeline.minutesOnly(asked)) QCOMPARE(taken, asked);
            if (span < 86'400) QVERIFY(asked.begin - taken.begin < 60 && taken.end - asked.end < 60);
            someWidened = someWidened || taken != asked;
            compare(timeline.loads(taken), naive.loads(partitions, taken));
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(someWidened);
        HalfUnits seriesSum = 0;
        if (span < 86'400)
            for (std::uint32_t partition = 0; partition < partitions; ++partition)
                for (const HalfUnits units : timeline.series(partition, whole).read)
                    seriesSum += units;
        else
            seriesSum = timeline.total().read;
        QCOMPARE(seriesSum, timeline.total().read);
    }

    // One hot second among days of little load is still there, and still the busiest.
    void oneHotSecondIsNeverLost() {
        LoadTimeline timeline(4);
        for (std::int64_t second = 0; second < 3 * 86'400; second += 7)
            timeline.add(kStart + second, 2, 10, 2);
        const std::int64_t hot = kStart + 3 * 86'400;
        timeline.add(hot, 2, 6001, 0);
        for (std::int64_t second = 1; second < 5 * 86'400; second += 7)
            timeline.add(hot + second, 2, 10, 2);
        const PartitionLoad load = timeline.loads({kStart, hot + 5 * 86'400})[2];
        QVERIFY(load.hot());
        QCOMPARE(load.secondsOverRead, 1U);
        QCOMPARE(load.secondsOverWrite, 0U);
        QCOMPARE(load.peakRead, HalfUnits{6001});
        QCOMPARE(load.peakReadSecond, hot);
        QCOMPARE(load.peakWriteSecond, kStart);  // the first of its kind
        const SecondRange minute = timeline.wholeBlocks({hot + 30, hot + 31});
        QCOMPARE(minute, (SecondRange{hot, hot + 60}));
        QVERIFY(timeline.loads(minute)[2].hot());
        QVERIFY(!timeline.loads({hot + 60, hot + 86'400})[2].hot());
    }

    void whatComesTooLateSaysSo() {
        LoadTimeline timeline(1);
        timeline.add(kStart, 0, 4000, 0);
        timeline.add(kStart + 7200, 0, 1, 0);
        timeline.add(kStart + 1, 0, 0, 0);  // nothing is no load
        QVERIFY(timeline.peaksExact());
        timeline.add(kStart, 0, 3000, 0);  // in truth 7000 in one second
        QVERIFY(!timeline.peaksExact());
        PartitionLoad load = timeline.loads({kStart, kStart + 60})[0];
        QCOMPARE(load.sumRead, HalfUnits{7000});
        QCOMPARE(load.peakRead, HalfUnits{4000});
        QVERIFY(!load.hot());
        // What is over the limit by itself is hot wherever it belongs.
        timeline.add(kStart + 5, 0, 6500, 0);
        timeline.add(kStart + 5, 0, 6400, 2001);
        timeline.add(kStart + 3000, 0, 0, 2002);
        load = timeline.loads({kStart, kStart + 60})[0];
        QCOMPARE(load.secondsOverRead, 1U);
        QCOMPARE(load.peakRead, HalfUnits{6500});
        QCOMPARE(load.peakReadSecond, kStart + 5);
        QCOMPARE(load.secondsOverWrite, 1U);
        QCOMPARE(timeline.loads({kStart + 3000, kStart + 3060})[0].peakWriteSecond, kStart + 3000);
        const auto back = readBack(timeline);
        QVERIFY(back.has_value());
        QVERIFY(!back->peaksExact());
        compare(back->loads({kStart, kStart + 7201}), timeline.loads({kStart, kStart + 7201}));
    }
};

QTEST_APPLESS_MAIN(TestLoadTimeline)
#include "tst_load_timeline.moc"
