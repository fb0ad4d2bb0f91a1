// CreateTable over the API: its answer, and its mistakes in the service's words and order.
#include "tests/api/table_replies.h"

using namespace partita;
using namespace partita::test;

class TestApiTablesCreate : public QObject {
    Q_OBJECT

  private slots:
    void createTableMistakes_data();
    void createTableMistakes();
    void createTableAnswer();
    void multiAttributeKeys();
};

void TestApiTablesCreate::createTableMistakes_data() {
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("outcome");
    const QString invalid = kInvalid;
    const auto row = [](const char* name, const QString& members, const QString& outcome) {
        QTest::newRow(name) << members << outcome;
    };
    const QString units = R"("ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1})";
    const QString name = R"("TableName":"abc",)";
    const QString ab = R"("AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},)"
                       R"({"AttributeName":"b","AttributeType":"S"}],)";
    const QString a = R"("AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],)";
    const QString hashA = R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)";
    const QString hashARangeB =
        R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"}],)";
    const auto keys = [](const QString& pairs) {  // "a HASH, b RANGE"
        QStringList elements;
        for (const QString& pair : pairs.split(", ")) {
            elements << R"({"AttributeName":")" + pair.section(' ', 0, 0) + R"(","KeyType":")" +
                            pair.section(' ', 1) + "\"}";
        }
        return R"("KeySchema":[)" + elements.join(",") + "]";
    };
    const auto index = [&](const QString& indexKeys, const QString& more = R"("ProjectionType":"ALL")",
                           const QString& indexName = "abc") {
        return R"({"IndexName":")" + indexName + "\"," + keys(indexKeys) + R"(,"Projection":{)" + more + "}}";
    };
    const auto local = [](const QString& indexes) { return R"(,"LocalSecondaryIndexes":[)" + indexes + "]"; };
    const auto global = [](const QString& indexes) {
        return R"(,"GlobalSecondaryIndexes":[)" + indexes + "]";
    };

    row("no name", a + hashA + units,
        "ValidationException: The parameter 'TableName' is required but was not present in the request");
    row("a wrong type comes first", R"("TableName":"ab","KeySchema":"x")",
        "SerializationException: Unexpected field type");
    row("a short name", R"("TableName":"ab",)" + a + hashA + units,
        violations({"'ab' at tableName: have length greater than or equal to 3"}));
    row("a long name", "\"TableName\":\"" + QString(256, 'a') + "\"," + a + hashA + units,
        violations({"'" + QString(256, 'a') + "' at tableName: have length less than or equal to 255"}));
    row("a name and nothing", R"("TableName":"abc;")",
        violations({"null at attributeDefinitions: not be null",
                    "'abc;' at tableName: satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
                    "null at keySchema: not be null"}));
    row("low throughput, a wrong mode",
        name + R"("AttributeDefinitions":[],"KeySchema":[],"BillingMode":"A",)"
               R"("ProvisionedThroughput":{"ReadCapacityUnits":-1,"WriteCapacityUnits":-1})",
        violations({"'A' at billingMode: satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]",
                    "'-1' at provisionedThroughput.writeCapacityUnits: have value greater than or equal to 1",
                    "'-1' at provisionedThroughput.readCapacityUnits: have value greater than or equal to 1",
                    "'[]' at keySchema: have length greater than or equal to 1"}));
    row("three keys", name + a + keys("a HASH, b RANGE, c RANGE") + "," + units,
        violations({"'[KeySchemaElement(attributeName=a, keyType=HASH), KeySchemaElement(attributeName=b, "
                    "keyType=RANGE), KeySchemaElement(attributeName=c, keyType=RANGE)]' at keySchema: have "
                    "length less than or equal to 2"}));
    row("a wrong key type", name + a + keys("a Woop") + "," + units,
        violations({"'Woop' at keySchema.1.member.keyType: satisfy enum value set: [HASH, RANGE]"}));
    row("a wrong attribute type",
        name + R"("AttributeDefinitions":[{"AttributeName":"a","AttributeType":"SS"}],)" + hashA + units,
        violations(
            {"'SS' at attributeDefinitions.1.member.attributeType: satisfy enum value set: [B, N, S]"}));
    row("an empty index", name + ab + hashARangeB + units + local("{}"),
        violations({"null at localSecondaryIndexes.1.member.indexName: not be null",
                    "null at localSecondaryIndexes.1.member.keySchema: not be null",
                    "null at localSecondaryIndexes.1.member.projection: not be null"}));
    row("not more than ten", name + ab + hashARangeB + units + local("{},{},{},{},{}"),
        violations({"null at localSecondaryIndexes.1.member.indexName: not be null",
                    "null at localSecondaryIndexes.1.member.keySchema: not be null",
                    "null at localSecondaryIndexes.1.member.projection: not be null",
                    "null at localSecondaryIndexes.2.member.indexName: not be null",
                    "null at localSecondaryIndexes.2.member.keySchema: not be null",
                    "null at localSecondaryIndexes.2.member.projection: not be null",
                    "null at localSecondaryIndexes.3.member.indexName: not be null",
                    "null at localSecondaryIndexes.3.member.keySchema: not be null",
                    "null at localSecondaryIndexes.3.member.projection: not be null",
                    "null at localSecondaryIndexes.4.member.indexName: not be null"}));

    row("no throughput", name + a + hashA + R"("DeletionProtectionEnabled":false)",
        invalid +
            "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
            "PROVISIONED");
    row("throughput on demand, before the keys",
        name + R"("AttributeDefinitions":[],)" + hashA + units + "," + kOnDemand,
        invalid +
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
            "PAY_PER_REQUEST");
    row("very much throughput",
        name + R"("AttributeDefinitions":[],)" + hashA +
            R"("ProvisionedThroughput":{"ReadCapacityUnits":1000000000001,"WriteCapacityUnits":1000000000001})",
        "ValidationException: Given value 1000000000001 for ReadCapacityUnits is out of bounds");
    row("more keys than definitions", name + a + keys("a HASH, a RANGE") + "," + units,
        "ValidationException: Invalid KeySchema: Some index key attribute have no definition");
    row("a key that is not defined", name + a + keys("b HASH") + "," + units,
        invalid +
            "Some index key attributes are not defined in AttributeDefinitions. Keys: [b], "
            "AttributeDefinitions: [a]");
    row("one attribute as both keys", name + ab + keys("a HASH, a RANGE") + "," + units,
        "ValidationException: Both the Hash Key and the Range Key element in the KeySchema have the same "
        "name");
    row("range first", name + ab + keys("a RANGE, b HASH") + "," + units,
        "ValidationException: Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    row("hash twice", name + ab + keys("a HASH, b HASH") + "," + units,
        "ValidationException: Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
    row("a definition too many", name + ab + hashA + units,
        invalid +
            "Number of attributes in KeySchema does not exactly match number of attributes defined in "
            "AttributeDefinitions");
    row("a definition twice",
        name +
            R"("AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},)"
            R"({"AttributeName":"a","AttributeType":"N"}],)" +
            hashA + units,
        "ValidationException: Attribute Name is duplicated: a");

    row("no local indexes in the list", name + ab + hashARangeB + units + local(""),
        invalid + "List of LocalSecondaryIndexes is empty");
    row("a local index needs a sort key", name + ab + hashA + units + local(index("a HASH, b RANGE")),
        invalid +
            "Table KeySchema does not have a range key, which is required when specifying a "
            "LocalSecondaryIndex");
    row("a local index of another hash key",
        name + ab + hashARangeB + units + local(index("b HASH, a RANGE")),
        invalid +
            "Index KeySchema does not have the same leading hash key as table KeySchema for index: abc. "
            "index hash key: b, table hash key: a");
    row("a local index without a sort key", name + ab + hashARangeB + units + local(index("a HASH")),
        invalid + "Index KeySchema does not have a range key for index: abc");
    row("index names twice",
        name + ab + hashARangeB + units + local(index("a HASH, b RANGE") + "," + index("a HASH, b RANGE")),
        invalid + "Duplicate index name: abc");
    QStringList six;
    for (const char* each : {"ab1", "ab2", "ab3", "ab4", "ab5", "ab6"})
        six << index("a HASH, b RANGE", R"("ProjectionType":"ALL")", each);
    row("six local indexes", name + ab + hashARangeB + units + local(six.join(",")),
        invalid + "Number of LocalSecondaryIndexes exceeds per-table limit of 5");

    row("no global indexes in the list", name + a + hashA + kOnDemand + global(""),
        invalid + "List of GlobalSecondaryIndexes is empty");
    row("a global index's key is not defined", name + a + hashA + kOnDemand + global(index("q HASH")),
        invalid +
            "Some index key attributes are not defined in AttributeDefinitions. Keys: [q], "
            "AttributeDefinitions: [a]");
    row("unused comes before the projection", name + ab + hashA + kOnDemand + global(index("a HASH", "")),
        invalid + "Some AttributeDefinitions are not used. AttributeDefinitions: [a, b], keys used: [a]");
    row("no projection type, and no sort key of a local index",
        name + ab + hashARangeB + units + local(index("a HASH", "")),
        invalid + "Index KeySchema does not have a range key for index: abc");
    row("a pair of one attribute", name + a + hashA + kOnDemand + global(index("a HASH, a RANGE")),
        "ValidationException: Both the Hash Key and the Range Key element in the KeySchema have the same "
        "name");
    row("no projection type", name + a + hashA + kOnDemand + global(index("a HASH", "")),
        invalid + "Unknown ProjectionType: null");
    row("ALL with attributes",
        name + a + hashA + kOnDemand +
            global(index("a HASH", R"("ProjectionType":"ALL","NonKeyAttributes":["x"])")),
        invalid + "ProjectionType is ALL, but NonKeyAttributes is specified");
    row("INCLUDE of nothing",
        name + a + hashA + kOnDemand + global(index("a HASH", R"("ProjectionType":"INCLUDE")")),
        invalid + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    row("an index with throughput on demand",
        name + a + hashA + kOnDemand +
            global(R"({"IndexName":"abc",)" + keys("a HASH") + R"(,"Projection":{"ProjectionType":"ALL"},)" +
                   units + "}"),
        invalid +
            "ProvisionedThroughput should not be specified for index: abc when BillingMode is "
            "PAY_PER_REQUEST");
    row("an index without throughput", name + a + hashA + units + global(index("a HASH")),
        invalid + "ProvisionedThroughput is not specified for index: abc");

    QStringList attributes;
    for (const char c : std::string("abcdefghij"))
        attributes << QString(R"({"AttributeName":"%1","AttributeType":"S"})").arg(c);
    const QString many = R"("AttributeDefinitions":[)" + attributes.mid(0, 6).join(",") + "],";
    row("five hash keys",
        name + many + hashA + kOnDemand + global(index("b HASH, c HASH, d HASH, e HASH, f HASH")),
        invalid + "The KeySchema exceeds the maximum allowed number of HASH key attributes");
    row("five range keys",
        name + many + hashA + kOnDemand +
            global(index("a HASH, b RANGE, c RANGE, d RANGE, e RANGE, f RANGE")),
        invalid + "The KeySchema exceeds the maximum allowed number of RANGE key attributes");
    row("hash keys after range keys",
        name + many + hashA + kOnDemand + global(index("a HASH, b RANGE, c HASH")),
        invalid + "All HASH key attributes must precede RANGE key attributes in the KeySchema");
    row("a key twice", name + many + hashA + kOnDemand + global(index("a HASH, b HASH, a RANGE")),
        "ValidationException: The KeySchema contains multiple key attributes with the same name");

    row("a stream of no type",
        name + a + hashA + kOnDemand + R"(,"StreamSpecification":{"StreamEnabled":true})",
        invalid + "Table is being created with a stream enabled, UpdateViewType is required");
    row("a type of no stream",
        name + a + hashA + kOnDemand +
            R"(,"StreamSpecification":{"StreamEnabled":false,"StreamViewType":"KEYS_ONLY"})",
        invalid + "Table is being created with a stream disabled, UpdateViewType should not be specified");
    row("a class that is none", name + a + hashA + kOnDemand + R"(,"TableClass":"GLACIER")",
        "ValidationException: Invalid table-class parameter provided. Please try again with a valid "
        "table-class "
        "value: [STANDARD, STANDARD_INFREQUENT_ACCESS].");
    row("a tag twice",
        name + a + hashA + kOnDemand + R"(,"Tags":[{"Key":"k","Value":"1"},{"Key":"k","Value":"2"}])",
        "ValidationException: Duplicate Tag Keys provided as input: Duplicate Tag Key found k");
    row("a table that is there", R"("TableName":"there",)" + a + hashA + kOnDemand,
        "ResourceInUseException: Table already exists: there");
}

