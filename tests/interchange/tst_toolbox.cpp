// Tables and entities of dynamodb-toolbox: the three generations of its source form, its JSON, and what is
// refused.
#include <QTest>

#include "tests/interchange/schema_sources.h"

using namespace partita;

namespace {

Result<std::unique_ptr<SourceReader>> readSource(const std::string& text) {
    return readToolbox(text, "db/tables.ts", {});
}

const QByteArray kVersion2 = R"(
import { Table, Entity, item, string, number, list, prefix, any } from 'dynamodb-toolbox'

export const ShopTable = new Table({
  documentClient,
  name: 'shop',
  partitionKey: { name: 'PK', type: 'string' },
  sortKey: { name: 'SK', type: 'string' },
  indexes: {
    byStatus: { type: 'global', partitionKey: { name: 'status', type: 'string' }, sortKey: { name: 'at', type: 'number' } },
    byRaw: { type: 'local', sortKey: { name: 'raw', type: 'binary' } },
  },
  entityAttributeSavedAs: '_et',
})

const userSchema = item({
  id: string().key().savedAs('PK').transform(prefix('USER')),
  kind: string().key().savedAs('SK').const('PROFILE'),
  name: string().optional(),
  tags: list(string()).default(() => ['a', 'b']),
  at: number().savedAs('at'),
})
export const User = new Entity({ name: 'USER', table: ShopTable, schema: userSchema })

const Order = new Entity({
  name: 'ORDER',
  table: ShopTable,
  schema: item({ orderId: string().key(), status: string() }).and(prev => ({ total: number().link(f) })),
  computeKey: ({ orderId }: { orderId: string }) => ({ PK: `ORDER#${orderId}`, SK: orderId }),
} as const)

class Repo {
  private other = new Entity<'OTHER'>({ name: 'OTHER', table: Elsewhere, schema: schema({ a: any() }) })
}
)";

const QByteArray kShop =
    R"({"TableName":"shop","AttributeDefinitions":[{"AttributeName":"PK","AttributeType":"S"},)"
    R"({"AttributeName":"SK","AttributeType":"S"},{"AttributeName":"status","AttributeType":"S"},)"
    R"({"AttributeName":"at","AttributeType":"N"},{"AttributeName":"raw","AttributeType":"B"}],)"
    R"("KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},{"AttributeName":"SK","KeyType":"RANGE"}],)"
    R"("LocalSecondaryIndexes":[{"IndexName":"byRaw","KeySchema":[{"AttributeName":"PK","KeyType":"HASH"},)"
    R"({"AttributeName":"raw","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],)"
    R"("GlobalSecondaryIndexes":[{"IndexName":"byStatus","KeySchema":[{"AttributeName":"status","KeyType":"HASH"},)"
    R"({"AttributeName":"at","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],)"
    R"("BillingMode":"PAY_PER_REQUEST"})";

QByteArray small(const QByteArray& name) {
    return "{\"TableName\":\"" + name +
           "\",\"AttributeDefinitions\":[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}],"
           "\"KeySchema\":[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}],\"BillingMode\":\"PAY_PER_"
           "REQUEST\"}\n";
}

}  // namespace

class TestToolbox final : public QObject {
    Q_OBJECT

  private slots:
    void version2();
    void version1();
    void version0();
    void json();
    void forms_data();
    void forms();
    void refused_data();
    void refused();
    void detected_data();
    void detected();
    void cutAnywhere();
    void hostile_data();
    void hostile();
};

void TestToolbox::version2() {
    const QByteArray expected =
        "shop " + kShop +
        "\n  USER: PK SK name tags at PK=USER#${id} SK=PROFILE\n"
        "  ORDER: orderId status PK SK PK=ORDER#${orderId} SK=${orderId}\n"
        "  OTHER: a\n"
        "lost 28: Attributes of the entity \"ORDER\" that code makes are not taken over.\n";
    const QByteArray shown = QByteArray::fromStdString(printed(readSource(kVersion2.toStdString())));
    QVERIFY2(shown == expected, shown);
}

