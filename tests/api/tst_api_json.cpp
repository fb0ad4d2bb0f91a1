// Attribute values in and out: what is read is written the same, from values and from stored bytes, and
// damaged bytes are told of.
#include <random>

#include "engine/api/canonical_json.h"
#include "engine/api/json_value.h"
#include "engine/api/json_writer.h"
#include "tests/api/api_fixture.h"

using namespace partita;

namespace {

/// The item of {"Item": …}. Only of JSON that is one.
AttributeMap itemOf(JsonRequest& request, const QByteArray& item) {
    const QByteArray body = "{\"Item\":" + item + "}";
    if (!request.parse({body.constData(), static_cast<std::size_t>(body.size())})) qFatal("no JSON");
    Members members = request.members();
    auto given = readAttributes(members, "Item");
    if (!given || given->fault || members.fault()) qFatal("no item: %s", item.constData());
    return std::move(given->attributes);
}

QByteArray written(const AttributeMap& item) {
    std::string json;
    appendJson(item, json);
    return QByteArray::fromStdString(json);
}

}  // namespace

class TestApiJson final : public QObject {
    Q_OBJECT

  private slots:
    void values_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* value, const char* expected = nullptr) {
            QTest::newRow(value) << QByteArray(value) << QByteArray(expected ? expected : value);
        };
        row(R"({"S":""})");
        row("{\"S\":\"a\\\"\\\\\\b\\f\\n\\r\\t\\u0001 é 😀\"}");
        row(R"({"S":"\u00e9\ud83d\ude00\/"})", "{\"S\":\"é😀/\"}");
        row(R"({"N":"-0.50"})", R"({"N":"-0.5"})");
        row(R"({"B":"AP+A"})");
        row(R"({"BOOL":true})");
        row(R"({"BOOL":"no"})", R"({"BOOL":false})");
        row(R"({"NULL":true})");
        row(R"({"SS":["b","a"]})", R"({"SS":["a","b"]})");
        row(R"({"NS":["10","9"]})", R"({"NS":["9","10"]})");
        row(R"({"BS":["/w==","AA=="]})", R"({"BS":["AA==","/w=="]})");
        row(R"({"L":[]})");
        row(R"({"M":{}})");
        row(R"({"L":[{"M":{"k":{"L":[{"N":"1"},{"NULL":true}]}}},{"S":"x"}]})");
        // Of a name that is given twice the last value counts.
        row(R"({"M":{"b":{"N":"1"},"a":{"N":"2"},"b":{"N":"3"}}})", R"({"M":{"a":{"N":"2"},"b":{"N":"3"}}})");
    }
    void values() {
        QFETCH(const QByteArray, value);
        QFETCH(const QByteArray, expected);
        JsonRequest request;
        const AttributeMap item = itemOf(request, "{\"v\":" + value + "}");
        QCOMPARE(written(item), "{\"v\":" + expected + "}");
        std::string fromBytes;
        QVERIFY(appendItemJson(itemBytes(item), fromBytes));
        QCOMPARE(QByteArray::fromStdString(fromBytes), written(item));
    }

    void damagedBytesAreRefused() {
        JsonRequest request;
        const std::string bytes = itemBytes(
            itemOf(request, R"({"a":{"L":[{"M":{"n":{"NS":["1","2"]}}},{"B":"AAEC"}]},"b":{"BOOL":true},)"
                            R"("c":{"SS":["x","yy"]},"d":{"S":"text"}})"));
        std::string out = "before";
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            QVERIFY2(!appendItemJson(std::string_view(bytes).substr(0, size), out),
                     qPrintable(QString::number(size)));
            QCOMPARE(out, std::string("before"));
        }
        // Any change either is seen or makes another item; what is written is JSON but for the text in it.
        std::mt19937 random(1);
        for (int i = 0; i < 20'000; ++i) {
            std::string changed = bytes;
            changed[random() % changed.size()] = static_cast<char>(random());
            std::string json;
            if (appendItemJson(changed, json)) QVERIFY(json.front() == '{' && json.back() == '}');
        }
    }

    void canonicalTextIgnoresOrderAndBlanks() {
        const auto canonical = [](const char* body) {
            JsonRequest request;
            const std::string inside = std::string("{\"v\":") + body + "}";
            if (!request.parse(inside)) qFatal("no JSON");
            std::string out;
            appendCanonicalJson(*request.members().any("v"), out);
            return QString::fromStdString(out);
        };
        const QString ordered = canonical(R"({ "b" : [1, {"y":null,"x":{}}], "a":"x" })");
        QCOMPARE(ordered, QString("{'a':'x','b':[1,{'x':{},'y':null}]}").replace('\'', '"'));
        const QString one = canonical(R"({"a":[1,2]})");
        const QString other = canonical(R"({"a":[2,1]})");
        QVERIFY(one != other);
    }

    void aRequestIsUsedAgain() {
        JsonRequest request;
        const std::string large = "{\"a\":\"" + std::string(3'000'000, 'x') + "\"}";
        QVERIFY(request.parse(large));
        QCOMPARE(request.members().string("a")->size(), std::size_t(3'000'000));
        QVERIFY(!request.parse("{\"a\":"));
        QVERIFY(request.parse("{\"a\":1}"));
        Members members = request.members();
        QVERIFY(!members.string("a"));
        QVERIFY(members.fault());
        QVERIFY(request.parse("{\"a\":\"b\"}"));
        Members next = request.members();
        QCOMPARE(*next.string("a"), std::string_view("b"));
        QVERIFY(!next.fault());
    }

    void integers_data() {
        QTest::addColumn<QByteArray>("number");
        QTest::addColumn<qint64>("expected");
        QTest::newRow("plain") << QByteArray("5") << qint64(5);
        QTest::newRow("fraction") << QByteArray("5.9") << qint64(5);
        QTest::newRow("too large") << QByteArray("3000000000") << qint64(2147483647);
        QTest::newRow("unsigned") << QByteArray("18446744073709551615") << qint64(2147483647);
        QTest::newRow("huge") << QByteArray("1e300") << qint64(2147483647);
        QTest::newRow("too small") << QByteArray("-1e300") << qint64(-2147483648);
    }
    void integers() {
        QFETCH(const QByteArray, number);
        QFETCH(const qint64, expected);
        JsonRequest request;
        const QByteArray body = "{\"Limit\":" + number + "}";
        QVERIFY(request.parse({body.constData(), static_cast<std::size_t>(body.size())}));
        QCOMPARE(qint64(*request.members().integer("Limit")), expected);
    }

    void writer() {
        JsonWriter json;
        json.begin().member("a", "x\"").member("b", true).member("c", 1.5).member("d", 2.0).member("e", -7);
        json.key("f").beginArray().value(1).raw("{}").endArray().key("g").begin().end();
        json.keyOf("\"").time(1'700'000'000'007).end();
        const QString expected = QString("{'a':'x\\'','b':true,'c':1.5,'d':2.0,'e':-7,'f':[1,{}],'g':{},")
                                     .append("'\\'':1700000000.007}")
                                     .replace('\'', '"');
        QCOMPARE(QString::fromStdString(json.take()), expected);
    }
};

QTEST_APPLESS_MAIN(TestApiJson)
#include "tst_api_json.moc"
