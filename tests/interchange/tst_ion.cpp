// Ion text as items: every kind of value, what DynamoDB has no type for, where records end, and no damage
// that brings the reader down.
#include <QTest>

#include "engine/interchange/json.h"
#include "engine/interchange/read/ion_cutter.h"
#include "engine/interchange/read/ion_record.h"
#include "engine/interchange/read/readers.h"

using namespace partita;

namespace {

const KeySchema kNoKeys;

std::string decoded(const std::string& text, bool repair = false) {
    const auto record = decodeIonRecord(text, repair, false);
    if (!record) return "! " + record.error().message;
    std::string json = toDynamoDbJson(record->item);
    if (record->action == DecodedRecord::Action::Delete) json = "delete " + json;
    for (const std::string& repaired : record->repairs)
        json += " | " + repaired;
    return json;
}

TextWindow::Feed feedOf(std::string text, std::size_t piece) {
    return [text = std::move(text), piece, at = std::size_t{0}](char* into, std::size_t size) mutable {
        const std::size_t given = text.copy(into, std::min(size, piece), at);
        at += given;
        return Result<std::size_t>(given);
    };
}

/// The records, one a line, with line numbers.
std::string cut(const std::string& text, std::size_t piece) {
    IonCutter cutter(feedOf(text, piece), 8);
    std::string all;
    for (;;) {
        auto record = cutter.next();
        if (!record) return all + "! " + record.error().message;
        if (!*record) break;
        all += std::to_string((*record)->line) + ":" + std::string((*record)->text) +
               ((*record)->complete ? "" : " (cut off)") + "\n";
    }
    return all + (cutter.endedEarly() ? "early" : "");
}

}  // namespace

class TestIon final : public QObject {
    Q_OBJECT

  private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void repairs_data();
    void repairs();
    void nests();
    void cuts_data();
    void cuts();
    void survivesEveryCut();
    void survivesEveryBrokenByte();
    void cutsOffLongRecords();
    void readsAFile();
    void looksLike_data();
    void looksLike();
    void findsTheWriteTime();
};

