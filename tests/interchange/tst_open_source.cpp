// What a source is found to be: each format by a tiny example, those that look like another, and those that
// are none.
#include <zip.h>

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "engine/interchange/read/markdown_fence.h"
#include "engine/interchange/read/open_source.h"
#include "tests/interchange/packed.h"

using namespace partita;
using namespace partita::testing;

namespace {

const char* const kCreateTable =
    R"({"TableName": "Music", "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"})";
const char* const kWorkbench =
    R"({"ModelName": "Shop", "ModelMetadata": {"Version": "3.0"}, "DataModel": [{"TableName": "Shop",
 "KeyAttributes": {"PartitionKey": {"AttributeName": "pk", "AttributeType": "S"}}, "NonKeyAttributes": [],
 "TableData": [{"pk": {"S": "a"}}]}]})";
const char* const kTemplateJson =
    R"({"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Music": {"Type": "AWS::DynamoDB::Table",
 "Properties": {"TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
 "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}}}})";
const char* const kTemplateYaml =
    "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  Music:\n    Type: AWS::DynamoDB::Table\n    "
    "Properties:\n"
    "      TableName: Music\n      BillingMode: PAY_PER_REQUEST\n      AttributeDefinitions:\n"
    "        - AttributeName: pk\n          AttributeType: S\n      KeySchema:\n        - AttributeName: pk\n"
    "          KeyType: HASH\n";
const char* const kOneTable =
    R"({"format": "onetable:1.1.0", "version": "0.0.1", "indexes": {"primary": {"hash": "pk", "sort": "sk"}},
 "models": {"User": {"pk": {"type": "string", "value": "user#${id}"}, "id": {"type": "string"}}}})";
const char* const kToolbox =
    "import { Table } from 'dynamodb-toolbox/table'\nexport const Music = new Table({\n  name: 'Music',\n"
    "  partitionKey: { name: 'pk', type: 'string' }\n})\n";
const char* const kStreamRecords =
    R"({"Records": [{"eventID": "1", "eventName": "INSERT", "eventSource": "aws:dynamodb", "dynamodb":
 {"Keys": {"pk": {"S": "a"}}, "NewImage": {"pk": {"S": "a"}}, "SequenceNumber": "111",
 "StreamViewType": "NEW_IMAGE"}}]})";

void writeArchive(const std::string& path, const char* entry) {
    int code = 0;
    zip_t* const archive = zip_open(path.c_str(), ZIP_CREATE, &code);
    zip_file_add(archive, entry, zip_source_buffer(archive, "<workbook/>", 11, 0), 0);
    zip_close(archive);
}

/// "format | description", or "error: …".
std::string detected(const SourceLocation& location) {
    const auto detection = detectSource(location);
    if (!detection) return "error: " + detection.error().text();
    return std::string(sourceFormatName(detection->format)) + " | " + detection->description;
}

/// Like it, by opening; then the records and notes.
std::string opened(const SourceLocation& location, const SourceOptions& options = {}) {
    const auto reader = openSource(location, options);
    if (!reader) return "error: " + reader.error().text();
    std::string text(sourceFormatName((*reader)->detection().format));
    for (;;) {
        const auto record = (*reader)->next();
        if (!record) return text + " | error: " + record.error().text();
        if (!*record) break;
        text += " | " + std::to_string((*record)->line) + " " + std::string((*record)->text);
    }
    for (const SourceNote& note : (*reader)->notes())
        text += " | note: " + note.text;
    return text;
}

}  // namespace

class TestOpenSource final : public QObject {
    Q_OBJECT

  private slots:
    void names();
    void content_data();
    void content();
    void namedFiles_data();
    void namedFiles();
    void nothingKnown_data();
    void nothingKnown();
    void places();
    void packedFiles();
    void pipeIsReadOnce();
    void standardInput();
    void markdown_data();
    void markdown();
    void fences();
    void chosenFormat();
    void cutSource();
};

