// Exports to S3 as people have them: whole, in part, renamed, unpacked, several of one table; and every
// difference between manifest and data is told.
#include <QTest>

#include "tests/interchange/s3_export_fixture.h"

using namespace partita;

namespace {

QByteArray item(const char* pk, int n) {
    return QByteArray(R"({"Item":{"pk":{"S":")") + pk + R"("},"n":{"N":")" + QByteArray::number(n) +
           "\"}}}\n";
}
QByteArray change(const char* pk, int n, qint64 micros) {
    return QByteArray(R"({"Metadata":{"WriteTimestampMicros":{"N":")") + QByteArray::number(micros) +
           R"("}},"Keys":{"pk":{"S":")" + pk + R"("}},"OldImage":{"pk":{"S":")" + pk +
           R"("}},"NewImage":{"pk":{"S":")" + pk + R"("},"n":{"N":")" + QByteArray::number(n) + "\"}}}\n";
}
QByteArray deletion(const char* pk, qint64 micros) {
    return QByteArray(R"({"Metadata":{"WriteTimestampMicros":{"N":")") + QByteArray::number(micros) +
           R"("}},"Keys":{"pk":{"S":")" + pk + "\"}}}\n";
}
QString json(const char* pk, int n) {
    return QString(R"({"n":{"N":"%1"},"pk":{"S":"%2"}})").arg(n).arg(pk);
}

constexpr qint64 kTen = 1'777'629'600'000'000;  // 2026-05-01T10:00:00Z
constexpr qint64 kMinute = 60'000'000;

TestExport full() {
    TestExport made;
    made.files = {{"aaa", item("a", 1) + item("b", 2)}, {"bbb", {}}, {"ccc", item("c", 3)}};
    return made;
}
TestExport incremental(const char* id, const char* from, const char* until, const QByteArray& lines) {
    TestExport made;
    made.id = id;
    made.time = QString("2026-05-01T%1:00.000Z").arg(from);
    made.until = QString("2026-05-01T%1:00.000Z").arg(until);
    made.shared = true;
    made.files = {{QString("f") + id, lines}};
    return made;
}

}  // namespace

class TestS3Export final : public QObject {
    Q_OBJECT

  private slots:
    void readsAnExport_data();
    void readsAnExport();
    void readsIon();
    void readsChanges();
    void mergesFullAndIncremental();
    void leavesOutWhatALaterFullExportMakesVoid();
    void tellsGapsAndOverlaps();
    void readsSeveralTables();
    void readsLaidOutFiles();
    void tellsWhereItDidNotLook();
    void readsDataFilesAlone();
    void readsRenamedFiles();
    void readsUnpackedFiles();
    void tellsDifferences_data();
    void tellsDifferences();
    void survivesDamage();
    void cutsOffLongLines();
    void refusesWhatIsNoExport();
    void refusesBrokenLines_data();
    void refusesBrokenLines();
    void looksLike();
};

void TestS3Export::readsAnExport_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("export folder") << "/AWSDynamoDB/01693685827463-2d8752fd";
    QTest::newRow("with a slash") << "/AWSDynamoDB/01693685827463-2d8752fd/";
    QTest::newRow("its data folder") << "/AWSDynamoDB/01693685827463-2d8752fd/data";
    QTest::newRow("AWSDynamoDB") << "/AWSDynamoDB";
    QTest::newRow("bucket") << "";
}

void TestS3Export::readsAnExport() {
    QFETCH(QString, path);
    const QTemporaryDir root;
    full().writeTo(root.path());
    const ReadExport read = readExport({root.path() + path});
    const QString at = QString(" %1 ").arg(kTen);
    QCOMPARE(read.items, (QStringList{"aaa:1" + at + json("a", 1), "aaa:2" + at + json("b", 2),
                                      "ccc:1" + at + json("c", 3)}));
    QCOMPARE(read.notes, QStringList());
    QCOMPARE(read.errors, QStringList());
    QVERIFY(!read.endedEarly);
    QCOMPARE(read.tables.size(), std::size_t{1});
    QCOMPARE(read.tables[0].name, std::string("Music"));
    QCOMPARE(read.tables[0].items, std::optional<std::uint64_t>(3));
    QCOMPARE(read.tables[0].itemsOfFiles, (std::vector<std::uint64_t>{2, 0, 1}));
    QVERIFY(read.bytesTotal > 0);
    QCOMPARE(read.bytesRead, read.bytesTotal);
}

