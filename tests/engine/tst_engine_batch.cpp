// BatchGetItem and BatchWriteItem: what comes back, what is left undone, what it costs, what is refused.
#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

TableDefinition plainTable() {
    TableDefinition table;
    table.name = "Plain";
    table.keys = {{{"id", ValueType::Number}}, {}};
    return table;
}

Item plain(int id, std::size_t bytes = 0) {
    Item one = item({{"id", n(id)}});
    if (bytes > 0) one.set("text", s(std::string(bytes, 'x')));
    return one;
}

}  // namespace

class TestEngineBatch : public QObject {
    Q_OBJECT
  private slots:
    void getsWhatIsThere() {
        OpenFile file({thingsTable(), plainTable()});
        VERIFY_OK(file->put({"Things", j(R"({"pk":"a","sk":"1","title":"one","v":1})")}, Metering::Off));
        VERIFY_OK(file->put({"Plain", plain(1, 5000)}, Metering::Off));
        BatchGetRequest request;
        request.tables.push_back({"Plain", {plain(1), plain(2)}, true});
        request.tables.push_back(
            {"Things", {thingKey("b", "1"), thingKey("a", "1")}, false, projectionOf("title")});
        const auto got = file->batchGet(request);
        VERIFY_OK(got);
        QCOMPARE(got->tables.size(), std::size_t(2));
        QCOMPARE(got->tables[0].table, "Plain");
        QCOMPARE(got->tables[0].items.size(), std::size_t(1));
        // Each item is rounded by itself; what is not there costs the least.
        QCOMPARE(got->tables[0].capacity.total.read, HalfUnits(4 + 2));
        QCOMPARE(got->tables[0].capacity.ofTable.read, HalfUnits(6));
        QCOMPARE(got->tables[0].capacity.table, "Plain");
        QCOMPARE(got->tables[1].items.size(), std::size_t(1));
        QCOMPARE(shownItem(got->tables[1].items[0]), R"({"title":"one"})");
        QCOMPARE(got->tables[1].capacity.total.read, HalfUnits(2));
        QVERIFY(got->tables[0].unprocessedKeys.empty());
        QCOMPARE(meteredReads(file, "a"), HalfUnits(1));
        QCOMPARE(meteredReads(file, "b"), HalfUnits(1));
    }

