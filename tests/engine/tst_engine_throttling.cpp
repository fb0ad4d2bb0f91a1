// Throttling on demand: what is refused, in which words and with which reasons, that it leaves nothing
// behind, and what batches and transactions make of it.
#include "engine/partition/partitions.h"
#include "tests/engine/request_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

const QString kOnDemandTable =
    "ThrottlingException: Throughput exceeds the current capacity of your table or index. DynamoDB is "
    "automatically scaling your table or index so please try again shortly. If exceptions persist, check if "
    "you have a hot key: "
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
const QString kOnDemandIndexWrite =
    "ThrottlingException: Throughput exceeds the current capacity for one or more global secondary indexes. "
    "DynamoDB is automatically scaling your index so please try again shortly.";
const QString kProvisionedTable =
    "ProvisionedThroughputExceededException: The level of configured provisioned throughput for the table "
    "was exceeded. Consider increasing your provisioning level with the UpdateTable API.";
const QString kProvisionedIndex =
    "ProvisionedThroughputExceededException: The level of configured provisioned throughput for one or more "
    "global secondary indexes of the table was exceeded. Consider increasing your provisioning level for the "
    "under-provisioned global secondary indexes with the UpdateTable API";

/// "TableReadKeyRangeThroughputExceeded table/Things" …
template <class T>
QStringList reasonsOf(const Result<T>& result) {
    QStringList reasons;
    if (!result && result.error().detail)
        for (const ThrottlingReason& reason : result.error().detail->throttlingReasons)
            reasons.append(QString::fromStdString(reason.reason + " " + reason.resource));
    return reasons;
}

/// The table Things without its LSI, provisioned or on demand.
TableDefinition things(std::optional<Throughput> ofTable = {}, std::optional<Throughput> ofIndex = {}) {
    TableDefinition table = thingsTable();
    table.indexes.erase(table.indexes.begin());
    table.billing = ofTable ? BillingMode::Provisioned : BillingMode::PayPerRequest;
    table.throughput = ofTable;
    table.indexes.front().throughput = ofIndex;
    return table;
}

/// An item of about so many kilobytes; in the index under `kind` when that is not empty.
PutRequest put(const char* pk, const char* sk, int kilobytes, const char* kind = "", const char* title = "") {
    PutRequest request{"Things", thingKey(pk, sk)};
    request.item.set("pad", s(std::string(std::size_t(std::max(1, kilobytes * 1024 - 60)), 'x')));
    if (*kind) {
        request.item.set("kind", s(kind));
        request.item.set("rank", n(1));
    }
    if (*title) request.item.set("title", s(title));
    request.returnValues = ReturnValues::None;
    return request;
}

void throttle(OpenFile& file, bool tables, bool indexes) {
    ServiceFaults faults;
    faults.throttleTables = tables;
    faults.throttleIndexes = indexes;
    file->setFaults(faults);
}

/// 1,000 WCU of the partition of "a".
void useUpWrites(OpenFile& file) {
    VERIFY_OK(file->put(put("a", "large1", 400)));
    VERIFY_OK(file->put(put("a", "large2", 400)));
    VERIFY_OK(file->put(put("a", "large3", 200)));
}

/// Two keys whose items are in different partitions of four.
std::pair<std::string, std::string> keysApart() {
    const std::string first = "a";
    std::string second = "b";
    while (partitionOf(partitionHash(first), 4) == partitionOf(partitionHash(second), 4))
        second += "b";
    return {first, second};
}

}  // namespace

class TestEngineThrottling : public QObject {
    Q_OBJECT
  private slots:
    void offAtFirst() {
        OpenFile file({things()});
        QCOMPARE(file->faults(), ServiceFaults());
        for (int i = 0; i < 4; ++i)
            useUpWrites(file);
        throttle(file, true, true);
        QVERIFY2(file->put(put("a", "one", 1)), "what was served before does not count");
        throttle(file, false, false);
        for (int i = 0; i < 4; ++i)
            useUpWrites(file);
    }

