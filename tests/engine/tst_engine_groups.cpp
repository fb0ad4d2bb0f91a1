// Writes that are committed together: each is decided and answered as if it were alone, and all are seen at
// once.
#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>

#include "tests/engine/group_fixture.h"
#include "tests/engine/random_requests.h"

using namespace partita;
using namespace partita::test;

namespace {

PutRequest putNew(Item of) {
    PutRequest put{"Things", std::move(of)};
    put.options.condition = conditionOf("attribute_not_exists(pk)");
    return put;
}

}  // namespace

class TestEngineGroups : public QObject {
    Q_OBJECT
  private slots:
    void allIsSeenAtItsEnd_data() { kindColumn(); }
    void allIsSeenAtItsEnd() {
        QFETCH(QString, kind);
        OpenFile file({tableOfKind(kind)});
        VERIFY_OK(file->put({"Things", thing("a", "old")}));
        QCOMPARE(together(*file,
                          [&] {
                              VERIFY_OK(file->put({"Things", thing("a", "1")}));
                              VERIFY_OK(file->put({"Things", thing("b", "1")}));
                              const auto update =
                                  file->update({"Things",
                                                thingKey("a", "1"),
                                                updateOf("SET title = :t", {{":t", s("new")}}),
                                                {},
                                                ReturnValues::AllOld});
                              VERIFY_OK(update);
                              // A write sees those before it, a reader does not.
                              QVERIFY(update->attributes && *update->attributes == thing("a", "1"));
                              VERIFY_OK(file->remove({"Things", thingKey("a", "old")}));
                              QCOMPARE(stored(file, thingKey("a", "1")), "-");
                              QVERIFY(stored(file, thingKey("a", "old")) != "-");
                              QCOMPARE(countOf(*file), quint64(1));
                          }),
                 "ok");
        QVERIFY(stored(file, thingKey("a", "1")).contains("new"));
        QVERIFY(stored(file, thingKey("b", "1")) != "-");
        QCOMPARE(stored(file, thingKey("a", "old")), "-");
        QCOMPARE(countOf(*file), quint64(2));
        VERIFY_CLEAN(*file);
    }

    void whatFailsUndoesOnlyItself_data() { kindColumn(); }
    void whatFailsUndoesOnlyItself() {
        QFETCH(QString, kind);
        OpenFile file({tableOfKind(kind)});
        VERIFY_OK(file->put({"Things", thing("a", "old")}));
        QCOMPARE(together(*file,
                          [&] {
                              VERIFY_OK(file->put(putNew(thing("a", "1"))));
                              const QString failed =
                                  "ConditionalCheckFailedException: The conditional request failed";
                              QCOMPARE(outcome(file->put(putNew(thing("a", "old", 7)))), failed);
                              QCOMPARE(outcome(file->put(putNew(thing("a", "1", 7)))), failed);
                              QCOMPARE(outcome(file->update(
                                           {"Things", thingKey("a", "1"), updateOf("SET title = nothing")})),
                                       "ValidationException: The provided expression refers to an attribute "
                                       "that does not exist in the item");
                              QCOMPARE(outcome(file->put({"Nothing", thing("a", "2")})),
                                       "ResourceNotFoundException: Requested resource not found");
                              QVERIFY(!file->put({"Things", item({{"pk", s("a")}})}));
                              VERIFY_OK(file->put(putNew(thing("a", "2"))));
                          }),
                 "ok");
        QCOMPARE(countOf(*file), quint64(3));
        QCOMPARE(stored(file, thingKey("a", "old")), shownItem(thing("a", "old")));
        QCOMPARE(stored(file, thingKey("a", "1")), shownItem(thing("a", "1")));
        VERIFY_CLEAN(*file);
    }

