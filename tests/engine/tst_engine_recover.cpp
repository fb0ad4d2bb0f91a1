// What can be read of a damaged file comes into a new one: all that stands on pages that are sound, nothing
// that was not there, and the damaged file stays as it is. The test cases FILE-01 and FILE-02 are here, in
// tst_engine_files.cpp and in tst_window_recover.cpp.
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QRandomGenerator>
#include <map>
#include <set>

#include "engine/recover.h"
#include "tests/engine/faulty_vfs.h"
#include "tests/engine/table_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

constexpr qsizetype kPage = 16384;

/// Of the same keys as Things, so that pages of one could be taken for the other's; its index holds whole
/// items.
TableDefinition ordersTable() {
    TableDefinition table;
    table.name = "Orders";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
    table.indexes.push_back({"ByDay",
                             IndexKind::Global,
                             {{{"day", ValueType::Number}}, {{"sk", ValueType::String}}},
                             {ProjectionType::All, {}},
                             {}});
    return table;
}

TableDefinition countersTable() {
    TableDefinition table;
    table.name = "Counters";
    table.keys = {{{"id", ValueType::Number}}, {}};
    table.billing = BillingMode::Provisioned;
    table.throughput = Throughput{5, 5};
    table.indexes.push_back({"ByOwner",
                             IndexKind::Global,
                             {{{"owner", ValueType::String}}, {}},
                             {ProjectionType::KeysOnly, {}},
                             Throughput{2, 2}});
    return table;
}

std::vector<TableDefinition> allTables() {
    return {thingsTable(), ordersTable(), countersTable()};
}

/// A closed file of three tables: 700 items in Things (some large), 500 in Orders, 400 in Counters.
void fill(const std::string& path) {
    auto engine = Engine::create(path, allTables());
    VERIFY_OK(engine);
    const auto work = [&] {
        for (int i = 0; i < 700; ++i)
            VERIFY_OK((*engine)->put(
                {"Things", item({{"pk", s("thing#" + std::to_string(i % 60))},
                                 {"sk", s("part#" + std::to_string(i))},
                                 {"kind", s("k" + std::to_string(i % 7))},
                                 {"rank", n(i)},
                                 {"title", s(std::string(std::size_t(i % 200), 't'))},
                                 {"text", s(std::string(std::size_t(i % 90 == 5 ? 9000 : 100), 'x'))}})},
                Metering::Off));
        for (int i = 0; i < 500; ++i)
            VERIFY_OK((*engine)->put({"Orders", item({{"pk", s("order#" + std::to_string(i % 90))},
                                                      {"sk", s("line#" + std::to_string(i))},
                                                      {"day", n(i % 30)},
                                                      {"text", s(std::string(std::size_t(i % 300), 'o'))}})},
                                     Metering::Off));
        for (int i = 0; i < 400; ++i)
            VERIFY_OK((*engine)->put({"Counters", item({{"id", n(i)},
                                                        {"owner", s("o" + std::to_string(i % 9))},
                                                        {"text", s(std::string(200, 'c'))}})},
                                     Metering::Off));
    };
    VERIFY_OK((*engine)->writeTogether(true, work));
    VERIFY_OK((*engine)->setEntityColour("Things", {"part", 0x204060}));
    VERIFY_OK((*engine)->setTimeToLive("Orders", "expires"));
    const auto replay =
        (*engine)->replayGenerated("Things", *parseGeneratorSpec("uniform,rate=50,seconds=2"));
    VERIFY_OK(replay);
    VERIFY_OK((*engine)->saveRecording("Things", *replay->load, "uniform"));
    VERIFY_OK((*engine)->choosePartitionCount("Counters", 7));
}

/// Whose pages are where, by SQLite's own account of the sound file.
struct PageUse {
    std::string name;
    std::string type;
    int cells = 0;
};
std::map<int, PageUse> pagesOf(const std::string& path) {
    std::map<int, PageUse> pages;
    sqlite3* database = nullptr;
    sqlite3_stmt* statement = nullptr;
    sqlite3_open(path.c_str(), &database);
    sqlite3_prepare_v2(database, "SELECT pageno, name, pagetype, ncell FROM dbstat", -1, &statement, nullptr);
    while (sqlite3_step(statement) == SQLITE_ROW)
        pages[sqlite3_column_int(statement, 0)] = {
            reinterpret_cast<const char*>(sqlite3_column_text(statement, 1)),
            reinterpret_cast<const char*>(sqlite3_column_text(statement, 2)),
            sqlite3_column_int(statement, 3)};
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return pages;
}

