// Global secondary indexes that lag on demand: what they show and when, in which order and over pages; and on
// random requests, that each read shows what the reference store held so long ago.
#include <algorithm>
#include <thread>

#include "engine/interchange/json.h"
#include "tests/engine/random_requests.h"
#include "tests/engine/reference_store.h"
#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

using std::chrono::milliseconds;

void setLag(Engine& engine, int millis) {
    ServiceFaults faults;
    faults.indexLag = milliseconds(millis);
    engine.setFaults(faults);
}

PutRequest put(const char* pk, const char* sk, const char* kind, int rank, const char* title) {
    return {"Things",
            item({{"pk", s(pk)}, {"sk", s(sk)}, {"kind", s(kind)}, {"rank", n(rank)}, {"title", s(title)}})};
}

QueryRequest ofKind(const char* kind) {
    QueryRequest query;
    query.table = "Things";
    query.index = "ByKind";
    query.partition = {s(kind)};
    return query;
}

/// "a/1 3 title" for each item, over all pages; with the number of pages when it is over one.
QString shownBy(const Engine& engine, QueryRequest query) {
    QStringList lines;
    int pages = 0;
    do {
        ++pages;
        const auto page = engine.query(query);
        if (!page) return QString::fromStdString(page.error().text());
        const auto items = page->items.items();
        for (const Item& one : *items)
            lines.append(QString::fromStdString(
                *one.find("pk")->asString() + "/" + *one.find("sk")->asString() + " " +
                one.find("rank")->asNumber()->text() + " " + *one.find("title")->asString()));
        query.options.startKey = page->lastEvaluatedKey;
    } while (query.options.startKey);
    return lines.join(", ");
}

std::vector<Item> sorted(std::vector<Item> items) {
    std::sort(items.begin(), items.end(),
              [](const Item& a, const Item& b) { return toDynamoDbJson(a) < toDynamoDbJson(b); });
    return items;
}

/// The reference store, and how it was.
class LaggingReference final {
  public:
    explicit LaggingReference(const TableDefinition& table) : m_states{{0, ReferenceStore(table)}} {}

    ReferenceStore& now() { return m_states.back().second; }
    /// To be called before the store changes.
    void begin(UtcMillis time) {
        if (m_states.back().first != time) m_states.emplace_back(time, m_states.back().second);
    }
    const ReferenceStore& at(UtcMillis time) const {
        auto state = m_states.rbegin();
        while (state->first > time)
            ++state;
        return state->second;
    }

  private:
    std::vector<std::pair<UtcMillis, ReferenceStore>> m_states;  // from that time on
};

}  // namespace

class TestEngineIndexLag : public QObject {
    Q_OBJECT
  private slots:
    void showsAChangeWhenItIsOldEnough() {
        OpenFile file;
        setLag(*file, 500);
        VERIFY_OK(file->put(put("a", "1", "k", 1, "new")));
        QCOMPARE(shownBy(*file, ofKind("k")), "");
        QVERIFY2(stored(file, thingKey("a", "1")) != "-", "the table does not lag");
        QueryRequest ofLocal;
        ofLocal.table = "Things";
        ofLocal.index = "ByRank";
        ofLocal.partition = {s("a")};
        QCOMPARE(shownBy(*file, ofLocal), "a/1 1 new");
        ofLocal.options.consistent = true;
        QCOMPARE(shownBy(*file, ofLocal), "a/1 1 new");
        file.clock.time += 499;
        QCOMPARE(shownBy(*file, ofKind("k")), "");
        file.clock.time += 1;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 new");
    }

    void showsWhatStoodBefore() {
        OpenFile file;
        VERIFY_OK(file->put(put("a", "1", "k", 1, "old")));
        VERIFY_OK(file->put(put("a", "2", "k", 2, "old")));
        VERIFY_OK(file->put(put("a", "3", "k", 3, "old")));
        setLag(*file, 500);
        VERIFY_OK(file->put(put("a", "1", "k", 1, "changed")));
        VERIFY_OK(file->put(put("a", "2", "k", 9, "moved")));
        VERIFY_OK(file->remove({"Things", thingKey("a", "3")}));
        VERIFY_OK(file->put(put("a", "4", "k", 4, "made")));
        const auto page = file->query(ofKind("k"));
        VERIFY_OK(page);
        QCOMPARE(page->count, std::uint64_t(3));
        QCOMPARE(page->scannedCount, std::uint64_t(3));
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 old, a/2 2 old, a/3 3 old");
        file.clock.time += 500;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 changed, a/4 4 made, a/2 9 moved");
    }