    void partitionOfATable() {
        OpenFile file({things()});
        throttle(file, true, false);
        useUpWrites(file);
        auto refused = file->put(put("a", "one", 1));
        QCOMPARE(outcome(refused), kOnDemandTable);
        QCOMPARE(reasonsOf(refused), QStringList{"TableWriteKeyRangeThroughputExceeded table/Things"});
        QCOMPARE(stored(file, thingKey("a", "one")), "-");
        QCOMPARE(outcome(file->update({"Things", thingKey("a", "one"), {}, {}})), kOnDemandTable);
        QCOMPARE(outcome(file->remove({"Things", thingKey("a", "one")})), kOnDemandTable);
        // Reads have a limit of their own; other partitions have, too.
        VERIFY_OK(file->get({"Things", thingKey("a", "large1")}));
        const auto [here, there] = keysApart();
        VERIFY_OK(file->put(put(there.c_str(), "one", 1)));
        file.clock.time += 1000;
        VERIFY_OK(file->put(put("a", "one", 1)));
        VERIFY_CLEAN(*file);
    }

    void readsOfATable() {
        OpenFile file({things()});
        VERIFY_OK(file->put(put("a", "1", 400), Metering::Off));
        throttle(file, true, false);
        GetRequest get{"Things", thingKey("a", "1"), true};
        for (int i = 0; i < 30; ++i)
            VERIFY_OK(file->get(get));  // 100 RCU each
        auto refused = file->get(get);
        QCOMPARE(outcome(refused), kOnDemandTable);
        QCOMPARE(reasonsOf(refused), QStringList{"TableReadKeyRangeThroughputExceeded table/Things"});
        QueryRequest query;
        query.table = "Things";
        query.partition = {s("a")};
        QCOMPARE(outcome(file->query(query)), kOnDemandTable);
        ScanRequest scan;
        scan.table = "Things";
        QCOMPARE(outcome(file->scan(scan)), kOnDemandTable);
        // What is no load is not refused.
        VERIFY_OK(file->scan(scan, Metering::Off));
        VERIFY_OK(file->query(query, Metering::Off));
        VERIFY_OK(file->get(get, Metering::Off));
        VERIFY_OK(file->put(put("a", "2", 1)));
        file.clock.time += 1000;
        VERIFY_OK(file->scan(scan));
        VERIFY_OK(file->query(query));
    }

    void failedConditionsCost() {
        OpenFile file({things()});
        throttle(file, true, false);
        PutRequest large = put("a", "1", 400);
        VERIFY_OK(file->put(large));
        large.options.condition = conditionOf("attribute_not_exists(pk)");
        QVERIFY(outcome(file->put(large)).startsWith("ConditionalCheckFailedException"));
        QCOMPARE(outcome(file->put(large)), kOnDemandTable);  // 1,200 WCU
        file.clock.time += 1000;
        QVERIFY(outcome(file->put(large)).startsWith("ConditionalCheckFailedException"));
    }

    void localIndexesShareThePartition() {
        OpenFile file;  // with the LSI ByRank, which projects all
        throttle(file, true, false);
        PutRequest large = put("a", "1", 180);
        large.item.set("rank", n(1));
        VERIFY_OK(file->put(large));  // 360 WCU
        large.item.set("sk", s("2"));
        VERIFY_OK(file->put(large));
        large.item.set("sk", s("3"));
        auto refused = file->put(large);
        QCOMPARE(outcome(refused), kOnDemandTable);
        QCOMPARE(reasonsOf(refused), QStringList{"TableWriteKeyRangeThroughputExceeded table/Things"});
    }

