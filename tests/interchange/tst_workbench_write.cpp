// Models written for NoSQL Workbench: their form, what they lose, and that reading them back gives the same.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "engine/interchange/write/workbench_writer.h"
#include "engine/value/item_bytes.h"
#include "tests/interchange/workbench_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

constexpr std::int64_t kNow = 1'717'250'700'000;  // 2024-06-01 14:05 UTC

struct Written {
    std::string text;
    std::vector<std::string> losses;
};

Written written(const std::vector<std::pair<SinkTable, std::vector<Item>>>& tables) {
    Written result;
    WorkbenchWriter writer(
        [&](std::string_view piece) -> Result<void> {
            result.text += piece;
            return {};
        },
        kNow);
    for (const auto& [table, items] : tables) {
        if (!writer.begin(table)) return {"begin failed", {}};
        for (const Item& item : items)
            if (!writer.item(itemBytes(item), {"PK", "SK"})) return {"item failed", {}};
    }
    if (!writer.finish()) return {"finish failed", {}};
    if (writer.bytesWritten() != result.text.size()) return {"miscounted", {}};
    result.losses = writer.losses();
    return result;
}

/// All that a model says, as it would go out again.
std::vector<std::pair<SinkTable, std::vector<Item>>> tablesOf(SourceReader& reader) {
    std::vector<std::pair<SinkTable, std::vector<Item>>> tables;
    for (const SourceTable& source : reader.tables()) {
        SinkTable sink;
        sink.definition = *source.schema;
        sink.entities = source.entities;
        sink.extra = source.extra;
        tables.emplace_back(std::move(sink), std::vector<Item>());
    }
    for (auto record = reader.next(); record && *record; record = reader.next()) {
        auto& [sink, items] = tables[(*record)->table];
        const auto decoded = reader.decode(**record, {}, false);
        if (!decoded) continue;
        items.push_back(decoded->item);
        for (const Attribute& attribute : decoded->item) {
            const std::string type(typeName(attribute.value.type()));
            auto column = std::find_if(sink.columns.begin(), sink.columns.end(),
                                       [&](const auto& one) { return one.name == attribute.name; });
            if (column == sink.columns.end()) column = sink.columns.insert(column, {attribute.name, {}});
            if (std::find(column->types.begin(), column->types.end(), type) == column->types.end())
                column->types.push_back(type);
        }
    }
    return tables;
}

QJsonObject parsed(const std::string& text) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

TableDefinition simple() {
    TableDefinition table;
    table.name = "Tab";
    table.keys = {{{"PK", ValueType::String}}, {{"SK", ValueType::Number}}};
    return table;
}

}  // namespace

class TestWorkbenchWrite final : public QObject {
    Q_OBJECT

  private slots:
    void form();
    void everyTypeComesBack();
    void modelComesBack();
    void declaresEverything();
    void losses();
    void localIndex();
    void noTable();
    void foreignExtra_data();
    void foreignExtra();
    void failures();
};

void TestWorkbenchWrite::form() {
    SinkTable table;
    table.definition = simple();
    table.entities = {{"order", {{"PK", "USER#${id}"}, {"SK", "${at}"}}, {"total", "SK"}}};
    table.columns = {{"PK", {"S"}}, {"SK", {"N"}}, {"total", {"N"}}};
    const auto result =
        written({{table,
                  {Item{{"PK", Value::string("a")}, {"SK", Value::number(1)}, {"total", Value::number(5)}},
                   Item{{"PK", Value::string("b")}, {"SK", Value::number(2)}}}},
                 {table, {}}});
    const std::string head =
        R"("KeyAttributes": {"PartitionKey":{"AttributeName":"PK","AttributeType":"S"},"SortKey":{"AttributeName":"SK","AttributeType":"N"}},
"NonKeyAttributes": [{"AttributeName":"total","AttributeType":"N"}],
"TableFacets": [{"FacetName":"order","KeyAttributeAlias":{"PartitionKeyAlias":"USER#${id}","SortKeyAlias":"${at}"},"TableData":[],"NonKeyAttributes":["total"],"DataAccess":{"MySql":{}}}],
)";
    const std::string expected = R"({
