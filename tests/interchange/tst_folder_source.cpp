// Folders whose files are one source together, and those whose are not.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "engine/interchange/read/open_source.h"

using namespace partita;

namespace {

class Folder final {
  public:
    void write(const QString& name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    void make(const QString& name) const { QVERIFY(QDir(m_folder.path()).mkpath(name)); }
    SourceLocation location() const { return SourceLocation::file(m_folder.path().toStdString()); }

  private:
    QTemporaryDir m_folder;
};

QByteArray batch(const char* table, int key) {
    return QString("{\"%1\": [{\"PutRequest\": {\"Item\": {\"pk\": {\"N\": \"%2\"}}}}]}")
        .arg(table)
        .arg(key)
        .toUtf8();
}

/// A line a record: file, line, table, the decoded item's key; then notes.
QStringList told(const SourceLocation& location, const SourceOptions& options = {}) {
    QStringList lines;
    const auto reader = openSource(location, options);
    if (!reader) return {"error: " + QString::fromStdString(reader.error().text())};
    for (;;) {
        const auto record = (*reader)->next();
        if (!record) return lines << "error: " + QString::fromStdString(record.error().text());
        if (!*record) break;
        const std::string table = (*reader)->tables()[(*record)->table].name;
        const auto decoded = (*reader)->decode(**record, {}, false);
        lines << QString("%1:%2 %3 %4")
                     .arg(QFileInfo(QString::fromStdString((*reader)->files()[(*record)->file])).fileName())
                     .arg((*record)->line)
                     .arg(QString::fromStdString(table),
                          decoded ? QString::number(decoded->item.size()) : QString("refused"));
    }
    for (const SourceNote& note : (*reader)->notes())
        lines << "note: " + QString::fromStdString(note.text);
    return lines;
}

}  // namespace

class TestFolderSource final : public QObject {
    Q_OBJECT
  private slots:
    void chunksOfRequests() {
        const Folder folder;
        folder.write("a-000001.json", batch("A", 1));
        folder.write("a-000002.json", batch("A", 2));
        folder.write("b-000001.json", batch("B", 1));
        folder.write("load.sh", "#!/bin/sh\n");
        const auto detection = detectSource(folder.location());
        QVERIFY(detection);
        QCOMPARE(detection->format, SourceFormat::BatchWrite);
        QVERIFY2(detection->description.starts_with("3 files"), detection->description.c_str());
        QCOMPARE(told(folder.location()),
                 (QStringList{"a-000001.json:1 A 1", "a-000002.json:1 A 1", "b-000001.json:1 B 1",
                              "note: Not read, as it is no source by its name: load.sh."}));
    }
    void numberedPages() {
        const Folder folder;
        folder.write("page-2.json", R"({"Items": [{"pk": {"S": "b"}}], "Count": 1})");
        folder.write("page-1.json", R"({"Items": [{"pk": {"S": "a"}}], "Count": 1, "LastEvaluatedKey": {}})");
        QCOMPARE(told(folder.location()), (QStringList{"page-1.json:1  1", "page-2.json:1  1"}));
    }
    // Of several tables; one has a definition that can't be read.
    void backupOfDynamodump() {
        const Folder folder;
        for (const char* const table : {"Films", "Music"}) {
            folder.make(QString(table) + "/data");
            folder.write(QString(table) + "/data/0001.json",
                         R"({"Items": [{"pk": {"S": "a"}}], "Count": 1})");
        }
        folder.write("Music/data/0002.json", R"({"Items": [{"pk": {"S": "b"}}], "Count": 1})");
        folder.write(
            "Music/schema.json",
            R"({"Table": {"TableName": "Music", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],)"
            R"("AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],)"
            R"("BillingModeSummary": {"BillingMode": "PAY_PER_REQUEST"}}})");
        folder.write("Films/schema.json",
                     R"({"Table": {"TableName": "Films", "KeySchema": [{"AttributeName": "pk"}]}})");
        const auto detection = detectSource(folder.location());
        QVERIFY(detection);
        QVERIFY2(detection->description == "backup of dynamodump, 2 tables", detection->description.c_str());
        const QStringList lines = told(folder.location());
        QCOMPARE(lines.first(3),
                 (QStringList{"0001.json:1 Films 1", "0001.json:1 Music 1", "0002.json:1 Music 1"}));
        QCOMPARE(lines.filter("note: The keys of the table are not taken from its schema.json: ").size(), 1);
        const auto reader = openSource(folder.location(), {});
        QVERIFY(reader);
        QVERIFY(!(*reader)->tables()[0].schema);
        QCOMPARE((*reader)->tables()[1].schema->keys.partition.front().name, std::string("pk"));
        QCOMPARE(told(SourceLocation::file(folder.location().paths.front() + "/Music")),
                 (QStringList{"0001.json:1 Music 1", "0002.json:1 Music 1"}));
    }
    // Each may be a table of its own: they are given one by one.
    void filesOfOtherNames() {
        const Folder folder;
        folder.write("users.json", R"([{"pk": "a"}])");
        folder.write("orders.json", R"([{"pk": "a"}])");
        QVERIFY(!detectSource(folder.location()));
        const QStringList lines = told(folder.location());
        QVERIFY2(lines.first().contains("do not go together"), qPrintable(lines.first()));
        SourceOptions options;
        options.format = SourceFormat::Items;
        QCOMPARE(told(folder.location(), options).size(), 2);
    }
    void filesOfSeveralFormats() {
        const Folder folder;
        folder.write("a-1.json", batch("A", 1));
        folder.write("a-2.json", "pk,sk\n1,2\n");
        QVERIFY(!detectSource(folder.location()));
    }
    void emptyFolder() {
        const Folder folder;
        QVERIFY(!detectSource(folder.location()));
        folder.write("notes.md", "nothing");
        QVERIFY(!detectSource(folder.location()));
    }
    // What can't be read of one file costs the others nothing, and is told.
    void damagedFileAmongMany() {
        const Folder folder;
        for (int i = 100; i < 180; ++i)
            folder.write(QString("a-%1.json").arg(i), batch("A", i));
        folder.write("a-160.json", "\x1f\x8b\x08 no gzip");
        folder.write("a-170.json", batch("A", 1).chopped(2) + ", {\"PutRe");
        const QStringList lines = told(folder.location());
        QCOMPARE(lines.filter(" A 1").size(), 79);
        QCOMPARE(lines.filter("note: a-160.json: ").size(), 1);
        QCOMPARE(lines.filter("note: a-170.json: ").size(), 1);
    }
    // Records are understood long after their file was left.
    void decodesLate() {
        const Folder folder;
        constexpr int kFiles = 100;
        for (int i = 0; i < kFiles; ++i)
            folder.write(QString("a-%1.json").arg(i, 3, 10, QLatin1Char('0')), batch("A", i));
        const auto reader = openSource(folder.location(), {});
        QVERIFY(reader);
        std::vector<std::pair<SourceRecord, std::string>> records;
        while (true) {
            const auto record = (*reader)->next();
            QVERIFY(record);
            if (!*record) break;
            records.emplace_back(**record, std::string((*record)->text));
        }
        QCOMPARE(records.size(), std::size_t(kFiles));
        for (auto& [record, text] : records) {
            record.text = text;
            const auto decoded = (*reader)->decode(record, {}, false);
            QVERIFY(decoded);
            QCOMPARE(decoded->item.find("pk")->asNumber()->text(), std::to_string(record.file));
        }
        QCOMPARE((*reader)->bytesRead(), (*reader)->bytesTotal());
    }
};

QTEST_APPLESS_MAIN(TestFolderSource)
#include "tst_folder_source.moc"
