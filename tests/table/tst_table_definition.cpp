// Table definitions: look-ups, projection, and every rule of CreateTable.
#include <QtTest>

#include "engine/table/table_definition.h"

using namespace partita;

Q_DECLARE_METATYPE(partita::TableDefinition)

namespace {

KeyAttribute s(std::string name) {
    return {std::move(name), ValueType::String};
}
KeyAttribute n(std::string name) {
    return {std::move(name), ValueType::Number};
}

TableDefinition valid() {
    TableDefinition table;
    table.name = "Workspaces";
    table.keys = {{s("pk")}, {s("sk")}};
    table.indexes = {
        {"ByDate", IndexKind::Local, {{s("pk")}, {n("date")}}, {ProjectionType::KeysOnly, {}}, {}},
        {"ByStatus",
         IndexKind::Global,
         {{s("status"), n("year")}, {s("sk"), n("date")}},
         {ProjectionType::Include, {"title", "owner"}},
         {}},
    };
    return table;
}

/// The valid table with one thing changed.
template <class Change>
TableDefinition with(Change change) {
    TableDefinition table = valid();
    change(table);
    return table;
}

IndexDefinition global(int number) {
    return {"Index" + std::to_string(number),
            IndexKind::Global,
            {{s("pk")}, {}},
            {ProjectionType::KeysOnly, {}},
            {}};
}

std::vector<std::string> names(const std::string& prefix, int count) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i) {
        out.push_back(prefix + std::to_string(i));
    }
    return out;
}

}  // namespace

class TestTableDefinition final : public QObject {
    Q_OBJECT

  private slots:
    void lookUps() {
        const TableDefinition table = valid();
        QVERIFY(table.hasLocalIndex());
        QVERIFY(!with([](TableDefinition& t) { t.indexes.erase(t.indexes.begin()); }).hasLocalIndex());
        QCOMPARE(table.index("ByStatus")->kind, IndexKind::Global);
        QVERIFY(!table.index("bystatus"));
        QVERIFY(table.keysOf(std::nullopt) == &table.keys);
        QVERIFY(table.keysOf("ByDate") == &table.indexes[0].keys);
        QVERIFY(!table.keysOf("None"));
        QVERIFY(table.keys.contains("sk") && !table.keys.contains("date"));
        QVERIFY((table.indexes[1].keys.all() ==
                 std::vector<KeyAttribute>{s("status"), n("year"), s("sk"), n("date")}));
    }

    void projection() {
        const TableDefinition table = valid();
        const IndexDefinition& keysOnly = table.indexes[0];
        const IndexDefinition& include = table.indexes[1];
        for (const char* name : {"pk", "sk", "date"}) {
            QVERIFY(isProjected(table, keysOnly, name));
            QVERIFY(isProjected(table, include, name));
        }
        QVERIFY(!isProjected(table, keysOnly, "status") && isProjected(table, include, "status"));
        QVERIFY(!isProjected(table, keysOnly, "title") && isProjected(table, include, "title"));
        QVERIFY(!isProjected(table, include, "seats"));
        IndexDefinition all = include;
        all.projection = {ProjectionType::All, {}};
        QVERIFY(isProjected(table, all, "seats"));
    }

    void accepted_data() {
        QTest::addColumn<TableDefinition>("table");
        using T = TableDefinition;
        QTest::newRow("plain") << valid();
        QTest::newRow("no sort key, no index") << with([](T& t) {
            t.keys.sort.clear();
            t.indexes.clear();
        });
        QTest::newRow("shortest name") << with([](T& t) { t.name = "a.b"; });
        QTest::newRow("longest name") << with([](T& t) { t.name = std::string(255, '-'); });
        QTest::newRow("longest key name") << with([](T& t) { t.keys.sort = {s(std::string(255, 'k'))}; });
        QTest::newRow("binary key") << with([](T& t) { t.keys.sort = {{"data", ValueType::Binary}}; });
        QTest::newRow("provisioned") << with([](T& t) {
            t.billing = BillingMode::Provisioned;
            t.throughput = t.indexes[1].throughput = {1, 1};
        });
        QTest::newRow("20 global indexes") << with([](T& t) {
            t.indexes.resize(1);
            for (int i = 0; i < 20; ++i)
                t.indexes.push_back(global(i));
        });
        QTest::newRow("5 local indexes") << with([](T& t) {
            for (int i = 0; i < 4; ++i) {
                t.indexes.push_back(t.indexes[0]);
                t.indexes.back().name = "Local" + std::to_string(i);
            }
        });
        QTest::newRow("4 and 4 attributes") << with([](T& t) {
            t.indexes[1].keys = {{s("a"), s("b"), s("c"), s("d")}, {n("e"), n("f"), n("g"), n("h")}};
        });
        QTest::newRow("20 included") << with(
            [](T& t) { t.indexes[1].projection.attributes = names("x", 20); });
        QTest::newRow("100 included") << with([](T& t) {
            t.indexes.clear();
            for (int i = 0; i < 5; ++i) {
                t.indexes.push_back(global(i));
                t.indexes.back().projection = {ProjectionType::Include, names("x", 20)};
            }
        });
    }
    void accepted() {
        QFETCH(TableDefinition, table);
        const auto checked = validateDefinition(table);
        QVERIFY2(checked.ok(), checked ? "" : checked.error().text().c_str());
    }

