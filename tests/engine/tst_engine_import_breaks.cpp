// Import that is cancelled, killed, cut off or short of room, and import while others read: what is committed
// stays and is told, and importing again completes.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

constexpr int kItems = 20'000;

/// Small items of thingsTable(), in the order of their numbers (and so in no order of hashes).
QByteArray manyLines() {
    QByteArray text;
    for (int i = 0; i < kItems; ++i)
        text += QString("{\"pk\":\"p%1\",\"sk\":\"%2\",\"kind\":\"k%3\",\"rank\":%4}\n")
                    .arg(i % 211)
                    .arg(i)
                    .arg(i % 13)
                    .arg(i % 7)
                    .toUtf8();
    return text;
}

ImportOptions batchesOf(std::uint64_t items) {
    ImportOptions options;
    options.table = "Things";
    options.batchItems = items;
    return options;
}

std::uint64_t itemsIn(const Engine& engine) {
    const auto statistics = engine.statistics({"Things", std::nullopt});
    return statistics ? statistics->items : 0;
}

/// Runs `work` in a child process; true when a SIGKILL ended it.
template <class Work>
bool isKilled(const Work& work) {
    const pid_t child = ::fork();
    if (child == 0) {
        work();
        ::_exit(1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

}  // namespace

class TestEngineImportBreaks : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
    }

    void aCancelKeepsWholeBatches() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        std::stop_source stop;
        const auto report = importText(
            **engine, manyLines(), batchesOf(700),
            [&](const Progress& progress) {
                if (progress.phase == Progress::Phase::Writing && progress.itemsDone >= 10'000)
                    stop.request_stop();
            },
            stop.get_token());
        VERIFY_OK(report);
        QVERIFY2(!report->failure, report->failure ? report->failure->text().c_str() : "");
        QVERIFY(report->cancelled);
        QVERIFY2(report->inserted >= 9000 && report->inserted < 11'000,
                 std::to_string(report->inserted).c_str());
        QCOMPARE(report->inserted % 700, quint64(0));
        QCOMPARE(itemsIn(**engine), report->inserted);
        VERIFY_CLEAN(**engine);
        const auto again = importText(**engine, manyLines());
        VERIFY_OK(again);
        QVERIFY(!again->cancelled);
        QCOMPARE(again->unchanged, report->inserted);
        QCOMPARE(again->inserted, quint64(kItems) - report->inserted);
        QVERIFY(addsUp(*again));
        VERIFY_CLEAN(**engine);
    }

    void aCancelWhileReadingChangesNothing() {
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        std::stop_source stop;
        const auto report = importText(
            **engine, manyLines(), batchesOf(700), [&](const Progress&) { stop.request_stop(); },
            stop.get_token());
        VERIFY_OK(report);
        QVERIFY(report->cancelled);
        QCOMPARE(report->inserted, quint64(0));
        QCOMPARE(itemsIn(**engine), quint64(0));
        VERIFY_CLEAN(**engine);
    }

    void aKillKeepsWholeBatches() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        VERIFY_OK(Engine::create(path, {thingsTable()}));
        const QByteArray text = manyLines();
        QVERIFY(isKilled([&] {
            auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
            if (!engine) return;
            static_cast<void>(importText(**engine, text, batchesOf(600), [](const Progress& progress) {
                if (progress.phase == Progress::Phase::Writing && progress.itemsDone >= 10'000)
                    ::kill(::getpid(), SIGKILL);
            }));
        }));
        auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
        VERIFY_OK(engine);
        const std::uint64_t kept = itemsIn(**engine);
        QVERIFY2(kept >= 9000 && kept < 11'000, std::to_string(kept).c_str());
        QCOMPARE(kept % 600, quint64(0));
        VERIFY_CLEAN(**engine);
        const auto again = importText(**engine, text);
        VERIFY_OK(again);
        QCOMPARE(again->unchanged, kept);
        QCOMPARE(itemsIn(**engine), quint64(kItems));
        VERIFY_CLEAN(**engine);
        engine = Error::cancelled();
        QCOMPARE(filesIn(folder), QStringList{"t.partita"});
    }

    void aSourceCutOffGivesWhatItHas_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<quint64>("inserted");
        QTest::addColumn<quint64>("refused");
        const QByteArray one = R"({"pk":"a","sk":"1"})", two = R"({"pk":"a","sk":"2"})";
        QTest::newRow("in an array") << '[' + one + ',' + two + ',' << quint64(2) << quint64(0);
        QTest::newRow("in an item of an array") << '[' + one + ",{\"pk\":\"a\"" << quint64(1) << quint64(1);
        QTest::newRow("in a line") << one + '\n' + two + "\n{\"pk\":\"a" << quint64(2) << quint64(1);
    }
    void aSourceCutOffGivesWhatItHas() {
        QFETCH(QByteArray, text);
        QFETCH(quint64, inserted);
        QFETCH(quint64, refused);
        Folder folder;
        auto engine = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(engine);
        const auto report = importText(**engine, text);
        VERIFY_OK(report);
        QCOMPARE(report->inserted, inserted);
        QCOMPARE(report->refused, refused);
        QVERIFY(addsUp(*report));
        QVERIFY(report->failure);
        QCOMPARE(report->failure->code, ErrorCode::BadInput);
        QVERIFY(report->failure->message.find("cut off") != std::string::npos);
        QCOMPARE(itemsIn(**engine), inserted);
        VERIFY_CLEAN(**engine);
    }

    void noRoomForSortingIsToldAndChangesNothing() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        const std::string source = folder.path("source.json");
        VERIFY_OK(Engine::create(path, {thingsTable()}));
        writeFile(source, manyLines());
        const pid_t child = ::fork();
        if (child == 0) {
            // The limit of one file's size stands for a full disk: the file of runs grows beyond it first.
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{500'000, 500'000};
            if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(1);
            auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
            if (!engine) ::_exit(2);
            ImportOptions options = batchesOf(700);
            options.memoryBytes = 100'000;
            const auto report = (*engine)->importItems(source, options);
            if (!report) ::_exit(3);
            if (!report->failure || report->failure->code != ErrorCode::InputOutput) ::_exit(4);
            if (report->failure->message.find("for sorting") == std::string::npos) ::_exit(5);
            ::_exit(report->inserted == 0 && itemsIn(**engine) == 0 ? 0 : 6);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
        VERIFY_OK(engine);
        VERIFY_CLEAN(**engine);
    }

    /// Readers and a writer at work all through an import: no request fails, and none sees half a batch.
    void othersReadAndWriteMeanwhile() {
        Folder folder;
        auto opened = Engine::create(folder.path("t.partita"), {thingsTable()});
        VERIFY_OK(opened);
        Engine& engine = **opened;
        constexpr quint64 kBatch = 500;
        std::atomic<bool> done = false;
        std::atomic<int> seenInTheMiddle = 0, puts = 0;
        std::mutex faultMutex;
        std::string fault;
        const auto report = [&](const std::string& what) {
            const std::lock_guard guard(faultMutex);
            if (fault.empty()) fault = what;
        };
        std::thread browser([&] {
            while (!done) {
                for (const ViewId& view : viewsOf(thingsTable())) {
                    const auto order = engine.collectionOrder(view, CollectionOrderBy::Size);
                    if (!order) return report("order: " + order.error().text());
                    if ((*order)->size() == 0) continue;
                    const std::size_t last = (*order)->size() - 1;
                    const auto window = engine.items(view, (*order)->id(last), 0, 100);
                    if (!window) return report("items: " + window.error().text());
                    const auto first = engine.firstCollections(view, CollectionOrderBy::Load, 20);
                    if (!first) return report("first: " + first.error().text());
                    if (!view.index && (*order)->rows() > 0 && (*order)->rows() < kItems) ++seenInTheMiddle;
                }
            }
        });
        std::thread asker([&] {
            for (int i = 0; !done; ++i) {
                QueryRequest request;
                request.table = "Things";
                request.index = "ByKind";
                request.partition = {s("k" + std::to_string(i % 13))};
                const auto page = engine.query(request);
                if (!page) return report("query: " + page.error().text());
                const auto totals = engine.statistics({"Things", {}});
                if (!totals) return report("statistics: " + totals.error().text());
                const auto key = engine.get({"Things", item({{"pk", s("p1")}, {"sk", s("1")}})});
                if (!key) return report("get: " + key.error().text());
            }
        });
        std::thread writer([&] {
            for (int i = 0; !done || i < 5; ++i) {
                const auto put = engine.put({"Things", item({{"pk", s("put")},
                                                             {"sk", s(std::to_string(i))},
                                                             {"kind", s("put")},
                                                             {"rank", n(i)}})});
                if (!put) return report("put: " + put.error().text());
                ++puts;
            }
        });
        const auto imported = importText(engine, manyLines(), batchesOf(kBatch));
        done = true;
        browser.join();
        asker.join();
        writer.join();
        QVERIFY2(fault.empty(), fault.c_str());
        VERIFY_OK(imported);
        QCOMPARE(imported->inserted, quint64(kItems));
        QVERIFY(seenInTheMiddle > 0);
        QCOMPARE(itemsIn(engine), quint64(kItems + puts));
        VERIFY_CLEAN(engine);
    }
};

QTEST_APPLESS_MAIN(TestEngineImportBreaks)
#include "tst_engine_import_breaks.moc"
