// The rules of the load meter, one by one. tst_load_meter_reference compares it with a naive one.
#include <QtTest>

#include <map>
#include <numeric>
#include <random>
#include <set>
#include <thread>

#include "engine/partition/load_meter.h"
#include "engine/partition/partitions.h"
#include "engine/table/key.h"

using namespace partita;

namespace {

LoadEvent request(std::int64_t second, const std::string& key, HalfUnits read, HalfUnits write = 0) {
    LoadEvent result;
    result.time = second * 1000 + 250;
    result.keyBytes = key;
    result.read = read;
    result.write = write;
    return result;
}

RecordingInfo partitions(std::uint32_t count) {
    RecordingInfo info;
    info.partitions = count;
    return info;
}

std::uint32_t partitionOfKey(const std::string& key, std::uint32_t count) {
    return partitionOf(partitionHash(key), count);
}

constexpr std::int64_t kStart = 1'777'629'600;  // a whole minute

}  // namespace

class TestLoadMeter final : public QObject {
    Q_OBJECT
  private slots:
    void nothingRecorded() {
        const LoadMeter meter(partitions(8));
        const LoadSummary summary = meter.summary({}, std::nullopt);
        QCOMPARE(summary.partitions.size(), std::size_t{8});
        QCOMPARE(summary.range, SecondRange{});
        QCOMPARE(summary.partitions[0].meanRead, 0.0);
        QVERIFY(!summary.skewedKey && summary.hottestKeys.empty());
        QCOMPARE(meter.extent(), SecondRange{});
        QVERIFY(meter.series({}, 0, {0, 100}).read.empty());
        QVERIFY(!meter.key({}, "a"));
        // A GSI that nobody heard of.
        QCOMPARE(meter.summary("ByStatus", std::nullopt).partitions.size(), std::size_t{8});
        QVERIFY(meter.keys("ByStatus", 5).empty());
    }

    void withoutUnitsSharesAreZero() {
        LoadMeter meter(partitions(4));
        meter.record(request(kStart, "a", 0));
        const LoadSummary summary = meter.summary({}, std::nullopt);
        QCOMPARE(summary.requests, std::uint64_t{1});
        const auto key = meter.key({}, "a");
        QVERIFY(key.has_value());
        QCOMPARE(key->readShare, 0.0);
        QCOMPARE(key->writeShare, 0.0);
        QVERIFY(!summary.skewedKey);
    }

    void defaultRangeIsTheLastMinute() {
        LoadMeter meter(partitions(1));
        meter.record(request(kStart, "a", 5));
        meter.record(request(kStart + 140, "a", 7));
        meter.record(request(kStart + 199, "a", 120));
        const LoadSummary summary = meter.summary({}, std::nullopt);
        QCOMPARE(summary.range, (SecondRange{kStart + 140, kStart + 200}));
        QCOMPARE(summary.sumRead, HalfUnits{127});
        QCOMPARE(summary.totalRead, HalfUnits{132});
        QCOMPARE(summary.partitions[0].meanRead, 127 / 2.0 / 60);
        const LoadSummary outside = meter.summary({}, SecondRange{kStart + 5000, kStart + 6000});
        QCOMPARE(outside.range.begin, outside.range.end);
        QCOMPARE(outside.sumRead, HalfUnits{0});
        QCOMPARE(outside.partitions[0].meanRead, 0.0);
        const LoadSummary reversed = meter.summary({}, SecondRange{kStart + 60, kStart});
        QCOMPARE(reversed.sumRead, HalfUnits{0});
    }

