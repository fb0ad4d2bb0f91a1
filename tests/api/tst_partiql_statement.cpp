// What PartiQL statements are read as, and in which words the others are refused.
#include <QtTest>
#include <algorithm>
#include <string>
#include <vector>

#include "engine/api/partiql/lexer.h"
#include "engine/api/partiql/statement.h"

using namespace partita;
using namespace partita::partiql;

namespace {

constexpr char kNotWellFormed[] = "Statement wasn't well formed, can't be processed: ";

/// As many parameters as the text has places, the first ones of these.
std::vector<Value> parametersFor(const QString& text) {
    const std::vector<Value> all = {Value::string("p0"), Value::number(1), Value::boolean(true),
                                    *Value::stringSet({"x"})};
    const auto tokens = tokensOf(text.toStdString());
    if (!tokens) return {};
    return {all.begin(), all.begin() + std::count_if(tokens->begin(), tokens->end(), [](const Token& token) {
                             return token.kind == Token::Kind::Parameter;
                         })};
}

QString readAs(const QString& text) {
    const auto statement = parseStatement(text.toStdString(), parametersFor(text));
    return QString::fromStdString(statement ? toText(*statement) : "error: " + statement.error().message);
}

QString repeated(const char* text, int times) {
    return QString::fromLatin1(text).repeated(times);
}

}  // namespace

class TestPartiqlStatement : public QObject {
    Q_OBJECT

  private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void pointsAtTheWrongPart_data();
    void pointsAtTheWrongPart();
    void endsOnHostileText_data();
    void endsOnHostileText();
    void countsParameters();
    void keepsNumbersExact();
};

