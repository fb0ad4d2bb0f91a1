// Traces in and out: every form that is allowed, every fault with its line and reason.
#include <QtTest>

#include <fcntl.h>
#include <unistd.h>
#include <QTemporaryDir>

#include <thread>

#include "engine/partition/trace.h"
#include "engine/table/key.h"

using namespace partita;

namespace {

TableDefinition table() {
    TableDefinition result;
    result.name = "Workspaces";
    result.keys = {{{"EntityRef", ValueType::String}}, {{"Detail", ValueType::String}}};
    IndexDefinition index;
    index.name = "ByStatus";
    index.keys = {{{"status", ValueType::String}}, {}};
    result.indexes.push_back(index);
    index.name = "ByNumber";
    index.keys = {{{"number", ValueType::Number}}, {}};
    result.indexes.push_back(index);
    index.name = "ByDigest";
    index.keys = {{{"digest", ValueType::Binary}}, {}};
    result.indexes.push_back(index);
    index.name = "ByBoth";
    index.keys = {{{"status", ValueType::String}, {"number", ValueType::Number}}, {}};
    result.indexes.push_back(index);
    index.name = "ByDate";
    index.kind = IndexKind::Local;
    index.keys = {{{"EntityRef", ValueType::String}}, {{"date", ValueType::String}}};
    result.indexes.push_back(index);
    return result;
}

// JSON is written with ' for " here, so that it can be read.
QByteArray json(const char* text) {
    return QByteArray(text).replace('\'', '"');
}

struct ReadBack {
    Result<TraceReport> report;
    std::vector<LoadEvent> events;
};

std::string keyOf(const std::string& index, const std::vector<Value>& values) {
    return keyPart(table().index(index)->keys.partition, values).value();
}

}  // namespace

