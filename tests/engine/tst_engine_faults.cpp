// Every write, every sync and every making of a file fails once, in every operation that changes a table
// file: the operation says so, or was not touched by it; what was acknowledged is there, what was not is
// whole or absent, and the file agrees with itself, at once and after it is opened again.
#include <sys/wait.h>

#include <functional>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;
using Fault = FaultyVfs::Fault;

namespace {

constexpr int kMostCalls = 5000;  // of one operation: more means that it never succeeds
constexpr std::uint64_t kBatch = 40;

Item thing(int number) {
    return item({{"pk", s("thing#" + std::to_string(number % 5))},
                 {"sk", s("part#" + std::to_string(number))},
                 {"kind", s("kind " + std::to_string(number % 3))},
                 {"rank", n(number % 7)},
                 {"title", s(std::string(std::size_t(number % 4 == 0 ? 4000 : 20), 't'))}});
}

Item keyOf(int number) {
    return item(
        {{"pk", s("thing#" + std::to_string(number % 5))}, {"sk", s("part#" + std::to_string(number))}});
}

TableDefinition otherTable() {
    TableDefinition table = thingsTable();
    table.name = "Others";
    return table;
}

/// Something that changes a file of things 0 to 59, and whether its trace is in the file: all of it, none of
/// it, or (nothing) neither.
struct Operation {
    std::function<Result<void>(Engine&)> run;
    std::function<std::optional<bool>(const Engine&)> isDone;
};

Result<void> importMore(Engine& engine) {
    std::vector<Item> items;
    for (int i = 60; i < 160; ++i)
        items.push_back(thing(i));
    ImportOptions options;
    options.table = "Things";
    options.batchItems = kBatch;
    const auto report = importText(engine, jsonLines(items), options);
    if (!report) return report.error();
    const auto there = engine.statistics({"Things", std::nullopt});
    if (there && there->items != 60 + report->inserted + report->unchanged && !report->failure)
        return Error::internal("the report does not tell what is there");
    if (report->failure) return *report->failure;
    return {};
}

std::optional<bool> countIs(const Engine& engine, std::uint64_t before, std::uint64_t after) {
    const auto there = engine.statistics({"Things", std::nullopt});
    if (there && there->items == before) return false;
    if (there && there->items == after) return true;
    return std::nullopt;
}

std::map<std::string, Operation> operations() {
    std::map<std::string, Operation> all;
    all["put"] = {[](Engine& engine) -> Result<void> {
                      const auto put = engine.put({"Things", thing(60)});
                      return put ? Result<void>() : put.error();
                  },
                  [](const Engine& engine) -> std::optional<bool> {
                      const auto got = engine.get({"Things", keyOf(60)}, Metering::Off);
                      if (!got || (got->item && *got->item != thing(60))) return std::nullopt;
                      return got->item.has_value();
                  }};
    all["replace"] = {[](Engine& engine) -> Result<void> {
                          Item changed = thing(8);
                          changed.set("kind", s("changed"));
                          const auto put = engine.put({"Things", changed});
                          return put ? Result<void>() : put.error();
                      },
                      [](const Engine& engine) -> std::optional<bool> {
                          const auto got = engine.get({"Things", keyOf(8)}, Metering::Off);
                          if (!got || !got->item) return std::nullopt;
                          return *got->item != thing(8);
                      }};
    all["remove"] = {[](Engine& engine) -> Result<void> {
                         const auto removed = engine.remove({"Things", keyOf(4)});
                         return removed ? Result<void>() : removed.error();
                     },
                     [](const Engine& engine) { return countIs(engine, 60, 59); }};
    all["import"] = {importMore, [](const Engine& engine) -> std::optional<bool> {
                         const auto there = engine.statistics({"Things", std::nullopt});
                         if (!there) return std::nullopt;
                         if (there->items == 160) return true;
                         if ((there->items - 60) % kBatch != 0) return std::nullopt;
                         return false;
                     }};
    all["createTable"] = {
        [](Engine& engine) { return engine.createTable(otherTable()); },
        [](const Engine& engine) -> std::optional<bool> { return engine.tableNames().size() == 2; }};
    all["choosePartitionCount"] = {[](Engine& engine) { return engine.choosePartitionCount("Things", 7); },
                                   [](const Engine& engine) -> std::optional<bool> {
                                       const auto count = engine.partitionCount({"Things", std::nullopt});
                                       if (!count) return std::nullopt;
                                       return *count == 7;
                                   }};
    all["setEntityColour"] = {[](Engine& engine) {
                                  return engine.setEntityColour("Things", {"part", 0x123456});
                              },
                              [](const Engine& engine) -> std::optional<bool> {
                                  const auto colours = engine.entityColours("Things");
                                  if (!colours) return std::nullopt;
                                  return !colours->empty();
                              }};
    return all;
}

/// A name for each fault that an operation can survive, and the n-th calls to try.
const std::map<std::string, Fault>& faults() {
    static const std::map<std::string, Fault> all = {{"disk full", Fault::DiskFull},
                                                     {"write error", Fault::WriteError},
                                                     {"sync error", Fault::SyncError},
                                                     {"open error", Fault::OpenError}};
    return all;
}

/// One after another, and in steps once they are many.
int following(int n) {
    return n < 40 ? n + 1 : n + 7;
}

}  // namespace