void TestOpenSource::names() {
    QCOMPARE(allSourceFormats().size(), std::size_t{13});
    for (const SourceFormat format : allSourceFormats()) {
        QCOMPARE(sourceFormatNamed(sourceFormatName(format)), std::optional(format));
        QVERIFY(!sourceFormatTitle(format).empty());
    }
    QCOMPARE(sourceFormatName(SourceFormat::S3Export), std::string_view("s3-export"));
    QVERIFY(!sourceFormatNamed("json"));
    QVERIFY(holdsItems(SourceFormat::Xlsx) && holdsItems(SourceFormat::Workbench));
    QVERIFY(!holdsItems(SourceFormat::CreateTable) && !holdsItems(SourceFormat::Toolbox));
    QCOMPARE(SourceLocation::file("a/b.json").name(), std::string("a/b.json"));
    QCOMPARE(SourceLocation::file("-").name(), std::string("standard input"));
    QCOMPARE(SourceLocation::pasted("{}").name(), std::string("the pasted text"));
}

void TestOpenSource::content_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("format");
    const auto row = [](const char* name, const std::string& text, const char* format) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString(format);
    };
    row("array of items", R"([{"pk": "a"}, {"pk": "b"}])", "items");
    row("JSON lines", "{\"pk\": {\"S\": \"a\"}}\n{\"pk\": {\"S\": \"b\"}}\n", "items");
    row("one item over lines", "{\n  \"pk\": \"a\"\n}\n", "items");
    row("blanks before", "\n\n   \n{\"pk\": \"a\"}", "items");
    row("an item of one line, not closed", R"({"pk": {"S": "a"}, "x": {"S": ")", "items");
    row("a warning before the items", "Unable to redirect output to pager\n{\"pk\": \"a\"}\n", "items");
    row("scan output", R"({"Items": [{"pk": {"S": "a"}}], "Count": 1, "ScannedCount": 1})", "items");
    row("lines of an export", R"({"Item":{"pk":{"S":"a"}}})", "items");
    row("batch file", R"({"Music": [{"PutRequest": {"Item": {"pk": {"S": "a"}}}}]})", "batch-write");
    row("batch file with a wrapper",
        R"({"RequestItems": {"Music": [{"DeleteRequest": {"Key": {"pk": {"S": "a"}}}}]}})", "batch-write");
    row("stream records", kStreamRecords, "streams");
    row("Ion", "$ion_1_0 {Item:{pk:\"a\"}}", "ion");
    row("Ion without its mark", "{Item:{pk:\"a\",n:1.}}", "ion");
    row("Workbench", kWorkbench, "workbench");
    row("create-table", kCreateTable, "create-table");
    row("describe-table", "{\"Table\": " + std::string(kCreateTable) + "}", "create-table");
    row("create-table output", "{\"TableDescription\": " + std::string(kCreateTable) + "}", "create-table");
    row("several definitions", "[" + std::string(kCreateTable) + "]", "create-table");
    row("an item with Resources", R"({"Resources":"AWS::DynamoDB::Table","pk":"a"})", "items");
    row("an item with Resources, DynamoDB JSON",
        R"({"pk":{"S":"a"},"Resources":{"M":{"T":{"M":{"Type":{"S":"AWS::DynamoDB::Table"}}}}}})", "items");
    row("an item with a version", R"({"pk":{"S":"a"},"AWSTemplateFormatVersion":{"S":"2010-09-09"}})",
        "items");
    row("CloudFormation, JSON", kTemplateJson, "cloudformation");
    row("CloudFormation, YAML", kTemplateYaml, "cloudformation");
    row("YAML behind a long head", "# " + std::string(6000, '-') + "\n" + kTemplateYaml, "cloudformation");
    row("a template behind a long description",
        "{\"Description\": \"" + std::string(6000, '-') + "\", " + std::string(kTemplateJson).substr(1),
        "cloudformation");
    row("OneTable", kOneTable, "onetable");
    row("OneTable as source",
        "export default {\n  format: 'onetable:1.1.0',\n  indexes: { primary: { hash: 'pk' } },\n"
        "  models: { User: { pk: { type: String, value: 'user#${id}' } } }\n}\n",
        "onetable");
    row("dynamodb-toolbox", kToolbox, "toolbox");
    row("CSV", "pk,name,age\na,Ann,3\nb,Bob,4\n", "csv");
    row("CSV with JSON in cells", "pk,data\na,\"{\"\"x\"\":1}\"\nb,\"[\n{\"\"y\"\":2}\n]\"\n", "csv");
    row("CSV with semicolons", "pk;name\na;Ann\nb;Bob\n", "csv");
    row("TSV", "pk\tname\na\tAnn\nb\tBob\n", "tsv");
    // Items that hold what makes another format.
    row("an item that tells of a template", R"({"pk": "a", "type": "AWS::DynamoDB::Table"})", "items");
    row("an item with attributes of a definition",
        R"({"TableName": {"S": "a"}, "KeySchema": {"L": [{"S": "x"}]}, "AttributeDefinitions": {"L": []}})",
        "items");
    row("a plain item with a list called KeySchema", R"({"pk": 1, "KeySchema": ["a", "b"]})", "items");
    row("large items that tell of templates",
        "{\"pk\": \"a\", \"note\": \"" + std::string(3000, 'x') + "\"}\n{\"pk\": \"b\", \"note\": \"" +
            std::string(3000, 'x') + "\"}\n" + kTemplateJson,
        "items");
}