void TestToolbox::version1() {
    const std::string text =
        "const t = new TableV2({}); const MyTable = new Table({ name: () => process.env.TABLE, partitionKey: "
        "{ name: 'pk', type: 'string' } })\n"
        "export const E = new EntityV2({ name: 'no' })\n"
        "const A = new Entity({ name: 'A', table: MyTable, schema: schema({ id: string({ key: true, savedAs: "
        "'pk' }),"
        " n: string({ transform: prefix('N') }), }) })\n";
    QCOMPARE(QByteArray::fromStdString(printed(readSource(text))),
             "MyTable " + small("MyTable") + "  A: pk n pk=${id}\n" +
                 "repaired 1: The name of a table is not told in the source. It is called \"MyTable\".\n");
}

void TestToolbox::version0() {
    const std::string text = R"(
const { Table, Entity } = require('dynamodb-toolbox')
const MyTable = new Table({
  name: 'shop', partitionKey: 'PK', sortKey: 'SK',
  attributes: { at: 'number', raw: { type: 'binary' } },
  indexes: { byStatus: { partitionKey: 'status', sortKey: 'at' }, byRaw: { sortKey: 'raw' } },
  DocumentClient
})
module.exports.Customer = new Entity({
  name: 'Customer',
  attributes: {
    id: { partitionKey: true, prefix: 'CUST#' },
    sk: { hidden: true, sortKey: true, default: 'PROFILE' },
    state: { partitionKey: 'byStatus', type: 'string' },
    when: { sortKey: 'byStatus', default: (data) => `${data.a}` },
    name: { map: 'nm' },
    email: 'string',
    part: ['sk', 0],
  },
  table: MyTable
});
)";
    QCOMPARE(
        QByteArray::fromStdString(printed(readSource(text))),
        "shop " + kShop +
            "\n  Customer: PK SK status at nm email PK=CUST#${id} SK=PROFILE at=${data.a} status=${state}\n");
}

void TestToolbox::json() {
    const std::string table =
        R"({"tableName":"shop","partitionKey":{"name":"PK","type":"string"},"sortKey":{"name":"SK","type":"string"},)"
        R"("indexes":{"byStatus":{"type":"global","partitionKey":{"name":"status","type":"string"},)"
        R"("sortKey":{"name":"at","type":"number"}},"byRaw":{"type":"local","sortKey":{"name":"raw","type":"binary"}}},)"
        R"("entityAttributeSavedAs":"_et"})";
    const auto entity = [&](const std::string& name) {
        return "{\"entityName\":\"" + name +
               R"(","schema":{"type":"item","attributes":{"id":{"type":"string","required":"always","key":true,)"
               R"("savedAs":"PK"},"SK":{"type":"string","key":true},"age":{"type":"number"}}},"entityAttribute":true,)"
               R"("timestamps":true,"table":)" +
               table + "}";
    };
    const QByteArray expected = "shop " + kShop + "\n";
    QCOMPARE(QByteArray::fromStdString(printed(readSource(table))), expected);
    QCOMPARE(QByteArray::fromStdString(printed(readSource(entity("U")))),
             expected + "  U: PK SK age PK=${id}\n");
    QCOMPARE(QByteArray::fromStdString(printed(readSource("[" + entity("U") + "," + entity("V") + "]"))),
             expected + "  U: PK SK age PK=${id}\n  V: PK SK age PK=${id}\n");
}

void TestToolbox::forms_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray key = "partitionKey: { name: 'pk', type: 'string' }";
    QTest::newRow("never bound") << "export default new Table({ name: 'abc', " + key + " })"
                                 << "abc " + small("abc");
    QTest::newRow("settings apart") << "const c = { name: 'abc', " + key + " }\nconst t = new Table(c)"
                                    << "abc " + small("abc");
    QTest::newRow("in a function")
        << "export const make = (client) => {\n  return new Table({ name: 'abc', " + key + " })\n}"
        << "abc " + small("abc");
    QTest::newRow("key apart") << QByteArray(
                                      "const k = { name: 'pk', type: 'string' } as const\n"
                                      "const t = new Table({ name: 'abc', partitionKey: k })")
                               << "abc " + small("abc");
    QTest::newRow("two")
        << "const a = new Table({ name: 'abc', " + key + " })\nconst b = new Table({ name: 'abd', " + key +
               " })\nconst e = new Entity({ name: 'E', table: b, schema: item({ pk: string() }) })\n"
               "const f = new Entity({ name: 'F', table: c, schema: item({ pk: string() }) })"
        << "abc " + small("abc") + "abd " + small("abd") +
               "  E: pk\nlost 4: The table of the entity \"F\" is not declared here: the entity is not taken "
               "over.\n";
    QTest::newRow("schema elsewhere")
        << "const a = new Table({ name: 'abc', " + key +
               " })\nnew Entity({ name: 'E', table: a, schema: other })"
        << "abc " + small("abc") +
               "  E:\nlost 2: Attributes of the entity \"E\" that code makes are not taken over.\n";
    QTest::newRow("keys in code")
        << "const a = new Table({ name: 'abc', " + key +
               " })\nnew Entity({ name: 'E', table: a, schema: item({ x: string() }),\n"
               " computeKey: (x) => { return { pk: x } } })"
        << "abc " + small("abc") +
               "  E: x\nlost 3: The keys of the entity \"E\" are made in code that is not read.\n";
}

void TestToolbox::forms() {
    QFETCH(QByteArray, text);
    QTEST(QByteArray::fromStdString(printed(readSource(text.toStdString()))), "expected");
}

void TestToolbox::refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("empty") << QByteArray() << QByteArray("! No table of dynamodb-toolbox");
    QTest::newRow("no keys") << QByteArray("const a = new Table({ name: 'abc' })")
                             << QByteArray("! No table of dynamodb-toolbox");
    QTest::newRow("key of a list")
        << QByteArray("const a = new Table({\n partitionKey: { name: 'pk', type: 'list' } })")
        << QByteArray("! line 2: The type of a key is string, number or binary");
    QTest::newRow("key without name")
        << QByteArray("const a = new Table({\n partitionKey: { type: 'string' } })")
        << QByteArray("! line 2: A key is written");
    QTest::newRow("name") << QByteArray("const a =\nnew Table({ name: 'a b c', partitionKey: 'pk' })")
                          << QByteArray("! line 2: Value 'a b c' at 'TableName'");
    QTest::newRow("cut off") << QByteArray("const a = new Table({ name: 'abc',\n partitionKey: { name: ")
                             << QByteArray("! line 2: The text ends");
}

