// Records cut from a stream: the same ones however the bytes arrive, and one broken record costs itself only.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <sstream>
#include <thread>

#include <sys/stat.h>

#include "engine/interchange/json.h"
#include "engine/interchange/record_reader.h"

using namespace partita;

namespace {

std::string visible(std::string text) {
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at))
        text.replace(at, 1, "¶");
    return text;
}

/// All records, one a line: line number, offset, marks, text; then how it ended.
std::string dump(RecordReader& reader) {
    std::string all;
    for (;;) {
        const auto record = reader.next();
        if (!record) return all + "error: " + record.error().text() + "\n";
        if (!*record) break;
        const JsonRecord& r = **record;
        all += std::to_string(r.line) + " @" + std::to_string(r.offset) + (r.complete ? " " : " cut ") +
               (r.tooLong ? "too long " : "") + visible(std::string(r.text)) + "\n";
    }
    const auto again = reader.next();
    if (!again || *again) all += "a record after the end\n";
    return all + (reader.endedEarly() ? "ended early\n" : "");
}

std::string dump(const std::string& text, std::size_t bufferBytes = RecordReader::kBufferBytes) {
    return dump(*RecordReader::ofText(text, bufferBytes));
}

std::string whole(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string data(const std::string& name) {
    return std::string(PARTITA_TEST_DATA "/interchange/") + name;
}

}  // namespace

class TestRecordReader final : public QObject {
    Q_OBJECT

  private slots:
    void records_data();
    void records();
    void longStrings();
    void tooLong();
    void samples();
    void sources_data();
    void sources();
    void noJson_data();
    void noJson();
    void files();
    void pipe();
};