    void pastSixteenMegabytesKeysComeBack() {
        OpenFile file({plainTable()});
        BatchGetRequest request;
        request.tables.push_back({"Plain", {}, false});
        for (int i = 0; i < 50; ++i) {
            VERIFY_OK(file->put({"Plain", plain(i, 400'000)}, Metering::Off));
            request.tables[0].keys.push_back(plain(i));
        }
        std::size_t seen = 0;
        int rounds = 0;
        while (!request.tables[0].keys.empty()) {
            QVERIFY(++rounds < 5);
            const auto got = file->batchGet(request);
            VERIFY_OK(got);
            std::uint64_t bytes = 0;
            for (const Item& one : got->tables[0].items)
                bytes += sizeOf(one);
            QVERIFY(bytes <= 16 * 1024 * 1024);
            seen += got->tables[0].items.size();
            std::vector<Item> left;
            for (const std::size_t position : got->tables[0].unprocessedKeys)
                left.push_back(request.tables[0].keys[position]);
            QCOMPARE(left.size() + got->tables[0].items.size(), request.tables[0].keys.size());
            request.tables[0].keys = left;
        }
        QCOMPARE(seen, std::size_t(50));
        QCOMPARE(rounds, 2);
    }

    void writesAll() {
        OpenFile file({thingsTable(), plainTable()});
        VERIFY_OK(file->put({"Things", j(R"({"pk":"a","sk":"1","kind":"k","rank":1})")}, Metering::Off));
        std::vector<Change> changes;
        file->listen([&](const Change& change) {
            if (change.kind == Change::Kind::Items) changes.push_back(change);
        });
        BatchWriteRequest request;
        request.writes.push_back(DeleteRequest{"Things", thingKey("a", "1")});
        request.writes.push_back(PutRequest{"Plain", plain(1, 1500)});
        request.writes.push_back(PutRequest{"Things", thingKey("a", "2")});
        request.writes.push_back(DeleteRequest{"Things", thingKey("none", "2")});
        request.returnCollectionMetrics = true;
        const auto done = file->batchWrite(request);
        VERIFY_OK(done);
        QVERIFY(done->unprocessed.empty());
        QCOMPARE(stored(file, thingKey("a", "1")), "-");
        QVERIFY(stored(file, thingKey("a", "2")) != "-");
        QVERIFY(stored(file, plain(1), "Plain") != "-");
        QCOMPARE(done->capacity.size(), std::size_t(2));
        QCOMPARE(done->capacity[0].table, "Things");
        QCOMPARE(done->capacity[0].ofTable.write, HalfUnits(6));
        QCOMPARE(done->capacity[0].ofGlobalIndexes.at("ByKind").write, HalfUnits(2));
        QCOMPARE(done->capacity[0].ofLocalIndexes.at("ByRank").write, HalfUnits(2));
        QCOMPARE(done->capacity[0].total.write, HalfUnits(10));
        QCOMPARE(done->capacity[1].total.write, HalfUnits(4));
        QCOMPARE(done->collectionMetrics.size(), std::size_t(1));
        QCOMPARE(done->collectionMetrics.at("Things").size(), std::size_t(2));
        QCOMPARE(changes.size(), std::size_t(2));
        QCOMPARE(changes[0].partitionKeys, (std::vector<std::string>{"a", "a"}));
        QCOMPARE(meteredWrites(file, "k", "ByKind"), HalfUnits(2));
        VERIFY_CLEAN(*file);
    }

    void conditionsAreNotLookedAt() {
        OpenFile file;
        PutRequest put{"Things", thingKey("a", "1")};
        put.options.condition = conditionOf("attribute_exists(pk)");
        BatchWriteRequest request;
        request.writes.push_back(put);
        VERIFY_OK(file->batchWrite(request));
        QVERIFY(stored(file, thingKey("a", "1")) != "-");
    }

    void oneFaultAndNothingIsWritten_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no such table") << 0 << "ResourceNotFoundException: Requested resource not found";
        QTest::newRow("no key")
            << 1
            << "ValidationException: One or more parameter values were invalid: Missing the "
               "key sk in the item";
        QTest::newRow("bad key") << 2
                                 << "ValidationException: The provided key element does not match the schema";
        QTest::newRow("twice") << 3 << "ValidationException: Provided list of item keys contains duplicates";
        QTest::newRow("put and delete")
            << 4 << "ValidationException: Provided list of item keys contains duplicates";
        QTest::newRow("too many")
            << 5 << "ValidationException: Too many items requested for the BatchWriteItem call";
        QTest::newRow("too large") << 6
                                   << "ValidationException: Item size has exceeded the maximum allowed size";
        QTest::newRow("collection") << 7
                                    << "ItemCollectionSizeLimitExceededException: Collection size exceeded.";
    }
    void oneFaultAndNothingIsWritten() {
        QFETCH(int, which);
        QFETCH(QString, expected);
        OpenFile file;
        BatchWriteRequest request;
        request.writes.push_back(PutRequest{"Things", thingKey("a", "1")});
        Item large = thingKey("a", "2");
        switch (which) {
            case 0:
                request.writes.push_back(PutRequest{"Nothing", thingKey("a", "2")});
                break;
            case 1:
                request.writes.push_back(PutRequest{"Things", item({{"pk", s("b")}})});
                break;
            case 2:
                request.writes.push_back(DeleteRequest{"Things", item({{"pk", s("b")}})});
                break;
            case 3:
                request.writes.push_back(PutRequest{"Things", thingKey("a", "1")});
                break;
            case 4:
                request.writes.push_back(DeleteRequest{"Things", thingKey("a", "1")});
                break;
            case 5:
                for (int i = 0; i < 25; ++i)
                    request.writes.push_back(PutRequest{"Things", thingKey("b", std::to_string(i).c_str())});
                break;
            case 6:
                large.set("x", s(std::string(410'000, 'x')));
                request.writes.push_back(PutRequest{"Things", large});
                break;
            default:
                file->setItemCollectionLimit(1000);
                large.set("x", s(std::string(2000, 'x')));
                request.writes.push_back(PutRequest{"Things", large});
                break;
        }
        QCOMPARE(outcome(file->batchWrite(request)), expected);
        QCOMPARE(stored(file, thingKey("a", "1")), "-");
        QCOMPARE(file->statistics({"Things", {}})->items, quint64(0));
    }

    void readsThatAreRefused() {
        OpenFile file;
        BatchGetRequest request;
        request.tables.push_back({"Nothing", {thingKey("a", "1")}});
        QCOMPARE(outcome(file->batchGet(request)), "ResourceNotFoundException: Requested resource not found");
        request.tables = {{"Things", {thingKey("a", "1"), thingKey("a", "1")}}};
        QCOMPARE(outcome(file->batchGet(request)),
                 "ValidationException: Provided list of item keys contains duplicates");
        request.tables = {{"Things", {item({{"pk", s("a")}})}}};
        QCOMPARE(outcome(file->batchGet(request)),
                 "ValidationException: The provided key element does not match the schema");
        request.tables[0].keys.clear();
        for (int i = 0; i < 101; ++i)
            request.tables[0].keys.push_back(thingKey("a", std::to_string(i).c_str()));
        QCOMPARE(outcome(file->batchGet(request)),
                 "ValidationException: Too many items requested for the BatchGetItem call");
        request.tables[0].keys.pop_back();
        VERIFY_OK(file->batchGet(request));
    }
};

QTEST_APPLESS_MAIN(TestEngineBatch)
#include "tst_engine_batch.moc"