    void refused_data() {
        QTest::addColumn<TableDefinition>("table");
        QTest::addColumn<QByteArray>("message");
        using T = TableDefinition;
        const auto row = [](const char* name, const T& table, const QByteArray& message) {
            QTest::newRow(name) << table << message;
        };
        const QByteArray invalid = "One or more parameter values were invalid: ";
        const QByteArray length = " must be at least 3 characters long and at most 255 characters long";
        const QByteArray pattern =
            "failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";
        row("short name", with([](T& t) { t.name = "ab"; }), "ab: TableName" + length);
        row("no name", with([](T& t) { t.name = ""; }), "TableName" + length);
        row("long name", with([](T& t) { t.name = std::string(256, 'x'); }),
            QByteArray(255, 'x') + ": TableName" + length);
        row("blank in name", with([](T& t) { t.name = "My Table"; }),
            "Value 'My Table' at 'TableName' " + pattern);
        row("CJK name", with([](T& t) { t.name = "表の名前"; }),
            "Value '表の名前' at 'TableName' " + pattern);
        row("name is no text", with([](T& t) { t.name = "abc\xFF"; }), "Value at 'TableName' " + pattern);
        row("index name", with([](T& t) { t.indexes[1].name = "a/b"; }),
            "Value 'a/b' at 'IndexName' " + pattern);
        row("short index name", with([](T& t) { t.indexes[1].name = "a"; }), "a: IndexName" + length);
        row("two of one name", with([](T& t) { t.indexes[1].name = "ByDate"; }),
            invalid + "Duplicate index name: ByDate");
        row("no partition key", with([](T& t) { t.keys.partition.clear(); }),
            invalid + "Table KeySchema must have one hash key and at most one range key");
        row("two sort keys", with([](T& t) { t.keys.sort.push_back(s("x")); }),
            invalid + "Table KeySchema must have one hash key and at most one range key");
        row("no key name", with([](T& t) { t.keys.partition[0].name = ""; }),
            invalid +
                "A key attribute name of table Workspaces must be at least 1 byte long and at most 255 bytes "
                "long");
        row("long key name", with([](T& t) { t.keys.sort[0].name = std::string(256, 'k'); }),
            invalid +
                "A key attribute name of table Workspaces must be at least 1 byte long and at most 255 bytes "
                "long");
        row("key name is no text", with([](T& t) { t.keys.sort[0].name = "\xFF"; }),
            invalid + "A key attribute name of table Workspaces is not valid UTF-8");
        row("key type", with([](T& t) { t.keys.sort[0].type = ValueType::Bool; }),
            invalid + "Attribute type of key sk of table Workspaces must be S, N or B, not BOOL");
        row("same attribute twice", with([](T& t) { t.keys.sort[0].name = "pk"; }),
            "table Workspaces: Both the Hash Key and the Range Key element in the KeySchema have the same "
            "name");
        row("same attribute twice in an index", with([](T& t) { t.indexes[1].keys.sort[0].name = "status"; }),
            "index ByStatus: Both the Hash Key and the Range Key element in the KeySchema have the same "
            "name");
        row("two types", with([](T& t) { t.indexes[1].keys.sort[1].type = ValueType::String; }),
            invalid + "Key attribute date has two types: N and S");
        row("local index, no sort key", with([](T& t) { t.keys.sort.clear(); }),
            invalid +
                "Table KeySchema does not have a range key, which is required when specifying a "
                "LocalSecondaryIndex");
        row("local index without sort key", with([](T& t) { t.indexes[0].keys.sort.clear(); }),
            invalid + "Index KeySchema does not have a range key for index: ByDate");
        row("local index with two", with([](T& t) { t.indexes[0].keys.sort.push_back(s("x")); }),
            invalid +
                "Index KeySchema of a local secondary index has one hash key and one range key: ByDate");
        row("local index, another partition key",
            with([](T& t) { t.indexes[0].keys.partition[0].name = "other"; }),
            invalid +
                "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
                "ByDate. "
                "index hash key: other, table hash key: pk");
        row("six local indexes", with([](T& t) {
                for (int i = 0; i < 5; ++i) {
                    t.indexes.push_back(t.indexes[0]);
                    t.indexes.back().name = "Local" + std::to_string(i);
                }
            }),
            invalid + "Number of LocalSecondaryIndexes exceeds per-table limit of 5");
        row("21 global indexes", with([](T& t) {
                for (int i = 0; i < 20; ++i)
                    t.indexes.push_back(global(i));
            }),
            invalid + "GlobalSecondaryIndex count exceeds the per-table limit of 20");
        row("global index without partition key", with([](T& t) { t.indexes[1].keys.partition.clear(); }),
            invalid + "Index KeySchema must have 1 to 4 hash keys for index: ByStatus");
        row("five partition attributes", with([](T& t) {
                t.indexes[1].keys.partition = {s("a"), s("b"), s("c"), s("d"), s("e")};
            }),
            invalid + "Index KeySchema must have 1 to 4 hash keys for index: ByStatus");
        row("five sort attributes", with([](T& t) {
                t.indexes[1].keys.sort = {s("a"), s("b"), s("c"), s("d"), s("e")};
            }),
            invalid + "Index KeySchema must have at most 4 range keys for index: ByStatus");
        row("included nothing", with([](T& t) { t.indexes[1].projection.attributes.clear(); }),
            "ByStatus: " + invalid + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
        row("included 21", with([](T& t) { t.indexes[1].projection.attributes = names("x", 21); }),
            "ByStatus: " + invalid + "NonKeyAttributes must have at most 20 members");
        row("included twice", with([](T& t) {
                t.indexes[1].projection.attributes = {"x", "x"};
            }),
            "ByStatus: " + invalid + "Duplicate element in NonKeyAttributes: x");
        row("included an empty name", with([](T& t) { t.indexes[1].projection.attributes = {""}; }),
            "ByStatus: " + invalid +
                "Each name in NonKeyAttributes must be UTF-8 of at least 1 and at most 255 bytes");
        row("included with ALL", with([](T& t) { t.indexes[1].projection.type = ProjectionType::All; }),
            "ByStatus: " + invalid + "ProjectionType is ALL, but NonKeyAttributes is specified");
        row("included with KEYS_ONLY",
            with([](T& t) { t.indexes[1].projection.type = ProjectionType::KeysOnly; }),
            "ByStatus: " + invalid + "ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified");
        row("included 101", with([](T& t) {
                t.indexes[1].projection.attributes = {"y"};
                for (int i = 0; i < 5; ++i) {
                    t.indexes.push_back(global(i));
                    t.indexes.back().projection = {ProjectionType::Include, names("x", 20)};
                }
            }),
            invalid +
                "The number of NonKeyAttributes, summed over the indexes of the table, exceeds the per-table "
                "limit of 100");
        row("throughput on demand", with([](T& t) {
                t.throughput = {5, 5};
            }),
            "Workspaces: " + invalid +
                "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
                "PAY_PER_REQUEST");
        row("no throughput", with([](T& t) { t.billing = BillingMode::Provisioned; }),
            "Workspaces: " + invalid +
                "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
                "PROVISIONED");
        row("zero throughput", with([](T& t) {
                t.billing = BillingMode::Provisioned;
                t.throughput = {1, 0};
            }),
            "Workspaces: " + invalid + "ReadCapacityUnits and WriteCapacityUnits must be at least 1");
        row("no throughput of a global index", with([](T& t) {
                t.billing = BillingMode::Provisioned;
                t.throughput = {1, 1};
            }),
            "ByStatus: " + invalid +
                "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
                "PROVISIONED");
        row("throughput of a local index", with([](T& t) {
                t.indexes[0].throughput = {1, 1};
            }),
            invalid +
                "A local secondary index shares the throughput of its table and has none of its own: ByDate");
    }
    void refused() {
        QFETCH(TableDefinition, table);
        QFETCH(QByteArray, message);
        const auto checked = validateDefinition(table);
        QVERIFY(!checked.ok());
        QCOMPARE(QByteArray::fromStdString(checked.error().text()), message);
        QCOMPARE(checked.error().code, ErrorCode::Validation);
    }
};

QTEST_APPLESS_MAIN(TestTableDefinition)
#include "tst_table_definition.moc"
