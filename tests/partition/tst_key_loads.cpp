// The key counts at a small capacity, where exact and sketch are quickly reached, beside a map.
#include <QtTest>

#include <map>
#include <random>

#include "engine/partition/key_loads.h"
#include "engine/table/key.h"

using namespace partita;

class TestKeyLoads final : public QObject {
    Q_OBJECT
  private slots:
    void exactUpToTheCapacity() {
        KeyLoads keys(3);
        for (const std::string key : {"a", "b", "c", "a"})
            keys.add(key, partitionHash(key), 0, 2, 1);
        QVERIFY(keys.exact());
        QCOMPARE(keys.distinct(), std::uint64_t{3});
        QCOMPARE(keys.find("a", partitionHash("a"))->read, HalfUnits{4});
        QVERIFY(keys.find("d", partitionHash("d")) == nullptr);
        keys.add("d", partitionHash("d"), 0, 1, 0);
        QVERIFY(!keys.exact());
        QCOMPARE(keys.distinct(), std::uint64_t{4});
        QCOMPARE(keys.entries().size(), std::size_t{3});
        const KeyLoads::Entry* entry = keys.find("d", partitionHash("d"));
        QVERIFY(entry != nullptr);
        QCOMPARE(entry->past, std::uint64_t{5});  // 2 reads and 1 write, of the one that made place
        QCOMPARE(entry->read, HalfUnits{1});
    }

    void keysOfOneHashStayApart() {
        KeyLoads keys(4);
        for (int round = 0; round < 3; ++round)
            for (const char* key : {"a", "b", "c"})
                keys.add(key, 42, 0, 1, 0);
        for (const char* key : {"a", "b", "c"})
            QCOMPARE(keys.find(key, 42)->read, HalfUnits{3});
        QVERIFY(keys.find("d", 42) == nullptr);
    }

    void randomRequestsStayInTheirBounds_data() {
        QTest::addColumn<quint32>("capacity");
        QTest::addColumn<quint32>("distinct");
        QTest::addColumn<bool>("collisions");
        QTest::newRow("room for all") << 200U << 150U << false;
        QTest::newRow("one too many") << 149U << 150U << false;
        QTest::newRow("a tenth") << 15U << 150U << false;
        QTest::newRow("one place") << 1U << 150U << false;
        QTest::newRow("few hashes") << 40U << 150U << true;
    }
    void randomRequestsStayInTheirBounds() {
        QFETCH(quint32, capacity);
        QFETCH(quint32, distinct);
        QFETCH(bool, collisions);
        const std::uint64_t seed = std::random_device{}();
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        std::mt19937_64 random(seed);
        KeyLoads keys(capacity);
        std::map<std::string, std::pair<HalfUnits, HalfUnits>> truth;
        std::uint64_t weight = 0;
        const auto hashOf = [&](const std::string& key) {
            return collisions ? partitionHash(key) % 7 : partitionHash(key);
        };
        for (int i = 0; i < 20'000; ++i) {
            const std::string key = "k" + std::to_string(random() % (1 + random() % distinct));
            const HalfUnits read = random() % 9;
            const HalfUnits write = random() % 2;
            keys.add(key, hashOf(key), i / 100, read, write);
            truth[key].first += read;
            truth[key].second += write;
            weight += KeyLoads::weightOf(read, write);
        }
        std::uint64_t sum = 0;
        std::uint64_t least = UINT64_MAX;
        for (const KeyLoads::Entry& entry : keys.entries()) {
            const auto [read, write] = truth[entry.keyBytes];
            QVERIFY(entry.read <= read && read <= entry.read + entry.past);
            QVERIFY(entry.write <= write && write <= entry.write + entry.past / 3);
            QVERIFY(KeyLoads::weightOf(read, write) <= entry.weight());
            QCOMPARE(keys.find(entry.keyBytes, hashOf(entry.keyBytes)), &entry);
            sum += entry.weight();
            least = std::min(least, entry.weight());
        }
        QCOMPARE(sum, weight);  // what Space-Saving rests on
        QCOMPARE(keys.exact(), truth.size() <= capacity);
        for (const auto& [key, units] : truth) {
            if (keys.find(key, hashOf(key)) == nullptr)
                QVERIFY(KeyLoads::weightOf(units.first, units.second) <= least);
            else if (keys.exact())
                QCOMPARE(keys.find(key, hashOf(key))->past, std::uint64_t{0});
        }
    }
};

QTEST_APPLESS_MAIN(TestKeyLoads)
#include "tst_key_loads.moc"
