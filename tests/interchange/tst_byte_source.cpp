// Text out of every packing that a source may have; and out of damaged ones what is good, then what is wrong.
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "engine/interchange/byte_source.h"
#include "tests/interchange/packed.h"

using namespace partita;
using namespace partita::testing;
using namespace std::string_view_literals;

namespace {

const std::string kUtf8Mark = "\xEF\xBB\xBF";
const std::string kLittleMark = "\xFF\xFE";
const std::string kBigMark = "\xFE\xFF";

struct Reading {
    std::string text;
    std::string problem;  // empty: none
    ErrorCode code = ErrorCode::Internal;
    std::uint64_t consumed = 0;
    std::uint64_t total = 0;
    std::string encoding;
    std::string compression;
};

Reading readAll(ByteSource source, std::size_t step = 10'000) {
    Reading reading;
    std::string piece(step, '\0');
    for (;;) {
        const auto got = source.read(piece.data(), piece.size());
        if (!got) {
            reading.problem = got.error().text();
            reading.code = got.error().code;
            // A fault stays.
            if (source.read(piece.data(), piece.size()).ok()) reading.problem += " and then none";
            break;
        }
        if (*got == 0) break;
        reading.text.append(piece, 0, *got);
    }
    reading.consumed = source.consumed();
    reading.total = source.total();
    reading.encoding = source.encoding();
    reading.compression = source.compression();
    return reading;
}

Reading readText(std::string_view bytes, std::size_t step = 10'000) {
    return readAll(ByteSource::ofText(std::string(bytes)), step);
}

QByteArray bytesOf(std::string_view text) {
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

bool beginsWith(const std::string& whole, const std::string& part) {
    return whole.compare(0, part.size(), part) == 0;
}

std::string longText() {
    std::string text;
    for (int i = 0; i < 20'000; ++i) {
        text += "{\"pk\":\"" + std::to_string(i * 7919 % 20'011) +
                "\",\"name\":\"Zo\xC3\xAB \xE2\x82\xAC \xF0\x9F\x98\x80\"}\n";
    }
    return text;
}

}  // namespace

class TestByteSource final : public QObject {
    Q_OBJECT

  private slots:
    void packings_data();
    void packings();
    void files();
    void pipe();
    void standardInput();
    void head();
    void cut_data();
    void cut();
    void everyByteWrong_data();
    void everyByteWrong();
    void damage_data();
    void damage();
    void refused_data();
    void refused();
    void letThrough_data();
    void letThrough();
    void bomb();
};

void TestByteSource::packings_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("encoded");
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<QString>("compression");
    const std::vector<std::pair<const char*, std::string>> texts = {
        {"one letter", "{"},
        {"two letters", "{}"},
        {"line", "{\"pk\":\"Zo\xC3\xAB\",\"x\":\"\xE2\x82\xAC\xF0\x9F\x98\x80\"}\r\n"},
        {"long", longText()}};
    struct Encoding {
        const char* title;
        const char* name;
        std::string (*encode)(const std::string& text);
    };
    const std::vector<Encoding> encodings = {
        {"UTF-8", "UTF-8", [](const std::string& text) { return text; }},
        {"UTF-8 with mark", "UTF-8", [](const std::string& text) { return kUtf8Mark + text; }},
        {"UTF-16LE", "UTF-16LE", [](const std::string& text) { return utf16Of(text, false); }},
        {"UTF-16BE", "UTF-16BE", [](const std::string& text) { return utf16Of(text, true); }},
        {"UTF-16LE with mark", "UTF-16LE",
         [](const std::string& text) { return kLittleMark + utf16Of(text, false); }},
        {"UTF-16BE with mark", "UTF-16BE",
         [](const std::string& text) { return kBigMark + utf16Of(text, true); }}};
    struct Compression {
        const char* title;
        const char* name;
        std::string (*compress)(const std::string& bytes);
    };
    const std::vector<Compression> compressions = {
        {"plain", "", [](const std::string& bytes) { return bytes; }},
        {"gzip", "gzip", [](const std::string& bytes) { return gzipOf(bytes); }},
        {"gzip of several members", "gzip",
         [](const std::string& bytes) {
             const std::size_t half = bytes.size() / 2;
             return gzipOf(bytes.substr(0, half)) + gzipOf("") + gzipOf(bytes.substr(half));
         }},
        {"gzip and zeros", "gzip",
         [](const std::string& bytes) { return gzipOf(bytes) + std::string(100'000, '\0'); }},
        {"zstd", "zstd", [](const std::string& bytes) { return zstdOf(bytes); }},
        {"zstd of several frames", "zstd", [](const std::string& bytes) {
             const std::size_t half = bytes.size() / 2;
             const std::string skippable("\x53\x2A\x4D\x18\x03\0\0\0abc", 11);
             return skippable + zstdOf(bytes.substr(0, half)) + zstdOf("") + skippable +
                    zstdOf(bytes.substr(half));
         }}};
    for (const auto& [title, text] : texts) {
        for (const Encoding& encoding : encodings) {
            for (const Compression& compression : compressions) {
                QTest::addRow("%s, %s, %s", title, encoding.title, compression.title)
                    << bytesOf(text) << bytesOf(compression.compress(encoding.encode(text))) << encoding.name
                    << compression.name;
            }
        }
    }
}

void TestByteSource::packings() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, encoded);
    QFETCH(QString, encoding);
    QFETCH(QString, compression);
    for (const std::size_t step :
         {std::size_t{1}, std::size_t{7}, std::size_t{4096}, std::size_t{1'000'000}}) {
        if (step < 4096 && text.size() > 1000) continue;
        const Reading reading = readText(encoded.toStdString(), step);
        QCOMPARE(QString::fromStdString(reading.problem), QString());
        QCOMPARE(bytesOf(reading.text), text);
        QCOMPARE(QString::fromStdString(reading.encoding), encoding);
        QCOMPARE(QString::fromStdString(reading.compression), compression);
        QCOMPARE(reading.total, static_cast<std::uint64_t>(encoded.size()));
        QCOMPARE(reading.consumed, static_cast<std::uint64_t>(encoded.size()));
    }
}

void TestByteSource::files() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("items.json.gz").toStdString();
    const std::string packed = gzipOf(longText());
    writeFile(path, packed);
    auto source = ByteSource::open(path);
    QVERIFY(source.ok());
    QCOMPARE(source->name(), path);
    QCOMPARE(source->total(), std::uint64_t{packed.size()});
    QCOMPARE(source->consumed(), std::uint64_t{0});
    std::string half(longText().size() / 2, '\0');
    std::size_t got = 0;
    while (got < half.size())
        got += *source->read(half.data() + got, half.size() - got);
    QVERIFY2(source->consumed() > packed.size() / 3 && source->consumed() < packed.size() * 2 / 3,
             std::to_string(source->consumed()).c_str());

    const auto missing = ByteSource::open(folder.filePath("none").toStdString());
    QVERIFY(!missing.ok());
    QCOMPARE(missing.error().code, ErrorCode::FileMissing);
    const auto isFolder = ByteSource::open(folder.path().toStdString());
    QVERIFY(!isFolder.ok());
    QCOMPARE(isFolder.error().code, ErrorCode::InputOutput);
    auto nothing = ByteSource::open("/dev/null");
    QVERIFY(nothing.ok());
    QCOMPARE(readAll(*std::move(nothing)).problem, std::string());
}

void TestByteSource::pipe() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    const std::string packed = zstdOf(kLittleMark + utf16Of(longText(), false));
    std::thread writer([&] { writeFile(path, packed); });
    auto source = ByteSource::open(path);
    QVERIFY(source.ok());
    const Reading reading = readAll(*std::move(source));
    writer.join();
    QCOMPARE(QString::fromStdString(reading.problem), QString());
    QVERIFY(reading.text == longText());
    QCOMPARE(reading.total, std::uint64_t{0});
    QCOMPARE(reading.consumed, std::uint64_t{packed.size()});
}