void TestS3Export::readsIon() {
    const QTemporaryDir root;
    TestExport made;
    made.ion = true;
    made.files = {{"aaa", "$ion_1_0 {Item:{pk:\"a\",n:1.}}\n$ion_1_0 {Item:{pk:\"b\",n:2d0}}\n"},
                  {"bbb", {}}};
    made.writeTo(root.path());
    TestExport changes = incremental("2", "10:00", "11:00", {});
    changes.ion = true;
    changes.files = {
        {"ccc",
         "$ion_1_0 {Record:{Keys:{pk:\"a\"},Metadata:{WriteTimestampMicros:" + QByteArray::number(kTen + 5) +
             ".},OldImage:{pk:\"a\",n:1.},NewImage:{pk:\"a\",n:7.}}}\n$ion_1_0 {Record:{Keys:{pk:\"b\"},"
             "Metadata:{WriteTimestampMicros:" +
             QByteArray::number(kTen + 6) + ".}}}\n"}};
    changes.writeTo(root.path());
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.notes, QStringList());
    QCOMPARE(read.items.size(), 4);
    QCOMPARE(read.merged(), QStringList{json("a", 7)});
}

void TestS3Export::readsChanges() {
    const QTemporaryDir root;
    const QByteArray lines =
        change("a", 1, kTen + 1) +
        R"({"Keys":{"pk":{"S":"b"}},"NewImage":{"pk":{"S":"b"}},"Metadata":{"WriteTimestampMicros":"12"}})"
        "\n"
        R"({"Keys":{"pk":{"S":"c"}},"OldImage":{"pk":{"S":"c"},"x":{"S":"WriteTimestampMicros"}},"Metadata":{"WriteTimestampMicros":{"N":13}}})"
        "\n" +
        deletion("d", kTen + 4);
    incremental("1", "10:00", "11:00", lines).writeTo(root.path());
    const ReadExport read = readExport({root.path() + "/AWSDynamoDB/1"});
    QCOMPARE(read.items, (QStringList{QString("f1:1 %1 ").arg(kTen + 1) + json("a", 1),
                                      R"(f1:2 12 {"pk":{"S":"b"}})", R"(f1:3 13 -{"pk":{"S":"c"}})",
                                      QString("f1:4 %1 -{\"pk\":{\"S\":\"d\"}}").arg(kTen + 4)}));
    QCOMPARE(read.notes.size(), 1);
    QVERIFY2(read.notes[0].contains("no full export of the table Music"), qPrintable(read.notes[0]));
}

void TestS3Export::mergesFullAndIncremental() {
    const QTemporaryDir root;
    full().writeTo(root.path());
    // The later window is written first, and its name sorts first.
    incremental("00", "10:30", "11:00",
                deletion("b", kTen + 40 * kMinute) + change("c", 33, kTen + 41 * kMinute))
        .writeTo(root.path());
    incremental("03", "10:00", "10:30",
                change("b", 22, kTen + kMinute) + deletion("c", kTen + kMinute) + change("d", 4, kTen))
        .writeTo(root.path());
    const QString at = root.path() + "/AWSDynamoDB/";
    for (const QStringList& paths :
         {QStringList{root.path()}, QStringList{at + "00", at + "01693685827463-2d8752fd", at + "03"}}) {
        const ReadExport read = readExport(paths);
        QCOMPARE(read.notes, QStringList());
        QCOMPARE(read.merged(), (QStringList{json("a", 1), json("c", 33), json("d", 4)}));
        QCOMPARE(read.tables.size(), std::size_t{1});
        QCOMPARE(read.tables[0].itemsOfFiles, (std::vector<std::uint64_t>{2, 0, 1}));
    }
}

void TestS3Export::leavesOutWhatALaterFullExportMakesVoid() {
    const QTemporaryDir root;
    full().writeTo(root.path());
    incremental("2", "10:00", "10:30", change("a", 9, kTen + 1)).writeTo(root.path());
    TestExport later;
    later.id = "3";
    later.time = "2026-05-01T10:30:00.000Z";
    later.files = {{"ddd", item("a", 9)}};
    later.writeTo(root.path());
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.merged(), QStringList{json("a", 9)});
    QCOMPARE(read.items.size(), 1);
    QCOMPARE(read.notes.size(), 2);
    QVERIFY2(read.notes[0].contains("01693685827463-2d8752fd was left out"), qPrintable(read.notes[0]));
    QVERIFY2(read.notes[1].contains("export 2 was left out"), qPrintable(read.notes[1]));
}

