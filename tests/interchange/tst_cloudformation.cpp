// CloudFormation templates: what is read of them, what is told of the rest, and what is refused and where.
#include <QTest>

#include "engine/interchange/read/yaml_template.h"
#include "tests/interchange/schema_sources.h"

using namespace partita;

namespace {

Result<std::unique_ptr<SourceReader>> readTemplate(const std::string& text) {
    return readCloudFormation(text, "template", {});
}

const std::string kKeys =
    "      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]\n"
    "      KeySchema: [{AttributeName: pk, KeyType: HASH}]\n";
const std::string kTable = "  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n";
const std::string kOnDemand = "      BillingMode: PAY_PER_REQUEST\n";

std::string templateOf(const std::string& name, const std::string& head = {}) {
    return head + "Resources:\n" + kTable + "      TableName: " + name + "\n" + kKeys + kOnDemand;
}

}  // namespace

class TestCloudFormation final : public QObject {
    Q_OBJECT

  private slots:
    void names_data();
    void names();
    void serverlessVariables_data();
    void serverlessVariables();
    void kinds_data();
    void kinds();
    void json();
    void lost();
    void refused_data();
    void refused();
    void detected_data();
    void detected();
    void cutAnywhere();
    void hostile_data();
    void hostile();
};

void TestCloudFormation::names_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray stage = "Parameters:\n  Stage: {Type: String, Default: dev}\n  Bare: {Type: String}\n";
    const QByteArray maps = "Mappings:\n  Names:\n    dev: {table: mapped}\n" + stage;
    const QByteArray conditions =
        stage +
        "Conditions:\n  IsDev: !Equals [!Ref Stage, dev]\n  IsProd: !Not [!Condition IsDev]\n"
        "  Bare: !Equals [!Ref Bare, x]\n  Round: !Condition Round\n";
    QTest::newRow("plain") << QByteArray() << QByteArray("orders") << QByteArray("orders");
    QTest::newRow("number") << QByteArray() << QByteArray("12345") << QByteArray("12345");
    QTest::newRow("ref") << stage << QByteArray("!Ref Stage") << QByteArray("dev");
    QTest::newRow("sub") << stage << QByteArray("!Sub 'a-${Stage}-b'") << QByteArray("a-dev-b");
    QTest::newRow("sub with its own")
        << stage << QByteArray("!Sub ['${A}-${Stage}', {A: !Ref Stage}]") << QByteArray("dev-dev");
    QTest::newRow("region") << stage << QByteArray("!Sub 'a-${AWS::Region}'") << QByteArray("a-us-east-1");
    QTest::newRow("long form") << stage << QByteArray("{'Fn::Sub': 'a-${Stage}'}") << QByteArray("a-dev");
    QTest::newRow("join") << stage << QByteArray("!Join ['-', [a, !Ref Stage, 1]]") << QByteArray("a-dev-1");
    QTest::newRow("select") << stage << QByteArray("!Select [1, [aaa, bbb]]") << QByteArray("bbb");
    QTest::newRow("map") << maps << QByteArray("!FindInMap [Names, !Ref Stage, table]")
                         << QByteArray("mapped");
    QTest::newRow("if") << conditions << QByteArray("!If [IsDev, aaa, bbb]") << QByteArray("aaa");
    QTest::newRow("if not") << conditions << QByteArray("!If [IsProd, aaa, bbb]") << QByteArray("bbb");
    QTest::newRow("if unknown") << conditions << QByteArray("!If [Bare, aaa, bbb]") << QByteArray("aaa");
    QTest::newRow("if in circles") << conditions << QByteArray("!If [Round, aaa, bbb]") << QByteArray("aaa");
    QTest::newRow("no default") << stage << QByteArray("!Ref Bare") << QByteArray("TTable");
    QTest::newRow("stack") << stage << QByteArray("!Sub '${AWS::StackName}-x'") << QByteArray("TTable");
    QTest::newRow("attribute") << stage << QByteArray("!GetAtt A.B") << QByteArray("TTable");
    QTest::newRow("no value") << stage << QByteArray("!Ref AWS::NoValue") << QByteArray("TTable");
}

