// UpdateTable over the API: what may be changed, together and alone.
#include "tests/api/table_replies.h"

using namespace partita;
using namespace partita::test;

class TestApiTablesUpdate : public QObject {
    Q_OBJECT

  private slots:
    void updateTableMistakes_data();
    void updateTableMistakes();
    void updateTableAddsAndRemovesAnIndex();
    void updateTableSwitchesBilling();
    void updateTableStream();
};

void TestApiTablesUpdate::updateTableMistakes_data() {
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("outcome");
    const QString invalid = kInvalid;
    const auto row = [](const char* name, const QString& members, const QString& outcome) {
        QTest::newRow(name) << members << outcome;
    };
    const QString units = R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5})";
    const QString nothing =
        "ValidationException: At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
        "GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, "
        "ReplicaTransitRoleArn, MultiRegionConsistency, DeletionProtectionEnabled, OnDemandThroughput, "
        "WarmThroughput or TableClass is required";
    const QString attribute = R"("AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],)";
    const auto updates = [](const QString& list) {
        return R"("GlobalSecondaryIndexUpdates":[)" + list + "]";
    };
    const auto create = [](const QString& name, const QString& key = "g") {
        return R"({"Create":{"IndexName":")" + name + R"(","KeySchema":[{"AttributeName":")" + key +
               R"(","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}})";
    };
    const auto throughput = [](const QString& name) {
        return R"({"Update":{"IndexName":")" + name +
               R"(","ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}}})";
    };
    const auto remove = [](const QString& name) { return R"({"Delete":{"IndexName":")" + name + "\"}}"; };

    row("nothing", R"("TableName":"Orders")", nothing);
    row("nothing, of no table", R"("TableName":"Other")", nothing);
    row("attributes alone are nothing", R"("TableName":"Orders",)" + attribute.chopped(1), nothing);
    row("no index updates alone", R"("TableName":"Orders",)" + updates(""), nothing);
    row("no index updates with something",
        R"("TableName":"Orders","DeletionProtectionEnabled":true,)" + updates(""),
        invalid + "List of GlobalSecondaryIndexUpdates is empty");
    row("no table", R"("TableName":"Other",)" + units,
        "ResourceNotFoundException: Requested resource not found: Table: Other not found");
    row("zero units",
        R"("TableName":"Orders","ProvisionedThroughput":{"ReadCapacityUnits":0,"WriteCapacityUnits":5})",
        violations(
            {"'0' at provisionedThroughput.readCapacityUnits: have value greater than or equal to 1"}));
    row("units on demand", R"("TableName":"Orders",)" + units,
        invalid +
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
            "PAY_PER_REQUEST");
    row("provisioned without units", R"("TableName":"Orders","BillingMode":"PROVISIONED")",
        invalid + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    row("an empty index update", R"("TableName":"Orders",)" + updates("{}"),
        invalid +
            "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
            "GlobalSecondaryIndexUpdate.Delete must not be null");
    row("two actions in one",
        R"("TableName":"Orders",)" + updates(create("gsi").chopped(1) + "," + remove("gsi").mid(1)),
        invalid + "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object");
    row("an index twice", R"("TableName":"Orders",)" + updates(remove("gsi") + "," + remove("gsi")),
        invalid + "Only one global secondary index update per index is allowed simultaneously. Index: gsi");
    row("two indexes at once",
        R"("TableName":"Orders",)" + attribute + updates(create("gs1") + "," + create("gs2")),
        "LimitExceededException: Subscriber limit exceeded: Only 1 online index can be created or deleted "
        "simultaneously per table");
    row("an index without its attribute", R"("TableName":"Orders",)" + updates(create("gsi")),
        invalid + "AttributeDefinitions is not specified for index: gsi");
    row("an index with another attribute",
        R"("TableName":"Orders",)" + attribute + updates(create("gsi", "q")),
        invalid +
            "Some index key attributes are not defined in AttributeDefinitions. Keys: [q], "
            "AttributeDefinitions: [g]");
    row("an index that is not there", R"("TableName":"Orders",)" + updates(remove("gsi")),
        "ResourceNotFoundException: Requested resource not found: Index gsi for table Orders");
    row("throughput of an index that is not there", R"("TableName":"Orders",)" + updates(throughput("gsi")),
        "ResourceNotFoundException: Requested resource not found: Index gsi for table Orders");
    row("throughput of a local index", R"("TableName":"Indexed",)" + updates(throughput("lsi")),
        "ValidationException: Cannot update an index that is not a GlobalSecondaryIndex: lsi");
    row("removing a local index", R"("TableName":"Indexed",)" + updates(remove("lsi")),
        "ValidationException: Cannot delete an index that is not a GlobalSecondaryIndex: lsi");
    row("throughput of an index on demand", R"("TableName":"Indexed",)" + updates(throughput("gsi")),
        invalid +
            "The only Updates for index: gsi when TableThroughputMode is PAY_PER_REQUEST can be to "
            "OnDemandThroughput, WarmThroughput");
    row("an index without an attribute that the table knows",
        R"("TableName":"Indexed",)" + updates(create("gs2")),
        invalid + "AttributeDefinitions is not specified for index: gs2");
    row("an attribute of another type",
        R"("TableName":"Indexed","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"N"}],)" +
            updates(create("gs2")),
        invalid +
            "Attributes cannot be redefined. Please check that your attribute has the same type as "
            "previously "
            "defined. Existing schema: Schema:[SchemaElement: key{g:S:RANGE}] New schema: "
            "Schema:[SchemaElement: key{g:N:HASH}]");
    row("an index and a class",
        R"("TableName":"Orders","TableClass":"STANDARD",)" + attribute + updates(create("gsi")),
        invalid + "TableClass modification must be the only operation in the request");
    row("an index and protection",
        R"("TableName":"Orders","DeletionProtectionEnabled":true,)" + attribute + updates(create("gsi")),
        invalid + "DeletionProtection modification must be the only operation in the request");
    row("an index and a stream",
        R"("TableName":"Orders","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},)" +
            attribute + updates(create("gsi")),
        invalid + "You cannot create or delete index while changing stream status");
    row("an index and units", R"("TableName":"Orders",)" + units + "," + attribute + updates(create("gsi")),
        invalid + "You cannot create or delete index while updating table IOPS");
    row("an index of very much throughput",
        R"("TableName":"Orders",)" +
            updates(
                R"({"Update":{"IndexName":"gsi","ProvisionedThroughput":{"ReadCapacityUnits":1000000000001,)"
                R"("WriteCapacityUnits":1}}})"),
        "ValidationException: This operation cannot be performed with given input values. Please contact "
        "DynamoDB service team for more info: Action Blocked: IndexUpdate");
    row("a stream of no type", R"("TableName":"Orders","StreamSpecification":{"StreamEnabled":true})",
        invalid + "If stream is being enabled then UpdateViewType is required");
    row("a stream of a wrong type",
        R"("TableName":"Orders","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"Fisk"})",
        violations({"'Fisk' at streamSpecification.streamViewType: satisfy enum value set: [OLD_IMAGE, "
                    "NEW_AND_OLD_IMAGES, KEYS_ONLY, NEW_IMAGE]"}));
    row("no stream to switch off", R"("TableName":"Orders","StreamSpecification":{"StreamEnabled":false})",
        "ValidationException: Table has no stream to disable: TableName: Orders");
}

