// Dividing units over partitions: shares add up, follow the weights, and rounding favours nobody in the long
// run.
#include <QtTest>

#include <numeric>

#include "engine/partition/spread.h"

using namespace partita;

class TestSpread final : public QObject {
    Q_OBJECT
  private slots:
    void evenly() {
        Spread spread(4);
        QCOMPARE(spread.divide(8), (std::vector<HalfUnits>{2, 2, 2, 2}));
        QCOMPARE(spread.divide(5), (std::vector<HalfUnits>{2, 1, 1, 1}));
        // p0 had its turn.
        QCOMPARE(spread.divide(5), (std::vector<HalfUnits>{1, 2, 1, 1}));
        QCOMPARE(spread.divide(0), (std::vector<HalfUnits>{0, 0, 0, 0}));
    }

    void byWeights() {
        Spread spread(3);
        spread.setWeights({100, 0, 300});
        QCOMPARE(spread.divide(8), (std::vector<HalfUnits>{2, 0, 6}));
        QCOMPARE(spread.divide(1), (std::vector<HalfUnits>{0, 0, 1}));
        spread.setWeights({1, 2});  // not one for each: ignored
        QCOMPARE(spread.divide(8), (std::vector<HalfUnits>{2, 0, 6}));
        spread.setWeights({0, 0, 0});
        QCOMPARE(spread.divide(9), (std::vector<HalfUnits>{3, 3, 3}));
    }

    void hugeWeightsAndUnits() {
        Spread spread(256);
        std::vector<std::uint64_t> weights(256, UINT64_MAX);
        weights[7] = 0;
        spread.setWeights(weights);
        const auto shares = spread.divide(UINT64_MAX);
        QCOMPARE(std::accumulate(shares.begin(), shares.end(), HalfUnits{0}), HalfUnits{UINT64_MAX});
        QCOMPARE(shares[7], HalfUnits{0});
    }

    void manySmallOnesAreAsOneLarge() {
        for (std::uint32_t count : {1U, 3U, 8U, 256U}) {
            Spread spread(count);
            std::vector<std::uint64_t> weights(count);
            for (std::uint32_t i = 0; i < count; ++i)
                weights[i] = i % 5 == 3 ? 0 : 1 + i * i;
            spread.setWeights(weights);
            const double sum =
                static_cast<double>(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0}));
            std::vector<HalfUnits> got(count, 0);
            HalfUnits total = 0;
            for (HalfUnits units = 0; units < 3000; ++units) {
                const auto& shares = spread.divide(units % 3);
                QCOMPARE(std::accumulate(shares.begin(), shares.end(), HalfUnits{0}), units % 3);
                for (std::uint32_t i = 0; i < count; ++i)
                    got[i] += shares[i];
                total += units % 3;
            }
            for (std::uint32_t i = 0; i < count; ++i) {
                const double fair = static_cast<double>(total) * static_cast<double>(weights[i]) / sum;
                QVERIFY2(std::abs(static_cast<double>(got[i]) - fair) < 8, qPrintable(QString::number(i)));
                if (weights[i] == 0) QCOMPARE(got[i], HalfUnits{0});
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestSpread)
#include "tst_spread.moc"
