// Numbers: the rules of the service, the canonical text, the size, and the bytes on disk.
#include <QtTest>
#include <random>

#include "engine/value/number.h"

using namespace partita;

namespace {

QByteArray keyHex(const Number& number) {
    std::string bytes;
    number.appendKeyBytes(bytes);
    return QByteArray::fromStdString(bytes).toHex();
}

std::string bytesOf(const Number& number) {
    std::string bytes;
    number.appendKeyBytes(bytes);
    return bytes;
}

/// Any number that can be: sign, 1 to 38 digits, an exponent in range; often close to an earlier one.
Number randomNumber(std::mt19937_64& random) {
    if (random() % 50 == 0) return {};
    const std::size_t digits = random() % 3 == 0 ? 1 + random() % 38 : 1 + random() % 4;
    std::string text = random() % 2 == 0 ? "-" : "";
    const char lowest =
        random() % 2 == 0 ? '0' : '8';  // few values, so that many are equal or next to each other
    text += static_cast<char>('1' + random() % 9);
    if (digits > 1) text += '.';
    for (std::size_t i = 1; i < digits; ++i) {
        text += static_cast<char>(lowest + static_cast<int>(random() % 2));
    }
    const int exponent =
        random() % 2 == 0 ? static_cast<int>(random() % 3) - 1 : static_cast<int>(random() % 256) - 130;
    return *Number::parse(text + "e" + std::to_string(exponent));
}

/// The order of value by a road of its own: both texts padded to one width and compared as text.
int orderOfTexts(const Number& a, const Number& b) {
    const auto padded = [](const Number& number) {
        std::string text = number.text();
        if (number.isNegative()) text.erase(0, 1);
        if (text.find('.') == std::string::npos) text += '.';
        text.insert(0, 130 - text.find('.'), '0');
        return text.append(320 - text.size(), '0');
    };
    if (a.isNegative() != b.isNegative()) return a.isNegative() ? -1 : 1;
    const int order = a.isNegative() ? padded(b).compare(padded(a)) : padded(a).compare(padded(b));
    return (order > 0) - (order < 0);
}

}  // namespace

class TestNumber final : public QObject {
    Q_OBJECT

