// Nothing changes on the way through JSON and back, and no damage to the text brings the parser down.
#include <QTest>

#include "engine/interchange/json.h"
#include "tests/interchange/random_values.h"

using namespace partita;
using namespace partita::test;

namespace {

const KeySchema kText{{{"pk", ValueType::String}}, {}};

}  // namespace

class TestJsonRoundTrip final : public QObject {
    Q_OBJECT

  private slots:
    void truncations();
    void roundTrip();
    void manyNames();
};

void TestJsonRoundTrip::truncations() {
    const std::string text =
        R"({"pk":{"S":"a\u00e9\ud83d\ude00"},"l":{"L":[{"M":{"x":{"N":"1.5e3"}}},{"NULL":true}]},"s":{"BS":["AA=="]}})";
    for (std::size_t size = 0; size < text.size(); ++size) {
        const auto cut = parseItem(text.substr(0, size), JsonForm::Auto, kText);
        QVERIFY2(!cut.ok(), text.substr(0, size).c_str());
        QVERIFY(!cut.error().message.empty());
        (void)parsePlainValue(text.substr(size));
        (void)parseDynamoDbValue(text.substr(size));
    }
    // One byte changed to each that means something: an item that can be written, or an error inside the
    // text.
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char c : {'{', '}', '[', ']', '"', ',', ':', '\\', '\0', '\n', ' ', '1', '\xff'}) {
            std::string changed = text;
            changed[at] = c;
            const auto parsed = parseItem(changed, JsonForm::Auto, kText);
            if (parsed) {  // then it is one that can be written and read again
                const auto again = parseItem(toDynamoDbJson(parsed->item), JsonForm::DynamoDb, {});
                QVERIFY2(again && again->item == parsed->item, changed.c_str());
            }
            if (!parsed && parsed.error().range) {
                QVERIFY(parsed.error().range->begin <= parsed.error().range->end);
                QVERIFY(parsed.error().range->end <= changed.size());
            }
        }
    }
}

void TestJsonRoundTrip::roundTrip() {
    for (const bool plainOnly : {false, true}) {
        for (unsigned seed = 1; seed <= 1500; ++seed) {
            RandomValues random(seed, plainOnly);
            Item item = random.map(8, 4);
            item.set("pk", Value::string("k"));
            const JsonStyle style{static_cast<int>(seed % 3), {"pk"}};
            const std::string typed = toDynamoDbJson(item, style);
            const auto back = parseItem(typed, JsonForm::Auto, kText);
            QVERIFY2(back.ok(), typed.c_str());
            QCOMPARE(back->form, JsonForm::DynamoDb);
            QVERIFY2(back->item == item, ("seed " + std::to_string(seed) + ": " + typed).c_str());
            QCOMPARE(back->numbersRewritten, 0U);
            if (!plainOnly) continue;
            const std::string plain = toPlainJson(item, style);
            const auto again = parseItem(plain, JsonForm::Auto, kText);
            QVERIFY2(again.ok(), plain.c_str());
            QCOMPARE(again->form, JsonForm::Plain);
            QVERIFY2(again->item == item, ("seed " + std::to_string(seed) + ": " + plain).c_str());
            QCOMPARE(again->numbersRewritten, 0U);
        }
    }
}

void TestJsonRoundTrip::manyNames() {
    // Names in falling order must not cost the square of their number.
    std::string text = "{";
    constexpr int kNames = 300'000;
    for (int i = kNames; i > 0; --i)
        text += "\"" + std::to_string(1'000'000 + i) + "\":0" + (i > 1 ? "," : "}");
    const auto value = parsePlainValue(text);
    QVERIFY(value.ok());
    QCOMPARE(value->asMap()->size(), std::size_t{kNames});
    QVERIFY(parsePlainValue("1").ok());  // after a long text, too
}

QTEST_APPLESS_MAIN(TestJsonRoundTrip)
#include "tst_json_round_trip.moc"