void TestS3Export::tellsGapsAndOverlaps() {
    const QTemporaryDir root;
    full().writeTo(root.path());
    incremental("2", "10:05", "10:30", change("a", 9, kTen + 6 * kMinute)).writeTo(root.path());
    incremental("3", "10:20", "10:40", change("a", 8, kTen + 5 * kMinute)).writeTo(root.path());
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.merged(), (QStringList{json("a", 9), json("b", 2), json("c", 3)}));
    QCOMPARE(read.notes.size(), 2);
    QVERIFY2(read.notes[0].contains("from 2026-05-01T10:00:00.000Z to 2026-05-01T10:05:00.000Z are missing"),
             qPrintable(read.notes[0]));
    QVERIFY2(
        read.notes[1].contains("2 and 3 overlap from 2026-05-01T10:20:00.000Z to 2026-05-01T10:30:00.000Z"),
        qPrintable(read.notes[1]));
}

void TestS3Export::readsSeveralTables() {
    const QTemporaryDir root;
    full().writeTo(root.path());
    TestExport other;
    other.id = "2";
    other.table = "Books";
    other.files = {{"ddd", item("a", 9)}};
    other.writeTo(root.path());
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.notes, QStringList());
    QCOMPARE(read.items.size(), 4);
    QCOMPARE(read.tables.size(), std::size_t{2});
    QCOMPARE(read.tables[0].name, std::string("Music"));
    QCOMPARE(read.tables[1].name, std::string("Books"));
    QCOMPARE(read.tables[1].itemsOfFiles, std::vector<std::uint64_t>{1});
}

void TestS3Export::readsDataFilesAlone() {
    const QTemporaryDir root;
    full().writeTo(root.path());
    const QString folder = full().folderIn(root.path());
    QDir().mkpath(root.path() + "/copy");
    QVERIFY(QDir().rename(folder + "/data", root.path() + "/copy/data"));
    for (const QStringList& paths :
         {QStringList{root.path() + "/copy"}, QStringList{root.path() + "/copy/data"},
          QStringList{root.path() + "/copy/data/aaa.json.gz", root.path() + "/copy/data/ccc.json.gz"}}) {
        const ReadExport read = readExport(paths);
        QCOMPARE(read.items, (QStringList{"aaa:1 0 " + json("a", 1), "aaa:2 0 " + json("b", 2),
                                          "ccc:1 0 " + json("c", 3)}));
        QCOMPARE(read.notes.size(), 1);
        QVERIFY2(read.notes[0].startsWith("The manifest is missing"), qPrintable(read.notes[0]));
        QCOMPARE(read.tables.size(), std::size_t{1});
    }
    // Data files beside the manifests, in one folder.
    QVERIFY(QDir().rename(root.path() + "/copy/data", folder + "/data"));
    for (const char* const name : {"aaa", "bbb", "ccc"})
        QVERIFY(QFile::rename(folder + "/data/" + name + ".json.gz", folder + "/" + name + ".json.gz"));
    QCOMPARE(readExport({folder}).notes, QStringList());
    QCOMPARE(readExport({folder}).items.size(), 3);
}

void TestS3Export::readsRenamedFiles() {
    const QTemporaryDir root;
    full().writeTo(root.path());
    const QString data = full().dataIn(root.path());
    QVERIFY(QFile::rename(data + "/aaa.json.gz", data + "/aaa (1).json.gz"));
    QVERIFY(QFile::rename(data + "/ccc.json.gz", data + "/aaa.json.gz.json.gz"));
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.notes, QStringList());
    QCOMPARE(read.items.size(), 3);
    QCOMPARE(read.tables[0].itemsOfFiles.size(), std::size_t{3});

    // Neither the name nor the contents: read all the same, and said.
    writeFile(data + "/aaa (1).json.gz", gzipped(item("x", 1)));
    const ReadExport odd = readExport({root.path()});
    QCOMPARE(odd.items.size(), 2);
    QCOMPARE(odd.notes.size(), 3);
    QVERIFY2(odd.notes[0].contains("aaa.json.gz") && odd.notes[0].contains("2 items are missing"),
             qPrintable(odd.notes[0]));
    QVERIFY2(odd.notes[1].contains("aaa (1).json.gz") && odd.notes[1].contains("read all the same"),
             qPrintable(odd.notes[1]));
    QVERIFY2(odd.notes[2].contains("3 items by its summary, but 2 were read"), qPrintable(odd.notes[2]));
}

