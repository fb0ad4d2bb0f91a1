// Updates and projections: what a text becomes, and what the service says of a text that it refuses.
#include "tests/expression/expression_fixture.h"

using namespace partita;
using namespace partita::test;

class TestParseUpdate final : public QObject {
    Q_OBJECT

  private slots:
    void update_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QString& text, const QString& expected) {
            QTest::newRow(name) << text << expected;
        };
        row("set", "SET a = :n", "SET a = {N:1}");
        row("all sections, any case", "set #a=:n,b.c[2]=d rEmove e,f[1] ADD g :n delete h :ss",
            "SET a = {N:1}; SET b.c[2] = d; REMOVE e; REMOVE f[1]; ADD g {N:1}; DELETE h {SS:[a]}");
        row("sums", "SET a = a + :n, b = :n - b", "SET a = a + {N:1}; SET b = {N:1} - b");
        row("functions nest", "SET a = list_append(if_not_exists(a, :l), :l), b = if_not_exists(b, :n) + :n2",
            "SET a = list_append(if_not_exists(a, {L:[{N:1}]}), {L:[{N:1}]}); "
            "SET b = if_not_exists(b, {N:1}) + {N:2}");
        row("if_not_exists in if_not_exists", "SET a = if_not_exists(b, if_not_exists(c, :n))",
            "SET a = if_not_exists(b, if_not_exists(c, {N:1}))");
        row("brackets", "SET a = (b + :n), c = (d) - (:n), e = ((f.g)+(:n))",
            "SET a = b + {N:1}; SET c = d - {N:1}; SET e = f.g + {N:1}");
        row("add and delete sets", "ADD a :ss, b :ns, c :bs DELETE d :ss",
            "ADD a {SS:[a]}; ADD b {NS:[1]}; ADD c {BS:[YQ==]}; DELETE d {SS:[a]}");
        row("side by side", "SET a.b = :n, a.c.d = :n REMOVE a.e, l[0], l[1].x",
            "SET a.b = {N:1}; SET a.c.d = {N:1}; REMOVE a.e; REMOVE l[0]; REMOVE l[1].x");
        row("index past the end", "SET l[2000000000] = :n", "SET l[2000000000] = {N:1}");

        const QString invalid = "Invalid UpdateExpression: ";
        row("empty", "", invalid + "The expression can not be empty; @0-0");
        const QString syntax = invalid + "Syntax error; token: \"%1\", near: \"%2\" @%3";
        row("no section", "INVALID SYNTAX HERE", syntax.arg("INVALID", "INVALID SYNTAX", "0-7"));
        row("leading underscore", "SET _123 = :n", syntax.arg("_", "SET _123", "4-5"));
        row("leading digit", "SET 1a = :n", syntax.arg("1", "SET 1a", "4-5"));
        row("nothing to set", "set a", syntax.arg("<EOF>", "a", "5-5"));
        row("trailing comma", "SET a = :n,", syntax.arg("<EOF>", ",", "11-11"));
        row("keyword as a value", "set a=set", syntax.arg("set", "=set", "6-9"));
        row("remove takes no value", "remove a = b", syntax.arg("=", "a = b", "9-10"));
        row("add takes a value", "add a b", syntax.arg("b", "a b", "6-7"));
        row("set a value", "set :n = b", syntax.arg(":n", "set :n =", "4-6"));
        row("division", "set a = b / c", syntax.arg("/", "b / c", "10-11"));
        row("a literal", "set a[1] = \"eight\"", syntax.arg("\"", "= \"eight", "11-12"));
        row("three summands", "SET n = :n + :n + :n", syntax.arg("+", ":n + :n", "16-17"));
        row("sum as an operand", "SET c = if_not_exists(c, :n+:n)", syntax.arg("+", ":n+:n", "27-28"));
        row("brackets round an action", "set (a = (b + c))", syntax.arg("(", "set (a", "4-5"));
        row("brackets in a path", "set a = (b.c).d + e", syntax.arg(".", ").d", "13-14"));
        row("sections joined by a comma", "SET a = :n, REMOVE b",
            syntax.arg("REMOVE", ", REMOVE b", "12-18"));
        row("unknown function name, no call", "SET a = if_not_exist(a, 100)",
            syntax.arg("100", ", 100)", "24-27"));

        row("reserved word first of all", " set #c = :zz set abOrt = true ",
            invalid + "Attribute name is a reserved keyword; reserved keyword: abOrt @18-23");
        row("unknown function", "set #zz = if_not_exist(:zz) set c = d",
            invalid + "Invalid function name; function: if_not_exist @10-22");
        row("functions have a case", "SET a = LIST_APPEND(:l, :l)",
            invalid + "Invalid function name; function: LIST_APPEND @8-19");
        const QString misused =
            invalid + "The function is not allowed to be used this way in an expression; function: ";
        row("list_append in list_append", "SET a = list_append(list_append(:l, :l), :l)",
            misused + "list_append @20-39");
        row("a condition's function", "SET a = size(b)", misused + "size @8-12");
        row("section twice", "remove #zz set a = b remove e",
            invalid + "The \"REMOVE\" section can only be used once in an update expression; @21-27");
        row("undefined name before undefined value", "SET #a = :zz, #zz = :n",
            invalid +
                "An expression attribute name used in the document path is not defined; attribute name: #zz "
                "@14-17");
        row("undefined value before its use", "SET a = if_not_exists(:zz)",
            invalid +
                "An expression attribute value used in expression is not defined; attribute value: :zz "
                "@22-25");
        const QString paths =
            " with each other; must remove or rewrite one of these paths; path one: %1, path two: %2 @%3";
        const QString overlap = invalid + "Two document paths overlap" + paths;
        const QString conflict = invalid + "Two document paths conflict" + paths;
        row("overlap", "SET a = :n REMOVE a", overlap.arg("[a]", "[a]", "18-19"));
        row("overlap of parent and child", "SET a.b = :n, a = :n", overlap.arg("[a, b]", "[a]", "14-15"));
        row("overlap before conflict", "set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)",
            overlap.arg("[c, [1], a]", "[c]", "35-37"));
        row("overlap through a placeholder", "set #c[3].#d = a, #c[3] = a",
            overlap.arg("[c, [3], [3]]", "[c, [3]]", "18-23"));
        row("conflict", "remove a.#c set a[1] = b", conflict.arg("[a, c]", "[a, [1]]", "16-20"));
        row("conflict inside", "SET a.b.c = :n, a.b[2] = :n",
            conflict.arg("[a, b, c]", "[a, b, [2]]", "16-22"));
        const QString operand = invalid + "Incorrect operand type for operator or function; operator: ";
        row("add a string, before functions", "set b = list_append(:s, a), c = if_not_exists(a) add a.b :s",
            operand + "ADD, operand type: STRING @57-59");
        row("add a list", "ADD a :l", operand + "ADD, operand type: LIST @6-8");
        row("add a map", "ADD a :m", operand + "ADD, operand type: MAP @6-8");
        row("add a BOOL", "ADD a :bool", operand + "ADD, operand type: BOOLEAN @6-11");
        row("add NULL", "ADD a :null", operand + "ADD, operand type: NULL @6-11");
        row("delete a binary", "DELETE a :b", operand + "DELETE, operand type: BINARY @9-11");
        row("delete a number", "DELETE a :n", operand + "DELETE, operand type: NUMBER @9-11");
        const QString count =
            invalid + "Incorrect number of operands for operator or function; operator or function: ";
        row("one operand", "set a = if_not_exists(c)", count + "if_not_exists, number of operands: 1 @8-24");
        row("three operands", "set a = list_append(c, d, e)",
            count + "list_append, number of operands: 3 @8-28");
        row("no path", "set a = if_not_exists(:n, c)",
            invalid +
                "Operator or function requires a document path; operator or function: if_not_exists @22-24");
        row("a function for a path", "set a = if_not_exists(if_not_exists(a, b), c)",
            invalid +
                "Operator or function requires a document path; operator or function: if_not_exists @22-41");
        const QString type =
            invalid + "Incorrect operand type for operator or function; operator or function: ";
        row("list_append a string", "set a = list_append(b, :s)",
            type + "list_append, operand type: S @23-25");
        row("sum with a string", "set a = :s + b", type + "+, operand type: S @8-10");
        row("difference with a list", "set a = b - :l", type + "-, operand type: L @12-14");
        row("index out of range", "SET l[4294967295] = :n",
            invalid + "List index is not within the allowable range; index: [4294967295] @6-16");
    }
    void update() {
        QFETCH(QString, text);
        UsedPlaceholders used;
        QTEST(outcome(parseUpdate(text.toStdString(), commonPlaceholders(), used)), "expected");
    }

    void operatorsOfAnUpdate() {
        std::string text = "SET ";
        for (int i = 0; i < 300; ++i) {
            text += (i > 0 ? ",a" : "a") + std::to_string(i) + "=b+c";
        }
        UsedPlaceholders used;
        QVERIFY(parseUpdate(text, {}, used).ok());
        QCOMPARE(outcome(parseUpdate(text + ",z=b+c", {}, used)).section(QLatin1Char('@'), 0, 0).trimmed(),
                 "Invalid UpdateExpression: The expression contains too many operators; operator count: 301");
    }

    void projection_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QString& text, const QString& expected) {
            QTest::newRow(name) << text << expected;
        };
        row("names", " a  ,   b  ", "a, b");
        row("paths", "a.b[0].c,#dot,l[2],l[0]", "a.b[0].c, \"a.b\", l[2], l[0]");
        const QString invalid = "Invalid ProjectionExpression: ";
        row("empty", "", invalid + "The expression can not be empty; @0-0");
        const QString syntax = invalid + "Syntax error; token: \"%1\", near: \"%2\" @%3";
        row("forbidden", "!!! INVALID !!!", syntax.arg("!", "!!", "0-1"));
        row("trailing comma", "a,", syntax.arg("<EOF>", ",", "2-2"));
        row("leading comma", ",a", syntax.arg(",", ",a", "0-1"));
        row("dash", "c-d", syntax.arg("-", "c-d", "1-2"));
        row("value", "a, :n", syntax.arg(":n", ", :n", "3-5"));
        row("brackets", "(a)", syntax.arg("(", "(a", "0-1"));
        row("reserved", "a, Between",
            invalid + "Attribute name is a reserved keyword; reserved keyword: Between @3-10");
        row("undefined", "a, #zz",
            invalid +
                "An expression attribute name used in the document path is not defined; attribute name: #zz "
                "@3-6");
        const QString paths =
            " with each other; must remove or rewrite one of these paths; path one: %1, path two: %2 @%3";
        row("overlap", "a, a.b", invalid + "Two document paths overlap" + paths.arg("[a]", "[a, b]", "3-6"));
        row("overlap through a placeholder", "#a, a",
            invalid + "Two document paths overlap" + paths.arg("[a]", "[a]", "4-5"));
        row("conflict", "a.b, a[1]",
            invalid + "Two document paths conflict" + paths.arg("[a, b]", "[a, [1]]", "5-9"));
    }
    void projection() {
        QFETCH(QString, text);
        UsedPlaceholders used;
        QTEST(outcome(parseProjection(text.toStdString(), commonPlaceholders(), used)), "expected");
    }

    void mostPathsOfAText() {
        std::string text = "a0";
        while (text.size() < 4090) {
            text += ",a" + std::to_string(text.size());
        }
        UsedPlaceholders used;
        QVERIFY(parseProjection(text, {}, used).ok());
    }
};

QTEST_APPLESS_MAIN(TestParseUpdate)
#include "tst_parse_update.moc"