void TestByteSource::standardInput() {
    int ends[2] = {};
    QCOMPARE(::pipe(ends), 0);
    const int before = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    std::thread writer([&] {
        // As slowly as a program that prints: the marks themselves come in pieces.
        for (const char c : gzipOf("{\"a\":1}\n")) {
            if (::write(ends[1], &c, 1) != 1) break;
        }
        ::close(ends[1]);
    });
    auto source = ByteSource::open("-");
    const Reading reading = readAll(*std::move(source));
    writer.join();
    ::dup2(before, STDIN_FILENO);
    ::close(before);
    QCOMPARE(reading.text, std::string("{\"a\":1}\n"));
    QCOMPARE(reading.compression, std::string("gzip"));
}

void TestByteSource::head() {
    const std::string text = longText();
    for (const std::string& packed : {text, gzipOf(text), kBigMark + utf16Of(text, true)}) {
        ByteSource source = ByteSource::ofText(packed, "the pasted text");
        QCOMPARE(source.name(), std::string("the pasted text"));
        QCOMPARE(*source.head(10), std::string_view(text).substr(0, 10));
        QCOMPARE(*source.head(200'000), std::string_view(text).substr(0, 200'000));
        QCOMPARE(*source.head(20), std::string_view(text).substr(0, 20));
        std::string begin(5, '\0');
        QCOMPARE(*source.read(begin.data(), 5), std::size_t{5});
        QCOMPARE(*source.head(20), std::string_view(text).substr(5, 20));
        const Reading reading = readAll(std::move(source));
        QVERIFY(begin + reading.text == text);
    }
    ByteSource small = ByteSource::ofText("abc");
    QCOMPARE(*small.head(4096), std::string_view("abc"));
    ByteSource empty = ByteSource::ofText("");
    QCOMPARE(*empty.head(4096), std::string_view());
}

