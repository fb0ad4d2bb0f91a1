// Schemas of OneTable, as JSON and in source files: keys, models, what is told of the rest, and hostile
// texts.
#include <QTest>

#include "tests/interchange/schema_sources.h"

using namespace partita;

namespace {

Result<std::unique_ptr<SourceReader>> readSchema(const std::string& text) {
    return readOneTable(text, "db/schema.ts", {});
}

const QByteArray kKeys =
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],)"
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)";
const QByteArray kPlain = "{\"TableName\":\"schema\"," + kKeys + "\"BillingMode\":\"PAY_PER_REQUEST\"}\n";
QByteArray unnamed(int line) {
    return "repaired " + QByteArray::number(line) +
           ": The schema does not name its table. It is called \"schema\".\n";
}

/// What people write: every notation of the language that a schema may be written in.
const QByteArray kSource = R"(// The schema.
import { Table } from 'dynamodb-onetable'
const Match = {
    ulid: /^[0-9A-HJKMNP-TV-Z]{26}$/,  // has a brace, and a slash in [/]
    email: /^(([^<>()[\]\\.,;:\s@"]+(\.[^<>()[\]\\.,;:\s@"]+)*)|(".+"))@x$/i,
}
const Base = { created: { type: Date } }
type Narrow<T> = { [K in keyof T]: T[K] }
/* indexes: {primary: {hash: 'no'}} */
export const Schema: OneSchema = {
    format: 'onetable:1.1.0',
    version: "0.1.0",
    indexes: {
        primary: { hash: 'pk', sort: 'sk' },
        gs1: { hash: 'gs1pk', sort: 'gs1sk', project: ['gs1pk', 'gs1sk', 'data'], follow: true },
        gs2: { hash: 'gs2pk', project: 'keys' },
        ls1: { type: 'local', sort: 'at' },
    },
    models: {
        User: {
            pk: { type: String, value: 'user#${id}' },
            sk: { type: 'string', value: `user#` },
            id: { type: String, required: true, validate: Match.ulid, generate: 'ulid', },
            'e-mail': { type: String, map: 'em' },
            city: { type: String, map: 'data.city' },
            zip: { type: String, map: 'data.zip', value: '${city}' },
            at: { type: Number },
            gs1pk: { type: String, value: (context) => { return `x,${context.a}` } },
            gs2pk: { type: Buffer, value: '${id}' },
            ...Base,
            fresh() { return { a: 1 } },
        },
        Order: { pk: { type: String, value: 'order#' + name }, at: { type: String }, ...Elsewhere },
    } as const,
    params: { isoDates: true, timestamps: true },
} as const satisfies Narrow<OneSchema>
)";

}  // namespace

class TestOneTable final : public QObject {
    Q_OBJECT

  private slots:
    void forms_data();
    void forms();
    void source();
    void refused_data();
    void refused();
    void detected_data();
    void detected();
    void cutAnywhere();
    void hostile_data();
    void hostile();
};

void TestOneTable::forms_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray schema = "{indexes: {primary: {hash: 'pk', sort: 'sk'}}}";
    QTest::newRow("json") << QByteArray(
                                 "{\"format\":\"onetable:1.0.0\",\"version\":\"1\",\"indexes\":{\"primary\":"
                                 "{\"hash\":\"pk\",\"sort\":\"sk\"}},\"models\":{}}")
                          << "schema " + kPlain + unnamed(1);
    QTest::newRow("bare literal") << schema << "schema " + kPlain + unnamed(1);
    QTest::newRow("export default") << "export default " + schema << "schema " + kPlain + unnamed(1);
    QTest::newRow("in parentheses") << "module.exports = (" + schema + ")"
                                    << "schema " + kPlain + unnamed(1);
    QTest::newRow("module.exports") << "'use strict'\nmodule.exports = " + schema + ";"
                                    << "schema " + kPlain + unnamed(2);
    QTest::newRow("exports member") << "exports.Schema = " + schema << "schema " + kPlain + unnamed(1);
    QTest::newRow("module.exports of names") << "const S = " + schema + "\nmodule.exports = { S }"
                                             << "schema " + kPlain + unnamed(1);
    QTest::newRow("in a function") << "function f() {\n const s = " + schema + "\n return s }"
                                   << "schema " + kPlain + unnamed(2);
    QTest::newRow("frozen") << "const s = Object.freeze(" + schema + ")"
                            << "schema " + kPlain + unnamed(1);
    QTest::newRow("parts named")
        << QByteArray(
               "const primary = {hash: 'pk', sort: SK}\nconst SK = 'sk'\n"
               "const indexes = { primary }\nexport const s = { indexes, models: M.all }")
        << "schema " + kPlain + unnamed(4);
    QTest::newRow("table named") << "const s = " + schema +
                                        "\nnew Table({ name: 'shop', client: c({a: 1}), schema: s })"
                                 << "shop {\"TableName\":\"shop\"," + kKeys +
                                        "\"BillingMode\":\"PAY_PER_REQUEST\"}\n";
    QTest::newRow("in a table") << "export const t = new Table<typeof s>({ name: 'shop', schema: " + schema +
                                       " })"
                                << "shop {\"TableName\":\"shop\"," + kKeys +
                                       "\"BillingMode\":\"PAY_PER_REQUEST\"}\n";
    QTest::newRow("two")
        << "const a = " + schema + "\nconst b = " + schema
        << "schema " + kPlain + "schema-2 {\"TableName\":\"schema-2\"," + kKeys +
               "\"BillingMode\":\"PAY_PER_REQUEST\"}\n" + unnamed(1) +
               "repaired 2: The schema does not name its table. It is called \"schema-2\".\n";
    QTest::newRow("escapes") << QByteArray(
                                    "x = {indexes: {'primary': {\"hash\": \"p\\u006b\", sort: 's\\x6B'}}}")
                             << "schema " + kPlain + unnamed(1);
}