void TestApiTablesUpdate::updateTableMistakes() {
    QFETCH(QString, members);
    ApiFixture api;
    api.createTable("Orders");
    const Reply made =
        api.call("CreateTable", QByteArray(R"({"TableName":"Indexed","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
            {"AttributeName":"g","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
        "LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
            {"AttributeName":"g","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],
        "GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"ALL"}}]})"));
    QCOMPARE(made.error(), QString());
    QTEST(api.call("UpdateTable", ("{" + members + "}").toUtf8()).outcome(), "outcome");
}

void TestApiTablesUpdate::updateTableAddsAndRemovesAnIndex() {
    ApiFixture api;
    api.createTable("Orders");
    api.call("PutItem", QByteArray(R"({"TableName":"Orders","Item":{"pk":{"S":"1"},"g":{"S":"x"}}})"));
    const Reply reply = api.call("UpdateTable", QByteArray(R"({"TableName":"Orders",
        "AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"},{"AttributeName":"stale","AttributeType":"N"}],
        "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"gsi","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"}}}]})"));
    QCOMPARE(reply.error(), QString());
    QCOMPARE(tableOf(reply).value("TableStatus").toString(), QString("UPDATING"));
    QCOMPARE(at(tableOf(reply), "GlobalSecondaryIndexes.0.IndexStatus").toString(), QString("CREATING"));
    QVERIFY(at(tableOf(reply), "GlobalSecondaryIndexes.0.Backfilling").isBool());

    const auto described = [&] {
        return tableOf(api.call("DescribeTable", QByteArray(R"({"TableName":"Orders"})")));
    };
    QTRY_COMPARE(at(described(), "GlobalSecondaryIndexes.0.IndexStatus").toString(), QString("ACTIVE"));
    QCOMPARE(described().value("TableStatus").toString(), QString("ACTIVE"));
    QVERIFY(at(described(), "GlobalSecondaryIndexes.0.Backfilling").isUndefined());
    QCOMPARE(at(described(), "GlobalSecondaryIndexes.0.ItemCount").toInt(), 1);
    QCOMPARE(
        textOf(described().value("AttributeDefinitions")),
        QString(R"([{"AttributeName":"g","AttributeType":"S"},{"AttributeName":"pk","AttributeType":"S"}])"));

    api.call("UpdateTable", QByteArray(R"({"TableName":"Orders",
        "GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"gsi"}}]})"));
    QTRY_VERIFY(!described().contains("GlobalSecondaryIndexes"));
    QCOMPARE(textOf(described().value("AttributeDefinitions")),
             QString(R"([{"AttributeName":"pk","AttributeType":"S"}])"));
}