void TestCloudFormation::names() {
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, name);
    const auto reader = readTemplate(templateOf(name.toStdString(), head.toStdString()));
    QVERIFY2(reader.ok(), reader ? "" : reader.error().text().c_str());
    QCOMPARE((*reader)->tables().size(), std::size_t{1});
    QTEST(QByteArray::fromStdString((*reader)->tables().front().name), "expected");
    QVERIFY((*reader)->tables().front().schema->name == (*reader)->tables().front().name);
    // A name that isn't the template's own is told.
    const QByteArray label = QTest::currentDataTag();
    const bool told = label == "region" || label.startsWith("if unknown") || label.startsWith("if in") ||
                      label == "no default" || label == "stack" || label == "attribute";
    QCOMPARE(!(*reader)->notes().empty(), told);
}

void TestCloudFormation::serverlessVariables_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("told");
    const QByteArray assumed = "is read as if the stage is dev";
    QTest::newRow("own") << QByteArray("${self:custom.table}") << QByteArray("orders-dev") << assumed;
    QTest::newRow("environment") << QByteArray("${self:provider.environment.TABLE}") << QByteArray("shop-dev")
                                 << assumed;
    QTest::newRow("option with another value")
        << QByteArray("${opt:name, 'carts'}") << QByteArray("carts") << QByteArray();
    QTest::newRow("option with a variable")
        << QByteArray("${opt:name, self:custom.plain}") << QByteArray("plain") << QByteArray();
    QTest::newRow("stage with another value")
        << QByteArray("a-${opt:stage, 'test'}") << QByteArray("a-test") << QByteArray();
    QTest::newRow("stage with the file's")
        << QByteArray("a-${opt:stage, self:provider.stage, 'test'}") << QByteArray("a-test") << QByteArray();
    QTest::newRow("stage") << QByteArray("a-${opt:stage}") << QByteArray("a-dev") << assumed;
    QTest::newRow("inside another") << QByteArray("${self:custom.names.${sls:stage}}")
                                    << QByteArray("orders-of-dev") << assumed;
    QTest::newRow("inside Fn::Sub") << QByteArray("!Sub '${self:custom.plain}-${AWS::Region}'")
                                    << QByteArray("plain-us-east-1")
                                    << QByteArray("as if AWS::Region is us-east-1");
    QTest::newRow("of the environment") << QByteArray("a-${env:NAME}") << QByteArray("TTable")
                                        << QByteArray("${env:NAME} is not told by this file");
    QTest::newRow("not there") << QByteArray("${self:custom.none}") << QByteArray("TTable")
                               << QByteArray("${self:custom.none} is not told by this file");
    QTest::newRow("in a circle") << QByteArray("${self:custom.round}") << QByteArray("TTable")
                                 << QByteArray("go round in a circle");
}

void TestCloudFormation::serverlessVariables() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, expected);
    QFETCH(QByteArray, told);
    const std::string head =
        "service: shop\ncustom:\n  plain: plain\n  table: orders-${self:provider.stage}\n"
        "  round: ${self:custom.round}\n  names: {dev: orders-of-dev}\n"
        "provider:\n  name: aws\n  environment:\n    TABLE: ${self:service}-${opt:stage, "
        "self:provider.stage}\n";
    const auto reader = readTemplate(templateOf(name.toStdString(), head));
    QVERIFY2(reader.ok(), reader ? "" : reader.error().text().c_str());
    QCOMPARE((*reader)->tables().size(), std::size_t{1});
    QCOMPARE(QByteArray::fromStdString((*reader)->tables().front().name), expected);
    const auto notes = (*reader)->notes();
    QCOMPARE(notes.empty(), told.isEmpty());
    if (!told.isEmpty())
        QVERIFY2(notes.front().text.find(told) != std::string::npos, notes.front().text.c_str());
}