    void aFullCollectionRefusesOneWrite() {
        OpenFile file;
        file->setItemCollectionLimit(2500);
        const auto sized = [](const char* sk, std::size_t bytes) {
            Item one = thing("a", sk);
            one.set("text", s(std::string(bytes, 'x')));
            return one;
        };
        const QString exceeded = "ItemCollectionSizeLimitExceededException: Collection size exceeded.";
        BatchWriteRequest tooMuch;
        tooMuch.writes.emplace_back(PutRequest{"Things", thing("b", "1")});
        tooMuch.writes.emplace_back(PutRequest{"Things", sized("4", 2000)});
        QCOMPARE(together(*file,
                          [&] {
                              VERIFY_OK(file->put({"Things", sized("1", 200)}));
                              QCOMPARE(outcome(file->put({"Things", sized("2", 2000)})), exceeded);
                              VERIFY_OK(file->put({"Things", sized("3", 200)}));
                              QCOMPARE(outcome(file->batchWrite(tooMuch)), exceeded);
                              QCOMPARE(outcome(file->put({"Things", sized("1", 2000)})), exceeded);
                          }),
                 "ok");
        QCOMPARE(countOf(*file), quint64(2));
        QCOMPARE(file->statistics({"Things", "ByRank"})->items, quint64(2));
        QCOMPARE(file->statistics({"Things", "ByKind"})->items, quint64(2));
        QCOMPARE(stored(file, thingKey("a", "1")), shownItem(sized("1", 200)));
        VERIFY_CLEAN(*file);
    }

    void batchesAreWrittenToo_data() { kindColumn(); }
    void batchesAreWrittenToo() {
        QFETCH(QString, kind);
        OpenFile file({tableOfKind(kind)});
        VERIFY_OK(file->put({"Things", thing("a", "old")}));
        BatchWriteRequest batch;
        batch.writes.emplace_back(PutRequest{"Things", thing("a", "1")});
        batch.writes.emplace_back(DeleteRequest{"Things", thingKey("a", "old")});
        BatchWriteRequest twice;
        twice.writes.emplace_back(PutRequest{"Things", thing("b", "1")});
        twice.writes.emplace_back(PutRequest{"Things", thing("b", "1")});
        QCOMPARE(together(*file,
                          [&] {
                              VERIFY_OK(file->put({"Things", thing("a", "0")}));
                              VERIFY_OK(file->batchWrite(batch));
                              QCOMPARE(outcome(file->batchWrite(twice)),
                                       "ValidationException: Provided list of item keys contains duplicates");
                              QVERIFY(!file->put(putNew(thing("a", "1"))));
                          }),
                 "ok");
        QCOMPARE(countOf(*file), quint64(2));
        QCOMPARE(stored(file, thingKey("a", "old")), "-");
        VERIFY_CLEAN(*file);
    }

    void indexesAndStreamsFollowAtOnce() {
        OpenFile file;
        UpdateTableRequest streaming;
        streaming.table = "Things";
        streaming.stream = StreamViewType::NewAndOldImages;
        VERIFY_OK(file->updateTable(streaming));
        QCOMPARE(together(*file,
                          [&] {
                              VERIFY_OK(file->put({"Things", thing("a", "1")}));
                              QVERIFY(!file->put(putNew(thing("a", "1", 5))));
                              VERIFY_OK(file->put({"Things", thing("a", "2")}));
                              VERIFY_OK(file->put({"Things", thing("a", "1", 2)}));
                              VERIFY_OK(file->remove({"Things", thingKey("a", "2")}));
                          }),
                 "ok");
        QueryRequest query;
        query.table = "Things";
        query.index = "ByKind";
        query.partition = {s("k")};
        const auto found = file->query(query);
        VERIFY_OK(found);
        QCOMPARE(found->count, quint64(1));
        const auto entry = found->items.item(0);
        VERIFY_OK(entry);
        QVERIFY(entry->find("rank") && *entry->find("rank") == n(2));
        const StreamInfo stream = file->streams("Things")->back();
        const auto page = file->streamRecords("Things", stream.label, stream.firstSequence, 100);
        VERIFY_OK(page);
        QByteArray events;
        std::uint64_t last = 0;
        for (const StreamRecord& record : page->records) {
            events += "IMR"[int(record.event)];
            events += QByteArray::fromStdString(*record.key.find("sk")->asString());
            QVERIFY(record.sequence > last);
            last = record.sequence;
        }
        QCOMPARE(events, QByteArray("I1I2M1R2"));
        VERIFY_CLEAN(*file);
    }