void TestApiTablesUpdate::updateTableSwitchesBilling() {
    ApiFixture api;
    api.createTable("Orders");
    const auto update = [&](const char* members) {
        return api.call("UpdateTable", "{\"TableName\":\"Orders\"," + QByteArray(members) + "}");
    };
    const char* five = R"("BillingMode":"PROVISIONED",
        "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5})";
    QCOMPARE(update(five).error(), QString());
    QJsonObject table = tableOf(api.call("DescribeTable", QByteArray(R"({"TableName":"Orders"})")));
    QCOMPARE(at(table, "ProvisionedThroughput.ReadCapacityUnits").toInt(), 5);
    QCOMPARE(at(table, "BillingModeSummary.BillingMode").toString(), QString("PROVISIONED"));
    const QJsonObject answer =
        tableOf(update(R"("ProvisionedThroughput":{"ReadCapacityUnits":7,"WriteCapacityUnits":7})"));
    QCOMPARE(at(answer, "ProvisionedThroughput.ReadCapacityUnits").toInt(), 5);  // as before, while UPDATING
    table = tableOf(api.call("DescribeTable", QByteArray(R"({"TableName":"Orders"})")));
    QCOMPARE(at(table, "ProvisionedThroughput.ReadCapacityUnits").toInt(), 7);
    QCOMPARE(update(five).error(), QString());
    QVERIFY(update(five).outcome().startsWith(
        "ValidationException: The provisioned throughput for the table will not change. The requested value "
        "equals the current value. Current ReadCapacityUnits provisioned for the table: 5."));
    QCOMPARE(update(R"("BillingMode":"PAY_PER_REQUEST")").error(), QString());
    QCOMPARE(update(R"("BillingMode":"PAY_PER_REQUEST")").error(), QString());
    table = tableOf(api.call("DescribeTable", QByteArray(R"({"TableName":"Orders"})")));
    QCOMPARE(table.value("TableStatus").toString(), QString("ACTIVE"));
    QCOMPARE(at(table, "BillingModeSummary.BillingMode").toString(), QString("PAY_PER_REQUEST"));
    QVERIFY(at(table, "BillingModeSummary.LastUpdateToPayPerRequestDateTime").toDouble() > 1e9);
    QCOMPARE(at(table, "ProvisionedThroughput.ReadCapacityUnits").toInt(), 0);
    // What has no effect here is taken, of a table that is there.
    QCOMPARE(update(R"("SSESpecification":{"Enabled":true})").error(), QString());
}

void TestApiTablesUpdate::updateTableStream() {
    ApiFixture api;
    api.createTable("Orders");
    const QByteArray on =
        R"({"TableName":"Orders","StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}})";
    const QByteArray off = R"({"TableName":"Orders","StreamSpecification":{"StreamEnabled":false}})";
    const QString arn = tableOf(api.call("UpdateTable", on)).value("LatestStreamArn").toString();
    QVERIFY(arn.contains("table/Orders/stream/20"));
    QCOMPARE(api.call("UpdateTable", on).outcome(),
             QString("ValidationException: Table already has an enabled stream: TableName: Orders"));
    const QJsonObject table = tableOf(api.call("UpdateTable", off));
    QVERIFY(!table.contains("StreamSpecification"));
    QCOMPARE(table.value("LatestStreamArn").toString(), arn);
}

QTEST_GUILESS_MAIN(TestApiTablesUpdate)
#include "tst_api_tables_update.moc"