void TestPartiqlStatement::reads_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(expected);
    };
    row("all of a table", "SELECT * FROM t", "SELECT * FROM t");
    row("quoted table and index", R"(select * from "a-b"."i.x";)", "SELECT * FROM a-b.i.x");
    row("columns", R"(SELECT a, b.c[2].d, "e f"['g'] FROM t)", "SELECT a, b.c[2].d, \"e f\".g FROM t");
    row("a name with a doubled quote", R"(SELECT "a""b" FROM t)", "SELECT \"a\"b\" FROM t");
    row("words of the language that are names", "SELECT year, data, value, key FROM t",
        "SELECT year, data, value, key FROM t");
    row("comparisons", "SELECT * FROM t WHERE a = 1 AND b <> 'x' AND c != 2 AND d < 3 AND e <= 4 AND 5 >= f",
        "SELECT * FROM t WHERE (a = {N:1} AND b <> {S:x} AND c <> {N:2} AND d < {N:3} AND e <= {N:4} AND "
        "{N:5} >= f)");
    row("AND before OR", "SELECT * FROM t WHERE a = 1 OR b = 2 AND c = 3",
        "SELECT * FROM t WHERE (a = {N:1} OR (b = {N:2} AND c = {N:3}))");
    row("parentheses", "SELECT * FROM t WHERE (a = 1 OR b = 2) AND NOT (c = 3)",
        "SELECT * FROM t WHERE ((a = {N:1} OR b = {N:2}) AND NOT c = {N:3})");
    row("NOT twice", "SELECT * FROM t WHERE NOT NOT a = 1", "SELECT * FROM t WHERE a = {N:1}");
    row("BETWEEN", "SELECT * FROM t WHERE a BETWEEN 1 AND 2 AND b NOT BETWEEN 'x' AND 'y'",
        "SELECT * FROM t WHERE (a BETWEEN {N:1} AND {N:2} AND NOT b BETWEEN {S:x} AND {S:y})");
    row("IN, both brackets", "SELECT * FROM t WHERE a IN [1, 2] AND b IN ('x') AND c NOT IN [?]",
        "SELECT * FROM t WHERE (a IN ({N:1}, {N:2}) AND b IN ({S:x}) AND NOT c IN ({S:p0}))");
    row("MISSING and NULL", "SELECT * FROM t WHERE a IS MISSING AND b IS NOT MISSING AND c IS NULL",
        "SELECT * FROM t WHERE (attribute_not_exists(a) AND NOT attribute_not_exists(b) AND "
        "attribute_type(c, NULL))");
    row("functions in any case",
        "SELECT * FROM t WHERE BEGINS_WITH(a, 'x') AND contains(b, 1) AND Size(c) > 2 AND attribute_type(d, "
        "'SS')",
        "SELECT * FROM t WHERE (begins_with(a, {S:x}) AND contains(b, {N:1}) AND size(c) > {N:2} AND "
        "attribute_type(d, SS))");
    row("a condition compared", "SELECT * FROM t WHERE attribute_exists(a) = false",
        "SELECT * FROM t WHERE NOT attribute_exists(a)");
    row("order", "SELECT * FROM t WHERE a = 1 ORDER BY a DESC, b ASC, c",
        "SELECT * FROM t WHERE a = {N:1} ORDER BY a DESC, b, c");
    row("numbers", "SELECT * FROM t WHERE a IN [1E3, -1.5e-3, .5, -.73e1, +7, - - 8]",
        "SELECT * FROM t WHERE a IN ({N:1000}, {N:-0.0015}, {N:0.5}, {N:-7.3}, {N:7}, {N:8})");
    row("comments", "SELECT/**/* FROM t -- the table\nWHERE a/* key */ = 1 --",
        "SELECT * FROM t WHERE a = {N:1}");
    row("a string with a quote, a comment and a place in it",
        "SELECT * FROM t WHERE a = 'it''s -- /* here */ ?'",
        "SELECT * FROM t WHERE a = {S:it's -- /* here */ ?}");
    row("parameters in order", "SELECT * FROM t WHERE a = ? AND b > ? AND c = ?",
        "SELECT * FROM t WHERE (a = {S:p0} AND b > {N:1} AND c = {BOOL:true})");
    row("insert", "INSERT INTO t VALUE {'pk': ?, 'l': [1, 'x', [true]], 'm': {'n': null}, 's': <<2, 1>>}",
        "INSERT INTO t VALUE {M:{l={L:[{N:1}, {S:x}, {L:[{BOOL:true}]}]}, m={M:{n={NULL:true}}}, "
        "pk={S:p0}, s={NS:[1, 2]}}}");
    row("insert, any case", "insert into \"T\" value {'a': <<'b', 'a'>>}",
        "INSERT INTO T VALUE {M:{a={SS:[a, b]}}}");
    row("update", "UPDATE t SET a = 1, b.c[0] = ? SET d = d + 1 REMOVE e, f[1] WHERE k = 'x'",
        "UPDATE t SET a = {N:1}; SET b.c[0] = {S:p0}; SET d = d + {N:1}; REMOVE e; REMOVE f[1] WHERE k = "
        "{S:x}");
    row("update by functions",
        "UPDATE t SET a = list_append(a, [1]) SET b = if_not_exists(b, 0) - 1 SET c = set_add(c, <<'x'>>) "
        "SET d = SET_DELETE(d, <<1>>) WHERE k = 1",
        "UPDATE t SET a = list_append(a, {L:[{N:1}]}); SET b = if_not_exists(b, {N:0}) - {N:1}; ADD c "
        "{SS:[x]}; DELETE d {NS:[1]} WHERE k = {N:1}");
    row("update without blanks", "UPDATE t SET n=n-1 WHERE k='x'",
        "UPDATE t SET n = n - {N:1} WHERE k = {S:x}");
    row("update, the table first", "FROM t WHERE k = 1 SET a = 2 RETURNING MODIFIED OLD *",
        "UPDATE t SET a = {N:2} WHERE k = {N:1} RETURNING MODIFIED OLD");
    for (const char* what : {"ALL OLD", "MODIFIED OLD", "ALL NEW", "MODIFIED NEW"}) {
        QTest::newRow(what)
            << QStringLiteral("UPDATE t SET a = 1 WHERE k = 1 RETURNING %1 *").arg(what)
            << QStringLiteral("UPDATE t SET a = {N:1} WHERE k = {N:1} RETURNING %1").arg(what);
    }
    row("delete", "DELETE FROM t WHERE k = 1 AND a = 2 RETURNING ALL OLD *",
        "DELETE FROM t WHERE (k = {N:1} AND a = {N:2}) RETURNING ALL OLD");
    row("exists", "EXISTS(SELECT * FROM t WHERE k = 1 AND a IS MISSING)",
        "EXISTS(SELECT * FROM t WHERE (k = {N:1} AND attribute_not_exists(a)))");
}

