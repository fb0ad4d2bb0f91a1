// An index that is added to a filled table: filled in the background while others write, over a close and
// over a kill at any write, and in the end as if it had been there from the beginning.
#include <sys/wait.h>

#include <random>

#include "tests/engine/control_fixture.h"
#include "tests/engine/faulty_vfs.h"

using namespace partita;
using namespace partita::test;
using Fault = FaultyVfs::Fault;

namespace {

constexpr int kMostCalls = 5000;

TableDefinition plainTable() {
    TableDefinition table;
    table.name = "Things";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};
    return table;
}

/// Projects all, so that an entry changes with any attribute.
IndexDefinition byGroup() {
    return globalIndex("ByGroup", {{{"group", ValueType::String}}, {{"rank", ValueType::Number}}});
}

/// Every ninth item has no group, every eleventh one of a type that no key can have; some have a body of
/// their own.
Item thing(int number, int version = 0) {
    Item made = item({{"pk", s("p" + std::to_string(number % 37))},
                      {"sk", n(number)},
                      {"rank", n((number + version) % 13)},
                      {"version", n(version)}});
    if (number % 11 == 0) {
        made.set("group", n(number));
    } else if ((number + version) % 9 != 0) {
        made.set("group", s(number % 3 ? "large" : "g" + std::to_string(number % 5)));
    }
    if (number % 50 == 0) made.set("text", s(std::string(4000, 't')));
    return made;
}

Item keyOf(int number) {
    return item({{"pk", s("p" + std::to_string(number % 37))}, {"sk", n(number)}});
}

UpdateTableRequest adding(const IndexDefinition& index) {
    UpdateTableRequest request;
    request.table = "Things";
    request.createIndex = index;
    return request;
}

UpdateTableRequest removing(const std::string& index) {
    UpdateTableRequest request;
    request.table = "Things";
    request.removeIndex = index;
    return request;
}

void fill(Engine& engine, int count) {
    for (int i = 0; i < count; ++i)
        VERIFY_OK(engine.put({"Things", thing(i)}, Metering::Off));
}

/// The index as it would be had it been made with the table: the items that the table has are put into
/// another file.
std::string fromTheBeginning(const Engine& engine, const Folder& folder) {
    TableDefinition table = plainTable();
    table.indexes.push_back(byGroup());
    const std::string path = folder.path("reference.partita");
    QFile::remove(QString::fromStdString(path));
    auto reference = Engine::create(path, {table});
    if (!reference) return reference.error().text();
    ScanRequest scan{"Things", {}};
    while (true) {
        const auto page = engine.scan(scan, Metering::Off);
        if (!page) return page.error().text();
        for (std::size_t i = 0; i < page->items.size(); ++i) {
            auto stored = page->items.item(i);
            if (!stored) return stored.error().text();
            // What does not fit is skipped by a backfill and refused by a write.
            if (const Value* group = stored->find("group"); group && group->type() == ValueType::Number)
                continue;
            if (const auto put = (*reference)->put({"Things", *stored}, Metering::Off); !put)
                return put.error().text();
        }
        if (!page->lastEvaluatedKey) break;
        scan.options.startKey = page->lastEvaluatedKey;
    }
    return shown(**reference, {"Things", "ByGroup"});
}

void verifyWhole(const Engine& engine, const Folder& folder) {
    VERIFY_CLEAN(engine);
    const std::string is = shown(engine, {"Things", "ByGroup"});
    const std::string should = fromTheBeginning(engine, folder);
    QVERIFY2(is == should, "the index is another than it would have been");
}

}  // namespace

