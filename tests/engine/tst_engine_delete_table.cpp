// Deleting a table: what is answered meanwhile, that nothing of it stays in the file, and that it goes on
// after a kill at any write.
#include <sqlite3.h>
#include <sys/wait.h>

#include "tests/engine/control_fixture.h"
#include "tests/engine/faulty_vfs.h"

using namespace partita;
using namespace partita::test;
using Fault = FaultyVfs::Fault;

namespace {

UpdateTableRequest change() {
    UpdateTableRequest request;
    request.table = "Things";
    return request;
}

Item thing(int number) {
    Item made = item({{"pk", s("p" + std::to_string(number % 50))},
                      {"sk", s(std::to_string(number))},
                      {"kind", s("k" + std::to_string(number % 3))},
                      {"rank", n(number)}});
    if (number % 20 == 0) made.set("title", s(std::string(4000, 't')));
    return made;
}

qint64 count(const std::string& path, const char* sql) {
    sqlite3* database = nullptr;
    sqlite3_stmt* statement = nullptr;
    qint64 found = -1;
    if (sqlite3_open(path.c_str(), &database) == SQLITE_OK &&
        sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        found = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return found;
}

}  // namespace

class TestEngineDeleteTable : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { FaultyVfs::install(); }

    void aTableIsDeleted_data() {
        QTest::addColumn<int>("items");
        QTest::newRow("empty") << 0;
        QTest::newRow("small, at once") << 300;
        QTest::newRow("large, in the background") << 4000;
    }
    void aTableIsDeleted() {
        QFETCH(int, items);
        Folder folder;
        const std::string path = folder.path("t.partita");
        TableDefinition other = thingsTable();
        other.name = "Others";
        {
            auto engine = Engine::create(path, {other, thingsTable()});
            VERIFY_OK(engine);
            for (int i = 0; i < items; ++i)
                VERIFY_OK((*engine)->put({"Things", thing(i)}, Metering::Off));
            VERIFY_OK((*engine)->put({"Others", thing(20)}));
            VERIFY_OK((*engine)->put({"Things", thing(20)}));
            VERIFY_OK((*engine)->setEntityColour("Things", {"p", 1}));
            VERIFY_OK((*engine)->addTags("Things", {{"a", "b"}}));
            UpdateTableRequest request = change();
            request.deletionProtection = true;
            request.stream = std::optional(StreamViewType::NewAndOldImages);
            VERIFY_OK((*engine)->updateTable(request));
            VERIFY_OK((*engine)->put({"Things", thing(21)}, Metering::Off));
            VERIFY_REFUSED(
                (*engine)->deleteTable("Things"), Validation,
                "Resource cannot be deleted as it is currently protected against deletion. Disable "
                "deletion protection first.");
            request = change();
            request.deletionProtection = false;
            VERIFY_OK((*engine)->updateTable(request));
            const auto deleted = (*engine)->deleteTable("Things");
            VERIFY_OK(deleted);
            QCOMPARE(deleted->status, TableStatus::Deleting);
            QVERIFY(deleted->definition == thingsTable());
            QCOMPARE((*engine)->tableNames(), std::vector<std::string>{"Others"});
            VERIFY_CLEAN(**engine);
            QVERIFY(!(*engine)->put({"Things", thing(1)}, Metering::Off));
            QTRY_VERIFY(isGone(**engine, "Things"));
            // One of the same name is another table, and empty.
            VERIFY_OK((*engine)->createTable(thingsTable()));
            QVERIFY((*engine)->describeTable("Things")->id != deleted->id);
            QCOMPARE((*engine)->statistics({"Things", {}})->items, quint64(0));
            QVERIFY((*engine)->entityColours("Things")->empty() && (*engine)->tags("Things")->empty());
            QVERIFY((*engine)->streams()->empty());
            VERIFY_OK((*engine)->put({"Things", thing(1)}));
            VERIFY_CLEAN(**engine);
        }
        // Of the other table and both its indexes.
        QCOMPARE(count(path, "SELECT count(*) FROM bodies"), 3);
        QCOMPARE(count(path, "SELECT count(*) FROM stream_records"), 0);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
        VERIFY_OK(engine);
        QCOMPARE((*engine)->statistics({"Things", {}})->items, quint64(1));
        QVERIFY((*engine)->get({"Others", item({{"pk", s("p20")}, {"sk", s("20")}})})->item == thing(20));
        VERIFY_CLEAN(**engine);
    }

