// Key conditions: what they ask of each key, and what the service says of those that it refuses.
#include "tests/expression/expression_fixture.h"

#include "engine/expression/key_condition.h"
#include "engine/expression/reserved_words.h"

using namespace partita;
using namespace partita::test;

namespace {

QString partsText(const KeyConditionParts& parts) {
    std::string text;
    for (const Value& value : parts.partition) {
        text += (text.empty() ? "" : " ") + toText(Literal(value));
    }
    for (const SortCondition& condition : parts.sort) {
        text += " | " + std::string(operatorText(condition.op));
        for (const Value& value : condition.values) {
            text += " " + toText(Literal(value));
        }
    }
    return QString::fromStdString(text);
}

/// "pk": partition key only; "pk sk"; "many": two partition and three sort attributes.
KeySchema schema(const QString& name) {
    const KeyAttribute pk{"pk", ValueType::String};
    if (name == QLatin1String("pk")) return {{pk}, {}};
    if (name == QLatin1String("pk sk")) return {{pk}, {{"sk", ValueType::Number}}};
    return {{pk, {"p2", ValueType::Number}},
            {{"s1", ValueType::String}, {"s2", ValueType::Number}, {"s3", ValueType::String}}};
}

}  // namespace

class TestKeyCondition final : public QObject {
    Q_OBJECT

  private slots:
    void parts_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* keys, const char* text, const QString& expected) {
            QTest::addRow("%s: %s", keys, text)
                << QString::fromLatin1(keys) << QString::fromLatin1(text) << expected;
        };
        row("pk", "pk = :s", "{S:a}");
        row("pk sk", "pk = :s", "{S:a}");
        row("pk sk", "(pk = :s)AND(sk BETWEEN :n AND :n2)", "{S:a} | between {N:1} {N:2}");
        row("pk sk", "((sk = :n) AND (pk = :s))", "{S:a} | = {N:1}");
        row("pk sk", ":s = pk AND :n < sk", "{S:a} | > {N:1}");
        row("pk sk", "pk = :s AND :n >= sk", "{S:a} | <= {N:1}");
        row("pk sk", "pk = :s AND sk <= :n", "{S:a} | <= {N:1}");
        row("many", "pk = :s AND p2 = :n", "{S:a} {N:1}");
        row("many", "p2 = :n AND s2 >= :n AND s1 = :s AND pk = :s", "{S:a} {N:1} | = {S:a} | >= {N:1}");
        row("many", "pk = :s AND p2 = :n AND s1 = :s AND s2 = :n AND begins_with(s3, :s)",
            "{S:a} {N:1} | = {S:a} | = {N:1} | begins_with {S:a}");

        const QString missed = "Query condition missed key schema element: ";
        const QString unsupported = "Query key condition not supported";
        const QString type =
            "One or more parameter values were invalid: Condition parameter type does not match schema type";
        row("pk sk", "sk = :n", missed + "pk");
        row("pk sk", "attr1 = :s", missed + "pk");
        row("pk sk", "pk = :s AND a < :n", missed + "sk");
        row("pk sk", "pk > :s", unsupported);
        row("pk sk", "begins_with(pk, :s)", unsupported);
        row("pk", "pk = :s AND a = :s", unsupported);
        row("pk", "y = :s AND z = :s", unsupported);
        row("pk sk", "pk = :s AND sk < :n AND a < :n", "Conditions can be of length 1 or 2 only");
        row("pk sk", "pk = :n", type);
        row("pk sk", "pk = :s AND sk = :s", type);
        row("many", "pk = :s", missed + "p2");
        row("many", "pk = :s AND p2 = :n AND s2 = :n", missed + "s1");
        row("many", "pk = :s AND p2 = :n AND s1 > :s AND s2 = :n", unsupported);
        row("many", "pk = :s AND p2 > :n", unsupported);

        const QString op = "Invalid operator used in KeyConditionExpression: ";
        row("pk sk", "pk > sk and size(sk) > c or a > c", op + "OR");
        row("pk sk", "pk in (b, size(c), d)", op + "IN");
        row("pk sk", "attribute_exists(pk)", op + "attribute_exists");
        row("pk sk", "attribute_not_exists(pk)", op + "attribute_not_exists");
        row("pk sk", "attribute_type(pk, :type)", op + "attribute_type");
        row("pk sk", "contains(pk.d, b)", op + "contains");
        row("pk sk", "not pk > b", op + "NOT");
        row("pk sk", "pk <> b", op + "<>");
        const QString in = "Invalid condition in KeyConditionExpression: ";
        row("pk sk", ":s between size(b) and size(c) and b > :s",
            in + "BETWEEN operator must have the key attribute as its first operand");
        row("pk sk", "begins_with(:s, b) and c > :s",
            in + "begins_with operator must have the key attribute as its first operand");
        row("pk sk", "size(b) > a AND a.b > b AND b > c",
            "KeyConditionExpressions cannot contain nested operations");
        row("pk sk", "a between size(b) and size(c)",
            "KeyConditionExpressions cannot contain nested operations");
        const QString several =
            "Invalid KeyConditionExpression: " + in + "Multiple attribute names used in one condition";
        row("pk sk", "b > a.b", several);
        row("pk sk", "a between b and size(c)", several);
        row("pk sk", "begins_with(a, b)", several);
        row("pk sk", "a.d > c", "KeyConditionExpressions cannot have conditions on nested attributes");
        row("pk sk", "b[0] > a", "KeyConditionExpressions cannot have conditions on nested attributes");
        row("pk sk", ":s > :s2 AND a < :s", in + "No key attribute specified");
        row("pk sk", "b > :n AND b < :n and c = :n",
            "KeyConditionExpressions must only contain one condition per key");
        row("pk sk", "(a > :n and b > :n) and (b > :n and c > :n)",
            "KeyConditionExpressions must only contain one condition per key");
    }
    void parts() {
        QFETCH(QString, keys);
        QFETCH(QString, text);
        UsedPlaceholders used;
        const auto parsed =
            parseCondition(text.toStdString(), ExpressionKind::KeyCondition, commonPlaceholders(), used);
        QVERIFY2(parsed.ok(), parsed ? "" : parsed.error().message.c_str());
        const auto parts = keyCondition(*parsed, schema(keys));
        QTEST(parts ? partsText(*parts) : QString::fromStdString(parts.error().message), "expected");
    }

    void reservedWords() {
        for (const char* word : {"ABORT", "abort", "Hash", "date", "STATUS", "zone", "size"}) {
            QVERIFY2(isReservedWord(word), word);
        }
        for (const char* word : {"", "pk", "abor", "aborts", "contains", "begins_with"}) {
            QVERIFY2(!isReservedWord(word), word);
        }
    }
};

QTEST_APPLESS_MAIN(TestKeyCondition)
#include "tst_key_condition.moc"