void TestOpenSource::content() {
    QFETCH(QByteArray, text);
    QFETCH(QString, format);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("source.txt").toStdString();
    writeFile(path, text.toStdString());
    for (const SourceLocation& location :
         {SourceLocation::file(path), SourceLocation::pasted(text.toStdString())}) {
        const std::string found = detected(location);
        QVERIFY2(found.starts_with(format.toStdString() + " | ") && found.size() > found.find('|') + 3,
                 found.c_str());
        const auto reader = openSource(location, {});
        if (!reader) QVERIFY2(reader.ok(), reader.error().text().c_str());
        QCOMPARE(QString::fromUtf8(sourceFormatName((*reader)->detection().format).data()), format);
    }
}

void TestOpenSource::namedFiles_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("format");
    QTest::newRow("one column") << "a.csv" << QByteArray("pk\na\nb\n") << "csv";
    QTest::newRow("one column, packed") << "A.CSV.gz" << QByteArray("pk\na\nb\n") << "csv";
    QTest::newRow("one column of tabs") << "a.tsv" << QByteArray("pk\na\n") << "tsv";
    QTest::newRow("a name that is not believed") << "a.csv" << QByteArray(kCreateTable) << "create-table";
    QTest::newRow("items in a .txt") << "a.txt" << QByteArray("{\"pk\": 1}") << "items";
    QTest::newRow("items that are Ion too") << "a.ion" << QByteArray("{\"pk\": 1}") << "ion";
    QTest::newRow("a folder with a dot") << "none" << QByteArray("{\"pk\": 1}") << "items";
}

void TestOpenSource::namedFiles() {
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    QFETCH(QString, format);
    const QTemporaryDir folder;
    std::filesystem::create_directory(folder.filePath("x.csv").toStdString());
    const std::string path = folder.filePath("x.csv/" + name).toStdString();
    writeFile(path, name.endsWith(".gz") ? gzipOf(text.toStdString()) : text.toStdString());
    const std::string found = detected(SourceLocation::file(path));
    QVERIFY2(found.starts_with(format.toStdString() + " | "), found.c_str());
}

void TestOpenSource::nothingKnown_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("words") << QByteArray("hello\nworld\n")
                           << "it begins with \"hello\". What can be read: JSON items, ";
    QTest::newRow("a web page") << QByteArray("<!DOCTYPE html>\n<html></html>\n") << "web page";
    QTest::newRow("XML") << QByteArray("<?xml version=\"1.0\"?>\n<a/>\n") << "This is XML.";
    QTest::newRow("YAML that is no template") << QByteArray("a: 1\nb:\n  - 2\n") << "it begins with \"a: 1\"";
    QTest::newRow("a picture") << QByteArray("\x89PNG\r\n\x1A\n") << "a picture (PNG)";
    QTest::newRow("Windows-1252") << QByteArray("pk,name\na,Ren\xE9\nb,Bob\n") << "Byte 0xE9 at line 2";
}

void TestOpenSource::nothingKnown() {
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    const auto reader = openSource(SourceLocation::pasted(text.toStdString()), {});
    QVERIFY(!reader.ok());
    QCOMPARE(reader.error().code, ErrorCode::BadInput);
    QCOMPARE(reader.error().where, std::string("the pasted text"));
    QVERIFY2(QString::fromStdString(reader.error().message).contains(said), reader.error().message.c_str());
    QCOMPARE(detected(SourceLocation::pasted(text.toStdString())), "error: " + reader.error().text());
}