void TestCloudFormation::kinds_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray global =
        "Resources:\n  Global:\n    Type: AWS::DynamoDB::GlobalTable\n    Properties:\n"
        "      AttributeDefinitions:\n        - {AttributeName: pk, AttributeType: S}\n"
        "        - {AttributeName: g, AttributeType: N}\n"
        "      KeySchema: [{AttributeName: pk, KeyType: HASH}]\n"
        "      GlobalSecondaryIndexes:\n        - IndexName: ByG\n          KeySchema: [{AttributeName: g, "
        "KeyType: HASH}]\n"
        "          Projection: {ProjectionType: KEYS_ONLY}\n";
    const QByteArray globalHead =
        R"(Global {"TableName":"Global","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"g","AttributeType":"N"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"KEYS_ONLY"})";
    QTest::newRow("global, on demand")
        << global + "      BillingMode: PAY_PER_REQUEST\n      Replicas: [{Region: us-east-1}]\n"
        << globalHead +
               "}],\"BillingMode\":\"PAY_PER_REQUEST\"}\nlost 14: Replicas of table \"Global\" is not taken "
               "over.\n";
    QTest::newRow("global, provisioned")
        << global +
               "          WriteProvisionedThroughputSettings:\n            WriteCapacityAutoScalingSettings: "
               "{MinCapacity: 2, MaxCapacity: 9}\n"
               "      BillingMode: PROVISIONED\n      WriteProvisionedThroughputSettings:\n"
               "        WriteCapacityAutoScalingSettings: {MinCapacity: 3, MaxCapacity: 9}\n"
               "      Replicas:\n        - Region: us-east-1\n          ReadProvisionedThroughputSettings: "
               "{ReadCapacityUnits: 4}\n"
               "          GlobalSecondaryIndexes:\n            - IndexName: ByG\n"
               "              ReadProvisionedThroughputSettings: {ReadCapacityUnits: 6}\n"
        << globalHead +
               R"(,"ProvisionedThroughput":{"ReadCapacityUnits":6,"WriteCapacityUnits":2}}],"BillingMode":"PROVISIONED",)"
               R"("ProvisionedThroughput":{"ReadCapacityUnits":4,"WriteCapacityUnits":3}})"
               "\nlost 18: Replicas of table \"Global\" is not taken over.\n"
               "lost 2: WriteCapacityAutoScalingSettings of table \"Global\" is not taken over.\n";
    QTest::newRow("simple")
        << QByteArray("Resources:\n  Simple:\n    Type: AWS::Serverless::SimpleTable\n")
        << QByteArray(
               R"(Simple {"TableName":"Simple","AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],)"
               R"("KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})"
               "\n");
    QTest::newRow("simple, with a key")
        << QByteArray(
               "Resources:\n  Simple:\n    Type: AWS::Serverless::SimpleTable\n    Properties:\n      "
               "TableName: books\n"
               "      PrimaryKey: {Name: isbn, Type: Number}\n"
               "      ProvisionedThroughput: {ReadCapacityUnits: 2, WriteCapacityUnits: '3'}\n      Tags: "
               "{a: b}\n")
        << QByteArray(
               R"(books {"TableName":"books","AttributeDefinitions":[{"AttributeName":"isbn","AttributeType":"N"}],)"
               R"("KeySchema":[{"AttributeName":"isbn","KeyType":"HASH"}],"BillingMode":"PROVISIONED",)"
               R"("ProvisionedThroughput":{"ReadCapacityUnits":2,"WriteCapacityUnits":3}})"
               "\nlost 8: Tags of table \"books\" is not taken over.\n");
    QTest::newRow("units of the deployment")
        << QByteArray::fromStdString(
               "Parameters:\n  R: {Type: Number}\nResources:\n" + kTable + kKeys +
               "      ProvisionedThroughput: {ReadCapacityUnits: !Ref R, WriteCapacityUnits: 3}\n")
        << QByteArray(
               R"(TTable {"TableName":"TTable","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
               R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PROVISIONED",)"
               R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":3}})"
               "\nrepaired 4: Table \"TTable\" is read as if ReadCapacityUnits is 5.\n");
    QTest::newRow("anchors and merges")
        << QByteArray(
               "x: &keys\n  AttributeDefinitions: [{AttributeName: pk, AttributeType: S}]\n"
               "  KeySchema: [{AttributeName: pk, KeyType: HASH}]\nResources:\n  One:\n"
               "    Type: AWS::DynamoDB::Table\n    Properties: &one\n      <<: *keys\n"
               "      BillingMode: PAY_PER_REQUEST\n  Two:\n    Type: AWS::DynamoDB::Table\n    Properties:\n"
               "      <<: *one\n      TableName: two\n")
        << QByteArray(
               R"(One {"TableName":"One","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
               R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})"
               "\n"
               R"(two {"TableName":"two","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
               R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})"
               "\n");
    QTest::newRow("resources alone")
        << QByteArray::fromStdString(kTable.substr(2, 2) + "\n" + kTable.substr(5) +
                                     "      TableName: parts\n" + kKeys + kOnDemand)
        << QByteArray(
               R"(parts {"TableName":"parts","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
               R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})"
               "\n");
    QTest::newRow("serverless")
        << QByteArray::fromStdString(
               "service: shop\nprovider: {name: aws}\nresources:\n  Resources:\n    Orders:\n"
               "      Type: AWS::DynamoDB::Table\n      Properties:\n"
               "        TableName: orders\n  " +
               kKeys.substr(0, kKeys.find('\n') + 1) + "  " + kKeys.substr(kKeys.find('\n') + 1) + "  " +
               kOnDemand)
        << QByteArray(
               R"(orders {"TableName":"orders","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
               R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})"
               "\n");
}