    void severalChangesOfOneItem() {
        OpenFile file;
        setLag(*file, 500);
        for (const char* title : {"first", "second", "third"}) {
            VERIFY_OK(file->put(put("a", "1", "k", 1, title)));
            file.clock.time += 200;
        }
        VERIFY_OK(file->remove({"Things", thingKey("a", "1")}));
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 first");
        file.clock.time += 100;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 second");
        file.clock.time += 200;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 third");
        file.clock.time += 200;
        QCOMPARE(shownBy(*file, ofKind("k")), "");
    }

    void entryThatLeavesAndComesBack() {
        OpenFile file;
        VERIFY_OK(file->put(put("a", "1", "k", 1, "old")));
        setLag(*file, 500);
        VERIFY_OK(file->put(put("a", "1", "other", 1, "away")));
        file.clock.time += 200;
        VERIFY_OK(file->put(put("a", "1", "k", 1, "back")));
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 old");
        QCOMPARE(shownBy(*file, ofKind("other")), "");
        file.clock.time += 300;
        QCOMPARE(shownBy(*file, ofKind("k")), "");
        QCOMPARE(shownBy(*file, ofKind("other")), "a/1 1 away");
        file.clock.time += 200;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 back");
        QCOMPARE(shownBy(*file, ofKind("other")), "");
    }

    void inKeyOrderOverPages_data() {
        QTest::addColumn<bool>("forward");
        QTest::addColumn<quint32>("limit");
        for (const bool forward : {true, false})
            for (const quint32 limit : {1, 2, 3, 100})
                QTest::addRow("%s, limit %u", forward ? "forward" : "backward", limit) << forward << limit;
    }
    void inKeyOrderOverPages() {
        QFETCH(bool, forward);
        QFETCH(quint32, limit);
        OpenFile file;
        for (int rank = 1; rank <= 9; rank += 2)
            VERIFY_OK(file->put(put("a", std::to_string(rank).c_str(), "k", rank, "old")));
        setLag(*file, 500);
        VERIFY_OK(file->remove({"Things", thingKey("a", "1")}));
        VERIFY_OK(file->remove({"Things", thingKey("a", "5")}));
        VERIFY_OK(file->remove({"Things", thingKey("a", "9")}));
        for (int rank = 0; rank <= 10; rank += 2)
            VERIFY_OK(file->put(put("a", std::to_string(rank).c_str(), "k", rank, "new")));
        QueryRequest query = ofKind("k");
        query.forward = forward;
        query.options.limit = limit;
        query.sort = {{SortOperator::Between, {n(1), n(9)}}};
        QCOMPARE(shownBy(*file, query), forward ? "a/1 1 old, a/3 3 old, a/5 5 old, a/7 7 old, a/9 9 old"
                                                : "a/9 9 old, a/7 7 old, a/5 5 old, a/3 3 old, a/1 1 old");
        file.clock.time += 500;
        QCOMPARE(shownBy(*file, query),
                 forward ? "a/2 2 new, a/3 3 old, a/4 4 new, a/6 6 new, a/7 7 old, a/8 8 new"
                         : "a/8 8 new, a/7 7 old, a/6 6 new, a/4 4 new, a/3 3 old, a/2 2 new");
    }

    void batchesTransactionsAndExpiryLag() {
        OpenFile file;
        VERIFY_OK(file->setTimeToLive("Things", "expires"));
        PutRequest expiring = put("a", "gone", "k", 0, "old");
        expiring.item.set("expires", n(file.clock.time / 1000 - 1));
        VERIFY_OK(file->put(expiring));
        setLag(*file, 500);
        BatchWriteRequest batch;
        batch.writes.emplace_back(put("a", "1", "k", 1, "batch"));
        VERIFY_OK(file->batchWrite(batch));
        TransactWriteRequest transaction;
        transaction.writes.emplace_back(put("a", "2", "k", 2, "transaction"));
        VERIFY_OK(file->transactWrite(transaction));
        QCOMPARE(*file->removeExpired(), std::uint64_t(1));
        QCOMPARE(shownBy(*file, ofKind("k")), "a/gone 0 old");
        file.clock.time += 500;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 batch, a/2 2 transaction");
    }

