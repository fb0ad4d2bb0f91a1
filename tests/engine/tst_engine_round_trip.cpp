// Items of every kind go out in each format that can be read back, and come in again: equal where the format
// holds everything, and where it does not, other only in what was told before.
#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"
#include "tests/interchange/random_values.h"

using namespace partita;
using namespace partita::test;

namespace {

constexpr int kRandomItems = 400;

Value number(const char* text) {
    return Value::number(*Number::parse(text));
}

/// What is at a limit, or looks like something else.
std::vector<Item> limits() {
    std::vector<Item> items;
    const auto add = [&items](const char* name, Value value) {
        items.push_back(item({{"pk", s("limits")}, {"sk", s(name)}, {"v", std::move(value)}}));
    };
    add("digits", number("12345678901234567890123456789012345678"));
    add("fraction", number("-0.12345678901234567890123456789012345678"));
    add("largest", number("9.9999999999999999999999999999999999999e125"));
    add("smallest", number("1e-130"));
    add("zero", number("-0"));
    add("text of a number", s("007"));
    add("text of a truth", s("true"));
    add("text of nothing", s("null"));
    add("empty text", s(""));
    add("blanks", s("  \t\r\n "));
    add("formula", s("=1+1"));
    add("no bytes", Value::binary(""));
    add("all bytes", Value::binary([] {
            std::string bytes;
            for (int i = 0; i < 256; ++i)
                bytes += static_cast<char>(i);
            return bytes;
        }()));
    add("empty list", Value::list({}));
    add("empty map", Value::map({}));
    AttributeMap typed;
    typed.set("S", s("x"));
    add("map like a typed value", Value::map(typed));
    Value deep = s("bottom");
    for (int depth = 0; depth < 31; ++depth)
        deep = Value::list({std::move(deep)});
    add("depth", std::move(deep));
    add("one of a set", *Value::stringSet({"a"}));
    add("set of numbers", *Value::numberSet({*Number::parse("1"), *Number::parse("1e-130")}));
    add("set of bytes", *Value::binarySet({std::string("\0", 1), "a,b"}));
    add("large", s(std::string(390 * 1024, 'x')));
    for (const char* name : {"S", "M", "NULL", "pk ", "a.b", "#a", ":a", "a-b", "a b", "a,b", "a\"b", "a:N",
                             "a (S)", "日本", "😀", "a\nb", "__proto__"}) {
        Item odd = item({{"pk", s("names")}, {"sk", s(name)}});
        odd.set(name, s("under an odd name"));
        items.push_back(std::move(odd));
    }
    return items;
}

std::vector<Item> randomItems() {
    RandomValues random(20260501, false);
    std::vector<Item> items;
    for (int i = 0; i < kRandomItems; ++i) {
        Item one;
        for (auto& [name, value] : random.map(6, 3)) {
            // No index key, and none of its own.
            if (!name.empty() && name != "kind" && name != "rank") one.set(name, std::move(value));
        }
        one.set("pk", s("random#" + std::to_string(i % 17)));
        one.set("sk", s(std::to_string(i)));
        items.push_back(std::move(one));
    }
    return items;
}

std::map<std::string, Item> itemsOf(const Engine& engine) {
    std::map<std::string, Item> items;
    ScanRequest request;
    request.table = "Things";
    for (;;) {
        const auto page = engine.scan(request, Metering::Off);
        if (!page) return {};
        for (std::size_t i = 0; i < page->items.size(); ++i) {
            auto one = itemFromBytes(page->items.bytesOf(i));
            const std::string key = *one->find("pk")->asString() + "|" + *one->find("sk")->asString();
            items.emplace(key, std::move(*one));
        }
        if (!page->lastEvaluatedKey) return items;
        request.options.startKey = page->lastEvaluatedKey;
    }
}

/// As plain JSON can hold it: sets are lists, bytes are text.
Value plainOf(const Value& value) {
    if (const auto* list = value.asList()) {
        List plain;
        for (const Value& element : *list)
            plain.push_back(plainOf(element));
        return Value::list(std::move(plain));
    }
    if (const auto* map = value.asMap()) {
        AttributeMap plain;
        for (const Attribute& attribute : *map)
            plain.set(attribute.name, plainOf(attribute.value));
        return Value::map(std::move(plain));
    }
    const auto parsed = parsePlainValue(toPlainJson(value));
    return parsed ? *parsed : Value::null();
}

}  // namespace

