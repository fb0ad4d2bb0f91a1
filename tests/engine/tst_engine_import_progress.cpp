// How far an import is, as it tells it: never back, never past the end, and at the end when it is there.
#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

class TestEngineImportProgress : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
        m_engine = *Engine::create(m_folder.path("t.partita"), {thingsTable()});
        const auto report = importText(*m_engine, jsonLines(randomThings(20'000, 7)));
        VERIFY_OK(report);
    }
    void cleanupTestCase() { m_engine.reset(); }

    void isTrue_data() {
        QTest::addColumn<int>("format");
        QTest::addColumn<bool>("gzip");
        QTest::newRow("JSON lines") << int(ExportFormat::JsonLines) << false;
        QTest::newRow("gzip: bytes of the file") << int(ExportFormat::JsonLines) << true;
        QTest::newRow("JSON array") << int(ExportFormat::JsonArray) << false;
        QTest::newRow("a folder of requests") << int(ExportFormat::BatchWrite) << false;
        QTest::newRow("layout of S3") << int(ExportFormat::S3Export) << false;
        QTest::newRow("CSV") << int(ExportFormat::Csv) << false;
        QTest::newRow("Workbench model") << int(ExportFormat::Workbench) << false;
    }
    void isTrue() {
        QFETCH(const int, format);
        QFETCH(const bool, gzip);
        Folder folder;
        const std::string place = folder.path("out");
        ExportOptions options;
        options.sink.format = ExportFormat(format);
        options.sink.gzip = gzip;
        VERIFY_OK(m_engine->exportItems(place, options));
        const auto back = Engine::create(folder.path("back.partita"), {thingsTable()});
        VERIFY_OK(back);
        std::vector<Progress> told;
        const auto report = (*back)->importItems(
            place, {"Things"}, [&told](const Progress& progress) { told.push_back(progress); });
        VERIFY_OK(report);
        QCOMPARE(report->inserted, quint64(20'000));
        QVERIFY(told.size() > 2);
        const Progress* before = nullptr;
        const Progress* lastReading = nullptr;
        for (const Progress& now : told) {
            QVERIFY2(now.bytesTotal > 0, "a total is known");
            QVERIFY2(now.bytesDone <= now.bytesTotal, std::to_string(now.bytesDone).c_str());
            if (before && before->phase == now.phase) {
                QVERIFY(now.bytesDone >= before->bytesDone);
                QVERIFY(now.itemsDone >= before->itemsDone);
                QCOMPARE(now.bytesTotal, before->bytesTotal);
            }
            if (now.phase == Progress::Phase::Reading) lastReading = &now;
            before = &now;
        }
        QVERIFY(lastReading);
        QVERIFY2(lastReading->bytesDone == lastReading->bytesTotal,
                 (std::to_string(lastReading->bytesDone) + " of " + std::to_string(lastReading->bytesTotal))
                     .c_str());
        QCOMPARE(lastReading->itemsDone, quint64(20'000));
        QCOMPARE(before->phase, Progress::Phase::Writing);
    }

  private:
    Folder m_folder;
    std::unique_ptr<Engine> m_engine;
};

QTEST_APPLESS_MAIN(TestEngineImportProgress)
#include "tst_engine_import_progress.moc"