void TestOpenSource::places() {
    const QTemporaryDir folder;
    const auto at = [&](const char* name) { return folder.filePath(name).toStdString(); };
    const auto codeOf = [](const SourceLocation& location) {
        const auto detection = detectSource(location);
        return detection ? ErrorCode::Internal : detection.error().code;
    };
    QCOMPARE(codeOf(SourceLocation::file(at("none.json"))), ErrorCode::FileMissing);
    QCOMPARE(codeOf({{at("none"), at("neither")}, {}}), ErrorCode::FileMissing);
    QCOMPARE(codeOf({}), ErrorCode::BadInput);
    writeFile(at("empty.json"), "");
    writeFile(at("blank.json"), " \n\n\t");
    writeFile(at("empty.gz"), gzipOf(""));
    for (const char* name : {"empty.json", "blank.json", "empty.gz"})
        QCOMPARE(codeOf(SourceLocation::file(at(name))), ErrorCode::FileEmpty);
    QCOMPARE(codeOf(SourceLocation::pasted("")), ErrorCode::FileEmpty);

    QVERIFY(detected(SourceLocation::file(folder.path().toStdString())).find("manifest-summary.json") !=
            std::string::npos);
    writeFile(at("a.json"), "{\"pk\": 1}");
    QVERIFY(detected({{at("a.json"), at("a.json")}, {}}).find("one file at a time") != std::string::npos);
    SourceOptions asExport;
    asExport.format = SourceFormat::S3Export;
    QVERIFY(opened(SourceLocation::file(at("a.json")), asExport).find("is a folder") != std::string::npos);
    QVERIFY(opened(SourceLocation::pasted("{}"), asExport).find("is a folder") != std::string::npos);

    writeArchive(at("book.bin"), "xl/workbook.xml");
    writeArchive(at("some.zip"), "data/items.json");
    writeFile(at("cut.xlsx"), "PK\x03\x04....");
    QCOMPARE(detected(SourceLocation::file(at("book.bin"))), std::string("xlsx | Excel workbook"));
    QVERIFY(detected(SourceLocation::file(at("some.zip"))).find("\"data/items.json\"") != std::string::npos);
    QVERIFY(detected(SourceLocation::file(at("cut.xlsx"))).find("damaged or cut off") != std::string::npos);
    SourceOptions asWorkbook;
    asWorkbook.format = SourceFormat::Xlsx;
    QVERIFY(opened(SourceLocation::file(at("a.json")), asWorkbook).find("no Excel workbook") !=
            std::string::npos);
}

void TestOpenSource::packedFiles() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("items").toStdString();
    writeFile(path, zstdOf("\xFF\xFE" + utf16Of("{\"pk\": \"a\"}\r\n{\"pk\": \"\xC3\xA9\"}\r\n", false)));
    const auto reader = openSource(SourceLocation::file(path), {});
    QVERIFY(reader.ok());
    QCOMPARE((*reader)->detection().encoding, std::string("UTF-16LE"));
    QCOMPARE((*reader)->detection().compression, std::string("zstd"));
    QCOMPARE((*reader)->bytesTotal(), std::uint64_t{std::filesystem::file_size(path)});
    QCOMPARE(opened(SourceLocation::file(path)),
             std::string("items | 1 {\"pk\": \"a\"} | 2 {\"pk\": \"\xC3\xA9\"}"));
}

void TestOpenSource::pipeIsReadOnce() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    std::thread writer([&] { writeFile(path, "{\"pk\": 1}\n{\"pk\": 2}\n"); });
    const std::string text = opened(SourceLocation::file(path));
    writer.join();
    QCOMPARE(text, std::string("items | 1 {\"pk\": 1} | 2 {\"pk\": 2}"));
}

void TestOpenSource::standardInput() {
    QVERIFY(detected(SourceLocation::file("-")).find("only once") != std::string::npos);
    int ends[2] = {};
    QCOMPARE(::pipe(ends), 0);
    const std::string table(kCreateTable);
    QCOMPARE(::write(ends[1], table.data(), table.size()), static_cast<ssize_t>(table.size()));
    ::close(ends[1]);
    const int before = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    const auto reader = openSource(SourceLocation::file("-"), {});
    ::dup2(before, STDIN_FILENO);
    ::close(before);
    QVERIFY(reader.ok());
    QCOMPARE((*reader)->tables().size(), std::size_t{1});
    QCOMPARE((*reader)->tables().front().name, std::string("Music"));
}

