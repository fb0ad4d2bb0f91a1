// Files that are ours by their first bytes and wrong behind them, by chance (any byte may be another) or on
// purpose (any value may be another): everything that reads or writes ends in an answer or in an Error, never
// in a crash, and never for long.
#include <sqlite3.h>

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <set>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/table_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

constexpr qint64 kSoonMillis = 60'000;  // also with a sanitizer, on a machine that is busy

/// A closed file: a marked collection, a large body, both indexes, a colour, a recording and a live one.
QByteArray makeFile() {
    Folder folder;
    const std::string path = folder.path("t.partita");
    {
        auto engine = Engine::create(path, {thingsTable()});
        if (!engine) return {};
        const auto put = [&](Item one) {
            static_cast<void>((*engine)->put({"Things", std::move(one)}, Metering::On));
        };
        for (int i = 0; i < 40; ++i)
            put(item({{"pk", s("thing#" + std::to_string(i % 4))},
                      {"sk", s("part#" + std::to_string(i))},
                      {"kind", s("k" + std::to_string(i % 3))},
                      {"rank", n(i % 5)},
                      {"title", s(std::string(std::size_t(i == 7 ? 5000 : i), 't'))},
                      {"map", Value::map({{"list", Value::list({n(1), s("x"), Value::null()})}})}}));
        for (int i = 0; i < 2100; ++i)
            static_cast<void>((*engine)->put({"Things", item({{"pk", s("large")},
                                                              {"sk", s(std::to_string(i))},
                                                              {"kind", s("large")},
                                                              {"rank", n(i)}})},
                                             Metering::Off));
        static_cast<void>((*engine)->setEntityColour("Things", {"part", 0x204060}));
        const auto replay =
            (*engine)->replayGenerated("Things", *parseGeneratorSpec("uniform,rate=50,seconds=2"));
        if (replay) static_cast<void>((*engine)->saveRecording("Things", *replay->load, "uniform"));
    }
    return fileBytes(path);
}

/// Counts answers and errors; an error must be one that tells of a file that is not as it should be.
class Outcomes final {
  public:
    template <class T>
    void take(const Result<T>& result) {
        if (result) {
            ++answers;
            return;
        }
        ++errors;
        // Validation: by a damaged definition, an item or a start key may be wrong.
        const std::set<ErrorCode> fitting = {ErrorCode::Validation,  ErrorCode::DamagedFile,
                                             ErrorCode::ForeignFile, ErrorCode::NewerVersion,
                                             ErrorCode::InputOutput, ErrorCode::ResourceNotFound};
        if (!fitting.count(result.error().code) || result.error().message.empty())
            unfit = result.error().text();
    }
    int answers = 0;
    int errors = 0;
    std::string unfit;
};

/// Calls everything that reads, and on a file open for writing everything that writes.
Outcomes useAll(const std::string& path, Engine::OpenMode mode) {
    Outcomes outcomes;
    auto opened = Engine::open(path, mode);
    outcomes.take(opened);
    if (!opened) return outcomes;
    Engine& engine = **opened;
    for (const std::string& name : engine.tableNames()) {
        const auto table = engine.table(name);
        for (const ViewId& view : viewsOf(**table)) {
            outcomes.take(engine.statistics(view));
            for (const auto by :
                 {CollectionOrderBy::Key, CollectionOrderBy::Hash, CollectionOrderBy::ItemCount,
                  CollectionOrderBy::Size, CollectionOrderBy::Load}) {
                outcomes.take(engine.firstCollections(view, by, 10));
                const auto order = engine.collectionOrder(view, by);
                outcomes.take(order);
                if (!order) continue;
                for (std::size_t i = 0; i < std::min<std::size_t>((*order)->size(), 8); ++i) {
                    const CollectionId id = (*order)->id(i);
                    const auto summary = engine.collections(view, {id});
                    outcomes.take(summary);
                    if (summary && !summary->empty() && view.table == "Things")
                        outcomes.take(engine.find(view, summary->front().partition));
                    outcomes.take(engine.items(view, id, 0, 30));
                    outcomes.take(engine.items(view, id, (*order)->items(i) / 2, 30));
                }
            }
            outcomes.take(engine.completePartition(view, "t", 5));
            outcomes.take(engine.partitionKeys(view, 100));
            outcomes.take(engine.partitionCount(view));
            ScanRequest scan;
            scan.table = view.table;
            scan.index = view.index;
            scan.options.limit = 700;
            for (int page = 0; page < 5; ++page) {
                const auto read = engine.scan(scan);
                outcomes.take(read);
                if (!read || !read->lastEvaluatedKey) break;
                scan.options.startKey = read->lastEvaluatedKey;
            }
        }
        outcomes.take(engine.entityColours(name));
        const auto recordings = engine.recordings(name);
        outcomes.take(recordings);
        if (recordings)
            for (const RecordingInfo& info : *recordings)
                outcomes.take(engine.loadRecording(name, info.id));
        static_cast<void>(engine.liveLoad(name));
    }
    if (!engine.isReadOnly() && engine.table("Things")) {
        for (int i : {3, 7, 50}) {
            const Item one = item({{"pk", s("thing#" + std::to_string(i % 4))},
                                   {"sk", s("part#" + std::to_string(i))},
                                   {"kind", s("changed")},
                                   {"rank", n(i)}});
            outcomes.take(engine.put({"Things", one}));
            outcomes.take(
                engine.remove({"Things", item({{"pk", *one.find("pk")}, {"sk", *one.find("sk")}})}));
        }
        for (int i = 0; i < 3; ++i)
            outcomes.take(
                engine.put({"Things", item({{"pk", s("large")}, {"sk", s("~" + std::to_string(i))}})}));
        outcomes.take(engine.choosePartitionCount("Things", 9));
    }
    outcomes.take(engine.check());
    return outcomes;
}

