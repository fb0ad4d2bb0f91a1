// Models of NoSQL Workbench: what is read of them, in which shapes they come, and where they are wrong.
#include <QElapsedTimer>
#include <QTest>

#include "tests/interchange/workbench_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

std::string whole(const std::string& table) {
    return "{\"DataModel\":[" + table + "]}";
}

std::string table(const std::string& members) {
    return whole(
        R"({"TableName":"Tab","KeyAttributes":{"PartitionKey":{"AttributeName":"pk","AttributeType":"S"}},)" +
        members + "}");
}

/// Data of two texts; a row of Qt's takes a literal for a QString.
void add(const char* name, const std::string& first, const std::string& second) {
    QTest::newRow(name) << first << second;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? "not found" : text.replace(at, from.size(), to);
}

}  // namespace

class TestWorkbenchRead final : public QObject {
    Q_OBJECT

  private slots:
    void schema();
    void entities();
    void rows();
    void extra();
    void shapes_data();
    void shapes();
    void copies();
    void oddDeclarations_data();
    void oddDeclarations();
    void otherTypesAreTold();
    void looks_data();
    void looks();
    void invalid_data();
    void invalid();
    void deep();
    void manyRowsOnOneLine();
    void refusedRowsAgain();
};

void TestWorkbenchRead::schema() {
    const auto reader = readModel(dataFile("shop.json"));
    QVERIFY(reader);
    const auto& tables = (*reader)->tables();
    QCOMPARE(tables.size(), std::size_t{2});
    const std::string expected =
        R"({"TableName":"Shop","AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},)"
        R"({"AttributeName":"SK","AttributeType":"S"},{"AttributeName":"GSI1PK","AttributeType":"S"},)"
        R"({"AttributeName":"total","AttributeType":"N"}],"KeySchema":[{"AttributeName":"PK",)"
        R"("KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],"GlobalSecondaryIndexes":)"
        R"([{"IndexName":"GSI1","KeySchema":[{"AttributeName":"GSI1PK","KeyType":"HASH"},)"
        R"({"AttributeName":"total","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE",)"
        R"("NonKeyAttributes":["name"]},"ProvisionedThroughput":{"ReadCapacityUnits":5,)"
        R"("WriteCapacityUnits":6}}],"BillingMode":"PROVISIONED","ProvisionedThroughput":)"
        R"({"ReadCapacityUnits":5,"WriteCapacityUnits":6}})";
    QCOMPARE(toCreateTableJson(*tables[0].schema, 0), expected);
    QCOMPARE(tables[1].name, std::string("Log"));
    QCOMPARE(tables[1].schema->keys, (KeySchema{{{"at", ValueType::Number}}, {}}));
    QCOMPARE(*tables[0].items, std::uint64_t{3});
    QCOMPARE(*tables[1].items, std::uint64_t{0});
}

void TestWorkbenchRead::entities() {
    const auto reader = readModel(dataFile("shop.json"));
    QVERIFY(reader);
    const auto& entities = (*reader)->tables()[0].entities;
    QCOMPARE(entities.size(), std::size_t{2});
    QCOMPARE(entities[0].name, std::string("customer"));
    QCOMPARE(entities[0].keyTemplates.at("PK"), std::string("USER#<id>"));
    QCOMPARE(entities[0].keyTemplates.at("SK"), std::string("PROFILE"));
    QCOMPARE(entities[1].attributes, (std::vector<std::string>{"total", "GSI1PK"}));
    QCOMPARE(entities[1].keyTemplates.at("SK"), std::string("ORDER#${date}"));
}

void TestWorkbenchRead::rows() {
    const auto reader = readModel(dataFile("shop.json"));
    QVERIFY(reader);
    const std::vector<std::string> expected = {
        R"(30 Shop {"PK":{"S":"USER#1"},"SK":{"S":"PROFILE"},"name":{"S":"Ada"}})",
        R"(58 Shop {"GSI1PK":{"S":"open"},"PK":{"S":"USER#1"},"SK":{"S":"ORDER#2"},"total":{"N":"12.5"}})",
        R"(59 Shop {"PK":{"S":"USER#2"},"SK":{"S":"PROFILE"},"name":{"S":"Bob"},"total":{"N":"1"}})",
    };
    QCOMPARE(rowsOf(**reader), expected);
    QCOMPARE(notesOf(**reader),
             std::string("warning 0: Table Shop: 2 rows stand in the model more than once, in "
                         "facets or beside them, and count as one each.\n"));
    QCOMPARE((*reader)->bytesRead(), (*reader)->bytesTotal());
    QVERIFY(!(*reader)->endedEarly());
}