  private slots:
    void text_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* input, const QByteArray& text) {
            QTest::newRow(input) << QByteArray(input) << text;
        };
        row("0", "0");
        row("-0", "0");
        row("+0.000", "0");
        row("0e999999999999999999999999", "0");
        row("00042", "42");
        row("+42", "42");
        row("-42", "-42");
        row("1.50", "1.5");
        row("1.0", "1");
        row("1.", "1");
        row(".5", "0.5");
        row("-.5", "-0.5");
        row("1.5E2", "150");
        row("1.5e+2", "150");
        row("15e-1", "1.5");
        row("1e-20", "0.00000000000000000001");
        row("100", "100");
        row("100.001", "100.001");
        row("0.001", "0.001");
        row("1E125", "1" + QByteArray(125, '0'));
        row("-1E125", "-1" + QByteArray(125, '0'));
        row("1E-130", "0." + QByteArray(129, '0') + "1");
        row("9.9999999999999999999999999999999999999E125", QByteArray(38, '9') + QByteArray(88, '0'));
        row("99999999999999999999999999999999999999", QByteArray(38, '9'));
        row("-12345678901234567890.123456789012345678", "-12345678901234567890.123456789012345678");
        row("1234567890123456789012345678901234567800000", "1234567890123456789012345678901234567800000");
        row("1000000000000000000000000000000000000000000000000000000000000", "1" + QByteArray(60, '0'));
        row("0.00000000000000000000000000000000000000000000000012",
            "0.00000000000000000000000000000000000000000000000012");
        row("10000000000000000000", "10000000000000000000");
        row("10000000000000000001", "10000000000000000001");
    }
    void text() {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, text);
        const auto number = Number::parse(input.toStdString());
        QVERIFY2(number.ok(), number ? "" : number.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(number->text()), text);
        const auto again = Number::parse(number->text());
        QVERIFY(again.ok());
        QVERIFY(*again == *number);
        std::string bytes = bytesOf(*number);
        std::string_view view = bytes;
        const auto back = Number::takeKeyBytes(view);
        QVERIFY(back.ok() && view.empty());
        QVERIFY(*back == *number);
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("message");
        const QByteArray noNumber = "The parameter cannot be converted to a numeric value: ";
        for (const char* input :
             {"abc", "1x", " 1", "1 ", "1,5",   "--1",  "+-1", "1e",       "1e+", "1e1.5",
              "e5",  ".",  "-",  "+",  "1.2.3", "0x10", "NaN", "Infinity", "１",  "1_000"}) {
            QTest::newRow(input) << QByteArray(input) << noNumber + input;
        }
        QTest::newRow("empty") << QByteArray()
                               << QByteArray("The parameter cannot be converted to a numeric value");
        QTest::newRow("long junk") << QByteArray(99, 'x') + "語" + QByteArray(500, 'y')
                                   << noNumber + QByteArray(99, 'x') + "…";
        QTest::newRow("zero byte") << QByteArray("1\0", 2) << noNumber + QByteArray("1\0", 2);
        const QByteArray digits = "Attempting to store more than 38 significant digits in a Number";
        QTest::newRow("39 digits") << QByteArray("123456789012345678901234567890123456789") << digits;
        QTest::newRow("39 digits round a point")
            << QByteArray("1.00000000000000000000000000000000000001") << digits;
        QTest::newRow("120 digits") << QByteArray(120, '7') << digits;
        const QByteArray over =
            "Number overflow. Attempting to store a number with magnitude larger than supported range";
        for (const char* input :
             {"1E126", "-1E126", "10E125", "1e99999999999999", "1e999999999999999999999999999999"}) {
            QTest::newRow(input) << QByteArray(input) << over;
        }
        QTest::newRow("a million digits") << QByteArray(1'000'000, '1') << over;
        const QByteArray under =
            "Number underflow. Attempting to store a number with magnitude smaller than supported range";
        for (const char* input :
             {"1E-131", "-1E-131", "0.9E-130", "1e-99999999999999", "1e-9999999999999999999999"}) {
            QTest::newRow(input) << QByteArray(input) << under;
        }
    }
    void refused() {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, message);
        const auto number = Number::parse(input.toStdString());
        QVERIFY(!number.ok());
        QCOMPARE(QByteArray::fromStdString(number.error().message), message);
        QCOMPARE(number.error().code, ErrorCode::Validation);
    }

    void exponentAndZerosBalance() {
        const std::string zeros(100'000, '0');
        QCOMPARE(Number::parse("1" + zeros + "e-100000")->text(), "1");
        QCOMPARE(Number::parse("0." + zeros + "1e100001")->text(), "1");
    }

    void integers() {
        for (const std::int64_t value :
             {std::int64_t{0}, std::int64_t{7}, std::int64_t{-1200}, INT64_MAX, INT64_MIN}) {
            QCOMPARE(Number::fromInteger(value).text(), std::to_string(value));
            QVERIFY(Number::fromInteger(value) == *Number::parse(std::to_string(value)));
        }
    }

    void size_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("bytes");
        const auto row = [](const char* input, int bytes) {
            QTest::newRow(input) << QByteArray(input) << bytes;
        };
        row("0", 1);
        row("1", 2);
        row("-1", 3);
        row("12", 2);
        row("123", 3);
        row("1000", 2);
        row("1001", 3);
        row("0.001", 2);
        row("-0.001", 3);
        row("100.5", 4);
        row("1.001", 4);
        row("3.14159", 5);
        row("-3.14159", 6);
        row("1E125", 2);
        row("1E-130", 2);
        row("99999999999999999999999999999999999999", 20);
        row("-9.9999999999999999999999999999999999999", 22);
    }
    void size() {
        QFETCH(QByteArray, input);
        QFETCH(int, bytes);
        QCOMPARE(static_cast<int>(Number::parse(input.toStdString())->size()), bytes);
    }

    void approximate_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<double>("value");
        QTest::newRow("zero") << QByteArray("0") << 0.0;
        QTest::newRow("fraction") << QByteArray("-0.1") << -0.1;
        QTest::newRow("large") << QByteArray("9.9e125") << 9.9e125;
        QTest::newRow("small") << QByteArray("1e-130") << 1e-130;
        QTest::newRow("past 2^53") << QByteArray("9007199254740993") << 9007199254740992.0;
    }
    void approximate() {
        QFETCH(QByteArray, input);
        QFETCH(double, value);
        QVERIFY(Number::parse(input.toStdString())->approximate() == value);
    }

    // On disk: these bytes must never change.
    void goldenKeyBytes_data() {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("hex");
        const auto row = [](const char* input, const QByteArray& hex) {
            QTest::newRow(input) << QByteArray(input) << hex;
        };
        row("0", "02");
        row("1", "03820b00");
        row("-1", "017df4ff");
        row("10", "03830b00");
        row("12", "03830d00");
        row("123", "03840d1f00");
        row("-123", "017bf2e0ff");
        row("0.5", "03813300");
        row("3.14159", "0382202a3c00");
        row("1E125", "03ff0b00");
        row("-1E125", "0100f4ff");
        row("1E-130", "03000b00");
        row("-1E-130", "01fff4ff");
        row("99999999999999999999999999999999999999", "03a7" + QByteArray("64").repeated(19) + "00");
    }
    void goldenKeyBytes() {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, hex);
        QCOMPARE(keyHex(*Number::parse(input.toStdString())), hex);
    }

    void damagedKeyBytes_data() {
        QTest::addColumn<QByteArray>("hex");
        for (const char* hex :
             {"", "00", "04", "ff", "03", "0382", "03820b", "038200", "0382010b00", "03820a00", "03826600",
              "03820b0100", "03821f0b01", "017d", "017dff", "017df4", "017df4fe", "017df5ff", "0382ff00"}) {
            QTest::newRow(hex) << QByteArray::fromHex(hex);
        }
        QTest::newRow("40 digits") << QByteArray::fromHex("03a7" + QByteArray("64").repeated(20) + "00");
    }
    void damagedKeyBytes() {
        QFETCH(QByteArray, hex);
        const std::string bytes = hex.toStdString();
        std::string_view view = bytes;
        const auto number = Number::takeKeyBytes(view);
        QVERIFY(!number.ok());
        QCOMPARE(number.error().code, ErrorCode::DamagedFile);
        QVERIFY(view == bytes);
    }

    void everyShortByteStringIsRefusedOrCanonical() {
        for (const char kind : {'\x01', '\x02', '\x03'}) {
            for (unsigned digits = 0; digits < 0x1000000U;
                 digits += digits % 256 == 0 ? 255 : 1) {  // the last byte is 00 or FF
                const std::string bytes = {kind, '\x82', static_cast<char>(digits >> 16),
                                           static_cast<char>(digits >> 8 & 0xFFU),
                                           static_cast<char>(digits & 0xFFU)};
                std::string_view view = bytes;
                const auto number = Number::takeKeyBytes(view);
                if (number && bytesOf(*number) != bytes.substr(0, bytes.size() - view.size())) {
                    QFAIL(QByteArray::fromStdString(bytes).toHex().constData());
                }
            }
        }
    }

    void orderOfBytesIsOrderOfValue() {
        const auto seed = std::random_device{}();
        qInfo("seed %u", seed);
        std::mt19937_64 random(seed);
        std::vector<Number> numbers;
        for (int i = 0; i < 700; ++i) {
            numbers.push_back(randomNumber(random));
        }
        for (const Number& a : numbers) {
            const std::string aBytes = bytesOf(a);
            QVERIFY(!aBytes.empty() && aBytes.size() <= 22);
            for (const Number& b : numbers) {
                const std::string bBytes = bytesOf(b);
                const int expected = orderOfTexts(a, b);
                const int byValue = a < b ? -1 : a > b ? 1 : 0;
                const int byBytes = aBytes < bBytes ? -1 : aBytes > bBytes ? 1 : 0;
                if (byValue != expected || byBytes != expected || (a == b) != (expected == 0)) {
                    QFAIL(qPrintable(QString("%1 and %2").arg(a.text().c_str(), b.text().c_str())));
                }
                if (expected != 0 && bBytes.starts_with(aBytes)) {
                    QFAIL(
                        qPrintable(QString("%1 is a prefix of %2").arg(a.text().c_str(), b.text().c_str())));
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestNumber)
#include "tst_number.moc"