    void hotIsOverTheLimit_data() {
        QTest::addColumn<quint64>("read");
        QTest::addColumn<quint64>("write");
        QTest::addColumn<bool>("hot");
        QTest::newRow("3000 RCU") << quint64{6000} << quint64{0} << false;
        QTest::newRow("3000.5 RCU") << quint64{6001} << quint64{0} << true;
        QTest::newRow("1000 WCU") << quint64{0} << quint64{2000} << false;
        QTest::newRow("1000.5 WCU") << quint64{0} << quint64{2001} << true;
        QTest::newRow("both at the limit") << quint64{6000} << quint64{2000} << false;
    }
    void hotIsOverTheLimit() {
        QFETCH(quint64, read);
        QFETCH(quint64, write);
        QFETCH(bool, hot);
        LoadMeter meter(partitions(4));
        for (int i = 0; i < 3; ++i)
            meter.record(request(kStart + i, "a", 6000, 2000));  // never hot
        meter.record(request(kStart + 5, "a", read, 0));
        meter.record(request(kStart + 5, "a", 0, write));
        const LoadSummary summary = meter.summary({}, std::nullopt);
        QCOMPARE(summary.partitions[partitionOfKey("a", 4)].hot(), hot);
        int hotPartitions = 0;
        for (const PartitionLoad& partition : summary.partitions)
            hotPartitions += partition.hot() ? 1 : 0;
        QCOMPARE(hotPartitions, hot ? 1 : 0);
    }

    void skewedKey() {
        LoadMeter meter(partitions(4));
        for (int i = 0; i < 70; ++i)
            meter.record(request(kStart, "cold" + std::to_string(i), 1));
        for (int i = 0; i < 30; ++i)
            meter.record(request(kStart, "busy", 1));
        QVERIFY(!meter.summary({}, std::nullopt).skewedKey);  // 30 % exactly
        meter.record(request(kStart, "busy", 1));
        const LoadSummary summary = meter.summary({}, std::nullopt);
        QVERIFY(summary.skewedKey.has_value());
        QCOMPARE(summary.hottestKeys[*summary.skewedKey].keyBytes, std::string("busy"));
        QCOMPARE(summary.hottestKeys[*summary.skewedKey].readShare, 31.0 / 101);
        QCOMPARE(summary.hottestKeys.size(), std::size_t{10});
        QVERIFY(!summary.partitions[partitionOfKey("busy", 4)].hot());
        QCOMPARE(summary.partitions[partitionOfKey("busy", 4)].hottestKeys.at(0).keyBytes,
                 std::string("busy"));
        QVERIFY(meter.summary({}, std::nullopt, 0).hottestKeys.empty());
    }

    void aPartitionsKeysGoByTheNearerLimit() {
        LoadMeter meter(partitions(1));
        meter.record(request(kStart, "reader", 5000, 0));
        meter.record(request(kStart, "writer", 0, 1900));  // nearer to its limit
        QCOMPARE(meter.summary({}, std::nullopt).partitions[0].hottestKeys.at(0).keyBytes,
                 std::string("writer"));
        meter.record(request(kStart, "reader", 900, 0));
        QCOMPARE(meter.summary({}, std::nullopt).partitions[0].hottestKeys.at(0).keyBytes,
                 std::string("reader"));
    }

    void scans() {
        LoadMeter meter(partitions(4));
        LoadEvent scan;
        scan.time = kStart * 1000;
        scan.read = 10;
        meter.record(scan);
        const auto sums = [&] {
            std::vector<HalfUnits> result;
            for (const PartitionLoad& partition : meter.summary({}, std::nullopt).partitions)
                result.push_back(partition.sumRead);
            return result;
        };
        QCOMPARE(sums(), (std::vector<HalfUnits>{3, 3, 2, 2}));
        meter.setPartitionBytes({}, {0, 1000, 3000, 0});
        meter.record(scan);
        QCOMPARE(sums(), (std::vector<HalfUnits>{3, 6, 9, 2}));
        scan.readByPartition = {{3, 4},
                                {99, 1}};  // the rest is spread; a partition beyond the last counts in it
        meter.record(scan);
        QCOMPARE(sums(), (std::vector<HalfUnits>{3, 7, 13, 7}));
        scan.read = 0;  // less than what the partitions add up to
        meter.record(scan);
        QCOMPARE(sums(), (std::vector<HalfUnits>{3, 7, 13, 12}));
        QCOMPARE(meter.info().read, HalfUnits{35});
        QCOMPARE(meter.summary({}, std::nullopt).distinctKeys, std::uint64_t{0});
        scan.readByPartition.clear();
        scan.write = 4;
        meter.record(scan);
        QCOMPARE(meter.summary({}, std::nullopt).sumWrite, HalfUnits{4});
    }

