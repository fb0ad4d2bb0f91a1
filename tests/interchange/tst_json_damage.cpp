// Items, batch writes and stream records that are damaged: what is whole comes in, and the rest is told with
// its line.
#include <QTest>

#include "tests/interchange/damaged_source.h"

using namespace partita;
using namespace std::string_literals;

namespace {

const std::string kOne = R"({"pk":{"S":"1"},"a":{"N":"1"}})";
const std::string kTwo = R"({"pk":{"S":"2"},"a":{"N":"2"}})";

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

/// A broken line between good ones.
std::string between(const std::string& line) {
    return kOne + "\n" + line + "\n" + kTwo + "\n";
}

std::string put(const std::string& item) {
    return R"({"PutRequest":{"Item":)" + item + "}}";
}

/// A request of two puts and what is to be tried between them, each on a line.
std::string batch(const std::string& request) {
    return "{\"Music\":[\n" + put(kOne) + ",\n" + request + ",\n" + put(kTwo) + "\n]}\n";
}

std::string change(const std::string& image, const std::string& number) {
    return R"({"eventID":")" + number + R"(","eventName":"INSERT","eventSource":"aws:dynamodb","dynamodb":)" +
           R"({"Keys":{"pk":{"S":"1"}},"NewImage":)" + image + R"(,"SequenceNumber":")" + number + "\"}}";
}

std::string changes(const std::string& record) {
    return "{\"Records\":[\n" + change(kOne, "1") + ",\n" + record + ",\n" + change(kTwo, "2") + "\n]}\n";
}

}  // namespace

class TestJsonDamage final : public QObject {
    Q_OBJECT

  private slots:
    void items_data();
    void items() { checkDamaged(); }
    void batches_data();
    void batches() { checkDamaged(); }
    void streams_data();
    void streams() { checkDamaged(); }
    void everyCutAndByte_data();
    void everyCutAndByte();
};