void TestWorkbenchRead::extra() {
    const auto reader = readModel(dataFile("shop.json"));
    QVERIFY(reader);
    const std::string expected =
        R"({"workbench":{"model":{"ModelName":"Small shop","ModelMetadata":{"Author":"Partita",)"
        R"("DateCreated":"Jan 05, 2024, 09:00 AM","DateLastModified":"Jan 06, 2024, 10:30 AM",)"
        R"("Description":"Orders — \"quoted\"\nand lines","AWSService":"Amazon DynamoDB","Version":"3.0",)"
        R"("Reviewer":{"Name":"nobody","Weight":1.50}},"ModelColour":[1,2.00,"three"]},"table":)"
        R"({"KeyAttributes":{"SortKey":{"MapFunction":{"order":"${date}#${id}"}}},"NonKeyAttributes":)"
        R"([{"AttributeName":"GSI1PK","AttributeType":"S"},{"AttributeName":"total","AttributeType":"N",)"
        R"("Comment":"in cents"},{"AttributeName":"never","AttributeType":"BOOL"}],"GlobalSecondaryIndexes":)"
        R"([{"IndexName":"GSI1","Note":"by state"}],"DataAccess":{"MySql":{"table":"shop"}},)"
        R"("SampleDataFormats":{"PK":["identifiers","UUID"]},"ProvisionedCapacitySettings":)"
        R"({"AutoScalingRead":{"ScalableTargetRequest":{"MinCapacity":1}}},"TableFacets":[{"FacetName":)"
        R"("customer","DataAccess":{"MySql":{"query":"select * from customer"}}},{"FacetName":"order",)"
        R"("Hue":7}]}}})";
    QCOMPARE((*reader)->tables()[0].extra, expected);
    QCOMPARE((*reader)->tables()[1].extra, std::string(R"({"workbench":{"table":{}}})"));
}

void TestWorkbenchRead::shapes_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("count");
    const std::string shop = dataFile("shop.json");
    std::string windows;
    for (const char c : shop)
        windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    QTest::newRow("CRLF") << windows << 3;
    QTest::newRow("BOM") << "\xEF\xBB\xBF" + shop << 3;
    QTest::newRow("fenced") << "```json\n" + shop + "\n```\n" << 3;
    QTest::newRow("a fence in a document") << dataFile("fenced.md") << 1;
    QTest::newRow("without metadata, rows before keys")
        << whole(R"({"TableData":[{"a":{"S":"1"}}],"KeyAttributes":{"PartitionKey":{"AttributeName":"a",)"
                 R"("AttributeType":"S"},"SortKey":null},"TableName":"T1"})")
        << 1;
    QTest::newRow("null lists") << table(
                                       R"("TableData":null,"TableFacets":null,"GlobalSecondaryIndexes":null)")
                                << 0;
    QTest::newRow("a comma too many") << table(R"("TableData":[{"pk":{"S":"1"}},],)") << 1;
    QTest::newRow("a comma too few") << table(R"("TableData":[{"pk":{"S":"1"}} {"pk":{"S":"2"}}])") << 2;
}

void TestWorkbenchRead::shapes() {
    QFETCH(std::string, text);
    QFETCH(int, count);
    const auto reader = readModel(text);
    QVERIFY2(reader, reader ? "" : reader.error().text().c_str());
    const auto rows = rowsOf(**reader);
    QCOMPARE(static_cast<int>(rows.size()), count);
    for (const std::string& row : rows)
        QVERIFY2(row.find("refused") == std::string::npos, row.c_str());
    QVERIFY(!(*reader)->endedEarly());
}

