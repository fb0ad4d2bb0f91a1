// Text out of every packing that a source may have, from wherever it comes.
#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "engine/interchange/byte_source.h"
#include "tests/interchange/packed.h"

using namespace partita;
using namespace partita::testing;

namespace {

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
    // Of 64 MiB. The address sanitizer keeps what is freed for a while.
    QVERIFY2(most - before < 16 * 1024, std::to_string(most - before).c_str());
}

QTEST_APPLESS_MAIN(TestByteSource)
#include "tst_byte_source.moc"
