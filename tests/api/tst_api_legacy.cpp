// The older parameters: what they mean, and every mistake in the service's words.
#include <QTest>

#include "engine/api/legacy_parameters.h"

using namespace partita;

namespace {

/// What became of a request's parameter, as one line: the tree, or the error.
template <class T>
QString textOf(const Result<std::optional<T>>& result) {
    if (!result) return "error: " + QString::fromStdString(result.error().message);
    return *result ? QString::fromStdString(toText(**result)) : QString("nothing");
}

QString textOf(const Result<std::vector<AttributeCondition>>& result) {
    if (!result) return "error: " + QString::fromStdString(result.error().message);
    QString text;
    for (const AttributeCondition& test : *result) {
        if (test.condition.values.empty()) {
            const KeySchema keys{{{test.attribute, ValueType::String}}, {}};
            return text + "refused: " + QString::fromStdString(matchKeys({test}, keys).error().message);
        }
        text += QString::fromStdString(test.attribute + " " + std::string(operatorText(test.condition.op)));
        for (const Value& value : test.condition.values)
            text += " " + QString::fromStdString(toText(Literal(value)));
        text += "; ";
    }
    return text;
}

/// What was noted while reading, or else what the parameter says.
template <class Say>
QString said(const JsonRequest& request, const Violations& violations, Say say) {
    if (const auto& fault = request.members().fault()) {
        return "serialization: " + QString::fromStdString(fault->message);
    }
    if (const auto error = violations.error()) return "error: " + QString::fromStdString(error->message);
    return say();
}

const char* const kInvalid = "error: One or more parameter values were invalid: ";

}  // namespace

class TestApiLegacy : public QObject {
    Q_OBJECT

  private slots:
    void filter_data();
    void filter();
    void keyConditions_data();
    void keyConditions();
    void expected_data();
    void expected();
    void updates_data();
    void updates();
    void attributesToGet_data();
    void attributesToGet();
    void join();
    void meaning_data();
    void meaning();
};

