// Random requests to the engine and to the reference store: every answer and every cost must be the same,
// also after the file was closed and opened again, and everything in the file must agree in the end.
#include <QRandomGenerator>
#include <set>

#include "engine/interchange/json.h"
#include "tests/engine/reference_store.h"
#include "tests/engine/table_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

class Random final {
  public:
    explicit Random(quint32 seed) : m_generator(seed) {}
    int below(int bound) { return static_cast<int>(m_generator.bounded(bound)); }
    bool oneIn(int n) { return below(n) == 0; }
    std::string pick(std::initializer_list<const char*> texts) {
        return *(texts.begin() + below(int(texts.size())));
    }

  private:
    QRandomGenerator m_generator;
};

/// Few distinct values, so that keys meet; some that sort strangely.
Value randomKey(Random& random, ValueType type) {
    switch (type) {
        case ValueType::Number: {
            const std::string text =
                random.pick({"0", "-1", "1", "10", "2", "-0.5", "0.25", "1e10", "-1e10", "99.999"});
            return Value::number(*Number::parse(text));
        }
        case ValueType::Binary: {
            static const std::vector<std::string> bytes = {
                std::string("\0", 1),  std::string("\0\xff", 2), "\xff", "\xff\xff", "a",
                std::string("a\0b", 3)};
            return Value::binary(bytes[static_cast<std::size_t>(random.below(int(bytes.size())))]);
        }
        default:
            return Value::string(
                random.pick({"a", "ab", "b", "a#1", "a#2", "A", "é", "帳票", "z", "PROJ#1"}));
    }
}

TableDefinition randomTable(Random& random) {
    static const std::vector<ValueType> types = {ValueType::String, ValueType::Number, ValueType::Binary};
    const auto type = [&] { return types[static_cast<std::size_t>(random.below(3))]; };
    TableDefinition table;
    table.name = "Random";
    table.keys = {{{"pk", type()}}, {}};
    if (!random.oneIn(4)) table.keys.sort.push_back({"sk", type()});
    const ValueType ofA = type(), ofB = type(), ofC = type();
    const auto projection = [&]() -> Projection {
        switch (random.below(3)) {
            case 0:
                return {ProjectionType::KeysOnly, {}};
            case 1:
                return {ProjectionType::Include, {"text"}};
            default:
                return {ProjectionType::All, {}};
        }
    };
    table.indexes.push_back({"ByAB", IndexKind::Global, {{{"a", ofA}}, {{"b", ofB}}}, projection(), {}});
    table.indexes.push_back({"ByB_", IndexKind::Global, {{{"b", ofB}}, {}}, projection(), {}});
    table.indexes.push_back({"ByABC",
                             IndexKind::Global,
                             {{{"a", ofA}, {"b", ofB}}, {{"c", ofC}, {"pk", table.keys.partition[0].type}}},
                             projection(),
                             {}});
    if (!table.keys.sort.empty())
        table.indexes.push_back(
            {"ByC_", IndexKind::Local, {{table.keys.partition[0]}, {{"c", ofC}}}, projection(), {}});
    return table;
}

Item randomItem(Random& random, const TableDefinition& table) {
    Item item;
    std::set<std::string> done;
    const auto add = [&](const KeyAttribute& attribute) {
        if (done.insert(attribute.name).second) item.set(attribute.name, randomKey(random, attribute.type));
    };
    for (const KeyAttribute& attribute : table.keys.all())
        add(attribute);
    for (const IndexDefinition& index : table.indexes)
        for (const KeyAttribute& attribute : index.keys.all())
            if (!random.oneIn(4)) add(attribute);
    if (random.oneIn(2)) item.set("text", Value::string(std::string(std::size_t(random.below(60)), 'x')));
    if (random.oneIn(3)) item.set("number", Value::number(random.below(100)));
    if (random.oneIn(12))
        item.set("large", Value::string(std::string(std::size_t(2000 + random.below(9000)), 'L')));
    return item;
}

Item keyOf(const TableDefinition& table, const Item& item) {
    Item key;
    for (const KeyAttribute& attribute : table.keys.all())
        key.set(attribute.name, *item.find(attribute.name));
    return key;
}

QueryRequest randomQuery(Random& random, const TableDefinition& table) {
    QueryRequest request;
    request.table = table.name;
    const int which = random.below(int(table.indexes.size()) + 1);
    if (which > 0) request.index = table.indexes[std::size_t(which - 1)].name;
    const KeySchema& keys = *table.keysOf(request.index);
    for (const KeyAttribute& attribute : keys.partition)
        request.partition.push_back(randomKey(random, attribute.type));
    const int conditions = random.below(int(keys.sort.size()) + 1);
    for (int i = 0; i < conditions; ++i) {
        const KeyAttribute& attribute = keys.sort[std::size_t(i)];
        SortCondition condition;
        if (i + 1 == conditions)
            condition.op =
                static_cast<SortOperator>(random.below(attribute.type == ValueType::Number ? 6 : 7));
        condition.values.push_back(randomKey(random, attribute.type));
        if (condition.op == SortOperator::Between) {
            condition.values.push_back(randomKey(random, attribute.type));
            if (ReferenceStore::compare(condition.values[1], condition.values[0]) < 0)
                std::swap(condition.values[0], condition.values[1]);
        }
        request.sort.push_back(std::move(condition));
    }
    request.forward = !random.oneIn(3);
    if (random.oneIn(2)) request.options.limit = std::uint32_t(1 + random.below(4));
    const IndexDefinition* index = request.index ? table.index(*request.index) : nullptr;
    request.options.consistent = random.oneIn(3) && (!index || index->kind == IndexKind::Local);
    return request;
}

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
            const int action = random.below(10);
            if (action < 4) {
                const Item item = randomItem(random, table);
                const auto ours = (*engine)->put({table.name, item});
                VERIFY_OK(ours);
                const auto theirs = reference.put(item);
                QVERIFY2(ours->attributes == theirs.old, where);
                QVERIFY2(ours->capacity.total.write == theirs.units, where);
            } else if (action < 5) {
                const Item key = keyOf(table, randomItem(random, table));
                const auto ours = (*engine)->remove({table.name, key});
                VERIFY_OK(ours);
                const auto theirs = reference.remove(key);
                QVERIFY2(ours->attributes == theirs.old, where);
                QVERIFY2(ours->capacity.total.write == theirs.units, where);
            } else if (action < 6) {
                const Item key = keyOf(table, randomItem(random, table));
                const auto ours = (*engine)->get({table.name, key, random.oneIn(2)});
                VERIFY_OK(ours);
                QVERIFY2(ours->item == reference.get(key), where);
            } else if (action < 9) {
                compareQuery(**engine, reference, randomQuery(random, table), where);
            } else {
                compareScan(**engine, reference, table, random, where);
            }
            if (QTest::currentTestFailed()) return;
        }
        compareBrowsing(**engine, reference, table);
        const auto findings = (*engine)->check();
        VERIFY_OK(findings);
        QVERIFY2(findings->empty(), findings->empty() ? "" : findings->front().c_str());
    }

  private:
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
            const HalfUnits cost = std::max<std::uint64_t>(1, (theirs.bytes + 4095) / 4096) *
                                   (request.options.consistent ? 2 : 1);
            QVERIFY2(ours->capacity.total.read == cost, where);
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