void TestRecordReader::records_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::newRow(name) << text << QByteArray(expected);
    };
    row("nothing", "", "");
    row("blanks", " \n\r\n\t", "");
    row("lines", "{\"a\":1}\n{\"b\":2}\n", "1 @0 {\"a\":1}\n2 @8 {\"b\":2}\n");
    row("no last newline", "{\"a\":1}\n{\"b\":2}", "1 @0 {\"a\":1}\n2 @8 {\"b\":2}\n");
    row("CRLF and blank lines", "{\"a\":1}\r\n\r\n  {\"b\":2}\r\n", "1 @0 {\"a\":1}\n3 @13 {\"b\":2}\n");
    row("BOM", "\xEF\xBB\xBF{\"a\":1}", "1 @0 {\"a\":1}\n");
    row("concatenated", "{\"a\":1}{\"b\":{}} {\"c\":[]}",
        "1 @0 {\"a\":1}\n1 @7 {\"b\":{}}\n1 @16 {\"c\":[]}\n");
    row("commas between", "{\"a\":1},\n{\"b\":2},\n", "1 @0 {\"a\":1}\n2 @9 {\"b\":2}\n");
    row("over several lines", "{\n \"a\": {\n  \"S\": \"x\"\n }\n}\n{\n}\n",
        "1 @0 {¶ \"a\": {¶  \"S\": \"x\"¶ }¶}\n6 @26 {¶}\n");
    row("no indentation", "{\n\"a\":\n{\n\"S\": \"x\"\n}\n}\n{}\n",
        "1 @0 {¶\"a\":¶{¶\"S\": \"x\"¶}¶}\n7 @22 {}\n");
    row("brackets in strings", "{\"a\":\"}{\\\"]\\\\\"}\n{\"b\":\"[{\"}\n",
        "1 @0 {\"a\":\"}{\\\"]\\\\\"}\n2 @16 {\"b\":\"[{\"}\n");
    row("array", "[{\"a\":1},{\"b\":[{}]} , {\"c\":3}]\n",
        "1 @1 {\"a\":1}\n1 @9 {\"b\":[{}]}\n1 @22 {\"c\":3}\n");
    row("array over lines", "[\n  {\"a\": 1},\n  {\n    \"b\": 2\n  }\n]\n",
        "2 @4 {\"a\": 1}\n3 @16 {¶    \"b\": 2¶  }\n");
    row("empty array", "[]", "");
    row("two arrays", "[{\"a\":1}]\n[{\"b\":2}]", "1 @1 {\"a\":1}\n2 @11 {\"b\":2}\n");
    row("other elements", "[1, \"a,]b\", [2,3], null, {\"a\":1}]",
        "1 @1 1\n1 @4 \"a,]b\"\n1 @12 [2,3]\n1 @19 null\n1 @25 {\"a\":1}\n");
    row("array without its end", "[{\"a\":1},\n{\"b\":2}\n",
        "1 @1 {\"a\":1}\n2 @10 {\"b\":2}\nended early\n");
    row("array cut inside", "[{\"a\":1},\n{\"b\":\"x", "1 @1 {\"a\":1}\n2 @10 cut {\"b\":\"x\nended early\n");
    row("line cut", "{\"a\":1}\n{\"b\":{\"c\":2}",
        "1 @0 {\"a\":1}\n2 @8 cut {\"b\":{\"c\":2}\nended early\n");

    row("a broken line between", "{\"a\":1}\n{\"b\":\n{\"c\":3}\n",
        "1 @0 {\"a\":1}\n2 @8 {\"b\":\n3 @14 {\"c\":3}\n");
    row("a bracket missing", "{\"a\":1}\n{\"b\":{\"x\":2}\n{\"c\":3}\n",
        "1 @0 {\"a\":1}\n2 @8 {\"b\":{\"x\":2}\n3 @21 {\"c\":3}\n");
    row("a bracket missing at once", "{\"b\":{\"x\":2}\n{\"c\":3}\n",
        "1 @0 {\"b\":{\"x\":2}\n2 @13 {\"c\":3}\n");
    row("a string not closed", "{\"b\":\"x}\n{\"c\":3}\n", "1 @0 {\"b\":\"x}\n2 @9 {\"c\":3}\n");
    row("a string not closed, inside", "{\n  \"b\": \"x,\n  \"d\": {}\n}\n{\"c\":3}\n",
        "1 @0 {¶  \"b\": \"x,¶  \"d\": {}¶}\n5 @25 {\"c\":3}\n");
    row("a bracket too many", "{\"b\":2}}\n{\"c\":3}\n", "1 @0 {\"b\":2}}\n2 @9 {\"c\":3}\n");
    row("words after", "{\"b\":2} x {}\n{\"c\":3}\n", "1 @0 {\"b\":2} x {}\n2 @13 {\"c\":3}\n");
    row("a line of words", "{\"b\":2}\nhello, world\n{\"c\":3}\n",
        "1 @0 {\"b\":2}\n2 @8 hello, world\n3 @21 {\"c\":3}\n");
    row("words first", "hello\n{\"c\":3}\n", "1 @0 hello\n2 @6 {\"c\":3}\n");
    row("broken element on its line", "[\n  {\"a\":1},\n  {\"b\":{\"x\":2},\n  {\"c\":3}\n]\n",
        "2 @4 {\"a\":1}\n3 @15 {\"b\":{\"x\":2},\n4 @31 {\"c\":3}\n");
    row("broken element over lines", "[\n  {\n    \"a\": 1\n  ,\n  {\n    \"b\": 2\n  }\n]\n",
        "2 @4 {¶    \"a\": 1¶  ,\n5 @23 {¶    \"b\": 2¶  }\n");
    row("element with a bracket too many", "[{\"a\":1}},{\"b\":2}]", "1 @1 {\"a\":1}}\n1 @10 {\"b\":2}\n");
}

void TestRecordReader::records() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    // However small the pieces are in which the source is read.
    for (std::size_t bufferBytes = 1; bufferBytes <= static_cast<std::size_t>(text.size()) + 2;
         ++bufferBytes) {
        QCOMPARE(QByteArray::fromStdString(dump(text.toStdString(), bufferBytes)), expected);
    }
    QCOMPARE(QByteArray::fromStdString(dump(text.toStdString())), expected);
}