void TestApiLegacy::filter_data() {
    QTest::addColumn<QString>("tests");  // the members of QueryFilter
    QTest::addColumn<QString>("text");
    const QString invalid = kInvalid;
    const auto row = [](const char* name, const QString& tests, const QString& text) {
        QTest::newRow(name) << tests << text;
    };
    const auto one = [](const QString& op, const QString& values) {
        return R"("a":{"ComparisonOperator":")" + op + R"(","AttributeValueList":[)" + values + "]}";
    };
    row("nothing", "", "nothing");
    row("equal", one("EQ", R"({"S":"x"})"), "a = {S:x}");
    row("equal takes any type", one("EQ", R"({"BOOL":true})"), "a = {BOOL:true}");
    row("not equal", one("NE", R"({"N":"1.0"})"), "a <> {N:1}");
    row("less or equal", one("LE", R"({"N":"1"})"), "a <= {N:1}");
    row("less", one("LT", R"({"N":"1"})"), "a < {N:1}");
    row("greater or equal", one("GE", R"({"N":"1"})"), "a >= {N:1}");
    row("greater", one("GT", R"({"N":"1"})"), "a > {N:1}");
    row("in", one("IN", R"({"S":"x"},{"S":"y"})"), "a IN ({S:x}, {S:y})");
    row("between", one("BETWEEN", R"({"N":"1"},{"N":"2"})"), "a BETWEEN {N:1} AND {N:2}");
    row("not null", R"("a":{"ComparisonOperator":"NOT_NULL"})", "attribute_exists(a)");
    row("null", R"("a":{"ComparisonOperator":"NULL","AttributeValueList":[]})", "attribute_not_exists(a)");
    row("contains", one("CONTAINS", R"({"S":"x"})"), "contains(a, {S:x})");
    row("not contains asks that it is there", one("NOT_CONTAINS", R"({"S":"x"})"),
        "(attribute_exists(a) AND NOT contains(a, {S:x}))");
    row("begins with", one("BEGINS_WITH", R"({"B":"eA=="})"), "begins_with(a, {B:eA==})");
    row("two are joined", one("EQ", R"({"S":"x"})") + R"(,"b":{"ComparisonOperator":"NULL"})",
        "(a = {S:x} AND attribute_not_exists(b))");

    for (const char* op :
         {"EQ", "NE", "LE", "LT", "GE", "GT", "CONTAINS", "NOT_CONTAINS", "BEGINS_WITH", "IN", "BETWEEN"}) {
        row(qPrintable(QString("no value for ") + op), one(op, ""),
            invalid + "Invalid number of argument(s) for the " + op + " ComparisonOperator");
    }
    for (const char* op : {"EQ", "LT", "CONTAINS", "BEGINS_WITH", "NULL", "NOT_NULL"}) {
        row(qPrintable(QString("two values for ") + op), one(op, R"({"S":"a"},{"S":"a"})"),
            invalid + "Invalid number of argument(s) for the " + op + " ComparisonOperator");
    }
    row("three values for BETWEEN", one("BETWEEN", R"({"S":"a"},{"S":"a"},{"S":"a"})"),
        invalid + "Invalid number of argument(s) for the BETWEEN ComparisonOperator");
    const std::pair<const char*, const char*> kTypes[] = {
        {"BOOL", R"({"BOOL":true})"}, {"NULL", R"({"NULL":true})"}, {"SS", R"({"SS":["a"]})"},
        {"NS", R"({"NS":["1"]})"},    {"BS", R"({"BS":["abcd"]})"}, {"M", R"({"M":{}})"},
        {"L", R"({"L":[]})"}};
    for (const auto& [type, value] : kTypes) {
        for (const char* op : {"LT", "LE", "GT", "GE", "IN", "BEGINS_WITH"}) {
            row(qPrintable(QString(op) + " of " + type), one(op, value),
                invalid + "ComparisonOperator " + op + " is not valid for " + type + " AttributeValue type");
        }
        row(qPrintable(QString("BETWEEN of ") + type), one("BETWEEN", QString(value) + "," + value),
            invalid + "ComparisonOperator BETWEEN is not valid for " + type + " AttributeValue type");
    }
    row("BEGINS_WITH of N", one("BEGINS_WITH", R"({"N":"1"})"),
        invalid + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type");
    row("CONTAINS of L", one("CONTAINS", R"({"L":[{"N":"1"}]})"),
        invalid + "ComparisonOperator CONTAINS is not valid for L AttributeValue type");
    row("CONTAINS of BOOL", one("CONTAINS", R"({"BOOL":true})"), "contains(a, {BOOL:true})");
    row("types mixed", one("IN", R"({"S":"a"},{"N":"1"})"),
        invalid + "AttributeValues inside AttributeValueList must be of same type");
    row("bounds the wrong way round", one("BETWEEN", R"({"N":"10"},{"N":"9"})"),
        "error: The BETWEEN condition was provided a range where the lower bound is greater than the upper "
        "bound");
    row("an empty value", one("EQ", "{}"),
        "error: Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
    row("values come before their number", one("EQ", R"({"S":"a"},{"SS":[]})"),
        invalid + "An string set  may not be empty");
    row("no operator", R"("a":{})",
        "error: 1 validation error detected: Value null at 'queryFilter.a.member.comparisonOperator' failed "
        "to "
        "satisfy constraint: Member must not be null");
    row("operators have one case", one("eq", R"({"S":"a"})"),
        "error: 1 validation error detected: Value 'eq' at 'queryFilter.a.member.comparisonOperator' failed "
        "to "
        "satisfy constraint: Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, "
        "GT, "
        "NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]");
}

void TestApiLegacy::filter() {
    QFETCH(QString, tests);
    JsonRequest request;
    QVERIFY(request.parse(("{\"QueryFilter\":{" + tests + "}}").toStdString()));
    Members members = request.members();
    Violations violations;
    const auto filter = LegacyConditions::read(members, "QueryFilter", violations);
    QTEST(said(request, violations, [&] { return textOf(filter->filter(LegacyJoin::And)); }), "text");
}

void TestApiLegacy::keyConditions_data() {
    QTest::addColumn<QString>("tests");
    QTest::addColumn<QString>("text");
    const QString key = R"("pk":{"ComparisonOperator":"EQ","AttributeValueList":[{"S":"a"}]})";
    QTest::newRow("one") << key << "pk = {S:a}; ";
    for (const auto& [name, text] : {std::pair("LE", "<="), std::pair("LT", "<"), std::pair("GE", ">="),
                                     std::pair("GT", ">"), std::pair("BEGINS_WITH", "begins_with")}) {
        QTest::newRow(name) << key + R"(,"sk":{"ComparisonOperator":")" + name +
                                   R"(","AttributeValueList":[{"S":"b"}]})"
                            << "pk = {S:a}; sk " + QString(text) + " {S:b}; ";
    }
    QTest::newRow("between")
        << key + R"(,"sk":{"ComparisonOperator":"BETWEEN","AttributeValueList":[{"S":"b"},{"S":"c"}]})"
        << "pk = {S:a}; sk between {S:b} {S:c}; ";
    for (const char* op : {"NE", "IN", "CONTAINS", "NOT_CONTAINS"}) {
        QTest::newRow(op)
            << key + R"(,"sk":{"ComparisonOperator":")" + op + R"(","AttributeValueList":[{"S":"b"}]})"
            << "pk = {S:a}; refused: Attempted conditional constraint is not an indexable operation";
    }
    QTest::newRow("null")
        << key + R"(,"sk":{"ComparisonOperator":"NULL"})"
        << "pk = {S:a}; refused: Attempted conditional constraint is not an indexable operation";
    QTest::newRow("none") << ""
                          << "error: Conditions can be of length 1 or 2 only";
}

