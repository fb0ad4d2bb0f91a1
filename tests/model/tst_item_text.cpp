// An item as text to edit: what is read is what was written, and what is wrong is told with its place.
#include <QtTest>

#include "engine/interchange/json.h"
#include "model/item_text.h"

using namespace partita;

namespace {

TableDefinition things() {
    TableDefinition table;
    table.name = "Things";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};
    table.indexes.push_back(
        {"ByKind", IndexKind::Global, {{{"kind", ValueType::String}}, {}}, {ProjectionType::All, {}}, {}});
    return table;
}

Item typed(const QByteArray& json) {
    const auto parsed = parseItem(json.toStdString(), JsonForm::DynamoDb, {});
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return parsed->item;
}

}  // namespace

class TestItemText final : public QObject {
    Q_OBJECT
  private slots:
    void comesBackAsItWas() {
        const Item item{{"pk", Value::string("a\u2028b\u2029c\u00a0d\r\n\t\"\\ \ufdd0")},
                        {"sk", Value::number(1)},
                        {"na\u2029me", Value::string("東京")}};
        const QString dynamoDb = ItemText::dynamoDb(item, {"pk"});
        const QString plain = ItemText::plain(item, {"pk"});
        for (const QString& text : {dynamoDb, plain})
            for (const char16_t c : {char16_t(0x2028), char16_t(0x2029), char16_t(0xFDD0)})
                QVERIFY(!text.contains(QChar(c)));
        const ItemReading one = ItemText::readDynamoDb(dynamoDb, things());
        QVERIFY(one.isGood());
        QVERIFY(*one.item == item);
        const ItemReading other = ItemText::readPlain(plain, things(), item);
        QVERIFY(other.isGood());
        QVERIFY(*other.item == item);
    }

    void faults_data() {
        QTest::addColumn<bool>("isPlain");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("told");  // the beginning
        const auto row = [](const char* name, bool isPlain, const char* text, const char* told) {
            QTest::newRow(name) << isPlain << QString::fromUtf8(text) << QString::fromUtf8(told);
        };
        row("nothing", true, "  \n", "Line 1, column 1: There is no item here.");
        row("no object", true, "[1]", "Line 1, column 1: An item is a JSON object");
        row("a comma too many", true, "{\"pk\": \"a\",\n \"sk\": 1,}", "Line 2, column 10: ");
        row("no comma", true, "{\"pk\": \"a\"\n \"sk\": 1}", "Line 2, column 2: ");
        row("no JSON value", true, "{\"pk\": \"a\",\n \"sk\": 1, \"東京\": tru}",
            "Line 2, column 17: This is no JSON");
        row("a name twice", true, "{\"pk\": \"a\", \"sk\": 1, \"a\": 1, \"a\": 2}",
            "Line 1, column 27: The name");
        row("a name twice within", true, "{\"pk\": \"a\", \"sk\": 1,\n \"m\": [{\"a\": 1, \"a\": 2}]}",
            "Line 2, column 14: The name");
        row("no sort key", true, "{\"pk\": \"a\"}",
            "The item has no sk. It is a key of the table: add it, as N.");
        row("empty key", true, "{\"sk\": 1,\n \"pk\": \"\"}",
            "Line 2, column 8: pk is a key of the table and can't be empty.");
        row("key of another type", false, "{\"pk\": {\"S\": \"a\"},\n \"sk\": {\"S\": \"1\"}}",
            "Line 2, column 8: sk is a key of the table and has to be N. It is S here.");
        row("key of another type, plain", true, "{\"pk\": \"a\",\n \"sk\": \"1\"}",
            "Line 2, column 8: One or more parameter values were invalid: Type mismatch for key sk");
        row("index key of another type", true, "{\"pk\": \"a\", \"sk\": 1,\n \"kind\": 7}",
            "Line 2, column 10: kind is a key of the index ByKind and has to be S there. It is N here.");
        row("empty index key", true, "{\"pk\": \"a\", \"sk\": 1,\n \"kind\": \"\"}",
            "Line 2, column 10: kind is a key of the index ByKind and can't be empty.");
        row("39 digits", true, "{\"pk\": \"a\", \"sk\": 1,\n \"n\": 123456789012345678901234567890123456789}",
            "Line 2, column 7: ");
        row("not typed", false, "{\"pk\": {\"S\": \"a\"},\n \"sk\": 1}",
            "Line 2, column 8: DynamoDB JSON writes");
        row("no such type", false, "{\"pk\": {\"T\": \"a\"}}", "Line 1, column 8: DynamoDB JSON writes");
        row("no base64", false, "{\"pk\": {\"S\": \"a\"},\n \"b\": {\"B\": \"x\"}}",
            "Line 2, column 13: This is no base64");
        row("empty set", false, "{\"pk\": {\"S\": \"a\"},\n \"b\": {\"SS\": []}}", "Line 2, column 14: ");
        row("more than an item", true, "{\"pk\": \"a\", \"sk\": 1}\n{}", "Line 2, column 1: ");
    }
    void faults() {
        QFETCH(bool, isPlain);
        QFETCH(QString, text);
        QFETCH(QString, told);
        const ItemReading reading =
            isPlain ? ItemText::readPlain(text, things(), {}) : ItemText::readDynamoDb(text, things());
        QVERIFY(!reading.isGood());
        QVERIFY2(reading.fault->text().startsWith(told), qPrintable(reading.fault->text()));
        QVERIFY(reading.fault->begin >= 0 && reading.fault->end <= text.size());
    }