void TestApiTablesCreate::createTableMistakes() {
    QFETCH(QString, members);
    ApiFixture api;
    api.createTable("there");
    QTEST(api.call("CreateTable", ("{" + members + "}").toUtf8()).outcome(), "outcome");
    QCOMPARE(api.engine().tableNames(), std::vector<std::string>{"there"});
}

void TestApiTablesCreate::createTableAnswer() {
    ApiFixture api;
    const Reply reply = api.call("CreateTable", QByteArray(R"({"TableName":"Orders",
        "AttributeDefinitions":[{"AttributeName":"z","AttributeType":"N"},{"AttributeName":"pk","AttributeType":"S"},
            {"AttributeName":"sk","AttributeType":"B"}],
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
        "LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
            {"AttributeName":"z","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],
        "GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"z","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["n","m"]},
            "ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4}}],
        "ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":2},
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},
        "TableClass":"STANDARD_INFREQUENT_ACCESS","Tags":[{"Key":"env","Value":"test"}]})"));
    QCOMPARE(reply.error(), QString());
    QCOMPARE(reply.summary.table, std::string("Orders"));
    const QJsonObject made = tableOf(reply);
    QCOMPARE(made.value("TableStatus").toString(), QString("CREATING"));
    QCOMPARE(at(made, "GlobalSecondaryIndexes.0.IndexStatus").toString(), QString("CREATING"));
    for (const char* absent : {"WarmThroughput", "BillingModeSummary", "GlobalSecondaryIndexes.0.Backfilling",
                               "GlobalSecondaryIndexes.0.WarmThroughput"}) {
        QVERIFY2(at(made, absent).isUndefined(), absent);
    }

    QJsonObject table = tableOf(api.call("DescribeTable", QByteArray(R"({"TableName":"Orders"})")));
    const QString arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Orders";
    const QString label = table.value("LatestStreamLabel").toString();
    QVERIFY(!label.isEmpty());
    QVERIFY(table.value("CreationDateTime").toDouble() > 1e9);
    QVERIFY(table.value("TableId").toString().size() == 36);
    QVERIFY(at(table, "TableClassSummary.TableClass").toString() == "STANDARD_INFREQUENT_ACCESS");
    for (const char* differs : {"CreationDateTime", "TableId", "TableClassSummary", "LatestStreamLabel"})
        table.remove(differs);
    const QByteArray expected =
        QString(R"({"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
        {"AttributeName":"sk","AttributeType":"B"},{"AttributeName":"z","AttributeType":"N"}],
        "TableName":"Orders","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
        {"AttributeName":"sk","KeyType":"RANGE"}],"TableStatus":"ACTIVE","TableSizeBytes":0,"ItemCount":0,
        "ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":1,"WriteCapacityUnits":2},
        "TableArn":"%1","LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[
        {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"z","KeyType":"RANGE"}],
        "Projection":{"ProjectionType":"KEYS_ONLY"},"IndexSizeBytes":0,"ItemCount":0,"IndexArn":"%1/index/lsi"}],
        "GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[{"AttributeName":"z","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["m","n"]},"IndexStatus":"ACTIVE",
        "ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":3,"WriteCapacityUnits":4},
        "WarmThroughput":{"ReadUnitsPerSecond":3,"WriteUnitsPerSecond":4,"Status":"ACTIVE"},
        "IndexSizeBytes":0,"ItemCount":0,"IndexArn":"%1/index/gsi"}],
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},
        "LatestStreamArn":"%1/stream/%2","DeletionProtectionEnabled":false,
        "WarmThroughput":{"ReadUnitsPerSecond":1,"WriteUnitsPerSecond":2,"Status":"ACTIVE"}})")
            .arg(arn, label)
            .toUtf8();
    QCOMPARE(textOf(table), textOf(QJsonDocument::fromJson(expected).object()));
    QCOMPARE(api.call("ListTagsOfResource", QJsonObject{{"ResourceArn", arn}}).outcome(),
             QString(R"({"Tags":[{"Key":"env","Value":"test"}]})"));
}

void TestApiTablesCreate::multiAttributeKeys() {
    ApiFixture api;
    const QByteArray keys =
        R"([{"AttributeName":"b","KeyType":"HASH"},{"AttributeName":"a","KeyType":"HASH"},)"
        R"({"AttributeName":"d","KeyType":"RANGE"},{"AttributeName":"c","KeyType":"RANGE"}])";
    const Reply reply = api.call("CreateTable", R"({"TableName":"Many","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"a","AttributeType":"S"},
            {"AttributeName":"b","AttributeType":"S"},{"AttributeName":"c","AttributeType":"N"},
            {"AttributeName":"d","AttributeType":"B"}],
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "GlobalSecondaryIndexes":[{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},"KeySchema":)" +
                                                    keys + "}]}");
    QCOMPARE(reply.error(), QString());
    QCOMPARE(textOf(at(tableOf(reply), "GlobalSecondaryIndexes.0.KeySchema")),
             textOf(QJsonDocument::fromJson(keys).array()));
}

QTEST_GUILESS_MAIN(TestApiTablesCreate)
#include "tst_api_tables_create.moc"
