// How a SELECT is read: by which queries, or by a scan.
#include <QtTest>

#include "engine/api/partiql/next_token.h"
#include "engine/api/partiql/read_plan.h"

using namespace partita;
using namespace partita::partiql;

namespace {

/// pk (S), sk (S); an index of each kind.
TableDefinition table() {
    TableDefinition table;
    table.name = "t";
    table.keys = {{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
    IndexDefinition local{
        "lsi", IndexKind::Local, {{{"pk", ValueType::String}}, {{"n", ValueType::Number}}}, {}, {}};
    local.projection.type = ProjectionType::KeysOnly;
    IndexDefinition global{"gsi", IndexKind::Global, {{{"g", ValueType::String}}, {}}, {}, {}};
    global.projection = {ProjectionType::Include, {"p"}};
    const IndexDefinition many{
        "many", IndexKind::Global, {{{"a", ValueType::String}, {"b", ValueType::String}}, {}}, {}, {}};
    table.indexes = {local, global, many};
    return table;
}

QString planned(const QString& text) {
    const auto statement = parseStatement(text.toStdString(), {});
    if (!statement) return QString::fromStdString("no statement: " + statement.error().message);
    const auto plan = planRead(std::get<SelectStatement>(*statement), table());
    return QString::fromStdString(plan ? toText(*plan) : "error: " + plan.error().message);
}

QString values(int count) {
    QStringList list;
    for (int i = 0; i < count; ++i) {
        list += QStringLiteral("'v%1'").arg(i);
    }
    return '[' + list.join(',') + ']';
}

}  // namespace

class TestPartiqlPlan : public QObject {
    Q_OBJECT

  private slots:
    void plans_data();
    void plans();
    void refuses_data();
    void refuses();
    void scansWhenOneWayFixesNoPartition();
    void namesColumns();
    void checksTokens();
};

void TestPartiqlPlan::plans_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("plan");
    const auto where = [](const char* condition, const char* plan) {
        QTest::newRow(condition) << QStringLiteral("SELECT * FROM t WHERE ") + condition << QString(plan);
    };
    const auto whole = [](const char* text, const char* plan) {
        QTest::newRow(text) << QString(text) << QString(plan);
    };
    whole("SELECT * FROM t", "Scan");
    where("a = 1", "Scan filter a = {N:1}");
    where("pk = 'x'", "Query {S:x}");
    where("'x' = pk AND 'b' > sk", "Query {S:x} < {S:b}");
    where("pk = 'x' AND sk = 'a'", "Query {S:x} = {S:a}");
    where("pk = 'x' AND begins_with(sk, 'a') AND v = 1", "Query {S:x} begins_with {S:a} filter v = {N:1}");
    where("pk = 'x' AND sk BETWEEN 'a' AND 'b'", "Query {S:x} between {S:a} {S:b}");
    where("pk = 'x' AND sk >= 'a' AND sk < 'c'",
          "Query {S:x} between {S:a} {S:c} then (sk >= {S:a} AND sk < {S:c})");
    where("pk = 'x' AND sk > 'c' AND sk < 'a'", "");
    where("pk = 'x' AND sk <> 'a'", "Query {S:x} then sk <> {S:a}");
    where("pk = 'x' AND NOT begins_with(sk, 'a') AND v = 1",
          "Query {S:x} filter v = {N:1} then NOT begins_with(sk, {S:a})");
    where("pk = 'x' AND (v = 1 OR w = 2)", "Query {S:x} filter (v = {N:1} OR w = {N:2})");
    where("pk IN ['y', 'x']", "Query {S:x}; Query {S:y}");
    where("pk = 'x' OR pk = 'y' AND v = 1", "Query {S:x}; Query {S:y} filter v = {N:1}");
    where("pk = 'x' AND sk IN ['b', 'a']", "Query {S:x} = {S:a}; Query {S:x} = {S:b}");
    where("pk = 'x' AND (sk < 'b' OR sk > 'b')", "Query {S:x} < {S:b}; Query {S:x} > {S:b}");
    where("pk = 'x' OR v = 1", "Scan filter (pk = {S:x} OR v = {N:1})");
    where("pk = 'x' OR sk = 'a'", "Scan filter (pk = {S:x} OR sk = {S:a})");
    where("pk > 'x'", "Scan filter pk > {S:x}");
    where("pk > 1", "Scan filter pk > {N:1}");
    where("pk.a = 'x'", "Scan filter pk.a = {S:x}");
    where("pk = 'x' AND NOT sk = '1' OR pk = 'x' AND sk = '2'",
          "Query {S:x} then (NOT sk = {S:1} OR sk = {S:2})");
    where("pk = 'x' OR pk = 'x' AND NOT sk = '1'", "Query {S:x}");
    where("pk = 'x' AND pk = 'y'", "");
    whole("SELECT a, b.c FROM t WHERE pk = 'x'", "Query {S:x} give a, b.c");
    whole("SELECT b[1].c FROM t WHERE pk = 'x' AND sk <> 'a'", "Query {S:x} then sk <> {S:a} give b, sk");
    whole("SELECT * FROM t.lsi WHERE pk = 'x' AND n > 1", "Query {S:x} > {N:1}");
    whole("SELECT v FROM t.lsi WHERE pk = 'x'", "Query {S:x} give v");
    whole("SELECT pk FROM t.gsi WHERE g = 'x' AND p = 1 AND pk = 'y'",
          "Query {S:x} filter p = {N:1} then pk = {S:y} give pk");
    whole("SELECT pk FROM t.gsi WHERE v = 1", "Scan filter v = {N:1} give pk");
    whole("SELECT * FROM t.gsi WHERE g = 'x' AND v = 1 OR g = 'y'",
          "Query {S:x} filter v = {N:1}; Query {S:y}");
    whole("SELECT * FROM t WHERE pk = 'x' ORDER BY sk", "Query {S:x}");
    whole("SELECT * FROM t WHERE pk = 'x' ORDER BY sk DESC", "Query {S:x} backward");
    whole("SELECT * FROM t WHERE pk = 'x' ORDER BY pk", "Query {S:x} backward");
    whole("SELECT * FROM t WHERE pk IN ['x', 'y'] ORDER BY pk DESC, sk", "Query {S:y}; Query {S:x}");
    whole("SELECT * FROM t WHERE pk IN ['x', 'y'] ORDER BY pk DESC", "Query {S:y}; Query {S:x} backward");
    whole("SELECT * FROM t WHERE pk IN ['x', 'y'] AND sk IN ['a', 'b'] ORDER BY pk, sk DESC",
          "Query {S:x} = {S:b}; Query {S:x} = {S:a}; Query {S:y} = {S:b}; Query {S:y} = {S:a} backward");
}

void TestPartiqlPlan::plans() {
    QFETCH(QString, text);
    QFETCH(QString, plan);
    QCOMPARE(planned(text), plan);
}

void TestPartiqlPlan::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const QString& text, const char* message) {
        QTest::newRow(qPrintable(text.left(90))) << text << QString(message);
    };
    const QString select = QStringLiteral("SELECT * FROM t WHERE ");
    const char* overlap = "Overlapping conditions with range keys are not supported in where clause";
    row(select + "pk = 'x' AND v = '1' OR pk = 'x' AND sk = '2'", overlap);
    row(select + "pk = 'x' AND v <> '1' OR pk = 'x' AND sk = '2'", overlap);
    row(select + "pk IN ['x', 'x']", overlap);
    row(select + "pk = 'x' OR pk = 'x'", overlap);
    row(select + "pk = 'x' AND (sk > '0' OR sk < '5')", overlap);
    row(select + "pk = 'x' AND (sk = '1' OR v = '2')", overlap);
    const char* tooMany = "Too many decomposed read operations for a given query.";
    row(select + "pk IN " + values(51), tooMany);
    row(select + "pk = 'x' AND sk IN " + values(51), tooMany);
    row(select + "pk IN " + values(26) + " AND sk IN ['1', '2']", tooMany);
    row(select + "pk = 1", "Key attribute's data type should match its data type in table's schema: Key pk");
    row(select + "pk = 'x' AND sk IN ['1', 2]",
        "Key attribute's data type should match its data type in table's schema: Key sk");
    row(select + "pk = true", "Key value must be of type S, N, or B. Key name: pk, Key type: BOOL");
    row("SELECT * FROM t.no WHERE pk = 'x'", "The table does not have the specified index");
    row("SELECT * FROM t.t WHERE pk = 'x'", "The table does not have the specified index");
    const char* several =
        "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute "
        "RANGE keys.";
    row("SELECT * FROM t.many WHERE a = 5", several);
    row("SELECT COUNT(*) FROM t.many", several);
    row("SELECT COUNT(*) FROM t", "Unexpected path component at 1:8:5");
    row("SELECT attribute_exists(a) FROM t WHERE pk = 'x'", "Unexpected path component at 1:8:16");
    row("SELECT pk FROM t.gsi WHERE g = 'y' AND v = 'x'",
        "One or more parameter values were invalid: Secondary index gsi does not project one or more filter "
        "attributes: [v]");
    row("SELECT pk FROM t.gsi WHERE g IN ['y', 'z'] AND v IS MISSING",
        "One or more parameter values were invalid: Secondary index gsi does not project one or more filter "
        "attributes: [v]");
    row("SELECT pk FROM t.gsi WHERE g = 'b' AND v = '1' OR g = 'q' AND w = '1'",
        "One or more parameter values were invalid: Secondary index gsi does not project one or more filter "
        "attributes: [w]");
    row("SELECT pk FROM t.lsi WHERE pk = 'p' AND n BETWEEN 1 AND 4 AND v = 'x'",
        "One or more parameter values were invalid: Secondary index lsi does not project one or more filter "
        "attributes: [v]");
    row("SELECT v FROM t.gsi WHERE g = 'y'",
        "One or more parameter values were invalid: Global secondary index gsi does not project [v]");
    row("SELECT * FROM t ORDER BY sk", "Must have WHERE clause in the statement when using ORDER BY clause.");
    row(select + "pk = 'x' ORDER BY v DESC",
        "Attribute v in ORDER BY clause must be part of the primary key");
    row(select + "pk > 'x' ORDER BY sk",
        "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.");
    row(select + "pk IN ['x', 'y'] ORDER BY sk",
        "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE "
        "clause.");
}

