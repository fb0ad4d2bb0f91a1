// A file of format 1 becomes one of the present format with a copy beside it, or stays what it was, whatever
// fails.
#include "tests/engine/faulty_vfs.h"
#include "tests/engine/golden_file.h"

using namespace partita;
using namespace partita::test;
using Fault = FaultyVfs::Fault;

class TestEngineMigration : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();
        m_golden = fileBytes(PARTITA_TEST_DATA "/format-1/golden.partita");
        m_text = fileBytes(PARTITA_TEST_DATA "/format-1/golden.txt");
        QVERIFY(!m_golden.isEmpty() && !m_text.isEmpty());
    }

    void theCopyIsTheFileAsItWas() {
        Folder folder;
        const std::string path = folder.path("golden.partita"), copy = folder.path("golden.format-1.partita");
        writeFile(path, m_golden);
        const QByteArray before = rowsOf(path);
        const auto mine = QFile::ReadOwner | QFile::WriteOwner;
        QVERIFY(QFile::setPermissions(QString::fromStdString(path), mine));
        VERIFY_OK(Engine::open(path, Engine::OpenMode::ReadWrite, kMay));
        QVERIFY(rowsOf(path).contains("user_version 3"));
        compareLines(rowsOf(copy), before);
        // Nobody else may read the copy who might not read the file.
        QCOMPARE(QFile::permissions(QString::fromStdString(copy)) & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
        // Opened once more, it is of the present format: no other copy.
        VERIFY_OK(Engine::open(path, Engine::OpenMode::ReadWrite, kMay));
        QCOMPARE(filesIn(folder).size(), 2);
        const auto engine = Engine::open(copy, Engine::OpenMode::ReadOnly, kMay);
        VERIFY_OK(engine);
        compareLines(shownBy(**engine, kOldTables), m_text);
    }

    void noFileIsReplacedByTheCopy() {
        Folder folder;
        const std::string path = folder.path("golden.partita");
        writeFile(path, m_golden);
        writeFile(folder.path("golden.format-1.partita"), "mine");
        writeFile(folder.path("golden.format-1-2.partita"), "mine, too");
        VERIFY_OK(Engine::open(path, Engine::OpenMode::ReadWrite, kMay));
        QCOMPARE(fileBytes(folder.path("golden.format-1.partita")), QByteArray("mine"));
        QCOMPARE(fileBytes(folder.path("golden.format-1-2.partita")), QByteArray("mine, too"));
        VERIFY_OK(Engine::open(folder.path("golden.format-1-3.partita"), Engine::OpenMode::ReadOnly));
    }

    void aFaultWhileMigratingChangesNothing_data() {
        QTest::addColumn<int>("fault");
        QTest::newRow("disk full") << int(Fault::DiskFull);
        QTest::newRow("write error") << int(Fault::WriteError);
        QTest::newRow("sync error") << int(Fault::SyncError);
        QTest::newRow("open error") << int(Fault::OpenError);
    }
    void aFaultWhileMigratingChangesNothing() {
        QFETCH(int, fault);
        bool met = true;
        int failed = 0;
        for (int call = 1; met; call = call < 60 ? call + 1 : call + 9) {
            Folder folder;
            const std::string path = folder.path("golden.partita");
            writeFile(path, m_golden);
            FaultyVfs::arm(static_cast<Fault>(fault), call);
            bool opened = false;
            {
                auto engine = Engine::open(path, Engine::OpenMode::ReadWrite, kMay);
                opened = engine.ok();
                if (!opened) QCOMPARE(engine.error().where, path);
                met = FaultyVfs::disarm();
            }
            failed += !opened;
            if (!opened) {
                // All is as it was, and nothing lies about; with room again, it goes well.
                QCOMPARE(filesIn(folder), QStringList{"golden.partita"});
                QVERIFY(rowsOf(path).contains("user_version 1"));
            }
            const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite, kMay);
            VERIFY_OK(engine);
            compareLines(shownBy(**engine, {"Plain"}), plainPart());
            VERIFY_CLEAN(**engine);
            QVERIFY(QFile::exists(QString::fromStdString(folder.path("golden.format-1.partita"))));
            if (QTest::currentTestFailed()) QFAIL(qPrintable(QString("at call %1").arg(call)));
        }
        QVERIFY(failed > 0);
    }

    void withoutRoomTheWindowReads() {
        Folder folder;
        const std::string path = folder.path("golden.partita");
        writeFile(path, m_golden);
        FaultyVfs::arm(Fault::DiskFull, 1);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadOnlyIfNeeded, kMay);
        QVERIFY(FaultyVfs::disarm());
        VERIFY_OK(engine);
        QVERIFY((*engine)->isReadOnly());
        QVERIFY2((*engine)->readOnlyReason().starts_with("The file is of an older format"),
                 (*engine)->readOnlyReason().c_str());
        compareLines(shownBy(**engine, kOldTables), m_text);
    }

    /// The log of a program that was killed belongs to the file, and so to the copy.
    void aLogBesideTheFileIsMigratedToo() {
        Folder folder;
        const std::string path = folder.path("golden.partita"), killed = folder.path("killed.partita");
        writeFile(path, m_golden);
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database,
                              "PRAGMA journal_mode = WAL; INSERT INTO entity_colours VALUES (2, 'log', 7)",
                              nullptr, nullptr, nullptr),
                 SQLITE_OK);
        for (const char* part : {"", "-wal"})
            writeFile(killed + part, fileBytes(path + part));
        sqlite3_close(database);
        VERIFY_OK(Engine::open(killed, Engine::OpenMode::ReadWrite, kMay));
        for (const char* name : {"killed.partita", "killed.format-1.partita"}) {
            const auto engine = Engine::open(folder.path(name), Engine::OpenMode::ReadOnly, kMay);
            VERIFY_OK(engine);
            const auto colours = (*engine)->entityColours("Plain");
            VERIFY_OK(colours);
            QCOMPARE(colours->size(), std::size_t(1));
        }
    }

  private:
    /// What is said of the second table.
    QByteArray plainPart() const { return m_text.mid(m_text.lastIndexOf("{\"TableName\":\"Plain\"")); }

    QByteArray m_golden;
    QByteArray m_text;
};

QTEST_APPLESS_MAIN(TestEngineMigration)
#include "tst_engine_migration.moc"