    void writesOfATableThatAnIndexCantTake() {
        OpenFile file({things()});
        throttle(file, false, true);
        // The index projects the title: 400 WCU an entry.
        const std::string title(399 * 1024, 't');
        VERIFY_OK(file->put(put("a", "1", 0, "hot", title.c_str())));
        VERIFY_OK(file->put(put("b", "1", 0, "hot", title.c_str())));
        auto refused = file->put(put("c", "1", 0, "hot", title.c_str()));
        QCOMPARE(outcome(refused), kOnDemandIndexWrite);
        QCOMPARE(reasonsOf(refused),
                 QStringList{"IndexWriteKeyRangeThroughputExceeded table/Things/index/ByKind"});
        QCOMPARE(stored(file, thingKey("c", "1")), "-");
        // What does not touch the index goes on.
        for (int i = 0; i < 4; ++i)
            VERIFY_OK(file->put(put("c", "1", 400)));
        VERIFY_CLEAN(*file);
        file.clock.time += 1000;
        VERIFY_OK(file->put(put("c", "1", 0, "hot", title.c_str())));
    }

    void readsOfAnIndex() {
        OpenFile file({things()});
        const std::string title(390 * 1024, 't');
        VERIFY_OK(file->put(put("a", "1", 0, "hot", title.c_str()), Metering::Off));
        throttle(file, false, true);
        QueryRequest query;
        query.table = "Things";
        query.index = "ByKind";
        query.partition = {s("hot")};
        for (int i = 0; i < 61; ++i)
            VERIFY_OK(file->query(query));  // 49 RCU each
        auto refused = file->query(query);
        QCOMPARE(outcome(refused), kOnDemandTable);
        QCOMPARE(reasonsOf(refused),
                 QStringList{"IndexReadKeyRangeThroughputExceeded table/Things/index/ByKind"});
        ScanRequest scan;
        scan.table = "Things";
        scan.index = "ByKind";
        QCOMPARE(outcome(file->scan(scan)), kOnDemandTable);
    }

    void provisionedThroughput() {
        OpenFile file({things(Throughput{1, 1}, Throughput{1, 1})});
        throttle(file, true, true);
        // 300 seconds of burst, and an item that is larger than that.
        VERIFY_OK(file->put(put("a", "1", 400)));
        auto refused = file->put(put("b", "1", 1));
        QCOMPARE(outcome(refused), kProvisionedTable);
        QCOMPARE(reasonsOf(refused), QStringList{"TableWriteProvisionedThroughputExceeded table/Things"});
        file.clock.time += 101'000;
        VERIFY_OK(file->put(put("b", "1", 1)));

        VERIFY_OK(file->get({"Things", thingKey("a", "1"), true}));  // 100 RCU
        VERIFY_OK(file->get({"Things", thingKey("a", "1"), true}));
        VERIFY_OK(file->get({"Things", thingKey("a", "1"), true}));
        auto read = file->get({"Things", thingKey("a", "1"), true});
        QCOMPARE(outcome(read), kProvisionedTable);
        QCOMPARE(reasonsOf(read), QStringList{"TableReadProvisionedThroughputExceeded table/Things"});
    }

    void provisionedIndex() {
        OpenFile file({things(Throughput{100, 100}, Throughput{1, 1})});
        throttle(file, true, true);
        const std::string title(399 * 1024, 't');
        VERIFY_OK(file->put(put("a", "1", 0, "hot", title.c_str())));
        auto refused = file->put(put("b", "1", 0, "cold", "t"));
        QCOMPARE(outcome(refused), kProvisionedIndex);
        QCOMPARE(reasonsOf(refused),
                 QStringList{"IndexWriteProvisionedThroughputExceeded table/Things/index/ByKind"});
        QCOMPARE(stored(file, thingKey("b", "1")), "-");
    }