void TestPartiqlPlan::refuses() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    QCOMPARE(planned(text), "error: " + message);
}

void TestPartiqlPlan::scansWhenOneWayFixesNoPartition() {
    // More values than queries may be, but no query is made of them.
    const QString plan = planned("SELECT * FROM t WHERE pk IN " + values(51) + " OR v = 1");
    QVERIFY2(plan.startsWith(QStringLiteral("Scan filter (pk IN (")), qPrintable(plan));
}

void TestPartiqlPlan::namesColumns() {
    const auto statement = parseStatement("SELECT a, m.k[0], m.k, l[1], gone FROM t", {});
    QVERIFY(statement.ok());
    const Item item = {{"a", Value::number(1)},
                       {"l", Value::list({Value::string("x"), Value::string("y")})},
                       {"m", Value::map({{"k", Value::list({Value::string("z")})}})}};
    const Item expected = {{"a", Value::number(1)},
                           {"k", Value::list({Value::string("z")})},
                           {"k[0]", Value::string("z")},
                           {"l[1]", Value::string("y")}};
    QVERIFY(columnsOf(std::get<SelectStatement>(*statement).columns, item) == expected);
}

void TestPartiqlPlan::checksTokens() {
    const std::string print = fingerprintOf("SELECT * FROM t WHERE a = ?", {Value::number(1)});
    const ReadPosition position{3, Item{{"pk", Value::string("x")}, {"sk", Value::string("a")}}};
    const std::string token = tokenOf(position, print);
    const auto back = positionOf(token, print);
    QVERIFY(back.ok());
    QCOMPARE(back->query, 3U);
    QVERIFY(back->startKey == position.startKey);

    const auto message = [](const Result<ReadPosition>& result) {
        return QString::fromStdString(result ? "" : result.error().message);
    };
    const std::string other = fingerprintOf("SELECT * FROM t WHERE a = ?", {Value::number(2)});
    QCOMPARE(message(positionOf(token, other)), QStringLiteral("NextToken does not match request"));
    for (const std::string& bad : {std::string(), std::string("x"), token.substr(4), token + "AAAA"}) {
        QCOMPARE(message(positionOf(bad, print)), QStringLiteral("Invalid NextToken"));
    }
    for (std::size_t i = 0; i < token.size(); ++i) {
        std::string changed = token;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        QVERIFY2(!positionOf(changed, print), changed.c_str());
    }
}

QTEST_APPLESS_MAIN(TestPartiqlPlan)
#include "tst_partiql_plan.moc"