    void listenersAreToldOnceAfterwards() {
        TableDefinition other = tableOfKind("no index");
        other.name = "Others";
        OpenFile file({thingsTable(), other});
        std::vector<Change> told;
        const int listener = file->listen([&](const Change& change) {
            // What is told of is there.
            if (change.table == "Things") QVERIFY(stored(file, thingKey("b", "1")) != "-");
            told.push_back(change);
        });
        BatchWriteRequest batch;
        batch.writes.emplace_back(PutRequest{"Things", thing("c", "1")});
        batch.writes.emplace_back(PutRequest{"Others", thing("d", "1")});
        QCOMPARE(together(*file,
                          [&] {
                              VERIFY_OK(file->put({"Things", thing("a", "1")}));
                              VERIFY_OK(file->put({"Others", thing("a", "1")}));
                              VERIFY_OK(file->put({"Things", thing("b", "1")}));
                              QVERIFY(!file->put(putNew(thing("b", "1"))));
                              VERIFY_OK(file->remove({"Things", thingKey("e", "1")}));
                              VERIFY_OK(file->batchWrite(batch));
                              QVERIFY(told.empty());
                          }),
                 "ok");
        QCOMPARE(told.size(), std::size_t(4));  // of the items and of the load of each table
        std::map<std::string, std::set<std::string>> partitions;
        std::set<std::pair<Change::Kind, std::string>> kinds;
        for (const Change& change : told) {
            kinds.emplace(change.kind, change.table);
            partitions[change.table].insert(change.partitionKeys.begin(), change.partitionKeys.end());
        }
        QCOMPARE(kinds.size(), std::size_t(4));
        QVERIFY((partitions["Things"] == std::set<std::string>{"a", "b", "c"}));
        QVERIFY((partitions["Others"] == std::set<std::string>{"a", "d"}));
        // Nothing is told of what was not written.
        told.clear();
        QCOMPARE(together(*file, [] {}), "ok");
        QVERIFY_EXCEPTION_THROWN(together(*file,
                                          [&] {
                                              VERIFY_OK(file->put({"Things", thing("f", "1")}));
                                              throw std::runtime_error("no more");
                                          }),
                                 std::runtime_error);
        QVERIFY(told.empty());
        // And a write alone tells at once, as ever.
        VERIFY_OK(file->put({"Others", thing("g", "1")}, Metering::Off));
        QCOMPARE(told.size(), std::size_t(1));
        file->unlisten(listener);
    }

    void othersWaitForItsEnd() {
        OpenFile file;
        std::atomic<int> done = 0;
        std::vector<std::thread> threads;
        QCOMPARE(
            together(*file,
                     [&] {
                         VERIFY_OK(file->put({"Things", thing("a", "1")}));
                         QString refused;
                         bool wasRun = false;
                         std::thread([&] {
                             refused = together(
                                 *file, [&] { wasRun = true; }, false);
                         }).join();
                         QCOMPARE(refused, "waits");
                         QVERIFY(!wasRun);
                         threads.emplace_back([&] {
                             done += together(*file, [&] {
                                         done += file->put({"Things", thing("b", "1")}).ok();
                                     }) == "ok";
                         });
                         threads.emplace_back([&] { done += file->put({"Things", thing("c", "1")}).ok(); });
                         std::this_thread::sleep_for(std::chrono::milliseconds(100));
                         QCOMPARE(done.load(), 0);
                         VERIFY_OK(file->put({"Things", thing("a", "2")}));
                     }),
            "ok");
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(done.load(), 3);
        QCOMPARE(countOf(*file), quint64(4));
        QCOMPARE(together(
                     *file,
                     [&] {
                         VERIFY_OK(file->put({"Things", thing("d", "1")}));
                     },
                     false),
                 "ok");
        QCOMPARE(countOf(*file), quint64(5));
    }