void TestS3Export::readsUnpackedFiles() {
    const QTemporaryDir root;
    full().writeTo(root.path());
    const QString data = full().dataIn(root.path());
    QFile::remove(data + "/aaa.json.gz");
    writeFile(data + "/aaa.json",
              "\xEF\xBB\xBF" + item("a", 1).replace("\n", "\r\n") + "\n \n" + item("b", 2).trimmed());
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.items.size(), 3);
    QCOMPARE(read.notes.size(), 1);
    QVERIFY2(read.notes[0].contains("is not compressed"), qPrintable(read.notes[0]));
    QVERIFY(!read.endedEarly);
}

void TestS3Export::readsLaidOutFiles() {
    const QTemporaryDir root;
    const QByteArray one = "{\n  \"Item\": {\n    \"pk\": {\n      \"S\": \"a\"\n    }\n  }\n}\n";
    const QByteArray other = "{\r\n  \"Item\": { \"pk\": { \"S\": \"b{\" } }\r\n}\r\n";
    const QByteArray broken = "{\n  \"Item\": {\n    \"pk\": { \"S\": \"x\n";
    writeFile(root.filePath("laid.json"), one + other);
    writeFile(root.filePath("list.json"), "[\n" + one.trimmed() + ",\n" + other + "]\n");
    writeFile(root.filePath("mid.json"), one + broken + other);
    writeFile(root.filePath("cut.json"), one + other + "{\n  \"Item\": {\n");
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.failure, QString());
    QStringList places;
    for (const QString& line : read.items)
        places += line.section(' ', 0, 0) + " " + line.section(' ', 2);
    const QString a = R"({"pk":{"S":"a"}})";
    const QString b = R"({"pk":{"S":"b{"}})";
    const QStringList wanted = {"cut:1 " + a,  "cut:8 " + b,  "laid:1 " + a, "laid:8 " + b,
                                "list:2 " + a, "list:9 " + b, "mid:1 " + a,  "mid:11 " + b};
    QCOMPARE(places, wanted);
    QCOMPARE(read.errors.size(), 2);
    QVERIFY2(read.errors[0].startsWith("cut:11 cut off"), qPrintable(read.errors[0]));
    QVERIFY2(read.errors[1].startsWith("mid:8 "), qPrintable(read.errors[1]));
    QVERIFY(read.endedEarly);
}

void TestS3Export::tellsWhereItDidNotLook() {
    const QTemporaryDir root;
    full().writeTo(root.path() + "/1");
    full().writeTo(root.path() + "/1/2/3/4/5/6");
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.items.size(), 3);
    QVERIFY2(read.notes.join("\n").contains("what lies deeper was not looked into, as "),
             qPrintable(read.notes.join("\n")));
    QVERIFY(read.notes.join("\n").contains("/1/2/3/4/5/6"));
    const QTemporaryDir deep;
    full().writeTo(deep.path() + "/1/2/3/4/5/6");
    const QString missed = readExport({deep.path()}).failure;
    QVERIFY2(missed.contains("Exports are looked for 5 folders deep"), qPrintable(missed));
    const QTemporaryDir wide;
    for (int i = 0; i < 5'001; ++i)
        QVERIFY(QDir(wide.path()).mkdir(QString::number(i)));
    full().writeTo(wide.path() + "/0");
    const ReadExport many = readExport({wide.path()});
    QCOMPARE(many.items.size(), 3);
    QVERIFY2(many.notes.join("\n").contains("Exports are looked for in 5000 folders at most"),
             qPrintable(many.notes.join("\n")));
}