void TestCloudFormation::kinds() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QByteArray shown = QByteArray::fromStdString(printed(readTemplate(text.toStdString())));
    QVERIFY2(shown == expected, shown);
}

void TestCloudFormation::json() {
    const std::string text =
        R"({"AWSTemplateFormatVersion":"2010-09-09","Parameters":{"S":{"Type":"String","Default":"\u00e9\ud83d\ude00"}},)"
        R"("Resources":{"T":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"abc",)"
        R"("AttributeDefinitions":[{"AttributeName":{"Ref":"S"},"AttributeType":"B"}],)"
        R"("KeySchema":[{"AttributeName":{"Ref":"S"},"KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"}}}})";
    const auto reader = readTemplate(text);
    QVERIFY2(reader.ok(), reader ? "" : reader.error().text().c_str());
    QCOMPARE((*reader)->tables().front().schema->keys.partition.front().name,
             std::string("\xC3\xA9\xF0\x9F\x98\x80"));
    QVERIFY((*reader)->next().ok());
    QVERIFY(!(*reader)->next()->has_value());
    QCOMPARE((*reader)->bytesRead(), std::uint64_t{text.size()});
}

void TestCloudFormation::lost() {
    const auto reader = readTemplate(templateOf("orders") +
                                     "      StreamSpecification: {StreamViewType: NEW_IMAGE}\n      "
                                     "TimeToLiveSpecification: {AttributeName: t, Enabled: true}\n"
                                     "  Scale:\n    Type: AWS::ApplicationAutoScaling::ScalableTarget\n    "
                                     "Properties: {ServiceNamespace: dynamodb}\n"
                                     "  Fn::ForEach::Tables: [a, [b], {}]\n");
    std::vector<std::pair<std::uint64_t, std::string>> expected = {
        {9, "StreamSpecification of table \"orders\" is not taken over."},
        {10, "TimeToLiveSpecification of table \"orders\" is not taken over."},
        {11, "The automatic scaling \"Scale\" is not taken over."},
        {14,
         "Resources that Fn::ForEach makes are not read. Give the template as it looks once the loop has "
         "run."}};
    QVERIFY(reader.ok());
    const auto notes = (*reader)->notes();
    QCOMPARE(notes.size(), expected.size());
    for (std::size_t i = 0; i < notes.size(); ++i) {
        QCOMPARE(notes[i].text, expected[i].second);
        QCOMPARE(notes[i].line, expected[i].first);
        QVERIFY(notes[i].kind == SourceNote::Kind::Lost);
    }
}