    /// The same requests alone and in groups of any size: the same answers, and the same file.
    void answersAsAlone_data() {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 12; ++seed)
            QTest::addRow("seed %u", seed) << seed;
        const quint32 fresh = QRandomGenerator::global()->generate();
        QTest::addRow("seed %u (a new one each time)", fresh) << fresh;
    }
    void answersAsAlone() {
        QFETCH(quint32, seed);
        Random random(seed);
        TableDefinition table = randomTable(random);
        // Half of them without a local index, which are written to in another way.
        if (seed % 2 == 0)
            std::erase_if(table.indexes, [](const auto& index) { return index.kind == IndexKind::Local; });
        OpenFile alone({table});
        OpenFile grouped({table});
        for (OpenFile* file : {&alone, &grouped})
            (*file)->setItemCollectionLimit(30'000);
        for (int group = 0; group < 40; ++group) {
            const int size = random.below(20);
            QString ofAlone;
            QString ofGrouped;
            QCOMPARE(together(*grouped,
                              [&] {
                                  for (int i = 0; i < size; ++i)
                                      writeAny(random, table, {{&*alone, &ofAlone}, {&*grouped, &ofGrouped}});
                              }),
                     "ok");
            QCOMPARE(ofGrouped, ofAlone);
        }
        QCOMPARE(QByteArray::fromStdString(shownOfAll(*grouped, table)),
                 QByteArray::fromStdString(shownOfAll(*alone, table)));
        VERIFY_CLEAN(*grouped);
        QVERIFY(countOf(*grouped, "Random") > 0);
    }

  private:
    using Target = std::pair<Engine*, QString*>;

    /// One write to each, and what came of it.
    static void writeAny(Random& random, const TableDefinition& table, const std::vector<Target>& targets) {
        const auto tell = [](QString& text, const auto& response) {
            text += outcome(response);
            if (response) text += shownItem(response->attributes);
            text += "\n";
        };
        switch (random.below(6)) {
            case 0: {
                BatchWriteRequest batch;
                std::set<std::string> keys;
                for (int i = 0; i < 6; ++i) {
                    const Item one = randomItem(random, table);
                    const Item key = keyOf(table, one);
                    if (!keys.insert(toDynamoDbJson(key)).second) continue;
                    if (random.oneIn(4)) {
                        batch.writes.emplace_back(DeleteRequest{table.name, key});
                    } else {
                        batch.writes.emplace_back(PutRequest{table.name, one});
                    }
                }
                for (const auto& [engine, text] : targets)
                    *text += outcome(engine->batchWrite(batch)) + "\n";
                break;
            }
            case 1: {
                const DeleteRequest request{table.name, keyOf(table, randomItem(random, table)),
                                            randomOptions(random)};
                for (const auto& [engine, text] : targets)
                    tell(*text, engine->remove(request));
                break;
            }
            case 2:
            case 3: {
                UpdateRequest request{table.name, keyOf(table, randomItem(random, table)),
                                      randomUpdate(random, table), randomOptions(random),
                                      ReturnValues::AllNew};
                for (const auto& [engine, text] : targets)
                    tell(*text, engine->update(request));
                break;
            }
            default: {
                PutRequest request{table.name, randomItem(random, table)};
                if (random.oneIn(3)) request.options = randomOptions(random);
                for (const auto& [engine, text] : targets)
                    tell(*text, engine->put(request));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestEngineGroups)
#include "tst_engine_groups.moc"
