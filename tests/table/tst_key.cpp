// Keys: bytes of one and of several attributes, their order, hashes, and what items and keys are refused.
#include <QtTest>
#include <random>

#include "engine/table/key.h"

using namespace partita;

Q_DECLARE_METATYPE(partita::Value)
Q_DECLARE_METATYPE(partita::Item)
Q_DECLARE_METATYPE(std::vector<partita::Value>)

namespace {

Value str(std::string text) {
    return Value::string(std::move(text));
}
Value num(const char* text) {
    return Value::number(*Number::parse(text));
}
Value bin(std::string bytes) {
    return Value::binary(std::move(bytes));
}

QByteArray hex(const std::string& bytes) {
    return QByteArray::fromStdString(bytes).toHex();
}

/// Attributes named a, b, c … of the types that the letters name.
std::vector<KeyAttribute> attributes(std::string_view types) {
    std::vector<KeyAttribute> out;
    for (const char type : types) {
        out.push_back(
            {std::string(1, static_cast<char>('a' + out.size())), *typeNamed(std::string_view(&type, 1))});
    }
    return out;
}

KeySchema pkSk() {
    return {{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};
}

IndexDefinition byStatus() {
    return {"ByStatus",
            IndexKind::Global,
            {{{"status", ValueType::String}, {"year", ValueType::Number}}, {{"id", ValueType::Binary}}},
            {},
            {}};
}

std::string messageOf(const Error& error) {
    return error.message;
}

const std::string kInvalid = "One or more parameter values were invalid: ";
const std::string kEmptyKey =
    "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an "
    "empty ";

Value randomKeyValue(std::mt19937_64& random, ValueType type) {
    if (type == ValueType::Number) {
        return Value::number(*Number::parse(std::to_string(static_cast<int>(random() % 7) - 3) + "e" +
                                            std::to_string(static_cast<int>(random() % 3) - 1)));
    }
    std::string bytes;
    const std::string alphabet =
        type == ValueType::String ? std::string("\0\1a\x7F", 4) : std::string("\0\1\xFE\xFF", 4);
    for (std::size_t left = 1 + random() % 3; left > 0; --left) {
        bytes.push_back(alphabet[random() % alphabet.size()]);
    }
    return type == ValueType::String ? str(bytes) : bin(bytes);
}

int orderOfValues(const Value& a, const Value& b) {
    if (const Number* const number = a.asNumber())
        return *number < *b.asNumber() ? -1 : *number > *b.asNumber() ? 1 : 0;
    const std::string& x = a.asString() ? *a.asString() : *a.asBinary();
    const std::string& y = b.asString() ? *b.asString() : *b.asBinary();
    const int order = x.compare(y);
    return (order > 0) - (order < 0);
}

}  // namespace

class TestKey final : public QObject {
    Q_OBJECT

  private slots:
    // On disk: these bytes must never change.
    void goldenParts_data() {
        QTest::addColumn<QByteArray>("types");
        QTest::addColumn<std::vector<Value>>("values");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* types, const std::vector<Value>& values, const char* bytes) {
            QTest::newRow(bytes) << QByteArray(types) << values << QByteArray::fromHex(bytes).toHex();
        };
        row("S", {str("WS#é")}, "575323c3a9");
        row("S", {str(std::string("a\0b", 3))}, "610062");
        row("B", {bin("\xFF")}, "ff");
        row("N", {num("-1")}, "017df4ff");
        row("", {}, "");
        row("SS", {str("ab"), str("c")}, "6162 0000 63 0000");
        row("SN", {str("ab"), num("1")}, "6162 0000 03820b00");
        row("NB", {num("0"), bin(std::string("\0\xFF", 2))}, "02 00ff ff 0000");
        row("SNBS", {str(std::string("\0", 1)), num("12"), bin("x"), str("語")},
            "00ff 0000 03830d00 78 0000 e8aa9e 0000");
    }
    void goldenParts() {
        QFETCH(QByteArray, types);
        QFETCH(std::vector<Value>, values);
        QFETCH(QByteArray, bytes);
        const auto schema = attributes(types.toStdString());
        const auto part = keyPart(schema, values);
        QVERIFY(part.ok());
        QCOMPARE(hex(*part), bytes);
        const auto back = keyValues(schema, *part);
        QVERIFY(back.ok());
        QVERIFY(*back == values);
    }

