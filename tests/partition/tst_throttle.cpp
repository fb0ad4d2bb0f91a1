// The throttle: both limits at, below and above; what is larger than a limit; and on random demands, that no
// second of a partition ever serves more than it may.
#include <QRandomGenerator>
#include <QTest>
#include <map>

#include "engine/limits.h"
#include "engine/partition/throttle.h"

using namespace partita;

namespace {

using Kind = Throttle::Kind;
using Limit = Throttle::Limit;
using Demand = Throttle::Demand;

constexpr HalfUnits kWriteLimit = 2 * limits::kPartitionWriteUnits;
constexpr HalfUnits kReadLimit = 2 * limits::kPartitionReadUnits;
constexpr UtcMillis kBegin = 1'700'000'000'123;

Demand writes(HalfUnits units, std::uint32_t partition = 0) {
    return {1, {}, partition, Kind::Write, units, {}};
}
Demand reads(HalfUnits units, std::uint32_t partition = 0) {
    return {1, {}, partition, Kind::Read, units, {}};
}
/// Of a table with so many units a second, of no partition.
Demand provisioned(HalfUnits units, std::int64_t perSecond) {
    return {1, {}, {}, Kind::Write, units, Throughput{perSecond, perSecond}};
}

bool admits(Throttle& throttle, std::vector<Demand> demands, UtcMillis now) {
    return throttle.take(demands, now).empty();
}

}  // namespace

class TestThrottle : public QObject {
    Q_OBJECT
  private slots:
    void partitionServesItsLimitAndNoMore() {
        Throttle throttle;
        QVERIFY(admits(throttle, {writes(kWriteLimit - 1)}, kBegin));
        QVERIFY(!admits(throttle, {writes(2)}, kBegin));
        QVERIFY(admits(throttle, {writes(1)}, kBegin));
        QVERIFY(!admits(throttle, {writes(1)}, kBegin + 999));
        // Each limit by itself, each partition by itself.
        QVERIFY(admits(throttle, {reads(kReadLimit)}, kBegin + 999));
        QVERIFY(admits(throttle, {writes(kWriteLimit, 1)}, kBegin + 999));
        QVERIFY(admits(throttle, {writes(kWriteLimit)}, kBegin + 1000));
        QVERIFY(!admits(throttle, {writes(1)}, kBegin + 1999));
    }

    void allOrNothing() {
        Throttle throttle;
        QVERIFY(admits(throttle, {writes(kWriteLimit, 1)}, kBegin));
        const std::vector<Demand> both = {writes(kWriteLimit, 0), writes(1, 1)};
        QCOMPARE(throttle.take(both, kBegin), (std::vector<Throttle::Refusal>{{1, Limit::KeyRange}}));
        QVERIFY2(admits(throttle, {writes(kWriteLimit, 0)}, kBegin), "what was refused took nothing");
        // Parts that ask the same partition are asked together.
        Throttle fresh;
        const std::vector<Demand> parts = {writes(kWriteLimit / 2), writes(kWriteLimit / 2), writes(1)};
        QVERIFY(admits(fresh, parts, kBegin));  // more than a second serves, and nothing was used
        QVERIFY(!admits(fresh, parts, kBegin + 1000));
    }

    void largerThanASecondIsPaidOff() {
        Throttle throttle;
        QVERIFY(admits(throttle, {writes(1)}, kBegin));
        QVERIFY2(!admits(throttle, {writes(5 * kWriteLimit / 2)}, kBegin + 500), "the second is in use");
        QVERIFY(admits(throttle, {writes(5 * kWriteLimit / 2)}, kBegin + 1000));
        QVERIFY(!admits(throttle, {writes(1)}, kBegin + 1999));
        QVERIFY(!admits(throttle, {writes(1)}, kBegin + 2999));
        // Of the third second, half is left.
        QVERIFY(!admits(throttle, {writes(kWriteLimit / 2 + 1)}, kBegin + 3000));
        QVERIFY(admits(throttle, {writes(kWriteLimit / 2)}, kBegin + 3000));
        QVERIFY(!admits(throttle, {writes(1)}, kBegin + 3999));
        QVERIFY(admits(throttle, {writes(kWriteLimit)}, kBegin + 4000));
    }