void TestCloudFormation::refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const std::string& text, const char* where, const char* message) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(where) << QByteArray(message);
    };
    const std::string good = templateOf("orders");
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        return text.replace(text.find(from), from.size(), to);
    };
    row("empty", "", "", "empty");
    row("comment", "# nothing\n", "", "empty");
    row("scalar", "hello", "line 1", "Resources");
    row("list", "- a\n- b\n", "line 1", "Resources");
    row("no resources", "Resources: {}\n", "", "declares no table");
    row("other resources", "Resources:\n  B: {Type: AWS::S3::Bucket}\n", "", "declares no table");
    const std::string service = "service: a\nprovider: {name: aws}\n";
    row("service without resources", service, "", "This Serverless Framework file declares no table");
    row("resources elsewhere", service + "resources:\n  - ${file(tables.yml)}\n", "",
        "stand in ${file(tables.yml)}. Import that file.");
    row("a resource elsewhere", service + "resources:\n  Resources:\n    T: ${file(t.yml):T}\n", "",
        "stand in ${file(t.yml):T}. Import that file.");
    row("a loop alone", "Resources:\n  Fn::ForEach::Tables: [a, [b], {}]\n", "", "made by Fn::ForEach");
    row("broken YAML", "Resources:\n  T: [a\n  b: }\n", "line", "no YAML");
    row("tab", "Resources:\n\tT: a\n", "line 2", "no YAML");
    row("unknown alias", "Resources: *a\n", "line 1", "no YAML");
    row("alias of itself", "a: &a [*a]\nResources: {}\n", "line 1", "no YAML");
    row("twice", "Resources:\n  T: {}\n  T: {}\n", "line 3", "twice");
    row("no definitions", with("AttributeDefinitions", "Definitions"), "line 2",
        "AttributeDefinitions is missing");
    row("no keys", with("KeySchema", "Keys"), "line 2", "KeySchema is missing");
    row("no billing", with(kOnDemand, ""), "line 2", "No provisioned throughput");
    row("odd type", with("AttributeType: S", "AttributeType: M"), "line 6", "S, N or B");
    row("odd role", with("KeyType: HASH", "KeyType: RANGE"), "line 7", "needs a HASH");
    row("other role", with("KeyType: HASH", "KeyType: SORT"), "line 7", "HASH or RANGE");
    row("key without type", with("KeySchema: [{AttributeName: pk", "KeySchema: [{AttributeName: x"), "line 7",
        "no type");
    row("type without key", with("S}]", "S}, {AttributeName: x, AttributeType: N}]"), "line 6", "is no key");
    row("mode", with("PAY_PER_REQUEST", "FREE"), "line 8", "BillingMode");
    row("units",
        with(kOnDemand, "      ProvisionedThroughput: {ReadCapacityUnits: a, WriteCapacityUnits: 1}\n"),
        "line 8", "whole number");
    row("one unit", with(kOnDemand, "      ProvisionedThroughput: {ReadCapacityUnits: 1}\n"), "line 8",
        "WriteCapacityUnits is missing");
    row("name", with("TableName: orders", "TableName: a b"), "line 2", "regular expression");
    row("keys unknown", with("KeySchema: [{AttributeName: pk, KeyType: HASH}]", "KeySchema: !GetAtt a.b"),
        "line 7", "can't be told");
    row("keys no list", with("KeySchema: [{AttributeName: pk, KeyType: HASH}]", "KeySchema: 5"), "line 7",
        "is a list");
    row("index without projection",
        good +
            "      GlobalSecondaryIndexes:\n        - IndexName: abc\n          KeySchema: [{AttributeName: "
            "pk, KeyType: HASH}]\n",
        "line 10", "Projection is missing");
    row("broken JSON", "{\"Resources\": {\"T\": [1,]}}", "line 1", "value is expected");
    row("JSON cut off", "{\"Resources\":\n {\"T\": [1", "line 2", "ends inside");
    row("JSON with more", "{\"Resources\": {}}\n}", "line 2", "after the end");
    row("JSON with names", "{Resources: {}}", "line 1", "double quotes");
}

void TestCloudFormation::refused() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, message);
    const auto reader = readTemplate(text.toStdString());
    QVERIFY(!reader.ok());
    const std::string shown = reader.error().text();
    QVERIFY2(QByteArray::fromStdString(reader.error().where).startsWith(where), shown.c_str());
    QVERIFY2(QByteArray::fromStdString(reader.error().message).contains(message), shown.c_str());
}

void TestCloudFormation::detected_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("isTemplate");
    QTest::newRow("yaml") << QByteArray("AWSTemplateFormatVersion: 2010-09-09\nDescription: x\n") << true;
    QTest::newRow("resources") << QByteArray("# x\nResources:\n  T:\n    Type: AWS::DynamoDB::Table\n")
                               << true;
    QTest::newRow("resources alone") << QByteArray("T:\n  Type: \"AWS::DynamoDB::Table\"\n") << true;
    QTest::newRow("code") << QByteArray("const t = {\n  Type: \"AWS::DynamoDB::Table\",\n") << false;
    QTest::newRow("sam") << QByteArray("Transform: AWS::Serverless-2016-10-31\n") << true;
    QTest::newRow("serverless") << QByteArray("service: a\nprovider:\n  name: aws\n") << true;
    QTest::newRow("json") << QByteArray("{ \"AWSTemplateFormatVersion\": \"2010-09-09\", \"Reso") << true;
    QTest::newRow("cdk.out") << QByteArray("{\"Resources\":{\"T\":{\"Type\":\"AWS::DynamoDB::Table\",")
                             << true;
    QTest::newRow("item with a template")
        << QByteArray("{\"Item\":{\"t\":{\"S\":\"\\\"Resources\\\" AWS::S3\"}}}") << false;
    QTest::newRow("items") << QByteArray("[{\"a\":1}]") << false;
    QTest::newRow("csv") << QByteArray("a,b\n1,2\n") << false;
    QTest::newRow("blank") << QByteArray(" \n") << false;
}

void TestCloudFormation::detected() {
    QFETCH(QByteArray, head);
    QFETCH(bool, isTemplate);
    QCOMPARE(!looksLikeCloudFormation(head.toStdString()).empty(), isTemplate);
}

