// Whatever is sent to whatever operation: the answer is JSON, the status says whose fault it is, and the next
// request is answered as ever. Requests are made at random of the members that operations know; the seed is
// printed.
#include <random>

#include "engine/api/operation.h"
#include "tests/api/api_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

class RandomRequests final {
  public:
    explicit RandomRequests(std::uint32_t seed) : m_random(seed) {}

    QJsonObject request() {
        QJsonObject body;
        // Most requests should get past the first check.
        if (m_random() % 8 != 0) body.insert("TableName", "Table");
        for (auto more = m_random() % 7; more > 0; --more)
            body.insert(pick(kMembers), m_random() % 4 == 0 ? anything(0) : fitting());
        return body;
    }

  private:
    QString pick(const QStringList& from) { return from[static_cast<int>(m_random() % from.size())]; }

    QJsonValue value(int depth) {
        switch (m_random() % 10) {
            case 0:
                return QJsonObject{{"N", pick({"1", "-0.5", "1e200", "x", ""})}};
            case 1:
                return QJsonObject{{"B", pick({"AA==", "A", "%%%%"})}};
            case 2:
                return QJsonObject{{"SS", QJsonArray{"a", pick({"a", "b"})}}};
            case 3:
                return QJsonObject{{"NULL", m_random() % 2 == 0}};
            case 4:
                return depth > 3 ? QJsonValue(QJsonObject())
                                 : QJsonObject{{"L", QJsonArray{value(depth + 1)}}};
            case 5:
                return depth > 3 ? QJsonValue() : QJsonObject{{"M", QJsonObject{{"k", value(depth + 1)}}}};
            default:
                return QJsonObject{{"S", pick({"a", "b", "", "#1"})}};
        }
    }
    QJsonObject values() {
        QJsonObject item{{"pk", value(0)}};
        if (m_random() % 2 == 0) item.insert("sk", value(0));
        if (m_random() % 3 == 0) item.insert(pick({"a", "n", ""}), value(0));
        return item;
    }
    /// Of the shapes that members have, if not of this one's.
    QJsonValue fitting() {
        switch (m_random() % 7) {
            case 0:
            case 1:
                return values();
            case 2:
                return pick(
                    {"pk = :v", "SET a = :v", "a, #n", "a[0].b", "size(a) > :v", "((", "ALL_OLD", "TOTAL"});
            case 3:
                return QJsonObject{
                    {pick({":v", "#n", "v"}), m_random() % 2 == 0 ? value(0) : QJsonValue("a")}};
            case 4:
                return QJsonObject{{"Table", QJsonObject{{"Keys", QJsonArray{values(), values()}}}}};
            case 5:
                return QJsonObject{
                    {"Table", QJsonArray{QJsonObject{{"PutRequest", QJsonObject{{"Item", values()}}}}}}};
            default:
                return QJsonArray{
                    QJsonObject{{pick({"Put", "Get", "Update", "Delete", "ConditionCheck"}),
                                 QJsonObject{{"TableName", "Table"}, {pick({"Item", "Key"}), values()}}}}};
        }
    }
    QJsonValue anything(int depth) {
        switch (m_random() % (depth > 3 ? 5 : 8)) {
            case 0:
                return QJsonValue();
            case 1:
                return m_random() % 2 == 0;
            case 2:
                return static_cast<double>(m_random()) - 2e9;
            case 3:
                return 1e300;
            case 4:
                return pick({"", "x", "arn:aws:dynamodb:::table/", "INDEXES", QString("é").repeated(300)});
            case 5:
                return QJsonArray{anything(depth + 1), anything(depth + 1)};
            default:
                return QJsonObject{{pick(kMembers), anything(depth + 1)}, {"S", anything(depth + 1)}};
        }
    }

    inline static const QStringList kMembers = {"Item",
                                                "Key",
                                                "TableName",
                                                "IndexName",
                                                "ExpressionAttributeNames",
                                                "ExpressionAttributeValues",
                                                "ConditionExpression",
                                                "UpdateExpression",
                                                "FilterExpression",
                                                "KeyConditionExpression",
                                                "ProjectionExpression",
                                                "Expected",
                                                "KeyConditions",
                                                "QueryFilter",
                                                "ScanFilter",
                                                "AttributeUpdates",
                                                "AttributesToGet",
                                                "ConditionalOperator",
                                                "Limit",
                                                "Segment",
                                                "TotalSegments",
                                                "ExclusiveStartKey",
                                                "Select",
                                                "ReturnValues",
                                                "ReturnConsumedCapacity",
                                                "ReturnItemCollectionMetrics",
                                                "RequestItems",
                                                "TransactItems",
                                                "ClientRequestToken",
                                                "ConsistentRead",
                                                "ScanIndexForward",
                                                "KeySchema",
                                                "AttributeDefinitions",
                                                "GlobalSecondaryIndexes",
                                                "GlobalSecondaryIndexUpdates",
                                                "StreamSpecification",
                                                "TimeToLiveSpecification",
                                                "ResourceArn",
                                                "Tags",
                                                "TagKeys",
                                                "Statement",
                                                "Parameters",
                                                "Statements",
                                                "TransactStatements",
                                                "StreamArn",
                                                "ShardIterator",
                                                "NextToken"};

    std::mt19937 m_random;
};

}  // namespace

class TestApiHostile final : public QObject {
    Q_OBJECT

  private slots:
    void anyRequest() {
        constexpr int kRounds = 1500;
        const std::uint32_t seed = std::random_device()();
        qInfo("seed %u", seed);
        ApiFixture api;
        api.createTable("Table", true);
        RandomRequests random(seed);
        int done = 0;
        for (int round = 0; round < kRounds; ++round) {
            const QJsonObject body = random.request();
            for (const Operation& operation : operations()) {
                // It may delete the table, and then nothing else is asked of it.
                if (operation.name == "DeleteTable" || operation.name == "UpdateTable") continue;
                const QString name = QString::fromUtf8(operation.name.data(), int(operation.name.size()));
                const Reply reply = api.call(name, body);
                const QByteArray asked =
                    name.toUtf8() + " " + QJsonDocument(body).toJson(QJsonDocument::Compact);
                QVERIFY2(reply.status == 200 || reply.status == 400, asked + " → " + reply.text);
                QCOMPARE(reply.error().isEmpty(), reply.status == 200);
                done += reply.status == 200;
            }
        }
        QVERIFY(done > 0);
        const Reply last = api.call("Scan", QByteArray("{\"TableName\":\"Table\"}"));
        QCOMPARE(last.status, 200);
    }
};

QTEST_APPLESS_MAIN(TestApiHostile)
#include "tst_api_hostile.moc"
