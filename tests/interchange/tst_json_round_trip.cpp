// Nothing changes on the way through JSON and back, and no damage to the text brings the parser down.
#include <QTest>
#include <random>

#include "engine/interchange/json.h"

using namespace partita;

namespace {

const KeySchema kText{{{"pk", ValueType::String}}, {}};

/// A value of any type; plain ones are those that plain JSON carries.
class RandomValues final {
  public:
    RandomValues(unsigned seed, bool plainOnly) : m_random(seed), m_plainOnly(plainOnly) {}

    Value value(int depth) {
        const int types = m_plainOnly ? 6 : 10;
        switch (below(types)) {
            case 0:
                return Value::string(text());
            case 1:
                return Value::number(number());
            case 2:
                return Value::boolean(below(2) == 0);
            case 3:
                return Value::null();
            case 4: {
                List list;
                for (int left = depth > 0 ? below(4) : 0; left > 0; --left)
                    list.push_back(value(depth - 1));
                return Value::list(std::move(list));
            }
            case 5:
                return Value::map(map(depth > 0 ? below(5) : 0, depth - 1));
            case 6:
                return Value::binary(text());
            case 7:
                return *Value::stringSet({"", "b" + text()});
            case 8:
                return *Value::numberSet({Number::fromInteger(below(100)), *Number::parse("1e-7")});
            default:
                return *Value::binarySet({std::string("\0\xff", 2), "a" + text()});
        }
    }

    AttributeMap map(int attributes, int depth) {
        AttributeMap map;
        for (; attributes > 0; --attributes)
            map.set(text(), value(depth));
        return map;
    }

  private:
    int below(int end) { return static_cast<int>(m_random() % static_cast<unsigned>(end)); }
    std::string text() {
        static const std::vector<std::string> kPieces = {
            "a", "Z9",   "\"", "\\",  "\n", "\t", std::string(1, '\x01'),
            "é", "日本", "😀",  "a.b", "#",  " ",  "/"};
        std::string text;
        for (int left = below(6); left > 0; --left) {
            text += kPieces[static_cast<std::size_t>(below(static_cast<int>(kPieces.size())))];
        }
        return text;
    }
    Number number() {
        std::string text = below(2) == 0 ? "-" : "";
        for (int digits = 1 + below(38); digits > 0; --digits)
            text += static_cast<char>('0' + below(10));
        return *Number::parse(text + "e" + std::to_string(below(120) - 80));
    }

    std::mt19937 m_random;
    bool m_plainOnly;
};

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