void TestOpenSource::markdown_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("the block alone") << QByteArray("```json\n{\"pk\": 1}\n```\n") << "items | 2 {\"pk\": 1}";
    QTest::newRow("text around")
        << QByteArray("Here it is:\n\n```\n[{\"pk\": 1}]\n```\nDone.\n")
        << "items | 4 {\"pk\": 1} | note: The text around the ``` block is left out.";
    QTest::newRow("not closed") << QByteArray("~~~~ json\n{\"pk\": 1}\n~~~\n{\"pk\": 2}\n")
                                << "items | 2 {\"pk\": 1} | 3 ~~~ | 4 {\"pk\": 2}";
    QTest::newRow("CRLF and a quotation")
        << QByteArray("> note\r\n\r\n   ```json\r\n{\"pk\": 1}\r\n   ```\r\n")
        << "items | 4 {\"pk\": 1} | note: The text around the ``` block is left out.";
    QTest::newRow("a command first") << QByteArray(
                                            "```sh\naws dynamodb scan\n```\n```json\n{\"pk\": 1}\n```\n")
                                     << "items | 5 {\"pk\": 1} | note: Only the first ``` block that begins "
                                        "as JSON is read; there are other blocks.";
    QTest::newRow("CSV in it") << QByteArray("```csv\npk,n\na,1\nb,2\n```\n") << "csv | 3 a,1 | 4 b,2";
    QTest::newRow("a fence within an item")
        << QByteArray("{\"pk\": 1,\n\"text\": \"```\"}\n") << "items | 1 {\"pk\": 1,\n\"text\": \"```\"}";
    QTest::newRow("words only") << QByteArray("```\nhello\n```\n")
                                << "error: the pasted text: Nothing that can be ";
}

void TestOpenSource::markdown() {
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    const QString found = QString::fromStdString(opened(SourceLocation::pasted(text.toStdString())));
    QVERIFY2(found == expected || (expected.startsWith("error") && found.startsWith(expected)),
             qPrintable(found));
}

void TestOpenSource::fences() {
    const std::string model = "Model:\n```json\n" + std::string(kWorkbench) + "\n```\n";
    const auto reader = openSource(SourceLocation::pasted(model), {});
    QVERIFY(reader.ok());
    QCOMPARE((*reader)->detection().format, SourceFormat::Workbench);
    QCOMPARE((*reader)->notes().front().text, std::string("The text around the ``` block is left out."));
    // Lines and offsets stay what they were.
    const auto block = fencedBlock("a\n```\n{}\n```\nb\n");
    QVERIFY(block.has_value());
    QCOMPARE(block->text, std::string(" \n   \n{}\n   \n \n"));
    QVERIFY(!fencedBlock("no `code` ```here```\n"));
    QVERIFY(beginsWithFence("text\n```\n"));
    QVERIFY(!beginsWithFence("{\n```\n"));
}

void TestOpenSource::chosenFormat() {
    SourceOptions options;
    options.format = SourceFormat::Csv;
    const std::string text = "hello world\nx\n";
    QVERIFY(opened(SourceLocation::pasted(text)).starts_with("error"));
    QCOMPARE(opened(SourceLocation::pasted(text), options), std::string("csv | 2 x"));
    options.format = SourceFormat::Items;
    QCOMPARE(opened(SourceLocation::pasted(kCreateTable), options).substr(0, 8), std::string("items | "));
    options.format = SourceFormat::CreateTable;
    QVERIFY(opened(SourceLocation::pasted("{\"pk\": 1}"), options).find("TableName is missing") !=
            std::string::npos);
}

void TestOpenSource::cutSource() {
    std::string lines;
    for (int i = 0; i < 200; ++i)
        lines += "{\"pk\": " + std::to_string(i * 7919) + "}\n";
    const std::string packed = gzipOf(lines);
    const std::string found = opened(SourceLocation::pasted(packed.substr(0, packed.size() * 2 / 3)));
    // The good rows first, then what is wrong.
    QVERIFY2(found.starts_with("items | 1 {\"pk\": 0} | 2 {\"pk\": 7919} | 3 "), found.c_str());
    QVERIFY2(found.find("| error: the pasted text: The gzip data breaks off at byte ") != std::string::npos,
             found.c_str());
}

QTEST_APPLESS_MAIN(TestOpenSource)
#include "tst_open_source.moc"