void TestJsonDamage::items_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::Items);
    row("empty", "", 0, "There is nothing in it.");
    row("blanks", " \r\n\t\n ", 0, "nothing in it but blanks");
    row("zeros", std::string(100, '\0'), 0, "it holds zero bytes");
    row("garbage", "\x01\x02\xFE\xFF\x80\x90"s + "garbage", 0, "is no UTF-8; the text may be");
    row("words", "these are no items\nneither is this\n", 0, "This is no JSON: it begins with");
    row("half a record", between(R"({"pk":{"S":"x"},"a":{"N":)"), 2, "2 refused: The JSON ends too early");
    row("half a record at the end", kOne + "\n" + kTwo + "\n" + R"({"pk":{"S":"x")", 2, "ended early");
    row("an open array", "[" + kOne + ",\n" + kTwo, 2, "ended early");
    row("an open string", between(R"({"pk":{"S":"x},"a":{"N":"1"}})"), 2, "2 refused");
    row("a list in place of an item", between("[1,2]"), 2, "2 refused: An item is a JSON object");
    row("a number", between("5"), 2, "2 refused");
    row("null", between("null"), 2, "2 refused");
    row("a wrong type", between(R"({"pk":{"S":5}})"), 2, "2 refused");
    row("a type that is none", between(R"({"pk":{"X":"x"},"a":{"S":"x"}})"), 2,
        "2 refused: pk: DynamoDB JSON writes");
    row("two types", between(R"({"pk":{"S":"x","N":"1"}})"), 2, "2 refused: pk: DynamoDB JSON writes");
    row("a key of another type", between(R"({"pk":{"N":"1"}})"), 2, "2 refused: pk: ");
    row("no number", between(R"({"pk":{"S":"x"},"a":{"N":"1x"}})"), 2, "2 refused");
    row("a number too large", between(R"({"pk":{"S":"x"},"a":{"N":"1e126"}})"), 2, "2 refused");
    row("a number of too many digits",
        between(R"({"pk":{"S":"x"},"a":{"N":")" + std::string(39, '9') + "\"}}"), 2, "2 refused");
    row("a number of a million digits", between(R"({"pk":"x","a":)" + std::string(1'000'000, '9') + "}"), 2,
        "2 refused");
    row("bytes that are no UTF-8", between("{\"pk\":{\"S\":\"\xFF\"}}"), 2,
        "2 refused: The text is not UTF-8");
    row("half a surrogate pair", between(R"({"pk":{"S":"\ud83d"}})"), 2, "2 refused");
    row("zeros between", between(std::string(50, '\0')), 2, "2 refused");
    row("a zero in a text", between("{\"pk\":{\"S\":\"a\0b\"}}"s), 2, "2 refused");
    row("an attribute twice", between(R"({"pk":{"S":"x"},"pk":{"S":"y"}})"), 2, "2 refused");
    row("200,000 brackets", between(std::string(200'000, '[')), 2, "2 refused: An item is a JSON object");
    row("200,000 braces", between("{\"pk\":" + repeated("{\"a\":", 200'000)), 2,
        "2 refused: The JSON ends too early");
    row("200,000 lists in an item",
        between(R"({"pk":"x","a":)" + std::string(200'000, '[') + std::string(200'000, ']') + "}"), 2,
        "2 refused");
    row("wrong base64", between(R"({"pk":{"S":"x"},"b":{"B":"a*b"}})"), 2, "2 refused");
    row("an empty set", between(R"({"pk":{"S":"x"},"b":{"SS":[]}})"), 2, "2 refused");
    row("a set with a member twice", between(R"({"pk":{"S":"x"},"b":{"NS":["1","1.0"]}})"), 2, "2 refused");
    row("a set of other members", between(R"({"pk":{"S":"x"},"b":{"SS":[1]}})"), 2, "2 refused");
    row("a comment", between("// nothing"), 2, "2 refused");
    row("a comma too many", "[" + kOne + ",,\n" + kTwo + ",]", 2, "2 {");
    row("no comma", "[" + kOne + "\n" + kTwo + "]", 2, "2 {");
    row("CR alone", kOne + "\r" + kTwo + "\r", 2, "1 {");
    row("CR LF", kOne + "\r\n" + "x\r\n" + kTwo + "\r\n", 2, "2 refused");
    row("a byte order mark between", between("\xEF\xBB\xBF" + kOne), 2, "2 refused");
    row("CSV between", between("pk,a\nx,1"), 2, "2 refused");
    row("a line of 17 MiB", between(R"({"pk":{"S":")" + std::string(17 * 1024 * 1024, 'a') + "\"}}"), 2,
        "2 too long");
    row("a page that is cut", "{\"Items\":[\n" + kOne + ",\n" + kTwo + ",\n{\"pk\":", 2, "ended early");
    row("a page whose count is wrong", "{\"Items\":[\n" + kOne + "],\n\"Count\":5}", 1, "Count");
    row("an item with attributes called so", R"({"Items":{"a":1},"Count":1})", 1, "1 {");
}

void TestJsonDamage::batches_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::BatchWrite);
    row("empty", "", 0, "There is nothing in it.");
    row("blanks", "\n\n \t", 0, "nothing in it but blanks");
    row("garbage", "\x7F\x01 garbage", 0, "This is no JSON: it begins with");
    row("an empty object", "{}", 0, "1 refused: This is no request");
    row("a list", "[]", 0, "");
    row("requests that are no list", R"({"Music":{"PutRequest":{}}})", 0, "1 refused: This is no request");
    row("a number in place of a table", R"({"Music":5})", 0, "1 refused: This is no request");
    row("half a request", batch(R"({"PutRequest":{"Item":{"pk")"), 2, "3 Music refused: PutRequest.Item: ");
    row("half a request at the end", "{\"Music\":[\n" + put(kOne) + ",\n" + R"({"PutRequest":{"It)", 1,
        "ended early");
    row("an open list", "{\"Music\":[\n" + put(kOne) + ",\n" + put(kTwo), 2, "ended early");
    row("neither put nor delete", batch(R"({"UpdateRequest":{}})"), 2, "3 Music refused");
    row("both", batch(R"({"PutRequest":{"Item":)" + kOne + R"(},"DeleteRequest":{"Key":{"pk":{"S":"1"}}}})"),
        2, "3 Music refused");
    row("an empty request", batch("{}"), 2, "3 Music refused");
    row("null", batch("null"), 2, "3 Music refused");
    row("a text", batch("\"x\""), 2, "3 Music refused");
    row("a put without an item", batch(R"({"PutRequest":{}})"), 2, "3 Music refused");
    row("a put of a list", batch(R"({"PutRequest":{"Item":[]}})"), 2, "3 Music refused");
    row("a put twice", batch(R"({"PutRequest":{"Item":{}},"PutRequest":{"Item":{}}})"), 2, "3 Music refused");
    row("a delete without a key", batch(R"({"DeleteRequest":{}})"), 2, "3 Music refused");
    row("a delete of a number", batch(R"({"DeleteRequest":{"Key":5}})"), 2, "3 Music refused");
    row("a wrong number", batch(put(R"({"pk":{"S":"x"},"a":{"N":"x"}})")), 2, "3 Music refused");
    row("a huge number", batch(put(R"({"pk":{"S":"x"},"a":{"N":"1e99999999999"}})")), 2, "3 Music refused");
    row("wrong base64", batch(put(R"({"pk":{"S":"x"},"a":{"B":"?"}})")), 2, "3 Music refused");
    row("an empty set", batch(put(R"({"pk":{"S":"x"},"a":{"NS":[]}})")), 2, "3 Music refused");
    row("bytes that are no UTF-8", batch(put("{\"pk\":{\"S\":\"\xC3(\"}}")), 2, "3 Music refused");
    row("a zero", batch(put("{\"pk\":{\"S\":\"\0\"}}"s)), 2, "3 Music refused");
    row("200,000 brackets",
        batch(put(R"({"pk":{"S":"x"},"a":)" + std::string(200'000, '[') + std::string(200'000, ']') + "}")),
        2, "3 Music refused");
    row("200,000 open braces", batch(repeated("{\"a\":", 200'000)), 2, "3 Music refused: a.a.a");
    row("an open string", batch(R"({"PutRequest":{"Item":{"pk":{"S":"x}}}})"), 2,
        "3 Music refused: A string is not closed");
    row("CR LF", "{\"Music\":[\r\n" + put(kOne) + ",\r\n5\r\n]}\r\n", 1, "3 Music refused");
    row("a byte order mark between", batch("\xEF\xBB\xBF" + put(kOne)), 2,
        "3 Music refused: This is no JSON value");
    row("a stream record between", batch(change(kOne, "1")), 2, "3 Music refused");
    row("a table's name that is no UTF-8", "{\"Mu\xFFsic\":[\n" + put(kOne) + "\n]}", 1,
        "2 Mu\xEF\xBF\xBDsic {");
    row("an item between", batch(kOne), 2, "3 Music refused");
    row("a request of 17 MiB", batch(put(R"({"pk":{"S":")" + std::string(17 * 1024 * 1024, 'a') + "\"}}")), 2,
        "3 Music too long");
}

void TestJsonDamage::streams_data() {
    addDamageColumns();
    const DamageRows row(SourceFormat::StreamRecords);
    row("empty", "", 0, "There is nothing in it.");
    row("blanks", "  \n", 0, "nothing in it but blanks");
    row("garbage", "\x03garbage\x04", 0, "This is no JSON: it begins with");
    row("an empty object", "{}", 0, "1 refused: This is no record of a stream");
    row("records that are no list", R"({"Records":5})", 0, "1 refused: This is no record of a stream");
    row("half a record", changes(R"({"eventName":"INSERT","dynamodb":{"Keys")"), 2,
        "3 refused: dynamodb: This is no JSON");
    row("half a record at the end", "{\"Records\":[\n" + change(kOne, "1") + ",\n" + R"({"eventID")", 1,
        "ended early");
    row("an open list", "{\"Records\":[\n" + change(kOne, "1") + ",\n" + change(kTwo, "2"), 2, "ended early");
    row("null", changes("null"), 2, "3 refused");
    row("a number", changes("7"), 2, "3 refused");
    row("an empty record", changes("{}"), 2, "3 refused");
    row("no dynamodb", changes(R"({"eventName":"INSERT","eventSource":"aws:dynamodb"})"), 2, "3 refused");
    row("dynamodb is a text", changes(R"({"eventName":"INSERT","dynamodb":"x"})"), 2, "3 refused");
    row("another event", changes(R"({"eventName":"RENAME","dynamodb":{"Keys":{"pk":{"S":"x"}}}})"), 2,
        "3 refused");
    row("an event that is a number", changes(R"({"eventName":1,"dynamodb":{"Keys":{"pk":{"S":"x"}}}})"), 2,
        "3 refused: The record");
    row("an insert without an image",
        changes(R"({"eventName":"INSERT","dynamodb":{"Keys":{"pk":{"S":"x"}}}})"), 2, "3 refused");
    row("an image that is a list", changes(change("[]", "3")), 2, "3 refused");
    row("an image of a wrong number", changes(change(R"({"pk":{"S":"x"},"a":{"N":"--1"}})", "3")), 2,
        "3 refused");
    row("an image twice", changes(R"({"eventName":"INSERT","dynamodb":{"NewImage":{},"NewImage":{}}})"), 2,
        "3 refused");
    row("a removal without keys", changes(R"({"eventName":"REMOVE","dynamodb":{}})"), 2, "3 refused");
    row("keys that are a number", changes(R"({"eventName":"REMOVE","dynamodb":{"Keys":1}})"), 2, "3 refused");
    row("a sequence number that is none", changes(change(kOne, "x1")), 3,
        "warning 3: Some records have no sequence number");
    row("a sequence number of 60 digits", changes(change(kOne, std::string(60, '9'))), 3,
        "warning 3: Some records have no sequence number");
    row("wrong base64", changes(change(R"({"pk":{"S":"x"},"a":{"B":"?"}})", "3")), 2, "3 refused");
    row("an empty set", changes(change(R"({"pk":{"S":"x"},"a":{"BS":[]}})", "3")), 2, "3 refused");
    row("bytes that are no UTF-8", changes(change("{\"pk\":{\"S\":\"\xE2\x82\"}}", "3")), 2, "3 refused");
    row("a zero", changes(change("{\"pk\":{\"S\":\"\0\"}}"s, "3")), 2, "3 refused");
    row("200,000 brackets",
        changes(change(
            R"({"pk":{"S":"x"},"a":)" + std::string(200'000, '[') + std::string(200'000, ']') + "}", "3")),
        2, "3 refused");
    row("200,000 open braces", changes(repeated("{\"a\":", 200'000)), 2, "3 refused: a.a.a");
    row("an open string", changes(R"({"eventName":"INSERT)"), 2, "3 refused: A string is not closed");
    row("CR LF", "{\"Records\":[\r\n" + change(kOne, "1") + ",\r\n5\r\n]}\r\n", 1, "3 refused");
    row("a record of another service",
        changes(R"({"eventSource":"aws:s3","eventName":"ObjectCreated:Put","s3":{}})"), 2, "3 refused");
    row("an item between", changes(kOne), 2, "3 refused");
    row("a record of 17 MiB",
        changes(change(R"({"pk":{"S":")" + std::string(17 * 1024 * 1024, 'a') + "\"}}", "3")), 2,
        "3 too long");
}

void TestJsonDamage::everyCutAndByte_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("most");
    const auto row = [](const char* name, SourceFormat format, const std::string& text, int most) {
        QTest::newRow(name) << static_cast<int>(format) << text << most;
    };
    row("JSON lines", SourceFormat::Items, kOne + "\n" + kTwo + "\n", 2);
    row("a list", SourceFormat::Items, "[\n  " + kOne + ",\n  " + kTwo + "\n]\n", 2);
    row("a page", SourceFormat::Items, "{\n\"Items\": [\n" + kOne + ",\n" + kTwo + "\n],\n\"Count\": 2\n}\n",
        2);
    row("a batch", SourceFormat::BatchWrite, "{\"Music\":[\n" + put(kOne) + ",\n" + put(kTwo) + "\n]}\n", 2);
    row("stream records", SourceFormat::StreamRecords,
        "{\"Records\":[\n" + change(kOne, "1") + ",\n" + change(kTwo, "2") + "\n]}\n", 2);
}

void TestJsonDamage::everyCutAndByte() {
    QFETCH(int, format);
    QFETCH(std::string, text);
    QFETCH(int, most);
    checkEveryCutAndByte(text, static_cast<SourceFormat>(format), most);
}

QTEST_APPLESS_MAIN(TestJsonDamage)
#include "tst_json_damage.moc"
