// Item collections of thousands of items, where marks lead to any row: after every change, windows at random
// places and the places of keys are compared with a plain sorted list, in the table and in an index where
// many items have the same key.
#include <tuple>

#include "tests/engine/faulty_vfs.h"
#include "tests/engine/import_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

/// pk (S), sk (N); on an index "ByRank" group (S), rank (N), where the items of both collections meet.
TableDefinition bigTable() {
    TableDefinition table;
    table.name = "Things";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};
    table.indexes.push_back({"ByRank",
                             IndexKind::Global,
                             {{{"group", ValueType::String}}, {{"rank", ValueType::Number}}},
                             {ProjectionType::KeysOnly, {}},
                             {}});
    return table;
}

struct Thing {
    std::string pk;
    std::int64_t sk = 0;
    std::int64_t rank = 0;
    bool operator==(const Thing&) const = default;
};

Item itemOf(const Thing& thing) {
    return item({{"pk", s(thing.pk)}, {"sk", n(thing.sk)}, {"group", s("g")}, {"rank", n(thing.rank)}});
}

/// The store and the list beside it, changed together.
class Pair final {
  public:
    explicit Pair(quint32 seed) : m_random(seed) { FaultyVfs::install(); }

    void create() {
        m_engine = Engine::create(m_folder.path("big.partita"), {bigTable()});
        VERIFY_OK(m_engine);
    }
    void reopen() {
        m_engine = Error::cancelled();
        m_engine = Engine::open(m_folder.path("big.partita"), Engine::OpenMode::ReadWrite);
        VERIFY_OK(m_engine);
    }

    Engine& engine() { return **m_engine; }
    std::size_t size() const { return m_things.size(); }
    int below(int bound) { return m_random.bounded(bound); }

    /// `count` things with sort keys in [low, high), those that are there get another rank.
    std::vector<Thing> things(int count, int low, int high, const std::string& pk = "a") {
        std::vector<Thing> made;
        for (int i = 0; i < count; ++i)
            made.push_back({pk, low + below(high - low), below(9)});
        return made;
    }

    void put(const std::vector<Thing>& things) {
        for (const Thing& thing : things) {
            VERIFY_OK(engine().put({"Things", itemOf(thing)}, Metering::Off));
            keep(thing);
        }
    }
    void import(const std::vector<Thing>& things, std::uint64_t batchItems) {
        std::vector<Item> items;
        for (const Thing& thing : things) {
            items.push_back(itemOf(thing));
            keep(thing);
        }
        ImportOptions options;
        options.table = "Things";
        options.batchItems = batchItems;
        const auto report = importText(engine(), jsonLines(items), options);
        VERIFY_OK(report);
        QVERIFY(!report->failure && report->refused == 0);
    }
    /// Those of the collection whose sort keys are in [low, high), one in `oneIn`.
    void remove(std::int64_t low, std::int64_t high, int oneIn, const std::string& pk = "a") {
        std::vector<Thing> kept;
        for (const auto& [key, thing] : m_things)
            if (thing.pk == pk && thing.sk >= low && thing.sk < high && below(oneIn) == 0)
                kept.push_back(thing);
        std::shuffle(kept.begin(), kept.end(), m_random);
        for (const Thing& thing : kept) {
            VERIFY_OK(
                engine().remove({"Things", item({{"pk", s(thing.pk)}, {"sk", n(thing.sk)}})}, Metering::Off));
            m_things.erase({thing.pk, thing.sk});
        }
    }

    void compare() {
        std::map<std::string, std::vector<Thing>> byKey;
        std::vector<Thing> byRank;
        for (const auto& [key, thing] : m_things) {
            byKey[thing.pk].push_back(thing);
            byRank.push_back(thing);
        }
        std::sort(byRank.begin(), byRank.end(), [](const Thing& a, const Thing& b) {
            return std::tie(a.rank, a.pk, a.sk) < std::tie(b.rank, b.pk, b.sk);
        });
        const auto table = engine().statistics({"Things", std::nullopt});
        VERIFY_OK(table);
        QCOMPARE(table->items, m_things.size());
        QCOMPARE(table->collections, byKey.size());
        for (const auto& [pk, expected] : byKey)
            compareView({"Things", std::nullopt}, pk, expected, [](const Thing& thing) { return thing.sk; });
        if (!byRank.empty())
            compareView({"Things", "ByRank"}, "g", byRank, [](const Thing& thing) { return thing.rank; });
        VERIFY_CLEAN(engine());
    }

  private:
    void keep(const Thing& thing) { m_things[{thing.pk, thing.sk}] = thing; }