void TestOneTable::forms() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QByteArray shown = QByteArray::fromStdString(printed(readSchema(text.toStdString())));
    QVERIFY2(shown == expected, shown);
}

void TestOneTable::source() {
    const QByteArray expected =
        R"(schema {"TableName":"schema","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"sk","AttributeType":"S"},{"AttributeName":"gs1pk","AttributeType":"S"},)"
        R"({"AttributeName":"gs1sk","AttributeType":"S"},{"AttributeName":"gs2pk","AttributeType":"B"},)"
        R"({"AttributeName":"at","AttributeType":"N"}],"KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
        R"({"AttributeName":"sk","KeyType":"RANGE"}],"LocalSecondaryIndexes":[{"IndexName":"ls1","KeySchema":)"
        R"([{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"at","KeyType":"RANGE"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}],"GlobalSecondaryIndexes":[{"IndexName":"gs1","KeySchema":)"
        R"([{"AttributeName":"gs1pk","KeyType":"HASH"},{"AttributeName":"gs1sk","KeyType":"RANGE"}],)"
        R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["data"]}},{"IndexName":"gs2","KeySchema":)"
        R"([{"AttributeName":"gs2pk","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],)"
        R"("BillingMode":"PAY_PER_REQUEST"})"
        "\n"
        "  User: pk sk id em data at gs1pk gs2pk created fresh gs2pk=${id} pk=user#${id} sk=user#\n"
        "  Order: pk at\n"
        "repaired 10: The schema does not name its table. It is called \"schema\".\n"
        "lost 28: The value of \"gs1pk\" in the model \"User\", which is made in code, is not taken over.\n"
        "lost 33: The value of \"pk\" in the model \"Order\", which is made in code, is not taken over.\n"
        "lost 33: What is spread into the model \"Order\" from elsewhere is not taken over.\n"
        "lost 15: follow of the index \"gs1\" is not taken over.\n"
        "warning 33: Models give the key attribute \"at\" different types; it is N here, as in the first.\n"
        "lost 35: params of the schema is not taken over.\n"
        "lost 10: What the models' fields say beside type, value and map (generate, required, validate) is "
        "not taken "
        "over.\n";
    const QByteArray shown = QByteArray::fromStdString(printed(readSchema(kSource.toStdString())));
    QVERIFY2(shown == expected, shown);
}

void TestOneTable::refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("empty") << QByteArray() << QByteArray("! No schema of OneTable");
    QTest::newRow("other") << QByteArray("const a = {indexes: {b: 1}}")
                           << QByteArray("! No schema of OneTable");
    QTest::newRow("cut off") << QByteArray("const a = {\n  b: [1,\n")
                             << QByteArray("! line 2: The text ends inside");
    QTest::newRow("open string") << QByteArray("const a = {\n  b: 'x\n}")
                                 << QByteArray("! line 2: The string");
    QTest::newRow("open template") << QByteArray("const a = {\n  b: `x\n}")
                                   << QByteArray("! line 2: The template string");
    QTest::newRow("no value") << QByteArray("const a = {\n  b: }")
                              << QByteArray("! line 2: A value is expected");
    QTest::newRow("wrong bracket") << QByteArray("const a = {\n  b: 1 ]")
                                   << QByteArray("! line 2: A comma or }");
    QTest::newRow("hash no text") << QByteArray("const a = {indexes: {primary: {\nhash: 5}}}")
                                  << QByteArray("! line 2: The hash of an index is the name");
    QTest::newRow("index name") << QByteArray(
                                       "const a =\n{indexes: {primary: {hash: 'pk'}, 'a b c': {hash: 'x'}}}")
                                << QByteArray("! line 2: Value 'a b c' at 'IndexName'");
    QTest::newRow("local without a table's sort")
        << QByteArray("const a =\n{indexes: {primary: {hash: 'pk'}, ls1: {type: 'local', sort: 'x'}}}")
        << QByteArray(
               "! line 2: One or more parameter values were invalid: Table KeySchema does not have a range "
               "key");
}