void TestS3Export::tellsDifferences_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QStringList>("notes");  // parts of them
    QTest::addColumn<int>("items");
    const QString aaa = md5Base64(gzipped(item("a", 1) + item("b", 2)));
    const QString wrong = md5Base64(gzipped(item("a", 1) + item("b", 3)));
    QTest::newRow("other data") << "data"
                                << QStringList{"aaa.json.gz has the checksum " + wrong +
                                               ", but the manifest says " + aaa}
                                << 3;
    QTest::newRow("other count") << "count"
                                 << QStringList{"aaa.json.gz holds 1 item, but the manifest says 2.",
                                                "aaa.json.gz has the checksum",
                                                "has 3 items by its summary, but 2 were read."}
                                 << 2;
    QTest::newRow("file missing") << "missing"
                                  << QStringList{"aaa.json.gz of the export in", ": 2 items are missing.",
                                                 "3 items by its summary, but 1 was read"}
                                  << 1;
    QTest::newRow("summary changed") << "summary"
                                     << QStringList{"manifest-summary.json has the checksum",
                                                    "manifest-summary.md5 says"}
                                     << 3;
    QTest::newRow("files changed") << "files" << QStringList{"manifest-files.json has the checksum"} << 3;
    QTest::newRow("sum of another name") << "checksum" << QStringList{"manifest-summary.checksum says"} << 3;
    QTest::newRow("sum is no sum") << "nosum" << QStringList{"holds no MD5 checksum"} << 3;
    QTest::newRow("hexadecimal sum") << "hex" << QStringList{} << 3;
    QTest::newRow("no sums") << "nosums" << QStringList{} << 3;
    QTest::newRow("summary count") << "total" << QStringList{"has 5 items by its summary, but 3 were read"}
                                   << 3;
    QTest::newRow("no summary") << "nosummary" << QStringList{"manifest-summary.json is missing"} << 3;
    QTest::newRow("no list of files") << "nofiles" << QStringList{"manifest-files.json is missing"} << 3;
    QTest::newRow("broken summary") << "badsummary"
                                    << QStringList{"manifest-summary.json is damaged", "has the checksum"}
                                    << 3;
    QTest::newRow("broken list") << "badfiles" << QStringList{"Line 1 of", "Line 2 of", "has the checksum"}
                                 << 3;
    QTest::newRow("a stranger")
        << "stranger" << QStringList{"zzz.json.gz is not in the manifest of its export; it was left out."}
        << 3;
    QTest::newRow("cut off") << "cut"
                             << QStringList{"aaa.json.gz is cut off", "aaa.json.gz has the checksum",
                                            "aaa.json.gz holds"}
                             << -1;
    QTest::newRow("bytes behind") << "tail"
                                  << QStringList{"aaa.json.gz has bytes after its compressed data",
                                                 "has the checksum"}
                                  << 3;
    QTest::newRow("two members") << "members" << QStringList{"has the checksum"} << 3;
    QTest::newRow("other table id") << "tableid" << QStringList{"are of different tables of that name"} << -1;
    QTest::newRow("a copy") << "copy" << QStringList{"is here twice"} << 3;
    QTest::newRow("shared strangers")
        << "shared" << QStringList{"1 file belongs to no export that was read: f9.json.gz"} << -1;
}