void TestIon::reads_data() {
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* name, const char* value, const char* json) {
        QTest::newRow(name) << QString::fromUtf8(value) << QString::fromUtf8(json);
    };
    row("string", R"("a")", R"({"S":"a"})");
    row("empty string", R"("")", R"({"S":""})");
    row("brackets in a string", R"("}{][ //x /* ' ")", R"({"S":"}{][ //x /* ' "})");
    row("escapes", R"("\a\b\t\n\f\r\v\"\'\?\\\/")", R"({"S":"\u0007\b\t\n\f\r\u000b\"'?\\/"})");
    row("escaped zero", R"("a\0b")", R"({"S":"a\u0000b"})");
    row("escapes by number", R"("\x41\xe9\u00e9\u65e5\U0001F600")", R"({"S":"Aéé日😀"})");
    row("surrogate pair", R"("\ud83d\ude00")", R"({"S":"😀"})");
    row("escaped line break", "\"a\\\nb\\\r\nc\"", R"({"S":"abc"})");
    row("long string", "'''a'b''c\"\n\\n'''", R"({"S":"a'b''c\"\n\n"})");
    row("long strings joined", "'''a''' /* x */ '''b''' // y\n '''c'''", R"({"S":"abc"})");
    row("long string's line breaks", "'''a\r\nb\rc'''", R"({"S":"a\nb\nc"})");
    row("integer", "7", R"({"N":"7"})");
    row("negative", "-7", R"({"N":"-7"})");
    row("decimal point alone", "103.", R"({"N":"103"})");
    row("decimal", "-1.25", R"({"N":"-1.25"})");
    row("decimal exponent", "6d2", R"({"N":"600"})");
    row("capital exponent", "1.5D-3", R"({"N":"0.0015"})");
    row("plus exponent", "1d+2", R"({"N":"100"})");
    row("float", "1e3", R"({"N":"1000"})");
    row("zero", "0.", R"({"N":"0"})");
    row("negative zero", "-0d0", R"({"N":"0"})");
    row("underscores", "1_000.000_1", R"({"N":"1000.0001"})");
    row("hexadecimal", "-0xFf", R"({"N":"-255"})");
    row("binary integer", "0b1_01", R"({"N":"5"})");
    row("large hexadecimal", "0x4B3B4CA85A86C47A098A223FFFFFFFFF",
        R"({"N":"99999999999999999999999999999999999999"})");
    row("38 digits", "12345678901234567890123456789012345678.",
        R"({"N":"12345678901234567890123456789012345678"})");
    row("38 digits with a point", "1.2345678901234567890123456789012345678",
        R"({"N":"1.2345678901234567890123456789012345678"})");
    row("38 digits, exponent", "12345678901234567890123456789012345678d-100",
        R"({"N":"0.0000000000000000000000000000000000000000000000000000000000000012345678901234567890123456789012345678"})");
    row("true", "true", R"({"BOOL":true})");
    row("false", "false", R"({"BOOL":false})");
    row("null", "null", R"({"NULL":true})");
    row("null of nulls", "null.null", R"({"NULL":true})");
    row("blob", "{{aGVsbG8=}}", R"({"B":"aGVsbG8="})");
    row("blob with blanks", "{{ aGVs\n bG8= }}", R"({"B":"aGVsbG8="})");
    row("empty blob", "{{}}", R"({"B":""})");
    row("list", R"([1, "a", [], null,])", R"({"L":[{"N":"1"},{"S":"a"},{"L":[]},{"NULL":true}]})");
    row("struct", R"({b:1,"a":2,'c d':3,'''e''':4,})",
        R"({"M":{"a":{"N":"2"},"b":{"N":"1"},"c d":{"N":"3"},"e":{"N":"4"}}})");
    row("struct in struct", "{a:{b:{{YQ==}}}}", R"({"M":{"a":{"M":{"b":{"B":"YQ=="}}}}})");
    row("string set", R"($dynamodb_SS::["b","a"])", R"({"SS":["a","b"]})");
    row("number set", "$dynamodb_NS::[2.,1d0]", R"({"NS":["1","2"]})");
    row("binary set", "'$dynamodb_BS' :: [{{YQ==}}]", R"({"BS":["YQ=="]})");
    row("names that are keywords", "{true:1,'null':2}", R"({"M":{"null":{"N":"2"},"true":{"N":"1"}}})");
    row("symbol", "red", R"({"S":"red"} | The symbol at v was read as text.)");
    row("quoted symbol", "'a b'", R"({"S":"a b"} | The symbol at v was read as text.)");
    row("null of a type", "null.string", R"({"NULL":true} | The value null.string at v was read as NULL.)");
}

void TestIon::reads() {
    QFETCH(QString, value);
    QFETCH(QString, json);
    const QStringList parts = json.split(" | ");
    QString expected = "{\"v\":" + parts[0] + "}";
    if (parts.size() > 1) expected += " | " + parts[1];
    for (const char* const form : {"{v:%1}", "{ 'v' : %1 }", "$none::{v:%1}", "{Item:{v:%1}}"}) {
        QString text = QString(form).replace("%1", value);
        if (text.startsWith("$none::")) text.remove(0, 7);
        QCOMPARE(QString::fromStdString(decoded(text.toStdString())), expected);
    }
}

void TestIon::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wrong");  // the bytes that the error names
    QTest::addColumn<QString>("message");
    const auto row = [](const char* text, const char* wrong, const char* message) {
        QTest::newRow(text) << text << wrong << message;
    };
    row("{v:2026-05-01T}", "2026-05-01T", "DynamoDB has no timestamp");
    row("{v:2026-05-01T10:00:00.5-08:00}", "2026-05-01T10:00:00.5-08:00", "no timestamp");
    row("{v:(a b)}", "(", "no S-expression");
    row("{v:{{\"clob\"}}}", "{{\"clob\"}}", "no clob");
    row("{v:unit::3}", "unit::", "no annotation unit::");
    row("{v:nan}", "nan", "nan");
    row("{v:+inf}", "+inf", "+inf");
    row("{v:1d200}", "1d200", "Number overflow");
    row("{v:1d-200}", "1d-200", "Number underflow");
    row("{v:123456789012345678901234567890123456789.}", "123456789012345678901234567890123456789.",
        "38 significant");
    row("{v:0x1000000000000000000000000000000000001}", "0x1000000000000000000000000000000000001",
        "38 significant");
    row("{v:007}", "007", "no value of Ion");
    row("{v:1__0}", "1__0", "no value of Ion");
    row("{v:1_}", "1_", "no value of Ion");
    row("{v:.5}", ".5", "no value of Ion");
    row("{v:0x}", "0x", "no value of Ion");
    row("{v:1d}", "1d", "no value of Ion");
    row("{v:\"\\q\"}", "\\q", "escape");
    row("{v:\"\\ud83d\"}", "\\ud83d", "surrogate");
    row("{v:\"\\x4\"}", "\\x4\"", "hexadecimal");
    row("{v:\"\\U00110000\"}", "\\U00110000", "no character");
    row("{v:\"a}", "\"a}", "not closed");
    row("{v:'''a}", "'''a}", "not closed");
    row("{v:\"a\nb\"}", "\n", "line break");
    row("{v:{{@@}}}", "{{@@", "base64");
    row("{v:{{YQ==}", "{{YQ==}", "lob");
    row("{v:1,v:2}", "v", "occurs twice");
    row("{v:$dynamodb_SS::[]}", "[]", "empty");
    row("{v:$dynamodb_SS::[\"a\",\"a\"]}", "[\"a\",\"a\"]", "duplicates");
    row("{v:$dynamodb_NS::[\"a\"]}", "[\"a\"]", "type S");
    row("{v:$dynamodb_NS::1}", "$dynamodb_NS::1", "no list");
    row("{v:$10}", "$10", "stands for a text");
    row("{v:null.what}", "null.what", "no value");
    row("{v 1}", "1", "colon");
    row("{v:1 w:2}", "w", "comma");
    row("{v:}", "}", "no value");
    row("{v:[1 2]}", "2", "comma");
    row("{1:2}", "1", "name");
    row("{v:1} x", "x", "after the end");
    row("{v:1", "", "comma or }");
    row("{v:/* ", "/* ", "comment");
    row("[1]", "[1]", "something else");
    row("", "", "too early");
}

