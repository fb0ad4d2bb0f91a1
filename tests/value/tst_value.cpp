// Values: types, sets, maps, sizes, depth; what an item may hold; base64.
#include <QtTest>
#include <random>

#include "engine/value/base64.h"
#include "engine/value/item.h"

using namespace partita;

namespace {

Value nested(int levels) {
    Value value = Value::number(1);
    for (int i = 0; i < levels; ++i) {
        value = i % 2 == 0 ? Value::list({value}) : Value::map({{"m", value}});
    }
    return value;
}

}  // namespace

Q_DECLARE_METATYPE(partita::Value)
Q_DECLARE_METATYPE(partita::Item)

class TestValue final : public QObject {
    Q_OBJECT

  private slots:
    void typeNames() {
        const std::vector<std::string> names = {"S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"};
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto type = static_cast<ValueType>(i + 1);
            QCOMPARE(std::string(typeName(type)), names[i]);
            QVERIFY(typeNamed(names[i]) == type);
        }
        for (const char* name : {"", "s", "string", "SSS", "null"}) {
            QVERIFY(!typeNamed(name));
        }
    }

    void typeOfEachValue() {
        QCOMPARE(Value::string("x").type(), ValueType::String);
        QCOMPARE(Value::number(1).type(), ValueType::Number);
        QCOMPARE(Value::binary("x").type(), ValueType::Binary);
        QCOMPARE(Value::boolean(false).type(), ValueType::Bool);
        QCOMPARE(Value::null().type(), ValueType::Null);
        QCOMPARE(Value::list({}).type(), ValueType::List);
        QCOMPARE(Value::map({}).type(), ValueType::Map);
        QCOMPARE(Value::stringSet({"x"})->type(), ValueType::StringSet);
        QCOMPARE(Value::numberSet({Number()})->type(), ValueType::NumberSet);
        QCOMPARE(Value::binarySet({"x"})->type(), ValueType::BinarySet);
        QVERIFY(Value::string("x") != Value::binary("x"));
        QVERIFY(!Value::string("x").asNumber() && !Value::string("x").asBinary() && !Value::null().asBool());
        QVERIFY(*Value::binary("x").asBinary() == "x" && *Value::boolean(true).asBool());
    }

    void setsIgnoreOrder() {
        QVERIFY(*Value::stringSet({"b", "a", "é", "Z"}) == *Value::stringSet({"é", "Z", "a", "b"}));
        QVERIFY(*Value::numberSet({*Number::parse("10"), *Number::parse("9")}) ==
                *Value::numberSet({*Number::parse("9.0"), *Number::parse("1e1")}));
        QVERIFY(*Value::stringSet({"a"}) != *Value::stringSet({"a", "b"}));
        QVERIFY(*Value::binarySet({std::string("\xFF"), "a"}) ==
                *Value::binarySet({"a", std::string("\xFF")}));
    }

    void setsRefuse() {
        const auto message = [](const Result<Value>& set) {
            return set ? std::string() : set.error().text();
        };
        const std::string invalid = "One or more parameter values were invalid: ";
        QCOMPARE(message(Value::stringSet({})), invalid + "An string set  may not be empty");
        QCOMPARE(message(Value::numberSet({})), invalid + "An number set  may not be empty");
        QCOMPARE(message(Value::binarySet({})), invalid + "Binary sets should not be empty");
        QCOMPARE(message(Value::stringSet({"b", "a", "b"})),
                 invalid + "Input collection [a, b, b] contains duplicates.");
        QCOMPARE(message(Value::numberSet({*Number::parse("1.0"), *Number::parse("1")})),
                 invalid + "Input collection [1, 1] contains duplicates.");
        QCOMPARE(message(Value::binarySet({"\xFF", "\xFF"})),
                 invalid + "Input collection [/w==, /w==] contains duplicates.");
        QVERIFY(message(Value::stringSet(std::vector<std::string>(5000, "same"))).size() < 1000);
    }

    void mapIsOrderedByBytes() {
        AttributeMap map;
        QVERIFY(map.empty());
        for (const char* name : {"é", "b", "a", "B", "語", ""}) {
            QVERIFY(map.add(name, Value::string(name)));
        }
        QVERIFY(!map.add("a", Value::null()));
        QVERIFY(*map.find("a") == Value::string("a"));
        std::vector<std::string> names;
        for (const Attribute& attribute : map) {
            names.push_back(attribute.name);
        }
        QCOMPARE(names, (std::vector<std::string>{"", "B", "a", "b", "é", "語"}));
        map.set("a", Value::number(1));
        QVERIFY(*map.find("a") == Value::number(1));
        QCOMPARE(map.size(), std::size_t{6});
        QVERIFY(map.remove("a") && !map.remove("a") && !map.find("a"));
        QVERIFY(!map.remove("zz") && !map.find("zz"));
        QVERIFY((Item{{"x", Value::number(1)}, {"y", Value::null()}} ==
                 Item{{"y", Value::null()}, {"x", Value::number(1)}}));
    }

    void mapOfAttributes() {
        QVERIFY((AttributeMap::of({{"b", Value::null()}, {"a", Value::number(1)}}) ==
                 AttributeMap{{"a", Value::number(1)}, {"b", Value::null()}}));
        QVERIFY(AttributeMap::of({}) == AttributeMap());
        QVERIFY(!AttributeMap::of({{"a", Value::null()}, {"b", Value::null()}, {"a", Value::number(1)}}));
    }

    void size_data() {
        QTest::addColumn<Value>("value");
        QTest::addColumn<int>("bytes");
        QTest::newRow("empty string") << Value::string("") << 0;
        QTest::newRow("UTF-8, not characters") << Value::string("語é") << 5;
        QTest::newRow("number") << Value::number(*Number::parse("3.14159")) << 5;
        QTest::newRow("binary") << Value::binary(std::string(7, '\0')) << 7;
        QTest::newRow("bool") << Value::boolean(true) << 1;
        QTest::newRow("null") << Value::null() << 1;
        QTest::newRow("empty list") << Value::list({}) << 3;
        QTest::newRow("list") << Value::list({Value::string("ab"), Value::null()}) << 3 + 1 + 2 + 1 + 1;
        QTest::newRow("empty map") << Value::map({}) << 3;
        QTest::newRow("map") << Value::map({{"name", Value::string("ab")}}) << 3 + 1 + 4 + 2;
        QTest::newRow("nested") << Value::list({Value::list({Value::boolean(true)})}) << 3 + 1 + 3 + 1 + 1;
        QTest::newRow("string set") << *Value::stringSet({"a", "bcd"}) << 4;
        QTest::newRow("number set") << *Value::numberSet({Number(), Number::fromInteger(-1)}) << 4;
        QTest::newRow("binary set") << *Value::binarySet({"", "ab"}) << 2;
    }
    void size() {
        QFETCH(Value, value);
        QFETCH(int, bytes);
        QCOMPARE(static_cast<int>(sizeOf(value)), bytes);
        QCOMPARE(static_cast<int>(sizeOf(Item{{"é", value}})), bytes + 2);
    }

    void depth() {
        QCOMPARE(depthOf(*Value::stringSet({"a"})), 0);
        QCOMPARE(depthOf(Value::list({})), 1);
        QCOMPARE(depthOf(Value::map({})), 1);
        QCOMPARE(depthOf(nested(32)), 32);
        QCOMPARE(depthOf(Value::list({Value::null(), nested(3), Value::null()})), 4);
    }

    void valid_data() {
        QTest::addColumn<Item>("item");
        QTest::addColumn<QByteArray>("message");  // empty: valid
        const std::string invalid = "One or more parameter values were invalid: ";
        const QByteArray notUtf8 = "One or more parameter values were invalid: The text is not valid UTF-8";
        QTest::newRow("no attributes") << Item{} << QByteArray();
        QTest::newRow("empty values")
            << Item{{"s", Value::string("")}, {"b", Value::binary("")}} << QByteArray();
        QTest::newRow("32 levels") << Item{{"a", nested(31)}} << QByteArray();
        QTest::newRow("33 levels") << Item{{"a", nested(32)}}
                                   << QByteArray(
                                          "a: Nesting Levels have exceeded supported limits: Attributes in "
                                          "the item have nested levels beyond supported limit");
        QTest::newRow("exactly 400 KB")
            << Item{{"a", Value::string(std::string(409'599, 'x'))}} << QByteArray();
        QTest::newRow("a byte more") << Item{{"a", Value::string(std::string(409'600, 'x'))}}
                                     << QByteArray("Item size has exceeded the maximum allowed size");
        QTest::newRow("long name") << Item{{std::string(65'535, 'n'), Value::null()}} << QByteArray();
        QTest::newRow("longer name") << Item{{std::string(65'536, 'n'), Value::null()}}
                                     << QByteArray(
                                            "Attribute name is too large, must be less than 65536 bytes");
        QTest::newRow("empty name") << Item{{"", Value::null()}}
                                    << QByteArray::fromStdString(invalid +
                                                                 "An attribute name may not be empty");
        QTest::newRow("empty name inside")
            << Item{{"a", Value::list({Value::map({{"", Value::null()}})})}}
            << QByteArray::fromStdString(invalid + "An attribute name may not be empty");
        QTest::newRow("string") << Item{{"a", Value::string("\xFF")}} << "a: " + notUtf8;
        QTest::newRow("string inside")
            << Item{{"a", Value::list({Value::string("\xC0\x80")})}} << "a: " + notUtf8;
        QTest::newRow("set") << Item{{"a", *Value::stringSet({"\xED\xA0\x80"})}} << "a: " + notUtf8;
        QTest::newRow("name") << Item{{"\xFF", Value::null()}} << notUtf8;
    }
    void valid() {
        QFETCH(Item, item);
        QFETCH(QByteArray, message);
        const auto checked = validateItem(item);
        QCOMPARE(checked ? QByteArray() : QByteArray::fromStdString(checked.error().text()), message);
    }

    void utf8_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("valid");
        const auto good = [](const char* name, const QByteArray& text) {
            QTest::newRow(name) << text << true;
        };
        const auto bad = [](const char* name, const QByteArray& hex) {
            QTest::newRow(name) << QByteArray::fromHex(hex) << false;
            // The same behind text, at each place within a word of eight bytes.
            for (int i = 1; i < 9; ++i) {
                QTest::addRow("%s after %d", name, i)
                    << QByteArray(i, 'a') + QByteArray::fromHex(hex) << false;
            }
        };
        good("empty", "");
        good("ASCII", "the quick brown fox");
        good("zero byte", QByteArray("a\0b", 3));
        good("all lengths", "aé語😀");
        good("last code point", QByteArray::fromHex("f48fbfbf"));
        good("around the surrogates", QByteArray::fromHex("ed9fbfee8080"));
        bad("lone continuation", "80");
        bad("cut off", "e8aa");
        bad("overlong two", "c1bf");
        bad("overlong three", "e09fbf");
        bad("overlong four", "f08fbfbf");
        bad("surrogate", "eda080");
        bad("beyond U+10FFFF", "f4908080");
        bad("f5", "f5808080");
        bad("ff", "ff");
        bad("bad third", "e8aa41");
    }
    void utf8() {
        QFETCH(QByteArray, text);
        QFETCH(bool, valid);
        QCOMPARE(isUtf8(text.toStdString()), valid);
    }

    void base64_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray() << QByteArray();
        QTest::newRow("one") << QByteArray("f") << QByteArray("Zg==");
        QTest::newRow("two") << QByteArray("fo") << QByteArray("Zm8=");
        QTest::newRow("three") << QByteArray("foo") << QByteArray("Zm9v");
        QTest::newRow("six") << QByteArray("foobar") << QByteArray("Zm9vYmFy");
        QTest::newRow("high bits") << QByteArray::fromHex("fbff") << QByteArray("+/8=");
    }
    void base64() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(toBase64(bytes.toStdString())), text);
        QVERIFY(fromBase64(text.toStdString()) == bytes.toStdString());
    }

    void base64Refuses() {
        for (const char* text : {"Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm 8", "Zm8\n", "====", "=",
                                 "Z===", "Zg==Zg==", "-_8=", "Zm9vZ===", "Zm=v"}) {
            QVERIFY2(!fromBase64(text), text);
        }
    }

    void base64OfAnyBytes() {
        std::mt19937_64 random(7);
        for (std::size_t length = 0; length < 70; ++length) {
            std::string bytes;
            for (std::size_t i = 0; i < length; ++i) {
                bytes.push_back(static_cast<char>(random()));
            }
            QCOMPARE(QByteArray::fromStdString(toBase64(bytes)), QByteArray::fromStdString(bytes).toBase64());
            QVERIFY(fromBase64(toBase64(bytes)) == bytes);
        }
    }

    void errors() {
        QCOMPARE(Error::badInput("Wrong.", "line 3").text(), "line 3: Wrong.");
        QCOMPARE(Error::cancelled().code, ErrorCode::Cancelled);
        QCOMPARE(Error::notFound("No.").code, ErrorCode::ResourceNotFound);
        QCOMPARE(std::string(serviceName(ErrorCode::Validation)), "ValidationException");
        QCOMPARE(std::string(serviceName(ErrorCode::ItemCollectionSizeLimitExceeded)),
                 "ItemCollectionSizeLimitExceededException");
        QVERIFY(serviceName(ErrorCode::DamagedFile).empty());
    }
};

QTEST_APPLESS_MAIN(TestValue)
#include "tst_value.moc"