void TestS3Export::tellsDifferences() {
    QFETCH(QString, what);
    QFETCH(QStringList, notes);
    QFETCH(int, items);
    const QTemporaryDir root;
    TestExport made = full();
    if (what == "total") made.summaryItems = 5;
    made.writeTo(root.path());
    const QString folder = made.folderIn(root.path());
    const QString aaa = folder + "/data/aaa.json.gz";
    const QByteArray good = contentsOf(aaa);
    if (what == "data") writeFile(aaa, gzipped(item("a", 1) + item("b", 3)));
    if (what == "count") writeFile(aaa, gzipped(item("a", 1)));
    if (what == "missing") QFile::remove(aaa);
    if (what == "summary")
        writeFile(folder + "/manifest-summary.json", contentsOf(folder + "/manifest-summary.json") + " ");
    if (what == "files")
        writeFile(folder + "/manifest-files.json", contentsOf(folder + "/manifest-files.json") + "\n");
    if (what == "checksum") writeFile(folder + "/manifest-summary.checksum", md5Base64("x"));
    if (what == "nosum") writeFile(folder + "/manifest-summary.md5", "what?");
    if (what == "hex") {
        writeFile(
            folder + "/manifest-files.md5",
            QCryptographicHash::hash(contentsOf(folder + "/manifest-files.json"), QCryptographicHash::Md5)
                    .toHex() +
                "  manifest-files.json\n");
    }
    if (what == "nosums") {
        QFile::remove(folder + "/manifest-files.md5");
        QFile::remove(folder + "/manifest-summary.md5");
    }
    if (what == "nosummary") QFile::remove(folder + "/manifest-summary.json");
    if (what == "nofiles") QFile::remove(folder + "/manifest-files.json");
    if (what == "badsummary") writeFile(folder + "/manifest-summary.json", "{\"tableArn\":");
    if (what == "badfiles") {
        QByteArray lines = contentsOf(folder + "/manifest-files.json");
        writeFile(folder + "/manifest-files.json",
                  "{]\n{\"dataFileS3Key\":\"x/..\"}" + lines.mid(lines.indexOf('\n')));
    }
    if (what == "stranger") writeFile(folder + "/data/zzz.json.gz", gzipped(item("z", 1)));
    if (what == "cut") writeFile(aaa, good.left(good.size() - 20));
    if (what == "tail") writeFile(aaa, good + "tail");
    if (what == "members") writeFile(aaa, gzipped(item("a", 1)) + gzipped(item("b", 2)));
    if (what == "tableid") {
        TestExport later = incremental("9", "10:00", "11:00", change("a", 2, kTen));
        later.tableId = "t-2";
        later.writeTo(root.path());
    }
    if (what == "copy") {
        QDir().mkpath(root.path() + "/AWSDynamoDB/zcopy/data");
        for (const char* const name :
             {"manifest-summary.json", "manifest-summary.md5", "manifest-files.json", "manifest-files.md5",
              "data/aaa.json.gz", "data/bbb.json.gz", "data/ccc.json.gz"})
            QVERIFY(QFile::copy(folder + "/" + name, root.path() + "/AWSDynamoDB/zcopy/" + name));
    }
    if (what == "shared") {
        incremental("9", "10:00", "11:00", change("a", 2, kTen)).writeTo(root.path());
        QVERIFY(QDir(root.path() + "/AWSDynamoDB/9").removeRecursively());
    }
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.failure, QString());
    const QString all = read.notes.join("\n");
    for (const QString& part : notes)
        QVERIFY2(all.contains(part), qPrintable(part + " in:\n" + all));
    QVERIFY2(!notes.isEmpty() || all.isEmpty(), qPrintable(all));
    if (items >= 0) QCOMPARE(read.items.size(), items);
    QCOMPARE(read.endedEarly, what == "cut" || what == "tail");
}

void TestS3Export::survivesDamage() {
    const QTemporaryDir root;
    TestExport made;
    QByteArray lines;
    for (int i = 0; i < 2000; ++i)
        lines += item(QByteArray::number(i * 7919).constData(), i * i);
    made.files = {{"aaa", lines}, {"bbb", item("z", 1)}};
    made.writeTo(root.path());
    const QString aaa = made.dataIn(root.path()) + "/aaa.json.gz";
    const QByteArray good = contentsOf(aaa);
    for (int round = 0; round < 25; ++round) {
        QByteArray bad = good;
        const qsizetype at = good.size() * (round + 1) / 26;
        if (round % 2 == 0)
            bad[at] = static_cast<char>(bad[at] ^ 0x55);
        else
            bad.truncate(at);
        writeFile(aaa, bad);
        const ReadExport read = readExport({root.path()});
        QCOMPARE(read.failure, QString());
        // The file after the damaged one is read, and all that the damaged one gives before the damage.
        QVERIFY(read.items.size() >= 1);
        QVERIFY(read.items.last().startsWith("bbb:1 "));
        if (round > 5 && round % 2 == 1)
            QVERIFY2(read.items.size() > 100, qPrintable(QString::number(round)));
        const QString all = read.notes.join("\n");
        QVERIFY2(all.contains("aaa.json.gz has the checksum " + md5Base64(bad)), qPrintable(all));
        QVERIFY2(all.contains(" is damaged: ") || all.contains(" is cut off: "), qPrintable(all));
        QVERIFY(read.endedEarly);
        QCOMPARE(read.bytesRead, read.bytesTotal);
    }
}

void TestS3Export::cutsOffLongLines() {
    const QTemporaryDir root;
    const QByteArray line(17 * 1024 * 1024, 'x');
    writeFile(root.path() + "/x.json.gz", gzipped(item("a", 1) + line + "\n" + item("b", 2) + line));
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.items, (QStringList{"x:1 0 " + json("a", 1), "x:3 0 " + json("b", 2)}));
    QCOMPARE(read.errors, (QStringList{"x:2 cut off", "x:4 cut off"}));
}