void TestPartiqlStatement::reads() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(readAs(text), expected);
}

void TestPartiqlStatement::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto syntax = [](const char* text, const char* detail) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromLatin1(kNotWellFormed) + detail;
    };
    const auto meaning = [](const char* text, const char* message) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(message);
    };
    for (const char* text : {"SLECT * FROM t", "42", "UPDATE Payment-x SET a = 1 WHERE k = 1"}) {
        syntax(text, "Expected data manipulation");
    }
    for (const char* text :
         {"SELECT * FROM t WHERE k = 1 foo", "SELECT * FROM t WHERE k = 1 e5",
          "INSERT INTO t VALUE {'k': 1} foo", "UPDATE t SET a = 9 WHERE k = 1 foo",
          "DELETE FROM t WHERE k = 1 foo", "SELECT * FROM t WHERE k = 1)",
          "DELETE FROM t WHERE k = 1 ORDER BY k", "SELECT * FROM t ORDER BY k WHERE k = 1",
          "INSERT INTO t a VALUE {'k': 'x'}", "FROM t SET c = 1 WHERE k = 'x'",
          "FROM t SET c = 1 WHERE k = 'x' SET d = 2", "SELECT * FROM t; SELECT * FROM t"}) {
        syntax(text, "Unexpected token after expression");
    }
    for (const char* text :
         {"SELECT * FROM t WHERE k = 1e2147483648", "SELECT * FROM t WHERE k = 1e99999999999",
          "SELECT * FROM t WHERE k = 1.5e-2147483647", "SELECT * FROM t WHERE k = 1 # note",
          "SELECT * FROM t WHERE k = 1 /* note", "SELECT * FROM \"t", "SELECT * FROM t WHERE k = 'x"}) {
        syntax(text, "");
    }
    for (const char* text : {"SELECT * FROM t WHERE", "SELECT * FROM t WHERE;", "SELECT * FROM t WHERE   ",
                             "SELECT k FROM t WHERE", "UPDATE t SET a = 1 WHERE", "DELETE FROM t WHERE",
                             "SELECT * FROM t WHERE NOT", "SELECT * FROM t WHERE (", "SELECT * FROM"}) {
        syntax(text, "Unexpected term");
    }
    for (const char* text : {"DELETE FROM", "DELETE FROM   ", "DELETE FROM;", "DELETE FROM WHERE k = 'a'"}) {
        syntax(text, "Expected identifier for simple path");
    }
    syntax("SELECT * FROM t WHERE k = 'x' AND", "Missing right-hand side expression of infix operator");
    syntax("SELECT * FROM t WHERE k = 'x' OR", "Missing right-hand side expression of infix operator");
    syntax("SELECT * FROM t WHERE k =", "Missing right-hand side expression of infix operator");
    syntax("SELECT * FROM t WHERE ORDER BY k", "Unexpected keyword");
    syntax("INSERT INTO t (a, b) VALUES (?, ?)", "Unexpected keyword");
    syntax("SELECT * FROM t WHERE k = 'a' AND x IS FOO", "Expected type name");
    syntax("SELECT * FROM t WHERE IS NULL", "Unexpected operator");
    syntax("SELECT * FROM t WHERE k = LIKE", "Unexpected operator");
    syntax("SELECT * FROM t WHERE (k = 1", "Expected RIGHT_PAREN");
    syntax("SELECT * FROM t WHERE attribute_exists(m.inner)", "Invalid path dot component");

    const char* aliasing = "Aliasing is not supported";
    for (const char* text :
         {"SELECT * FROM t a WHERE k = 'x'", "SELECT * FROM t AS a WHERE k = 'x'",
          "UPDATE t a SET b = 3 WHERE k = 'x'", "DELETE FROM t a WHERE k = 'x'", "SELECT s AS x FROM t"}) {
        meaning(text, aliasing);
    }
    meaning("SELECT * FROM t WHERE k = 1e126",
            "Number overflow. Attempting to store a number with magnitude larger than supported range under "
            "root");
    meaning(
        "UPDATE t SET a = 1e-131 WHERE k = 1",
        "Number underflow. Attempting to store a number with magnitude smaller than supported range under "
        "root");
    meaning("SELECT * FROM t WHERE k = 123456789012345678901234567890123456789",
            "Attempting to store more than 38 significant digits in a Number under root");
    meaning("INSERT INTO t VALUE {'k': 1, 'm': {'x': 1e126}}",
            "Number overflow. Attempting to store a number with magnitude larger than supported range under "
            "root.x");
    meaning("INSERT INTO t VALUE {'k': 1, 'l': [1, 1e126]}",
            "Number overflow. Attempting to store a number with magnitude larger than supported range under "
            "root[1]");
    meaning("SELECT * FROM t.i.x WHERE k = 1", "A path may contain at most 2 components in the FROM clause");
    meaning("SELECT * FROM \"\" WHERE k = 1", "Path component cannot be an empty string");
    meaning("SELECT * FROM t.\"\" WHERE k = 1", "Path component cannot be an empty string");
    meaning("INSERT INTO t.i VALUE {'k': 1}",
            "FROM clause may only contain a single table name in data manipulation statements at 1:13:3");
    meaning("SELECT id FROM t WHERE k = 'x' LIMIT 5", "Unsupported clause: LIMIT at 1:38:1");
    meaning("SELECT a, b.a FROM t", "Duplicate identifiers in select clause: a");

    const char* needsPath =
        "Operator or function requires a document path; operator or function: attribute_exists";
    meaning("SELECT * FROM t WHERE attribute_exists('a')", needsPath);
    meaning("SELECT * FROM t WHERE attribute_exists(?)", needsPath);
    meaning("SELECT * FROM t WHERE attribute_exists()",
            "Incorrect number of operands for operator or function; operator or function: attribute_exists, "
            "number of operands: 0");
    meaning("SELECT * FROM t WHERE attribute_exists(a, b)",
            "Incorrect number of operands for operator or function; operator or function: attribute_exists, "
            "number of operands: 2");
    meaning("SELECT * FROM t WHERE k = 'x' AND EXISTS(a)", "Unrecognized function: exists at 1:35:6");
    meaning("SELECT * FROM t WHERE set_add(a, <<'x'>>) = a", "Unrecognized function: set_add at 1:23:7");
    meaning("SELECT * FROM t WHERE k = 'x' AND v < ? AND w = ? AND v > ?",
            "Incorrect operand type for operator or function; operator or function: >, operand type: BOOL");
    meaning("SELECT * FROM t WHERE v BETWEEN true AND false",
            "Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: "
            "BOOL");
    meaning(
        "SELECT * FROM t WHERE v BETWEEN 2 AND 1",
        "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound "
        "operand: AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}");
    meaning("SELECT * FROM t WHERE v BETWEEN 2 AND 'x'",
            "The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: "
            "AttributeValue: {N:2}, upper bound operand: AttributeValue: {S:x}");
    meaning("SELECT * FROM t WHERE attribute_type(l, 1)",
            "Incorrect operand type for operator or function; operator or function: attribute_type, operand "
            "type: N");
    meaning("SELECT * FROM t WHERE attribute_type(l, 'X')",
            "Invalid attribute type name found; type: X, valid types: {N,BS,L,B,NULL,M,S,SS,NS,BOOL}");
    meaning("SELECT l[-1] FROM t", "List index is not within the allowable range; index: [-1] at 1:11:1");
    meaning("SELECT l[2147483648] FROM t",
            "List index is not within the allowable range; index: [2147483648] at 1:10:10");

    meaning("UPDATE t SET a = set_add(b, <<'x'>>) WHERE k = 1",
            "The first argument to SET_ADD must equal the assignment value at 1:18:7");
    meaning("UPDATE t SET a = set_add(<<'a'>>, <<'b'>>) WHERE k = 1",
            "The first argument to SET_ADD must equal the assignment value at 1:18:7");
    meaning("UPDATE t\nSET abc = set_delete(abc, 'x')\nWHERE k = 1",
            "The second argument to SET_DELETE must be a value with type SET at 2:22:3");
    meaning("UPDATE t SET a = set_add(a, ['x']) WHERE k = 1",
            "The second argument to SET_ADD must be a value with type SET at 1:26:1");
    meaning("UPDATE t SET a = set_add(a) WHERE k = 1", "SET_ADD must have exactly two arguments at 1:18:7");
    meaning("UPDATE t SET a = set_add(a, <<'x', 'x'>>) WHERE k = 1",
            "One or more parameter values were invalid: Input collection [x, x] contains duplicates.");
    meaning("UPDATE t SET a = set_add(a, <<>>) WHERE k = 1", "Empty bags are not supported");
    meaning("INSERT INTO t VALUE {'s': <<1, 'a'>>}",
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags");
    meaning("INSERT INTO t VALUE {'k': 1, 'ss': set_add(<<'a'>>, <<'b'>>)}",
            "Unsupported data type: set_add under key root at 1:36:7");
    meaning("UPDATE t SET x = [?] WHERE k = 1",
            "Unsupported data type: Parameter under key root[0] at 1:19:1");
    meaning("INSERT INTO t VALUE {'m': {'k': ?}}",
            "Unsupported data type: Parameter under key root.k at 1:33:1");
    meaning("UPDATE t SET n = 'a' + 1 WHERE k = 1",
            "Incorrect operand type for operator or function; operator or function: +, operand type: S");
    meaning("UPDATE t SET n = n - null WHERE k = 1",
            "Incorrect operand type for operator or function; operator or function: -, operand type: NULL");
    for (const char* what : {"MODIFIED OLD", "ALL NEW", "MODIFIED NEW"}) {
        QTest::newRow(what) << QStringLiteral("DELETE FROM t WHERE k = 1 RETURNING %1 *").arg(what)
                            << QStringLiteral(
                                   "Invalid returning clause: RETURNING %1 *. Only RETURNING ALL OLD * is "
                                   "allowed in DELETE statements.")
                                   .arg(what);
    }
    QTest::newRow("32 levels") << "UPDATE t SET d = " + repeated("{'a':", 32) + "1" + repeated("}", 32) +
                                      " WHERE k = 1"
                               << "Nesting Levels have exceeded supported limits under root" +
                                      repeated(".a", 32);
    QTest::newRow("101 in a list")
        << "SELECT * FROM t WHERE a IN [" + repeated("1,", 100) + "1]"
        << "The IN operator is provided with too many operands; number of operands: "
           "101";
}

