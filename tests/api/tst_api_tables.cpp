// Describing, listing and deleting tables over the API, their settings, and what is answered as off.
#include "tests/api/table_replies.h"

using namespace partita;
using namespace partita::test;

class TestApiTables : public QObject {
    Q_OBJECT

  private slots:
    void describeTable_data();
    void describeTable();
    void listTables();
    void deleteTable();
    void timeToLive();
    void tags();
    void tagMistakes_data();
    void tagMistakes();
    void whatIsOff_data();
    void whatIsOff();
    void backupsOfNoTable();
};

void TestApiTables::describeTable_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("outcome");  // empty: it is described
    QTest::newRow("by name") << "Orders"
                             << "";
    QTest::newRow("by ARN") << "arn:aws:dynamodb:eu-west-1:123456789012:table/Orders"
                            << "";
    QTest::newRow("missing")
        << "Other"
        << "ResourceNotFoundException: Requested resource not found: Table: Other not found";
    QTest::newRow("short") << "ab"
                           << violations({"'ab' at tableName: have length greater than or equal to 3"});
}

void TestApiTables::describeTable() {
    QFETCH(QString, name);
    QFETCH(QString, outcome);
    ApiFixture api;
    api.createTable("Orders");
    const Reply reply = api.call("DescribeTable", QJsonObject{{"TableName", name}});
    if (!outcome.isEmpty()) {
        QCOMPARE(reply.outcome(), outcome);
        return;
    }
    QCOMPARE(tableOf(reply).value("TableName").toString(), QString("Orders"));
    QCOMPARE(at(tableOf(reply), "BillingModeSummary.BillingMode").toString(), QString("PAY_PER_REQUEST"));
    QCOMPARE(at(tableOf(reply), "WarmThroughput.ReadUnitsPerSecond").toInt(), 12000);
}

void TestApiTables::listTables() {
    ApiFixture api;
    for (const char* name : {"ab_", "aab", "Zed", "a_z"})
        api.createTable(name);
    QCOMPARE(api.call("ListTables", QByteArray("{}")).outcome(),
             QString(R"({"TableNames":["Zed","a_z","aab","ab_"]})"));
    QCOMPARE(api.call("ListTables", QByteArray(R"({"Limit":2})")).outcome(),
             QString(R"({"TableNames":["Zed","a_z"],"LastEvaluatedTableName":"a_z"})"));
    QCOMPARE(api.call("ListTables", QByteArray(R"({"Limit":2,"ExclusiveStartTableName":"a_z"})")).outcome(),
             QString(R"({"TableNames":["aab","ab_"]})"));
    QCOMPARE(api.call("ListTables", QByteArray(R"({"ExclusiveStartTableName":"zzz"})")).outcome(),
             QString(R"({"TableNames":[]})"));
    QCOMPARE(api.call("ListTables", QByteArray(R"({"Limit":0})")).outcome(),
             violations({"'0' at limit: have value greater than or equal to 1"}));
    QCOMPARE(api.call("ListTables", QByteArray(R"({"Limit":101})")).outcome(),
             violations({"'101' at limit: have value less than or equal to 100"}));
}

void TestApiTables::deleteTable() {
    ApiOptions options;
    options.mayDelete = [](const std::string& table) { return table != "Kept"; };
    ApiFixture api(options);
    api.createTable("Kept");
    api.createTable("Gone");
    const Reply refused = api.call("DeleteTable", QByteArray(R"({"TableName":"Kept"})"));
    QCOMPARE(refused.error(), QString("AccessDeniedException"));
    QVERIFY(
        refused.message().contains("dynamodb:DeleteTable on resource: "
                                   "arn:aws:dynamodb:us-east-1:000000000000:table/Kept"));
    QCOMPARE(api.call("DeleteTable", QByteArray(R"({"TableName":"None"})")).error(),
             QString("ResourceNotFoundException"));

    const Reply protect =
        api.call("UpdateTable", QByteArray(R"({"TableName":"Gone","DeletionProtectionEnabled":true})"));
    QCOMPARE(tableOf(protect).value("DeletionProtectionEnabled").toBool(), true);
    QCOMPARE(api.call("DeleteTable", QByteArray(R"({"TableName":"Gone"})")).outcome(),
             QString("ValidationException: Resource cannot be deleted as it is currently protected against "
                     "deletion. Disable deletion protection first."));
    api.call("UpdateTable", QByteArray(R"({"TableName":"Gone","DeletionProtectionEnabled":false})"));
    const Reply deleted = api.call("DeleteTable", QByteArray(R"({"TableName":"Gone"})"));
    QCOMPARE(tableOf(deleted).value("TableStatus").toString(), QString("DELETING"));
    QVERIFY(tableOf(deleted).contains("TableId"));
    QVERIFY(at(tableOf(deleted), "BillingModeSummary.LastUpdateToPayPerRequestDateTime").isDouble());
    for (const char* gone : {"AttributeDefinitions", "KeySchema", "CreationDateTime", "WarmThroughput"})
        QVERIFY2(!tableOf(deleted).contains(gone), gone);
    QCOMPARE(api.engine().tableNames(), std::vector<std::string>{"Kept"});
}

