// Out of damaged sources what is good, then what is wrong and where; and those that are no text at all.
#include <QTest>

#include "engine/interchange/byte_source.h"
#include "tests/interchange/packed.h"

using namespace partita;
using namespace partita::testing;
using namespace std::string_view_literals;

namespace {

bool beginsWith(const std::string& whole, const std::string& part) {
    return whole.compare(0, part.size(), part) == 0;
}

}  // namespace

class TestByteSourceDamage final : public QObject {
    Q_OBJECT

  private slots:
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
};

void TestByteSourceDamage::cut_data() {
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

void TestByteSourceDamage::cut() {
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

void TestByteSourceDamage::everyByteWrong_data() {
    cut_data();
}

void TestByteSourceDamage::everyByteWrong() {
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

void TestByteSourceDamage::damage_data() {
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

void TestByteSourceDamage::damage() {
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, text);
    QFETCH(QString, problem);
    const Reading reading = readText(bytes.toStdString());
    QVERIFY2(bytesOf(reading.text).startsWith(text), reading.text.c_str());
    QCOMPARE(reading.code, ErrorCode::BadInput);
    QVERIFY2(QString::fromStdString(reading.problem).contains(problem), reading.problem.c_str());
}

void TestByteSourceDamage::refused_data() {
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

void TestByteSourceDamage::refused() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, named);
    const Reading reading = readText(bytes.toStdString());
    QCOMPARE(reading.text, std::string());
    QCOMPARE(reading.code, ErrorCode::BadInput);
    QVERIFY2(QString::fromStdString(reading.problem).contains(named), reading.problem.c_str());
    ByteSource source = ByteSource::ofText(bytes.toStdString());
    QVERIFY(!source.head(10).ok());
}

void TestByteSourceDamage::letThrough_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, std::string_view bytes) { QTest::newRow(name) << bytesOf(bytes); };
    row("one damaged byte beside good ones", "{\"a\":\"\xC3\xA9\"}\n{\"b\":\"\xE9\"}\n");
    row("a byte that no text has", "{\"a\":1}\n{\"b\":\"\xFF\"}\n");
    row("cut inside a character", "{\"a\":\"x\xE2\x82");
    row("zeros behind JSON", "{\"a\":1}\n\0\0\0\0"sv);
    row("another encoding further on", std::string("{\"a\":\"\xE9\"}").insert(0, 5000, ' '));
}

void TestByteSourceDamage::letThrough() {
    QFETCH(QByteArray, bytes);
    const Reading reading = readText(bytes.toStdString());
    QCOMPARE(QString::fromStdString(reading.problem), QString());
    QCOMPARE(bytesOf(reading.text), bytes);
}

QTEST_APPLESS_MAIN(TestByteSourceDamage)
#include "tst_byte_source_damage.moc"
