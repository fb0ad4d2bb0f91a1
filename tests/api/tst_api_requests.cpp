// How requests are refused: wrong JSON, wrong types, broken constraints, parameters that do not go together.
// Each row: an operation, a body, and the error in the service's words.
#include "tests/api/api_fixture.h"

using namespace partita::test;

namespace {

struct Row {
    const char* operation;
    const char* body;
    const char* outcome;
};

void addRows(std::initializer_list<Row> rows) {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("outcome");
    for (const Row& row : rows) {
        QTest::newRow(qPrintable(QString(row.operation) + " " + row.body))
            << QString(row.operation) << QByteArray(row.body) << QString::fromUtf8(row.outcome);
    }
}

}  // namespace

class TestApiRequests final : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        m_api = std::make_unique<ApiFixture>();
        m_api->createTable("Plain");
        m_api->createTable("Sorted", true);
    }

    void noJson_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("blank") << QByteArray("  ");
        QTest::newRow("cut off") << QByteArray(R"({"TableName":"Plain")");
        QTest::newRow("an array") << QByteArray("[]");
        QTest::newRow("a string") << QByteArray("\"Plain\"");
        QTest::newRow("two values") << QByteArray("{}{}");
        QTest::newRow("not UTF-8") << QByteArray("{\"TableName\":\"\xff\"}");
        QTest::newRow("lone high surrogate") << QByteArray(R"({"TableName":"\ud83d"})");
        QTest::newRow("lone low surrogate") << QByteArray(R"({"TableName":"\udE00"})");
        QTest::newRow("low surrogate after text") << QByteArray(R"({"TableName":"\ud83dx\ude00"})");
        QTest::newRow("200,000 brackets") << QByteArray(200'000, '[');
        QTest::newRow("200,000 braces") << QByteArray("{\"a\":").repeated(200'000);
        QTest::newRow("1,001 brackets that close")
            << "{\"a\":" + QByteArray(1000, '[') + QByteArray(1000, ']') + "}";
    }
    void noJson() {
        QFETCH(const QByteArray, body);
        const Reply reply = m_api->call("PutItem", body);
        QCOMPARE(reply.status, 400);
        QCOMPARE(reply.text, QByteArray(R"({"__type":"com.amazon.coral.service#SerializationException"})"));
    }

    void wrongTypes_data() {
        addRows({
            {"GetItem", R"({"TableName":23})",
             "SerializationException: NUMBER_VALUE cannot be converted to String"},
            {"GetItem", R"({"TableName":34.56})",
             "SerializationException: DECIMAL_VALUE cannot be converted to String"},
            {"GetItem", R"({"TableName":true})",
             "SerializationException: TRUE_VALUE cannot be converted to String"},
            {"GetItem", R"({"TableName":[]})",
             "SerializationException: Unrecognized collection type class java.lang.String"},
            {"GetItem", R"({"TableName":{}})",
             "SerializationException: Start of structure or map found where not expected"},
            {"GetItem", R"({"ConsistentRead":"23"})",
             "SerializationException: Unexpected token received from parser"},
            {"GetItem", R"({"ConsistentRead":23})",
             "SerializationException: NUMBER_VALUE cannot be converted to Boolean"},
            {"GetItem", R"({"ConsistentRead":[]})",
             "SerializationException: Unrecognized collection type class java.lang.Boolean"},
            {"Scan", R"({"Limit":"5"})",
             "SerializationException: STRING_VALUE cannot be converted to Integer"},
            {"Scan", R"({"Limit":false})",
             "SerializationException: FALSE_VALUE cannot be converted to Integer"},
            {"GetItem", R"({"Key":"a"})", "SerializationException: Unexpected field type"},
            {"GetItem", R"({"Key":[]})",
             "SerializationException: Unrecognized collection type java.util.Map<java.lang.String, "
             "com.amazonaws.dynamodb.v20120810.AttributeValue>"},
            {"GetItem", R"({"Key":{"a":"b"}})", "SerializationException: Unexpected value type in payload"},
            {"GetItem", R"({"Key":{"a":[]}})",
             "SerializationException: Unrecognized collection type class "
             "com.amazonaws.dynamodb.v20120810.AttributeValue"},
            {"GetItem", R"({"Key":{"a":{"S":1}}})",
             "SerializationException: NUMBER_VALUE cannot be converted to String"},
            {"GetItem", R"({"Key":{"a":{"N":1}}})",
             "SerializationException: NUMBER_VALUE cannot be converted to String"},
            {"GetItem", R"({"Key":{"a":{"B":1}}})",
             "SerializationException: only base-64-encoded strings are convertible to bytes"},
            {"GetItem", R"({"Key":{"a":{"B":"23456"}}})",
             "SerializationException: Base64 encoded length is expected a multiple of 4 bytes but found: 5"},
            {"GetItem", R"({"Key":{"a":{"B":"=+/="}}})",
             "SerializationException: Invalid last non-pad Base64 character dectected"},
            {"GetItem", R"({"Key":{"a":{"SS":"x"}}})", "SerializationException: Unexpected field type"},
            {"GetItem", R"({"Key":{"a":{"L":["x"]}}})",
             "SerializationException: Unexpected value type in payload"},
            {"GetItem", R"({"Key":{"a":{"M":{"b":{"BS":[{}]}}}}})",
             "SerializationException: Start of structure or map found where not expected"},
            {"GetItem", R"({"ExpressionAttributeNames":[]})",
             "SerializationException: Unrecognized collection type java.util.Map<java.lang.String, "
             "java.lang.String>"},
            {"BatchWriteItem", R"({"RequestItems":[]})",
             "SerializationException: Unrecognized collection type java.util.Map<java.lang.String, "
             "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>"},
            {"BatchWriteItem", R"({"RequestItems":{"Plain":["x"]}})",
             "SerializationException: Unexpected value type in payload"},
            {"TransactWriteItems", R"({"TransactItems":[{"Put":[]}]})",
             "SerializationException: Unrecognized collection type class "
             "com.amazonaws.dynamodb.v20120810.Put"},
            // A wrong form anywhere comes before a wrong value.
            {"PutItem", R"({"TableName":"","Item":{"a":{"N":"x"},"b":{"S":1}}})",
             "SerializationException: NUMBER_VALUE cannot be converted to String"},
        });
    }
    void wrongTypes() { compare(); }

    void constraints_data() {
        addRows({
            {"PutItem", R"({"Item":{"pk":{"S":"a"}}})",
             "ValidationException: 1 validation error detected: Value null at 'tableName' failed to satisfy "
             "constraint: Member must not be null"},
            {"PutItem", R"({"TableName":"","Item":{"pk":{"S":"a"}}})",
             "ValidationException: 1 validation error detected: Value '' at 'tableName' failed to satisfy "
             "constraint: Member must have length greater than or equal to 1"},
            {"PutItem", R"({"TableName":"xx","Item":{"pk":{"S":"a"}}})",
             "ValidationException: TableName must be at least 3 characters long and at most 255 characters "
             "long"},
            {"PutItem", R"({"TableName":"bad table!@#","Item":{"pk":{"S":"a"}}})",
             "ValidationException: 1 validation error detected: Value 'bad table!@#' at 'tableName' failed "
             "to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"},
            {"PutItem", R"({"TableName":"Plain"})",
             "ValidationException: 1 validation error detected: Value null at 'item' failed to satisfy "
             "constraint: Member must not be null"},
            {"DeleteItem", R"({"TableName":"Plain","ReturnValues":"X","ReturnConsumedCapacity":"Y"})",
             "ValidationException: 3 validation errors detected: Value 'Y' at 'returnConsumedCapacity' "
             "failed "
             "to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; Value null "
             "at 'key' failed to satisfy constraint: Member must not be null; Value 'X' at 'returnValues' "
             "failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, "
             "ALL_OLD, NONE, UPDATED_NEW]"},
            {"Query", R"({"TableName":"Plain","Select":"X"})",
             "ValidationException: 1 validation error detected: Value 'X' at 'select' failed to satisfy "
             "constraint: Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
             "ALL_PROJECTED_ATTRIBUTES]"},
            {"Query", R"({"TableName":"Plain","Limit":0})",
             "ValidationException: 1 validation error detected: Value at 'Limit' failed to satisfy "
             "constraint: Member must have value greater than or equal to 1"},
            {"Scan", R"({"TableName":"Plain","Limit":0})",
             "ValidationException: 1 validation error detected: Value '0' at 'limit' failed to satisfy "
             "constraint: Member must have value greater than or equal to 1"},
            {"Scan", R"({"TableName":"Plain","Segment":0,"TotalSegments":1000001})",
             "ValidationException: 1 validation error detected: Value '1000001' at 'totalSegments' failed to "
             "satisfy constraint: Member must have value less than or equal to 1000000"},
            {"Scan", R"({"TableName":"Plain","IndexName":"a"})",
             "ValidationException: 1 validation error detected: Value 'a' at 'indexName' failed to satisfy "
             "constraint: Member must have length greater than or equal to 3"},
            {"BatchGetItem", R"({})",
             "ValidationException: 1 validation error detected: Value null at 'requestItems' failed to "
             "satisfy constraint: Member must not be null"},
            {"BatchGetItem", R"({"RequestItems":{}})",
             "ValidationException: The requestItems parameter is required for BatchGetItem"},
            {"BatchGetItem", R"({"RequestItems":{"Plain":{"Keys":[]}}})",
             "ValidationException: 1 validation error detected: Value at 'RequestItems.Plain.member.Keys' "
             "failed to satisfy constraint: Member must have length greater than or equal to 1"},
            {"BatchWriteItem", R"({"RequestItems":{}})",
             "ValidationException: The requestItems parameter is required for BatchWriteItem"},
            {"BatchWriteItem", R"({"RequestItems":{"Plain":[]}})",
             "ValidationException: 1 validation error detected: Value '{Plain=[]}' at 'requestItems' failed "
             "to satisfy constraint: Map value must satisfy constraint: [Member must have length less than "
             "or equal to 25, Member must have length greater than or equal to 1]"},
            {"BatchWriteItem", R"({"RequestItems":{"Plain":[{}]}})",
             "ValidationException: Supplied AttributeValue has more than one datatypes set, must contain "
             "exactly one of the supported datatypes"},
            {"TransactWriteItems", R"({"TransactItems":[]})",
             "ValidationException: 1 validation error detected: Value '[]' at 'transactItems' failed to "
             "satisfy constraint: Member must have length greater than or equal to 1"},
            {"TransactWriteItems", R"({"TransactItems":[{}]})",
             "ValidationException: TransactItems can only contain one of Check, Put, Update or Delete"},
            {"TransactGetItems", R"({"TransactItems":[]})",
             "ValidationException: 1 validation error detected: Value '[]' at 'transactItems' failed to "
             "satisfy constraint: Member must have length greater than or equal to 1"},
        });
    }
    void constraints() { compare(); }

    void together_data() {
        addRows({
            {"PutItem",
             R"({"TableName":"Plain","Item":{"pk":{"S":"a"}},"Expected":{"pk":{"Exists":false}},)"
             R"("ConditionExpression":"pk <> pk"})",
             "ValidationException: Can not use both expression and non-expression parameters in the same "
             "request: Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}"},
            {"UpdateItem",
             R"({"TableName":"Plain","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET a = :v",)"
             R"("AttributeUpdates":{"a":{"Value":{"S":"x"}}}})",
             "ValidationException: Can not use both expression and non-expression parameters in the same "
             "request: Non-expression parameters: {AttributeUpdates} Expression parameters: "
             "{UpdateExpression}"},
            {"Query",
             R"({"TableName":"Plain","KeyConditionExpression":"pk = :p","AttributesToGet":["a"],)"
             R"("KeyConditions":{},"FilterExpression":"a = :a"})",
             "ValidationException: Can not use both expression and non-expression parameters in the same "
             "request: Non-expression parameters: {AttributesToGet, KeyConditions} Expression parameters: "
             "{FilterExpression, KeyConditionExpression}"},
            {"PutItem",
             R"({"TableName":"Plain","Item":{"pk":{"S":"a"}},"ExpressionAttributeValues":{":v":{"S":"x"}}})",
             "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
             "ConditionExpression is null"},
            {"Query", R"({"TableName":"Plain","ExpressionAttributeValues":{":v":{"S":"x"}}})",
             "ValidationException: ExpressionAttributeValues can only be specified when using expressions: "
             "FilterExpression and KeyConditionExpression are null"},
            {"GetItem",
             R"({"TableName":"Plain","Key":{"pk":{"S":"a"}},"ExpressionAttributeNames":{"#a":"b"}})",
             "ValidationException: ExpressionAttributeNames can only be specified when using expressions"},
            {"GetItem",
             R"({"TableName":"Plain","Key":{"pk":{"S":"a"}},"ProjectionExpression":"a",)"
             R"("ExpressionAttributeNames":{}})",
             "ValidationException: ExpressionAttributeNames must not be empty"},
            {"Scan",
             R"({"TableName":"Plain","FilterExpression":"a = :v","ExpressionAttributeValues":{":v":{}}})",
             "ValidationException: ExpressionAttributeValues contains invalid value: Supplied AttributeValue "
             "is empty, must contain exactly one of the supported datatypes for key :v"},
            {"PutItem", R"({"TableName":"Plain","Item":{"pk":{"S":"a"}},"ReturnValues":"ALL_NEW"})",
             "ValidationException: 1 validation error detected: ReturnValues can only be ALL_OLD or NONE"},
            {"Query", R"({"TableName":"Plain"})",
             "ValidationException: Either the KeyConditions or KeyConditionExpression parameter must be "
             "specified in the request."},
            {"Scan", R"({"TableName":"Plain","Segment":0})",
             "ValidationException: The TotalSegments parameter is required but was not present in the "
             "request "
             "when Segment parameter is present"},
            {"Scan", R"({"TableName":"Plain","TotalSegments":4})",
             "ValidationException: The Segment parameter is required but was not present in the request when "
             "parameter TotalSegments is present"},
            {"Scan", R"({"TableName":"Plain","Segment":5,"TotalSegments":5})",
             "ValidationException: The Segment parameter is zero-based and must be less than parameter "
             "TotalSegments: Segment: 5 is not less than TotalSegments: 5"},
            {"Scan", R"({"TableName":"Plain","Select":"SPECIFIC_ATTRIBUTES"})",
             "ValidationException: Must specify the AttributesToGet or ProjectionExpression when choosing to "
             "get SPECIFIC_ATTRIBUTES"},
            {"Scan", R"({"TableName":"Plain","Select":"COUNT","ProjectionExpression":"a"})",
             "ValidationException: Cannot specify the ProjectionExpression when choosing to get only the "
             "Count"},
            {"PutItem", R"({"TableName":"Plain","Item":{"pk":{"S":"a"}},"ConditionalOperator":"AND"})",
             "ValidationException: 1 validation error detected: ConditionalOperator cannot be used without "
             "Filter or Expected"},
        });
    }
    void together() { compare(); }

    void startKeys_data() {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("outcome");
        const QString keyed = "pk = :v";
        const QString other = "z = :v";
        const auto row = [](const char* name, const QString& start, const QString& condition,
                            const char* said) {
            const QString body = R"({"TableName":"Sorted","KeyConditionExpression":"%1",)"
                                 R"("ExpressionAttributeValues":{":v":{"S":"a"}},"ExclusiveStartKey":{%2}})";
            QTest::newRow(name) << "Query" << body.arg(condition, start).toUtf8()
                                << QString("ValidationException: ") + said;
        };
        const char* const invalid = "The provided starting key is invalid";
        const char* const noMatch = "The provided key element does not match the schema";
        const char* const missed = "Query condition missed key schema element: pk";
        row("too few", R"("pk":{"S":"a"})", other, invalid);
        row("no partition key", R"("sk":{"S":"a"},"z":{"S":"a"})", other, invalid);
        row("a partition key of another type", R"("pk":{"N":"1"},"z":{"S":"a"})", other, noMatch);
        row("a condition without the partition key", R"("pk":{"S":"a"},"sk":{"N":"1"})", other, missed);
        row("no sort key", R"("pk":{"S":"a"},"z":{"S":"a"})", keyed, invalid);
        row("a sort key of another type", R"("pk":{"S":"a"},"sk":{"N":"1"})", keyed, noMatch);
        row("another partition", R"("pk":{"S":"b"},"sk":{"S":"1"})", keyed,
            "The provided starting key is outside query boundaries based on provided conditions");
    }
    void startKeys() { compare(); }

    void values_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("message");
        const QString invalid = "One or more parameter values were invalid: ";
        const QString empty =
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
        const QString several =
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
            "supported datatypes";
        const auto row = [](const char* value, const QString& message) {
            QTest::newRow(value) << QByteArray(value) << message;
        };
        row("{}", empty);
        row("null", empty);
        row(R"({"a":""})", empty);
        row(R"({"S":null})", empty);
        row(R"({"M":{"a":{}}})", empty);
        row(R"({"L":[{}]})", empty);
        row(R"({"S":"a","N":"1"})", several);
        row(R"({"S":"a","N":""})", "The parameter cannot be converted to a numeric value");
        row(R"({"N":"b"})", "The parameter cannot be converted to a numeric value: b");
        row(R"({"NS":["1","b"]})", "The parameter cannot be converted to a numeric value: b");
        row(R"({"N":"123456789012345678901234567890123456789"})",
            "Attempting to store more than 38 significant digits in a Number");
        row(R"({"N":"1e126"})",
            "Number overflow. Attempting to store a number with magnitude larger than supported range");
        row(R"({"N":"1e-131"})",
            "Number underflow. Attempting to store a number with magnitude smaller than supported range");
        row(R"({"NULL":false})", invalid + "Null attribute value types must have the value of true");
        row(R"({"SS":[]})", invalid + "An string set  may not be empty");
        row(R"({"NS":[]})", invalid + "An number set  may not be empty");
        row(R"({"BS":[]})", invalid + "Binary sets should not be empty");
        row(R"({"SS":["b","a","b"]})", invalid + "Input collection [b, a, b] contains duplicates.");
        row(R"({"NS":["1","1.0"]})", "Input collection contains duplicates");
        row(R"({"BS":["Yg==","Yg=="]})",
            invalid + "Input collection [Yg==, Yg==]of type BS contains duplicates.");
    }
    void values() {
        QFETCH(const QByteArray, value);
        QFETCH(const QString, message);
        const QByteArray item = R"({"pk":{"S":"a"},"v":)" + value + "}";
        const QString expected = "ValidationException: " + message;
        // A table that is missing is told of later.
        QCOMPARE(m_api->call("PutItem", R"({"TableName":"Missing","Item":)" + item + "}").outcome(),
                 expected);
        QCOMPARE(m_api->call("GetItem", R"({"TableName":"Missing","Key":)" + item + "}").outcome(), expected);
        QCOMPARE(m_api
                     ->call("BatchWriteItem",
                            R"({"RequestItems":{"Missing":[{"PutRequest":{"Item":)" + item + "}}]}}")
                     .outcome(),
                 expected);
        QCOMPARE(m_api
                     ->call("TransactWriteItems",
                            R"({"TransactItems":[{"Put":{"TableName":"Missing","Item":)" + item + "}}]}")
                     .outcome(),
                 expected);
    }

    void nesting_data() {
        QTest::addColumn<int>("levels");
        QTest::addColumn<bool>("taken");
        QTest::newRow("31 around a value") << 31 << true;
        QTest::newRow("32 around a value") << 32 << false;
        QTest::newRow("400") << 400 << false;
    }
    void nesting() {
        QFETCH(const int, levels);
        QFETCH(const bool, taken);
        const QByteArray body = R"({"TableName":"Plain","Item":{"pk":{"S":"deep"},"v":)" +
                                QByteArray(R"({"L":[)").repeated(levels) + R"({"S":"leaf"})" +
                                QByteArray("]}").repeated(levels) + "}}";
        const QString outcome = m_api->call("PutItem", body).outcome();
        QVERIFY2(taken ? outcome == "{}" : outcome.contains("nested levels beyond supported limit"),
                 qPrintable(outcome));
    }

    void namesOfTables_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("name") << QByteArray("Plain");
        QTest::newRow("ARN") << QByteArray("arn:aws:dynamodb:us-east-1:000000000000:table/Plain");
    }
    void namesOfTables() {
        QFETCH(const QByteArray, name);
        const Reply reply =
            m_api->call("GetItem", R"({"TableName":")" + name + R"(","Key":{"pk":{"S":"x"}}})");
        QCOMPARE(reply.outcome(), QString("{}"));
        QCOMPARE(reply.summary.table, std::string("Plain"));
        QCOMPARE(reply.summary.key, std::string("x"));
    }

    void unknownMembersAreIgnored() {
        const Reply reply = m_api->call(
            "GetItem",
            R"({"TableName":"Plain","Key":{"pk":{"S":"x","T":1}},"Extra":[{"a":1e5}],"Select":5})");
        QCOMPARE(reply.outcome(), QString("{}"));
    }

    void unknownOperations() {
        const Reply reply = m_api->call("GetItems", QByteArray("{}"));
        QCOMPARE(reply.status, 400);
        QCOMPARE(reply.text,
                 QByteArray(R"({"__type":"com.amazon.coral.service#UnknownOperationException"})"));
        QVERIFY(!partita::Api::isOperation("GetItems"));
        QVERIFY(partita::Api::isOperation("GetItem"));
    }

    void typesHaveTheirPackage() {
        const Reply invalid = m_api->call("GetItem", QByteArray("{}"));
        QCOMPARE(invalid.body.value("__type").toString(),
                 QString("com.amazon.coral.validate#ValidationException"));
        const Reply missing =
            m_api->call("GetItem", QByteArray(R"({"TableName":"Missing","Key":{"pk":{"S":"x"}}})"));
        QCOMPARE(missing.text,
                 QByteArray(R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
                            R"("message":"Requested resource not found"})"));
        QCOMPARE(missing.summary.errorType, std::string("ResourceNotFoundException"));
    }

  private:
    void compare() {
        QFETCH(const QString, operation);
        QFETCH(const QByteArray, body);
        QFETCH(const QString, outcome);
        const Reply reply = m_api->call(operation, body);
        QCOMPARE(reply.outcome(), outcome);
        QCOMPARE(reply.status, 400);
    }

    std::unique_ptr<ApiFixture> m_api;
};

QTEST_APPLESS_MAIN(TestApiRequests)
#include "tst_api_requests.moc"