void TestRecordReader::longStrings() {
    // Quotes, escapes and brackets at every place of the scanner's step of 64 bytes.
    for (std::size_t shift = 0; shift < 130; ++shift) {
        const std::string pad(shift, 'x');
        for (const char* middle : {"\\\"", "\\\\", "}{", "[", "\\\\\\\"", "\\n"}) {
            const std::string record = "{\"" + pad + "\":{\"k\":[\"" + middle + pad + "\",{}]}}";
            std::string text;
            std::string expected;
            for (int line = 1; line <= 3; ++line) {
                expected += std::to_string(line) + " @" + std::to_string(text.size()) + " " + record + "\n";
                text += record + "\n";
            }
            for (const std::size_t bufferBytes : {std::size_t{64}, std::size_t{200}, std::size_t{100'000}}) {
                QCOMPARE(dump(text, bufferBytes), expected);
            }
        }
    }
}

void TestRecordReader::tooLong() {
    const std::string big(RecordReader::kLongestRecord + 3'000'000, 'x');
    const auto reader = RecordReader::ofText("{\"a\":1}\n{\"b\":\"" + big + "\"}\n{\"c\":3}\n" + big);
    std::vector<JsonRecord> records;
    std::vector<std::size_t> sizes;
    for (;;) {
        const auto record = reader->next();
        QVERIFY(record.ok());
        if (!*record) break;
        records.push_back(**record);
        sizes.push_back((*record)->text.size());
    }
    QCOMPARE(records.size(), std::size_t{4});
    QVERIFY(records[0].complete && records[2].complete);
    QVERIFY(!records[1].complete && records[1].tooLong && sizes[1] < 10'000);
    QVERIFY(!records[3].complete && records[3].tooLong && sizes[3] < 10'000);
    QCOMPARE(records[2].line, std::uint64_t{3});
    QCOMPARE(records[2].offset, std::uint64_t{8 + 6 + big.size() + 3});
}

void TestRecordReader::samples() {
    const auto count = [](const std::string& path) {
        const auto reader = RecordReader::open(path);
        if (!reader) return -1;
        int records = 0;
        for (;;) {
            const auto record = (*reader)->next();
            if (!record || !*record) break;
            if (!parseItem((*record)->text, JsonForm::DynamoDb, {})) return -1;
            ++records;
        }
        return (*reader)->bytesRead() == (*reader)->bytesTotal() && !(*reader)->endedEarly() ? records : -1;
    };
    QVERIFY(count(PARTITA_SOURCE_DIR "/resources/samples/workspaces/items.json") > 5);
    QVERIFY(count(PARTITA_SOURCE_DIR "/resources/samples/library/items.json") > 5);
}

void TestRecordReader::sources_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QStringList>("refused");
    QTest::newRow("types by value, not by column") << "mixed.json"
                                                   << "mixed.expected" << QStringList();
    QTest::newRow("numbers beyond double")
        << "ids.json"
        << "ids.expected"
        << QStringList{
               "4: big: Attempting to store more than 38 significant digits in a Number: "
               "1234567890123456789012345678901234567890 has 39 significant digits",
               "5: huge: Number overflow. Attempting to store a number with magnitude larger than supported "
               "range: 1e400"};
    QTest::newRow("one object over many lines") << "item.json"
                                                << "item.expected" << QStringList();
    QTest::newRow("CRLF, blank line, no last newline") << "lines.jsonl"
                                                       << "lines.expected" << QStringList();
}

void TestRecordReader::sources() {
    QFETCH(QString, name);
    QFETCH(QString, expected);
    QFETCH(QStringList, refused);
    const ValueType keyType = name == "ids.json" ? ValueType::Number : ValueType::String;
    const KeySchema keys{{{keyType == ValueType::Number ? "id" : "pk", keyType}}, {}};
    const auto reader = RecordReader::open(data(name.toStdString()));
    QVERIFY(reader.ok());
    std::string items;
    QStringList problems;
    for (;;) {
        const auto record = (*reader)->next();
        QVERIFY(record.ok());
        if (!*record) break;
        const auto parsed = parseItem((*record)->text, JsonForm::Auto, keys);
        if (parsed) {
            items += toDynamoDbJson(parsed->item) + "\n";
        } else {
            problems +=
                QString::number((*record)->line) + ": " + QString::fromStdString(parsed.error().text());
        }
    }
    // The expected items are compared as values: the order of a map's members means nothing.
    const auto lines = [](const std::string& text) {
        std::vector<Item> all;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) {
            const auto item = parseItem(line, JsonForm::DynamoDb, {});
            if (item) all.push_back(item->item);
        }
        return all;
    };
    const std::string wanted = whole(data(expected.toStdString()));
    QVERIFY(!lines(wanted).empty());
    QVERIFY2(lines(items) == lines(wanted), items.c_str());
    QCOMPARE(problems, refused);
}

void TestRecordReader::noJson_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("named");
    QTest::newRow("gzip, cut off") << QByteArray("\x1f\x8b\x08\0", 4) << "gzip data breaks off";
    QTest::newRow("zstd, cut off") << QByteArray("\x28\xb5\x2f\xfd") << "zstd data breaks off";
    QTest::newRow("zip") << QByteArray("PK\x03\x04..") << "ZIP";
    QTest::newRow("SQLite") << QByteArray("SQLite format 3\0....", 20) << "SQLite";
    QTest::newRow("half a character") << QByteArray("\xff\xfe\0\xd8", 4) << "UTF-16 text breaks off";
    QTest::newRow("UTF-32") << QByteArray("\xff\xfe\0\0{\0\0\0", 8) << "UTF-32";
    QTest::newRow("CSV") << QByteArray("id,name\n1,Ann\n") << "\"id,name\"";
    QTest::newRow("XML") << QByteArray("<?xml version=\"1.0\"?>\n<a/>") << "<?xml";
}

void TestRecordReader::noJson() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, named);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("source").toStdString();
    std::ofstream(path, std::ios::binary) << bytes.toStdString();
    const auto opened = RecordReader::open(path);
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().code, ErrorCode::BadInput);
    QCOMPARE(opened.error().where, path);
    QVERIFY2(QString::fromStdString(opened.error().message).contains(named), opened.error().message.c_str());
    QVERIFY(!RecordReader::ofText(bytes.toStdString())->next().ok());
}

void TestRecordReader::files() {
    const QTemporaryDir folder;
    const auto missing = RecordReader::open(folder.filePath("none.json").toStdString());
    QVERIFY(!missing.ok());
    QCOMPARE(missing.error().code, ErrorCode::FileMissing);
    const auto isFolder = RecordReader::open(folder.path().toStdString());
    QVERIFY(!isFolder.ok());
    QCOMPARE(isFolder.error().code, ErrorCode::InputOutput);
    QVERIFY(RecordReader::open("/dev/null").ok());
}

void TestRecordReader::pipe() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    std::thread writer([&path] {
        std::ofstream pipe(path);
        for (int i = 0; i < 5000; ++i) {
            pipe << "{\"pk\":" << i << "}\n";
            if (i % 1000 == 0) pipe.flush();
        }
    });
    const auto reader = RecordReader::open(path);
    int records = 0;
    while (reader.ok()) {
        const auto record = (*reader)->next();
        if (!record || !*record) break;
        ++records;
    }
    writer.join();
    QVERIFY(reader.ok());
    QCOMPARE(records, 5000);
    QCOMPARE((*reader)->bytesTotal(), std::uint64_t{0});
}

QTEST_APPLESS_MAIN(TestRecordReader)
#include "tst_record_reader.moc"
