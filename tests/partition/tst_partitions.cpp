// How the hash space is divided, at its edges, and the rule for the number of partitions.
#include <QtTest>

#include "engine/partition/partitions.h"

using namespace partita;

class TestPartitions final : public QObject {
    Q_OBJECT
  private slots:
    void edges_data() {
        QTest::addColumn<quint64>("hash");
        QTest::addColumn<quint32>("count");
        QTest::addColumn<quint32>("partition");
        const quint64 last = UINT64_MAX;
        QTest::newRow("one holds all, first") << quint64{0} << 1U << 0U;
        QTest::newRow("one holds all, last") << last << 1U << 0U;
        QTest::newRow("below the half") << quint64{0x7FFF'FFFF'FFFF'FFFF} << 2U << 0U;
        QTest::newRow("the half") << quint64{0x8000'0000'0000'0000} << 2U << 1U;
        // ⌈2⁶⁴ / 3⌉ = 0x5555555555555556 is the first hash of the second of three.
        QTest::newRow("below the third") << quint64{0x5555'5555'5555'5555} << 3U << 0U;
        QTest::newRow("the third") << quint64{0x5555'5555'5555'5556} << 3U << 1U;
        QTest::newRow("below two thirds") << quint64{0xAAAA'AAAA'AAAA'AAAA} << 3U << 1U;
        QTest::newRow("two thirds") << quint64{0xAAAA'AAAA'AAAA'AAAB} << 3U << 2U;
        QTest::newRow("of 256, the first byte") << quint64{0xC3FF'FFFF'FFFF'FFFF} << 256U << 0xC3U;
        QTest::newRow("of 256, the last") << last << 256U << 255U;
        QTest::newRow("of 8, the last") << last << 8U << 7U;
    }
    void edges() {
        QFETCH(quint64, hash);
        QFETCH(quint32, count);
        QFETCH(quint32, partition);
        QCOMPARE(partitionOf(hash, count), partition);
    }

    void everyCountReachesItsEnds() {
        for (std::uint32_t count = 1; count <= 256; ++count) {
            QCOMPARE(partitionOf(0, count), 0U);
            QCOMPARE(partitionOf(UINT64_MAX, count), count - 1);
        }
    }

    void rule_data() {
        QTest::addColumn<bool>("provisioned");
        QTest::addColumn<qint64>("readUnits");
        QTest::addColumn<qint64>("writeUnits");
        QTest::addColumn<quint64>("bytes");
        QTest::addColumn<quint32>("count");
        const quint64 gib = 1024ULL * 1024 * 1024;
        QTest::newRow("new, on demand") << false << qint64{0} << qint64{0} << quint64{0} << 4U;
        QTest::newRow("on demand, 40 GiB") << false << qint64{0} << qint64{0} << 40 * gib << 4U;
        QTest::newRow("on demand, a byte more") << false << qint64{0} << qint64{0} << 40 * gib + 1 << 5U;
        QTest::newRow("on demand, bound") << false << qint64{0} << qint64{0} << quint64{UINT64_MAX} << 256U;
        QTest::newRow("provisioned, nothing") << true << qint64{0} << qint64{0} << quint64{0} << 1U;
        QTest::newRow("provisioned, one full") << true << qint64{3000} << qint64{0} << quint64{0} << 1U;
        QTest::newRow("provisioned, sum of both") << true << qint64{1500} << qint64{500} << quint64{0} << 1U;
        QTest::newRow("provisioned, one unit more")
            << true << qint64{1501} << qint64{500} << quint64{0} << 2U;
        QTest::newRow("provisioned, by bytes") << true << qint64{10} << qint64{10} << 20 * gib + 1 << 3U;
        QTest::newRow("provisioned, largest")
            << true << qint64{INT64_MAX} << qint64{INT64_MAX} << quint64{0} << 256U;
        QTest::newRow("provisioned, negative") << true << qint64{-5} << qint64{INT64_MIN} << quint64{0} << 1U;
    }
    void rule() {
        QFETCH(bool, provisioned);
        QFETCH(qint64, readUnits);
        QFETCH(qint64, writeUnits);
        QFETCH(quint64, bytes);
        QFETCH(quint32, count);
        std::optional<Throughput> throughput;
        if (provisioned) throughput = Throughput{readUnits, writeUnits};
        const auto billing = provisioned ? BillingMode::Provisioned : BillingMode::PayPerRequest;
        QCOMPARE(defaultPartitionCount(billing, throughput, bytes), count);
    }
};

QTEST_APPLESS_MAIN(TestPartitions)
#include "tst_partitions.moc"