void TestWorkbenchRead::copies() {
    const auto reader = readModel(table(
        R"("TableFacets":[{"FacetName":"F","TableData":[{"pk":{"S":"1"},"a":{"S":"x"}},{"pk":{"S":"2"}},)"
        R"({"pk":{"S":"3"},"a":{"S":"y"}}]},{"FacetName":"G","TableData":[{"pk":{"S":"1"}}]}],)"
        R"("TableData":[{"a": {"S":"x"},"pk":{"S":"1"}},{"pk":{"S":"2"},"b":{"N":"1"}},{"pk":{"S":"3"},"a":{"S":"z"}},)"
        R"({"pk":{"S":"4"}},{"pk":{"S":"4"}}])"));
    QVERIFY(reader);
    // Of one key and different attributes both stay, and so do rows that one array holds twice.
    const std::vector<std::string> expected = {
        R"(1 Tab {"a":{"S":"x"},"pk":{"S":"1"}})",
        R"(1 Tab {"a":{"S":"y"},"pk":{"S":"3"}})",
        R"(1 Tab {"b":{"N":"1"},"pk":{"S":"2"}})",
        R"(1 Tab {"a":{"S":"z"},"pk":{"S":"3"}})",
        R"(1 Tab {"pk":{"S":"4"}})",
        R"(1 Tab {"pk":{"S":"4"}})",
    };
    QCOMPARE(rowsOf(**reader), expected);
    QCOMPARE(*(*reader)->tables()[0].items, std::uint64_t{6});
}

void TestWorkbenchRead::oddDeclarations_data() {
    QTest::addColumn<std::string>("members");
    QTest::addColumn<std::string>("notes");
    add("a long type", R"("NonKeyAttributes":[{"AttributeName":"a","AttributeType":"Number"}])",
        "repaired 1: Table Tab: The type \"Number\" of the attribute \"a\" was read as N.\n");
    add("no type", R"("NonKeyAttributes":[{"AttributeName":"a"}])",
        "repaired 1: Table Tab: The attribute \"a\" is declared without a type. S was taken.\n");
    add("no name", R"("NonKeyAttributes":[{"AttributeType":"S"}])",
        "lost 1: Table Tab: An attribute without a name in NonKeyAttributes was left out.\n");
    add("twice the same",
        R"("NonKeyAttributes":[{"AttributeName":"a","AttributeType":"S"},)"
        R"({"AttributeName":"a","AttributeType":"S"}])",
        "");
    add("twice another",
        R"("NonKeyAttributes":[{"AttributeName":"a","AttributeType":"S"},{"AttributeName":"a","AttributeType":"N"}])",
        "repaired 1: Table Tab: The attribute \"a\" is declared twice, as S and as N. The last one was "
        "taken.\n");
    add("a facet without a name", R"("TableFacets":[{"TableData":[]}])",
        "repaired 1: Table Tab: A facet has no name. It was called \"Facet 1\".\n");
    add("an index that is none", R"("GlobalSecondaryIndexes":[{"IndexName":"GSI","KeyAttributes":{}}])",
        "lost 1: Table Tab: The index \"GSI\" was left out. PartitionKey is missing in KeyAttributes of "
        "index GSI. "
        "It is written \"PartitionKey\": {\"AttributeName\": \"PK\", \"AttributeType\": \"S\"}.\n");
    add("an index of a forbidden name",
        R"("GlobalSecondaryIndexes":[{"IndexName":"x","KeyAttributes":{"PartitionKey":{"AttributeName":"a",)"
        R"("AttributeType":"S"}},"Projection":{"ProjectionType":"ALL"}}])",
        "lost 1: Table Tab: The index \"x\" was left out. IndexName must be at least 3 characters long "
        "and at most "
        "255 characters long\n");
    add("no projection",
        R"("GlobalSecondaryIndexes":[{"IndexName":"GSI","KeyAttributes":{"PartitionKey":{"AttributeName":"a",)"
        R"("AttributeType":"S"}}}])",
        "repaired 1: Table Tab: The projection of the index \"GSI\" is none of ALL, KEYS_ONLY and "
        "INCLUDE. ALL was "
        "taken.\n");
    add("provisioned without numbers", R"("BillingMode":"PROVISIONED")",
        "repaired 1: Table Tab: BillingMode is PROVISIONED, but "
        "the model names no capacity. The table is paid for "
        "by request.\n");
    add("several key attributes",
        R"("GlobalSecondaryIndexes":[{"IndexName":"GSI","KeyAttributes":{"PartitionKey":[{"AttributeName":"a",)"
        R"("AttributeType":"S"},{"AttributeName":"b","AttributeType":"N"}]},"Projection":{"ProjectionType":"ALL"}}])",
        "");
}

void TestWorkbenchRead::oddDeclarations() {
    QFETCH(std::string, members);
    QFETCH(std::string, notes);
    const auto reader = readModel(table(members));
    QVERIFY2(reader, reader ? "" : reader.error().text().c_str());
    QCOMPARE(notesOf(**reader), notes);
}