void TestApiLegacy::keyConditions() {
    QFETCH(QString, tests);
    JsonRequest request;
    QVERIFY(request.parse(("{\"KeyConditions\":{" + tests + "}}").toStdString()));
    Members members = request.members();
    Violations violations;
    const auto conditions = LegacyConditions::read(members, "KeyConditions", violations);
    QTEST(said(request, violations, [&] { return textOf(conditions->keyConditions()); }), "text");
}

void TestApiLegacy::expected_data() {
    QTest::addColumn<QString>("expectation");  // of the attribute a
    QTest::addColumn<QString>("text");
    const QString invalid = kInvalid;
    const auto row = [](const char* name, const QString& expectation, const QString& text) {
        QTest::newRow(name) << expectation << text;
    };
    row("value", R"("Value":{"N":"1"})", "a = {N:1}");
    row("exists and value", R"("Exists":true,"Value":{"N":"1"})", "a = {N:1}");
    row("does not exist", R"("Exists":false)", "attribute_not_exists(a)");
    row("operator and list", R"("ComparisonOperator":"GT","AttributeValueList":[{"N":"1"}])", "a > {N:1}");
    row("operator and value", R"("ComparisonOperator":"GT","Value":{"N":"1"})", "a > {N:1}");
    row("operator without values", R"("ComparisonOperator":"NOT_NULL")", "attribute_exists(a)");
    row("nothing", "", invalid + "Value must be provided when Exists is null for Attribute: a");
    row("exists without a value", R"("Exists":true)",
        invalid + "Value must be provided when Exists is true for Attribute: a");
    row("a value of what does not exist", R"("Exists":false,"Value":{"N":"1"})",
        invalid + "Value cannot be used when Exists is false for Attribute: a");
    row("value and list", R"("ComparisonOperator":"EQ","Value":{"N":"1"},"AttributeValueList":[{"N":"1"}])",
        invalid + "Value and AttributeValueList cannot be used together for Attribute: a");
    row("exists and operator", R"("ComparisonOperator":"EQ","Exists":false,"AttributeValueList":[{"N":"1"}])",
        invalid + "Exists and ComparisonOperator cannot be used together for Attribute: a");
    row("operator alone", R"("ComparisonOperator":"EQ")",
        invalid + "Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: a");
    row("list alone", R"("AttributeValueList":[{"N":"1"}])",
        invalid + "AttributeValueList can only be used with a ComparisonOperator for Attribute: a");
    row("too few", R"("ComparisonOperator":"BETWEEN","AttributeValueList":[{"N":"1"}])",
        invalid + "Invalid number of argument(s) for the BETWEEN ComparisonOperator");
    row("a wrong value", R"("Value":{"N":"x"})",
        "error: The parameter cannot be converted to a numeric value: x");
}