class TestEngineBackfill : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { FaultyVfs::install(); }

    void anIndexIsFilled() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {plainTable()});
        VERIFY_OK(engine);
        fill(**engine, 4000);
        {
            Gate gate(**engine);
            const auto updated = (*engine)->updateTable(adding(byGroup()));
            VERIFY_OK(updated);
            QCOMPARE(updated->status, TableStatus::Updating);
            QCOMPARE(updated->indexes.at(0).status, TableStatus::Creating);
            gate.waitUntilReached();
            const auto described = (*engine)->describeTable("Things");
            VERIFY_OK(described);
            QVERIFY(described->indexes[0].backfilling);
            QVERIFY(described->indexes[0].backfilled > 0 && described->indexes[0].backfilled < 1);
            const char* const refusal = "Cannot read from backfilling global secondary index: ByGroup";
            VERIFY_REFUSED((*engine)->query({"Things", "ByGroup", {s("g1")}, {}}), Validation, refusal);
            VERIFY_REFUSED((*engine)->scan({"Things", "ByGroup"}), Validation, refusal);
            VERIFY_CLEAN(**engine);
        }
        WAIT_UNTIL_ACTIVE(**engine, "Things");
        const auto described = (*engine)->describeTable("Things");
        QCOMPARE(described->indexes[0].status, TableStatus::Active);
        QVERIFY(!described->indexes[0].backfilling);
        // One collection has marks.
        QVERIFY(described->indexes[0].items > 3000);
        const auto found = (*engine)->query({"Things", "ByGroup", {s("g0")}, {}});
        VERIFY_OK(found);
        QVERIFY(found->count > 0);
        verifyWhole(**engine, folder);
    }

    void anIndexThatIsSaidToBeActiveCanBeRead() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {plainTable()});
        VERIFY_OK(engine);
        fill(**engine, 20);
        // The moment between the two is short: it is met only once in many times.
        for (int round = 0; round < 100; ++round) {
            IndexDefinition index = byGroup();
            index.name += std::to_string(round);
            VERIFY_OK((*engine)->updateTable(adding(index)));
            for (bool isActive = false; !isActive;) {
                const auto described = (*engine)->describeTable("Things");
                VERIFY_OK(described);
                isActive = described->indexes.at(0).status == TableStatus::Active;
            }
            VERIFY_OK((*engine)->query({"Things", index.name, {s("g1")}, {}}));
            VERIFY_OK((*engine)->updateTable(removing(index.name)));
            WAIT_UNTIL_ACTIVE(**engine, "Things");
        }
    }

    void writesBeforeAndBehindThePositionAreKept() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {plainTable()});
        VERIFY_OK(engine);
        fill(**engine, 2000);
        {
            Gate gate(**engine);
            VERIFY_OK((*engine)->updateTable(adding(byGroup())));
            gate.waitUntilReached();
            // A quarter was passed, so each kind of write meets items of both kinds. Groups of a wrong type
            // are refused now.
            for (int i = 0; i < 2000; ++i) {
                if (i % 4 == 0) VERIFY_OK((*engine)->remove({"Things", keyOf(i)}, Metering::Off));
                if (i % 11 == 0) continue;
                if (i % 4 == 1) VERIFY_OK((*engine)->put({"Things", thing(i, 1)}, Metering::Off));
                if (i % 4 == 2) VERIFY_OK((*engine)->put({"Things", thing(i)}, Metering::Off));
                if (i % 8 == 0) VERIFY_OK((*engine)->put({"Things", thing(i, 2)}, Metering::Off));
                if (i % 20 == 1) VERIFY_OK((*engine)->put({"Things", thing(i + 110'000)}, Metering::Off));
            }
            VERIFY_CLEAN(**engine);
            QVERIFY(!(*engine)->put({"Things", thing(11, 1)}, Metering::Off));
        }
        WAIT_UNTIL_ACTIVE(**engine, "Things");
        verifyWhole(**engine, folder);
    }

    void writesGoOnAtRandom_data() {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1U, 2U, 3U, 4U})
            QTest::addRow("seed %u", seed) << seed;
    }
    void writesGoOnAtRandom() {
        QFETCH(unsigned, seed);
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {plainTable()});
        VERIFY_OK(engine);
        fill(**engine, 3000);
        VERIFY_OK((*engine)->updateTable(adding(byGroup())));
        std::mt19937 random(seed);
        int writes = 0;
        for (; writes < 200 || statusOf(**engine, "Things") != TableStatus::Active; ++writes) {
            const int number = static_cast<int>(random() % 4000);
            if (random() % 4 == 0) {
                VERIFY_OK((*engine)->remove({"Things", keyOf(number)}, Metering::Off));
            } else if (number % 11 != 0) {
                VERIFY_OK((*engine)->put({"Things", thing(number, int(random() % 5))}, Metering::Off));
            }
        }
        verifyWhole(**engine, folder);
    }

    void closingInTheMiddleGoesOnAtTheNextOpening() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            auto engine = Engine::create(path, {plainTable()});
            VERIFY_OK(engine);
            fill(**engine, 6000);
            VERIFY_OK((*engine)->updateTable(adding(byGroup())));
        }
        {
            const auto reading = Engine::open(path, Engine::OpenMode::ReadOnly);
            VERIFY_OK(reading);
            const auto described = (*reading)->describeTable("Things");
            VERIFY_OK(described);
            QCOMPARE(described->indexes.at(0).status, TableStatus::Creating);
            QVERIFY(described->indexes[0].backfilled < 1);
            VERIFY_CLEAN(**reading);
        }
        const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
        VERIFY_OK(engine);
        WAIT_UNTIL_ACTIVE(**engine, "Things");
        verifyWhole(**engine, folder);
    }

    void aKillAtAnyWriteGoesOn_data() {
        QTest::addColumn<bool>("removes");
        QTest::newRow("filling") << false;
        QTest::newRow("removing") << true;
    }
    void aKillAtAnyWriteGoesOn() {
        QFETCH(bool, removes);
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            auto engine = Engine::create(path, {plainTable()});
            VERIFY_OK(engine);
            fill(**engine, 1500);
            if (removes) {
                VERIFY_OK((*engine)->updateTable(adding(byGroup())));
                WAIT_UNTIL_ACTIVE(**engine, "Things");
            }
        }
        const QByteArray before = fileBytes(path);
        const UpdateTableRequest request = removes ? removing("ByGroup") : adding(byGroup());
        int kills = 0, unfinished = 0;
        for (int call = 1;; call = call < 20 ? call + 1 : call + 23) {
            QVERIFY(call < kMostCalls);
            writeFile(path, before);
            const pid_t child = ::fork();
            if (child == 0) {
                {
                    FaultyVfs::arm(Fault::Kill, call);
                    auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
                    if (!engine || !(*engine)->updateTable(request)) ::_exit(1);
                    while (statusOf(**engine, "Things") != TableStatus::Active)
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
                ::_exit(0);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            QVERIFY(WIFEXITED(status));
            const bool killed = WEXITSTATUS(status) == 9;
            QVERIFY(killed || WEXITSTATUS(status) == 0);
            kills += killed;
            {
                // Opened for writing it would go on at once.
                const auto reader = Engine::open(path, Engine::OpenMode::ReadOnly);
                VERIFY_OK(reader);
                unfinished += statusOf(**reader, "Things") != TableStatus::Active;
            }
            {
                const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
                VERIFY_OK(engine);
                VERIFY_CLEAN(**engine);
                WAIT_UNTIL_ACTIVE(**engine, "Things");
                const auto described = (*engine)->describeTable("Things");
                if (described->indexes.empty() != removes) {
                    // It had not begun.
                    VERIFY_OK((*engine)->updateTable(request));
                    WAIT_UNTIL_ACTIVE(**engine, "Things");
                }
                if (removes) {
                    VERIFY_CLEAN(**engine);
                    QVERIFY((*engine)->describeTable("Things")->indexes.empty());
                } else {
                    verifyWhole(**engine, folder);
                }
            }
            VERIFY_OK(Engine::open(path, Engine::OpenMode::ReadOnly));
            QFile::remove(QString::fromStdString(path));
            if (QTest::currentTestFailed()) QFAIL(qPrintable(QString("at call %1").arg(call)));
            if (!killed) break;
        }
        QVERIFY(kills > 5 && unfinished > 0);
    }

    void aFullDiskIsWaitedFor() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {plainTable()});
        VERIFY_OK(engine);
        fill(**engine, 3000);
        {
            Gate gate(**engine);
            VERIFY_OK((*engine)->updateTable(adding(byGroup())));
            gate.waitUntilReached();
            FaultyVfs::arm(Fault::DiskFull, 1);
        }
        QTRY_VERIFY(FaultyVfs::wasMet());
        QCOMPARE(statusOf(**engine, "Things"), TableStatus::Updating);
        FaultyVfs::disarm();
        WAIT_UNTIL_ACTIVE(**engine, "Things");
        verifyWhole(**engine, folder);
    }

    void oneIndexAtATime() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {plainTable()});
        VERIFY_OK(engine);
        fill(**engine, 3000);
        const char* const onlyOne =
            "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per "
            "table";
        const char* const updating =
            "Attempt to change a resource which is still in use: Table is being updated: Things";
        UpdateTableRequest both = adding(byGroup());
        both.removeIndex = "Other";
        VERIFY_REFUSED((*engine)->updateTable(both), LimitExceeded, onlyOne);
        VERIFY_REFUSED((*engine)->updateTable(removing("ByGroup")), ResourceNotFound,
                       "Requested resource not found: Index ByGroup for table Things");
        {
            Gate gate(**engine);
            VERIFY_OK((*engine)->updateTable(adding(byGroup())));
            gate.waitUntilReached();
            IndexDefinition other = byGroup();
            other.name = "Other";
            VERIFY_REFUSED((*engine)->updateTable(adding(other)), LimitExceeded, onlyOne);
            VERIFY_REFUSED((*engine)->updateTable(removing("Other")), LimitExceeded, onlyOne);
            UpdateTableRequest protect;
            protect.table = "Things";
            protect.deletionProtection = true;
            VERIFY_REFUSED((*engine)->updateTable(protect), ResourceInUse, updating);
            VERIFY_REFUSED((*engine)->deleteTable("Things"), ResourceInUse,
                           "Attempt to change a resource which is still in use: Cannot delete table while "
                           "indexes are being created, updated, or deleted.");
            // One that is being filled may be given up.
            const auto given = (*engine)->updateTable(removing("ByGroup"));
            VERIFY_OK(given);
            QCOMPARE(given->indexes.at(0).status, TableStatus::Deleting);
            VERIFY_REFUSED((*engine)->query({"Things", "ByGroup", {s("g1")}, {}}), Validation,
                           "The table does not have the specified index: ByGroup");
            // Writes know it no more.
            VERIFY_OK((*engine)->put({"Things", thing(11)}, Metering::Off));
        }
        WAIT_UNTIL_ACTIVE(**engine, "Things");
        QVERIFY((*engine)->describeTable("Things")->indexes.empty());
        VERIFY_OK((*engine)->updateTable(adding(byGroup())));
        WAIT_UNTIL_ACTIVE(**engine, "Things");
        verifyWhole(**engine, folder);
        VERIFY_REFUSED((*engine)->updateTable(adding(byGroup())), Validation,
                       "Attempting to create an index which already exists");
    }
};

QTEST_APPLESS_MAIN(TestEngineBackfill)
#include "tst_engine_backfill.moc"