void TestToolbox::refused() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QByteArray shown = QByteArray::fromStdString(printed(readSource(text.toStdString())));
    QVERIFY2(shown.startsWith(expected), shown);
}

void TestToolbox::detected_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("isToolbox");
    QTest::newRow("source") << kVersion2 << true;
    QTest::newRow("no import") << QByteArray("export const t = new Table({ partitionKey: 'pk' })") << true;
    QTest::newRow("entity") << QByteArray("{\"entityName\":\"U\",\"schema\":{\"type\":\"item\",") << true;
    QTest::newRow("table") << QByteArray("{\"tableName\":\"U\",\"partitionKey\":{\"name\":\"pk\"}}") << true;
    QTest::newRow("item") << QByteArray("{\"name\":\"dynamodb-toolbox\"}") << false;
    QTest::newRow("other source") << QByteArray("new Table('a')") << false;
}

void TestToolbox::detected() {
    QFETCH(QByteArray, head);
    QFETCH(bool, isToolbox);
    QCOMPARE(!looksLikeToolbox(head.toStdString()).empty(), isToolbox);
}

void TestToolbox::cutAnywhere() {
    for (qsizetype size = 0; size < kVersion2.size(); ++size) {
        const auto reader = readSource(kVersion2.left(size).toStdString());
        if (!reader) QVERIFY(!reader.error().message.empty());
    }
}

void TestToolbox::hostile_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("junk, 10 MB") << QByteArray("new Table({").repeated(1'000'000);
    QTest::newRow("deep tables") << QByteArray("new Table({a:").repeated(300'000);
    QTest::newRow("many tables") << QByteArray("new Table({partitionKey:'pk'})\n").repeated(60'000);
    QByteArray entities = "const t = new Table({name: 'abc', partitionKey: 'pk'})\nconst s = item({";
    for (int i = 0; i < 20'000; ++i)
        entities += "f" + QByteArray::number(i) + ":string(),";
    entities += "})\n" + QByteArray("new Entity({name: 'E', table: t, schema: s})\n").repeated(20'000);
    QTest::newRow("many entities of one schema") << entities;
}

void TestToolbox::hostile() {
    QFETCH(QByteArray, text);
    const double seconds = secondsOf(readSource, text.toStdString());
    QVERIFY2(seconds >= 0 && seconds < 20, QByteArray::number(seconds));
}

QTEST_APPLESS_MAIN(TestToolbox)
#include "tst_toolbox.moc"