"ModelName": "Tab",
"ModelMetadata": {"Author":"","DateCreated":"Jun 01, 2024, 02:05 PM","DateLastModified":"Jun 01, 2024, 02:05 PM","Description":"","AWSService":"Amazon DynamoDB","Version":"3.0"},
"DataModel": [
{
"TableName": "Tab",
)" + head + R"("TableData": [
{"PK":{"S":"a"},"SK":{"N":"1"},"total":{"N":"5"}},
{"PK":{"S":"b"},"SK":{"N":"2"}}
],
"DataAccess": {"MySql":{}},
"BillingMode": "PAY_PER_REQUEST"
},
{
"TableName": "Tab",
)" + head + R"("TableData": [],
"DataAccess": {"MySql":{}},
"BillingMode": "PAY_PER_REQUEST"
}
]
}
)";
    QCOMPARE(result.text, expected);
    QVERIFY(result.losses.empty());
    QCOMPARE(looksLikeWorkbench(result.text), std::string("NoSQL Workbench model, version 3.0"));
}

void TestWorkbenchWrite::everyTypeComesBack() {
    const Item item{
        {"PK", Value::string("k\"\\\n\x01\xF0\x9F\x8E\xB5")},
        {"SK", *parsePlainValue("-12345678901234567890123456789012345678e-30")},
        {"", Value::string("")},
        {"N", Value::string("an attribute called like a type")},
        {"a.b[0]", Value::binary(std::string("\0\xFF", 2))},
        {"bool", Value::boolean(false)},
        {"null", Value::null()},
        {"list", Value::list({Value::map({}), Value::list({}),
                              Value::map({{"M", Value::map({{"S", Value::string("x")}})}})})},
        {"ss", *Value::stringSet({"b", "", "a"})},
        {"ns", *Value::numberSet({Number::fromInteger(2), Number::fromInteger(-1)})},
        {"bs", *Value::binarySet({"", "z"})},
    };
    SinkTable table;
    table.definition = simple();
    const auto result = written({{table, {item}}});
    for (const bool repair : {false, true}) {
        const auto reader = readModel(result.text, repair);
        QVERIFY(reader);
        const auto tables = tablesOf(**reader);
        QCOMPARE(tables.front().second.size(), std::size_t{1});
        QVERIFY(tables.front().second.front() == item);
    }
}

void TestWorkbenchWrite::modelComesBack() {
    const auto first = readModel(dataFile("shop.json"));
    QVERIFY(first);
    const auto before = tablesOf(**first);
    const auto result = written(before);
    const auto second = readModel(result.text);
    QVERIFY2(second, second ? "" : second.error().text().c_str());
    const auto after = tablesOf(**second);
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        QVERIFY(after[i].first.definition == before[i].first.definition);
        QVERIFY(after[i].second == before[i].second);
        QCOMPARE(after[i].first.entities.size(), before[i].first.entities.size());
        for (std::size_t k = 0; k < after[i].first.entities.size(); ++k) {
            QCOMPARE(after[i].first.entities[k].name, before[i].first.entities[k].name);
            QVERIFY(after[i].first.entities[k].keyTemplates == before[i].first.entities[k].keyTemplates);
            QVERIFY(after[i].first.entities[k].attributes == before[i].first.entities[k].attributes);
        }
    }
    // What Partita knows nothing of is there again, numbers in their digits.
    for (const char* const kept :
         {R"("Reviewer":{"Name":"nobody","Weight":1.50})", R"("ModelColour": [1,2.00,"three"])",
          R"("MapFunction":{"order":"${date}#${id}"})", R"("Comment":"in cents")", R"("Note":"by state")",
          R"("Hue":7)", R"("query":"select * from customer")",
          R"("SampleDataFormats": {"PK":["identifiers","UUID"]})",
          R"("AutoScalingRead":{"ScalableTargetRequest":{"MinCapacity":1}})",
          R"({"AttributeName":"never","AttributeType":"BOOL"})", R"("DateCreated":"Jan 05, 2024, 09:00 AM")",
          R"("DateLastModified":"Jun 01, 2024, 02:05 PM")", R"("DataAccess": {"MySql":{"table":"shop"}})",
          R"("ModelName": "Small shop")"})
        QVERIFY2(result.text.find(kept) != std::string::npos, kept);
    const auto again = written(after);
    QCOMPARE(again.text, result.text);
}