void TestApiLegacy::expected() {
    QFETCH(QString, expectation);
    JsonRequest request;
    QVERIFY(request.parse(("{\"Expected\":{\"a\":{" + expectation + "}}}").toStdString()));
    Members members = request.members();
    Violations violations;
    const auto expectations = LegacyExpected::read(members, violations);
    QTEST(said(request, violations, [&] { return textOf(expectations->condition(LegacyJoin::And)); }),
          "text");
}

void TestApiLegacy::updates_data() {
    QTest::addColumn<QString>("update");  // of the attribute a
    QTest::addColumn<QString>("text");
    const QString invalid = kInvalid;
    const auto row = [](const QString& name, const QString& update, const QString& text) {
        QTest::newRow(qPrintable(name)) << update << text;
    };
    row("put", R"("Action":"PUT","Value":{"S":"x"})", "SET a = {S:x}");
    row("put is the default", R"("Value":{"S":"x"})", "SET a = {S:x}");
    row("add a number", R"("Action":"ADD","Value":{"N":"1"})", "ADD a {N:1}");
    row("add a set", R"("Action":"ADD","Value":{"SS":["x"]})", "ADD a {SS:[x]}");
    row("delete", R"("Action":"DELETE")", "REMOVE a");
    row("delete of a set", R"("Action":"DELETE","Value":{"NS":["1"]})", "DELETE a {NS:[1]}");
    row("nothing", "", invalid + "Only DELETE action is allowed when no attribute value is specified");
    row("add without a value", R"("Action":"ADD")",
        invalid + "Only DELETE action is allowed when no attribute value is specified");
    const std::pair<const char*, const char*> kTypes[] = {
        {"S", R"({"S":"1"})"},        {"N", R"({"N":"1"})"}, {"B", R"({"B":"Yg=="})"},
        {"NULL", R"({"NULL":true})"}, {"M", R"({"M":{}})"},  {"L", R"({"L":[]})"},
        {"BOOL", R"({"BOOL":true})"}};
    for (const auto& [type, value] : kTypes) {
        row(QString("delete of ") + type, R"("Action":"DELETE","Value":)" + QString(value),
            invalid + "DELETE action with value is not supported for the type " + type);
        if (QString(type) == "N" || QString(type) == "L") continue;
        row(QString("add of ") + type, R"("Action":"ADD","Value":)" + QString(value),
            invalid + "ADD action is not supported for the type " + type);
    }
    row("a wrong value", R"("Value":{"N":"x"})",
        "error: The parameter cannot be converted to a numeric value: x");
    row("no action", R"("Action":"Put","Value":{"S":"x"})",
        "error: 1 validation error detected: Value 'Put' at 'attributeUpdates.a.member.action' failed to "
        "satisfy constraint: Member must satisfy enum value set: [ADD, DELETE, PUT]");
}

void TestApiLegacy::updates() {
    QFETCH(QString, update);
    JsonRequest request;
    QVERIFY(request.parse(("{\"AttributeUpdates\":{\"a\":{" + update + "}}}").toStdString()));
    Members members = request.members();
    Violations violations;
    const auto updates = LegacyUpdates::read(members, violations);
    QTEST(said(request, violations, [&] { return textOf(updates->update()); }), "text");
}

void TestApiLegacy::attributesToGet_data() {
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("text");
    QTest::newRow("two, a dot has no meaning") << R"("a","b.c")"
                                               << "a, \"b.c\"";
    QTest::newRow("twice") << R"("a","b","a")" << QString(kInvalid) + "Duplicate value in attribute name: a";
    QTest::newRow("none") << ""
                          << "error: 1 validation error detected: Value '[]' at 'attributesToGet' failed to "
                             "satisfy constraint: Member must have length greater than or equal to 1";
}

void TestApiLegacy::attributesToGet() {
    QFETCH(QString, names);
    JsonRequest request;
    QVERIFY(request.parse(("{\"AttributesToGet\":[" + names + "]}").toStdString()));
    Members members = request.members();
    Violations violations;
    const auto attributes = AttributesToGet::read(members, violations);
    QTEST(said(request, violations,
               [&] {
                   const auto projection = attributes->projection();
                   return projection ? QString::fromStdString(toText(*projection))
                                     : "error: " + QString::fromStdString(projection.error().message);
               }),
          "text");
}