void TestWorkbenchRead::otherTypesAreTold() {
    const auto reader =
        readModel(table(R"("NonKeyAttributes":[{"AttributeName":"a","AttributeType":"S"}],)"
                        R"("TableData":[{"pk":{"S":"1"},"a":{"N":"1"}},{"pk":{"S":"2"},"a":{"N":"2"}},)"
                        R"({"pk":{"S":"3"},"a":{"S":"2"}}])"));
    QVERIFY(reader);
    QCOMPARE(rowsOf(**reader).front(), std::string(R"(1 Tab {"a":{"N":"1"},"pk":{"S":"1"}})"));
    QCOMPARE(notesOf(**reader),
             std::string("warning 0: Table Tab: the attribute \"a\" is declared S and is of type N "
                         "in 2 rows, which were taken as they stand.\n"));
}

void TestWorkbenchRead::looks_data() {
    QTest::addColumn<std::string>("head");
    QTest::addColumn<std::string>("found");
    add("a model", dataFile("shop.json").substr(0, 300), "NoSQL Workbench model, version 3.0");
    add("cut in its description", dataFile("shop.json").substr(0, 200), "NoSQL Workbench model");
    add("without metadata", whole(""), "NoSQL Workbench model");
    add("fenced", dataFile("fenced.md"), "NoSQL Workbench model");
    add("an item with such a name", R"({"ModelName":"Civic","DataModel":"x"})", "");
    add("a name inside", R"({"a":{"DataModel":[]}})", "");
    add("an array", R"([{"DataModel":[]}])", "");
    add("nothing", "", "");
    add("open text", "{\"Mod", "");
}

void TestWorkbenchRead::looks() {
    QFETCH(std::string, head);
    QFETCH(std::string, found);
    QCOMPARE(looksLikeWorkbench(head), found);
}

void TestWorkbenchRead::invalid_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("error");
    const std::string shop = dataFile("shop.json");
    add("no object", "[1]",
        "model.json: A NoSQL Workbench model is a JSON object that holds DataModel, its "
        "tables; this is none.");
    add("no tables", "\n {\"ModelName\":\"x\"}",
        "model.json, line 2, column 2: DataModel is missing: a model holds its tables in it, "
        "as \"DataModel\": [{\"TableName\": …}].");
    add("an empty list", whole(""), "model.json, line 1, column 1: DataModel holds no table.");
    add("a table that is none", whole("5"),
        "model.json, line 1, column 15: A table is an object, {\"TableName\": …}.");
    add("tables that are none", R"({"DataModel":{}})",
        "model.json, line 1, column 14: DataModel is an array of tables, [{\"TableName\": …}].");
    add("no table name", replaced(shop, "\"TableName\": \"Shop\"", "\"Name\": \"Shop\""),
        "model.json, line 14, column 5: TableName is missing: a table has a "
        "name, as \"TableName\": \"Music\".");
    add("no keys", replaced(shop, "\"KeyAttributes\": {\n", "\"KeyAttribute\": {\n"),
        "model.json, line 14, column 5: KeyAttributes of table Shop is missing. It "
        "is written \"KeyAttributes\": "
        "{\"PartitionKey\": {\"AttributeName\": \"PK\", \"AttributeType\": \"S\"}}.");
    add("no partition key",
        replaced(shop, "\"PartitionKey\": {\"AttributeName\": \"PK\"",
                 "\"Partition\": {\"AttributeName\": \"PK\""),
        "model.json, line 16, column 24: PartitionKey is missing in KeyAttributes of table Shop. It is "
        "written "
        "\"PartitionKey\": {\"AttributeName\": \"PK\", \"AttributeType\": \"S\"}.");
    add("a key of a type that no key has",
        replaced(shop, "\"PK\", \"AttributeType\": \"S\"", "\"PK\", \"AttributeType\": \"M\""),
        "model.json, line 17, column 25: The key attribute \"PK\" is of type M. A key is of type S, N or "
        "B.");
    add("a missing comma", replaced(shop, "\"ModelName\": \"Small shop\",", "\"ModelName\": \"Small shop\""),
        "model.json, line 3, column 3: A comma or a closing } is missing here.");
    add("a text that is not closed", replaced(shop, "\"Author\": \"Partita\"", "\"Author\": \"Partita"),
        "model.json, line 4, column 24: A line break or a control character stands in a text. JSON writes "
        "it as \\n "
        "or \\t.");
    add("columns are characters", "{\"ä\":1 \"b\":2}",
        "model.json, line 1, column 8: A comma or a closing } is missing here.");
    add("half a surrogate pair", R"({"a":"\ud800"})",
        "model.json, line 1, column 13: A \\u escape is one half of a surrogate pair.");
    add("cut off", shop.substr(0, 100),
        "model.json, line 5, column 24: The text ends here, before the "
        "JSON does.");
}