class TestEngineRoundTrip : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
        m_engine = *Engine::create(m_folder.path("t.partita"), {thingsTable()});
        for (const Item& one : limits()) {
            const auto put = m_engine->put({"Things", one}, Metering::Off);
            QVERIFY2(put, put ? "" : (put.error().text() + toDynamoDbJson(one).substr(0, 500)).c_str());
        }
        int taken = 0;  // a name in a map may be empty, which no table takes
        for (const Item& one : randomItems())
            taken += m_engine->put({"Things", one}, Metering::Off) ? 1 : 0;
        QVERIFY2(taken > kRandomItems / 3, std::to_string(taken).c_str());
        m_items = itemsOf(*m_engine);
        QCOMPARE(m_items.size(), limits().size() + std::size_t(taken));
    }
    void cleanupTestCase() { m_engine.reset(); }

    void comesBack_data() {
        QTest::addColumn<int>("format");
        QTest::addColumn<bool>("gzip");
        QTest::newRow("JSON lines") << int(ExportFormat::JsonLines) << false;
        QTest::newRow("JSON lines, gzip") << int(ExportFormat::JsonLines) << true;
        QTest::newRow("JSON array") << int(ExportFormat::JsonArray) << false;
        QTest::newRow("requests, a folder in one go") << int(ExportFormat::BatchWrite) << false;
        QTest::newRow("layout of S3") << int(ExportFormat::S3Export) << false;
        QTest::newRow("CSV") << int(ExportFormat::Csv) << false;
        QTest::newRow("Workbench model") << int(ExportFormat::Workbench) << false;
    }
    void comesBack() {
        QFETCH(const int, format);
        QFETCH(const bool, gzip);
        ExportOptions options;
        options.sink.format = ExportFormat(format);
        options.sink.gzip = gzip;
        const auto back = roundTrip(options);
        if (QTest::currentTestFailed()) return;
        QCOMPARE(back.size(), m_items.size());
        for (const auto& [key, before] : m_items) {
            const auto after = back.find(key);
            QVERIFY2(after != back.end(), key.c_str());
            QVERIFY2(after->second == before, (key + "\nwas " + toDynamoDbJson(before).substr(0, 1000) +
                                               "\nis  " + toDynamoDbJson(after->second).substr(0, 1000))
                                                  .c_str());
        }
    }

    void plainJsonLosesWhatItSays() {
        ExportOptions options;
        options.sink.plain = true;
        const std::string told = QString::fromStdString([&] {
                                     std::string all;
                                     for (const std::string& loss : knownLosses(options.sink))
                                         all += loss + " ";
                                     return all;
                                 }())
                                     .toLower()
                                     .toStdString();
        QVERIFY2(told.find("set") != std::string::npos && told.find("binar") != std::string::npos,
                 told.c_str());
        const auto back = roundTrip(options);
        if (QTest::currentTestFailed()) return;
        QCOMPARE(back.size(), m_items.size());
        for (const auto& [key, before] : m_items) {
            Item expected;
            for (const Attribute& attribute : before)
                expected.set(attribute.name, plainOf(attribute.value));
            QVERIFY2(back.at(key) == expected, (key + "\nwas " + toDynamoDbJson(before).substr(0, 1000) +
                                                "\nis  " + toDynamoDbJson(back.at(key)).substr(0, 1000))
                                                   .c_str());
        }
    }

  private:
    std::map<std::string, Item> roundTrip(const ExportOptions& options) {
        Folder folder;
        // By its text alone a CSV of a thousand columns is not told from other text.
        const std::string place = folder.path(options.sink.format == ExportFormat::Csv ? "out.csv" : "out");
        const auto report = m_engine->exportItems(place, options);
        if (!report) {
            QTest::qFail(report.error().text().c_str(), __FILE__, __LINE__);
            return {};
        }
        const auto engine = Engine::create(folder.path("back.partita"), {thingsTable()});
        const auto read = (*engine)->importItems(place, {"Things"});
        if (!read || read->failure || read->refused > 0) {
            const std::string why =
                !read           ? read.error().text()
                : read->failure ? read->failure->text()
                                : read->problems.front().reason + " " + read->problems.front().excerpt;
            QTest::qFail(why.c_str(), __FILE__, __LINE__);
            return {};
        }
        return itemsOf(**engine);
    }

    Folder m_folder;
    std::unique_ptr<Engine> m_engine;
    std::map<std::string, Item> m_items;
};

QTEST_APPLESS_MAIN(TestEngineRoundTrip)
#include "tst_engine_round_trip.moc"