void TestApiLegacy::join() {
    QCOMPARE(checkLegacyJoin(0).error().message,
             std::string("ConditionalOperator cannot be used without Filter or Expected"));
    QCOMPARE(checkLegacyJoin(1).error().message,
             std::string("ConditionalOperator can only be used when Filter or Expected has two or more "
                         "elements"));
    QVERIFY(checkLegacyJoin(2));
    const std::vector<LegacyTest> tests = {{"a", LegacyOperator::Null, {}},
                                           {"b", LegacyOperator::NotNull, {}}};
    QCOMPARE(toText(legacyCondition(tests, LegacyJoin::Or)),
             std::string("(attribute_not_exists(a) OR attribute_exists(b))"));
}

void TestApiLegacy::meaning_data() {
    QTest::addColumn<QString>("test");
    QTest::addColumn<bool>("met");
    const auto row = [](const char* name, const char* test, bool met) { QTest::newRow(name) << test << met; };
    // The item: n = 5, s = "hello", set = {2, 4}, list = [2, "x"], none = NULL.
    row("missing is not equal", R"("q":{"ComparisonOperator":"NE","AttributeValueList":[{"N":"1"}]})", true);
    row("another type is not equal", R"("n":{"ComparisonOperator":"NE","AttributeValueList":[{"S":"5"}]})",
        true);
    row("equal is not not equal", R"("n":{"ComparisonOperator":"NE","AttributeValueList":[{"N":"5.0"}]})",
        false);
    row("missing is not less", R"("q":{"ComparisonOperator":"LT","AttributeValueList":[{"N":"1"}]})", false);
    row("NULL asks for absence", R"("none":{"ComparisonOperator":"NULL"})", false);
    row("NOT_NULL is met by NULL", R"("none":{"ComparisonOperator":"NOT_NULL"})", true);
    row("substring", R"("s":{"ComparisonOperator":"CONTAINS","AttributeValueList":[{"S":"ell"}]})", true);
    row("member of a set", R"("set":{"ComparisonOperator":"CONTAINS","AttributeValueList":[{"N":"4"}]})",
        true);
    row("member of a list", R"("list":{"ComparisonOperator":"CONTAINS","AttributeValueList":[{"S":"x"}]})",
        true);
    row("no member", R"("set":{"ComparisonOperator":"NOT_CONTAINS","AttributeValueList":[{"N":"5"}]})", true);
    row("another type is not contained",
        R"("s":{"ComparisonOperator":"NOT_CONTAINS","AttributeValueList":[{"N":"1"}]})", true);
    row("missing does not 'not contain'",
        R"("q":{"ComparisonOperator":"NOT_CONTAINS","AttributeValueList":[{"N":"1"}]})", false);
    row("IN is of the whole value", R"("set":{"ComparisonOperator":"IN","AttributeValueList":[{"N":"2"}]})",
        false);
    row("one of", R"("n":{"ComparisonOperator":"IN","AttributeValueList":[{"N":"4"},{"N":"5"}]})", true);
    row("prefix of a number is false",
        R"("n":{"ComparisonOperator":"BEGINS_WITH","AttributeValueList":[{"S":"5"}]})", false);
}

void TestApiLegacy::meaning() {
    QFETCH(QString, test);
    const Item item = {
        {"n", Value::number(5)},
        {"s", Value::string("hello")},
        {"set", *Value::numberSet({Number::fromInteger(2), Number::fromInteger(4)})},
        {"list", Value::list({Value::number(2), Value::string("x")})},
        {"none", Value::null()},
    };
    JsonRequest request;
    QVERIFY(request.parse(("{\"ScanFilter\":{" + test + "}}").toStdString()));
    Members members = request.members();
    Violations violations;
    const auto filter = LegacyConditions::read(members, "ScanFilter", violations)->filter(LegacyJoin::And);
    QVERIFY(filter);
    QTEST(evaluate(**filter, item), "met");
}

QTEST_APPLESS_MAIN(TestApiLegacy)
#include "tst_api_legacy.moc"