    void noDamageIsTakenForAPlaceOutsideTheText() {
        const Item base =
            typed(R"({"pk":{"S":"a"},"sk":{"N":"1"},"m":{"M":{"s":{"SS":["x"]},"b":{"B":"AA=="}}}})");
        for (const bool isPlain : {true, false}) {
            const QString whole = isPlain ? ItemText::plain(base, {}) : ItemText::dynamoDb(base, {});
            const auto read = [&](const QString& text) {
                const ItemReading reading = isPlain ? ItemText::readPlain(text, things(), base)
                                                    : ItemText::readDynamoDb(text, things());
                if (!reading.fault) return reading.item.has_value();
                return !reading.fault->message.isEmpty() && reading.fault->begin <= reading.fault->end &&
                       reading.fault->end <= text.size();
            };
            for (qsizetype i = 0; i < whole.size(); ++i) {
                QVERIFY2(read(whole.left(i)), qPrintable(whole.left(i)));
                QVERIFY2(read(whole.mid(i)), qPrintable(whole.mid(i)));
                for (const char c : {'"', '{', '}', '[', ']', ',', ':', '\\', '1', ' '}) {
                    QString damaged = whole;
                    damaged[i] = QLatin1Char(c);
                    QVERIFY2(read(damaged), qPrintable(damaged));
                }
                QVERIFY2(read(whole.left(i) + "\"pk\": 1, \"pk\": 2," + whole.mid(i)),
                         qPrintable(whole.left(i)));
            }
        }
    }

    void typesThatDoNotFitAreToldInTheirPlace() {
        const Item base = typed(R"({"pk":{"S":"a"},"sk":{"N":"1"},"m":{"M":{"s":{"SS":["x"]}}}})");
        const ItemReading reading =
            ItemText::readPlain("{\"pk\": \"a\", \"sk\": 1,\n \"m\": {\"s\": [\"x\", 7]}}", things(), base);
        QVERIFY(!reading.isGood());
        QVERIFY2(reading.fault->text().startsWith("Line 2, column 19: m.s[1] is in a set of strings (SS)"),
                 qPrintable(reading.fault->text()));
    }

    void tooLarge() {
        Item item = typed(R"({"pk":{"S":"a"},"sk":{"N":"1"}})");
        item.set("text", Value::string(std::string(410'000, 'x')));
        const auto fault = ItemText::check(things(), item);
        QVERIFY(fault);
        QVERIFY2(fault->message.startsWith("The item has 410,0"), qPrintable(fault->message));
    }

    void saysWhatWasChanged() {
        const Item before = typed(R"({"pk":{"S":"a"},"gone":{"N":"1"},"set":{"SS":["x"]}})");
        const Item after = typed(R"({"pk":{"S":"a"},"new":{"N":"1"},"set":{"L":[{"S":"x"}]}})");
        const ItemChanges changes = changesBetween(before, after);
        QCOMPARE(changes.changed, QStringList("set"));
        QCOMPARE(changes.added, QStringList("new"));
        QCOMPARE(changes.removed, QStringList("gone"));
        QVERIFY(changesBetween(after, after).isEmpty());

        const QString text = "{\"名\": \"東京\", \"pk\": \"a\",\n \"set\": [\"x\"], \"n\\u0065w\": 1}";
        const auto ranges = ItemText::changedRanges(text, before, after);
        QCOMPARE(ranges.size(), 2u);  // 名 is in neither
        QCOMPARE(text.mid(ranges[0].first, ranges[0].second - ranges[0].first), QString("[\"x\"]"));
        QCOMPARE(text.mid(ranges[1].first, ranges[1].second - ranges[1].first), QString("1"));
    }
};

QTEST_APPLESS_MAIN(TestItemText)
#include "tst_item_text.moc"
