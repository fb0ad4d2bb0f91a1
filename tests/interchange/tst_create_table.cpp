// Table definitions as JSON: what is read, what is refused and where, and the samples there and back.
#include <QDirIterator>
#include <QTest>
#include <fstream>
#include <sstream>

#include "engine/interchange/json.h"

using namespace partita;

namespace {

std::string whole(const QString& path) {
    std::ifstream file(path.toStdString(), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string outcome(const Result<TableDefinition>& table) {
    return table ? toCreateTableJson(*table, 0) : table.error().text();
}

/// A valid request with one piece of it replaced.
std::string request(const std::string& from = {}, const std::string& to = {}) {
    std::string text =
        R"({"TableName":"Music","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"when","AttributeType":"B"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"ByWhen","KeySchema":[{"AttributeName":"when","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}],"BillingMode":"PAY_PER_REQUEST"})";
    if (!from.empty()) text.replace(text.find(from), from.size(), to);
    return text;
}

}  // namespace

class TestCreateTable final : public QObject {
    Q_OBJECT

  private slots:
    void full();
    void described();
    void billing();
    void samples();
    void refused_data();
    void refused();
};

void TestCreateTable::full() {
    const std::string text =
        R"({"TableName":"Scores","AttributeDefinitions":[{"AttributeName":"user","AttributeType":"S"},)"
        R"({"AttributeName":"game","AttributeType":"S"},{"AttributeName":"at","AttributeType":"N"},)"
        R"({"AttributeName":"season","AttributeType":"S"},{"AttributeName":"region","AttributeType":"S"},)"
        R"({"AttributeName":"score","AttributeType":"N"},{"AttributeName":"token","AttributeType":"B"}],)"
        R"("KeySchema":[{"AttributeName":"user","KeyType":"HASH"},{"AttributeName":"game","KeyType":"RANGE"}],)"
        R"("LocalSecondaryIndexes":[{"IndexName":"ByTime","KeySchema":[{"AttributeName":"user","KeyType":"HASH"},)"
        R"({"AttributeName":"at","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"Board","KeySchema":[{"AttributeName":"season","KeyType":"HASH"},)"
        R"({"AttributeName":"region","KeyType":"HASH"},{"AttributeName":"score","KeyType":"RANGE"},)"
        R"({"AttributeName":"token","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE",)"
        R"("NonKeyAttributes":["name","flag"]},"ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":2}}],)"
        R"("BillingMode":"PROVISIONED","ProvisionedThroughput":{"ReadCapacityUnits":10,"WriteCapacityUnits":5}})";
    const auto table = parseCreateTable(text);
    QCOMPARE(outcome(table), text);
    QCOMPARE(table->indexes.size(), std::size_t{2});
    const IndexDefinition& board = table->indexes[1];
    QCOMPARE(board.keys.partition.size(), std::size_t{2});
    QCOMPARE(board.keys.partition[1].name, std::string("region"));
    QCOMPARE(board.keys.sort[1].type, ValueType::Binary);
    QVERIFY(*parseCreateTable(toCreateTableJson(*table)) == *table);
}

void TestCreateTable::described() {
    std::string inner = request(
        R"("BillingMode":"PAY_PER_REQUEST")",
        R"("TableStatus":"ACTIVE","CreationDateTime":1.7e9,"ItemCount":0,"LatestStreamArn":null,)"
        R"("BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST"},"LocalSecondaryIndexes":null,)"
        R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":0,"WriteCapacityUnits":0})");
    QCOMPARE(outcome(parseCreateTable("{\"Table\": " + inner + "}")), outcome(parseCreateTable(request())));
    QVERIFY(parseCreateTable(request()).ok());
}

void TestCreateTable::billing() {
    const auto provisioned = parseCreateTable(
        request(R"(}}],"BillingMode":"PAY_PER_REQUEST")",
                R"(},"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}}],)"
                R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":6})"));
    QVERIFY2(provisioned.ok(), outcome(provisioned).c_str());
    QCOMPARE(provisioned->billing, BillingMode::Provisioned);
    QVERIFY(provisioned->throughput == (Throughput{5, 6}));
    QVERIFY(provisioned->indexes[0].throughput == (Throughput{1, 1}));
}

void TestCreateTable::samples() {
    int samples = 0;
    QDirIterator folder(PARTITA_SOURCE_DIR "/resources/samples", {"create-table.json"}, QDir::Files,
                        QDirIterator::Subdirectories);
    while (folder.hasNext()) {
        const auto table = parseCreateTable(whole(folder.next()));
        QVERIFY2(table.ok(), (folder.filePath().toStdString() + ": " + outcome(table)).c_str());
        const auto again = parseCreateTable(toCreateTableJson(*table));
        QVERIFY(again.ok());
        QVERIFY(*again == *table);
        ++samples;
    }
    QCOMPARE(samples, 8);
}