    void whatIsRefusedChangesNothing() {
        OpenFile file;
        VERIFY_OK(file->put(put("a", "1", "k", 1, "old")));
        setLag(*file, 500);
        file->setItemCollectionLimit(1);  // fails after the rows were written
        QVERIFY(!file->put(put("a", "2", "k", 2, "refused")));
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 old");
        file->setItemCollectionLimit(1'000'000);
        file.clock.time += 300;
        VERIFY_OK(file->put(put("a", "2", "k", 2, "new")));
        file.clock.time += 300;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 old");
        file.clock.time += 200;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 old, a/2 2 new");
    }

    void changesWhileServing() {
        OpenFile file;
        setLag(*file, 500);
        VERIFY_OK(file->put(put("a", "1", "k", 1, "new")));
        setLag(*file, 0);
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 new");
        setLag(*file, 500);
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 new");
        VERIFY_OK(file->put(put("a", "2", "k", 2, "new")));
        file.clock.time += 100;
        setLag(*file, 100);
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 new, a/2 2 new");
        // A clock that is set back makes everything visible.
        VERIFY_OK(file->put(put("a", "3", "k", 3, "new")));
        file.clock.time -= 3'600'000;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 new, a/2 2 new, a/3 3 new");
        ServiceFaults faults;
        faults.indexLag = std::chrono::hours(100);
        file->setFaults(faults);
        QCOMPARE(file->faults().indexLag, kLongestIndexLag);
    }

    void newIndexShowsWhatItWasMadeOf() {
        TableDefinition table = thingsTable();
        const IndexDefinition index = table.indexes.back();
        table.indexes.pop_back();
        OpenFile file({table});
        VERIFY_OK(file->put(put("a", "1", "k", 1, "old")));
        setLag(*file, 500);
        VERIFY_OK(file->put(put("a", "2", "k", 2, "young")));
        UpdateTableRequest update;
        update.table = "Things";
        update.createIndex = index;
        VERIFY_OK(file->updateTable(update));
        QTRY_COMPARE(shownBy(*file, ofKind("k")), "a/1 1 old, a/2 2 young");
        VERIFY_OK(file->put(put("a", "3", "k", 3, "new")));
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 old, a/2 2 young");
        file.clock.time += 500;
        QCOMPARE(shownBy(*file, ofKind("k")), "a/1 1 old, a/2 2 young, a/3 3 new");
    }

    /// A reader never sees a write too early, however the two meet.
    void neverTooEarly() {
        OpenFile file;
        setLag(*file, 60'000);
        std::atomic<bool> done = false;
        std::thread writer([&] {
            for (int i = 0; i < 300; ++i)
                QVERIFY(file->put(put("a", std::to_string(i % 7).c_str(), "k", i % 3, "new")));
            done = true;
        });
        QString seen;
        while (!done)
            seen += shownBy(*file, ofKind("k"));
        writer.join();
        QCOMPARE(seen, "");
    }

    void answersAsTheReferenceDidThen_data() {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 12; ++seed)
            QTest::addRow("seed %u", seed) << seed;
        const quint32 fresh = QRandomGenerator::global()->generate();
        QTest::addRow("seed %u (a new one each time)", fresh) << fresh;
    }
    void answersAsTheReferenceDidThen() {
        QFETCH(quint32, seed);
        constexpr int kLag = 100;
        Random random(seed);
        const TableDefinition table = randomTable(random);
        OpenFile file({table});
        setLag(*file, kLag);
        LaggingReference reference(table);
        for (int step = 0; step < 400; ++step) {
            file.clock.time += random.below(30);
            const QByteArray where =
                QByteArray("seed ") + QByteArray::number(seed) + ", step " + QByteArray::number(step);
            const ReferenceStore& then = reference.at(file.clock.time - kLag);
            switch (random.below(8)) {
                case 0:
                case 1:
                case 2: {
                    const PutRequest request{table.name, randomItem(random, table)};
                    VERIFY_OK(file->put(request));
                    change(reference, file, request.item, &request, nullptr);
                    break;
                }
                case 3: {
                    const DeleteRequest request{table.name, keyOf(table, randomItem(random, table))};
                    VERIFY_OK(file->remove(request));
                    change(reference, file, request.key, nullptr, nullptr);
                    break;
                }
                case 4: {
                    const UpdateRequest request{table.name, keyOf(table, randomItem(random, table)),
                                                randomUpdate(random, table)};
                    if (file->update(request)) change(reference, file, request.key, nullptr, &request);
                    break;
                }
                case 5:
                case 6: {
                    const QueryRequest query = randomQuery(random, table);
                    const IndexDefinition* index = query.index ? table.index(*query.index) : nullptr;
                    const bool lags = index && index->kind == IndexKind::Global;
                    compareQuery(*file, lags ? then : reference.now(), query, where);
                    break;
                }
                default:
                    compareScan(*file, then, table, random, where);
            }
            if (QTest::currentTestFailed()) return;
        }
        // When everything is old enough, it is as without.
        file.clock.time += kLag;
        for (const IndexDefinition& index : table.indexes)
            compareScanOf(*file, reference.now(), table, index.name, 1, {}, "in the end");
        VERIFY_CLEAN(*file);
    }

