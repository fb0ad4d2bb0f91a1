// The formats on disk: table files kept in tests/data/format-1 to format-3 open and show what they always
// showed, for writing as for reading; and a file made today has the same schema and the same rows as that of
// format 3, byte for byte.
//
// PARTITA_WRITE_GOLDEN=FOLDER writes golden.partita and golden.txt there and compares nothing: for a new
// format only, in a folder of its own. What an old format looks like does not change.
#include "tests/engine/golden_file.h"

using namespace partita;
using namespace partita::test;

class TestEngineFormat : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        const QByteArray folder = qgetenv("PARTITA_WRITE_GOLDEN");
        if (!folder.isEmpty()) {
            const std::string path = folder.toStdString() + "/golden.partita";
            writeGolden(path);
            const auto engine = Engine::open(path, Engine::OpenMode::ReadOnly, kMay);
            VERIFY_OK(engine);
            writeFile(folder.toStdString() + "/golden.txt",
                      shownBy(**engine, kOldTables) + shownBy(**engine, {"Control"}) +
                          QByteArray::fromStdString(controlOf(**engine, "Control")) + importsOf(**engine));
            QSKIP("The golden file was written; nothing was compared.");
        }
        for (const int format : {1, 2, 3}) {
            const std::string golden = PARTITA_TEST_DATA "/format-" + std::to_string(format) + "/golden.";
            m_golden[format] = fileBytes(golden + "partita");
            m_text[format] = fileBytes(golden + "txt");
            QVERIFY(!m_golden[format].isEmpty() && !m_text[format].isEmpty());
        }
        // The tables that both have are the same.
        QVERIFY(m_text[2].startsWith(m_text[1]));
        QVERIFY(m_text[3].startsWith(m_text[2]));
    }

    void theGoldenFilesShowWhatTheyAlwaysShowed_data() {
        QTest::addColumn<int>("format");
        QTest::addColumn<int>("mode");
        for (const int format : {1, 2, 3}) {
            QTest::addRow("format %d, read only", format) << format << int(Engine::OpenMode::ReadOnly);
            QTest::addRow("format %d, for writing", format) << format << int(Engine::OpenMode::ReadWrite);
        }
    }
    void theGoldenFilesShowWhatTheyAlwaysShowed() {
        QFETCH(int, format);
        QFETCH(int, mode);
        Folder folder;
        const std::string path = folder.path("golden.partita");
        writeFile(path, m_golden[format]);
        const bool writes = mode == int(Engine::OpenMode::ReadWrite);
        {
            const auto engine = Engine::open(path, static_cast<Engine::OpenMode>(mode), kMay);
            VERIFY_OK(engine);
            QByteArray shown = shownBy(**engine, kOldTables);
            if (format >= 2)
                shown += shownBy(**engine, {"Control"}) +
                         QByteArray::fromStdString(controlOf(**engine, "Control"));
            if (format >= 3) shown += importsOf(**engine);
            compareLines(shown, m_text[format]);
            VERIFY_CLEAN(**engine);
            for (const std::string& name : (*engine)->tableNames()) {
                const auto described = (*engine)->describeTable(name);
                VERIFY_OK(described);
                QCOMPARE(described->id.size(), std::size_t(36));
                QCOMPARE(described->status, TableStatus::Active);
            }
            if (writes) VERIFY_OK((*engine)->put({"Plain", item({{"id", s("more")}})}, Metering::Off));
        }
        const QStringList alone = {"golden.partita"},
                          withCopy = {QString("golden.format-%1.partita").arg(format), "golden.partita"};
        QCOMPARE(filesIn(folder), writes && format < 3 ? withCopy : alone);
        if (!writes) QVERIFY(fileBytes(path) == m_golden[format]);
    }

    void everyItemComesBackAsItWasGiven() {
        Folder folder;
        const std::string path = folder.path("golden.partita");
        writeFile(path, m_golden[3]);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadOnly);
        VERIFY_OK(engine);
        for (const char* json : kItems) {
            const auto given = parseItem(json, JsonForm::DynamoDb, tables()[0].keys);
            VERIFY_OK(given);
            Item key;
            for (const char* name : {"device", "serial"})
                key.set(name, *given->item.find(name));
            const auto got = (*engine)->get({"Golden", key});
            VERIFY_OK(got);
            QVERIFY2(got->item == given->item, json);
        }
    }

    void aFileMadeTodayIsTheSame() {
        Folder folder;
        const std::string golden = folder.path("golden.partita"), fresh = folder.path("fresh.partita");
        writeFile(golden, m_golden[3]);
        writeGolden(fresh);
        // The first files of format 3 leave out which table a kept record is for, where there is but one.
        QByteArray expected = rowsOf(golden);
        for (const char* problem : {"1 1 0 2 0", "2 1 0 3 0"}) {
            const QByteArray start = QByteArray("\n") + problem;
            QVERIFY(expected.contains(start + " '' ''"));
            expected.replace(start + " '' ''", start + " 'Imported' ''");
        }
        QVERIFY(expected.contains("application_id 1349678164") && expected.contains("user_version 3"));
        compareLines(rowsOf(fresh), expected);
    }

  private:
    std::map<int, QByteArray> m_golden;
    std::map<int, QByteArray> m_text;
};

QTEST_APPLESS_MAIN(TestEngineFormat)
#include "tst_engine_format.moc"