/// Changes the file with SQL, as another program could.
std::string change(const std::string& path, const QByteArray& sql) {
    sqlite3* database = nullptr;
    char* message = nullptr;
    sqlite3_open(path.c_str(), &database);
    sqlite3_exec(database, sql, nullptr, nullptr, &message);
    const std::string fault = message ? message : "";
    sqlite3_free(message);
    sqlite3_close(database);
    return fault;
}

}  // namespace

class TestEngineDamage : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() {
        FaultyVfs::install();  // it doesn't wait for the disk
        m_file = makeFile();
        QVERIFY(m_file.size() > 200'000);
        Folder folder;
        const std::string path = folder.path("t.partita");
        writeFile(path, m_file);
        const Outcomes good = useAll(path, Engine::OpenMode::ReadWrite);
        QCOMPARE(good.errors, 0);
        QVERIFY(good.answers > 200);
    }

    void anyByteMayBeAnother_data() {
        QTest::addColumn<quint32>("seed");
        QTest::addColumn<int>("changes");
        QTest::newRow("one byte") << 1u << 1;
        QTest::newRow("twenty bytes") << 2u << 20;
        const quint32 fresh = QRandomGenerator::global()->generate();
        QTest::addRow("five bytes, seed %u", fresh) << fresh << 5;
    }
    void anyByteMayBeAnother() {
        QFETCH(quint32, seed);
        QFETCH(int, changes);
        QRandomGenerator random(seed);
        int withErrors = 0;
        for (int round = 0; round < 60; ++round) {
            QByteArray bytes = m_file;
            for (int i = 0; i < changes; ++i) {
                qsizetype at = 0;
                do {
                    at = round % 10 == 0 ? random.bounded(100) : random.bounded(int(bytes.size()));
                } while (round % 10 != 0 && bytes[at] == 0 &&
                         random.bounded(20) != 0);  // most is empty space
                bytes[at] = char(random.bounded(256));
            }
            Folder folder;
            const std::string path = folder.path("t.partita");
            writeFile(path, bytes);
            QElapsedTimer timer;
            timer.start();
            const Outcomes outcomes =
                useAll(path, round % 3 == 0 ? Engine::OpenMode::ReadWrite : Engine::OpenMode::ReadOnly);
            QVERIFY2(outcomes.unfit.empty(),
                     qPrintable(QString("round %1: %2").arg(round).arg(outcomes.unfit.c_str())));
            QVERIFY2(timer.elapsed() < kSoonMillis, qPrintable(QString("round %1").arg(round)));
            withErrors += outcomes.errors > 0;
        }
        QVERIFY(withErrors > 0);
    }

    void everyByteOfTheHeaderMayBeAnother() {
        for (int at = 0; at < 100; ++at) {
            for (const char value : {'\0', '\3', '\xff'}) {
                QByteArray bytes = m_file;
                bytes[at] = value;
                Folder folder;
                const std::string path = folder.path("t.partita");
                writeFile(path, bytes);
                // What opens at all is used in the other tests.
                Outcomes outcomes;
                for (const auto mode : {Engine::OpenMode::ReadOnly, Engine::OpenMode::ReadWrite}) {
                    const auto engine = Engine::open(path, mode);
                    outcomes.take(engine);
                    if (engine) outcomes.take((*engine)->statistics({"Things", std::nullopt}));
                }
                QVERIFY2(outcomes.unfit.empty(),
                         qPrintable(QString("byte %1: %2").arg(at).arg(outcomes.unfit.c_str())));
            }
        }
    }