void TestByteSource::cut_data() {
    QTest::addColumn<QByteArray>("packed");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    std::string text;
    for (int i = 0; i < 60; ++i)
        text += "{\"pk\":\"" + std::to_string(i * 7919) + " \xE2\x82\xAC\xF0\x9F\x98\x80\"}\n";
    QTest::newRow("gzip") << bytesOf(gzipOf(text)) << bytesOf(text) << "gzip";
    QTest::newRow("gzip of two members")
        << bytesOf(gzipOf(text) + gzipOf(text)) << bytesOf(text + text) << "gzip";
    QTest::newRow("zstd") << bytesOf(zstdOf(text)) << bytesOf(text) << "zstd";
    QTest::newRow("zstd of two frames")
        << bytesOf(zstdOf(text) + zstdOf(text)) << bytesOf(text + text) << "zstd";
    QTest::newRow("UTF-16LE") << bytesOf(kLittleMark + utf16Of(text, false)) << bytesOf(text) << "UTF-16";
    QTest::newRow("UTF-16BE without mark") << bytesOf(utf16Of(text, true)) << bytesOf(text) << "UTF-16";
    QTest::newRow("gzip of UTF-16") << bytesOf(gzipOf(kBigMark + utf16Of(text, true))) << bytesOf(text) << "";
}

void TestByteSource::cut() {
    QFETCH(QByteArray, packed);
    QFETCH(QByteArray, text);
    QFETCH(QString, kind);
    const std::string whole = text.toStdString();
    std::size_t most = 0;
    constexpr std::size_t kTellTale = 4;  // fewer bytes may be the beginning of anything
    for (std::size_t size = 0; size < static_cast<std::size_t>(packed.size()); ++size) {
        const Reading reading = readText({packed.constData(), size});
        QVERIFY(reading.problem.empty() || reading.code == ErrorCode::BadInput);
        if (size < kTellTale) continue;
        QVERIFY2(beginsWith(whole, reading.text), reading.text.c_str());
        QVERIFY(reading.text.size() >= most);
        most = reading.text.size();
        if (reading.problem.empty()) {
            // Cut where a part ends, or between characters of UTF-16.
            QVERIFY2(kind == "UTF-16" || reading.text.size() * 2 == whole.size(),
                     std::to_string(size).c_str());
            continue;
        }
        if (kind.isEmpty()) continue;
        const QString problem = QString::fromStdString(reading.problem);
        QVERIFY2(problem.contains(kind) && problem.contains(" breaks off at byte "), reading.problem.c_str());
        if (kind == "UTF-16") continue;
        QVERIFY2(problem.contains("at byte " + QString::number(reading.text.size()) + " of"),
                 reading.problem.c_str());
    }
    QVERIFY(most > whole.size() / 3);
}