void TestPartiqlStatement::refuses() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto statement = parseStatement(text.toStdString(), parametersFor(text));
    QVERIFY2(!statement, statement ? toText(*statement).c_str() : "");
    QCOMPARE(QString::fromStdString(statement.error().message), message);
    QCOMPARE(statement.error().code, ErrorCode::Validation);
    QVERIFY(statement.error().range.has_value());
}

void TestPartiqlStatement::pointsAtTheWrongPart_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("a left over word") << "SELECT * FROM t WHERE k = 1 foo"
                                      << "foo";
    QTest::newRow("a function") << "SELECT * FROM t WHERE gone(k)"
                                << "gone";
    QTest::newRow("an operand") << "SELECT * FROM t WHERE k < [1] AND a = 1"
                                << "[1]";
    QTest::newRow("a number") << "SELECT * FROM t WHERE k = -1e126"
                              << "-1e126";
    QTest::newRow("after letters of two bytes")
        << QStringLiteral("SELECT * FROM t WHERE \"ä\" = gone(k)") << "gone";
}

void TestPartiqlStatement::pointsAtTheWrongPart() {
    QFETCH(QString, text);
    QFETCH(QString, part);
    const std::string utf8 = text.toStdString();
    const auto statement = parseStatement(utf8, {});
    QVERIFY(!statement);
    const SourceRange range = statement.error().range.value();
    QCOMPARE(QString::fromStdString(utf8.substr(range.begin, range.end - range.begin)), part);
}

