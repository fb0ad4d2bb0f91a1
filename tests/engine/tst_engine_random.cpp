// Random requests to the engine and to the reference store: every answer and every cost must be the same,
// also after the file was closed and opened again, and everything in the file must agree in the end.
#include "engine/interchange/json.h"
#include "tests/engine/random_requests.h"
#include "tests/engine/reference_store.h"
#include "tests/engine/table_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

std::string describe(const std::vector<Item>& items) {
    std::string text;
    for (const Item& item : items)
        text += toDynamoDbJson(item) + "\n";
    return text;
}

std::vector<Item> sorted(std::vector<Item> items) {
    std::sort(items.begin(), items.end(),
              [](const Item& a, const Item& b) { return toDynamoDbJson(a) < toDynamoDbJson(b); });
    return items;
}

}  // namespace

class TestEngineRandom : public QObject {
    Q_OBJECT
  private slots:
    void answersAsTheReference_data() {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 24; ++seed)
            QTest::addRow("seed %u", seed) << seed;
        const quint32 fresh = QRandomGenerator::global()->generate();
        QTest::addRow("seed %u (a new one each time)", fresh) << fresh;
    }
    void answersAsTheReference() {
        QFETCH(quint32, seed);
        Random random(seed);
        const TableDefinition table = randomTable(random);
        Folder folder;
        const std::string path = folder.path("random.partita");
        auto engine = Engine::create(path, {table});
        VERIFY_OK(engine);
        ReferenceStore reference(table);
        for (int step = 0; step < 400; ++step) {
            if (step % 130 == 129) {
                engine = Error::cancelled();  // closes the file
                engine = Engine::open(path, Engine::OpenMode::ReadWrite);
                VERIFY_OK(engine);
            }
            const QByteArray where =
                QByteArray("seed ") + QByteArray::number(seed) + ", step " + QByteArray::number(step);
            const int action = random.below(16);
            if (action < 4) {
                compareWrite(**engine, reference, PutRequest{table.name, randomItem(random, table)}, where);
            } else if (action < 5) {
                const Item key = keyOf(table, randomItem(random, table));
                compareWrite(**engine, reference, DeleteRequest{table.name, key, randomOptions(random)},
                             where);
            } else if (action < 6) {
                PutRequest put{table.name, randomItem(random, table), randomOptions(random)};
                compareWrite(**engine, reference, put, where);
            } else if (action < 8) {
                UpdateRequest update{table.name, keyOf(table, randomItem(random, table)), {}, {}};
                if (!random.oneIn(9)) update.update = randomUpdate(random, table);
                if (random.oneIn(3)) update.options = randomOptions(random);
                update.returnValues = ReturnValues::AllNew;
                compareWrite(**engine, reference, update, where);
            } else if (action < 9) {
                compareGets(**engine, reference, table, random, where);
            } else if (action < 12) {
                compareQuery(**engine, reference, randomQuery(random, table), where);
            } else if (action < 13) {
                compareScan(**engine, reference, table, random, where);
            } else if (action < 14) {
                compareBatch(**engine, reference, table, random, where);
            } else {
                compareTransaction(**engine, reference, table, random, where);
            }
            if (QTest::currentTestFailed()) return;
        }
        compareBrowsing(**engine, reference, table);
        const auto findings = (*engine)->check();
        VERIFY_OK(findings);
        QVERIFY2(findings->empty(), findings->empty() ? "" : findings->front().c_str());
    }

  private:
    using Outcome = ReferenceStore::Outcome;

    static Result<WriteResponse> write(Engine& engine, const PutRequest& put) { return engine.put(put); }
    static Result<WriteResponse> write(Engine& engine, const DeleteRequest& removal) {
        return engine.remove(removal);
    }
    static Result<WriteResponse> write(Engine& engine, const UpdateRequest& update) {
        return engine.update(update);
    }
    static const Item& keyed(const PutRequest& put) { return put.item; }
    template <class Request>
    static const Item& keyed(const Request& request) {
        return request.key;
    }
    template <class Request>
    static ReferenceStore::Write decide(const ReferenceStore& reference, const Request& request) {
        const PutRequest* put = nullptr;
        const UpdateRequest* update = nullptr;
        if constexpr (std::is_same_v<Request, PutRequest>) put = &request;
        if constexpr (std::is_same_v<Request, UpdateRequest>) update = &request;
        return reference.decide(keyed(request), request.options, put, update);
    }

    template <class Request>
    void compareWrite(Engine& engine, ReferenceStore& reference, const Request& request,
                      const QByteArray& where) {
        const auto ours = write(engine, request);
        const auto theirs = decide(reference, request);
        if (theirs.outcome == Outcome::Done) {
            VERIFY_OK(ours);
            const bool newOne = std::is_same_v<Request, UpdateRequest>;
            QVERIFY2(ours->attributes == (newOne ? theirs.after : theirs.before), where);
            QVERIFY2(ours->capacity.total.write == theirs.units, where);
            reference.apply(keyed(request), theirs);
            return;
        }
        QVERIFY2(!ours, where);
        if (theirs.outcome == Outcome::Refused) {
            QVERIFY2(ours.error().code == ErrorCode::Validation, where);
            return;
        }
        QVERIFY2(ours.error().code == ErrorCode::ConditionalCheckFailed, where);
        const auto told = ours.error().detail ? ours.error().detail->item : std::nullopt;
        QVERIFY2(told == (request.options.returnItemOnFailure ? theirs.before : std::nullopt), where);
    }

    /// Items of different keys.
    static std::vector<Item> randomItems(Random& random, const TableDefinition& table) {
        std::vector<Item> items;
        std::vector<Item> keys;
        for (int i = 1 + random.below(6); i > 0; --i) {
            Item item = randomItem(random, table);
            Item key = keyOf(table, item);
            if (std::ranges::count(keys, key) > 0) continue;
            keys.push_back(std::move(key));
            items.push_back(std::move(item));
        }
        return items;
    }

    void compareGets(const Engine& engine, const ReferenceStore& reference, const TableDefinition& table,
                     Random& random, const QByteArray& where) {
        std::vector<Item> keys;
        for (const Item& item : randomItems(random, table))
            keys.push_back(keyOf(table, item));
        std::optional<ItemProjection> projection;
        if (random.oneIn(2)) projection = randomProjection(random, table);
        const bool consistent = random.oneIn(2);
        std::vector<std::optional<Item>> theirs;
        std::vector<Item> there;
        HalfUnits units = 0, inTransaction = 0;
        for (const Item& key : keys) {
            auto item = reference.get(key);
            units += ReferenceStore::readUnits(item ? sizeOf(*item) : 0, consistent);
            inTransaction += 2 * ReferenceStore::readUnits(item ? sizeOf(*item) : 0, true);
            if (item && projection) item = referenceProjection(projection->paths(), *item);
            if (item) there.push_back(*item);
            theirs.push_back(std::move(item));
        }
        const auto one = engine.get({table.name, keys.front(), consistent, projection});
        VERIFY_OK(one);
        QVERIFY2(one->item == theirs.front(), where);
        const auto batch = engine.batchGet({{{table.name, keys, consistent, projection}}});
        VERIFY_OK(batch);
        QVERIFY2(batch->tables[0].items == there, where);
        QVERIFY2(batch->tables[0].capacity.total.read == units, where);
        TransactGetRequest request;
        for (const Item& key : keys)
            request.gets.push_back({table.name, key, false, projection});
        const auto all = engine.transactGet(request);
        VERIFY_OK(all);
        QVERIFY2(all->items == theirs, where);
        QVERIFY2(all->capacity[0].total.read == inTransaction, where);
    }

    void compareBatch(Engine& engine, ReferenceStore& reference, const TableDefinition& table, Random& random,
                      const QByteArray& where) {
        BatchWriteRequest request;
        HalfUnits units = 0;
        for (const Item& item : randomItems(random, table)) {
            const bool removes = random.oneIn(3);
            const PutRequest put{table.name, item};
            const auto write = reference.decide(item, {}, removes ? nullptr : &put, nullptr);
            units += write.units;
            reference.apply(item, write);
            if (removes) {
                request.writes.push_back(DeleteRequest{table.name, keyOf(table, item)});
            } else {
                request.writes.push_back(put);
            }
        }
        const auto ours = engine.batchWrite(request);
        VERIFY_OK(ours);
        QVERIFY2(ours->capacity[0].total.write == units, where);
    }

    void compareTransaction(Engine& engine, ReferenceStore& reference, const TableDefinition& table,
                            Random& random, const QByteArray& where) {
        TransactWriteRequest request;
        for (const Item& item : randomItems(random, table)) {
            const Item key = keyOf(table, item);
            WriteOptions options;
            if (random.oneIn(3)) options.condition = randomCondition(random);
            switch (random.below(4)) {
                case 0:
                    request.writes.push_back(PutRequest{table.name, item, options});
                    break;
                case 1:
                    request.writes.push_back(DeleteRequest{table.name, key, options});
                    break;
                case 2:
                    request.writes.push_back(
                        UpdateRequest{table.name, key, randomUpdate(random, table), options});
                    break;
                default:
                    options.condition = makeOr({randomCondition(random), randomCondition(random)});
                    request.writes.push_back(ConditionCheck{table.name, key, options});
                    break;
            }
        }
        std::vector<std::pair<Item, ReferenceStore::Write>> writes;
        QString codes;
        bool done = true;
        HalfUnits units = 0;
        for (const TransactWrite& action : request.writes) {
            ReferenceStore::Write write;
            if (const auto* check = std::get_if<ConditionCheck>(&action)) {
                write = reference.decide(check->key, check->options, nullptr, nullptr);
                write.after = write.before;
                write.units =
                    std::max<std::uint64_t>(1, (write.before ? sizeOf(*write.before) + 1023 : 0) / 1024) * 2;
                writes.emplace_back(check->key, write);
            } else if (const auto* put = std::get_if<PutRequest>(&action)) {
                write = decide(reference, *put);
                writes.emplace_back(put->item, write);
            } else if (const auto* removal = std::get_if<DeleteRequest>(&action)) {
                write = decide(reference, *removal);
                writes.emplace_back(removal->key, write);
            } else {
                const auto& update = std::get<UpdateRequest>(action);
                write = decide(reference, update);
                writes.emplace_back(update.key, write);
            }
            units += 2 * write.units;
            done = done && write.outcome == Outcome::Done;
            if (!codes.isEmpty()) codes += ", ";
            codes += write.outcome == Outcome::Done              ? "None"
                     : write.outcome == Outcome::ConditionFailed ? "ConditionalCheckFailed"
                                                                 : "ValidationError";
        }
        const auto ours = engine.transactWrite(request);
        if (done) {
            VERIFY_OK(ours);
            QVERIFY2(ours->capacity[0].total.write == units, where);
            for (const auto& [key, write] : writes)
                reference.apply(key, write);
            return;
        }
        QVERIFY2(!ours, where);
        QVERIFY2(ours.error().code == ErrorCode::TransactionCanceled, where);
        QVERIFY2(ours.error().message.ends_with("[" + codes.toStdString() + "]"), where);
    }

    /// All pages of a Query, by following the keys.
    void compareQuery(const Engine& engine, const ReferenceStore& reference, QueryRequest request,
                      const QByteArray& where) {
        for (int page = 0; page < 200; ++page) {
            const auto ours = engine.query(request);
            VERIFY_OK(ours);
            const auto theirs = reference.query(request);
            const auto items = ours->items.items();
            VERIFY_OK(items);
            QVERIFY2(*items == theirs.items, where + "\nours:\n" + describe(*items).c_str() + "theirs:\n" +
                                                 describe(theirs.items).c_str());
            QVERIFY2(ours->lastEvaluatedKey == theirs.last, where);
            QCOMPARE(ours->count, theirs.items.size());
            QCOMPARE(ours->scannedCount, theirs.scanned);
            QVERIFY2(ours->capacity.total.read == theirs.units, where);
            if (!ours->lastEvaluatedKey) return;
            request.options.startKey = ours->lastEvaluatedKey;
        }
        QFAIL(where + ": the pages never end");
    }

    /// All segments of a Scan together give each item once, in each segment by hash.
    void compareScan(const Engine& engine, const ReferenceStore& reference, const TableDefinition& table,
                     Random& random, const QByteArray& where) {
        ScanRequest request;
        request.table = table.name;
        const int which = random.below(int(table.indexes.size()) + 1);
        if (which > 0) request.index = table.indexes[std::size_t(which - 1)].name;
        request.totalSegments = std::uint32_t(1 + random.below(5));
        if (random.oneIn(2)) request.options.limit = std::uint32_t(1 + random.below(7));
        std::vector<Item> all;
        for (request.segment = 0; request.segment < request.totalSegments; ++request.segment) {
            request.options.startKey.reset();
            std::uint64_t lastHash = 0;
            do {
                const auto page = engine.scan(request);
                VERIFY_OK(page);
                const auto items = page->items.items();
                VERIFY_OK(items);
                for (const Item& item : *items) {
                    std::vector<Value> partition;
                    for (const KeyAttribute& attribute : table.keysOf(request.index)->partition)
                        partition.push_back(*item.find(attribute.name));
                    const auto hash =
                        partitionHash(*keyPart(table.keysOf(request.index)->partition, partition));
                    QVERIFY2(hash >= lastHash, where);
                    lastHash = hash;
                    all.push_back(item);
                }
                request.options.startKey = page->lastEvaluatedKey;
            } while (request.options.startKey);
        }
        QVERIFY2(sorted(all) == sorted(reference.view(request.index)), where);
    }

    /// Every row of every view, reached by the block view's reading side.
    void compareBrowsing(const Engine& engine, const ReferenceStore& reference,
                         const TableDefinition& table) {
        std::vector<std::optional<std::string>> indexes = {std::nullopt};
        for (const IndexDefinition& index : table.indexes)
            indexes.emplace_back(index.name);
        for (const auto& index : indexes) {
            const ViewId view{table.name, index};
            const std::vector<Item> expected = reference.view(index);
            const auto statistics = engine.statistics(view);
            VERIFY_OK(statistics);
            QCOMPARE(statistics->items, expected.size());
            for (const auto by :
                 {CollectionOrderBy::Key, CollectionOrderBy::Hash, CollectionOrderBy::ItemCount,
                  CollectionOrderBy::Size, CollectionOrderBy::Load}) {
                const auto order = engine.collectionOrder(view, by);
                VERIFY_OK(order);
                QCOMPARE((*order)->rows(), expected.size());
                std::vector<Item> all;
                for (std::size_t position = 0; position < (*order)->size(); ++position) {
                    const auto summaries = engine.collections(view, {(*order)->id(position)});
                    VERIFY_OK(summaries);
                    QCOMPARE(summaries->size(), std::size_t(1));
                    QCOMPARE(summaries->front().items, (*order)->items(position));
                    const auto window = engine.items(view, (*order)->id(position), 0, 1000);
                    VERIFY_OK(window);
                    std::uint64_t bytes = 0;
                    for (const BrowsedItem& item : window->items) {
                        QCOMPARE(item.bytes, sizeOf(item.item));
                        bytes += item.bytes;
                        all.push_back(item.item);
                    }
                    QCOMPARE(bytes, summaries->front().bytes);
                }
                QVERIFY(sorted(all) == sorted(expected));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestEngineRandom)
#include "tst_engine_random.moc"