void TestOneTable::refused() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QByteArray shown = QByteArray::fromStdString(printed(readSchema(text.toStdString())));
    QVERIFY2(shown.startsWith(expected), shown);
}

void TestOneTable::detected_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("isSchema");
    QTest::newRow("json") << QByteArray("{\"format\":\"onetable:1.1.0\",\"vers") << true;
    QTest::newRow("json without format")
        << QByteArray("{\"version\":\"1\",\"indexes\":{\"primary\":{\"hash\":\"pk\"}},") << true;
    QTest::newRow("literal") << QByteArray("{ indexes: { primary: { hash: 'pk' } }, ") << true;
    QTest::newRow("source") << kSource << true;
    QTest::newRow("item") << QByteArray("{\"pk\":\"a\",\"text\":\"indexes primary hash\"}") << false;
    QTest::newRow("other source") << QByteArray("export const a = 1") << false;
    QTest::newRow("empty") << QByteArray() << false;
}

void TestOneTable::detected() {
    QFETCH(QByteArray, head);
    QFETCH(bool, isSchema);
    QCOMPARE(!looksLikeOneTable(head.toStdString()).empty(), isSchema);
}

void TestOneTable::cutAnywhere() {
    for (qsizetype size = 0; size < kSource.size(); ++size) {
        const auto reader = readSchema(kSource.left(size).toStdString());
        if (!reader) QVERIFY(!reader.error().message.empty());
    }
    // Without any one byte, too.
    for (qsizetype at = 0; at < kSource.size(); ++at) {
        const auto reader = readSchema(QByteArray(kSource).remove(at, 1).toStdString());
        if (!reader) QVERIFY(!reader.error().message.empty());
    }
}

void TestOneTable::hostile_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("deep maps") << "a = " + QByteArray("{a:").repeated(500'000);
    QTest::newRow("deep lists") << "a = " + QByteArray(1'000'000, '[');
    QTest::newRow("deep parentheses") << "a = f" + QByteArray(1'000'000, '(');
    QTest::newRow("deep arrows") << "a = {b: " + QByteArray("x=>(").repeated(500'000);
    QTest::newRow("deep templates") << "a = " + QByteArray("`${").repeated(500'000);
    QTest::newRow("many calls") << "a = " + QByteArray("f(1).g(2)").repeated(100'000);
    QTest::newRow("many values") << "a = [" + QByteArray("0,").repeated(2'000'000) + "]";
    QTest::newRow("many slashes") << "a = {b: " + QByteArray("/(").repeated(1'000'000);
    QTest::newRow("many type arguments") << QByteArray("new A<").repeated(500'000);
    QTest::newRow("many names of types") << QByteArray("const a: ").repeated(500'000);
    QTest::newRow("many bindings") << QByteArray("a = {\n").repeated(100);
    QTest::newRow("junk, 10 MB") << QByteArray("{]'`/*<\xff\x00=", 11).repeated(1'000'000);
    QTest::newRow("junk, 7 MB") << QByteArray("x=y;(a)=>{};\n").repeated(500'000);
    QTest::newRow("names in circles")
        << QByteArray("a = b; b = a; c = {indexes: a, ...c, ...b}; indexes = indexes");
    QByteArray schemas;
    for (int i = 0; i < 30'000; ++i)
        schemas += "a = {indexes: {primary: {hash: 'pk'}}}\n";
    QTest::newRow("many schemas") << schemas;
    QByteArray shared = "const m = {";
    for (int i = 0; i < 20'000; ++i)
        shared += "f" + QByteArray::number(i) + ":{type:String},";
    shared += "}\nexport const s = {indexes: {primary: {hash: 'pk'}}, models: {";
    for (int i = 0; i < 20'000; ++i)
        shared += "M" + QByteArray::number(i) + ": m,";
    QTest::newRow("many models of one") << shared + "}}";
    QByteArray spread = "const m0 = {a: {type: String}}\n";
    for (int i = 1; i < 60; ++i) {
        const QByteArray before = "...m" + QByteArray::number(i - 1);
        spread += "const m" + QByteArray::number(i) + " = {" + before + ", " + before + "}\n";
    }
    QTest::newRow("spread over and over")
        << spread + "const s = {indexes: {primary: {hash: 'pk'}}, models: {M: m59}}";
}

void TestOneTable::hostile() {
    QFETCH(QByteArray, text);
    const double seconds = secondsOf(readSchema, text.toStdString());
    QVERIFY2(seconds >= 0 && seconds < 20, QByteArray::number(seconds));
}

QTEST_APPLESS_MAIN(TestOneTable)
#include "tst_onetable.moc"
