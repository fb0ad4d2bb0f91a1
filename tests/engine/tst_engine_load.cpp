// The load of a table: what each request adds to which partition and key, recordings that outlive the file's
// closing, and that nothing here changes an item.
#include <atomic>

#include "engine/partition/partitions.h"
#include "engine/table/key.h"
#include "tests/engine/faulty_vfs.h"
#include "tests/engine/table_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

/// Stands still until it is moved.
class HandClock final : public Clock {
  public:
    UtcMillis now() const override { return m_now; }
    void move(UtcMillis by) { m_now += by; }

  private:
    std::atomic<UtcMillis> m_now = 1'777'629'600'000;
};

constexpr SecondRange kAlways{0, INT64_MAX};

std::string keyBytes(const std::string& key) {
    return *keyPart({{"pk", ValueType::String}}, {s(key)});
}
std::uint32_t partitionOfKey(const std::string& key, std::uint32_t partitions = 4) {
    return partitionOf(partitionHash(keyBytes(key)), partitions);
}

Item thing(const std::string& pk, const std::string& sk, std::size_t size = 0) {
    Item one = item({{"pk", s(pk)}, {"sk", s(sk)}});
    if (size > 0) one.set("text", s(std::string(size, 'x')));
    return one;
}

}  // namespace

class TestEngineLoad : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { FaultyVfs::install(); }
    void init() {
        m_folder.emplace();
        m_path = m_folder->path("t.partita");
        auto engine = Engine::create(m_path, {thingsTable()}, m_clock);
        VERIFY_OK(engine);
        m_engine = std::move(engine).value();
    }
    void cleanup() {
        m_engine.reset();
        m_folder.reset();
    }

    void aWriteCountsInTheTableAndEachGlobalIndex() {
        Item one = thing("a", "1", 2000);  // 3 WCU
        one.set("kind", s("hot"));
        one.set("rank", n(7));
        const auto put = m_engine->put({"Things", one});
        VERIFY_OK(put);
        const LoadSummary table = tableLoad(), index = indexLoad();
        // The LSI holds all attributes: three units more, on the table's partitions.
        QCOMPARE(put->capacity.ofTable.write, HalfUnits(4));
        QCOMPARE(table.totalWrite, HalfUnits(8));
        QCOMPARE(table.partitions[partitionOfKey("a")].sumWrite, HalfUnits(8));
        QCOMPARE(index.totalWrite, HalfUnits(2));
        QCOMPARE(index.partitions[partitionOfKey("hot")].sumWrite, HalfUnits(2));
        QCOMPARE(table.totalWrite + index.totalWrite, put->capacity.total.write);
        QCOMPARE(table.hottestKeys.front().keyBytes, keyBytes("a"));
        QCOMPARE(index.hottestKeys.front().keyBytes, keyBytes("hot"));
        QCOMPARE(table.totalRead + index.totalRead, HalfUnits(0));

        // To another key of the index: both its old and its new partition are asked.
        one.set("kind", s("cold"));
        VERIFY_OK(m_engine->put({"Things", one}));
        QCOMPARE(m_engine->liveLoad("Things")->key("ByKind", keyBytes("hot"))->write, HalfUnits(4));
        QCOMPARE(m_engine->liveLoad("Things")->key("ByKind", keyBytes("cold"))->write, HalfUnits(2));
        // What does not exist costs the least, and nothing in the index.
        VERIFY_OK(m_engine->remove({"Things", thing("nobody", "1")}));
        QCOMPARE(m_engine->liveLoad("Things")->key({}, keyBytes("nobody"))->write, HalfUnits(2));
        QCOMPARE(indexLoad().totalWrite, HalfUnits(6));
    }

    void readsCountWhereTheyWereMade() {
        for (int i = 0; i < 10; ++i) {
            Item one = thing("a", std::to_string(i), 4096);
            one.set("kind", s("k"));
            one.set("rank", n(i));
            VERIFY_OK(m_engine->put({"Things", one}, Metering::Off));
        }
        QCOMPARE(tableLoad().requests, quint64(0));
        VERIFY_OK(m_engine->get({"Things", thing("a", "1"), true}));
        QCOMPARE(tableLoad().partitions[partitionOfKey("a")].sumRead, HalfUnits(4));
        QueryRequest query;
        query.table = "Things";
        query.partition = {s("a")};
        const auto page = m_engine->query(query);
        VERIFY_OK(page);
        QCOMPARE(tableLoad().totalRead, HalfUnits(4) + page->capacity.total.read);
        query.index = "ByRank";
        const auto local = m_engine->query(query);
        VERIFY_OK(local);
        QCOMPARE(tableLoad().totalRead, HalfUnits(4) + 2 * page->capacity.total.read);
        query.index = "ByKind";
        query.partition = {s("k")};
        const auto global = m_engine->query(query);
        VERIFY_OK(global);
        QCOMPARE(indexLoad().totalRead, global->capacity.total.read);
        QCOMPARE(indexLoad().partitions[partitionOfKey("k")].sumRead, global->capacity.total.read);
        const quint64 requests = tableLoad().requests;
        QCOMPARE(requests, quint64(3));

        // Neither what is not metered nor what is refused counts.
        VERIFY_OK(m_engine->query(query, Metering::Off));
        query.options.consistent = true;
        QVERIFY(!m_engine->query(query));
        VERIFY_OK(m_engine->collectionOrder({"Things", "ByKind"}, CollectionOrderBy::Load));
        VERIFY_OK(m_engine->check());
        QCOMPARE(tableLoad().requests, requests);
        QCOMPARE(indexLoad().requests, quint64(1));
    }

    void aScanCountsWhatItReadOfEachPartition() {
        std::vector<std::uint64_t> bytes(4, 0);
        std::uint64_t all = 0;
        for (int i = 0; i < 60; ++i) {
            const std::string key = "key " + std::to_string(i);
            const Item one = thing(key, "1", std::size_t(200 + 137 * (i % 7)));
            VERIFY_OK(m_engine->put({"Things", one}, Metering::Off));
            bytes[partitionOfKey(key)] += sizeOf(one);
            all += sizeOf(one);
        }
        ScanRequest scan;
        scan.table = "Things";
        scan.options.consistent = true;
        const auto page = m_engine->scan(scan);
        VERIFY_OK(page);
        QCOMPARE(page->bytesRead, all);
        const LoadSummary load = tableLoad();
        QCOMPARE(load.totalRead, page->capacity.total.read);
        HalfUnits sum = 0;
        for (std::size_t p = 0; p < 4; ++p) {
            const HalfUnits share = load.partitions[p].sumRead;
            const HalfUnits fair = load.totalRead * bytes[p] / all;
            QVERIFY(share >= fair - 1 && share <= fair + 1);
            sum += share;
        }
        QCOMPARE(sum, load.totalRead);
        QCOMPARE(load.distinctKeys, quint64(0));

        // Page by page the sums stay those of the answers.
        HalfUnits answered = page->capacity.total.read;
        scan.options.limit = 7;
        do {
            const auto next = m_engine->scan(scan);
            VERIFY_OK(next);
            answered += next->capacity.total.read;
            scan.options.startKey = next->lastEvaluatedKey;
        } while (scan.options.startKey);
        QCOMPARE(tableLoad().totalRead, answered);
    }

    void theLiveRecordingOutlivesClosing() {
        for (int i = 0; i < 20; ++i) {
            VERIFY_OK(m_engine->put({"Things", thing("key " + std::to_string(i % 3), std::to_string(i))}));
            m_clock.move(700);
        }
        const LoadSummary before = tableLoad();
        reopen();
        const LoadSummary after = tableLoad();
        QCOMPARE(after.totalWrite, before.totalWrite);
        QCOMPARE(after.requests, quint64(20));
        QCOMPARE(after.recording.begin, before.recording.begin);
        QCOMPARE(after.range, before.range);
        for (std::size_t p = 0; p < 4; ++p)
            QCOMPARE(after.partitions[p].sumWrite, before.partitions[p].sumWrite);
        QCOMPARE(after.hottestKeys.size(), std::size_t(3));
        // It goes on, and stays one recording.
        VERIFY_OK(m_engine->put({"Things", thing("key 1", "again")}));
        reopen();
        QCOMPARE(tableLoad().requests, quint64(21));
        QVERIFY(m_engine->recordings("Things")->empty());
    }

    void anotherNumberOfPartitionsStartsAfresh() {
        QCOMPARE(*m_engine->partitionCount({"Things", {}}), 4u);
        VERIFY_OK(m_engine->put({"Things", thing("a", "1")}));
        QCOMPARE(tableLoad().requests, quint64(1));
        for (const std::uint32_t bad : {0u, 257u, 4'000'000'000u}) {
            const auto refused = m_engine->choosePartitionCount("Things", bad);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::Validation);
        }
        QCOMPARE(tableLoad().requests, quint64(1));
        VERIFY_OK(m_engine->choosePartitionCount("Things", 13));
        QCOMPARE(tableLoad().requests, quint64(0));
        QCOMPARE(tableLoad().partitions.size(), std::size_t(13));
        QCOMPARE(*m_engine->partitionCount({"Things", "ByKind"}), 13u);
        Item one = thing("b", "1");
        one.set("kind", s("k"));
        one.set("rank", n(1));
        VERIFY_OK(m_engine->put({"Things", one}));
        QCOMPARE(tableLoad().partitions[partitionOfKey("b", 13)].sumWrite, HalfUnits(4));
        QCOMPARE(indexLoad().partitions[partitionOfKey("k", 13)].sumWrite, HalfUnits(2));
        reopen();
        QCOMPARE(*m_engine->partitionCount({"Things", {}}), 13u);
        QCOMPARE(tableLoad().requests, quint64(1));
        VERIFY_OK(m_engine->choosePartitionCount("Things", std::nullopt));
        QCOMPARE(*m_engine->partitionCount({"Things", {}}), 4u);
        reopen();
        QCOMPARE(tableLoad().requests, quint64(0));
    }

    void recordingsAreSavedReadAndRemoved() {
        const auto spec = parseGeneratorSpec("zipf:1.1,rate=100,seconds=3,seed=7");
        VERIFY_OK(spec);
        for (int i = 0; i < 30; ++i)
            VERIFY_OK(m_engine->put({"Things", thing("key " + std::to_string(i), "1")}, Metering::Off));
        const auto replay = m_engine->replayGenerated("Things", *spec, {}, 9);
        VERIFY_OK(replay);
        const LoadSummary made = replay->load->summary({}, kAlways);
        QCOMPARE(made.requests, quint64(300));
        QCOMPARE(made.partitions.size(), std::size_t(9));
        QCOMPARE(made.totalRead + made.totalWrite, replay->report.read + replay->report.write);
        const auto first = m_engine->saveRecording("Things", *replay->load, "zipf");
        const auto second = m_engine->saveRecording("Things", *replay->load, "日本語 too");
        VERIFY_OK(first);
        VERIFY_OK(second);
        reopen();
        const auto list = m_engine->recordings("Things");
        VERIFY_OK(list);
        QCOMPARE(list->size(), std::size_t(2));
        QCOMPARE(list->at(1).name, std::string("日本語 too"));
        QCOMPARE(list->at(0).origin, spec->text());
        QCOMPARE(list->at(0).source, RecordingInfo::Source::Generated);
        const auto loaded = m_engine->loadRecording("Things", *first);
        VERIFY_OK(loaded);
        const LoadSummary kept = (*loaded)->summary({}, kAlways);
        QCOMPARE(kept.totalRead, made.totalRead);
        QCOMPARE(kept.totalWrite, made.totalWrite);
        QCOMPARE(kept.hottestKeys.front().keyBytes, made.hottestKeys.front().keyBytes);
        for (std::size_t p = 0; p < 9; ++p)
            QCOMPARE(kept.partitions[p].peakWrite, made.partitions[p].peakWrite);
        QCOMPARE(tableLoad().requests, quint64(0));  // never mixed with the live one
        VERIFY_OK(m_engine->removeRecording("Things", *first));
        const auto gone = m_engine->loadRecording("Things", *first);
        QVERIFY(!gone);
        QCOMPARE(gone.error().code, ErrorCode::ResourceNotFound);
        QCOMPARE(m_engine->recordings("Things")->size(), std::size_t(1));
    }

    void aNamedCopyOfLiveLoadStandsForItself() {
        VERIFY_OK(m_engine->put({"Things", thing("a", "1")}));
        const auto copy = m_engine->saveRecording("Things", *m_engine->liveLoad("Things"), "before the fix");
        VERIFY_OK(copy);
        VERIFY_OK(m_engine->put({"Things", thing("a", "2")}));
        reopen();
        const auto list = m_engine->recordings("Things");
        VERIFY_OK(list);
        QCOMPARE(list->size(), std::size_t(1));
        QCOMPARE(list->front().name, std::string("before the fix"));
        QCOMPARE(list->front().source, RecordingInfo::Source::Live);
        QCOMPARE(list->front().requests, std::uint64_t(1));
        QCOMPARE(tableLoad().requests, quint64(2));  // the live one went on
    }

    void aReplayChangesNoItemAndAddsUp() {
        for (int i = 0; i < 9; ++i)
            VERIFY_OK(m_engine->put({"Things", thing("key " + std::to_string(i), "1")}, Metering::Off));
        const std::string before = shownOfAll(*m_engine, thingsTable());
        const std::string trace = m_folder->path("trace.jsonl");
        writeFile(
            trace,
            "{\"time\":\"2026-05-01T10:00:00.250Z\",\"operation\":\"PutItem\",\"key\":\"new\",\"writeUnits\":"
            "3}\n"
            "{\"time\":\"2026-05-01T10:00:01Z\",\"operation\":\"Query\",\"key\":\"key "
            "1\",\"readUnits\":2.5}\n"
            "{\"time\":\"2026-05-01T10:00:01Z\",\"operation\":\"Query\",\"index\":\"ByKind\",\"key\":\"k\","
            "\"readUnits\":1}\n"
            "nonsense\n"
            "{\"time\":\"2026-05-01T10:00:02Z\",\"operation\":\"Scan\",\"readUnits\":64}\n");
        const auto replay = m_engine->replayTrace("Things", trace);
        VERIFY_OK(replay);
        QCOMPARE(replay->report.events, quint64(4));
        QCOMPARE(replay->report.badLines, quint64(1));
        QCOMPARE(replay->report.problems.front().line, quint64(4));
        const LoadSummary table = replay->load->summary({}, kAlways);
        QCOMPARE(table.totalWrite, HalfUnits(6));
        QCOMPARE(table.totalRead, HalfUnits(5 + 128));
        QCOMPARE(table.partitions[partitionOfKey("new")].sumWrite, HalfUnits(6));
        HalfUnits sum = 0;
        for (const PartitionLoad& partition : table.partitions)
            sum += partition.sumRead;
        QCOMPARE(sum, table.totalRead);
        QCOMPARE(replay->load->summary("ByKind", kAlways).totalRead, HalfUnits(2));
        QCOMPARE(shownOfAll(*m_engine, thingsTable()), before);
        QVERIFY(!m_engine->replayTrace("Things", m_folder->path("no.jsonl")));
        QVERIFY(!m_engine->replayTrace("Things", trace, {}, {}, 0));
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled =
            m_engine->replayGenerated("Things", *parseGeneratorSpec("uniform,rate=100000"), stop.get_token());
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    }

    void aReadOnlyFileKeepsNone() {
        VERIFY_OK(m_engine->put({"Things", thing("a", "1")}));
        m_engine.reset();
        const QByteArray before = fileBytes(m_path);
        {
            auto reading = Engine::open(m_path, Engine::OpenMode::ReadOnly, m_clock);
            VERIFY_OK(reading);
            VERIFY_OK((*reading)->get({"Things", thing("a", "1")}));
            // It is counted while the file is open …
            QCOMPARE((*reading)->liveLoad("Things")->summary({}, kAlways).requests, quint64(2));
            const auto refused =
                (*reading)->saveRecording("Things", *(*reading)->liveLoad("Things"), "not to be");
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::ReadOnly);
            QVERIFY(!(*reading)->choosePartitionCount("Things", 8));
        }
        // … and then gone.
        QVERIFY(fileBytes(m_path) == before);
        QCOMPARE(filesIn(*m_folder), QStringList{"t.partita"});
    }

    void collectionsCanBeOrderedByLoad() {
        for (const char* key : {"a", "b", "c", "d", "e"})
            VERIFY_OK(m_engine->put({"Things", thing(key, "1")}, Metering::Off));
        for (int i = 0; i < 5; ++i)
            VERIFY_OK(m_engine->get({"Things", thing("d", "1")}));
        VERIFY_OK(m_engine->put({"Things", thing("b", "1")}));
        VERIFY_OK(m_engine->get({"Things", thing("gone", "1")}));  // a key without a collection
        QCOMPARE(keysByLoad(), QString("b d a c e"));
        // By another recording, as long as it is the current one.
        const std::string trace = m_folder->path("trace.jsonl");
        writeFile(
            trace,
            "{\"time\":\"2026-05-01T10:00:00Z\",\"operation\":\"Query\",\"key\":\"e\",\"readUnits\":9}\n");
        const auto replay = m_engine->replayTrace("Things", trace);
        VERIFY_OK(replay);
        m_engine->setCurrentLoad("Things", replay->load);
        QCOMPARE(keysByLoad(), QString("e a b c d"));
        m_engine->setCurrentLoad("Things", nullptr);
        QCOMPARE(keysByLoad(), QString("b d a c e"));
    }

  private:
    void reopen() {
        m_engine.reset();
        auto engine = Engine::open(m_path, Engine::OpenMode::ReadWrite, m_clock);
        VERIFY_OK(engine);
        m_engine = std::move(engine).value();
    }
    LoadSummary tableLoad() const { return m_engine->liveLoad("Things")->summary({}, kAlways); }
    LoadSummary indexLoad() const { return m_engine->liveLoad("Things")->summary("ByKind", kAlways); }

    /// The same in the order and in the first collections of it.
    QString keysByLoad() const {
        const ViewId view{"Things", std::nullopt};
        const auto order = m_engine->collectionOrder(view, CollectionOrderBy::Load);
        const auto first = m_engine->firstCollections(view, CollectionOrderBy::Load, 10);
        if (!order || !first) return "an error";
        QStringList keys;
        for (std::size_t i = 0; i < (*order)->size(); ++i) {
            const auto summary = m_engine->collections(view, {(*order)->id(i)});
            keys.append(QString::fromStdString(displayText(summary->front().partition)));
            if (i >= first->size() || first->at(i).id != (*order)->id(i)) return "two orders";
        }
        return keys.join(' ');
    }

    HandClock m_clock;
    std::optional<Folder> m_folder;
    std::string m_path;
    std::unique_ptr<Engine> m_engine;
};

QTEST_APPLESS_MAIN(TestEngineLoad)
#include "tst_engine_load.moc"