void TestApiTables::timeToLive() {
    ApiFixture api;
    api.createTable("Orders");
    const auto update = [&](const char* attribute, bool enabled) {
        return api
            .call("UpdateTimeToLive",
                  QJsonObject{{"TableName", "Orders"},
                              {"TimeToLiveSpecification",
                               QJsonObject{{"AttributeName", attribute}, {"Enabled", enabled}}}})
            .outcome();
    };
    const auto described = [&] {
        return api.call("DescribeTimeToLive", QByteArray(R"({"TableName":"Orders"})")).outcome();
    };
    QCOMPARE(described(), QString(R"({"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}})"));
    QCOMPARE(update("ttl", false), QString("ValidationException: TimeToLive is already disabled"));
    QCOMPARE(update("ttl", true),
             QString(R"({"TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":true}})"));
    QCOMPARE(described(),
             QString(R"({"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"ttl"}})"));
    QCOMPARE(update("ttl", true), QString("ValidationException: TimeToLive is already enabled"));
    for (const bool enabled : {true, false}) {
        QCOMPARE(update("other", enabled),
                 QString("ValidationException: TimeToLive is active on a different AttributeName: current "
                         "AttributeName is ttl"));
    }
    QCOMPARE(
        update("", true),
        violations({"'' at timeToLiveSpecification.attributeName: have length greater than or equal to 1"}));
    QCOMPARE(update("ttl", false),
             QString(R"({"TimeToLiveSpecification":{"AttributeName":"ttl","Enabled":false}})"));
    QCOMPARE(described(), QString(R"({"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}})"));
    QCOMPARE(api.call("UpdateTimeToLive", QByteArray(R"({"TableName":"Orders"})")).outcome(),
             violations({"null at timeToLiveSpecification: not be null"}));
}

void TestApiTables::tags() {
    ApiFixture api;
    api.createTable("Orders");
    const QString arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Orders";
    const auto tag = [&](const QJsonArray& tags) {
        return api.call("TagResource", QJsonObject{{"ResourceArn", arn}, {"Tags", tags}}).outcome();
    };
    const auto listed = [&] {
        return api.call("ListTagsOfResource", QJsonObject{{"ResourceArn", arn}}).outcome();
    };
    QCOMPARE(listed(), QString(R"({"Tags":[]})"));
    QCOMPARE(tag({QJsonObject{{"Key", "b"}, {"Value", "1"}}, QJsonObject{{"Key", "a"}, {"Value", ""}}}),
             QString());
    QCOMPARE(tag({QJsonObject{{"Key", "b"}, {"Value", "2"}}}), QString());
    QCOMPARE(listed(), QString(R"({"Tags":[{"Key":"a","Value":""},{"Key":"b","Value":"2"}]})"));
    QCOMPARE(
        api.call("UntagResource", QJsonObject{{"ResourceArn", arn}, {"TagKeys", QJsonArray{"b", "none"}}})
            .outcome(),
        QString());
    QCOMPARE(listed(), QString(R"({"Tags":[{"Key":"a","Value":""}]})"));
    QJsonArray many;
    for (int i = 0; i < 50; ++i)
        many.append(QJsonObject{{"Key", QString::number(i)}, {"Value", "x"}});
    QCOMPARE(tag(many),
             QString("ValidationException: Number of Tags exceed the current limit for the provided "
                     "ResourceArn"));
    QCOMPARE(listed(), QString(R"({"Tags":[{"Key":"a","Value":""}]})"));
}

