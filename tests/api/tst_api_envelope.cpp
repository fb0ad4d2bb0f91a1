// Which faults begin with "1 validation error detected: " though they break no constraint of the model, and
// in which order faults of expressions are told.
#include <QTest>
#include <memory>

#include "tests/api/api_fixture.h"

using namespace partita;
using namespace partita::test;

class TestApiEnvelope final : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        m_api = std::make_unique<ApiFixture>();
        m_api->createTable("Plain");
    }

    /// What begins with "1 validation error detected: " since 2026, of which operations, and what does not.
    void envelope_data() {
        const QString said = "ValidationException: ";
        const QString enveloped = said + "1 validation error detected: ";
        const QString overlap =
            "Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite "
            "one of "
            "these paths; path one: [a], path two: [a, b]";
        const QString unused = "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}";
        const QString emptySet = "One or more parameter values were invalid: An number set  may not be empty";
        const QString noIndex = "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName";
        const QString names = "\"ExpressionAttributeNames\":{\"#n\":\"n\"}";
        const auto row = [](const QString& operation, const QString& members, const QString& outcome) {
            const QString key = operation == "PutItem" ? "Item" : "Key";
            const bool isOfItem = operation != "Query" && operation != "Scan";
            const QString item = isOfItem ? QString("\"%1\":{\"pk\":{\"S\":\"a\"}},").arg(key) : QString();
            QTest::newRow(qPrintable(operation + " " + members))
                << operation << (R"({"TableName":"Plain",)" + item + members + "}").toUtf8() << outcome;
        };
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("outcome");
        const QString update = R"("UpdateExpression":)";
        row("UpdateItem", update + R"("REMOVE a, a.b")", enveloped + overlap);
        row("UpdateItem", update + R"("REMOVE a REMOVE b")",
            enveloped +
                "Invalid UpdateExpression: The \"REMOVE\" section can only be used once in an update "
                "expression;");
        row("UpdateItem", update + R"("SET a = :v","ExpressionAttributeValues":{})",
            enveloped + "ExpressionAttributeValues must not be empty");
        row("UpdateItem", update + R"("SET a = :v","ExpressionAttributeValues":{":v":{"NS":[]}})",
            enveloped + emptySet);
        row("UpdateItem", update + R"("REMOVE a","ConditionExpression":"a = :v")",
            enveloped +
                "Invalid ConditionExpression: An expression attribute value used in expression is not "
                "defined; attribute value: :v");
        row("PutItem", R"("ConditionExpression":"a < b",)" + names, enveloped + unused);
        row("DeleteItem", R"("ConditionExpression":"a < b",)" + names, enveloped + unused);
        // An older recording, of the same, is the judge.
        row("UpdateItem", update + R"("REMOVE a",)" + names, said + unused);
        row("UpdateItem", update + "\"\"",
            said + "Invalid UpdateExpression: The expression can not be empty;");
        row("UpdateItem", update + R"("SET a = :v")",
            said +
                "Invalid UpdateExpression: An expression attribute value used in expression is not defined; "
                "attribute value: :v");
        // What is wrong with the names comes before that there are no values.
        row("UpdateItem",
            update + R"("SET a = :v","ExpressionAttributeValues":{},"ExpressionAttributeNames":{"n":"n"})",
            enveloped + "ExpressionAttributeNames contains invalid key: Syntax error; key: \"n\"");
        const QString query =
            R"("KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"a"}},)";
        row("Query", query + R"("Select":"ALL_PROJECTED_ATTRIBUTES")", enveloped + noIndex);
        row("Query", query + R"("Select":"COUNT","ProjectionExpression":"a")",
            enveloped + "Cannot specify the ProjectionExpression when choosing to get only the Count");
        row("Query", query + names, said + unused);
        row("Query", R"("KeyConditionExpression":"pk = a",)" + names, said + unused);
        row("Query", R"("KeyConditionExpression":"pk = a","FilterExpression":"")",
            said + "Invalid FilterExpression: The expression can not be empty;");
        row("Query",
            R"("KeyConditions":{"pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]}},)"
            R"("QueryFilter":{"pk":{"ComparisonOperator":"NOT_NULL"}})",
            said + "QueryFilter can only contain non-primary key attributes: Primary key attribute: pk");
        row("Scan", R"("Select":"ALL_PROJECTED_ATTRIBUTES")", said + noIndex);
    }
    void envelope() {
        QFETCH(QString, operation);
        QFETCH(QByteArray, body);
        QTEST(m_api->call(operation, body).outcome(), "outcome");
    }

  private:
    std::unique_ptr<ApiFixture> m_api;
};

QTEST_GUILESS_MAIN(TestApiEnvelope)
#include "tst_api_envelope.moc"