class TestEngineFaults : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            auto engine = Engine::create(path, {thingsTable()});
            VERIFY_OK(engine);
            for (int i = 0; i < 60; ++i)
                VERIFY_OK((*engine)->put({"Things", thing(i)}));
        }
        m_file = fileBytes(path);
        QVERIFY(!m_file.isEmpty());
    }

    void anOperationSaysThatItFailed_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("fault");
        for (const auto& [name, operation] : operations())
            for (const auto& [kind, fault] : faults())
                QTest::addRow("%s, %s", name.c_str(), kind.c_str())
                    << QString::fromStdString(name) << QString::fromStdString(kind);
    }
    void anOperationSaysThatItFailed() {
        QFETCH(QString, operation);
        QFETCH(QString, fault);
        const Operation given = operations().at(operation.toStdString());
        const Fault kind = faults().at(fault.toStdString());
        bool met = true;
        int failed = 0;
        for (int call = 1; met; call = following(call)) {
            QVERIFY(call < kMostCalls);
            Folder folder;
            const std::string path = folder.path("t.partita");
            writeFile(path, m_file);
            bool acknowledged = false;
            {
                auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
                VERIFY_OK(engine);
                FaultyVfs::arm(kind, call);
                const auto done = given.run(**engine);
                met = FaultyVfs::disarm();
                acknowledged = done.ok();
                failed += !done;
                if (!done) verifyTells(done.error(), kind, path);
                verifyState(**engine, given, acknowledged);
                if (call % 2 == 0 && !done) {
                    // Once there is room again, the same session goes on.
                    VERIFY_OK(given.run(**engine));
                    acknowledged = true;
                    verifyState(**engine, given, acknowledged);
                }
                if (QTest::currentTestFailed()) QFAIL(qPrintable(QString("at call %1").arg(call)));
            }
            const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
            VERIFY_OK(engine);
            verifyState(**engine, given, acknowledged);
            if (QTest::currentTestFailed()) QFAIL(qPrintable(QString("reopened after call %1").arg(call)));
        }
        // A commit in WAL mode syncs nothing, and opens nothing either once the log is there.
        QVERIFY(failed > 0 || kind == Fault::SyncError || kind == Fault::OpenError);
    }

    void closingLosesNothing_data() { faultColumn(); }
    void closingLosesNothing() {
        QFETCH(QString, fault);
        const Fault kind = faults().at(fault.toStdString());
        bool met = true;
        int calls = 0;
        for (int call = 1; met; ++call) {
            QVERIFY(call < kMostCalls);
            Folder folder;
            const std::string path = folder.path("t.partita");
            writeFile(path, m_file);
            {
                auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
                VERIFY_OK(engine);
                VERIFY_OK((*engine)->put({"Things", thing(60)}));
                VERIFY_OK((*engine)->remove({"Things", keyOf(3)}));
                FaultyVfs::arm(kind, call);
                engine = Error::cancelled();
                met = FaultyVfs::disarm();
                calls += met;
            }
            // As a reader finds it, which may not merge a log, and as a writer.
            for (const auto mode : {Engine::OpenMode::ReadOnly, Engine::OpenMode::ReadWrite}) {
                const auto engine = Engine::open(path, mode);
                VERIFY_OK(engine);
                QCOMPARE((*engine)->statistics({"Things", std::nullopt})->items, quint64(60));
                QVERIFY((*engine)->get({"Things", keyOf(60)}, Metering::Off)->item);
                QVERIFY(!(*engine)->get({"Things", keyOf(3)}, Metering::Off)->item);
                VERIFY_CLEAN(**engine);
            }
            QCOMPARE(filesIn(folder), QStringList{"t.partita"});
        }
        QVERIFY(calls > 0 || kind == Fault::OpenError);
    }

    void creatingLeavesNothingBehind_data() { faultColumn(); }
    void creatingLeavesNothingBehind() {
        QFETCH(QString, fault);
        const Fault kind = faults().at(fault.toStdString());
        bool met = true;
        int failed = 0;
        for (int call = 1; met; call = following(call)) {
            QVERIFY(call < kMostCalls);
            Folder folder;
            const std::string path = folder.path("t.partita");
            FaultyVfs::arm(kind, call);
            auto engine = Engine::create(path, {thingsTable(), otherTable()});
            met = FaultyVfs::disarm();
            if (engine) {
                VERIFY_CLEAN(**engine);
                continue;
            }
            ++failed;
            verifyTells(engine.error(), kind, path);
            QVERIFY2(filesIn(folder).isEmpty(), qPrintable(filesIn(folder).join(", ")));
            VERIFY_OK(Engine::create(path, {thingsTable(), otherTable()}));
            QCOMPARE(filesIn(folder), QStringList{"t.partita"});
        }
        QVERIFY(failed > 0);
    }

    void aKillInTheMiddleOfAnyWriteLosesNothing_data() {
        QTest::addColumn<QString>("operation");
        for (const char* name : {"put", "replace", "import", "createTable"})
            QTest::newRow(name) << name;
    }
    /// The child also opens and closes the file, so that its calls go on to the end of the merging of the
    /// log.
    void aKillInTheMiddleOfAnyWriteLosesNothing() {
        QFETCH(QString, operation);
        const Operation given = operations().at(operation.toStdString());
        int kills = 0;
        for (int call = 1;; call = following(call)) {
            QVERIFY(call < kMostCalls);
            Folder folder;
            const std::string path = folder.path("t.partita");
            writeFile(path, m_file);
            const pid_t child = ::fork();
            if (child == 0) {
                {
                    FaultyVfs::arm(Fault::Kill, call);
                    auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
                    if (!engine) ::_exit(1);
                    if (!given.run(**engine)) ::_exit(2);
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
                const auto reading = Engine::open(path, Engine::OpenMode::ReadOnly);
                VERIFY_OK(reading);
                verifyState(**reading, given, !killed);
            }
            const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
            VERIFY_OK(engine);
            verifyState(**engine, given, !killed);
            if (!*given.isDone(**engine)) VERIFY_OK(given.run(**engine));
            verifyState(**engine, given, true);
            if (QTest::currentTestFailed()) QFAIL(qPrintable(QString("at call %1").arg(call)));
            if (!killed) break;
        }
        QVERIFY(kills > 5);
    }

  private:
    void faultColumn() {
        QTest::addColumn<QString>("fault");
        for (const auto& [kind, fault] : faults())
            QTest::newRow(kind.c_str()) << QString::fromStdString(kind);
    }

    void verifyTells(const Error& error, Fault fault, const std::string& path) {
        QVERIFY2(error.code == (fault == Fault::DiskFull ? ErrorCode::DiskFull : ErrorCode::InputOutput),
                 error.text().c_str());
        QCOMPARE(error.where, path);
        QVERIFY(error.message.size() > 20 && error.message.back() == '.');
    }

    void verifyState(const Engine& engine, const Operation& operation, bool acknowledged) {
        VERIFY_CLEAN(engine);
        const auto done = operation.isDone(engine);
        QVERIFY2(done.has_value(), "half of it was done");
        QVERIFY2(*done || !acknowledged, "it was acknowledged and is not there");
        for (int i = 0; i < 60; i += 5) {  // of those that no operation touches
            const auto got = engine.get({"Things", keyOf(i)}, Metering::Off);
            VERIFY_OK(got);
            QVERIFY(got->item == thing(i));
        }
    }

    QByteArray m_file;
};

QTEST_APPLESS_MAIN(TestEngineFaults)
#include "tst_engine_faults.moc"