void TestApiTables::tagMistakes_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("outcome");
    const QString invalid = kInvalid;
    const QString good = R"("ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Orders")";
    const QString none = "arn:aws:dynamodb:us-east-1:000000000000:table/None";
    const auto row = [](const char* name, const char* operation, const QString& members,
                        const QString& outcome) { QTest::newRow(name) << operation << members << outcome; };
    row("no ARN", "ListTagsOfResource", "", "ValidationException: Invalid TableArn");
    row("text that is no ARN", "ListTagsOfResource", R"("ResourceArn":"abcd")",
        invalid + "ARNs must start with 'arn:': abcd");
    row("another service", "ListTagsOfResource", R"("ResourceArn":"arn:aws:s3:::bucket/key")",
        invalid + "Provided Arn is not a DynamoDB resource arn: arn:aws:s3:::bucket/key");
    row("an index", "ListTagsOfResource",
        R"("ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Orders/index/gsi")",
        invalid +
            "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: "
            "arn:aws:dynamodb:us-east-1:000000000000:table/Orders/index/gsi");
    row("no table, listed", "ListTagsOfResource", R"("ResourceArn":")" + none + "\"",
        "AccessDeniedException: User: arn:aws:iam::000000000000:user/partita is not authorized to perform: "
        "dynamodb:ListTagsOfResource on resource: " +
            none + " because no identity-based policy allows the dynamodb:ListTagsOfResource action");
    row("no table, tagged", "TagResource",
        R"("ResourceArn":")" + none + R"(","Tags":[{"Key":"a","Value":"b"}])",
        "ResourceNotFoundException: Requested resource not found: ResourceArn: " + none + " not found");
    row("no table, untagged", "UntagResource", R"("ResourceArn":")" + none + R"(","TagKeys":["a"])",
        "ResourceNotFoundException: Requested resource not found: ResourceArn: " + none + " not found");
    row("neither ARN nor tags", "TagResource", "", "ValidationException: Invalid TableArn");
    row("no tags", "TagResource", good, violations({"null at tags: not be null"}));
    row("an empty list of tags", "TagResource", good + R"(,"Tags":[])",
        "ValidationException: Atleast one Tag needs to be provided as Input.");
    row("an empty list of names", "UntagResource", good + R"(,"TagKeys":[])",
        "ValidationException: Atleast one Tag Key needs to be provided as Input.");
    row("a tag without a name", "TagResource", good + R"(,"Tags":[{"Value":"b"}])",
        "ValidationException: The Tag Key provided is invalid, Key: null");
    row("a tag without a value", "TagResource", good + R"(,"Tags":[{"Key":"a"}])",
        "ValidationException: The Tag Value provided is invalid, Value: null");
    row("a name with a sign", "TagResource", good + R"(,"Tags":[{"Key":"hi!","Value":"b"}])",
        "ValidationException: The Tag Key provided is invalid, Key: hi!");
    row("a value with a sign", "TagResource", good + R"(,"Tags":[{"Key":"a","Value":"d%g"}])",
        "ValidationException: The Tag Value provided is invalid, Value: d%g");
    row("a reserved name", "TagResource", good + R"(,"Tags":[{"Key":"aws:a","Value":"b"}])",
        "ValidationException: Tag Key cannot be prefixed with aws:, Key: aws:a");
}

void TestApiTables::tagMistakes() {
    QFETCH(QString, operation);
    QFETCH(QString, members);
    ApiFixture api;
    api.createTable("Orders");
    QTEST(api.call(operation, ("{" + members + "}").toUtf8()).outcome(), "outcome");
}

void TestApiTables::whatIsOff_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("more");
    QTest::addColumn<QString>("outcome");
    const QString backups = R"({"ContinuousBackupsDescription":{"ContinuousBackupsStatus":"ENABLED",)"
                            R"("PointInTimeRecoveryDescription":{"PointInTimeRecoveryStatus":"DISABLED"}}})";
    QTest::newRow("backups") << "DescribeContinuousBackups"
                             << "" << backups;
    QTest::newRow("backups switched off")
        << "UpdateContinuousBackups"
        << R"(,"PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":false})" << backups;
    QTest::newRow("backups switched on")
        << "UpdateContinuousBackups"
        << R"(,"PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true})"
        << "ValidationException: Point-in-time recovery is not available here; copy the table file to keep a "
           "state of it.";
    QTest::newRow("insights") << "DescribeContributorInsights"
                              << ""
                              << R"({"TableName":"Orders","ContributorInsightsStatus":"DISABLED"})";
    QTest::newRow("Kinesis") << "DescribeKinesisStreamingDestination"
                             << ""
                             << R"({"TableName":"Orders","KinesisDataStreamDestinations":[]})";
    QTest::newRow("limits") << "DescribeLimits"
                            << ""
                            << R"({"AccountMaxReadCapacityUnits":80000,"AccountMaxWriteCapacityUnits":80000,)"
                               R"("TableMaxReadCapacityUnits":40000,"TableMaxWriteCapacityUnits":40000})";
    QTest::newRow("endpoints")
        << "DescribeEndpoints"
        << ""
        << R"({"Endpoints":[{"Address":"localhost:8123","CachePeriodInMinutes":1440}]})";
}

void TestApiTables::backupsOfNoTable() {
    ApiFixture api;
    QCOMPARE(api.call("DescribeContinuousBackups", QByteArray("{\"TableName\":\"Nowhere\"}")).outcome(),
             QString("TableNotFoundException: Table not found: Nowhere"));
}

void TestApiTables::whatIsOff() {
    QFETCH(QString, operation);
    QFETCH(QString, more);
    ApiOptions options;
    options.address = "localhost:8123";
    ApiFixture api(options);
    api.createTable("Orders");
    QTEST(api.call(operation, (R"({"TableName":"Orders")" + more + "}").toUtf8()).outcome(), "outcome");
}

QTEST_GUILESS_MAIN(TestApiTables)
#include "tst_api_tables.moc"