    // On disk: these hashes must never change.
    void goldenHashes_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("hash");
        QTest::newRow("empty") << QByteArray("") << QByteArray("2d06800538d394c2");
        QTest::newRow("WS#acme") << QByteArray("WS#acme") << QByteArray("df6734bfa45e072c");
        QTest::newRow("number 1") << QByteArray::fromHex("03820b00") << QByteArray("bbebc52fdcba43db");
        QTest::newRow("long") << QByteArray("語").repeated(100) << QByteArray("3dec0db8b0142fcf");
    }
    void goldenHashes() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, hash);
        QCOMPARE(QByteArray::number(quint64{partitionHash(key.toStdString())}, 16), hash);
    }

    void storedHashKeepsOrder() {
        const std::vector<std::uint64_t> hashes = {0, 1, 0x7FFF'FFFF'FFFF'FFFF, 0x8000'0000'0000'0000,
                                                   ~std::uint64_t{0}};
        for (std::size_t i = 0; i < hashes.size(); ++i) {
            QCOMPARE(hashFromStored(storedHash(hashes[i])), hashes[i]);
            if (i > 0) QVERIFY(storedHash(hashes[i - 1]) < storedHash(hashes[i]));
        }
        QCOMPARE(storedHash(0), INT64_MIN);
    }

    void orderOfBytesIsOrderOfValues_data() {
        QTest::addColumn<QByteArray>("types");
        for (const char* types :
             {"S", "N", "B", "SS", "SN", "NS", "BB", "NB", "BN", "SNB", "NNNN", "SBSN", "BSSB"}) {
            QTest::newRow(types) << QByteArray(types);
        }
    }
    void orderOfBytesIsOrderOfValues() {
        QFETCH(QByteArray, types);
        const auto seed = std::random_device{}();
        qInfo("seed %u", seed);
        std::mt19937_64 random(seed);
        const auto schema = attributes(types.toStdString());
        std::vector<std::pair<std::vector<Value>, std::string>> keys;
        for (int i = 0; i < 300; ++i) {
            std::vector<Value> values;
            for (const KeyAttribute& attribute : schema) {
                values.push_back(randomKeyValue(random, attribute.type));
            }
            const std::string bytes = *keyPart(schema, values);
            QVERIFY(*keyValues(schema, bytes) == values);
            keys.emplace_back(values, bytes);
        }
        for (const auto& [aValues, aBytes] : keys) {
            for (const auto& [bValues, bBytes] : keys) {
                int expected = 0;
                for (std::size_t i = 0; i < schema.size() && expected == 0; ++i) {
                    expected = orderOfValues(aValues[i], bValues[i]);
                }
                const int order = aBytes.compare(bBytes);
                if ((order > 0) - (order < 0) != expected)
                    QFAIL((hex(aBytes) + " and " + hex(bBytes)).constData());
            }
        }
    }

    void damagedBytes_data() {
        QTest::addColumn<QByteArray>("types");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* types, const char* bytes) {
            QTest::addRow("%s %s", types, bytes) << QByteArray(types) << QByteArray::fromHex(bytes);
        };
        row("", "61");
        row("S", "");
        row("S", "ff");
        row("N", "");
        row("N", "0202");
        row("N", "03820b");
        row("B", "");
        row("SS", "61");
        row("SS", "6100");
        row("SS", "610000");
        row("SS", "61000062");
        row("SS", "6100006200");
        row("SS", "610000620001");
        row("SS", "6100006200000063");
        row("SS", "0000620000");
        row("SS", "ff0000620000");
        row("SN", "61000004");
        row("NB", "0200");
    }
    void damagedBytes() {
        QFETCH(QByteArray, types);
        QFETCH(QByteArray, bytes);
        const auto values = keyValues(attributes(types.toStdString()), bytes.toStdString());
        QVERIFY(!values.ok());
        QCOMPARE(values.error().code, ErrorCode::DamagedFile);
    }

    void partRefuses() {
        QCOMPARE(messageOf(keyPart(attributes("S"), {str("a"), str("b")}).error()),
                 std::string("The provided key element does not match the schema"));
        QCOMPARE(messageOf(keyPart(attributes("SN"), {str("a"), str("b")}).error()),
                 kInvalid + "Type mismatch for key b expected: N actual: S");
        QCOMPARE(messageOf(keyPart(attributes("S"), {str("")}).error()), kEmptyKey + "string value. Key: a");
        QCOMPARE(messageOf(keyPart(attributes("BB"), {bin("a"), bin("")}).error()),
                 kEmptyKey + "binary value. Key: b");
        QCOMPARE(hex(*keyPart(attributes("SSS"), {str("a")})), QByteArray("610000"));
        QCOMPARE(hex(*keyPart(attributes("SSS"), {})), QByteArray());
    }

    void tableKeys_data() {
        QTest::addColumn<Item>("item");
        QTest::addColumn<QByteArray>("outcome");  // "partition/sort" in hex, or the message
        const auto row = [](const char* name, const Item& item, const std::string& outcome) {
            QTest::newRow(name) << item << QByteArray::fromStdString(outcome);
        };
        row("good", {{"pk", str("a")}, {"sk", num("1")}, {"x", Value::null()}}, "61/03820b00");
        row("no partition", {{"sk", num("1")}}, kInvalid + "Missing the key pk in the item");
        row("no sort", {{"pk", str("a")}}, kInvalid + "Missing the key sk in the item");
        row("partition type", {{"pk", num("1")}, {"sk", num("1")}},
            kInvalid + "Type mismatch for key pk expected: S actual: N");
        row("sort type", {{"pk", str("a")}, {"sk", Value::null()}},
            kInvalid + "Type mismatch for key sk expected: N actual: NULL");
        row("empty", {{"pk", str("")}, {"sk", num("1")}}, kEmptyKey + "string value. Key: pk");
        row("longest", {{"pk", str(std::string(2048, 'a'))}, {"sk", num("0")}},
            QByteArray("61").repeated(2048).toStdString() + "/02");
        row("too long", {{"pk", str(std::string(2049, 'a'))}, {"sk", num("0")}},
            kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
    }
    void tableKeys() {
        QFETCH(Item, item);
        QFETCH(QByteArray, outcome);
        const auto key = tableKey(pkSk(), item);
        QCOMPARE(
            key ? hex(key->partition) + "/" + hex(key->sort) : QByteArray::fromStdString(key.error().message),
            outcome);
        if (key) QVERIFY(item.find("x") || *bareKey(pkSk(), item) == *key);
    }

    void longSortKey() {
        const KeySchema keys{{{"pk", ValueType::Number}}, {{"sk", ValueType::Binary}}};
        QVERIFY(tableKey(keys, {{"pk", num("1")}, {"sk", bin(std::string(1024, 'a'))}}).ok());
        QCOMPARE(messageOf(tableKey(keys, {{"pk", num("1")}, {"sk", bin(std::string(1025, 'a'))}}).error()),
                 kInvalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
        QCOMPARE(messageOf(tableKey(keys, {{"pk", num("1")}, {"sk", bin("")}}).error()),
                 kEmptyKey + "binary value. Key: sk");
    }

    void noSortKey() {
        const KeySchema keys{{{"pk", ValueType::String}}, {}};
        QVERIFY((*tableKey(keys, {{"pk", str("a")}, {"sk", num("1")}}) == KeyBytes{"a", ""}));
    }

    void bareKeys_data() {
        QTest::addColumn<Item>("key");
        QTest::newRow("too few") << Item{{"pk", str("a")}};
        QTest::newRow("too many") << Item{{"pk", str("a")}, {"sk", num("1")}, {"x", num("1")}};
        QTest::newRow("another") << Item{{"pk", str("a")}, {"x", num("1")}};
        QTest::newRow("wrong type") << Item{{"pk", str("a")}, {"sk", str("1")}};
        QTest::newRow("none") << Item{};
    }
    void bareKeys() {
        QFETCH(Item, key);
        const auto bytes = bareKey(pkSk(), key);
        QVERIFY(!bytes.ok());
        QCOMPARE(bytes.error().message, std::string("The provided key element does not match the schema"));
        QCOMPARE(bytes.error().code, ErrorCode::Validation);
    }

    void indexKeys_data() {
        QTest::addColumn<Item>("item");
        QTest::addColumn<QByteArray>("outcome");  // as above; empty: not in the index
        const std::string index =
            "One or more parameter values are not valid. A value specified for a secondary index "
            "key is not supported. The AttributeValue for a key attribute cannot contain an empty ";
        const auto row = [](const char* name, const Item& item, const std::string& outcome) {
            QTest::newRow(name) << item << QByteArray::fromStdString(outcome);
        };
        row("all", {{"id", bin("x")}, {"status", str("A")}, {"year", num("12")}}, "41000003830d00/78");
        row("sparse: no sort", {{"status", str("A")}, {"year", num("12")}}, "");
        row("sparse: no partition", {{"id", bin("x")}, {"status", str("A")}}, "");
        row("sparse: nothing", {{"x", num("1")}}, "");
        row("wrong type", {{"id", bin("x")}, {"status", str("A")}, {"year", str("12")}},
            kInvalid + "Type mismatch for Index Key year Expected: N Actual: S IndexName: ByStatus");
        row("wrong type though sparse", {{"status", Value::null()}},
            kInvalid + "Type mismatch for Index Key status Expected: S Actual: NULL IndexName: ByStatus");
        row("empty text", {{"id", bin("x")}, {"status", str("")}, {"year", num("1")}},
            index + "string value. IndexName: ByStatus, IndexKey: status");
        row("empty binary", {{"id", bin("")}, {"status", str("A")}, {"year", num("1")}},
            index + "binary value. IndexName: ByStatus, IndexKey: id");
        row("longest together",
            {{"id", bin("x")}, {"status", str(std::string(2046, '\1'))}, {"year", num("1")}},
            QByteArray("01").repeated(2046).toStdString() + "000003820b00/78");
        row("too long together",
            {{"id", bin("x")}, {"status", str(std::string(2047, 'a'))}, {"year", num("1")}},
            kInvalid + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
        row("zeros do not count twice",
            {{"id", bin(std::string(1024, '\0'))}, {"status", str("A")}, {"year", num("0")}},
            "41000002/" + QByteArray("00").repeated(1024).toStdString());
        row("long sort", {{"id", bin(std::string(1025, '\0'))}, {"status", str("A")}, {"year", num("0")}},
            kInvalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
    }
    void indexKeys() {
        QFETCH(Item, item);
        QFETCH(QByteArray, outcome);
        const auto key = indexKey(byStatus(), item);
        const auto shown = [](const KeyBytes& bytes) { return hex(bytes.partition) + "/" + hex(bytes.sort); };
        QCOMPARE(!key   ? QByteArray::fromStdString(key.error().message)
                 : *key ? shown(**key)
                        : QByteArray(),
                 outcome);
        const std::string bytes = itemBytes(item);
        const auto inPlace = indexKey(byStatus(), ItemView(bytes));
        QVERIFY(inPlace == (key ? *key : std::nullopt));
    }

    void texts_data() {
        QTest::addColumn<Value>("value");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("string") << str("WS#語") << QByteArray("WS#語");
        QTest::newRow("empty") << str("") << QByteArray("");
        QTest::newRow("number") << num("-1.50") << QByteArray("-1.5");
        QTest::newRow("binary") << bin("\1\2") << QByteArray("AQI=");
    }
    void texts() {
        QFETCH(Value, value);
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(displayText(value)), text);
        const auto back = keyValueFromText(value.type(), text.toStdString());
        QVERIFY(back.ok());
        QVERIFY(*back == value);
    }

    void textOfSeveral() {
        QCOMPARE(displayText(std::vector<Value>{}), std::string());
        QCOMPARE(displayText(std::vector<Value>{str("a"), num("2"), bin("\xFF")}),
                 std::string("a · 2 · /w=="));
    }

    void textRefused() {
        QCOMPARE(messageOf(keyValueFromText(ValueType::Number, "12a").error()),
                 std::string("The parameter cannot be converted to a numeric value: 12a"));
        QVERIFY(!keyValueFromText(ValueType::Binary, "AQI").ok());
        QVERIFY(!keyValueFromText(ValueType::String, "\xFF").ok());
        QVERIFY(!keyValueFromText(ValueType::Map, "{}").ok());
    }

    void entities_data() {
        QTest::addColumn<std::vector<Value>>("partition");
        QTest::addColumn<std::vector<Value>>("sort");
        QTest::addColumn<QByteArray>("entity");
        using Values = std::vector<Value>;
        const auto row = [](const char* name, const Values& partition, const Values& sort,
                            const char* entity) {
            QTest::newRow(name) << partition << sort << QByteArray(entity);
        };
        row("prefix of sort", {str("WS#acme")}, {str("PROJ#2026-0007")}, "PROJ");
        row("constant sort", {str("WS#acme")}, {str("META")}, "META");
        row("constant with digits", {str("WS#acme")}, {str("V1_CURRENT-STATE")}, "V1_CURRENT-STATE");
        row("date sort", {str("WS#acme")}, {str("2026-08-08")}, "WS");
        row("date before #", {str("WS#acme")}, {str("2026-08-08#x")}, "WS");
        row("words", {str("WS#acme")}, {str("hello")}, "WS");
        row("lower-case prefix", {str("user#7")}, {str("order#7")}, "order");
        row("Japanese prefix", {str("x")}, {str("注文#7")}, "注文");
        row("nothing before #", {str("WS#acme")}, {str("#x")}, "WS");
        row("number sort", {str("SENSOR#1")}, {num("5")}, "SENSOR");
        row("no sort", {str("CONFIG")}, {}, "CONFIG");
        row("none", {str("acme")}, {str("x")}, "");
        row("numbers", {num("1")}, {num("2")}, "");
        row("binary", {bin("A#")}, {bin("B#")}, "");
        row("empty", {}, {}, "");
        row("several: the first", {str("WS#1"), str("X#2")}, {str("A#1"), str("B#2")}, "A");
    }
    void entities() {
        QFETCH(std::vector<Value>, partition);
        QFETCH(std::vector<Value>, sort);
        QFETCH(QByteArray, entity);
        QCOMPARE(QByteArray::fromStdString(entityOf(partition, sort)), entity);
    }
};

QTEST_APPLESS_MAIN(TestKey)
#include "tst_key.moc"