    void recordsOfAStreamGoWithTheirTable() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            auto engine = Engine::create(path, {thingsTable()});
            VERIFY_OK(engine);
            UpdateTableRequest request = change();
            request.stream = std::optional(StreamViewType::NewAndOldImages);
            VERIFY_OK((*engine)->updateTable(request));
            for (int i = 0; i < 2500; ++i) {
                Item one = thing(1);
                one.set("title", s(std::to_string(i)));
                VERIFY_OK((*engine)->put({"Things", one}, Metering::Off));
            }
            VERIFY_OK((*engine)->deleteTable("Things"));
            QTRY_VERIFY(isGone(**engine, "Things"));
        }
        QCOMPARE(count(path, "SELECT count(*) FROM stream_records"), 0);
        QCOMPARE(count(path, "SELECT count(*) FROM streams"), 0);
        VERIFY_OK(Engine::open(path, Engine::OpenMode::ReadWrite));
    }

    void readersSeeATableGo() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        for (int i = 0; i < 3000; ++i)
            VERIFY_OK((*engine)->put({"Things", thing(i)}, Metering::Off));
        {
            Gate gate(**engine);
            VERIFY_OK((*engine)->deleteTable("Things"));
            gate.waitUntilReached();
            QCOMPARE((*engine)->describeTable("Things")->status, TableStatus::Deleting);
            VERIFY_REFUSED(
                (*engine)->deleteTable("Things"), ResourceInUse,
                "Attempt to change a resource which is still in use: Table is being deleted: Things");
            VERIFY_REFUSED((*engine)->createTable(CreateTableRequest{thingsTable()}), ResourceInUse,
                           "Table already exists: Things");
            QCOMPARE((*engine)->query({"Things", {}, {s("p1")}, {}}).error().code,
                     ErrorCode::ResourceNotFound);
            QCOMPARE((*engine)->tags("Things").error().code, ErrorCode::ResourceNotFound);
        }
        QTRY_VERIFY(isGone(**engine, "Things"));
    }

    void aKillWhileDeletingGoesOn() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            auto engine = Engine::create(path, {thingsTable()});
            VERIFY_OK(engine);
            for (int i = 0; i < 2500; ++i)
                VERIFY_OK((*engine)->put({"Things", thing(i)}, Metering::Off));
        }
        const QByteArray before = fileBytes(path);
        int unfinished = 0;
        for (int call = 1;; call = call < 20 ? call + 1 : call + 37) {
            QVERIFY(call < 5000);
            writeFile(path, before);
            const pid_t child = ::fork();
            if (child == 0) {
                {
                    FaultyVfs::arm(Fault::Kill, call);
                    auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
                    if (!engine || !(*engine)->deleteTable("Things")) ::_exit(1);
                    while (!isGone(**engine, "Things"))
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
                ::_exit(0);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            QVERIFY(WIFEXITED(status));
            const bool killed = WEXITSTATUS(status) == 9;
            QVERIFY(killed || WEXITSTATUS(status) == 0);
            {
                const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
                VERIFY_OK(engine);
                VERIFY_CLEAN(**engine);
                unfinished += (*engine)->tableNames().empty() && !isGone(**engine, "Things");
                if (!(*engine)->tableNames().empty()) VERIFY_OK((*engine)->deleteTable("Things"));
                QTRY_VERIFY(isGone(**engine, "Things"));
            }
            QCOMPARE(count(path, "SELECT count(*) FROM bodies"), 0);
            if (!killed) break;
        }
        QVERIFY(unfinished > 0);
    }
};

QTEST_APPLESS_MAIN(TestEngineDeleteTable)
#include "tst_engine_delete_table.moc"
