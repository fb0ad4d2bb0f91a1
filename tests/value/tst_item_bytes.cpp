// Item bytes: golden forms, round trips, reading in place, and damage of every kind.
#include <QtTest>
#include <random>

#include "engine/value/item_bytes.h"
#include "engine/value/varint.h"

using namespace partita;

Q_DECLARE_METATYPE(partita::Item)

namespace {

Value num(const char* text) {
    return Value::number(*Number::parse(text));
}

QByteArray hex(const std::string& bytes) {
    return QByteArray::fromStdString(bytes).toHex();
}
std::string fromHex(const QByteArray& text) {
    return QByteArray::fromHex(text).toStdString();
}

struct Golden {
    const char* name;
    Item item;
    QByteArray bytes;
};

// On disk: these bytes must never change.
std::vector<Golden> goldens() {
    return {
        {"empty", {}, "00"},
        {"string", {{"a", Value::string("xyz")}}, "01 0161 01 03 78797a"},
        {"empty string", {{"a", Value::string("")}}, "01 0161 01 00"},
        {"number", {{"n", num("-1")}}, "01 016e 02 04 017df4ff"},
        {"zero", {{"n", num("0")}}, "01 016e 02 01 02"},
        {"binary", {{"b", Value::binary(std::string("\0\xff", 2))}}, "01 0162 03 02 00ff"},
        {"bool", {{"f", Value::boolean(false)}, {"t", Value::boolean(true)}}, "02 0166 04 00 0174 04 01"},
        {"null", {{"", Value::null()}}, "01 00 05"},
        {"list",
         {{"l", Value::list({Value::string("x"), Value::list({}), Value::null()})}},
         "01 016c 06 08 03 01 01 78 06 01 00 05"},
        {"map",
         {{"m", Value::map({{"b", Value::map({})}, {"a", num("1")}})}},
         "01 016d 07 0e 02 0161 02 04 03820b00 0162 07 01 00"},
        {"string set", {{"s", *Value::stringSet({"b", "a", ""})}}, "01 0173 08 06 03 00 0161 0162"},
        {"number set",
         {{"s", *Value::numberSet({Number::fromInteger(1), Number(), Number::fromInteger(-1)})}},
         "01 0173 09 0d 03 04017df4ff 0102 0403820b00"},
        {"binary set", {{"s", *Value::binarySet({"\xff", "a"})}}, "01 0173 0a 05 02 0161 01ff"},
        {"order of names",
         {{"語", Value::null()}, {"b", Value::null()}, {"B", Value::null()}},
         "03 0142 05 0162 05 03e8aa9e 05"},
        {"two-byte lengths",
         {{"a", Value::string(std::string(128, 'x'))}},
         "01 0161 01 8001" + QByteArray("78").repeated(128)},
        {"two-byte length of a list",
         {{"a", Value::list(List(126, Value::null()))}, {"b", Value::list(List(128))}},
         "02 0161 06 7f 7e" + QByteArray("05").repeated(126) + "0162 06 8201 8001" +
             QByteArray("05").repeated(128)},
    };
}

Value randomValue(std::mt19937_64& random, int depth);

std::string randomText(std::mt19937_64& random) {
    static const std::vector<std::string> pieces = {"a", "#",          "語", "é", std::string(1, '\0'),
                                                    "😀", "0123456789", " "};
    std::string text;
    for (std::size_t left = random() % 6; left > 0; --left) {
        text += pieces[random() % pieces.size()];
    }
    if (random() % 20 == 0) text.append(random() % 500, 'L');
    return text;
}

Number randomNumber(std::mt19937_64& random) {
    return *Number::parse(std::to_string(static_cast<std::int64_t>(random())) + "e" +
                          std::to_string(static_cast<int>(random() % 200) - 100));
}

AttributeMap randomMap(std::mt19937_64& random, int depth) {
    AttributeMap map;
    for (std::size_t left = random() % 7; left > 0; --left) {
        map.set(randomText(random), randomValue(random, depth));
    }
    return map;
}

Value randomValue(std::mt19937_64& random, int depth) {
    switch (random() % (depth > 3 ? 8 : 10)) {
        case 0:
            return Value::string(randomText(random));
        case 1:
            return Value::number(randomNumber(random));
        case 2:
            return Value::binary(randomText(random) + "\xFF");
        case 3:
            return Value::boolean(random() % 2 == 0);
        case 4:
            return Value::null();
        case 5:
            return *Value::stringSet({randomText(random), "z" + randomText(random)});
        case 6:
            return *Value::numberSet({randomNumber(random)});
        case 7:
            return *Value::binarySet({"", "\xFF" + randomText(random)});
        case 8: {
            List list;
            for (std::size_t left = random() % 5; left > 0; --left) {
                list.push_back(randomValue(random, depth + 1));
            }
            return Value::list(std::move(list));
        }
        default:
            return Value::map(randomMap(random, depth + 1));
    }
}

/// Reads the bytes in every way there is. They must be refused, or be what the item they give writes.
bool soundOrRefused(const std::string& bytes) {
    // A copy of exactly that size on the heap, so that a sanitizer sees each byte read past the end.
    const std::unique_ptr<char[]> exact(new char[bytes.size()]);
    std::copy(bytes.begin(), bytes.end(), exact.get());
    const std::string_view view(exact.get(), bytes.size());
    const ItemView item(view);
    for (const char* name : {"", "a", "m", "pk", "zzz", "語"}) {
        if (const auto value = item.find(name)) (void)value->value();
    }
    const bool walked = item.forEach([](std::string_view, const ValueView& value) { (void)value.value(); });
    std::string projected = "kept";
    if (item.project([](std::string_view) { return true; }, projected) != walked) return false;
    if (projected != (walked ? "kept" + bytes : "kept")) return false;
    const auto read = itemFromBytes(view);
    if (!read) return read.error().code == ErrorCode::DamagedFile && !read.error().message.empty();
    return walked && itemBytes(*read) == bytes;
}

Item everything() {
    Item item;
    for (const Golden& golden : goldens()) {
        if (golden.bytes.size() < 200) item.set(golden.name, Value::map(golden.item));
    }
    return item;
}

}  // namespace