    void anyValueMayBeAnother_data() {
        QTest::addColumn<QByteArray>("sql");
        const auto row = [](const char* sql) { QTest::newRow(sql) << QByteArray(sql); };
        row("UPDATE views SET collections = 1 << 62");
        row("UPDATE views SET collections = -1, items = -1, bytes = -1");
        row("UPDATE views SET items = 9223372036854775807, bytes = 9223372036854775807");
        row("UPDATE views SET next_collection = 1");
        row("UPDATE views SET next_collection = -7");
        row("UPDATE views SET items = 'many', bytes = x'00', collections = 'few'");
        row("DELETE FROM views");
        row("UPDATE collections_1_0 SET items = 1 << 62");
        row("UPDATE collections_1_0 SET items = -1, bytes = -1");
        row("UPDATE collections_1_0 SET items = 0");
        row("UPDATE collections_1_1 SET id = id + (1 << 40)");
        row("UPDATE collections_1_0 SET marked = 1");
        row("UPDATE collections_1_2 SET marked = 0");
        row("UPDATE collections_1_0 SET hash = 5");
        row("UPDATE collections_1_2 SET pk = x'00'||pk");
        row("UPDATE collections_1_0 SET pk = 'text' || pk");
        row("DELETE FROM collections_1_0");
        row("DELETE FROM collections_1_1");
        row("DELETE FROM marks_1_0");
        row("DELETE FROM marks_1_2 WHERE length(sk) = 0");
        row("UPDATE marks_1_0 SET items = -5");
        row("UPDATE marks_1_0 SET items = 1 << 62");
        row("UPDATE marks_1_2 SET items = 0");
        row("DELETE FROM rows_1_0");
        row("DELETE FROM rows_1_1");
        row("DELETE FROM rows_1_0 WHERE sk > x'35'");
        row("UPDATE rows_1_0 SET body = 4711, bytes = NULL");
        row("UPDATE rows_1_0 SET body = 'x'");
        row("UPDATE rows_1_0 SET bytes = NULL, body = NULL");
        row("UPDATE rows_1_0 SET bytes = x''");
        row("UPDATE rows_1_0 SET bytes = 'text'");
        row("UPDATE rows_1_0 SET bytes = x'ffffffffffffffffff01'");
        row("UPDATE rows_1_0 SET size = -1");
        row("UPDATE rows_1_0 SET size = 1 << 62");
        row("UPDATE rows_1_0 SET size = 1 << 63");
        row("UPDATE rows_1_0 SET size = 'big'");
        row("UPDATE rows_1_0 SET hash = hash + 1");
        row("UPDATE rows_1_0 SET sk = 'x' || sk");
        row("UPDATE OR REPLACE rows_1_2 SET tpk = x''");
        row("UPDATE OR REPLACE rows_1_2 SET sk = x'ffff'");
        row("UPDATE OR REPLACE rows_1_1 SET pk = 12");
        row("DELETE FROM bodies");
        row("UPDATE bodies SET bytes = x'01'");
        row("UPDATE bodies SET bytes = zeroblob(50000000)");
        row("DELETE FROM tables");
        row("UPDATE tables SET name = ''");
        row("UPDATE tables SET name = x'fffe00'");
        row("UPDATE tables SET billing = 77");
        row("UPDATE tables SET billing = 1");
        row("UPDATE tables SET partitions = 0");
        row("UPDATE tables SET partitions = 1 << 40");
        row("UPDATE tables SET id = 5");
        row("UPDATE tables SET read_units = -5, write_units = NULL");
        row("DELETE FROM indexes");
        row("UPDATE indexes SET kind = 9");
        row("UPDATE indexes SET kind = 3 - kind");
        row("UPDATE indexes SET projection = 9");
        row("UPDATE indexes SET name = 'Same'");
        row("UPDATE indexes SET id = id + 3");
        row("DELETE FROM key_attributes");
        row("DELETE FROM key_attributes WHERE index_id = 0 AND role = 1");
        row("UPDATE key_attributes SET type = 7");
        row("UPDATE key_attributes SET type = 2");
        row("UPDATE key_attributes SET role = 5 WHERE role = 1");
        row("UPDATE key_attributes SET name = name || x'00ff'");
        row("INSERT INTO key_attributes VALUES (1, 2, 1, 9, 'more', 1), (1, 2, 1, 10, 'yet more', 2)");
        row("DELETE FROM projected_attributes");
        row("UPDATE projected_attributes SET name = 'pk'");
        row("UPDATE recordings SET bytes = x''");
        row("UPDATE recordings SET bytes = zeroblob(1000)");
        row("UPDATE recordings SET bytes = substr(bytes, 1, length(bytes) / 2)");
        row("UPDATE recordings SET partitions = 0");
        row("UPDATE recordings SET partitions = -1, requests = -1, begin_ms = 1 << 62, end_ms = -(1 << 62)");
        row("UPDATE recordings SET source = 99, name = x'ff', origin = ''");
        row("UPDATE recordings SET table_id = 77");
        row("UPDATE entity_colours SET rgb = -1");
        row("UPDATE entity_colours SET rgb = 'red', entity = x'ff'");
    }
    void anyValueMayBeAnother() {
        QFETCH(QByteArray, sql);
        Folder folder;
        const std::string path = folder.path("t.partita");
        for (const auto mode : {Engine::OpenMode::ReadOnly, Engine::OpenMode::ReadWrite}) {
            writeFile(path, m_file);
            const std::string fault = change(path, sql);
            QVERIFY2(fault.empty(), fault.c_str());
            QElapsedTimer timer;
            timer.start();
            const Outcomes outcomes = useAll(path, mode);
            QVERIFY2(outcomes.unfit.empty(), outcomes.unfit.c_str());
            QVERIFY2(timer.elapsed() < kSoonMillis, "it takes too long");
        }
    }

  private:
    QByteArray m_file;
};

QTEST_APPLESS_MAIN(TestEngineDamage)
#include "tst_engine_damage.moc"