    void provisionedThroughputHasFiveMinutesOfBurst() {
        Throttle throttle;
        constexpr HalfUnits kBurst = 10 * 2 * 300;
        QVERIFY(admits(throttle, {provisioned(kBurst, 10)}, kBegin));
        QCOMPARE(throttle.take(std::vector{provisioned(1, 10)}, kBegin),
                 (std::vector<Throttle::Refusal>{{0, Limit::Provisioned}}));
        QVERIFY(!admits(throttle, {provisioned(20, 10)}, kBegin + 999));
        QVERIFY(admits(throttle, {provisioned(20, 10)}, kBegin + 1000));
        QVERIFY(!admits(throttle, {provisioned(1, 10)}, kBegin + 1049));
        QVERIFY(admits(throttle, {provisioned(1, 10)}, kBegin + 1050));
        // Unused capacity of more than five minutes is lost.
        const UtcMillis later = kBegin + 10'000'000;
        QVERIFY(admits(throttle, {provisioned(kBurst, 10)}, later));
        QVERIFY(!admits(throttle, {provisioned(1, 10)}, later));
    }

    void largerThanTheBurstIsPaidOff() {
        Throttle throttle;
        // 400 WCU where one is provisioned: a full bucket holds 300.
        QVERIFY(admits(throttle, {provisioned(800, 1)}, kBegin));
        QVERIFY(!admits(throttle, {provisioned(1, 1)}, kBegin + 100'000));
        QVERIFY(admits(throttle, {provisioned(1, 1)}, kBegin + 100'500));
        QVERIFY(!admits(throttle, {provisioned(800, 1)}, kBegin + 300'000));
        QVERIFY(admits(throttle, {provisioned(800, 1)}, kBegin + 500'000));
    }

    void bothLimitsAreNamed() {
        Throttle throttle;
        Demand demand = writes(kWriteLimit);
        demand.provisioned = Throughput{1, 4};
        QVERIFY(admits(throttle, {demand}, kBegin));
        demand.units = 1000;
        QCOMPARE(throttle.take(std::vector{demand}, kBegin),
                 (std::vector<Throttle::Refusal>{{0, Limit::Provisioned}, {0, Limit::KeyRange}}));
    }

    void throughputMayChange() {
        Throttle throttle;
        QVERIFY(admits(throttle, {provisioned(1, 1'000'000'000'000)}, kBegin));
        QVERIFY(admits(throttle, {provisioned(600, 1)}, kBegin));
        QVERIFY(!admits(throttle, {provisioned(1, 1)}, kBegin));
        QVERIFY(!admits(throttle, {provisioned(1, 100)}, kBegin));
        QVERIFY(admits(throttle, {provisioned(200, 100)}, kBegin + 1000));
    }

    void clockSetBack() {
        Throttle throttle;
        QVERIFY(admits(throttle, {writes(kWriteLimit)}, kBegin));
        QVERIFY2(!admits(throttle, {writes(1)}, kBegin - 1000), "as if it had stood still");
        QVERIFY(admits(throttle, {writes(kWriteLimit)}, kBegin - 3'600'000));
        QVERIFY(!admits(throttle, {writes(1)}, kBegin - 3'600'000));
    }

    void forgetsATable() {
        Throttle throttle;
        QVERIFY(admits(throttle, {writes(kWriteLimit)}, kBegin));
        throttle.forget(2);
        QVERIFY(!admits(throttle, {writes(1)}, kBegin));
        throttle.forget(1);
        QVERIFY(admits(throttle, {writes(kWriteLimit)}, kBegin));
        throttle.clear();
        QVERIFY(admits(throttle, {writes(kWriteLimit)}, kBegin));
    }

    void noSecondServesMore() {
        const quint32 seed = QRandomGenerator::global()->generate();
        QRandomGenerator random(seed);
        Throttle throttle;
        UtcMillis now = kBegin;
        std::vector<std::pair<UtcMillis, HalfUnits>> served;
        HalfUnits total = 0;
        for (int i = 0; i < 20'000; ++i) {
            now += random.bounded(20);
            const HalfUnits units = 1 + random.bounded(120);
            HalfUnits ofLastSecond = 0;
            for (auto use = served.rbegin(); use != served.rend() && use->first > now - 1000; ++use)
                ofLastSecond += use->second;
            const bool fits = ofLastSecond + units <= kWriteLimit;
            QVERIFY2(admits(throttle, {writes(units)}, now) == fits,
                     ("seed " + std::to_string(seed)).c_str());
            if (!fits) continue;
            served.emplace_back(now, units);
            total += units;
        }
        QVERIFY(total > 0);
        const auto seconds = static_cast<HalfUnits>((now - kBegin) / 1000 + 1);
        QVERIFY2(total > kWriteLimit * seconds * 9 / 10, "and hardly less than it may");
    }
};

QTEST_APPLESS_MAIN(TestThrottle)
#include "tst_throttle.moc"