class TestTrace final : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void good_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("resource");
        QTest::addColumn<QByteArray>("key");  // null: none
        QTest::addColumn<quint64>("read");
        QTest::addColumn<quint64>("write");
        QTest::addColumn<bool>("assumed");
        const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
        const QByteArray t = json("{'time':'2026-05-01T10:00:00.250Z','operation':");
        const QByteArray acme = "WS#acme";
        const quint64 none = 0;
        QTest::newRow("query") << t + json("'Query','key':'WS#acme','readUnits':2.5}") << QByteArray() << acme
                               << quint64{5} << none << false;
        QTest::newRow("both units") << t + json("'X','key':'WS#acme','readUnits':1,'writeUnits':0.5}")
                                    << QByteArray() << acme << quint64{2} << quint64{1} << false;
        QTest::newRow("any order, spaces")
            << QByteArray(json(" { 'key' : 'WS#acme' , 'readUnits' : 1.0 , 'operation' : 'Query', 'time' : "
                               "'2026-05-01T12:00:00.250+02:00' } "))
            << QByteArray() << acme << quint64{2} << none << false;
        QTest::newRow("exponent") << t + json("'Query','key':'WS#acme','readUnits':25e-1}") << QByteArray()
                                  << acme << quint64{5} << none << false;
        QTest::newRow("zero units") << t + json("'Query','key':'WS#acme','readUnits':0}") << QByteArray()
                                    << acme << none << none << false;
        QTest::newRow("read by default")
            << t + json("'GetItem','key':'WS#acme'}") << QByteArray() << acme << quint64{1} << none << true;
        QTest::newRow("write by default") << t + json("'UpdateItem','key':'WS#acme'}") << QByteArray() << acme
                                          << none << quint64{2} << true;
        QTest::newRow("nulls are absent")
            << t + json("'PutItem','key':'WS#acme','index':null,'readUnits':null}") << QByteArray() << acme
            << none << quint64{2} << true;
        QTest::newRow("scan") << t + json("'Scan','readUnits':128}") << QByteArray() << QByteArray()
                              << quint64{256} << none << false;
        QTest::newRow("null key is a scan") << t + json("'Scan','key':null,'readUnits':128}") << QByteArray()
                                            << QByteArray() << quint64{256} << none << false;
        QTest::newRow("escapes, CJK")
            << t + json("'Query','key':'\\u30ef\\u30fc\\u30af \\'\\ud83d\\ude00\\' 日本'}") << QByteArray()
            << QByteArray("ワーク \"😀\" 日本") << quint64{1} << none << true;
        QTest::newRow("unknown fields")
            << t + json(
                       "'Query','key':'WS#acme','note':{'a':[1,null,true,'x',{'b':2e9}],'key':'no'},'id':"
                       "123456789012345678901234567890123456789,'readUnits':1}")
            << QByteArray() << acme << quint64{2} << none << false;
        QTest::newRow("escaped name") << t + json("'Query','\\u006bey':'WS#acme','readUnits':1}")
                                      << QByteArray() << acme << quint64{2} << none << false;
        QTest::newRow("GSI") << t + json("'Query','index':'ByStatus','key':'ACTIVE','readUnits':1}")
                             << QByteArray("ByStatus") << QByteArray("ACTIVE") << quint64{2} << none << false;
        QTest::newRow("key before its index")
            << t + json("'Query','key':'12.50','index':'ByNumber','readUnits':1}") << QByteArray("ByNumber")
            << bytes(keyOf("ByNumber", {Value::number(Number::parse("12.5").value())})) << quint64{2} << none
            << false;
        QTest::newRow("number as number")
            << t + json(
                       "'Query','key':12345678901234567890123456789012345678 "
                       ",'index':'ByNumber','readUnits':1}")
            << QByteArray("ByNumber")
            << bytes(keyOf("ByNumber",
                           {Value::number(Number::parse("12345678901234567890123456789012345678").value())}))
            << quint64{2} << none << false;
        QTest::newRow("binary") << t + json("'Query','index':'ByDigest','key':'AAEC','readUnits':1}")
                                << QByteArray("ByDigest") << QByteArray("\0\1\2", 3) << quint64{2} << none
                                << false;
        QTest::newRow("several") << t + json("'Query','index':'ByBoth','key':['ACTIVE','7'],'readUnits':1}")
                                 << QByteArray("ByBoth")
                                 << bytes(keyOf("ByBoth",
                                                {Value::string("ACTIVE"), Value::number(std::int64_t{7})}))
                                 << quint64{2} << none << false;
        QTest::newRow("array of one") << t + json("'Query','key':['WS#acme'],'readUnits':1}") << QByteArray()
                                      << acme << quint64{2} << none << false;
        QTest::newRow("LSI counts on the table")
            << t + json("'Query','index':'ByDate','key':'WS#acme','readUnits':1}") << QByteArray() << acme
            << quint64{2} << none << false;
    }
    void good() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, resource);
        QFETCH(QByteArray, key);
        QFETCH(quint64, read);
        QFETCH(quint64, write);
        QFETCH(bool, assumed);
        const ReadBack back = readBack(line);
        QVERIFY(back.report.ok());
        QVERIFY2(back.events.size() == 1,
                 back.report->problems.empty() ? "" : back.report->problems[0].reason.c_str());
        const LoadEvent& event = back.events[0];
        QCOMPARE(event.time, UtcMillis{1'777'629'600'250});
        QCOMPARE(QByteArray::fromStdString(event.resource), resource);
        QCOMPARE(event.keyBytes.has_value(), !key.isNull());
        if (event.keyBytes) QCOMPARE(QByteArray::fromStdString(*event.keyBytes), key);
        QCOMPARE(event.read, read);
        QCOMPARE(event.write, write);
        QCOMPARE(back.report->read, read);
        QCOMPARE(back.report->write, write);
        QCOMPARE(back.report->assumedUnits, assumed ? 1U : 0U);

        // Written and read again it is the same.
        const ReadBack again = readBack(QByteArray::fromStdString(traceLine(event, table())));
        QVERIFY(again.report.ok() && again.events.size() == 1);
        QCOMPARE(again.events[0].time, event.time);
        QCOMPARE(again.events[0].resource, event.resource);
        QCOMPARE(again.events[0].keyBytes, event.keyBytes);
        QCOMPARE(again.events[0].read, event.read);
        QCOMPARE(again.events[0].write, event.write);
        QCOMPARE(again.report->assumedUnits, 0U);
    }

    void bad_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("reason");  // a part of it
        const QByteArray t = json("{'time':'2026-05-01T10:00:00Z','operation':'Query'");
        QTest::newRow("no JSON") << QByteArray("hello") << QByteArray("not valid JSON");
        QTest::newRow("array") << QByteArray("[1]") << QByteArray("no JSON object");
        QTest::newRow("text") << QByteArray("\"x\"") << QByteArray("no JSON object");
        QTest::newRow("cut off") << t << QByteArray("not valid JSON");
        QTest::newRow("cut off in a string") << t + json(",'key':'WS") << QByteArray("not valid JSON");
        QTest::newRow("no comma") << t + json(" 'key':'WS'}") << QByteArray("not valid JSON");
        QTest::newRow("two objects") << t + "}{}" << QByteArray("follows");
        QTest::newRow("something behind") << t + json(",'key':'a'} x") << QByteArray("not valid JSON");
        QTest::newRow("no UTF-8") << t + ",\"key\":\"\xFF\"}" << QByteArray("UTF-8");
        QTest::newRow("half a surrogate") << t + json(",'key':'\\ud800'}") << QByteArray("not valid JSON");
        QTest::newRow("control character") << t + ",\"key\":\"\x01\"}" << QByteArray("not valid JSON");
        QTest::newRow("no time") << (json("{'operation':'Query'}")) << QByteArray("\"time\" is missing");
        QTest::newRow("time is a number")
            << (json("{'time':1777629600,'operation':'Query'}")) << QByteArray("\"time\" is not text");
        QTest::newRow("time is null")
            << (json("{'time':null,'operation':'Query'}")) << QByteArray("\"time\" is not text");
        QTest::newRow("no such day") << (json("{'time':'2026-02-30T10:00:00Z','operation':'Query'}"))
                                     << QByteArray("\"2026-02-30T10:00:00Z\" is no time");
        QTest::newRow("no operation")
            << (json("{'time':'2026-05-01T10:00:00Z','key':'a'}")) << QByteArray("\"operation\" is missing");
        QTest::newRow("unknown operation, no units")
            << (json("{'time':'2026-05-01T10:00:00Z','operation':'Fetch'}"))
            << QByteArray("\"Fetch\" is not known");
        QTest::newRow("twice") << t + json(",'key':'a','key':'b'}") << QByteArray("\"key\" is given twice");
        QTest::newRow("unknown index")
            << t + json(",'index':'Nope','key':'a'}") << QByteArray("has no index \"Nope\"");
        QTest::newRow("index is a number")
            << t + json(",'index':1,'key':'a'}") << QByteArray("\"index\" is not text");
        QTest::newRow("key is an object") << t + json(",'key':{'S':'a'}}") << QByteArray("written as text");
        QTest::newRow("key is a number, type S") << t + json(",'key':1}") << QByteArray("not of type N");
        QTest::newRow("empty key") << t + json(",'key':''}") << QByteArray("empty");
        QTest::newRow("empty array") << t + json(",'key':[]}") << QByteArray("this line gives 0");
        QTest::newRow("too many parts") << t + json(",'key':['a','b']}") << QByteArray("this line gives 2");
        QTest::newRow("far too many parts")
            << t + json(",'key':['a','b','c','d','e','f']}") << QByteArray("too many parts");
        QTest::newRow("too few parts")
            << t + json(",'index':'ByBoth','key':'ACTIVE'}") << QByteArray("this line gives 1");
        QTest::newRow("key too long")
            << t + ",\"key\":\"" + QByteArray(2049, 'k') + "\"}" << QByteArray("2048");
        QTest::newRow("no number") << t + json(",'index':'ByNumber','key':'seven'}") << QByteArray("seven");
        QTest::newRow("no base64") << t + json(",'index':'ByDigest','key':'A'}") << QByteArray("base64");
        QTest::newRow("negative units") << t + json(",'readUnits':-1}") << QByteArray("multiple of 0.5");
        QTest::newRow("a third") << t + json(",'readUnits':0.3}") << QByteArray("multiple of 0.5");
        QTest::newRow("too many units") << t + json(",'writeUnits':1e10}") << QByteArray("multiple of 0.5");
        QTest::newRow("units as text")
            << t + json(",'writeUnits':'1'}") << QByteArray("\"writeUnits\" is no number");
        QTest::newRow("units without a value")
            << t + json(",'writeUnits':}") << QByteArray("\"writeUnits\" is no number");
        QTest::newRow("leading zero")
            << t + json(",'readUnits':01}") << QByteArray("\"readUnits\" is no number");
        QTest::newRow("damaged unknown field")
            << t + json(",'x':tru,'key':'a'}") << QByteArray("not valid JSON");
        QTest::newRow("damaged number of an unknown field")
            << t + json(",'x':1.2.3,'key':'a'}") << QByteArray("not valid JSON");
        QTest::newRow("deep unknown field")
            << t + ",\"x\":" + QByteArray(5000, '[') + QByteArray(5000, ']') + "}"
            << QByteArray("too deeply");
        QTest::newRow("deep and cut off") << t + ",\"x\":" + QByteArray(5000, '[') << QByteArray("");
    }
    void bad() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, reason);
        const QByteArray good =
            json("{'time':'2026-05-01T10:00:00Z','operation':'Query','key':'a','readUnits':1}");
        const ReadBack back = readBack(good + "\n\n" + line + "\n" + good);
        QVERIFY(back.report.ok());
        QCOMPARE(back.report->lines, std::uint64_t{3});
        QCOMPARE(back.report->events, std::uint64_t{2});
        QCOMPARE(back.events.size(), std::size_t{2});
        QCOMPARE(back.report->badLines, std::uint64_t{1});
        QCOMPARE(back.report->problems.size(), std::size_t{1});
        QCOMPARE(back.report->problems[0].line, std::uint64_t{3});
        QVERIFY2(back.report->problems[0].reason.find(reason.toStdString()) != std::string::npos,
                 back.report->problems[0].reason.c_str());
        QCOMPARE(back.report->read, HalfUnits{4});
    }

    void lineEndsAndBlankLines() {
        const QByteArray line = json("{'time':'2026-05-01T10:00:00Z','operation':'Query','key':'a'}");
        const ReadBack back = readBack("\xEF\xBB\xBF" + line + "\r\n\r\n  \t\n" + line + "\n\n" + line);
        QVERIFY(back.report.ok());
        QCOMPARE(back.report->lines, std::uint64_t{3});
        QCOMPARE(back.report->events, std::uint64_t{3});
        QCOMPARE(back.report->badLines, std::uint64_t{0});
        QCOMPARE(readBack("").report->lines, std::uint64_t{0});
        QCOMPARE(readBack("\n").report->lines, std::uint64_t{0});
    }

    void longLinesAndManyProblems() {
        const QByteArray line = json("{'time':'2026-05-01T10:00:00Z','operation':'Query','key':'a'}");
        const QByteArray padded =
            json("{'x':'") + QByteArray((1 << 20) - 100, 'x') + json("',") + line.mid(1);
        const ReadBack back = readBack(line + "\n" + QByteArray(5 << 20, '{') + "\n" + padded + "\n" + line);
        QVERIFY(back.report.ok());
        QCOMPARE(back.report->events, std::uint64_t{3});
        QCOMPARE(back.report->problems.size(), std::size_t{1});
        QCOMPARE(back.report->problems[0].line, std::uint64_t{2});
        QVERIFY(back.report->problems[0].reason.find("1 MiB") != std::string::npos);
        QCOMPARE(readBack(QByteArray(3 << 20, 'x')).report->badLines, std::uint64_t{1});

        const ReadBack many = readBack(QByteArray("no\n").repeated(250));
        QCOMPARE(many.report->badLines, std::uint64_t{250});
        QCOMPARE(many.report->problems.size(), std::size_t{100});
        QCOMPARE(many.report->problems.back().line, std::uint64_t{100});
    }

    void linesAcrossBlocks() {
        // Lines of many lengths, so that block ends fall everywhere in them.
        QByteArray text;
        std::vector<std::string> keys;
        for (int i = 0; text.size() < (3 << 20); ++i) {
            keys.push_back("k" + std::to_string(i) +
                           std::string(static_cast<std::size_t>(i * 37 % 1900), 'x'));
            text += json("{'time':'2026-05-01T10:00:00Z','operation':'Query','key':'") +
                    QByteArray::fromStdString(keys.back()) + "\"}\n";
        }
        const ReadBack back = readBack(text);
        QVERIFY(back.report.ok());
        QCOMPARE(back.events.size(), keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i)
            QVERIFY(back.events[i].keyBytes == keys[i]);
    }

    void sourcesThatCannotBeRead() {
        const auto codeOf = [&](const std::string& path) {
            const auto report = readTrace(path, table(), [](const LoadEvent&) {});
            return report ? ErrorCode::Internal : report.error().code;
        };
        QCOMPARE(codeOf(pathOf("missing.jsonl")), ErrorCode::FileMissing);
        QCOMPARE(codeOf(m_folder.path().toStdString()), ErrorCode::InputOutput);
        QCOMPARE(readBack(QByteArray("\x1F\x8B\x08\x00", 4)).report.error().code, ErrorCode::BadInput);
        QCOMPARE(readBack(QByteArray("\xFF\xFE{\0", 4)).report.error().code, ErrorCode::BadInput);
    }

    void standardInput() {
        const QByteArray line = json("{'time':'2026-05-01T10:00:00Z','operation':'Query','key':'a'}");
        int ends[2];
        QCOMPARE(pipe(ends), 0);
        const int kept = dup(STDIN_FILENO);
        QCOMPARE(::write(ends[1], line.data(), static_cast<std::size_t>(line.size())), line.size());
        ::close(ends[1]);
        dup2(ends[0], STDIN_FILENO);
        const auto report = readTrace("-", table(), [](const LoadEvent&) {});
        dup2(kept, STDIN_FILENO);
        ::close(ends[0]);
        ::close(kept);
        QVERIFY(report.ok());
        QCOMPARE(report->events, std::uint64_t{1});
    }

    void progressAndCancel() {
        const QByteArray text =
            (json("{'time':'2026-05-01T10:00:00Z','operation':'Query','key':'a'}") + "\n").repeated(60'000);
        write("long.jsonl", text);
        std::stop_source stop;
        std::vector<Progress> reports;
        const auto keep = [&](const Progress& progress) { reports.push_back(progress); };
        QVERIFY(readTrace(
                    pathOf("long.jsonl"), table(), [](const LoadEvent&) {}, keep)
                    .ok());
        QVERIFY(reports.size() >= 3);
        QCOMPARE(reports.back().bytesDone, static_cast<std::uint64_t>(text.size()));
        QCOMPARE(reports.back().bytesTotal, static_cast<std::uint64_t>(text.size()));
        QCOMPARE(reports.back().itemsDone, std::uint64_t{60'000});
        std::uint64_t events = 0;
        const auto cancelled = readTrace(
            pathOf("long.jsonl"), table(), [&](const LoadEvent&) { ++events; },
            [&](const Progress&) { stop.request_stop(); }, stop.get_token());
        QVERIFY(!cancelled.ok());
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        QVERIFY(events < 60'000);
    }

    void theSinkRunsOnTheCallersThreadAndMayThrow() {
        write(
            "long.jsonl",
            (json("{'time':'2026-05-01T10:00:00Z','operation':'Query','key':'a'}") + "\n").repeated(60'000));
        const std::thread::id caller = std::this_thread::get_id();
        std::uint64_t events = 0;
        const auto sink = [&](const LoadEvent&) {
            if (std::this_thread::get_id() != caller || ++events == 5'000) throw events;
        };
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(readTrace(pathOf("long.jsonl"), table(), sink)),
                                 std::uint64_t);
        QCOMPARE(events, std::uint64_t{5'000});
    }

    void damagedLinesNeverCrash() {
        const QByteArray line = json(
            "{'time':'2026-05-01T10:00:00.250Z','operation':'Query','index':'ByBoth','key':['A\\u00e9',12.5],"
            "'readUnits':2.5,'x':{'y':[1,'\\\\']}}");
        QByteArray text;
        for (int i = 0; i < line.size(); ++i) {
            text += line.left(i) + "\n" + line.mid(i) + "\n";
            for (const char c :
                 {'"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', 'n', ' ', '\x7F', '\xC3'}) {
                QByteArray wrong = line;
                wrong[i] = c;
                text += wrong + "\n" + line.left(i) + c + line.mid(i) + "\n";
            }
        }
        const ReadBack back = readBack(text);
        QVERIFY(back.report.ok());
        QCOMPARE(back.report->events + back.report->badLines, back.report->lines);
        QVERIFY(back.report->badLines > 1000);
    }

  private:
    std::string pathOf(const char* name) const { return m_folder.filePath(name).toStdString(); }
    void write(const char* name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    ReadBack readBack(const QByteArray& text) const {
        write("trace.jsonl", text);
        std::vector<LoadEvent> events;
        auto report = readTrace(pathOf("trace.jsonl"), table(),
                                [&](const LoadEvent& event) { events.push_back(event); });
        return {std::move(report), std::move(events)};
    }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestTrace)
#include "tst_trace.moc"