void TestIon::refuses() {
    QFETCH(QString, text);
    QFETCH(QString, wrong);
    QFETCH(QString, message);
    const std::string utf8 = text.toStdString();
    const auto record = decodeIonRecord(utf8, false, false);
    QVERIFY(!record);
    QVERIFY2(record.error().message.find(message.toStdString()) != std::string::npos,
             record.error().message.c_str());
    QVERIFY(record.error().range);
    const SourceRange range = *record.error().range;
    QVERIFY(range.begin <= range.end && range.end <= utf8.size());
    QCOMPARE(QString::fromStdString(utf8.substr(range.begin, range.end - range.begin)), wrong);
}

void TestIon::repairs_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("json");
    const auto row = [](const char* text, const char* json) { QTest::newRow(text) << text << json; };
    row("{Item:{v:2026-05-01T10:00Z}}",
        R"({"v":{"S":"2026-05-01T10:00Z"}} | The timestamp at v was read as the text 2026-05-01T10:00Z.)");
    row(R"({v:[{{"a\x01"}}]})", R"({"v":{"L":[{"B":"YQE="}]}} | The clob at v[0] was read as binary.)");
    row("{m:{v:unit::3}}",
        R"({"m":{"M":{"v":{"N":"3"}}}} | The annotation unit:: at m.v was read as the value alone.)");
    row("thing::{v:1}", R"({"v":{"N":"1"}} | The annotation thing:: was read as the value alone.)");
}

void TestIon::repairs() {
    QFETCH(QString, text);
    QFETCH(QString, json);
    QCOMPARE(QString::fromStdString(decoded(text.toStdString(), true)), json);
    QVERIFY(decoded(text.toStdString(), false).starts_with("! "));
}

void TestIon::nests() {
    const auto nested = [](int lists) {
        return "{Record:{Keys:{pk:1},NewImage:{v:" + std::string(static_cast<std::size_t>(lists), '[') +
               std::string(static_cast<std::size_t>(lists), ']') + "}}}";
    };
    QVERIFY(!decoded(nested(32)).starts_with("! "));
    QCOMPARE(decoded(nested(33)), std::string("! Nesting Levels have exceeded supported limits"));
    QCOMPARE(decoded(nested(2'000'000)), std::string("! Nesting Levels have exceeded supported limits"));
}