/// How many items stand on those pages and so may be gone, of each table.
std::map<std::string, int> itemsOn(const std::map<int, PageUse>& pages, const std::set<int>& touched) {
    std::map<std::string, int> most;
    for (const int page : touched) {
        const auto use = pages.find(page);
        if (use == pages.end()) continue;
        const auto& [name, type, cells] = use->second;
        const int lost = type == "overflow" ? 1 : cells;
        if (name == "rows_1_0") most["Things"] += lost;
        if (name == "rows_2_0") most["Orders"] += lost;
        if (name == "rows_3_0") most["Counters"] += lost;
        if (name == "bodies" && type != "internal") most["Things"] += lost;
    }
    return most;
}

/// Every item of a file by table, as JSON.
std::map<std::string, std::set<std::string>> itemsIn(const Engine& engine) {
    std::map<std::string, std::set<std::string>> items;
    for (const std::string& name : engine.tableNames()) {
        items[name];
        ScanRequest scan;
        scan.table = name;
        while (true) {
            const auto page = engine.scan(scan, Metering::Off);
            if (!page) {
                items[name].insert("error: " + page.error().text());
                break;
            }
            const auto read = page->items.items();
            for (const Item& one : *read)
                items[name].insert(toDynamoDbJson(one));
            if (!page->lastEvaluatedKey) break;
            scan.options.startKey = page->lastEvaluatedKey;
        }
    }
    return items;
}

void overwrite(QByteArray& bytes, int page, char value) {
    bytes.replace((page - 1) * kPage, kPage, QByteArray(kPage, value));
}

}  // namespace

