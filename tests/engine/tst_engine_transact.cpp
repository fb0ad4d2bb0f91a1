// TransactWriteItems and TransactGetItems: all or nothing, the reasons why not, tokens, and what it costs.
#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

PutRequest put(const char* pk, const char* sk, std::optional<Condition> condition = {}) {
    PutRequest request{"Things", thingKey(pk, sk)};
    request.options.condition = std::move(condition);
    return request;
}

QString reasonsOf(const Error& error) {
    QString text;
    if (!error.detail) return "none";
    for (const CancellationReason& reason : error.detail->cancellationReasons)
        text +=
            QString::fromStdString(reason.code + "|" + reason.message) + "|" + shownItem(reason.item) + "\n";
    return text;
}

}  // namespace

class TestEngineTransact : public QObject {
    Q_OBJECT
  private slots:
    void doesAll() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", j(R"({"pk":"a","sk":"del","kind":"k","rank":1})")}, Metering::Off));
        VERIFY_OK(file->put({"Things", j(R"({"pk":"a","sk":"upd","v":1})")}, Metering::Off));
        VERIFY_OK(file->put({"Things", j(R"({"pk":"a","sk":"check","v":1})")}, Metering::Off));
        std::vector<Change> changes;
        file->listen([&](const Change& change) {
            if (change.kind == Change::Kind::Items) changes.push_back(change);
        });
        TransactWriteRequest request;
        request.writes.push_back(put("b", "put", conditionOf("attribute_not_exists(pk)")));
        request.writes.push_back(DeleteRequest{"Things", thingKey("a", "del")});
        request.writes.push_back(
            UpdateRequest{"Things", thingKey("a", "upd"), updateOf("ADD v :v", {{":v", n(4)}})});
        WriteOptions exists;
        exists.condition = conditionOf("attribute_exists(v)");
        request.writes.push_back(ConditionCheck{"Things", thingKey("a", "check"), exists});
        request.returnCollectionMetrics = true;
        const auto done = file->transactWrite(request);
        VERIFY_OK(done);
        QVERIFY(stored(file, thingKey("b", "put")) != "-");
        QCOMPARE(stored(file, thingKey("a", "del")), "-");
        QVERIFY(stored(file, thingKey("a", "upd")).contains("\"v\":5"));
        QCOMPARE(done->capacity.size(), std::size_t(1));
        // Everything twice: four items, and an entry in each index.
        QCOMPARE(done->capacity[0].ofTable.write, HalfUnits(16));
        QCOMPARE(done->capacity[0].ofGlobalIndexes.at("ByKind").write, HalfUnits(4));
        QCOMPARE(done->capacity[0].ofLocalIndexes.at("ByRank").write, HalfUnits(4));
        QCOMPARE(done->capacity[0].total.write, HalfUnits(24));
        QCOMPARE(done->collectionMetrics.at("Things").size(), std::size_t(2));
        QCOMPARE(meteredWrites(file, "b"), HalfUnits(4));
        QCOMPARE(meteredWrites(file, "k", "ByKind"), HalfUnits(4));
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].partitionKeys, (std::vector<std::string>{"b", "a", "a"}));
        VERIFY_CLEAN(*file);
    }

    void orNothing() {
        OpenFile file;
        VERIFY_OK(file->put({"Things", j(R"({"pk":"a","sk":"1","v":1})")}, Metering::Off));
        TransactWriteRequest request;
        request.writes.push_back(put("b", "1"));
        request.writes.push_back(put("a", "1", conditionOf("attribute_not_exists(pk)")));
        request.writes.push_back(DeleteRequest{"Things", thingKey("c", "1")});
        auto failed = file->transactWrite(request);
        QCOMPARE(outcome(failed),
                 "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for "
                 "specific reasons [None, ConditionalCheckFailed, None]");
        QCOMPARE(reasonsOf(failed.error()),
                 "None||-\nConditionalCheckFailed|The conditional request failed|-\nNone||-\n");
        QCOMPARE(stored(file, thingKey("b", "1")), "-");
        // What was tried costs all the same.
        QCOMPARE(meteredWrites(file, "a"), HalfUnits(4));

        std::get_if<PutRequest>(&request.writes[1])->options.returnItemOnFailure = true;
        failed = file->transactWrite(request);
        QVERIFY(!failed);
        QVERIFY(reasonsOf(failed.error()).contains(R"(|{"pk":"a","sk":"1","v":1})"));
    }

    void reasonsOfEveryKind_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("reason");
        QTest::newRow("key that does not match")
            << 0 << "ValidationError|The provided key element does not match the schema";
        QTest::newRow("item without its key")
            << 1
            << "ValidationError|One or more parameter values were invalid: Missing the key sk in the item";
        QTest::newRow("update of a key")
            << 2
            << "ValidationError|One or more parameter values were invalid: Cannot update attribute sk. This "
               "attribute is part of the key";
        QTest::newRow("update that cannot be done")
            << 3 << "ValidationError|An operand in the update expression has an incorrect data type";
        QTest::newRow("update to more than an item may have")
            << 4 << "ValidationError|Item size to update has exceeded the maximum allowed size";
        QTest::newRow("collection that is full")
            << 5 << "ItemCollectionSizeLimitExceeded|Collection size exceeded.";
        QTest::newRow("check") << 6 << "ConditionalCheckFailed|The conditional request failed";
    }
    void reasonsOfEveryKind() {
        QFETCH(int, which);
        QFETCH(QString, reason);
        OpenFile file;
        VERIFY_OK(file->put(
            {"Things", item({{"pk", s("a")}, {"sk", s("1")}, {"v", s(std::string(300'000, 'x'))}})}));
        const Item key = thingKey("a", "1");
        const std::string large(150'000, 'x');
        WriteOptions absent;
        absent.condition = conditionOf("attribute_not_exists(v)");
        const TransactWrite writes[] = {
            DeleteRequest{"Things", item({{"pk", s("a")}})},
            PutRequest{"Things", item({{"pk", s("a")}})},
            UpdateRequest{"Things", key, updateOf("SET sk = :v", {{":v", s("2")}})},
            UpdateRequest{"Things", key, updateOf("SET v = v + :v", {{":v", n(2)}})},
            UpdateRequest{"Things", key, updateOf("SET w = :v", {{":v", s(large)}})},
            put("a", "2"),
            ConditionCheck{"Things", key, absent},
        };
        if (which == 5) file->setItemCollectionLimit(300'000);
        TransactWriteRequest request;
        request.writes.push_back(put("b", "1"));
        request.writes.push_back(writes[which]);
        const auto failed = file->transactWrite(request);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::TransactionCanceled);
        QCOMPARE(reasonsOf(failed.error()), "None||-\n" + reason + "|-\n");
        QCOMPARE(stored(file, thingKey("b", "1")), "-");
        VERIFY_CLEAN(*file);
    }

    void faultsOfTheRequest_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no such table") << 0 << "ResourceNotFoundException: Requested resource not found";
        QTest::newRow("one item twice")
            << 1 << "ValidationException: Transaction request cannot include multiple operations on one item";
        QTest::newRow("too large an item")
            << 2 << "ValidationException: Item size has exceeded the maximum allowed size";
        QTest::newRow("empty key") << 3
                                   << "ValidationException: One or more parameter values are not valid. The "
                                      "AttributeValue for a key "
                                      "attribute cannot contain an empty string value. Key: sk";
        QTest::newRow("too many") << 4
                                  << "ValidationException: 1 validation error detected: Value at "
                                     "'transactItems' failed to satisfy constraint: Member must have length "
                                     "less than or equal to 100";
        QTest::newRow("more than 4 MB together")
            << 5
            << "ValidationException: Collection size of items exceeded, which can also be caused by the "
               "aggregate size of the items in the transaction exceeding the 4MB limit";
    }
    void faultsOfTheRequest() {
        QFETCH(int, which);
        QFETCH(QString, expected);
        OpenFile file;
        TransactWriteRequest request;
        request.writes.push_back(put("a", "1"));
        switch (which) {
            case 0:
                request.writes.push_back(DeleteRequest{"Nothing", thingKey("a", "1")});
                break;
            case 1:
                request.writes.push_back(ConditionCheck{"Things", thingKey("a", "1"), {}});
                break;
            case 2: {
                PutRequest large = put("a", "2");
                large.item.set("x", s(std::string(410'000, 'x')));
                request.writes.push_back(large);
                break;
            }
            case 3:
                request.writes.push_back(put("a", ""));
                break;
            case 4:
                for (int i = 0; i < 100; ++i)
                    request.writes.push_back(put("b", std::to_string(i).c_str()));
                break;
            default:
                for (int i = 0; i < 12; ++i) {
                    PutRequest large = put("b", std::to_string(i).c_str());
                    large.item.set("x", s(std::string(390'000, 'x')));
                    request.writes.push_back(large);
                }
                break;
        }
        QCOMPARE(outcome(file->transactWrite(request)), expected);
        QCOMPARE(file->statistics({"Things", {}})->items, quint64(0));
    }

    void aTokenMakesARepeatHarmless() {
        OpenFile file;
        TransactWriteRequest request;
        request.writes.push_back(UpdateRequest{
            "Things", thingKey("a", "1"),
            updateOf("ADD v :v SET x = :x", {{":v", n(1)}, {":x", s(std::string(5000, 'x'))}})});
        request.token = "token";
        request.fingerprint = "request 1";
        auto done = file->transactWrite(request);
        VERIFY_OK(done);
        QCOMPARE(done->capacity[0].total, (Capacity{0, 20}));
        file.clock.time += 9 * 60'000;
        done = file->transactWrite(request);
        VERIFY_OK(done);
        QVERIFY(stored(file, thingKey("a", "1")).contains("\"v\":1"));
        // As if the item had been read in a transaction: 5 KB are two units, twice.
        QCOMPARE(done->capacity.size(), std::size_t(1));
        QCOMPARE(done->capacity[0].total, (Capacity{8, 0}));
        QCOMPARE(done->capacity[0].ofTable, (Capacity{8, 0}));
        request.fingerprint = "request 2";
        QVERIFY(outcome(file->transactWrite(request)).startsWith("IdempotentParameterMismatchException: "));
        // Another token is another transaction, and after ten minutes the first is forgotten.
        request.token = "other";
        VERIFY_OK(file->transactWrite(request));
        QVERIFY(stored(file, thingKey("a", "1")).contains("\"v\":2"));
        request.token = "token";
        file.clock.time += 60'000;
        VERIFY_OK(file->transactWrite(request));
        QVERIFY(stored(file, thingKey("a", "1")).contains("\"v\":3"));
    }

    void aTransactionThatFailedLeavesNoToken() {
        OpenFile file;
        TransactWriteRequest request;
        request.writes.push_back(put("a", "1", conditionOf("attribute_exists(pk)")));
        request.token = "token";
        request.fingerprint = "request";
        QVERIFY(!file->transactWrite(request));
        QVERIFY(!file->transactWrite(request));
        VERIFY_OK(file->put({"Things", thingKey("a", "1")}));
        VERIFY_OK(file->transactWrite(request));
    }

    void readsAll() {
        OpenFile file;
        VERIFY_OK(
            file->put({"Things", item({{"pk", s("a")}, {"sk", s("1")}, {"x", s(std::string(5000, 'x'))}})},
                      Metering::Off));
        TransactGetRequest request;
        request.gets.push_back({"Things", thingKey("b", "1")});
        request.gets.push_back({"Things", thingKey("a", "1"), false, projectionOf("sk")});
        const auto got = file->transactGet(request);
        VERIFY_OK(got);
        QCOMPARE(got->items.size(), std::size_t(2));
        QVERIFY(!got->items[0]);
        QCOMPARE(shownItem(got->items[1]), R"({"sk":"1"})");
        QCOMPARE(got->capacity.size(), std::size_t(1));
        QCOMPARE(got->capacity[0].total, (Capacity{4 + 8, 0}));
        QCOMPARE(meteredReads(file, "a"), HalfUnits(8));
    }

    void readsThatAreRefused() {
        OpenFile file;
        TransactGetRequest request;
        request.gets = {{"Things", thingKey("a", "1")}, {"Nothing", thingKey("a", "1")}};
        QCOMPARE(outcome(file->transactGet(request)),
                 "ResourceNotFoundException: Requested resource not found");
        request.gets = {{"Things", thingKey("a", "1")}, {"Things", {}}};
        const auto failed = file->transactGet(request);
        QCOMPARE(outcome(failed),
                 "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for "
                 "specific reasons [None, ValidationError]");
        QCOMPARE(reasonsOf(failed.error()),
                 "None||-\nValidationError|The provided key element does not match the schema|-\n");
        request.gets = {{"Things", thingKey("a", "1")}, {"Things", thingKey("a", "1")}};
        QCOMPARE(outcome(file->transactGet(request)),
                 "ValidationException: Transaction request cannot include multiple operations on one item");
        request.gets.clear();
        for (int i = 0; i < 12; ++i) {
            Item large = thingKey("a", std::to_string(i).c_str());
            request.gets.push_back({"Things", large});
            large.set("x", s(std::string(390'000, 'x')));
            VERIFY_OK(file->put({"Things", large}, Metering::Off));
        }
        QVERIFY(outcome(file->transactGet(request)).contains("exceeding the 4MB limit"));
        request.gets.pop_back();
        request.gets.pop_back();
        VERIFY_OK(file->transactGet(request));
    }
};

QTEST_APPLESS_MAIN(TestEngineTransact)
#include "tst_engine_transact.moc"