  private:
    static void change(LaggingReference& reference, const OpenFile& file, const Item& key,
                       const PutRequest* put, const UpdateRequest* update) {
        reference.begin(file.clock.time);
        reference.now().apply(key, reference.now().decide(key, {}, put, update));
    }

    /// All pages, while the time stands still.
    static void compareQuery(const Engine& engine, const ReferenceStore& reference, QueryRequest request,
                             const QByteArray& where) {
        for (int page = 0; page < 200; ++page) {
            const auto ours = engine.query(request);
            VERIFY_OK(ours);
            const auto theirs = reference.query(request);
            const auto items = ours->items.items();
            VERIFY_OK(items);
            QVERIFY2(*items == theirs.items, where);
            QVERIFY2(ours->lastEvaluatedKey == theirs.last, where);
            QVERIFY2(ours->count == theirs.items.size() && ours->scannedCount == theirs.scanned, where);
            QVERIFY2(ours->capacity.total.read == theirs.units, where);
            if (!ours->lastEvaluatedKey) return;
            request.options.startKey = ours->lastEvaluatedKey;
        }
        QFAIL(where + ": the pages never end");
    }

    static void compareScan(const Engine& engine, const ReferenceStore& reference,
                            const TableDefinition& table, Random& random, const QByteArray& where) {
        const auto which = std::size_t(random.below(3));  // the first three are global
        const auto segments = std::uint32_t(1 + random.below(5));
        std::optional<std::uint32_t> limit;
        if (random.oneIn(2)) limit = std::uint32_t(1 + random.below(7));
        compareScanOf(engine, reference, table, table.indexes[which].name, segments, limit, where);
    }

    static void compareScanOf(const Engine& engine, const ReferenceStore& reference,
                              const TableDefinition& table, const std::string& index, std::uint32_t segments,
                              std::optional<std::uint32_t> limit, const QByteArray& where) {
        ScanRequest request;
        request.table = table.name;
        request.index = index;
        request.totalSegments = segments;
        request.options.limit = limit;
        std::vector<Item> all;
        for (request.segment = 0; request.segment < segments; ++request.segment) {
            std::uint64_t lastHash = 0;
            do {
                const auto page = engine.scan(request);
                VERIFY_OK(page);
                const auto items = page->items.items();
                VERIFY_OK(items);
                for (const Item& one : *items) {
                    std::vector<Value> partition;
                    for (const KeyAttribute& attribute : table.index(index)->keys.partition)
                        partition.push_back(*one.find(attribute.name));
                    const auto hash = partitionHash(*keyPart(table.index(index)->keys.partition, partition));
                    QVERIFY2(hash >= lastHash, where);
                    lastHash = hash;
                    all.push_back(one);
                }
                request.options.startKey = page->lastEvaluatedKey;
            } while (request.options.startKey);
        }
        QVERIFY2(sorted(all) == sorted(reference.view(index)), where);
    }
};

QTEST_APPLESS_MAIN(TestEngineIndexLag)
#include "tst_engine_index_lag.moc"