void TestCloudFormation::cutAnywhere() {
    const std::string yaml = templateOf("!Sub 'a-${AWS::Region}'", "Parameters: {S: {Type: String}}\n");
    const std::string json =
        R"({"Resources":{"T":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":{"Fn::Sub":"\u00e9-${A}"},)"
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"B"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"}}}})";
    for (const std::string& whole : {yaml, json}) {
        QVERIFY(readTemplate(whole).ok());
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto reader = readTemplate(whole.substr(0, size));
            if (!reader) QVERIFY(!reader.error().message.empty());
            // The last line of the YAML may lack its end.
            if (&whole != &yaml && whole.front() == '{') QVERIFY(!reader.ok());
        }
    }
}

void TestCloudFormation::hostile_data() {
    QTest::addColumn<QByteArray>("text");
    QByteArray bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 30; ++i) {
        const QByteArray before = "*a" + QByteArray::number(i - 1);
        bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" +
                QByteArrayList(9, before).join(',') + "]\n";
    }
    QTest::newRow("alias bomb") << bomb + "Resources: *a29\n";
    QByteArray merges = "m0: &m0 {a: 1}\n";
    for (int i = 1; i < 200; ++i) {
        const QByteArray before = "*m" + QByteArray::number(i - 1);
        merges += "m" + QByteArray::number(i) + ": &m" + QByteArray::number(i) + " {<<: [" + before + "," +
                  before + "], b: " + before + "}\n";
    }
    QTest::newRow("merge bomb") << merges;
    QTest::newRow("text bomb") << "a: &a " + QByteArray(1'000'000, 'x') + "\nb: [" +
                                      QByteArrayList(100'000, "*a").join(',') + "]\n";
    QTest::newRow("deep flow") << QByteArray(100'000, '[');
    QTest::newRow("deep maps") << QByteArray("a: ") + QByteArray(100'000, '{');
    QTest::newRow("deep block") << QByteArray("- ").repeated(50'000);
    QByteArray indented;
    for (int i = 0; i < 2'000; ++i)
        indented += QByteArray(i, ' ') + "a:\n";
    QTest::newRow("deep indent") << indented;
    QTest::newRow("junk") << QByteArray("\x01\xff{]a:&*!").repeated(1'200'000);
    QTest::newRow("junk, 7 MB") << QByteArray("a: b\n- {c\n").repeated(700'000);
    QTest::newRow("many names") << QByteArray("{\"Resources\":{") +
                                       QByteArray("\"a\":{},").repeated(1'000'000) + "\"b\":1}}";
    QTest::newRow("deep JSON") << QByteArray("{\"a\":").repeated(500'000);
    QTest::newRow("zeros") << QByteArray(1'000'000, '\0');
    QTest::newRow("anchors") << QByteArray("&a ").repeated(300'000);
    QTest::newRow("question marks") << QByteArray("? ").repeated(300'000);
    QByteArray resources =
        "Parameters: {P: {Type: String, Default: " + QByteArray(200'000, 'p') + "}}\nResources:\n";
    for (int i = 0; i < 2'000; ++i) {
        resources += "  R" + QByteArray::number(i) +
                     ": {Type: AWS::DynamoDB::Table, Properties: {TableName: !Sub '${P}${P}${P}'}}\n";
    }
    QTest::newRow("long defaults") << resources;
    QByteArray conditions = "Conditions:\n";
    for (int i = 0; i < 3'000; ++i) {
        const QByteArray next = "!Condition C" + QByteArray::number(i + 1);
        conditions += "  C" + QByteArray::number(i) + ": !And [" + next + ", " + next + "]\n";
    }
    QTest::newRow("conditions") << conditions + QByteArray::fromStdString(templateOf("!If [C0, aaa, bbb]"));
    QTest::newRow("map of itself") << QByteArray("Mappings:\n  M: {a: {b: [!FindInMap [M, a, b]]}}\n") +
                                          QByteArray::fromStdString(
                                              templateOf("!Select [0, !FindInMap [M, a, b]]"));
}

void TestCloudFormation::hostile() {
    QFETCH(QByteArray, text);
    const double seconds = secondsOf(readTemplate, text.toStdString());
    QVERIFY2(seconds >= 0 && seconds < 20, QByteArray::number(seconds));
}

QTEST_APPLESS_MAIN(TestCloudFormation)
#include "tst_cloudformation.moc"
