// What the API answers of requests that are throttled, or meet a transaction that takes its time: types,
// messages and members as the service's model has them.
#include <thread>

#include "tests/api/api_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

/// An item of 300 KB.
QByteArray largeItem(const char* pk) {
    return QByteArray(R"({"pk":{"S":")") + pk + R"("},"pad":{"S":")" + QByteArray(300 * 1024, 'x') + R"("}})";
}
QByteArray put(const char* pk) {
    return R"({"TableName":"Things","Item":)" + largeItem(pk) + "}";
}

void throttle(ApiFixture& file) {
    ServiceFaults faults;
    faults.throttleTables = faults.throttleIndexes = true;
    file.engine().setFaults(faults);
}

/// A table whose only write unit is used up for minutes.
void useUpProvisioned(ApiFixture& file) {
    TableDefinition table;
    table.name = "Things";
    table.keys.partition = {{"pk", ValueType::String}};
    table.billing = BillingMode::Provisioned;
    table.throughput = Throughput{1, 1};
    QVERIFY(file.engine().createTable(table));
    throttle(file);
    QCOMPARE(file.call("PutItem", put("a")).status, 200);
}

}  // namespace

class TestApiFaults : public QObject {
    Q_OBJECT
  private slots:
    void onDemand() {
        ApiFixture file;
        TableDefinition table;
        table.name = "Things";
        table.keys.partition = {{"pk", ValueType::String}};
        table.billing = BillingMode::PayPerRequest;
        QVERIFY(file.engine().createTable(table));
        throttle(file);
        Reply reply;
        for (int i = 0; i < 40 && reply.error().isEmpty(); ++i)  // faster than 12 MB a second
            reply = file.call("PutItem", put("a"));
        QCOMPARE(reply.status, 400);
        QCOMPARE(reply.body.value("__type").toString(), "com.amazon.coral.availability#ThrottlingException");
        QVERIFY(
            reply.message().startsWith("Throughput exceeds the current capacity of your table or index."));
        const QJsonArray expected = {
            QJsonObject{{"reason", "TableWriteKeyRangeThroughputExceeded"},
                        {"resource", "arn:aws:dynamodb:us-east-1:000000000000:table/Things"}}};
        QCOMPARE(reply.body.value("throttlingReasons").toArray(), expected);
        QCOMPARE(reply.summary.errorType, "ThrottlingException");
    }

    void provisioned() {
        ApiFixture file;
        useUpProvisioned(file);
        const Reply reply = file.call("PutItem", put("b"));
        QCOMPARE(reply.status, 400);
        QCOMPARE(reply.body.value("__type").toString(),
                 "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException");
        QCOMPARE(reply.message(),
                 "The level of configured provisioned throughput for the table was exceeded. Consider "
                 "increasing your provisioning level with the UpdateTable API.");
        const QJsonArray expected = {
            QJsonObject{{"reason", "TableWriteProvisionedThroughputExceeded"},
                        {"resource", "arn:aws:dynamodb:us-east-1:000000000000:table/Things"}}};
        QCOMPARE(reply.body.value("ThrottlingReasons").toArray(), expected);
        QVERIFY(!reply.body.contains("throttlingReasons"));
    }

