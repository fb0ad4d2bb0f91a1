// Generators: the specification's text, the same events everywhere, and the shares that were asked for.
#include <QtTest>

#include <cmath>
#include <map>

#include "engine/partition/load_meter.h"
#include "engine/partition/trace.h"
#include "engine/partition/zipf.h"
#include "engine/table/key.h"

using namespace partita;

namespace {

constexpr UtcMillis kBegin = 1'777'629'600'000;

GeneratorSpec spec(const char* text) {
    return parseGeneratorSpec(text).value();
}

std::vector<std::string> someKeys(int count) {
    std::vector<std::string> keys;
    for (int i = 0; i < count; ++i)
        keys.push_back("WS#" + std::to_string(i));
    return keys;
}

std::map<std::string, double> sharesOf(const GeneratorSpec& generator, const std::vector<std::string>& keys) {
    std::map<std::string, double> counts;
    double total = 0;
    generateTrace(generator, keys, kBegin, [&](const LoadEvent& event) {
        counts[*event.keyBytes] += 1;
        total += 1;
        return true;
    });
    for (auto& [key, count] : counts)
        count /= total;
    return counts;
}

}  // namespace

class TestTraceGenerator final : public QObject {
    Q_OBJECT
  private slots:
    void goodSpecs_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("canonical");
        QTest::newRow("uniform") << QByteArray("uniform")
                                 << QByteArray("uniform,rate=2000,seconds=60,seed=1,writes=0.5");
        QTest::newRow("zipf") << QByteArray("zipf:1.1,seed=7")
                              << QByteArray("zipf:1.1,rate=2000,seconds=60,seed=7,writes=0.5");
        QTest::newRow("hot")
            << QByteArray("hot:0.7, rate=5000, seconds=5, writes=0.25, seed=18446744073709551615")
            << QByteArray("hot:0.7,rate=5000,seconds=5,seed=18446744073709551615,writes=0.25");
        QTest::newRow("ends") << QByteArray("hot:1,writes=0,rate=1,seconds=86400")
                              << QByteArray("hot:1,rate=1,seconds=86400,seed=1,writes=0");
    }
    void goodSpecs() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, canonical);
        const auto parsed = parseGeneratorSpec(text.toStdString());
        QVERIFY2(parsed.ok(), parsed ? "" : parsed.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(parsed->text()), canonical);
        QCOMPARE(parseGeneratorSpec(parsed->text()).value(), *parsed);
    }

    void badSpecs_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");  // a part of it
        QTest::addColumn<int>("begin");
        QTest::newRow("empty") << QByteArray("") << QByteArray("no kind of generator") << 0;
        QTest::newRow("unknown") << QByteArray("normal:1") << QByteArray("\"normal\" is no kind") << 0;
        QTest::newRow("uniform:1") << QByteArray("uniform:1") << QByteArray("takes no parameter") << 0;
        QTest::newRow("zipf alone") << QByteArray("zipf") << QByteArray("needs an exponent") << 0;
        QTest::newRow("zipf of 0") << QByteArray("zipf:0") << QByteArray("needs an exponent") << 0;
        QTest::newRow("zipf of 11") << QByteArray("zipf:11") << QByteArray("needs an exponent") << 0;
        QTest::newRow("zipf of nan") << QByteArray("zipf:nan") << QByteArray("needs an exponent") << 0;
        QTest::newRow("zipf of inf") << QByteArray("zipf:inf") << QByteArray("needs an exponent") << 0;
        QTest::newRow("zipf of text") << QByteArray("zipf:1.1x") << QByteArray("needs an exponent") << 0;
        QTest::newRow("hot of 1.1") << QByteArray("hot:1.1") << QByteArray("needs the share") << 0;
        QTest::newRow("hot of -0.1") << QByteArray("hot:-0.1") << QByteArray("needs the share") << 0;
        QTest::newRow("rate of 0") << QByteArray("uniform,rate=0")
                                   << QByteArray("\"rate\" is requests a second") << 8;
        QTest::newRow("rate of a half")
            << QByteArray("uniform,rate=0.5") << QByteArray("\"rate\" is requests a second") << 8;
        QTest::newRow("rate too high")
            << QByteArray("uniform,rate=1000001") << QByteArray("\"rate\" is requests a second") << 8;
        QTest::newRow("seconds of -1")
            << QByteArray("uniform,seconds=-1") << QByteArray("\"seconds\" is") << 8;
        QTest::newRow("seconds too many")
            << QByteArray("uniform,seconds=86401") << QByteArray("\"seconds\" is") << 8;
        QTest::newRow("seed too large")
            << QByteArray("uniform,seed=18446744073709551616") << QByteArray("\"seed\" is") << 8;
        QTest::newRow("writes of 2") << QByteArray("uniform,rate=1,writes=2") << QByteArray("\"writes\" is")
                                     << 15;
        QTest::newRow("unknown option")
            << QByteArray("uniform,speed=1") << QByteArray("\"speed=1\" is no option") << 8;
        QTest::newRow("no value") << QByteArray("uniform,rate") << QByteArray("\"rate\" is requests a second")
                                  << 8;
        QTest::newRow("comma at the end") << QByteArray("uniform,") << QByteArray("is no option") << 8;
        QTest::newRow("twice") << QByteArray("uniform,rate=1,rate=2") << QByteArray("\"rate\" is given twice")
                               << 15;
    }
    void badSpecs() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        QFETCH(int, begin);
        const auto parsed = parseGeneratorSpec(text.toStdString());
        QVERIFY(!parsed.ok());
        QCOMPARE(parsed.error().code, ErrorCode::BadInput);
        QVERIFY2(parsed.error().message.find(message.toStdString()) != std::string::npos,
                 parsed.error().message.c_str());
        QVERIFY(parsed.error().message.find("hot:SHARE") != std::string::npos);
        QVERIFY(parsed.error().range.has_value());
        QCOMPARE(parsed.error().range->begin, static_cast<std::size_t>(begin));
    }

    // The same events on every machine: a change here changes what every saved generator stands for.
    void sameEventsEverywhere_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("hash");
        QTest::newRow("uniform") << QByteArray("uniform") << QByteArray("e885b8bfa3845784");
        QTest::newRow("zipf") << QByteArray("zipf:1.1,seed=7") << QByteArray("501a1bfdba5f61dc");
        QTest::newRow("hot") << QByteArray("hot:0.7,writes=0.2") << QByteArray("56a7837be8d9094d");
    }
    void sameEventsEverywhere() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, hash);
        TableDefinition table;
        table.keys.partition = {{"pk", ValueType::String}};
        std::string lines;
        int left = 1000;
        generateTrace(spec(text), {}, kBegin, [&](const LoadEvent& event) {
            lines += traceLine(event, table) + "\n";
            return --left > 0;
        });
        QCOMPARE(left, 0);
        QCOMPARE(QByteArray::number(static_cast<qulonglong>(partitionHash(lines)), 16), hash);
    }

    void timesAreEvenAndInOrder() {
        std::vector<UtcMillis> times;
        generateTrace(spec("uniform,rate=3,seconds=2"), {}, kBegin + 5, [&](const LoadEvent& event) {
            times.push_back(event.time - kBegin - 5);
            return true;
        });
        QCOMPARE(times, (std::vector<UtcMillis>{0, 333, 666, 1000, 1333, 1666}));
    }

    void units() {
        HalfUnits read = 0;
        HalfUnits write = 0;
        int events = 0;
        generateTrace(spec("uniform,writes=0.25,rate=10000,seconds=2"), {}, kBegin,
                      [&](const LoadEvent& event) {
                          if ((event.read != 1 || event.write != 0) && (event.read != 0 || event.write != 2))
                              return false;
                          read += event.read;
                          write += event.write / 2;
                          ++events;
                          return event.resource.empty() && event.keyBytes.has_value();
                      });
        QCOMPARE(events, 20'000);
        QVERIFY(write > 4'600 && write < 5'400);
        QCOMPARE(read + write, HalfUnits{20'000});
        QCOMPARE(sharesOf(spec("hot:1,rate=100,seconds=1"), someKeys(50)).size(), std::size_t{1});
    }

    void hotShare() {
        const auto shares = sharesOf(spec("hot:0.7,rate=10000,seconds=10"), someKeys(100));
        QCOMPARE(shares.size(), std::size_t{100});
        int hot = 0;
        for (const auto& [key, share] : shares) {
            if (share > 0.5) {
                ++hot;
                QVERIFY(std::abs(share - 0.7) < 0.01);
            } else {
                QVERIFY(std::abs(share - 0.3 / 99) < 0.0015);
            }
        }
        QCOMPARE(hot, 1);
        QCOMPARE(sharesOf(spec("hot:0,rate=1000,seconds=1"), someKeys(1)).size(), std::size_t{1});
    }

    void uniformShare() {
        for (const auto& [key, share] : sharesOf(spec("uniform,rate=10000,seconds=10"), someKeys(50)))
            QVERIFY(std::abs(share - 0.02) < 0.003);
    }

    void zipfShare() {
        const auto shares = sharesOf(spec("zipf:1,rate=10000,seconds=20"), someKeys(1000));
        std::vector<double> sorted;
        for (const auto& [key, share] : shares)
            sorted.push_back(share);
        std::sort(sorted.rbegin(), sorted.rend());
        double harmonic = 0;
        for (int i = 1; i <= 1000; ++i)
            harmonic += 1.0 / i;
        QVERIFY(std::abs(sorted[0] - 1 / harmonic) < 0.005);
        QVERIFY(std::abs(sorted[1] - 1 / harmonic / 2) < 0.005);
        QVERIFY(std::abs(sorted[9] - 1 / harmonic / 10) < 0.002);
    }

    void zipfOfManyExponentsDrawsInRange() {
        for (const double exponent : {0.001, 0.5, 1.0, 1.1, 2.0, 10.0}) {
            const Zipf zipf(exponent, 100);
            Random random(5);
            std::vector<int> counts(100, 0);
            for (int i = 0; i < 50'000; ++i)
                ++counts.at(zipf.draw(random));
            double sum = 0;
            for (int i = 1; i <= 100; ++i)
                sum += std::pow(i, -exponent);
            QVERIFY(std::abs(counts[0] / 50'000.0 - 1 / sum) < 0.01);
            QVERIFY(std::abs(counts[1] / 50'000.0 - std::pow(2, -exponent) / sum) < 0.01);
        }
    }

    void madeKeysFitTheSchema() {
        KeySchema schema;
        for (const ValueType type : {ValueType::String, ValueType::Number, ValueType::Binary}) {
            schema.partition = {{"pk", type}};
            const std::vector<std::string> keys = madeKeys(schema, 3);
            QCOMPARE(keys.size(), std::size_t{3});
            for (const std::string& key : keys)
                QVERIFY(keyValues(schema.partition, key).ok());
        }
        schema.partition = {{"a", ValueType::String}, {"b", ValueType::Number}};
        const std::vector<std::string> keys = madeKeys(schema, 2);
        QCOMPARE(keyValues(schema.partition, keys.at(1)).value(),
                 (std::vector<Value>{Value::string("key-000001"), Value::number(std::int64_t{2})}));
        schema.partition = {{"pk", ValueType::String}};
        QCOMPARE(madeKeys(schema, 1).at(0), std::string("key-000001"));
    }

    void aGeneratedHotKeyIsFoundByTheMeter() {
        RecordingInfo info;
        info.partitions = 8;
        LoadMeter meter(info);
        HalfUnits write = 0;
        generateTrace(spec("hot:0.7,rate=4000,seconds=3,writes=0.5"), someKeys(200), kBegin,
                      [&](const LoadEvent& event) {
                          meter.record(event);
                          write += event.write;
                          return true;
                      });
        const LoadSummary summary = meter.summary({}, std::nullopt);
        QCOMPARE(summary.sumWrite, write);
        QVERIFY(summary.skewedKey.has_value());
        const KeyLoad& key = summary.hottestKeys[*summary.skewedKey];
        QVERIFY(std::abs(key.writeShare - 0.7) < 0.03);
        QVERIFY(summary.partitions[key.partition].hot());  // 1,400 WCU a second
        QCOMPARE(summary.partitions[key.partition].hottestKeys.at(0).keyBytes, key.keyBytes);
        for (const PartitionLoad& partition : summary.partitions)
            QCOMPARE(partition.hot(), partition.partition == key.partition);
    }
};

QTEST_APPLESS_MAIN(TestTraceGenerator)
#include "tst_trace_generator.moc"
