// The load meter beside a naive one, which adds up in maps, on random requests.
#include <QtTest>

#include <map>
#include <random>

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

// Adds up everything in maps, and looks for peaks by trying every second.
struct NaiveMeter {
    using Units = std::pair<HalfUnits, HalfUnits>;
    std::uint32_t count;
    std::map<std::pair<std::int64_t, std::uint32_t>, Units> cells;  // second, partition
    std::map<std::string, Units> keys;
    std::map<std::pair<std::string, std::int64_t>, Units> keySeconds;
    Units total;

    static void add(Units& units, HalfUnits read, HalfUnits write) {
        units.first += read;
        units.second += write;
    }
    void record(const LoadEvent& e) {
        const std::int64_t second = e.time / 1000;
        add(cells[{second, partitionOfKey(*e.keyBytes, count)}], e.read, e.write);
        add(keys[*e.keyBytes], e.read, e.write);
        add(keySeconds[{*e.keyBytes, second}], e.read, e.write);
        add(total, e.read, e.write);
    }
    PartitionLoad load(std::uint32_t partition, const SecondRange& range) const {
        PartitionLoad load;
        for (std::int64_t second = range.begin; second < range.end; ++second) {
            const auto it = cells.find({second, partition});
            const Units units = it == cells.end() ? Units{} : it->second;
            load.sumRead += units.first;
            load.sumWrite += units.second;
            load.secondsOverRead += units.first > 6000 ? 1 : 0;
            load.secondsOverWrite += units.second > 2000 ? 1 : 0;
            if (units.first > load.peakRead) {
                load.peakRead = units.first;
                load.peakReadSecond = second;
            }
            if (units.second > load.peakWrite) {
                load.peakWrite = units.second;
                load.peakWriteSecond = second;
            }
        }
        return load;
    }
    Units peakOf(const std::string& key) const {
        Units peak;
        for (auto it = keySeconds.lower_bound({key, INT64_MIN});
             it != keySeconds.end() && it->first.first == key; ++it) {
            peak.first = std::max(peak.first, it->second.first);
            peak.second = std::max(peak.second, it->second.second);
        }
        return peak;
    }
};

}  // namespace

class TestLoadMeterReference final : public QObject {
    Q_OBJECT
  private slots:
    void sameAsTheNaiveOne_data() {
        QTest::addColumn<quint32>("count");
        for (const quint32 count : {1U, 2U, 3U, 4U, 7U, 8U, 100U, 256U})
            QTest::addRow("%u partitions", count) << count;
    }
    void sameAsTheNaiveOne() {
        QFETCH(quint32, count);
        const std::uint64_t seed = std::random_device{}();
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        std::mt19937_64 random(seed);
        LoadMeter meter(partitions(count));
        NaiveMeter naive{count, {}, {}, {}, {}};
        for (int i = 0; i < 20'000; ++i) {
            // Somewhat skewed, a little out of order (by at most two seconds), for half an hour.
            const std::int64_t second = kStart + i * 1800 / 20'000 - static_cast<std::int64_t>(random() % 3);
            const std::string key = "key" + std::to_string(random() % (1 + random() % 200));
            const LoadEvent e = request(second, key, random() % 4000, random() % 1500);
            meter.record(e);
            naive.record(e);
        }
        const SecondRange whole = meter.extent();
        const std::vector<SecondRange> ranges = {
            whole, {kStart + 100, kStart + 101}, {kStart + 30, kStart + 1000}, {kStart - 500, kStart + 5}};
        for (const SecondRange& range : ranges) {
            const LoadSummary summary = meter.summary({}, range);
            QCOMPARE(summary.range.begin, std::max(range.begin, whole.begin));
            QCOMPARE(summary.range.end, range.end);
            QCOMPARE(summary.partitions.size(), std::size_t{count});
            QVERIFY(!summary.minutesOnly);
            for (std::uint32_t i = 0; i < count; ++i) {
                const PartitionLoad& got = summary.partitions[i];
                const PartitionLoad expected = naive.load(i, summary.range);
                QCOMPARE(got.partition, i);
                QCOMPARE(got.sumRead, expected.sumRead);
                QCOMPARE(got.sumWrite, expected.sumWrite);
                QCOMPARE(got.peakRead, expected.peakRead);
                QCOMPARE(got.peakWrite, expected.peakWrite);
                QCOMPARE(got.peakReadSecond, expected.peakReadSecond);
                QCOMPARE(got.peakWriteSecond, expected.peakWriteSecond);
                QCOMPARE(got.secondsOverRead, expected.secondsOverRead);
                QCOMPARE(got.secondsOverWrite, expected.secondsOverWrite);
                QCOMPARE(got.hot(), expected.secondsOverRead + expected.secondsOverWrite > 0);
            }
        }
        const LoadSummary summary = meter.summary({}, whole, 1000);
        QCOMPARE(summary.totalRead, naive.total.first);
        QCOMPARE(summary.totalWrite, naive.total.second);
        QCOMPARE(summary.sumRead, naive.total.first);
        QCOMPARE(summary.sumWrite, naive.total.second);
        QCOMPARE(summary.requests, std::uint64_t{20'000});
        QCOMPARE(summary.distinctKeys, std::uint64_t{naive.keys.size()});
        QVERIFY(summary.keysAreExact && summary.peaksAreExact && summary.keyPeaksAreExact);
        const std::vector<KeyLoad> keys = meter.keys({}, 100'000);
        QCOMPARE(keys.size(), naive.keys.size());
        for (const KeyLoad& key : keys) {
            QCOMPARE(key.read, naive.keys[key.keyBytes].first);
            QCOMPARE(key.write, naive.keys[key.keyBytes].second);
            QCOMPARE(key.peakRead, naive.peakOf(key.keyBytes).first);
            QCOMPARE(key.peakWrite, naive.peakOf(key.keyBytes).second);
            QCOMPARE(key.partition, partitionOfKey(key.keyBytes, count));
        }
        for (std::size_t i = 1; i < keys.size(); ++i)
            QVERIFY(keys[i - 1].read + 3 * keys[i - 1].write >= keys[i].read + 3 * keys[i].write);
        HalfUnits seriesSum = 0;
        for (std::uint32_t i = 0; i < count; ++i)
            for (const HalfUnits units : meter.series({}, i, whole).read)
                seriesSum += units;
        QCOMPARE(seriesSum, naive.total.first);
    }
};

QTEST_APPLESS_MAIN(TestLoadMeterReference)
#include "tst_load_meter_reference.moc"