void TestPartiqlStatement::endsOnHostileText_data() {
    QTest::addColumn<QString>("text");
    const QString select = QStringLiteral("SELECT * FROM t WHERE ");
    QTest::newRow("parentheses") << select + repeated("(", 8000);
    QTest::newRow("closed parentheses") << select + repeated("(", 4000) + "a = 1" + repeated(")", 4000);
    QTest::newRow("comparisons of comparisons") << select + "a = 1" + repeated(" = b", 2000);
    QTest::newRow("conditions of conditions") << select + "(a = 1)" + repeated(" = (b = 2)", 700);
    QTest::newRow("IS of IS") << select + "a" + repeated(" IS NULL", 900);
    QTest::newRow("lists") << select + "a = " + repeated("[", 8000);
    QTest::newRow("maps") << "INSERT INTO t VALUE " + repeated("{'a':", 1600);
    QTest::newRow("sets") << select + "a = " + repeated("<<", 4000);
    QTest::newRow("calls") << select + repeated("size(", 1500);
    QTest::newRow("sums") << "UPDATE t SET a = " + repeated("a+", 4000) + "a WHERE k = 1";
    QTest::newRow("list_append") << "UPDATE t SET a = " + repeated("list_append(a,", 500);
    QTest::newRow("signs") << select + "a = " + repeated("- ", 4000);
    QTest::newRow("too long") << select + repeated("a = 1 OR ", 1000) + "a = 1";
    QTest::newRow("empty") << QString();
}

void TestPartiqlStatement::endsOnHostileText() {
    QFETCH(QString, text);
    const auto statement = parseStatement(text.toStdString(), {});
    QVERIFY(!statement);
    QCOMPARE(statement.error().code, ErrorCode::Validation);
}

void TestPartiqlStatement::countsParameters() {
    const std::string text = "SELECT * FROM t WHERE a = ? AND b = ?";
    for (const std::size_t given : {0, 1, 3}) {
        const auto statement = parseStatement(text, std::vector<Value>(given, Value::number(1)));
        QVERIFY(!statement);
        QCOMPARE(statement.error().message,
                 std::string("Number of parameters in request and statement don't match."));
    }
    QVERIFY(parseStatement(text, std::vector<Value>(2, Value::number(1))).ok());
}

void TestPartiqlStatement::keepsNumbersExact() {
    QCOMPARE(readAs("INSERT INTO t VALUE {'n': 12345678901234567890123456789012345678}"),
             QStringLiteral("INSERT INTO t VALUE {M:{n={N:12345678901234567890123456789012345678}}}"));
}

QTEST_APPLESS_MAIN(TestPartiqlStatement)
#include "tst_partiql_statement.moc"