class TestItemBytes final : public QObject {
    Q_OBJECT

  private slots:
    void golden_data() {
        QTest::addColumn<Item>("item");
        QTest::addColumn<QByteArray>("bytes");
        for (const Golden& golden : goldens()) {
            QTest::newRow(golden.name) << golden.item << QByteArray::fromHex(golden.bytes).toHex();
        }
    }
    void golden() {
        QFETCH(Item, item);
        QFETCH(QByteArray, bytes);
        QCOMPARE(hex(itemBytes(item)), bytes);
        const auto read = itemFromBytes(fromHex(bytes));
        QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
        QVERIFY(*read == item);
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const QByteArray& bytes, const char* reason) {
            QTest::newRow(bytes.constData()) << bytes << QByteArray(reason);
        };
        row("", "byte 0: the number of attributes cannot be read");
        row("8000", "byte 0: the number of attributes cannot be read");
        row("ffffffffffffffffff02", "byte 0: the number of attributes cannot be read");
        row("01", "byte 1: an attribute name runs past the end");
        row("ffffffffffffffffff01", "byte 10: an attribute name runs past the end");
        row("01 0561 05", "byte 1: an attribute name runs past the end");
        row("01 ffffffffffffffffff01 61 05", "byte 1: an attribute name runs past the end");
        row("02 0162 05 0161 05", "byte 4: attribute names are not in order");
        row("02 0161 05 0161 05", "byte 4: attribute names are not in order");
        row("01 01ff 05", "byte 1: an attribute name is not UTF-8");
        row("01 0161 05 00", "byte 4: bytes follow the last attribute");
        row("00 00", "byte 1: bytes follow the last attribute");
        row("01 0161", "byte 3: the type or length of a value is wrong");
        row("01 0161 00", "byte 3: the type or length of a value is wrong");
        row("01 0161 0b00", "byte 3: the type or length of a value is wrong");
        row("01 0161 04 02", "byte 3: the type or length of a value is wrong");
        row("01 0161 04", "byte 3: the type or length of a value is wrong");
        row("01 0161 01 02 78", "byte 3: the type or length of a value is wrong");
        row("01 0161 01 8100 78", "byte 3: the type or length of a value is wrong");
        row("01 0161 01 01 ff", "byte 5: a string is not UTF-8");
        row("01 0161 02 00", "byte 5: a number is not in its stored form");
        row("01 0161 02 02 0202", "byte 5: a number is not in its stored form");
        row("01 0161 02 04 03820a00", "byte 5: a number is not in its stored form");
        row("01 0161 06 00", "byte 5: the number of list elements cannot be read");
        row("01 0161 06 02 0005", "byte 6: bytes follow the last list element");
        row("01 0161 06 02 0205", "byte 7: the type or length of a value is wrong");
        row("01 0161 07 00", "byte 5: the number of attributes cannot be read");
        row("01 0161 08 01 00", "byte 6: a set has no elements");
        row("01 0161 08 03 01 0561", "byte 6: a set element runs past the end");
        row("01 0161 08 05 02 0162 0161", "byte 8: set elements are not in order");
        row("01 0161 08 05 02 0161 0161", "byte 8: set elements are not in order");
        row("01 0161 08 03 01 01ff", "byte 6: a set element is not UTF-8");
        row("01 0161 08 04 01 0161 00", "byte 8: bytes follow the last set element");
        row("01 0161 09 03 01 01 07", "byte 7: a number is not in its stored form");
        row("01 0161 09 05 02 0102 0102", "byte 8: set elements are not in order");
    }
    void refused() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, reason);
        const auto read = itemFromBytes(fromHex(bytes));
        QVERIFY(!read.ok());
        QCOMPARE(QByteArray::fromStdString(read.error().message),
                 "The stored bytes of an item are damaged at " + reason + ".");
        QCOMPARE(read.error().code, ErrorCode::DamagedFile);
        QVERIFY(soundOrRefused(fromHex(bytes)));
    }

    void nestingIsBounded() {
        const auto nested = [](int levels) {
            std::string value = "\x05";
            for (int i = 0; i < levels; ++i) {
                const std::string content = "\x01" + value;
                value = "\x06";
                appendVarint(content.size(), value);
                value += content;
            }
            return std::string(
                       "\x01\x01"
                       "a") +
                   value;
        };
        QVERIFY(itemFromBytes(nested(32)).ok());
        QVERIFY(!itemFromBytes(nested(33)).ok());
        QVERIFY(soundOrRefused(nested(33)));
        QVERIFY(soundOrRefused(nested(1000)));
    }

    void everyTruncation() {
        const std::string bytes = itemBytes(everything());
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            QVERIFY(!itemFromBytes(std::string_view(bytes).substr(0, length)).ok());
            if (!soundOrRefused(bytes.substr(0, length))) QFAIL(qPrintable(QString("length %1").arg(length)));
        }
    }

    void everyChangedByte() {
        for (const Golden& golden : goldens()) {
            const std::string bytes = itemBytes(golden.item);
            for (std::size_t at = 0; at < bytes.size(); ++at) {
                for (int change = 1; change < 256; ++change) {
                    std::string damaged = bytes;
                    damaged[at] = static_cast<char>(damaged[at] ^ change);
                    if (!soundOrRefused(damaged)) QFAIL(hex(damaged).constData());
                }
            }
        }
    }

    void everyChangedBitOfALargerItem() {
        const std::string bytes = itemBytes(everything());
        for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
            std::string damaged = bytes;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
            if (!soundOrRefused(damaged)) QFAIL(hex(damaged).constData());
        }
    }

    void randomBytes() {
        const auto seed = std::random_device{}();
        qInfo("seed %u", seed);
        std::mt19937_64 random(seed);
        for (int i = 0; i < 20'000; ++i) {
            std::string bytes;
            for (std::size_t left = random() % 40; left > 0; --left) {
                bytes.push_back(static_cast<char>(random() % (random() % 2 == 0 ? 12 : 256)));
            }
            if (!soundOrRefused(bytes)) QFAIL(hex(bytes).constData());
        }
    }

    void roundTripOfRandomItems() {
        const auto seed = std::random_device{}();
        qInfo("seed %u", seed);
        std::mt19937_64 random(seed);
        for (int i = 0; i < 3'000; ++i) {
            const Item item = randomMap(random, 0);
            const std::string bytes = itemBytes(item);
            const auto read = itemFromBytes(bytes);
            QVERIFY(read.ok());
            QVERIFY(*read == item);

            const ItemView view(bytes);
            for (const Attribute& attribute : item) {
                const auto found = view.find(attribute.name);
                QVERIFY(found && found->type() == attribute.value.type());
                const auto value = found->value();
                QVERIFY(value.ok());
                QVERIFY(*value == attribute.value);
            }
            QVERIFY(!view.find("nowhere") && !view.find("\xFF"));

            Item kept;
            const auto keep = [](std::string_view name) { return name.size() % 2 == 0; };
            for (const Attribute& attribute : item) {
                if (keep(attribute.name)) kept.add(attribute.name, attribute.value);
            }
            std::string projected;
            QVERIFY(view.project(keep, projected));
            QCOMPARE(hex(projected), hex(itemBytes(kept)));
        }
    }

    void viewOfEachType() {
        const std::string bytes = itemBytes({{"b", Value::binary("\xFF")},
                                             {"f", Value::boolean(false)},
                                             {"n", Value::number(1)},
                                             {"s", Value::string("text")},
                                             {"t", Value::boolean(true)},
                                             {"z", Value::null()}});
        const ItemView view(bytes);
        QCOMPARE(view.find("b")->content(), std::string_view("\xFF"));
        QCOMPARE(hex(std::string(view.find("n")->content())), QByteArray("03820b00"));
        QCOMPARE(view.find("s")->content(), std::string_view("text"));
        QVERIFY(view.find("t")->boolean() && !view.find("f")->boolean());
        QCOMPARE(view.find("z")->type(), ValueType::Null);
        std::string names;
        QVERIFY(view.forEach([&](std::string_view name, const ValueView&) { names += name; }));
        QCOMPARE(names, std::string("bfnstz"));
        std::string projected = "before ";
        QVERIFY(view.project([](std::string_view name) { return name == "z"; }, projected));
        QCOMPARE(projected, "before " + itemBytes({{"z", Value::null()}}));
    }

    void manyAttributes() {
        Item item;
        for (int i = 0; i < 300; ++i) {
            item.set("name" + std::to_string(i), Value::number(i));
        }
        const std::string bytes = itemBytes(item);
        std::string projected;
        QVERIFY(ItemView(bytes).project([](std::string_view) { return true; }, projected));
        QVERIFY(projected == bytes);
        QVERIFY(*ItemView(bytes).find("name299")->value() == Value::number(299));
    }

    void varints_data() {
        QTest::addColumn<quint64>("value");
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("0") << quint64{0} << QByteArray("00");
        QTest::newRow("127") << quint64{127} << QByteArray("7f");
        QTest::newRow("128") << quint64{128} << QByteArray("8001");
        QTest::newRow("300") << quint64{300} << QByteArray("ac02");
        QTest::newRow("largest") << ~quint64{0} << QByteArray("ffffffffffffffffff01");
    }
    void varints() {
        QFETCH(quint64, value);
        QFETCH(QByteArray, bytes);
        std::string out;
        appendVarint(value, out);
        QCOMPARE(hex(out), bytes);
        std::string_view view = out;
        std::uint64_t read = 0;
        QVERIFY(takeVarint(view, read) && view.empty());
        QCOMPARE(quint64{read}, value);
    }
};

QTEST_APPLESS_MAIN(TestItemBytes)
#include "tst_item_bytes.moc"