void TestWorkbenchWrite::declaresEverything() {
    const auto reader = readModel(dataFile("shop.json"));
    QVERIFY(reader);
    const QJsonObject model = parsed(written(tablesOf(**reader)).text);
    QCOMPARE(model["ModelMetadata"].toObject()["Version"].toString(), QString("3.0"));
    const QJsonArray tables = model["DataModel"].toArray();
    QCOMPARE(tables.size(), 2);
    for (const auto table : tables) {
        QSet<QString> declared;
        for (const auto attribute : table.toObject()["NonKeyAttributes"].toArray()) {
            const QString name = attribute.toObject()["AttributeName"].toString();
            QVERIFY2(!declared.contains(name), qPrintable(name));
            declared.insert(name);
        }
        for (const auto key : table.toObject()["KeyAttributes"].toObject())
            declared.insert(key.toObject()["AttributeName"].toString());
        for (const auto row : table.toObject()["TableData"].toArray()) {
            for (const QString& name : row.toObject().keys())
                QVERIFY2(declared.contains(name), qPrintable(name));
        }
        for (const auto facet : table.toObject()["TableFacets"].toArray()) {
            for (const auto name : facet.toObject()["NonKeyAttributes"].toArray())
                QVERIFY(declared.contains(name.toString()));
        }
        for (const auto index : table.toObject()["GlobalSecondaryIndexes"].toArray()) {
            for (const auto key : index.toObject()["KeyAttributes"].toObject())
                QVERIFY(declared.contains(key.toObject()["AttributeName"].toString()));
        }
    }
}

void TestWorkbenchWrite::losses() {
    SinkTable table;
    table.definition = simple();
    table.columns = {{"mixed", {"N", "S"}}};
    IndexDefinition index;
    index.name = "Many";
    index.keys = {{{"a", ValueType::String}, {"b", ValueType::String}}, {}};
    table.definition.indexes = {index};
    const auto result = written(
        {{table, {Item{{"PK", Value::string("a")}, {"SK", Value::number(1)}, {"late", Value::null()}}}}});
    const std::vector<std::string> expected = {
        "Table Tab: The index Many has several partition or sort attributes and is left out.",
        "Table Tab: The attribute \"mixed\" occurs in the types N, S. It is declared N; the items keep their "
        "types.",
        "Table Tab: Workbench does not show attributes that are in items and were not declared before them: "
        "\"late\".",
    };
    QCOMPARE(result.losses, expected);
    QVERIFY(!parsed(result.text)["DataModel"].toArray()[0].toObject().contains("GlobalSecondaryIndexes"));
    QVERIFY(!WorkbenchWriter::knownLosses().empty());
}

void TestWorkbenchWrite::localIndex() {
    SinkTable table;
    table.definition = simple();
    table.definition.billing = BillingMode::Provisioned;
    table.definition.throughput = Throughput{3, 4};
    IndexDefinition local;
    local.name = "ByDate";
    local.kind = IndexKind::Local;
    local.keys = {table.definition.keys.partition, {{"date", ValueType::String}}};
    local.projection = {ProjectionType::KeysOnly, {}};
    table.definition.indexes = {local};
    const auto reader = readModel(written({{table, {}}}).text);
    QVERIFY(reader);
    QVERIFY(*(*reader)->tables()[0].schema == table.definition);
}

void TestWorkbenchWrite::noTable() {
    const QJsonObject model = parsed(written({}).text);
    QCOMPARE(model["DataModel"].toArray().size(), 0);
    QCOMPARE(model["ModelMetadata"].toObject()["AWSService"].toString(), QString("Amazon DynamoDB"));
}

void TestWorkbenchWrite::foreignExtra_data() {
    QTest::addColumn<std::string>("extra");
    QTest::newRow("no JSON") << std::string("no JSON");
    QTest::newRow("another format's") << std::string(R"({"Tags":[1]})");
    QTest::newRow("odd throughout") << std::string(
        R"({"workbench":{"model":[1],"table":{"NonKeyAttributes":5,"TableFacets":{},"KeyAttributes":[]}}})");
}

void TestWorkbenchWrite::foreignExtra() {
    QFETCH(std::string, extra);
    SinkTable table;
    table.definition = simple();
    table.extra = extra;
    const auto result = written({{table, {}}});
    const auto reader = readModel(result.text);
    QVERIFY2(reader, result.text.c_str());
    QVERIFY(*(*reader)->tables()[0].schema == table.definition);
}

void TestWorkbenchWrite::failures() {
    SinkTable table;
    table.definition = simple();
    int allowed = 1;
    WorkbenchWriter writer(
        [&](std::string_view) -> Result<void> {
            if (allowed-- > 0) return {};
            return Error::file(ErrorCode::DiskFull, "The disk is full.", "x");
        },
        kNow);
    QVERIFY(writer.begin(table));
    QCOMPARE(writer.item(itemBytes(Item{{"PK", Value::string("a")}}), {}).error().code, ErrorCode::DiskFull);
    allowed = 9;
    QCOMPARE(writer.item("\xFF\xFF", {}).error().code, ErrorCode::DamagedFile);
}

QTEST_APPLESS_MAIN(TestWorkbenchWrite)
#include "tst_workbench_write.moc"