class TestEngineRecover : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
        const std::string path = m_folder.path("good.partita");
        fill(path);
        m_good = fileBytes(path);
        m_pages = pagesOf(path);
        QVERIFY(m_pages.size() > 60);
        const auto engine = Engine::open(path, Engine::OpenMode::ReadOnly);
        VERIFY_OK(engine);
        m_items = itemsIn(**engine);
        QCOMPARE(m_items["Things"].size(), std::size_t(700));
        for (const TableDefinition& table : allTables())
            m_shown += shownOfAll(**engine, table);
    }

    void aSoundFileComesOverWhole() {
        const auto [report, engine] = recovered(m_good);
        VERIFY_OK(report);
        QVERIFY2(report->isWhole(), recoveryText(*report).c_str());
        QCOMPARE(report->items(), std::uint64_t(1600));
        QCOMPARE(report->lostPages, std::uint64_t(0));
        QVERIFY(engine);
        std::string shownNow;
        for (const TableDefinition& table : allTables()) {
            const auto there = engine->table(table.name);
            VERIFY_OK(there);
            QVERIFY(**there == table);
            shownNow += shownOfAll(*engine, table);
        }
        QCOMPARE(shownNow, m_shown);
        VERIFY_CLEAN(*engine);
        const auto colours = engine->entityColours("Things");
        VERIFY_OK(colours);
        QCOMPARE(colours->size(), std::size_t(1));
        QCOMPARE(colours->front().rgb, std::uint32_t(0x204060));
        QCOMPARE(engine->timeToLive("Orders")->attribute, std::optional<std::string>("expires"));
        QCOMPARE(engine->recordings("Things")->size(), std::size_t(1));
        VERIFY_OK(engine->loadRecording("Things", engine->recordings("Things")->front().id));
        QCOMPARE(*engine->partitionCount({"Counters", std::nullopt}), std::uint32_t(7));
    }

    /// FILE-02 (a): bytes 4096 to 8191 are FF; here in each page, and the whole of each page.
    void everyPageMayBeLost_data() {
        QTest::addColumn<int>("value");
        QTest::addColumn<bool>("isPart");
        QTest::newRow("FF") << 0xff << false;
        QTest::newRow("zero") << 0 << false;
        QTest::newRow("a part is FF") << 0xff << true;
    }
    void everyPageMayBeLost() {
        QFETCH(int, value);
        QFETCH(bool, isPart);
        const int pages = int(m_good.size() / kPage);
        int withLosses = 0;
        for (int page = 1; page <= pages; ++page) {
            QByteArray bytes = m_good;
            const QByteArray context =
                "page " + QByteArray::number(page) + " of " + QByteArray(m_pages[page].name.c_str()) + "\n";
            if (isPart) {
                bytes.replace((page - 1) * kPage + 4096, 4096, QByteArray(4096, char(value)));
            } else if (page == 1) {
                // What the header says is kept: without it this is no table file to anybody.
                bytes.replace(100, kPage - 100, QByteArray(kPage - 100, char(value)));
            } else {
                overwrite(bytes, page, char(value));
            }
            const auto [report, engine] = recovered(bytes);
            QVERIFY2(report.ok(), report.ok() ? "" : (context + report.error().text().c_str()).constData());
            const QByteArray text = context + recoveryText(*report).c_str();
            QVERIFY2(engine != nullptr, text);
            const std::string finding = firstFinding(*engine);
            QVERIFY2(finding.empty(), (text + "\n" + finding.c_str()).constData());
            const auto items = itemsIn(*engine);
            const auto mayBeGone = itemsOn(m_pages, {page});
            for (const auto& [table, all] : m_items) {
                QVERIFY2(items.contains(table), text);
                const auto gone = mayBeGone.find(table);
                const std::size_t most = gone == mayBeGone.end() ? 0 : std::size_t(gone->second);
                QVERIFY2(items.at(table).size() + most >= all.size(), text);
                if (table == "Orders")
                    QCOMPARE(items.at(table).size(), all.size());  // its index holds them too
                for (const std::string& one : items.at(table))
                    QVERIFY2(all.contains(one), (text + "\n" + one.c_str()).constData());
                if (items.at(table).size() < all.size()) {
                    ++withLosses;
                    QVERIFY2(!report->isWhole() && report->lostPages > 0, text);
                }
            }
        }
        QVERIFY(withLosses > 5);
    }

    /// FILE-02 (b)
    void aFileMayBeCutShort_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<double>("atLeast");  // of the items
        QTest::newRow("half") << 0.5 << 0.1;
        QTest::newRow("a tenth is missing") << 0.9 << 0.7;
        QTest::newRow("nearly all is missing") << 0.1 << 0.0;
        QTest::newRow("in the middle of a page") << 0.7312 << 0.4;
    }
    void aFileMayBeCutShort() {
        QFETCH(double, share);
        QFETCH(double, atLeast);
        const QByteArray bytes = m_good.left(qsizetype(double(m_good.size()) * share));
        const auto [report, engine] = recovered(bytes);
        VERIFY_OK(report);
        const QByteArray text = recoveryText(*report).c_str();
        QVERIFY2(!report->isWhole(), text);
        QVERIFY2(report->lostPages > 0, text);
        VERIFY_CLEAN(*engine);
        std::set<int> touched;
        for (int page = int(bytes.size() / kPage) + 1; page <= int(m_good.size() / kPage); ++page)
            touched.insert(page);
        const auto mayBeGone = itemsOn(m_pages, touched);
        const auto items = itemsIn(*engine);
        for (const auto& [table, all] : m_items) {
            QVERIFY2(items.contains(table), text);
            const auto gone = mayBeGone.find(table);
            const std::size_t most = gone == mayBeGone.end() ? 0 : std::size_t(gone->second);
            QVERIFY2(items.at(table).size() + most >= all.size(), text);
            for (const std::string& one : items.at(table))
                QVERIFY2(all.contains(one), text);
        }
        QVERIFY2(double(report->items()) >= atLeast * 1600, text);
    }

    /// FILE-02 (c) to (f)
    void whatIsNoTableFileIsRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray() << int(ErrorCode::FileEmpty) << "empty";
        QTest::newRow("text") << QByteArray("This is a text about tables.\n").repeated(2000)
                              << int(ErrorCode::ForeignFile) << "not a table file";
        Folder folder;
        const std::string path = folder.path("other.sqlite");
        sqlite3* database = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(
                     database,
                     "PRAGMA page_size = 16384; CREATE TABLE tables (id INTEGER PRIMARY KEY, name); INSERT "
                     "INTO tables VALUES (1, 'Things');",
                     nullptr, nullptr, nullptr),
                 SQLITE_OK);
        sqlite3_close(database);
        QTest::newRow("another program's")
            << fileBytes(path) << int(ErrorCode::ForeignFile) << "another program";
        QByteArray newer = m_good;
        newer[63] = char(newer[63] + 1);
        QTest::newRow("newer") << newer << int(ErrorCode::NewerVersion) << "newer Partita";
        QTest::newRow("header only") << m_good.left(100) << int(ErrorCode::DamagedFile) << "lost";
        QTest::newRow("noise behind the header")
            << m_good.left(100) + QByteArray(100'000, 'z') << int(ErrorCode::DamagedFile) << "lost";
    }
    void whatIsNoTableFileIsRefused() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        QFETCH(QString, says);
        Folder folder;
        const std::string path = folder.path("given.partita");
        writeFile(path, bytes);
        const auto report = recoverFile(path, folder.path("new.partita"));
        QVERIFY(!report);
        QCOMPARE(int(report.error().code), code);
        QVERIFY2(QString::fromStdString(report.error().text()).contains(says), report.error().text().c_str());
        QCOMPARE(fileBytes(path), bytes);
        QCOMPARE(filesIn(folder), QStringList{"given.partita"});
    }

    void whatIsNotCommittedOnlyInTheLogIsTaken() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        const std::string copy = folder.path("copy.partita");
        auto engine = Engine::create(path, {thingsTable()});
        VERIFY_OK(engine);
        for (int i = 0; i < 50; ++i)
            VERIFY_OK((*engine)->put({"Things", item({{"pk", s("a")}, {"sk", s(std::to_string(i))}})}));
        // As a kill leaves them: with changes in the log that are not in the file.
        const QByteArray log = fileBytes(path + "-wal");
        writeFile(copy, fileBytes(path));
        writeFile(copy + "-wal", log);
        engine->reset();
        QVERIFY(log.size() > kPage);
        const auto report = recoverFile(copy, folder.path("new.partita"));
        VERIFY_OK(report);
        QVERIFY2(report->isWhole(), recoveryText(*report).c_str());
        QCOMPARE(report->items(), std::uint64_t(50));
        QCOMPARE(fileBytes(copy + "-wal"), log);
        // Half of the log is what was committed by then.
        writeFile(copy + "-wal", log.left(log.size() / 2));
        const auto half = recoverFile(copy, folder.path("half.partita"));
        VERIFY_OK(half);
        QVERIFY2(half->isWhole(), recoveryText(*half).c_str());
        QVERIFY(half->items() > 10 && half->items() < 40);
    }

    void aFileThatIsThereIsReplacedOnlyWhenAsked() {
        Folder folder;
        const std::string path = folder.path("t.partita"), target = folder.path("new.partita");
        writeFile(path, m_good);
        writeFile(target, "precious");
        const auto refused = recoverFile(path, target);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InputOutput);
        QCOMPARE(fileBytes(target), QByteArray("precious"));
        const auto itself = recoverFile(path, path, {.replace = true});
        QVERIFY(!itself);
        QCOMPARE(fileBytes(path), m_good);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = recoverFile(path, target, {.replace = true}, {}, stop.get_token());
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QCOMPARE(fileBytes(target), QByteArray("precious"));
        VERIFY_OK(recoverFile(path, target, {.replace = true}));
        QVERIFY(fileBytes(target).startsWith("SQLite format 3"));
        QCOMPARE(filesIn(folder), QStringList({"new.partita", "t.partita"}));
    }

    void aFileThatAnotherWritesIsLeftAlone() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        auto engine = Engine::create(path, {thingsTable()});
        VERIFY_OK(engine);
        const auto report = recoverFile(path, folder.path("new.partita"));
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::HeldByAnother);
    }

    void itemsThatWereDeletedStayAway() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        writeFile(path, m_good);
        {
            auto engine = Engine::open(path, Engine::OpenMode::ReadWrite);
            VERIFY_OK(engine);
            const auto work = [&] {
                for (int i = 0; i < 700; ++i)
                    if (i % 60 >= 20)
                        VERIFY_OK(
                            (*engine)->remove({"Things", item({{"pk", s("thing#" + std::to_string(i % 60))},
                                                               {"sk", s("part#" + std::to_string(i))}})},
                                              Metering::Off));
            };
            VERIFY_OK((*engine)->writeTogether(true, work));
        }
        QByteArray bytes = fileBytes(path);
        const auto pages = pagesOf(path);
        QVERIFY(int(pages.size()) < bytes.size() / kPage);  // some are free now, with old items on them
        // The root of the table is lost, so that its pages are found one by one.
        for (const auto& [page, use] : pages)
            if (use.name == "rows_1_0" && use.type == "internal") overwrite(bytes, page, '\xff');
        const auto [report, engine] = recovered(bytes);
        VERIFY_OK(report);
        const auto items = itemsIn(*engine);
        const QByteArray text = recoveryText(*report).c_str();
        QVERIFY2(report->tables[0].fromStrays > 100, text);
        for (const std::string& one : items.at("Things")) {
            const int number = QString::fromStdString(one).section("thing#", 1).section('"', 0, 0).toInt();
            QVERIFY2(number < 20, one.c_str());
        }
    }

    void itemsOfTablesWithTheSameKeysAreKeptApart() {
        Folder folder;
        const std::string path = folder.path("t.partita");
        {
            auto engine = Engine::create(path, {});
            VERIFY_OK(engine);
            // Made one after another, so that none but the first has its root where a new file has it.
            for (const char* name : {"First", "Second", "Third"}) {
                TableDefinition table = ordersTable();
                table.name = name;
                table.indexes.front().projection.type = ProjectionType::KeysOnly;
                VERIFY_OK((*engine)->createTable(table));
                const auto work = [&] {
                    for (int i = 0; i < 1500; ++i)
                        VERIFY_OK((*engine)->put({name, item({{"pk", s(name + std::to_string(i % 700))},
                                                              {"sk", s(std::to_string(i))},
                                                              {"day", n(i % 5)},
                                                              {"of", s(name)},
                                                              {"text", s(std::string(150, 'x'))}})},
                                                 Metering::Off));
                };
                VERIFY_OK((*engine)->writeTogether(true, work));
            }
        }
        const QByteArray good = fileBytes(path);
        const auto pages = pagesOf(path);
        for (const bool isSchemaLost : {false, true}) {
            QByteArray bytes = good;
            if (isSchemaLost) {
                for (const auto& [page, use] : pages)
                    if (use.name == "sqlite_schema" && page > 1) overwrite(bytes, page, '\xff');
                bytes.replace(100, kPage - 100, QByteArray(kPage - 100, '\xff'));
            } else {
                for (const auto& [page, use] : pages)
                    if (use.name.starts_with("rows_") && use.type == "internal")
                        overwrite(bytes, page, '\xff');
            }
            const auto [report, engine] = recovered(bytes);
            VERIFY_OK(report);
            const QByteArray text = recoveryText(*report).c_str();
            VERIFY_CLEAN(*engine);
            QVERIFY2(report->items() >= (isSchemaLost ? 4500u : 4400u), text);
            for (const auto& [table, items] : itemsIn(*engine)) {
                std::size_t foreign = 0;
                for (const std::string& one : items)
                    foreign += !QString::fromStdString(one).contains(
                        QString::fromStdString("\"of\":{\"S\":\"" + table + "\"}"));
                QVERIFY2(foreign == 0, text);
            }
            // With the collections at hand there is no doubt; by the order of the roots there is, and it is
            // told.
            QCOMPARE(report->tables[1].doubtful, std::uint64_t(isSchemaLost ? 1500 : 0));
            QVERIFY2(!report->isWhole(), text);
        }
    }

    /// FILE-02: bytes anywhere are others, and the file is cut anywhere.
    void anythingMayHappenToAFile_data() {
        QTest::addColumn<quint32>("seed");
        QTest::addColumn<int>("changes");
        QTest::newRow("one byte") << 1u << 1;
        QTest::newRow("forty bytes") << 2u << 40;
        QTest::newRow("a thousand bytes") << 3u << 1000;
        const quint32 fresh = QRandomGenerator::global()->generate();
        QTest::addRow("five bytes, seed %u", fresh) << fresh << 5;
    }
    void anythingMayHappenToAFile() {
        QFETCH(quint32, seed);
        QFETCH(int, changes);
        QRandomGenerator random(seed);
        int recoveries = 0;
        for (int round = 0; round < 40; ++round) {
            QByteArray bytes = m_good;
            std::set<int> touched;
            for (int i = 0; i < changes; ++i) {
                // Some rounds aim at what the pages say of themselves.
                qsizetype at = random.bounded(int(bytes.size()));
                if (round % 3 == 1) at = at / kPage * kPage + random.bounded(300);
                bytes[at] = char(random.bounded(256));
                touched.insert(int(at / kPage) + 1);
            }
            if (round % 4 == 3) {
                const int length = int(bytes.size()) / 4 + random.bounded(int(bytes.size()) * 3 / 4);
                for (int page = length / int(kPage) + 1; page <= int(bytes.size() / kPage); ++page)
                    touched.insert(page);
                bytes.truncate(length);
            }
            const auto [report, engine] = recovered(bytes);
            const QByteArray context = "round " + QByteArray::number(round) + "\n";
            if (!report) {
                const std::set<ErrorCode> fitting = {ErrorCode::DamagedFile, ErrorCode::ForeignFile,
                                                     ErrorCode::NewerVersion, ErrorCode::FileEmpty};
                QVERIFY2(fitting.count(report.error().code),
                         (context + report.error().text().c_str()).constData());
                QVERIFY2(changes > 5 || touched.count(1),
                         (context + report.error().text().c_str()).constData());
                continue;
            }
            ++recoveries;
            const QByteArray text = context + recoveryText(*report).c_str();
            const std::string finding = firstFinding(*engine);
            QVERIFY2(finding.empty(), (text + "\n" + finding.c_str()).constData());
            // Where the definitions are untouched, so is every item of an untouched page.
            bool areDefinitionsTouched = false;
            for (const int page : touched)
                areDefinitionsTouched |=
                    page <= 30 && !QString::fromStdString(m_pages[page].name).startsWith("rows");
            if (areDefinitionsTouched) continue;
            const auto items = itemsIn(*engine);
            const auto mayBeGone = itemsOn(m_pages, touched);
            for (const auto& [table, all] : m_items) {
                QVERIFY2(items.contains(table), text);
                std::size_t same = 0;
                for (const std::string& one : items.at(table))
                    same += all.count(one);
                const auto gone = mayBeGone.find(table);
                const std::size_t most = gone == mayBeGone.end() ? 0 : std::size_t(gone->second);
                QVERIFY2(same + most >= all.size(), text);
            }
        }
        QVERIFY(recoveries > 10);
    }

  private:
    /// Recovers a file of these bytes, which must stay as they are, and opens the new one.
    std::pair<Result<RecoveryReport>, std::unique_ptr<Engine>> recovered(const QByteArray& bytes) {
        const std::string path = m_folder.path("damaged.partita"), target = m_folder.path("new.partita");
        QFile::remove(QString::fromStdString(target));
        QFile file(QString::fromStdString(path));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size())
            return {Error::internal("the test can't write its file"), nullptr};
        file.close();
        auto report = recoverFile(path, target);
        if (fileBytes(path) != bytes) return {Error::internal("the damaged file was changed"), nullptr};
        if (filesIn(m_folder).size() != (report ? 3 : 2))
            return {Error::internal("files are left beside the new one"), nullptr};
        if (!report) return {report, nullptr};
        auto engine = Engine::open(target, Engine::OpenMode::ReadWrite);
        if (!engine) return {engine.error(), nullptr};
        return {report, std::move(engine).value()};
    }

    Folder m_folder;
    QByteArray m_good;
    std::map<int, PageUse> m_pages;
    std::map<std::string, std::set<std::string>> m_items;
    std::string m_shown;
};

QTEST_APPLESS_MAIN(TestEngineRecover)
#include "tst_engine_recover.moc"
