// Conditions: what a text becomes, and what the service says of a text that it refuses, with the place.
// The messages are the service's, as public suites record them.
#include "tests/expression/expression_fixture.h"

using namespace partita;
using namespace partita::test;

class TestParseCondition final : public QObject {
    Q_OBJECT

  private slots:
    void outcome_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QString& text, const QString& expected) {
            QTest::newRow(name) << text << expected;
        };

        row("comparison", "a = :n", "a = {N:1}");
        row("all comparators", "a<>:n and a<:n and a<=:n and a>:n and a>=:n",
            "(a <> {N:1} AND a < {N:1} AND a <= {N:1} AND a > {N:1} AND a >= {N:1})");
        row("value first", ":n <= a", "{N:1} <= a");
        row("path", "a.b[2].#c.d[0][1] = :n", "a.b[2].c.d[0][1] = {N:1}");
        row("blanks in a path", "a . b [ 2 ] = :n", "a.b[2] = {N:1}");
        row("placeholder with a dot", "#dot = :n", "\"a.b\" = {N:1}");
        row("placeholder that begins with a digit", "#1 = :0", "size = {S:digit}");
        row("largest index", "a[4294967294] = :n", "a[4294967294] = {N:1}");
        row("between", "a BETWEEN :n AND :n2", "a BETWEEN {N:1} AND {N:2}");
        row("between before and", "b BETWEEN a AND c AND a < b", "(b BETWEEN a AND c AND a < b)");
        row("keywords in any case, no blanks", "(#a=:n)aNd(#b bEtWeEn :n And :n2)oR(nOt c iN(:n,:s))",
            "((a = {N:1} AND b BETWEEN {N:1} AND {N:2}) OR NOT c IN ({N:1}, {S:a}))");
        row("and binds tighter than or", "a=:n OR b=:n AND c=:n", "(a = {N:1} OR (b = {N:1} AND c = {N:1}))");
        row("brackets", "(a=:n OR b=:n) AND c=:n", "((a = {N:1} OR b = {N:1}) AND c = {N:1})");
        row("not binds tightest", "NOT a=:n AND NOT NOT b=:n", "(NOT a = {N:1} AND NOT NOT b = {N:1})");
        row("not of a bracket", "NOT (a=:n OR b=:n)", "NOT (a = {N:1} OR b = {N:1})");
        row("functions",
            "attribute_exists(a.b) AND attribute_not_exists(b) AND attribute_type(a, :type) AND "
            "begins_with(a, :s) AND contains(a, :ss) AND size (a) > :n",
            "(attribute_exists(a.b) AND attribute_not_exists(b) AND attribute_type(a, NS) AND "
            "begins_with(a, {S:a}) AND contains(a, {SS:[a]}) AND size(a) > {N:1})");
        row("size of a value", "size(:s) = a", "size({S:a}) = a");
        row("operand in brackets", "(a)between(b.c)and(:n)", "a BETWEEN b.c AND {N:1}");
        row("path that begins in brackets", "(a.b)[1].c = (:n)", "a.b[1].c = {N:1}");
        row("size in brackets", "( ( ( size ( a )) < b ) AND ( c > :n ) )", "(size(a) < b AND c > {N:1})");
        row("equal values", ":n = :n", "{N:1} = {N:1}");

        const QString syntax = "Invalid FilterExpression: Syntax error; token: \"%1\", near: \"%2\" @%3";
        row("a bare name", "flag", syntax.arg("<EOF>", "flag", "4-4"));
        row("a bare name in brackets", "NOT (flag)", syntax.arg("<EOF>", ")", "10-10"));
        row("words", "things are not gonna be ok", syntax.arg("are", "things are not", "7-10"));
        row("a literal number", "a > 4", syntax.arg("4", "> 4", "4-5"));
        row("a dash", "attribute_exists(Pictures-RearView)", syntax.arg("-", "Pictures-RearView", "25-26"));
        row("quotes", "attribute_exists(\"Pictures.RearView\")", syntax.arg("\"", "(\"Pictures", "17-18"));
        row("two dots", "a..b = :n", syntax.arg(".", "..b", "2-3"));
        row("a forbidden character, at once", "!a", syntax.arg("!", "!a", "0-1"));
        row("not ASCII", "ü > a", syntax.arg("ü", "ü >", "0-2"));
        row("IN without brackets", "a in b, c", syntax.arg("b", "in b,", "5-6"));
        row("IN of nothing", "a IN ()", syntax.arg(")", "()", "6-7"));
        row("trailing comma", "a in (b,c,)", syntax.arg(")", ",)", "10-11"));
        row("keyword as a name", "a > between", syntax.arg("between", "> between", "4-11"));
        row("unclosed", "attribute_not_exists(", syntax.arg("<EOF>", "(", "21-21"));
        row("brackets inside a path", "(a)between(b.(c.d))and(c)", syntax.arg("(", ".(c", "13-14"));
        row("index by value", "b[:a] > a", syntax.arg(":a", "[:a]", "2-4"));
        row("index by name", "b[#_] > a", syntax.arg("#_", "[#_]", "2-4"));
        row("fraction as index", "b[4.5] > a", syntax.arg(".", "4.5", "3-4"));
        row("path of a function", "size(a).b > a", syntax.arg(".", ").b", "7-8"));
        row("index of a function in brackets", "(size(a))[0] > a", syntax.arg("[", ")[0", "9-10"));
        row("placeholder without a name", "# = :n", syntax.arg("#", "# =", "0-1"));
        row("leading underscore", "_a = :n", syntax.arg("_", "_a", "0-1"));
        row("trailing word", "a = :n b", syntax.arg("b", ":n b", "7-8"));
        row("unequal", "a != :n", syntax.arg("!", "a !=", "2-3"));

        const QString invalid = "Invalid FilterExpression: ";
        row("empty", "", invalid + "The expression can not be empty; @0-0");
        row("blank", " \t\r\n", invalid + "The expression can not be empty; @0-4");
        row("redundant brackets", "((a = :n))", invalid + "The expression has redundant parentheses; @0-10");
        row("redundant brackets of an operand", "a=:n and b > ((c))",
            invalid + "The expression has redundant parentheses; @13-18");
        row("redundant brackets of a path", "(a)between(((b.c)).d)and(c)",
            invalid + "The expression has redundant parentheses; @11-18");
        row("redundant before unknown function", "whatever((:n), ((a))) > a",
            invalid + "The expression has redundant parentheses; @15-20");
        row("unknown function", "a=a and whatever((:things)) > a",
            invalid + "Invalid function name; function: whatever @8-16");
        row("function names have a case", "attRIbute_exIsts((views), #a)",
            invalid + "Invalid function name; function: attRIbute_exIsts @0-16");
        const QString misused =
            invalid + "The function is not allowed to be used this way in an expression; function: ";
        row("exists in a comparison", "attribute_exists(a) = :s", misused + "attribute_exists @0-19");
        row("size alone", "size(a)", misused + "size @0-7");
        row("size alone, in brackets", "a = :n AND NOT (size(a))", misused + "size @16-23");
        row("function in a function", "size(contains(a, b)) > a", misused + "contains @5-19");
        row("function as a bound", "a between b and attribute_exists(c)",
            misused + "attribute_exists @16-35");
        row("function as a candidate", "a in (b, attribute_exists(c))", misused + "attribute_exists @9-28");
        row("an update's function", "if_not_exists(a, b) = :n", misused + "if_not_exists @0-13");
        row("reserved word", "attribute_exists(views, #zz)",
            invalid + "Attribute name is a reserved keyword; reserved keyword: views @17-22");
        row("reserved in any case, before what is not defined", ":zz < abOrT",
            invalid + "Attribute name is a reserved keyword; reserved keyword: abOrT @6-11");
        row("reserved inside a path", "a.size = :n",
            invalid + "Attribute name is a reserved keyword; reserved keyword: size @2-6");
        const QString noName =
            invalid +
            "An expression attribute name used in the document path is not defined; attribute name: ";
        row("undefined name, before counts", "attribute_exists(#zz.RearView, :n) and a=a",
            noName + "#zz @17-20");
        row("undefined name inside a path", "(a)between(b.c[45].#zz)and(:n)", noName + "#zz @19-22");
        row("undefined value", ":n < :zz",
            invalid +
                "An expression attribute value used in expression is not defined; attribute value: :zz @5-8");
        const QString count =
            invalid + "Incorrect number of operands for operator or function; operator or function: ";
        row("too many operands", "attribute_exists(a, b) and a=a",
            count + "attribute_exists, number of operands: 2 @0-22");
        row("too few operands", "attribute_type(a)", count + "attribute_type, number of operands: 1 @0-17");
        row("three operands", "begins_with(a, size(b), c)",
            count + "begins_with, number of operands: 3 @0-26");
        row("size of two", "size(a, b) > c", count + "size, number of operands: 2 @0-10");
        const QString distinct =
            invalid +
            "The first operand must be distinct from the remaining operands for this operator or "
            "function; operator: ";
        row("same operands", "a = a AND #zz = b", distinct + "=, first operand: [a] @4-5");
        row("same through a placeholder", "#a <> a", distinct + "<>, first operand: [a] @6-7");
        row("same nested path", "contains(ab.bc[1].a, ab.bc[1].#a)",
            distinct + "contains, first operand: [ab, bc, [1], a] @21-32");
        row("same among candidates", "a in (b, a)", distinct + "IN, first operand: [a] @9-10");
        const QString type =
            invalid + "Incorrect operand type for operator or function; operator or function: ";
        row("order of a BOOL", "a < :bool", type + "<, operand type: BOOL @4-9");
        row("order of a list, value first", ":l >= a", type + ">=, operand type: L @0-2");
        row("BETWEEN of sets", "a BETWEEN :ss AND :ss", type + "BETWEEN, operand type: SS @10-13");
        row("begins_with a number", "begins_with(a, :n)", type + "begins_with, operand type: N @15-17");
        row("begins_with, first operand", "begins_with(:m, a)", type + "begins_with, operand type: M @12-14");
        row("begins_with a size", "begins_with(a, size(b))", type + "begins_with, operand type: N @15-22");
        row("attribute_type of a number", "attribute_type(a, :n)",
            type + "attribute_type, operand type: N @18-20");
        row("attribute_type of a path", "attribute_type(a, b)",
            type + "attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S} @18-19");
        row("attribute_type of no type", "attribute_type(a, :s)",
            invalid +
                "Invalid attribute type name found; type: a, valid types: "
                "{B,NULL,SS,BOOL,L,BS,N,NS,S,M} @18-20");
        row("size of a number", "size(:n) > a", type + "size, operand type: N @5-7");
        row("size of a size", "size(size(a)) > :n", type + "size, operand type: N @5-12");
        row("inner fault first", "attribute_not_exists(size(:n))", type + "size, operand type: N @26-28");
        row("exists of no path", "attribute_exists(:s) and a=a",
            invalid +
                "Operator or function requires a document path; operator or function: attribute_exists "
                "@17-19");
        const QString bounds =
            "; lower bound operand: AttributeValue: {%1}, upper bound operand: AttributeValue: {%2} @%3";
        row("bounds the wrong way round", "a BETWEEN :n2 AND :n",
            invalid + "The BETWEEN operator requires upper bound to be greater than or equal to lower bound" +
                bounds.arg("N:2", "N:1", "10-20"));
        row("bounds of two types", "a BETWEEN :n AND :s",
            invalid + "The BETWEEN operator requires same data type for lower and upper bounds" +
                bounds.arg("N:1", "S:a", "10-19"));
        row("index out of range", "a[4294967295] = :n",
            invalid + "List index is not within the allowable range; index: [4294967295] @2-12");
        row("index beyond any integer", "a[99999999999999999999999] = :n",
            invalid + "List index is not within the allowable range; index: [99999999999999999999999] @2-25");
    }
    void outcome() {
        QFETCH(QString, text);
        UsedPlaceholders used;
        const auto parsed =
            parseCondition(text.toStdString(), ExpressionKind::Filter, commonPlaceholders(), used);
        QTEST(partita::test::outcome(parsed), "expected");
    }

    void parameterIsNamed() {
        UsedPlaceholders used;
        for (const auto& [kind, name] : {std::pair(ExpressionKind::Condition, "ConditionExpression"),
                                         std::pair(ExpressionKind::Filter, "FilterExpression"),
                                         std::pair(ExpressionKind::KeyCondition, "KeyConditionExpression")}) {
            const auto parsed = parseCondition("", kind, {}, used);
            QCOMPARE(QString::fromStdString(parsed.error().message),
                     QStringLiteral("Invalid %1: The expression can not be empty;").arg(QLatin1String(name)));
        }
    }

    void limits_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("fault");  // empty: accepted
        const auto repeated = [](const char* text, int times) {
            return QString::fromLatin1(text).repeated(times);
        };
        const auto spaces = [](int count) { return QString(count, QLatin1Char(' ')); };
        QTest::newRow("4096 bytes") << "a" + spaces(4090) + " = :n"
                                    << "";
        QTest::newRow("4097 bytes")
            << "a" + spaces(4091) + " = :n"
            << "Expression size has exceeded the maximum allowed size; expression size: 4097";
        QTest::newRow("200,000 brackets")
            << repeated("(", 200000)
            << "Expression size has exceeded the maximum allowed size; expression size: 200000";
        QTest::newRow("4096 brackets") << repeated("(", 4096) << "The expression is nested too deeply";
        QTest::newRow("2046 pairs of brackets") << repeated("(", 2046) + "a<b" + repeated(")", 2046)
                                                << "The expression has redundant parentheses;";
        QTest::newRow("299 operators, nested")
            << "a<b " + repeated("or (a<b ", 149) + repeated(")", 149) << "";
        QTest::newRow("301 operators, nested")
            << "a<b " + repeated("or (a<b ", 150) + repeated(")", 150)
            << "The expression contains too many operators; operator count: 301";
        QTest::newRow("300 operators") << "NOT a<b " + repeated("or a<b ", 149) << "";
        QTest::newRow("301 operators") << "NOT NOT a<b " + repeated("or a<b ", 149)
                                       << "The expression contains too many operators; operator count: 301";
        QTest::newRow("299 bracketed NOTs") << repeated("not(", 299) + "a<b" + repeated(")", 299) << "";
        QTest::newRow("1000 NOTs") << repeated("not ", 1000) + "a<b"
                                   << "The expression contains too many operators; operator count: 301";
        QTest::newRow("1355 calls") << "a < " + repeated("f(", 1355) + "b" + repeated(")", 1355)
                                    << "Invalid function name; function: f";
        QTest::newRow("680 sizes") << "a < " + repeated("size(", 680) + "b" + repeated(")", 680)
                                   << "The expression is nested too deeply";
        QTest::newRow("100 candidates") << "a IN (b" + repeated(",b", 99) + ")"
                                        << "";
        QTest::newRow("101 candidates")
            << "a IN (b" + repeated(",b", 100) + ")"
            << "The IN operator is provided with too many operands; number of operands: 101";
        QTest::newRow("path of 32 elements") << "a" + repeated(".b", 31) + " = :n"
                                             << "";
        QTest::newRow("path of 33 elements")
            << "a" + repeated("[0]", 32) + " = :n"
            << "The document path has too many nesting levels; nesting levels: 33";
        QTest::newRow("path of 2001 elements")
            << "a" + repeated(".b", 2000)
            << "The document path has too many nesting levels; nesting levels: 2001";
    }
    void limits() {
        QFETCH(QString, text);
        QFETCH(QString, fault);
        UsedPlaceholders used;
        const auto parsed =
            parseCondition(text.toStdString(), ExpressionKind::Condition, commonPlaceholders(), used);
        if (fault.isEmpty()) {
            QVERIFY2(parsed.ok(), parsed ? "" : parsed.error().message.c_str());
        } else {
            QVERIFY(!parsed);
            QVERIFY2(QString::fromStdString(parsed.error().message)
                         .startsWith(QStringLiteral("Invalid ConditionExpression: ") + fault),
                     parsed.error().message.c_str());
        }
    }

    void placeholders() {
        Placeholders given;
        given.names = {{"#a", "a"}, {"#b", "b"}, {"#c", "c"}};
        given.values = {{":a", n("1")}, {":b", n("2")}, {":c", n("3")}};
        UsedPlaceholders used;
        QVERIFY(parseCondition("#a = :a OR x = :a", ExpressionKind::Filter, given, used).ok());
        QCOMPARE(QString::fromStdString(used.checkAllUsed(given).error().message),
                 "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b, #c}");
        QVERIFY(parseProjection("#b, #c", given, used).ok());
        QCOMPARE(QString::fromStdString(used.checkAllUsed(given).error().message),
                 "Value provided in ExpressionAttributeValues unused in expressions: keys: {:b, :c}");
        QVERIFY(parseUpdate("SET y = :b ADD z :c", given, used).ok());
        QVERIFY(used.checkAllUsed(given).ok());
    }

    void placeholderKeys_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("fault");
        const QString names = "ExpressionAttributeNames contains invalid key: Syntax error; key: \"%1\"";
        const QString values = "ExpressionAttributeValues contains invalid key: Syntax error; key: \"%1\"";
        QTest::newRow("good") << "#_9aZ"
                              << ":_9aZ"
                              << "";
        QTest::newRow("no sigil") << "a"
                                  << ":a" << names.arg("a");
        QTest::newRow("sigil only") << "#"
                                    << ":a" << names.arg("#");
        QTest::newRow("other character") << "#a-b"
                                         << ":a" << names.arg("#a-b");
        QTest::newRow("name for a value") << "#a"
                                          << "#a" << values.arg("#a");
        QTest::newRow("empty") << "#a"
                               << "" << values.arg("");
    }
    void placeholderKeys() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        Placeholders given;
        given.names[name.toStdString()] = "a";
        given.values[value.toStdString()] = n("1");
        const auto checked = checkPlaceholders(given);
        QTEST(checked ? QString() : QString::fromStdString(checked.error().message), "fault");
    }

    void placeholderSizes() {
        Placeholders given;
        given.names["#" + std::string(254, 'a')] = std::string(65535, 'x');
        QVERIFY(checkPlaceholders(given).ok());
        given.names["#" + std::string(255, 'a')] = "x";
        QVERIFY(!checkPlaceholders(given));
        given.names = {{"#a", std::string(65536, 'x')}};
        QVERIFY(!checkPlaceholders(given));
        given.names = {{"#a", ""}};
        QVERIFY(!checkPlaceholders(given));
        given.names.clear();
        given.values[":a"] = s(std::string(2 * 1024 * 1024 - 2, 'x'));
        QVERIFY(checkPlaceholders(given).ok());
        given.values[":a"] = s(std::string(2 * 1024 * 1024 - 1, 'x'));
        QVERIFY(!checkPlaceholders(given));
    }

    /// Texts cut at every byte, and with every byte replaced: an answer, whatever it is, and a range inside.
    void mutilatedTexts() {
        const std::string whole =
            "(#a = :n AND NOT (b.c[1] BETWEEN :n AND :n2)) OR size(d) IN (:n, :s) OR begins_with(e, :s)";
        const auto check = [](const std::string& text) {
            UsedPlaceholders used;
            const auto parsed = parseCondition(text, ExpressionKind::Condition, commonPlaceholders(), used);
            if (parsed) return;
            QVERIFY(parsed.error().range.has_value());
            QVERIFY(parsed.error().range->begin <= parsed.error().range->end);
            QVERIFY(parsed.error().range->end <= text.size());
        };
        for (std::size_t i = 0; i <= whole.size(); ++i) {
            check(whole.substr(0, i));
            check(whole.substr(i));
            for (const char c : {'(', ')', '\0', '\xFF', '#', ':', ',', '9', ' '}) {
                std::string text = whole;
                text.insert(i, 1, c);
                check(text);
                if (i < whole.size()) {
                    text = whole;
                    text[i] = c;
                    check(text);
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestParseCondition)
#include "tst_parse_condition.moc"