void TestByteSource::everyByteWrong_data() {
    cut_data();
}

void TestByteSource::everyByteWrong() {
    QFETCH(QByteArray, packed);
    for (qsizetype at = 0; at < packed.size(); ++at) {
        for (const int flipped : {0x01, 0x80, 0xFF}) {
            std::string bytes = packed.toStdString();
            bytes[static_cast<std::size_t>(at)] =
                static_cast<char>(bytes[static_cast<std::size_t>(at)] ^ flipped);
            const Reading reading = readText(bytes);
            QVERIFY(reading.text.size() < 1'000'000);
            if (!reading.problem.empty()) QCOMPARE(reading.code, ErrorCode::BadInput);
        }
    }
}

void TestByteSource::damage_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("problem");
    const std::string line = "{\"a\":1}\n";
    std::string badSum = gzipOf(line);
    badSum[badSum.size() - 8] = static_cast<char>(badSum[badSum.size() - 8] ^ 1);
    QTest::newRow("gzip checksum")
        << bytesOf(badSum) << bytesOf(line)
        << "text: The gzip data is damaged at byte 8 of the text: incorrect data check. "
           "What comes before is read; the rest is not.";
    std::string badZstd = zstdOf(line);
    badZstd.back() = static_cast<char>(badZstd.back() ^ 1);
    QTest::newRow("zstd checksum") << bytesOf(badZstd) << bytesOf("") << "zstd data is damaged at byte ";
    QTest::newRow("words behind gzip")
        << bytesOf(gzipOf(line) + "hello") << bytesOf(line) << "something else stands after its end";
    QTest::newRow("words behind zeros") << bytesOf(gzipOf(line) + std::string("\0\0hello", 7))
                                        << bytesOf(line) << "something else stands after its end";
    QTest::newRow("words behind zstd")
        << bytesOf(zstdOf(line) + "hello") << bytesOf(line) << "zstd data is damaged at byte 8 ";
    QTest::newRow("high surrogate alone")
        << bytesOf(kLittleMark + utf16Of("ab\ncd", false) + std::string("\x3D\xD8x\0", 4))
        << bytesOf("ab\ncd")
        << "The UTF-16 text is damaged at byte 12 of the text (line 2): 0xD83D is half of a character, and "
           "its "
           "other half is missing.";
    QTest::newRow("low surrogate alone")
        << bytesOf(kBigMark + utf16Of("ab", true) + std::string("\xDE\x3D\0x", 4)) << bytesOf("ab")
        << "0xDE3D";
    QTest::newRow("high surrogate at the end")
        << bytesOf(kBigMark + utf16Of("ab", true) + std::string("\xD8\x3D", 2)) << bytesOf("ab")
        << "The UTF-16 text breaks off at byte 6 of the text (line 1): it ends inside a character.";
}

void TestByteSource::damage() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    QFETCH(QString, problem);
    const Reading reading = readText(bytes.toStdString());
    QVERIFY2(bytesOf(reading.text).startsWith(text), reading.text.c_str());
    QCOMPARE(reading.code, ErrorCode::BadInput);
    QVERIFY2(QString::fromStdString(reading.problem).contains(problem), reading.problem.c_str());
}