    template <class SortOf>
    void compareView(const ViewId& view, const std::string& partition, const std::vector<Thing>& expected,
                     const SortOf& sortOf) {
        const auto place = engine().find(view, {s(partition)});
        VERIFY_OK(place);
        const auto summary = engine().collections(view, {place->collection});
        VERIFY_OK(summary);
        QCOMPARE(summary->front().items, expected.size());
        const std::size_t size = expected.size();
        for (int look = 0; look < 25; ++look) {
            const std::size_t first = look == 0   ? 0
                                      : look == 1 ? size - 1
                                      : look == 2 ? size
                                                  : std::size_t(below(int(size)));
            const std::size_t most = look % 3 == 0 ? 1 : look % 3 == 1 ? 7 : 300;
            const auto window = engine().items(view, place->collection, first, most);
            VERIFY_OK(window);
            QCOMPARE(window->items.size(), std::min(most, size - first));
            for (std::size_t i = 0; i < window->items.size(); ++i) {
                const Item whole = itemOf(expected[first + i]);
                QVERIFY2(window->items[i].item == whole,
                         qPrintable(QString("row %1 of %2").arg(first + i).arg(size)));
            }
        }
        for (int look = 0; look < 25; ++look) {
            const std::int64_t wanted =
                look % 2 ? sortOf(expected[std::size_t(below(int(size)))]) : below(40'000) - 20'000;
            const auto at = std::find_if(expected.begin(), expected.end(),
                                         [&](const Thing& thing) { return sortOf(thing) >= wanted; });
            const auto found = engine().find(view, {s(partition)}, {n(wanted)});
            VERIFY_OK(found);
            QCOMPARE(found->indexInCollection, quint64(at - expected.begin()));
            QCOMPARE(found->exact, at != expected.end() && sortOf(*at) == wanted);
        }
    }

    Folder m_folder;
    QRandomGenerator m_random;
    Result<std::unique_ptr<Engine>> m_engine = Error::cancelled();
    std::map<std::pair<std::string, std::int64_t>, Thing> m_things;
};

}  // namespace

#define STEP(call)                                             \
    do {                                                       \
        call;                                                  \
        if (!QTest::currentTestFailed()) pair.compare();       \
        if (QTest::currentTestFailed()) QFAIL("after " #call); \
    } while (false)

class TestEngineLargeCollections : public QObject {
    Q_OBJECT
  private slots:
    void crossesTheThresholdByOneAndByMany() {
        Pair pair(1);
        pair.create();
        std::vector<Thing> even;
        for (int i = 0; i < 1999; ++i)
            even.push_back({"a", i * 2, i % 4});
        STEP(pair.import(even, 200'000));
        STEP(pair.put({{"a", 3999, 1}}));  // the 2,000th: no marks yet
        STEP(pair.put({{"a", -5, 1}}));    // the first with marks, before all
        STEP(pair.put({{"a", 9001, 0}}));
        STEP(pair.import(pair.things(1900, 0, 30'000, "b"), 300));
        STEP(pair.import(pair.things(2500, -20'000, 0, "b"), 300));
        STEP(pair.reopen());
    }

    void growsInBatchesBelowAboveAndBetween() {
        Pair pair(2);
        pair.create();
        STEP(pair.import(pair.things(5000, 0, 10'000), 200'000));
        STEP(pair.import(pair.things(2500, -10'000, 0), 700));
        STEP(pair.import(pair.things(2500, 10'000, 19'000), 900));
        STEP(pair.import(pair.things(3000, -10'000, 19'000), 333));
        STEP(pair.import(pair.things(1, -19'000, -18'000), 1));
        STEP(pair.reopen());
        // Ranks change for half of what is imported: entries move about in the index.
        STEP(pair.import(pair.things(4000, 0, 5000), 1500));
    }

    void singleWritesSplitAndEmptyMarks() {
        Pair pair(3);
        pair.create();
        STEP(pair.import(pair.things(4000, 0, 8000), 200'000));
        STEP(pair.put(pair.things(3000, 4000, 14'000)));  // crowded at the end
        STEP(pair.put(pair.things(1500, -1500, 0)));      // and before the first mark
        STEP(pair.remove(2000, 6000, 1));                 // whole marks
        STEP(pair.remove(-20'000, 1500, 1));              // the first mark's rows
        STEP(pair.put(pair.things(300, -300, 6000)));
        STEP(pair.remove(-20'000, 20'000, 2));
        STEP(pair.reopen());
        STEP(pair.import(pair.things(3000, -2000, 9000), 450));
    }

    void shrinksToNothingAndGrowsAgain() {
        Pair pair(4);
        pair.create();
        STEP(pair.import(pair.things(3000, 0, 30'000), 200'000));
        STEP(pair.put({{"b", 1, 1}}));
        STEP(pair.remove(-20'000, 40'000, 1));
        QCOMPARE(pair.size(), std::size_t(1));
        STEP(pair.remove(-20'000, 40'000, 1, "b"));
        QCOMPARE(pair.size(), std::size_t(0));
        STEP(pair.put(pair.things(10, 0, 100)));
        STEP(pair.import(pair.things(4000, -4000, 9000), 600));
        STEP(pair.reopen());
        STEP(pair.remove(-4000, 3000, 3));
    }

    void withstandsRandomChanges_data() {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed : {5u, 6u, QRandomGenerator::global()->generate()})
            QTest::addRow("seed %u", seed) << seed;
    }
    void withstandsRandomChanges() {
        QFETCH(quint32, seed);
        Pair pair(seed);
        pair.create();
        for (int step = 0; step < 25; ++step) {
            const int low = pair.below(30'000) - 15'000;
            const int high = low + 50 + pair.below(9000);
            const std::string pk = pair.below(4) == 0 ? "b" : "a";
            switch (pair.below(step < 6 ? 2 : 5)) {
                case 0:
                    STEP(pair.import(pair.things(1 + pair.below(2500), low, high, pk),
                                     std::uint64_t(50 + pair.below(2000))));
                    break;
                case 1:
                    STEP(pair.put(pair.things(1 + pair.below(400), low, high, pk)));
                    break;
                case 2:
                    STEP(pair.remove(low, high, 1 + pair.below(3), pk));
                    break;
                case 3:
                    STEP(pair.put(pair.things(1, low, high, pk)));
                    break;
                default:
                    STEP(pair.reopen());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestEngineLargeCollections)
#include "tst_engine_large_collections.moc"