void TestWorkbenchRead::invalid() {
    QFETCH(std::string, text);
    QFETCH(std::string, error);
    const auto reader = readModel(text);
    QVERIFY(!reader);
    QCOMPARE(reader.error().text(), error);
}

void TestWorkbenchRead::deep() {
    const std::string open(200'000, '[');
    QVERIFY(!readModel("{\"a\":" + open));
    // What stands before the fault is read.
    const auto early = readModel(table("\"a\":" + open));
    QVERIFY(early);
    QVERIFY((*early)->endedEarly());
    const auto reader = readModel(table("\"TableData\":[{\"pk\":{\"S\":\"1\"},\"a\":" + open +
                                        std::string(200'000, ']') + "},{\"pk\":{\"S\":\"2\"}}]"));
    QVERIFY(reader);
    const auto rows = rowsOf(**reader);
    QCOMPARE(rows.size(), std::size_t{2});
    QVERIFY2(rows[0].ends_with("nested too deeply here to be read."), rows[0].c_str());
    QCOMPARE(rows[1], std::string(R"(1 Tab {"pk":{"S":"2"}})"));
}

void TestWorkbenchRead::manyRowsOnOneLine() {
    // A minute or more, if each row were to look for the beginning of its line.
    std::string rows;
    for (int i = 0; i < 200'000; ++i)
        rows += (i == 0 ? "" : ",") + std::string(R"({"pk":{"S":")") + std::to_string(i) + "\"}}";
    QElapsedTimer timer;
    timer.start();
    const auto reader = readModel(table("\"TableData\":[" + rows + "]"));
    QVERIFY(reader);
    QCOMPARE(*(*reader)->tables()[0].items, std::uint64_t{200'000});
    QVERIFY2(timer.elapsed() < 20'000, std::to_string(timer.elapsed()).c_str());
}

void TestWorkbenchRead::refusedRowsAgain() {
    const auto first = readModel(replaced(
        table(R"("Colour":1,"TableFacets":[{"FacetName":"F","TableData":[{"pk":{"S":"1"},"a":{}}]}],)"
              R"("TableData":[{"pk":{"S":"2"}},{"pk":{"S":"3"},"a":)" +
              std::string("\n") + R"(5}])"),
        "{", R"({"ModelName":"M",)"));
    QVERIFY(first);
    QCOMPARE((*first)->recordFormat(), SourceFormat::Workbench);
    std::string again = (*first)->preamble();
    QVERIFY(again.find('\n') == std::string::npos);
    for (auto record = (*first)->next(); record && *record; record = (*first)->next()) {
        if (!(*first)->decode(**record, {}, false)) again += "\n" + std::string((*record)->text);
    }
    const auto second = readModel(again + "\n", true);
    QVERIFY(second);
    const std::vector<std::string> expected = {
        R"(2 Tab {"pk":{"S":"1"}} | Table "Tab", row 1: the attribute "a" holds {}: it is left out.)",
        R"(3 Tab {"a":{"N":"5"},"pk":{"S":"3"}} | Table "Tab", row 2: the attribute "a" is written as plain )"
        R"(JSON, without types: it is read as N.)",
    };
    QCOMPARE(rowsOf(**second), expected);
    QCOMPARE(notesOf(**second), std::string());
    QCOMPARE((*second)->tables()[0].extra, (*first)->tables()[0].extra);
    QCOMPARE(*(*second)->tables()[0].items, std::uint64_t{2});
    QVERIFY(!(*second)->endedEarly());

    const auto several = readModel(dataFile("shop.json"));
    QVERIFY(several);
    QCOMPARE((*several)->recordFormat(), SourceFormat::Items);
    QCOMPARE((*several)->preamble(), std::string());
}

QTEST_APPLESS_MAIN(TestWorkbenchRead)
#include "tst_workbench_read.moc"