void TestIon::cuts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("records");
    const auto row = [](const char* name, const char* text, const char* records) {
        QTest::newRow(name) << text << records;
    };
    row("nothing", "", "");
    row("marker alone", "$ion_1_0\n", "");
    row("export lines", "$ion_1_0 {a:1}\n$ion_1_0 {b:2}\n", "1:{a:1}\n2:{b:2}\n");
    row("one line", "$ion_1_0 {a:1} $ion_1_0 {b:2}", "1:{a:1}\n1:{b:2}\n");
    row("spread over lines", "{a:1,\n b:{}}\n{c:3}", "1:{a:1,\n b:{}}\n3:{c:3}\n");
    row("a list", "[{a:1}, {b:2},\n{c:3}]", "1:{a:1}\n1:{b:2}\n2:{c:3}\n");
    row("an open list", "[{a:1}", "1:{a:1}\nearly");
    row("comments", "// {x}\n/* {y}\n ** */{a:1}// z", "3:{a:1}\n");
    row("an open comment", "{a:1}/* {", "1:{a:1}\nearly");
    row("brackets in texts", "{a:\"}\",b:'}',c:'''}\n'}''',d:{{}}}\n{e:1}",
        "1:{a:\"}\",b:'}',c:'''}\n'}''',d:{{}}}\n3:{e:1}\n");
    row("empty symbol", "{a:'',b:1}{c:1}", "1:{a:'',b:1}\n1:{c:1}\n");
    row("quotes in texts", "{a:\"\\\"}\",b:'\\'}',c:'''\\'''}'''}",
        "1:{a:\"\\\"}\",b:'\\'}',c:'''\\'''}'''}\n");
    row("brackets in comments", "{a:1 /* } */ // }\n}", "1:{a:1 /* } */ // }\n}\n");
    row("slashes in blobs", "{a:{{//8=}},b:{{/*/=}}}{c:1}", "1:{a:{{//8=}},b:{{/*/=}}}\n1:{c:1}\n");
    row("clobs", "{a:{{\"}}\"}},b:{{'''}}'''}}}{c:1}", "1:{a:{{\"}}\"}},b:{{'''}}'''}}}\n1:{c:1}\n");
    row("annotated", "x::'y z'::{a:1}\nw :: {b:1}", "1:x::'y z'::{a:1}\n2:w :: {b:1}\n");
    row("strays", "hello\n{a:1}\n12 {b:1}\n{c:1}", "1:hello\n2:{a:1}\n3:12 {b:1}\n4:{c:1}\n");
    row("strays in a list", "[1, 2 ,{a:1}]", "1:1\n1:2 \n1:{a:1}\n");
    row("cut off", "{a:1}\n{b:", "1:{a:1}\n2:{b: (cut off)\nearly");
    row("open text", "{a:\"x}\n{b:1}", "1:{a:\"x}\n2:{b:1}\n");
    row("open struct before a marker", "$ion_1_0 {a:{b:1}\n$ion_1_0 {c:1}\n", "1:{a:{b:1}\n2:{c:1}\n");
    row("open struct between lines", "{a:1}\n{b:{c:1}\n{d:1}", "1:{a:1}\n2:{b:{c:1}\n3:{d:1}\n");
    row("mark", "\xEF\xBB\xBF{a:1}", "1:{a:1}\n");
    row("another version", "$ion_1_1 {a:1}",
        "! This is another version of Ion, $ion_1_1; only Ion 1.0 can be read.");
}

void TestIon::cuts() {
    QFETCH(QString, text);
    QFETCH(QString, records);
    for (const std::size_t piece : {1, 2, 3, 5, 1000})
        QCOMPARE(QString::fromStdString(cut(text.toStdString(), piece)), records);
}

namespace {

const std::string kSample =
    "\xEF\xBB\xBF$ion_1_0 {Item:{pk:\"a\\u00e9\\\"\",n:1.5d-3,b:{{ aGVs bG8= }},ss:$dynamodb_SS::[\"a\"],"
    "'q s':'''x\n'y''' ''' z''',nul:null.int,m:{l:[true,-0x1F,[]]},c:{{\"cl\\x01\"}},"
    "t:2026-05-01T10:00:00.123Z,s:sym,/* c */ d:red::1}} // end\n";

}  // namespace

void TestIon::survivesEveryCut() {
    QVERIFY(!decoded(kSample.substr(12, kSample.rfind("//") - 12), true).starts_with("! "));
    for (std::size_t size = 0; size < kSample.size(); ++size) {
        const std::string text = kSample.substr(0, size);
        const std::string records = cut(text, 7);
        // A slash alone begins no comment.
        const std::size_t comment = kSample.rfind("//");
        const bool whole = size >= comment - 1 && size != comment + 1;
        if (size > 13 && size < comment - 1)
            QVERIFY2(records.find("cut off") != std::string::npos || records.ends_with("early"),
                     text.c_str());
        const auto record =
            decodeIonRecord(std::string_view(text).substr(std::min<std::size_t>(size, 12)), true, true);
        QCOMPARE(record.ok(), whole);
    }
}

void TestIon::survivesEveryBrokenByte() {
    for (std::size_t i = 0; i < kSample.size(); ++i) {
        for (const char c : {'\0', '"', '\'', '{', '}', '[', '\\', '\n', '/', ':', '\xFF'}) {
            std::string text = kSample;
            text[i] = c;
            text += kSample;
            cut(text, 64);
            ionWriteMicros(text.substr(12));
            const auto record = decodeIonRecord(std::string_view(text).substr(12), true, true);
            if (!record && record.error().range) QVERIFY(record.error().range->end <= text.size() - 12);
        }
    }
}