    void batches() {
        ApiFixture file;
        useUpProvisioned(file);
        const QByteArray batch = R"({"RequestItems":{"Things":[{"PutRequest":{"Item":{"pk":{"S":"b"}}}}]}})";
        QCOMPARE(file.call("BatchWriteItem", batch).error(), "ProvisionedThroughputExceededException");
        file.createTable("Free");
        const QByteArray mixed = R"({"RequestItems":{"Things":[{"PutRequest":{"Item":{"pk":{"S":"b"}}}}],)"
                                 R"("Free":[{"PutRequest":{"Item":{"pk":{"S":"c"}}}}]}})";
        const Reply reply = file.call("BatchWriteItem", mixed);
        QCOMPARE(reply.outcome(),
                 R"({"UnprocessedItems":{"Things":[{"PutRequest":{"Item":{"pk":{"S":"b"}}}}]}})");

        // 75 RCU of 300, then again and again.
        const QByteArray keys =
            R"({"RequestItems":{"Things":{"Keys":[{"pk":{"S":"a"}}],"ConsistentRead":true}}})";
        Reply read;
        for (int i = 0; i < 10 && read.error().isEmpty(); ++i)
            read = file.call("BatchGetItem", keys);
        QCOMPARE(read.error(), "ProvisionedThroughputExceededException");
        const QByteArray more =
            R"({"RequestItems":{"Things":{"Keys":[{"pk":{"S":"a"}}],"ConsistentRead":true},"Free":{"Keys":[{"pk":{"S":"c"}}]}}})";
        const QJsonObject unprocessed =
            file.call("BatchGetItem", more).body.value("UnprocessedKeys").toObject();
        QCOMPARE(unprocessed.keys(), QStringList{"Things"});
    }

    void transactions() {
        ApiFixture file;
        useUpProvisioned(file);
        const Reply reply =
            file.call("TransactWriteItems",
                      R"({"TransactItems":[{"Put":{"TableName":"Things","Item":{"pk":{"S":"b"}}}}]})");
        QCOMPARE(reply.error(), "TransactionCanceledException");
        const QJsonObject reason = reply.body.value("CancellationReasons").toArray().first().toObject();
        QCOMPARE(reason.value("Code").toString(), "ProvisionedThroughputExceeded");
        QVERIFY(reason.value("Message").toString().startsWith("The level of configured"));
    }

    void statements() {
        ApiFixture file;
        useUpProvisioned(file);
        const Reply alone =
            file.call("ExecuteStatement", R"({"Statement":"INSERT INTO Things VALUE {'pk':'b'}"})");
        QCOMPARE(alone.error(), "ProvisionedThroughputExceededException");
        QCOMPARE(alone.body.value("ThrottlingReasons").toArray().size(), 1);
        const Reply batch =
            file.call("BatchExecuteStatement",
                      R"({"Statements":[{"Statement":"INSERT INTO Things VALUE {'pk':'b'}"}]})");
        const QJsonObject first = batch.body.value("Responses").toArray().first().toObject();
        QCOMPARE(first.value("Error").toObject().value("Code").toString(), "ProvisionedThroughputExceeded");
    }

    void conflicts() {
        ApiFixture file;
        file.createTable("Things");
        ServiceFaults faults;
        faults.transactionTime = kLongestTransactionTime;
        file.engine().setFaults(faults);
        const QByteArray transaction =
            R"({"ClientRequestToken":"token","TransactItems":[{"Put":{"TableName":"Things","Item":{"pk":{"S":"a"}}}}]})";
        Reply done;
        std::thread other([&] { done = file.call("TransactWriteItems", transaction); });
        const QByteArray removal = R"({"TableName":"Things","Key":{"pk":{"S":"a"}}})";
        Reply refused;
        while (refused.error().isEmpty())
            refused = file.call("DeleteItem", removal);
        QCOMPARE(refused.outcome(), "TransactionConflictException: Transaction is ongoing for the item");
        QCOMPARE(refused.status, 400);
        const Reply again = file.call("TransactWriteItems", transaction);
        QCOMPARE(again.outcome(),
                 "TransactionInProgressException: The transaction with the given request token is already in "
                 "progress.");
        const Reply read =
            file.call("TransactGetItems",
                      R"({"TransactItems":[{"Get":{"TableName":"Things","Key":{"pk":{"S":"a"}}}}]})");
        QCOMPARE(read.error(), "TransactionCanceledException");
        const QJsonArray expected = {
            QJsonObject{{"Code", "TransactionConflict"}, {"Message", "Transaction is ongoing for the item"}}};
        QCOMPARE(read.body.value("CancellationReasons").toArray(), expected);
        file.engine().setFaults({});  // ends the wait
        other.join();
        QCOMPARE(done.status, 200);
    }
};

QTEST_APPLESS_MAIN(TestApiFaults)
#include "tst_api_faults.moc"