    void resourcesHavePartitionsOfTheirOwn() {
        LoadMeter meter(partitions(8));
        meter.setPartitions("ByStatus", 2);
        meter.setPartitions("Odd", 0);
        meter.setPartitions("Wide", 100'000);
        LoadEvent e = request(kStart, "ACTIVE", 3, 0);
        e.resource = "ByStatus";
        meter.record(e);
        e.resource = "ByOwner";
        e.write = 1;
        meter.record(e);
        QCOMPARE(meter.partitions({}), 8U);
        QCOMPARE(meter.partitions("ByStatus"), 2U);
        QCOMPARE(meter.partitions("ByOwner"), 8U);
        QCOMPARE(meter.partitions("Odd"), 1U);
        QCOMPARE(meter.partitions("Wide"), 256U);
        QCOMPARE(meter.resources(), (std::vector<LoadResource>{"", "ByOwner", "ByStatus", "Odd", "Wide"}));
        QCOMPARE(meter.summary("ByStatus", std::nullopt).partitions.size(), std::size_t{2});
        QCOMPARE(meter.summary("ByStatus", std::nullopt).sumRead, HalfUnits{3});
        QCOMPARE(meter.summary({}, std::nullopt).sumRead, HalfUnits{0});
        QCOMPARE(meter.info().read, HalfUnits{6});
        QCOMPARE(meter.info().requests, std::uint64_t{2});
        meter.setPartitions("ByStatus", 5);  // too late
        QCOMPARE(meter.partitions("ByStatus"), 2U);
    }

    void oldSecondsBecomeMinutes() {
        LoadMeter meter(partitions(1));
        for (int i = 0; i < 60; ++i)
            meter.record(request(kStart + i, "a", i == 7 ? 100 : 1, 5));
        meter.record(request(kStart + 60, "a", 6));
        // Still in the hour: by the second.
        meter.record(request(kStart + 3600, "a", 1));
        LoadSummary summary = meter.summary({}, meter.extent());
        QVERIFY(!summary.minutesOnly);
        QCOMPARE(summary.partitions[0].peakRead, HalfUnits{100});
        // The first minute goes; its busiest second stays known.
        meter.record(request(kStart + 3660, "a", 1));
        summary = meter.summary({}, meter.extent());
        QVERIFY(summary.minutesOnly);
        QCOMPARE(summary.sumRead, HalfUnits{159 + 6 + 2});
        QCOMPARE(summary.sumWrite, HalfUnits{300});
        QCOMPARE(summary.partitions[0].peakRead, HalfUnits{100});
        QCOMPARE(summary.partitions[0].peakReadSecond, kStart + 7);
        QCOMPARE(meter.summary({}, SecondRange{kStart, kStart + 60}).partitions[0].peakWrite, HalfUnits{5});
        QVERIFY(summary.peaksAreExact && summary.keyPeaksAreExact);
        QVERIFY(!meter.summary({}, SecondRange{kStart + 60, kStart + 3700}).minutesOnly);
        const LoadSeries series = meter.series({}, 0, {kStart, kStart + 60});
        QCOMPARE(series.read.size(), std::size_t{60});
        QCOMPARE(std::accumulate(series.read.begin(), series.read.end(), HalfUnits{0}), HalfUnits{159});
        QCOMPARE(series.read.front(), HalfUnits{3});
        QCOMPARE(series.read.back(), HalfUnits{2});
        // Of a part of a minute the whole is taken.
        const LoadSummary part = meter.summary({}, SecondRange{kStart + 20, kStart + 70});
        QCOMPARE(part.range, (SecondRange{kStart, kStart + 70}));
        QCOMPARE(part.sumRead, HalfUnits{165});
        // Late requests still find their minute, and those in the hour their second.
        meter.record(request(kStart + 30, "a", 41));
        meter.record(request(kStart + 70, "a", 50));
        QVERIFY(!meter.summary({}, meter.extent()).peaksAreExact);
        QCOMPARE(meter.summary({}, SecondRange{kStart, kStart + 60}).sumRead, HalfUnits{200});
        QCOMPARE(meter.summary({}, SecondRange{kStart + 70, kStart + 71}).sumRead, HalfUnits{50});
    }

    void aMinuteThatBeganLateIsSpreadOverWhatWasRecorded() {
        LoadMeter meter(partitions(1));
        meter.record(request(kStart + 50, "a", 100));
        meter.record(request(kStart + 7200, "a", 1));
        const LoadSummary summary = meter.summary({}, meter.extent());
        QCOMPARE(summary.sumRead, HalfUnits{101});
        QCOMPARE(summary.partitions[0].peakRead, HalfUnits{100});
        QCOMPARE(meter.series({}, 0, {kStart + 50, kStart + 52}).read, (std::vector<HalfUnits>{10, 10}));
    }

    void anyOrderOfTimeKeepsTheSums() {
        const std::uint64_t seed = std::random_device{}();
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        std::mt19937_64 random(seed);
        LoadMeter meter(partitions(8));
        HalfUnits read = 0;
        for (int i = 0; i < 20'000; ++i) {
            const HalfUnits units = random() % 100;
            meter.record(request(static_cast<std::int64_t>(random() % (400LL * 365 * 86'400)),
                                 "k" + std::to_string(i % 9), units));
            read += units;
        }
        LoadEvent extreme = request(0, "k", 3);
        for (const UtcMillis time : {INT64_MAX, INT64_MIN}) {
            extreme.time = time;
            meter.record(extreme);
            read += 3;
        }
        const LoadSummary summary = meter.summary({}, meter.extent());
        QCOMPARE(summary.totalRead, read);
        QCOMPARE(summary.sumRead, read);
        QVERIFY(summary.minutesOnly);
        // A series of 584 million years is cut.
        QCOMPARE(static_cast<std::int64_t>(meter.series({}, 0, meter.extent()).read.size()),
                 LoadMeter::kSeriesSeconds);
    }

    void manyMinutesAreKeptByLongerBlocks() {
        // At 256 partitions the bound is 4,096 minutes.
        LoadMeter meter(partitions(256));
        HalfUnits read = 0;
        for (int minute = 0; minute < 9'000; ++minute) {
            meter.record(request(kStart + minute * 60, "k" + std::to_string(minute % 99), 60));
            read += 60;
        }
        QCOMPARE(meter.summary({}, meter.extent()).sumRead, read);
        QVERIFY(meter.toBytes().size() < 500'000);
        // Blocks of four minutes: a quarter of the span holds a quarter of the load, give or take a block.
        const HalfUnits quarter = meter.summary({}, SecondRange{kStart, kStart + 2'250 * 60}).sumRead;
        QVERIFY(quarter > 134'000 && quarter < 136'000);
    }

    void peaksSayWhenTheyAreNotExact() {
        LoadMeter meter(partitions(1));
        meter.record(request(kStart, "a", 4));
        meter.record(request(kStart + 3, "a", 4));
        meter.record(request(kStart, "a", 4));  // within what is held back
        QCOMPARE(meter.key({}, "a")->peakRead, HalfUnits{8});
        QVERIFY(meter.summary({}, std::nullopt).keyPeaksAreExact);
        meter.record(request(kStart + 4, "a", 4));
        meter.record(request(kStart, "a", 1));  // its second has been given up
        QVERIFY(!meter.summary({}, std::nullopt).keyPeaksAreExact);
        QVERIFY(meter.summary({}, std::nullopt).peaksAreExact);  // of the partition: 9
        QCOMPARE(meter.summary({}, std::nullopt).partitions[0].peakRead, HalfUnits{9});
        QCOMPARE(meter.key({}, "a")->peakRead, HalfUnits{8});
    }

    void manyKeysAreASketchWithBounds() {
        const std::uint64_t seed = std::random_device{}();
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        std::mt19937_64 random(seed);
        LoadMeter meter(partitions(8));
        std::map<std::string, std::pair<HalfUnits, HalfUnits>> truth;
        HalfUnits read = 0;
        for (int i = 0; i < 100'000; ++i) {
            const std::string key = "k" + std::to_string(i);
            meter.record(request(kStart + i / 10'000, key, 1));
            truth[key].first += 1;
            ++read;
        }
        QVERIFY(meter.summary({}, std::nullopt).keysAreExact);
        QCOMPARE(meter.summary({}, std::nullopt).distinctKeys, std::uint64_t{100'000});
        for (int i = 0; i < 300'000; ++i) {
            // One key in four is the busy one; the others are of 300,000.
            const std::string key = random() % 4 == 0 ? "busy" : "k" + std::to_string(random() % 300'000);
            const HalfUnits reads = random() % 5;
            const HalfUnits writes = random() % 3;
            meter.record(request(kStart + 10 + i / 10'000, key, reads, writes));
            truth[key].first += reads;
            truth[key].second += writes;
            read += reads;
        }
        const LoadSummary summary = meter.summary({}, meter.extent());
        QVERIFY(!summary.keysAreExact && !summary.keyPeaksAreExact && summary.peaksAreExact);
        QVERIFY(summary.distinctKeys > 100'000 && summary.distinctKeys <= truth.size());
        QCOMPARE(summary.sumRead, read);
        QCOMPARE(summary.hottestKeys.at(0).keyBytes, std::string("busy"));
        const std::vector<KeyLoad> keys = meter.keys({}, 1'000'000);
        QCOMPARE(keys.size(), std::size_t{100'000});
        std::set<std::string> seen;
        for (const KeyLoad& key : keys) {
            const auto [trueRead, trueWrite] = truth[key.keyBytes];
            QVERIFY(trueRead <= key.read && trueRead + key.readError >= key.read);
            QVERIFY(trueWrite <= key.write && trueWrite + key.writeError >= key.write);
            QVERIFY(seen.insert(key.keyBytes).second);
            QCOMPARE(meter.key({}, key.keyBytes)->read, key.read);
        }
        // What fell out is no busier than the least of those that are known.
        const HalfUnits least = keys.back().read + 3 * keys.back().write;
        for (const auto& [key, units] : truth)
            if (!seen.contains(key)) QVERIFY(units.first + 3 * units.second <= least + 3);
    }

    void threadsLoseNothing() {
        LoadMeter meter(partitions(8));
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&meter, t] {
                for (int i = 0; i < 20'000; ++i) {
                    meter.record(request(kStart + i / 1000, "k" + std::to_string(t * 7 + i % 5), 1, 2));
                    if (i % 2'000 == 0) meter.summary({}, std::nullopt);
                }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(meter.info().requests, std::uint64_t{80'000});
        QCOMPARE(meter.info().read, HalfUnits{80'000});
        QCOMPARE(meter.info().write, HalfUnits{160'000});
        QCOMPARE(meter.generation(), std::uint64_t{80'000});
        QCOMPARE(meter.summary({}, meter.extent()).sumWrite, HalfUnits{160'000});
    }
};

QTEST_APPLESS_MAIN(TestLoadMeter)
#include "tst_load_meter.moc"
