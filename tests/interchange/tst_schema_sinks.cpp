// Schemas as texts of other languages: there and back where there is a reader, whole texts where there is
// none.
#include <QTest>
#include <fstream>
#include <sstream>

#include "engine/interchange/json.h"
#include "engine/interchange/read/readers.h"
#include "engine/interchange/write/schema_text.h"

using namespace partita;

namespace {

std::vector<SinkTable> sinkTables(std::vector<TableDefinition> definitions) {
    std::vector<SinkTable> tables;
    for (TableDefinition& definition : definitions) {
        SinkTable table;
        table.definition = std::move(definition);
        tables.push_back(std::move(table));
    }
    return tables;
}

/// tests/data/schemas
std::string golden(const std::string& name) {
    std::ifstream file(PARTITA_TEST_DATA "/schemas/" + name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A table with an index of each kind, an odd name in each place, and keys of several attributes.
TableDefinition full() {
    const KeyAttribute partition{"p\"k", ValueType::String};
    const KeyAttribute sort{"${sk}", ValueType::Number};
    const KeyAttribute broken{"a\nb", ValueType::String};
    TableDefinition table;
    table.name = "my-table.v2";
    table.keys = {{partition}, {sort}};
    table.billing = BillingMode::Provisioned;
    table.throughput = Throughput{10, 5};
    table.indexes = {
        {"ByTime",
         IndexKind::Local,
         {{partition}, {{"it's", ValueType::Binary}}},
         {ProjectionType::KeysOnly, {}},
         {}},
        {"One", IndexKind::Global, {{broken}, {}}, {}, Throughput{3, 2}},
        {"Several",
         IndexKind::Global,
         {{broken, {"%{if}", ValueType::String}}, {sort}},
         {ProjectionType::Include, {"na\\me", "no"}},
         Throughput{1, 1}},
    };
    return table;
}

TableDefinition simple(const std::string& name) {
    TableDefinition table;
    table.name = name;
    table.keys.partition = {{"id", ValueType::String}};
    return table;
}

/// Every mix of key types, sort key, indexes, projection and billing, as one definition each.
std::vector<TableDefinition> mixes() {
    std::vector<TableDefinition> all;
    const ValueType types[] = {ValueType::String, ValueType::Number, ValueType::Binary};
    for (int mix = 0; mix < 3 * 4 * 3 * 3 * 2 * 4; ++mix) {
        int rest = mix;
        const auto pick = [&](int choices) {
            const int picked = rest % choices;
            rest /= choices;
            return picked;
        };
        TableDefinition table = simple("Table." + std::to_string(mix));
        table.keys.partition = {{"pk", types[pick(3)]}};
        const int sort = pick(4);
        if (sort < 3) table.keys.sort = {{"sk", types[sort]}};
        const ValueType type = types[pick(3)];
        Projection projection;
        projection.type = static_cast<ProjectionType>(pick(3));
        if (projection.type == ProjectionType::Include)
            projection.attributes = {"a", "true", "1.0", "~", "b: c #d"};
        const std::optional<Throughput> units = pick(2) == 1 ? std::optional(Throughput{7, 3}) : std::nullopt;
        table.billing = units ? BillingMode::Provisioned : BillingMode::PayPerRequest;
        table.throughput = units;
        const int indexes = pick(4);
        if (indexes & 1 && !table.keys.sort.empty()) {
            table.indexes.push_back(
                {"local", IndexKind::Local, {table.keys.partition, {{"null", type}}}, projection, {}});
        }
        if (indexes & 2) {
            table.indexes.push_back({"global",
                                     IndexKind::Global,
                                     {{{"null", type}, {"- x", type}}, {{"\xC2\x85", type}}},
                                     projection,
                                     units});
        }
        all.push_back(std::move(table));
    }
    return all;
}

}  // namespace

class TestSchemaSinks final : public QObject {
    Q_OBJECT

  private slots:
    void thereAndBack();
    void severalTables();
    void cloudFormation();
    void terraform();
    void cdk();
    void identifiers();
    void losses();
};

void TestSchemaSinks::thereAndBack() {
    const auto all = mixes();
    QCOMPARE(all.size(), std::size_t{864});
    for (const TableDefinition& table : all) {
        const std::string expected = toCreateTableJson(table, 2);
        QVERIFY2(validateDefinition(table).ok(), expected.c_str());
        const std::string json = toCreateTableJson(sinkTables({table}));
        const auto fromJson = parseCreateTable(json);
        QCOMPARE(fromJson ? toCreateTableJson(*fromJson, 2) : fromJson.error().text(), expected);
        const std::string yaml = toCloudFormation(sinkTables({table}));
        const auto reader = readCloudFormation(yaml, "t.yaml", {});
        QVERIFY2(reader.ok(), reader ? "" : (reader.error().text() + "\n" + yaml).c_str());
        QCOMPARE((*reader)->tables().size(), std::size_t{1});
        QCOMPARE(toCreateTableJson(*(*reader)->tables().front().schema, 2), expected);
        QVERIFY((*reader)->notes().empty());
    }
}

void TestSchemaSinks::severalTables() {
    const auto tables = sinkTables({simple("one"), full(), simple("two")});
    const auto reader = readCloudFormation(toCloudFormation(tables), "t.yaml", {});
    QVERIFY(reader.ok());
    QCOMPARE((*reader)->tables().size(), std::size_t{3});
    for (std::size_t i = 0; i < tables.size(); ++i) {
        QVERIFY(*(*reader)->tables()[i].schema == tables[i].definition);
    }
    const auto array = parsePlainValue(toCreateTableJson(tables));
    QVERIFY(array.ok());
    QCOMPARE(array->asList()->size(), std::size_t{3});
}

void TestSchemaSinks::cloudFormation() {
    const std::string expected = golden("tables.yaml");
    QVERIFY(!expected.empty());
    QCOMPARE(toCloudFormation(sinkTables({full()})), expected);
}

void TestSchemaSinks::terraform() {
    const std::string expected = golden("tables.tf");
    QVERIFY(!expected.empty());
    QCOMPARE(toTerraform(sinkTables({full(), simple("1st")})), expected);
}

void TestSchemaSinks::cdk() {
    const std::string expected = golden("tables.ts");
    QVERIFY(!expected.empty());
    QCOMPARE(toCdk(sinkTables({full(), simple("1st")})), expected);
}

/// Names that differ only in what an identifier can't hold.
void TestSchemaSinks::identifiers() {
    const auto tables =
        sinkTables({simple("my-table"), simple("my.table"), simple("my_table"), simple("MyTable")});
    const auto reader = readCloudFormation(toCloudFormation(tables), "t.yaml", {});
    QVERIFY(reader.ok());
    QCOMPARE((*reader)->tables().size(), std::size_t{4});
    const std::string terraform = toTerraform(tables);
    for (const char* const name : {"\"my_table\" {", "\"my_table2\" {", "\"my_table3\" {", "\"MyTable\" {"}) {
        QVERIFY2(terraform.find(name) != std::string::npos, name);
    }
}

void TestSchemaSinks::losses() {
    QVERIFY(schemaLosses(ExportFormat::CloudFormation, sinkTables({simple("one")})).empty());
    QCOMPARE(schemaLosses(ExportFormat::CreateTable, sinkTables({simple("one"), simple("two")})).size(),
             std::size_t{1});
    QCOMPARE(schemaLosses(ExportFormat::Terraform, sinkTables({full()})).size(), std::size_t{1});
    QCOMPARE(schemaLosses(ExportFormat::Cdk, sinkTables({full()})).size(), std::size_t{1});
    auto tables = sinkTables({simple("one")});
    tables.front().entities.push_back({"User", {}, {}});
    QCOMPARE(schemaLosses(ExportFormat::Terraform, tables).size(), std::size_t{1});
}

QTEST_APPLESS_MAIN(TestSchemaSinks)
#include "tst_schema_sinks.moc"
