// Writes that are committed together when something goes wrong with the file or with what makes them: all of
// them are written or none, and the next ones go on.
#include <sqlite3.h>

#include <algorithm>
#include <stdexcept>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/group_fixture.h"

using namespace partita;
using namespace partita::test;
using Fault = FaultyVfs::Fault;

class TestEngineGroupFaults : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { FaultyVfs::install(); }

    void aReadOnlyFileSaysSo() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        VERIFY_OK(Engine::create(path, {thingsTable()}));
        const auto engine = Engine::open(path, Engine::OpenMode::ReadOnly);
        VERIFY_OK(engine);
        for (const bool waits : {false, true}) {
            bool wasRun = false;
            const auto done = (*engine)->writeTogether(waits, [&] { wasRun = true; });
            QVERIFY(!done && !wasRun);
            QCOMPARE(done.error().code, ErrorCode::ReadOnly);
        }
    }

    void whatItsWorkThrowsUndoesAll_data() { kindColumn(); }
    void whatItsWorkThrowsUndoesAll() {
        QFETCH(QString, kind);
        OpenFile file({tableOfKind(kind)});
        VERIFY_OK(file->put({"Things", thing("a", "1")}));
        QVERIFY_EXCEPTION_THROWN(together(*file,
                                          [&] {
                                              VERIFY_OK(file->put({"Things", thing("a", "2")}));
                                              VERIFY_OK(file->remove({"Things", thingKey("a", "1")}));
                                              throw std::runtime_error("no more");
                                          }),
                                 std::runtime_error);
        QCOMPARE(countOf(*file), quint64(1));
        QCOMPARE(stored(file, thingKey("a", "2")), "-");
        VERIFY_OK(file->put({"Things", thing("a", "3")}));
        QCOMPARE(together(*file, [&] { VERIFY_OK(file->put({"Things", thing("a", "4")})); }), "ok");
        QCOMPARE(countOf(*file), quint64(3));
        VERIFY_CLEAN(*file);
    }

    /// The item can't be read, which shows after it has been replaced.
    void aFaultAfterAChangeUndoesAll() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            const auto engine = Engine::create(path, {tableOfKind("no index")});
            VERIFY_OK(engine);
            VERIFY_OK((*engine)->put({"Things", thing("bad", "1")}));
        }
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, "UPDATE rows_1_0 SET bytes = x'ff'", nullptr, nullptr, nullptr),
                 SQLITE_OK);
        sqlite3_close(database);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
        VERIFY_OK(engine);
        const auto done = (*engine)->writeTogether(true, [&] {
            VERIFY_OK((*engine)->put({"Things", thing("a", "1")}));
            const auto bad = (*engine)->put({"Things", thing("bad", "1")});
            QVERIFY(!bad);
            QCOMPARE(bad.error().code, ErrorCode::DamagedFile);
            const auto later = (*engine)->put({"Things", thing("a", "2")});
            QVERIFY(!later);
            QCOMPARE(later.error().code, ErrorCode::InputOutput);
        });
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::InputOutput);
        QCOMPARE(done.error().where, path);
        QCOMPARE(countOf(**engine), quint64(1));
        QVERIFY(!(*engine)->get({"Things", thingKey("a", "1")})->item);
        QCOMPARE(together(**engine, [&] { VERIFY_OK((*engine)->put({"Things", thing("a", "1")})); }), "ok");
        QVERIFY((*engine)->get({"Things", thingKey("a", "1")})->item);
    }

    void aFaultOfTheDiskLeavesAllOrNothing_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("fault");
        QTest::addColumn<int>("items");
        QTest::addColumn<int>("bytes");
        for (const char* kind : {"both indexes", "no index"})
            for (const auto& [name, fault] :
                 {std::pair("disk full", Fault::DiskFull), std::pair("write error", Fault::WriteError)}) {
                QTest::addRow("%s, %s, few", kind, name) << kind << int(fault) << 5 << 100;
                // More than the cache of 64 MiB holds, so that it may come before the end.
                QTest::addRow("%s, %s, many", kind, name) << kind << int(fault) << 380 << 190'000;
            }
    }
    void aFaultOfTheDiskLeavesAllOrNothing() {
        QFETCH(QString, kind);
        QFETCH(int, fault);
        QFETCH(int, items);
        QFETCH(int, bytes);
        OpenFile file({tableOfKind(kind)});
        VERIFY_OK(file->put({"Things", thing("a", "old")}));
        const std::string text(std::size_t(bytes), 'x');
        std::vector<bool> written;
        const auto work = [&] {
            written.clear();
            for (int i = 0; i < items; ++i) {
                Item one = thing("b", std::to_string(i).c_str(), i);
                one.set("text", s(text));
                written.push_back(file->put({"Things", one}, Metering::Off).ok());
            }
        };
        bool met = true;
        int failed = 0;
        int failedWithin = 0;
        const int step = items > 20 ? 3000 : 1;
        for (int call = 1; met; call += step) {
            QVERIFY(call < 100'000);
            FaultyVfs::arm(static_cast<Fault>(fault), call);
            const auto done = file->writeTogether(true, work);
            met = FaultyVfs::disarm();
            const auto there = std::count(written.begin(), written.end(), true);
            failed += !done;
            failedWithin += there < items;
            QCOMPARE(countOf(*file), quint64(1 + (done ? there : 0)));
            for (int i = 0; i < items; ++i)
                QCOMPARE(stored(file, thingKey("b", std::to_string(i).c_str())) != "-",
                         done && written[std::size_t(i)]);
            VERIFY_CLEAN(*file);
            QVERIFY(stored(file, thingKey("a", "old")) != "-");
            if (!done)
                QVERIFY2(
                    done.error().code == ErrorCode::DiskFull || done.error().code == ErrorCode::InputOutput,
                    done.error().text().c_str());
            // Once there is room again it goes on, alone and together.
            VERIFY_OK(file->put({"Things", thing("c", "1")}));
            VERIFY_OK(file->remove({"Things", thingKey("c", "1")}));
            for (int i = 0; i < items; i += 25)
                VERIFY_OK(file->remove({"Things", thingKey("b", std::to_string(i).c_str())}));
            QCOMPARE(
                together(
                    *file,
                    [&] {
                        for (int i = 0; i < items; ++i)
                            VERIFY_OK(file->remove({"Things", thingKey("b", std::to_string(i).c_str())}));
                    }),
                "ok");
            QCOMPARE(countOf(*file), quint64(1));
        }
        QVERIFY(failed > 0);
        QCOMPARE(failedWithin > 0, items > 20);
    }
};

QTEST_APPLESS_MAIN(TestEngineGroupFaults)
#include "tst_engine_group_faults.moc"