void TestIon::cutsOffLongRecords() {
    const std::string text = "{a:\"" + std::string(TextWindow::kLongestRecord + 100, 'x') + "\"}\n{b:1}";
    IonCutter cutter(feedOf(text, 1 << 20));
    auto first = cutter.next();
    QVERIFY(first && *first);
    QVERIFY((*first)->tooLong && !(*first)->complete);
    QCOMPARE((*first)->text.size(), TextWindow::kKeptOfTooLong);
    auto second = cutter.next();
    QVERIFY(second && *second);
    QCOMPARE(std::string((*second)->text), std::string("{b:1}"));
    QCOMPARE((*second)->line, std::uint64_t{2});
}

void TestIon::readsAFile() {
    const std::string text = "$ion_1_0\n[\n {Item:{z:\"1\",a:1.50}},\n {z:\"2\"}, {z:}\n]";
    auto reader = readIon(ByteSource::ofText(text), SourceDetection{}, SourceOptions{});
    QVERIFY(reader.ok());
    std::vector<std::string> seen;
    while (true) {
        auto record = (*reader)->next();
        QVERIFY(record.ok());
        if (!*record) break;
        const auto item = (*reader)->decode(**record, kNoKeys, true);
        seen.push_back(std::to_string((*record)->line) + (item ? toDynamoDbJson(item->item) : "!"));
        if (seen.size() == 1) {
            QCOMPARE(item->names, (std::vector<std::string>{"z", "a"}));
            QCOMPARE(item->numbersRewritten, 1U);
        }
    }
    QCOMPARE(seen,
             (std::vector<std::string>{R"(3{"a":{"N":"1.5"},"z":{"S":"1"}})", R"(4{"z":{"S":"2"}})", "4!"}));
    QVERIFY(!(*reader)->endedEarly());
    QCOMPARE((*reader)->tables().size(), std::size_t{1});

    auto binary = readIon(ByteSource::ofText(std::string("\xE0\x01\x00\xEA\x21\x01", 6)), {}, {});
    QVERIFY(!binary || !(*binary)->next());
}

void TestIon::looksLike_data() {
    QTest::addColumn<QString>("head");
    QTest::addColumn<bool>("isIon");
    QTest::newRow("marker") << "$ion_1_0 {" << true;
    QTest::newRow("bare name") << " {Item:{pk:\"a\"" << true;
    QTest::newRow("list") << "[\n  {pk : 1" << true;
    QTest::newRow("JSON") << "{\"Item\":" << false;
    QTest::newRow("JSON list") << "[{\"a\":1}]" << false;
    QTest::newRow("CSV") << "pk,sk\n1,2" << false;
    QTest::newRow("template") << "{{ x }}" << false;
    QTest::newRow("nothing") << "" << false;
    QTest::newRow("brace") << "{" << false;
}

void TestIon::looksLike() {
    QFETCH(QString, head);
    QFETCH(bool, isIon);
    QCOMPARE(!looksLikeIon(head.toStdString()).empty(), isIon);
}

void TestIon::findsTheWriteTime() {
    const auto micros = [](const char* text) {
        return static_cast<long long>(ionWriteMicros(text).value_or(0));
    };
    QCOMPARE(
        micros(
            "{Record:{Keys:{a:\"Metadata\",b:{{YQ==}}},Metadata:{WriteTimestampMicros:1684374845117899.}}}"),
        1684374845117899LL);
    QCOMPARE(micros("{Keys:{Metadata:{WriteTimestampMicros:5}},t:2026-05-01T10:00Z,Metadata:{"
                    "WriteTimestampMicros:17d2}}"),
             1700LL);
    QCOMPARE(micros("{Item:{Metadata:{WriteTimestampMicros:5}}}"), 0LL);
    QCOMPARE(micros("{Metadata:{WriteTimestampMicros:-5}}"), 0LL);
    QCOMPARE(micros("{Metadata:{"), 0LL);
    QCOMPARE(decoded("{Record:{Keys:{pk:\"a\"},Metadata:{WriteTimestampMicros:1.},OldImage:{pk:\"a\",n:1}}}"),
             std::string(R"(delete {"pk":{"S":"a"}})"));
    QCOMPARE(decoded("{Keys:{pk:\"a\"},Metadata:{WriteTimestampMicros:1.},NewImage:{pk:\"a\",n:1}}"),
             std::string(R"({"n":{"N":"1"},"pk":{"S":"a"}})"));
}

QTEST_APPLESS_MAIN(TestIon)
#include "tst_ion.moc"
