// Sums of numbers: exact to the last digit, and refused where no number holds them.
#include <QtTest>
#include <random>

#include "engine/value/number_arithmetic.h"

using namespace partita;

class TestNumberArithmetic final : public QObject {
    Q_OBJECT

  private slots:
    void sum_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("sum");
        const QString overflow =
            "Number overflow. Attempting to store a number with magnitude larger than supported range";
        const auto row = [](const char* a, const char* b, const QString& sum) {
            QTest::addRow("%s + %s", a, b) << QString::fromLatin1(a) << QString::fromLatin1(b) << sum;
        };
        row("0", "0", "0");
        row("0", "-1.5", "-1.5");
        row("1", "-1", "0");
        row("0.1", "0.2", "0.3");
        row("1", "10000000000000000000000", "10000000000000000000001");
        row("9007199254740993", "-1", "9007199254740992");
        row("-100", "0.001", "-99.999");
        row("99999999999999999999999999999999999999", "1", "100000000000000000000000000000000000000");
        row("99999999999999999999999999999999999999", "0.1", overflow);
        row("1e50", "1", overflow);
        row("9e125", "9e125", overflow);
        row("-9e125", "-9e125", overflow);
        row("1e-130", "-1e-130", "0");
        row("1e125", "1e-130", overflow);
        row("1e-130", "-1.1e-130",
            "Number underflow. Attempting to store a number with magnitude smaller than supported range");
        row("9e125", "-9e125", "0");
    }
    void sum() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        const auto sum = add(*Number::parse(a.toStdString()), *Number::parse(b.toStdString()));
        QTEST(QString::fromStdString(sum ? sum->text() : sum.error().message), "sum");
    }

    void againstIntegers() {
        const auto seed = std::random_device()();
        qInfo("seed %u", seed);
        std::mt19937_64 random(seed);
        for (int i = 0; i < 2000; ++i) {
            const auto any = [&] {
                return static_cast<std::int64_t>(random() >> (2 + random() % 60)) * (random() % 2 ? 1 : -1);
            };
            const std::int64_t a = any();
            const std::int64_t b = any();
            QCOMPARE(*add(Number::fromInteger(a), Number::fromInteger(b)), Number::fromInteger(a + b));
            QCOMPARE(*subtract(Number::fromInteger(a), Number::fromInteger(b)), Number::fromInteger(a - b));
        }
    }
};

QTEST_APPLESS_MAIN(TestNumberArithmetic)
#include "tst_number_arithmetic.moc"