void TestS3Export::refusesWhatIsNoExport() {
    const QTemporaryDir root;
    QVERIFY(readExport({root.path()}).failure.contains("No export to S3 was found here"));
    QVERIFY(readExport({root.path() + "/none"}).failure.contains("no such file"));
    TestExport made = full();
    made.writeTo(root.path());
    QVERIFY(QDir(made.dataIn(root.path())).removeRecursively());
    const ReadExport read = readExport({root.path()});
    QCOMPARE(read.items.size(), 0);
    QCOMPARE(read.notes.size(), 4);
}

void TestS3Export::refusesBrokenLines_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("error");
    QTest::newRow("no JSON") << QByteArray("{\"Item\"") << "cut off";
    QTest::newRow("garbage") << QByteArray("}") << "item is a JSON object";
    QTest::newRow("open item") << QByteArray(R"({"Item":{"pk":{"S":"a"})") << "missing";
    QTest::newRow("no item") << QByteArray(R"({"Item":5})") << "JSON object";
    QTest::newRow("no type") << QByteArray(R"({"Item":{"pk":"a"}})") << "";
    QTest::newRow("twice") << QByteArray(R"({"Item":{"pk":{"S":"a"}},"Item":{"pk":{"S":"b"}}})")
                           << "occurs twice";
    QTest::newRow("both") << QByteArray(R"({"Item":{"pk":{"S":"a"}},"Keys":{"pk":{"S":"b"}}})") << "either";
    QTest::newRow("nothing") << QByteArray(R"({"Metadata":{}})") << "neither";
    QTest::newRow("number") << QByteArray(R"({"Item":{"pk":{"N":"1x"}}})") << "numeric";
    QTest::newRow("bad image") << QByteArray(R"({"Keys":{"pk":{"S":"b"}},"NewImage":[1]})") << "JSON object";
    QTest::newRow("open change") << QByteArray(R"({"Keys":{"pk":{"S":"b"}},"NewImage":{"pk":{"S":"b"})")
                                 << "no whole JSON";
    QTest::newRow("open line") << QByteArray(R"({"Item":{"pk":{"S":"b"}})") << "no whole JSON";
    QTest::newRow("garbage after") << QByteArray(R"({"Item":{"pk":{"S":"a"}}}})") << "";
}

void TestS3Export::refusesBrokenLines() {
    QFETCH(QByteArray, line);
    QFETCH(QString, error);
    const QTemporaryDir root;
    writeFile(root.path() + "/x.json", item("a", 1) + line + (error == "cut off" ? "" : "\n" + item("b", 2)));
    const ReadExport read = readExport({root.path() + "/x.json"});
    QCOMPARE(read.errors.size(), 1);
    QVERIFY2(read.errors[0].startsWith("x:2 ") && read.errors[0].contains(error), qPrintable(read.errors[0]));
    QCOMPARE(read.items.size(), error == "cut off" ? 1 : 2);
}

void TestS3Export::looksLike() {
    const QTemporaryDir root;
    QCOMPARE(looksLikeS3Export(root.path().toStdString()), std::string());
    writeFile(root.path() + "/notes.json", "{\"a\":1}");
    QCOMPARE(looksLikeS3Export(root.path().toStdString()), std::string());
    full().writeTo(root.path());
    QCOMPARE(looksLikeS3Export(root.path().toStdString()),
             std::string("DynamoDB export to S3 (full, DynamoDB JSON)"));
    TestExport changes = incremental("2", "10:00", "11:00", change("a", 1, kTen));
    changes.writeTo(root.path());
    QCOMPARE(looksLikeS3Export(root.path().toStdString()), std::string("2 DynamoDB exports to S3"));
    QCOMPARE(looksLikeS3Export(changes.folderIn(root.path()).toStdString()),
             std::string("DynamoDB export to S3 (incremental, DynamoDB JSON)"));
    QCOMPARE(looksLikeS3Export(changes.dataIn(root.path()).toStdString()),
             std::string("data files of a DynamoDB export to S3, without its manifest"));
}

QTEST_APPLESS_MAIN(TestS3Export)
#include "tst_s3_export.moc"