void TestByteSource::refused_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, std::string_view bytes, const char* named) {
        QTest::newRow(name) << bytesOf(bytes) << QString(named);
    };
    row("Windows-1252", "id,name\n1,Ann\n2,Ren\xE9\n",
        "text: Byte 0xE9 at line 3 is no UTF-8; the text may be Windows-1252. Save it as UTF-8.");
    row("Windows-1252, last byte", "[{\"name\":\"Ren\xE9\"}]", "Byte 0xE9 at line 1");
    row("Shift_JIS", "{\"a\":\"\x83\x65\x83\x58\x83\x67\"}", "may be Shift_JIS");
    row("GBK", "{\"a\":\"\xD6\xD0\xCE\xC4\xD7\xD6\"}", "may be GBK");
    row("EBCDIC", "\xC0\x7F\x81\x7F\x7A\x40\x7F\xC1\xD5\xD5\x40\xC2\xC5\xD9\xC7\x7F\xD0", "may be EBCDIC");
    row("a mark cut in two", "\xEF\xBB", "Byte 0xEF at line 1");
    row("UTF-32LE with mark", "\xFF\xFE\0\0{\0\0\0"sv, "UTF-32");
    row("UTF-32BE with mark", "\0\0\xFE\xFF\0\0\0{"sv, "UTF-32");
    row("UTF-32LE", "{\0\0\0\"\0\0\0"sv, "UTF-32");
    row("UTF-32BE", "\0\0\0{\0\0\0\""sv, "UTF-32");
    row("zeros", "ab\0\1\2cd"sv, "holds zero bytes");
    row("SQLite", "SQLite format 3\0...."sv, "SQLite");
    row("PDF", "%PDF-1.7\n", "PDF");
    row("PNG", "\x89PNG\r\n\x1A\n", "PNG");
    row("JPEG", "\xFF\xD8\xFF\xE0", "JPEG");
    row("ZIP", "PK\x03\x04..", "ZIP");
    row("bzip2", "BZh91AY&SY..", "bunzip2");
    row("xz", "\xFD\x37zXZ\0"sv, "unxz");
    row("Parquet", "PAR1\x15\x04", "Parquet");
    row("binary Ion", "\xE0\x01\x00\xEA"sv, "Ion");
    row("old Excel", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", ".xls");
    row("tar", std::string("items.json") + std::string(247, '\0') + "ustar", "tar -xf");
    row("gzip of tar", gzipOf(std::string("items.json") + std::string(247, '\0') + "ustar"), "tar -xf");
    row("gzip of Windows-1252", gzipOf("a,\xE9\n"), "Byte 0xE9 at line 1");
    row("compressed twice", gzipOf(gzipOf("{}")), "twice");
}

void TestByteSource::refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, named);
    const Reading reading = readText(bytes.toStdString());
    QCOMPARE(reading.text, std::string());
    QCOMPARE(reading.code, ErrorCode::BadInput);
    QVERIFY2(QString::fromStdString(reading.problem).contains(named), reading.problem.c_str());
    ByteSource source = ByteSource::ofText(bytes.toStdString());
    QVERIFY(!source.head(10).ok());
}

void TestByteSource::letThrough_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, std::string_view bytes) { QTest::newRow(name) << bytesOf(bytes); };
    row("one damaged byte beside good ones", "{\"a\":\"\xC3\xA9\"}\n{\"b\":\"\xE9\"}\n");
    row("a byte that no text has", "{\"a\":1}\n{\"b\":\"\xFF\"}\n");
    row("cut inside a character", "{\"a\":\"x\xE2\x82");
    row("zeros behind JSON", "{\"a\":1}\n\0\0\0\0"sv);
    row("another encoding further on", std::string(5000, ' ') + "{\"a\":\"\xE9\"}");
}

void TestByteSource::letThrough() {
    QFETCH(QByteArray, bytes);
    const Reading reading = readText(bytes.toStdString());
    QCOMPARE(QString::fromStdString(reading.problem), QString());
    QCOMPARE(bytesOf(reading.text), bytes);
}

void TestByteSource::bomb() {
    // 64 MiB of the same line in some KiB; each piece is gone before the next is made.
    const std::string bytes = gzipOf("{" + std::string(64 * 1024 * 1024, ' ') + "}");
    QVERIFY(bytes.size() < 100'000);
    const auto residentKiB = [] {
        std::ifstream file("/proc/self/statm");
        long pages = 0;
        long resident = 0;
        file >> pages >> resident;
        return resident * (::sysconf(_SC_PAGESIZE) / 1024);
    };
    ByteSource source = ByteSource::ofText(bytes);
    std::string piece(100'000, '\0');
    const long before = residentKiB();
    long most = before;
    std::uint64_t text = 0;
    for (;;) {
        const auto got = source.read(piece.data(), piece.size());
        QVERIFY(got.ok());
        if (*got == 0) break;
        text += *got;
        most = std::max(most, residentKiB());
    }
    QCOMPARE(text, std::uint64_t{64 * 1024 * 1024 + 2});
    QVERIFY2(most - before < 4 * 1024, std::to_string(most - before).c_str());
}

QTEST_APPLESS_MAIN(TestByteSource)
#include "tst_byte_source.moc"