void TestCreateTable::refused_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* from, const char* to, const char* expected) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(expected);
    };
    row("no name", R"("TableName":"Music",)", "",
        "/: TableName is missing. It is written \"TableName\": \"Music\".");
    row("name of another type", R"("Music")", "5", "/TableName: A JSON string is expected here.");
    row("no key schema",
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)",
        "",
        R"(/: KeySchema is missing. It is written "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}].)");
    row("key type", R"("KeyType":"RANGE")", R"("KeyType":"SORT")",
        "/KeySchema/1/KeyType: KeyType is HASH or RANGE; this is \"SORT\".");
    row("attribute type", R"("AttributeType":"B")", R"("AttributeType":"BOOL")",
        "/AttributeDefinitions/2/AttributeType: A key attribute is of type S, N or B; this is \"BOOL\".");
    row("a key without a type", R"({"AttributeName":"sk","AttributeType":"N"},)", "",
        R"(/KeySchema/1: The key attribute "sk" has no type. Add it to AttributeDefinitions.)");
    row("a type without a key", R"({"AttributeName":"sk","AttributeType":"N"},)",
        R"({"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"color","AttributeType":"S"},)",
        "/AttributeDefinitions/2: The attribute \"color\" is no key of the table or of an index. "
        "AttributeDefinitions "
        "names the key attributes only: remove it.");
    row("defined twice", R"({"AttributeName":"sk","AttributeType":"N"},)",
        R"({"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"sk","AttributeType":"N"},)",
        "/AttributeDefinitions/2: The attribute \"sk\" is defined twice.");
    row("sort key first",
        R"([{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}])",
        R"([{"AttributeName":"sk","KeyType":"RANGE"},{"AttributeName":"pk","KeyType":"HASH"}])",
        "/KeySchema/1: HASH attributes come before RANGE attributes.");
    row("no partition key", R"([{"AttributeName":"when","KeyType":"HASH"}])", "[]",
        "/GlobalSecondaryIndexes/0/KeySchema: A KeySchema needs a HASH attribute.");
    row("indexes of another type", R"("GlobalSecondaryIndexes":[)", R"("GlobalSecondaryIndexes":{"x":[)", "");
    row("no projection", R"(,"Projection":{"ProjectionType":"ALL"})", "",
        R"(/GlobalSecondaryIndexes/0: Projection is missing. It is written "Projection": {"ProjectionType": "ALL"}.)");
    row("projection type", R"("ALL")", R"("SOME")",
        "/GlobalSecondaryIndexes/0/Projection/ProjectionType: ProjectionType is ALL, KEYS_ONLY or INCLUDE; "
        "this is "
        "\"SOME\".");
    row("billing mode", "PAY_PER_REQUEST", "FREE",
        "/BillingMode: BillingMode is PAY_PER_REQUEST or PROVISIONED; this is \"FREE\".");
    row("no billing mode", R"(,"BillingMode":"PAY_PER_REQUEST")", "",
        "/: No provisioned throughput specified for the table. Add \"BillingMode\": \"PAY_PER_REQUEST\", or "
        "\"ProvisionedThroughput\": {\"ReadCapacityUnits\": 5, \"WriteCapacityUnits\": 5}.");
    row("half a unit", R"(,"BillingMode":"PAY_PER_REQUEST")",
        R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1.5,"WriteCapacityUnits":1})",
        "/ProvisionedThroughput/ReadCapacityUnits: A whole number is expected here.");
    row("units beyond measure", R"(,"BillingMode":"PAY_PER_REQUEST")",
        R"(,"ProvisionedThroughput":{"ReadCapacityUnits":1e30,"WriteCapacityUnits":1})",
        "/ProvisionedThroughput/ReadCapacityUnits: A whole number is expected here.");
}

void TestCreateTable::refused() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, expected);
    const auto table = parseCreateTable(request(from.toStdString(), to.toStdString()));
    QVERIFY(!table.ok());
    if (expected.isEmpty()) return;  // no JSON any more: the words are the parser's
    QCOMPARE(QByteArray::fromStdString(table.error().text()), expected);
    QCOMPARE(table.error().code, ErrorCode::BadInput);
}

QTEST_APPLESS_MAIN(TestCreateTable)
#include "tst_create_table.moc"
