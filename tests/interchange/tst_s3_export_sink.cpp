// Exports that Partita writes are read again without a word, item by item, and look as the service's do.
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <random>

#include "engine/interchange/write/s3_export_sink.h"
#include "engine/value/item_bytes.h"
#include "tests/interchange/s3_export_fixture.h"

using namespace partita;

namespace {

SinkTable tableNamed(const std::string& name) {
    SinkTable table;
    table.definition.name = name;
    table.definition.keys = KeySchema{{{"pk", ValueType::String}}, {}};
    return table;
}

Item itemOf(const std::string& pk, Value value) {
    return Item{{"pk", Value::string(pk)}, {"v", std::move(value)}};
}

std::vector<Item> everything() {
    std::vector<Item> items;
    const auto add = [&items](Value value) {
        items.push_back(itemOf("k" + std::to_string(items.size()), std::move(value)));
    };
    add(Value::string(""));
    add(Value::string("\"\\/\b\f\n\r\t\x01 é 日本 😀 </script> \xE2\x80\xA8"));
    add(Value::string(std::string("a\0b", 3)));
    for (const char* const number : {"0", "-1", "1e-130", "9.9999999999999999999999999999999999999e125",
                                     "-1e125", "12345678901234567890123456789012345678", "0.1", "1e37"})
        add(Value::number(*Number::parse(number)));
    add(Value::binary(""));
    add(Value::binary(std::string("\0\xFF\xFE\n", 4)));
    add(Value::boolean(true));
    add(Value::boolean(false));
    add(Value::null());
    add(Value::list({}));
    add(Value::map({}));
    add(*Value::stringSet({"", "a", "\n"}));
    add(*Value::numberSet({Number::fromInteger(1), *Number::parse("1e-7")}));
    add(*Value::binarySet({"", std::string("\0", 1)}));
    Value deep = Value::string("bottom");
    for (int i = 0; i < 32; ++i)
        deep = i % 2 == 0 ? Value::list({deep}) : Value::map({{"x", deep}});
    add(deep);
    Item odd{{"pk", Value::string("odd")}};
    for (const char* const name : {"Item", "S", "N", "M", "a.b", "#x", ":y", "a b", "[0]", "\"", "\\", "日本",
                                   "😀", "\n", "Metadata", "Keys", "NewImage"})
        odd.set(name, Value::map({{name, Value::number(1)}}));
    items.push_back(odd);
    items.push_back(Item{{"pk", Value::string("only")}});
    items.push_back(itemOf("large", Value::string(std::string(390'000, 'x'))));
    return items;
}

}  // namespace

class TestS3ExportSink final : public QObject {
    Q_OBJECT

  private slots:
    void readsWhatItWrites_data();
    void readsWhatItWrites();
    void looksAsTheServices();
    void writesEmptyAndSeveralTables();
    void leavesNothingBehind();
};

void TestS3ExportSink::readsWhatItWrites_data() {
    QTest::addColumn<quint64>("fileBytes");
    QTest::addColumn<int>("files");
    QTest::newRow("one file") << quint64{kS3ExportFileBytes} << 1;
    QTest::newRow("a file for each item") << quint64{1} << static_cast<int>(everything().size());
}

void TestS3ExportSink::readsWhatItWrites() {
    QFETCH(quint64, fileBytes);
    QFETCH(int, files);
    const QTemporaryDir root;
    const QString folder = root.path() + "/out";
    const std::vector<Item> items = everything();
    auto sink = openS3ExportSink(folder.toStdString(), fileBytes);
    QVERIFY(sink.ok());
    QVERIFY((*sink)->begin(tableNamed("Müsic-1")).ok());
    for (const Item& item : items)
        QVERIFY((*sink)->item(itemBytes(item), {"pk"}).ok());
    QVERIFY(!QFileInfo::exists(folder));
    QVERIFY((*sink)->finish().ok());
    QVERIFY((*sink)->bytesWritten() > 0);
    QVERIFY((*sink)->losses().empty());

    auto reader = readS3Export({folder.toStdString()}, SourceDetection{}, SourceOptions{});
    QVERIFY(reader.ok());
    QCOMPARE((*reader)->files().size(), static_cast<std::size_t>(files));
    std::map<std::string, Item> read;
    for (;;) {
        auto record = (*reader)->next();
        QVERIFY(record.ok());
        if (!*record) break;
        QVERIFY((*record)->complete);
        QVERIFY((*record)->order > 0);
        auto item = (*reader)->decode(**record, tableNamed("").definition.keys, true);
        QVERIFY2(item.ok(), item.ok() ? "" : item.error().message.c_str());
        QCOMPARE(item->names.front(), std::string("pk"));
        QCOMPARE(item->numbersRewritten, 0U);
        QVERIFY(item->repairs.empty());
        read[*item->item.find("pk")->asString()] = item->item;
    }
    QCOMPARE(read.size(), items.size());
    for (const Item& item : items)
        QVERIFY2(read[*item.find("pk")->asString()] == item, toDynamoDbJson(item).substr(0, 300).c_str());
    for (const SourceNote& note : (*reader)->notes())
        QFAIL(note.text.c_str());
    QVERIFY(!(*reader)->endedEarly());
    QCOMPARE((*reader)->tables().size(), std::size_t{1});
    QCOMPARE((*reader)->tables()[0].name, std::string("Müsic-1"));
    QCOMPARE((*reader)->tables()[0].items, std::optional<std::uint64_t>(items.size()));
    QCOMPARE((*reader)->tables()[0].itemsOfFiles.size(), static_cast<std::size_t>(files));
}

void TestS3ExportSink::looksAsTheServices() {
    const QTemporaryDir root;
    const QString folder = root.path() + "/out";
    auto sink = openS3ExportSink(folder.toStdString());
    QVERIFY(sink.ok());
    QVERIFY((*sink)->begin(tableNamed("Music")).ok());
    QVERIFY((*sink)->item(itemBytes(itemOf("a", Value::number(1))), {"v"}).ok());
    QVERIFY((*sink)->finish().ok());

    const QStringList exports = QDir(folder + "/AWSDynamoDB").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QCOMPARE(exports.size(), 1);
    QVERIFY(QRegularExpression("^0\\d{13}-[0-9a-f]{8}$").match(exports[0]).hasMatch());
    const QString in = folder + "/AWSDynamoDB/" + exports[0] + "/";
    QCOMPARE(QDir(in).entryList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name),
             (QStringList{"_started", "data", "manifest-files.json", "manifest-files.md5",
                          "manifest-summary.json", "manifest-summary.md5"}));
    for (const char* const name : {"manifest-files", "manifest-summary"})
        QCOMPARE(contentsOf(in + name + ".md5"), md5Base64(contentsOf(in + name + ".json")));

    const QJsonObject summary = QJsonDocument::fromJson(contentsOf(in + "manifest-summary.json")).object();
    QCOMPARE(summary.keys(),
             (QStringList{"billedSizeBytes", "endTime", "exportArn", "exportTime", "itemCount",
                          "manifestFilesS3Key", "outputFormat", "s3Bucket", "s3Prefix", "s3SseAlgorithm",
                          "s3SseKmsKeyId", "startTime", "tableArn", "tableId", "version"}));
    QCOMPARE(summary["itemCount"].toInt(), 1);
    QCOMPARE(summary["outputFormat"].toString(), QString("DYNAMODB_JSON"));
    QCOMPARE(summary["manifestFilesS3Key"].toString(), "AWSDynamoDB/" + exports[0] + "/manifest-files.json");
    QVERIFY(QDateTime::fromString(summary["exportTime"].toString(), Qt::ISODateWithMs)
                .secsTo(QDateTime::currentDateTimeUtc()) < 600);

    const QJsonObject file =
        QJsonDocument::fromJson(contentsOf(in + "manifest-files.json").trimmed()).object();
    QCOMPARE(file.keys(), (QStringList{"dataFileS3Key", "etag", "itemCount", "md5Checksum"}));
    const QString key = file["dataFileS3Key"].toString();
    QVERIFY(QRegularExpression("^AWSDynamoDB/" + exports[0] + "/data/[a-z2-7]{26}\\.json\\.gz$")
                .match(key)
                .hasMatch());
    const QByteArray data = contentsOf(folder + "/" + key);
    QCOMPARE(file["md5Checksum"].toString().toLatin1(), md5Base64(data));
    QByteArray text(1000, '\0');
    gzFile in2 = gzopen((folder + "/" + key).toLocal8Bit().constData(), "rb");
    text.resize(gzread(in2, text.data(), 1000));
    gzclose(in2);
    QCOMPARE(text, QByteArray("{\"Item\":{\"v\":{\"N\":\"1\"},\"pk\":{\"S\":\"a\"}}}\n"));
}

void TestS3ExportSink::writesEmptyAndSeveralTables() {
    const QTemporaryDir root;
    QDir().mkpath(root.path() + "/out");
    auto sink = openS3ExportSink((root.path() + "/out").toStdString());
    QVERIFY(sink.ok());
    QVERIFY((*sink)->begin(tableNamed("Empty")).ok());
    QVERIFY((*sink)->begin(tableNamed("Full")).ok());
    QVERIFY((*sink)->item(itemBytes(itemOf("a", Value::number(1))), {}).ok());
    QVERIFY((*sink)->finish().ok());
    const ReadExport read = readExport({root.path() + "/out"});
    QCOMPARE(read.notes, QStringList());
    QCOMPARE(read.items.size(), 1);
    std::map<std::string, std::vector<std::uint64_t>> tables;
    for (const SourceTable& table : read.tables)
        tables[table.name] = table.itemsOfFiles;
    QCOMPARE(tables, (std::map<std::string, std::vector<std::uint64_t>>{{"Empty", {0}}, {"Full", {1}}}));
}

void TestS3ExportSink::leavesNothingBehind() {
    const QTemporaryDir root;
    {
        auto sink = openS3ExportSink((root.path() + "/out").toStdString());
        QVERIFY(sink.ok());
        QVERIFY((*sink)->begin(tableNamed("Music")).ok());
        QVERIFY((*sink)->item(itemBytes(itemOf("a", Value::number(1))), {}).ok());
        QVERIFY(!(*sink)->item("damaged", {}).ok());
    }
    QCOMPARE(QDir(root.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList());
    writeFile(root.path() + "/taken/file", "x");
    QVERIFY(!openS3ExportSink((root.path() + "/taken").toStdString()));
}

QTEST_APPLESS_MAIN(TestS3ExportSink)
#include "tst_s3_export_sink.moc"