    void batchesReturnWhatIsThrottled() {
        OpenFile file({things()});
        throttle(file, true, false);
        const auto [here, there] = keysApart();
        BatchWriteRequest batch;
        for (const char* sk : {"1", "2", "3"})
            batch.writes.emplace_back(put(here.c_str(), sk, 400));
        batch.writes.emplace_back(put(there.c_str(), "1", 400));
        auto written = file->batchWrite(batch);
        VERIFY_OK(written);
        QCOMPARE(written->unprocessed, std::vector<std::size_t>{2});
        QCOMPARE(written->capacity[0].total.write, HalfUnits(2400));
        QCOMPARE(stored(file, thingKey(here.c_str(), "3")), "-");
        QVERIFY(stored(file, thingKey(there.c_str(), "1")) != "-");
        QCOMPARE(meteredWrites(file, here), HalfUnits(1600));
        // Only when nothing at all could be done is it an error.
        BatchWriteRequest rest;
        rest.writes.emplace_back(put(here.c_str(), "3", 400));
        auto none = file->batchWrite(rest);
        QCOMPARE(outcome(none), kOnDemandTable);
        QCOMPARE(reasonsOf(none), QStringList{"TableWriteKeyRangeThroughputExceeded table/Things"});
        file.clock.time += 1000;
        VERIFY_OK(file->batchWrite(rest));

        for (int i = 0; i < 29; ++i)
            VERIFY_OK(file->get({"Things", thingKey(here.c_str(), "1"), true}));  // 100 RCU each
        BatchGetRequest gets;
        gets.tables.push_back(
            {"Things",
             {thingKey(here.c_str(), "1"), thingKey(here.c_str(), "2"), thingKey(there.c_str(), "1")},
             true});
        auto read = file->batchGet(gets);
        VERIFY_OK(read);
        QCOMPARE(read->tables[0].unprocessedKeys, std::vector<std::size_t>{1});
        QCOMPARE(read->tables[0].items.size(), std::size_t(2));
        gets.tables[0].keys.pop_back();
        QCOMPARE(outcome(file->batchGet(gets)), kOnDemandTable);
        VERIFY_CLEAN(*file);
    }

    void transactionsAreCancelled() {
        OpenFile file({things()});
        throttle(file, true, false);
        const auto [here, there] = keysApart();
        useUpWrites(file);
        TransactWriteRequest request;
        request.writes.emplace_back(put(there.c_str(), "1", 1));
        request.writes.emplace_back(put(here.c_str(), "1", 1));
        auto cancelled = file->transactWrite(request);
        QVERIFY(!cancelled);
        QVERIFY(cancelled.error().message.ends_with("[None, ThrottlingError]"));
        const auto& reasons = cancelled.error().detail->cancellationReasons;
        QCOMPARE("ThrottlingException: " + QString::fromStdString(reasons[1].message), kOnDemandTable);
        QCOMPARE(stored(file, thingKey(there.c_str(), "1")), "-");
        file.clock.time += 1000;
        VERIFY_OK(file->transactWrite(request));

        TransactGetRequest gets;
        for (const char* sk : {"large1", "large2", "large3"})
            gets.gets.push_back({"Things", thingKey("a", sk)});
        for (int i = 0; i < 6; ++i)
            VERIFY_OK(file->transactGet(gets));  // 500 RCU each
        auto read = file->transactGet(gets);
        QVERIFY(!read);
        QVERIFY(read.error().message.ends_with("[ThrottlingError, ThrottlingError, ThrottlingError]"));
    }

    void provisionedTransactions() {
        OpenFile file({things(Throughput{1, 1}, Throughput{1, 1})});
        throttle(file, true, true);
        VERIFY_OK(file->put(put("a", "1", 300)));
        TransactWriteRequest request;
        request.writes.emplace_back(put("b", "1", 1));
        auto cancelled = file->transactWrite(request);
        QVERIFY(!cancelled);
        QVERIFY(cancelled.error().message.ends_with("[ProvisionedThroughputExceeded]"));
    }

    /// 100 items of 40 KB: 8,000 WCU at once in one partition are paid off in eight seconds.
    void largeTransaction() {
        OpenFile file({things()});
        throttle(file, true, false);
        TransactWriteRequest request;
        for (int i = 0; i < 100; ++i)
            request.writes.emplace_back(put("a", std::to_string(i).c_str(), 40));
        VERIFY_OK(file->transactWrite(request));
        file.clock.time += 7'999;
        QCOMPARE(outcome(file->put(put("a", "1", 1))), kOnDemandTable);
        file.clock.time += 1;
        VERIFY_OK(file->put(put("a", "1", 1)));
    }
};

QTEST_APPLESS_MAIN(TestEngineThrottling)
#include "tst_engine_throttling.moc"
