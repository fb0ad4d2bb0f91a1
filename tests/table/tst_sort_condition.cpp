// Sort conditions: the range of each operator on each type and on several attributes, checked against a plain
// comparison of values, and what is refused.
#include <QtTest>
#include <random>

#include "engine/table/key.h"

using namespace partita;

Q_DECLARE_METATYPE(std::vector<partita::SortCondition>)

namespace {

Value str(std::string text) {
    return Value::string(std::move(text));
}
Value num(const char* text) {
    return Value::number(*Number::parse(text));
}
Value bin(std::string bytes) {
    return Value::binary(std::move(bytes));
}

QByteArray hex(const std::string& bytes) {
    return QByteArray::fromStdString(bytes).toHex();
}

std::vector<KeyAttribute> attributes(std::string_view types) {
    std::vector<KeyAttribute> out;
    for (const char type : types) {
        out.push_back(
            {std::string(1, static_cast<char>('a' + out.size())), *typeNamed(std::string_view(&type, 1))});
    }
    return out;
}

Value randomKeyValue(std::mt19937_64& random, ValueType type) {
    if (type == ValueType::Number) {
        return Value::number(*Number::parse(std::to_string(static_cast<int>(random() % 5) - 2) + "e" +
                                            std::to_string(static_cast<int>(random() % 2))));
    }
    const std::string alphabet =
        type == ValueType::String ? std::string("\0a\x7F", 3) : std::string("\0\1\xFF", 3);
    std::string bytes;
    for (std::size_t left = 1 + random() % 3; left > 0; --left) {
        bytes.push_back(alphabet[random() % alphabet.size()]);
    }
    return type == ValueType::String ? str(bytes) : bin(bytes);
}

std::vector<Value> randomKey(std::mt19937_64& random, const std::vector<KeyAttribute>& schema) {
    std::vector<Value> values;
    for (const KeyAttribute& attribute : schema) {
        values.push_back(randomKeyValue(random, attribute.type));
    }
    return values;
}

const std::string& rawOf(const Value& value) {
    return value.asString() ? *value.asString() : *value.asBinary();
}

int orderOf(const Value& a, const Value& b) {
    if (a.asNumber()) return *a.asNumber() < *b.asNumber() ? -1 : *a.asNumber() > *b.asNumber() ? 1 : 0;
    const int order = rawOf(a).compare(rawOf(b));
    return (order > 0) - (order < 0);
}

/// The condition by the meaning of its operator.
bool holds(const SortCondition& condition, const Value& value) {
    const Value& first = condition.values.front();
    switch (condition.op) {
        case SortOperator::Equal:
            return orderOf(value, first) == 0;
        case SortOperator::Less:
            return orderOf(value, first) < 0;
        case SortOperator::LessOrEqual:
            return orderOf(value, first) <= 0;
        case SortOperator::Greater:
            return orderOf(value, first) > 0;
        case SortOperator::GreaterOrEqual:
            return orderOf(value, first) >= 0;
        case SortOperator::Between:
            return orderOf(value, first) >= 0 && orderOf(value, condition.values[1]) <= 0;
        case SortOperator::BeginsWith:
            return rawOf(value).starts_with(rawOf(first));
    }
    return false;
}

const std::vector<SortOperator> kOperators = {
    SortOperator::Equal,          SortOperator::Less,    SortOperator::LessOrEqual, SortOperator::Greater,
    SortOperator::GreaterOrEqual, SortOperator::Between, SortOperator::BeginsWith};

}  // namespace

class TestSortCondition final : public QObject {
    Q_OBJECT

  private slots:
    void operators() {
        const std::vector<std::string> texts = {"=", "<", "<=", ">", ">=", "between", "begins_with"};
        for (std::size_t i = 0; i < kOperators.size(); ++i) {
            QCOMPARE(std::string(operatorText(kOperators[i])), texts[i]);
            QVERIFY(operatorNamed(texts[i]) == kOperators[i]);
        }
        QVERIFY(operatorNamed("BETWEEN") == SortOperator::Between);
        QVERIFY(operatorNamed("Begins_With") == SortOperator::BeginsWith);
        for (const char* text : {"", "<>", "==", "in", "contains", "begins with"}) {
            QVERIFY(!operatorNamed(text));
        }
    }

    void ranges_data() {
        QTest::addColumn<QByteArray>("types");
        QTest::addColumn<std::vector<SortCondition>>("conditions");
        QTest::addColumn<QByteArray>("range");  // lower … upper in hex
        using Conditions = std::vector<SortCondition>;
        using enum SortOperator;
        const auto row = [](const char* name, const char* types, const Conditions& conditions,
                            const char* range) {
            QTest::newRow(name) << QByteArray(types) << conditions << QByteArray(range);
        };
        row("none", "S", {}, " … ");
        row("none, no sort key", "", {}, " … ");
        row("=", "S", {{Equal, {str("ab")}}}, "6162 … 616200");
        row("<", "S", {{Less, {str("ab")}}}, " … 6162");
        row("<=", "S", {{LessOrEqual, {str("ab")}}}, " … 616200");
        row(">", "S", {{Greater, {str("ab")}}}, "616200 … ");
        row(">=", "S", {{GreaterOrEqual, {str("ab")}}}, "6162 … ");
        row("between", "S", {{Between, {str("a"), str("b")}}}, "61 … 6200");
        row("between equal bounds", "S", {{Between, {str("a"), str("a")}}}, "61 … 6100");
        row("begins_with", "S", {{BeginsWith, {str("PROJ#")}}}, "50524f4a23 … 50524f4a24");
        row("begins_with FF", "B", {{BeginsWith, {bin("\1\xFF\xFF")}}}, "01ffff … 02");
        row("begins_with FF only", "B", {{BeginsWith, {bin("\xFF\xFF")}}}, "ffff … ");
        row("= number", "N", {{Equal, {num("1")}}}, "03820b00 … 03820b0000");
        row("< number", "N", {{Less, {num("-1")}}}, " … 017df4ff");
        row("first of two", "SS", {{Equal, {str("a")}}}, "610000 … 610001");
        row("both", "SS", {{Equal, {str("a")}}, {Equal, {str("b")}}}, "610000620000 … 610000620001");
        row("< second", "SS", {{Equal, {str("a")}}, {Less, {str("b")}}}, "610000 … 610000620000");
        row("> second", "SN", {{Equal, {str("a")}}, {Greater, {num("-1")}}}, "610000017df5 … 610001");
        row("begins_with first", "SS", {{BeginsWith, {str(std::string("a\0", 2))}}}, "6100ff … 6101");
        row("begins_with second", "SB", {{Equal, {str("a")}}, {BeginsWith, {bin("\xFF")}}},
            "610000ff … 610001");
        row("third of four", "SSNS", {{Equal, {str("a")}}, {Equal, {str("b")}}, {GreaterOrEqual, {num("0")}}},
            "61000062000002 … 610000620001");
    }
    void ranges() {
        QFETCH(QByteArray, types);
        QFETCH(std::vector<SortCondition>, conditions);
        QFETCH(QByteArray, range);
        const auto admitted = sortRange(attributes(types.toStdString()), conditions);
        QVERIFY2(admitted.ok(), admitted ? "" : admitted.error().message.c_str());
        QCOMPARE(hex(admitted->lower) + " … " + hex(admitted->upper.value_or("")), range);
        QCOMPARE(admitted->upper.has_value(), !range.endsWith(" … "));
    }

    void rangeIsTheCondition_data() {
        QTest::addColumn<QByteArray>("types");
        for (const char* types :
             {"S", "N", "B", "SS", "BB", "SN", "NS", "NB", "SNB", "BSN", "NNN", "SSSS", "BNSB", "NNNN"}) {
            QTest::newRow(types) << QByteArray(types);
        }
    }
    void rangeIsTheCondition() {
        QFETCH(QByteArray, types);
        const auto seed = std::random_device{}();
        qInfo("seed %u", seed);
        std::mt19937_64 random(seed);
        const auto schema = attributes(types.toStdString());
        std::vector<std::pair<std::vector<Value>, std::string>> keys;
        for (int i = 0; i < 400; ++i) {
            auto values = randomKey(random, schema);
            auto bytes = *keyPart(schema, values);
            keys.emplace_back(std::move(values), std::move(bytes));
        }
        int admittedKeys = 0;
        for (int i = 0; i < 400; ++i) {
            // The values of a key that there is, mostly, so that many conditions admit something.
            const auto& of =
                random() % 4 != 0 ? keys[random() % keys.size()].first : randomKey(random, schema);
            std::vector<SortCondition> conditions;
            const std::size_t count = 1 + random() % schema.size();
            for (std::size_t at = 0; at < count; ++at) {
                conditions.push_back({SortOperator::Equal, {of[at]}});
            }
            SortCondition& last = conditions.back();
            last.op = kOperators[random() % kOperators.size()];
            const ValueType type = last.values.front().type();
            if (last.op == SortOperator::BeginsWith && type == ValueType::Number) continue;
            if (last.op == SortOperator::BeginsWith) {
                const std::string prefix = rawOf(last.values.front()).substr(0, 1 + random() % 3);
                last.values = {type == ValueType::String ? str(prefix) : bin(prefix)};
            }
            if (last.op == SortOperator::Between) {
                last.values.push_back(randomKeyValue(random, type));
                if (orderOf(last.values[1], last.values[0]) < 0) std::swap(last.values[0], last.values[1]);
            }
            const auto range = sortRange(schema, conditions);
            QVERIFY(range.ok());
            for (const auto& [values, bytes] : keys) {
                bool expected = true;
                for (std::size_t at = 0; at < count; ++at) {
                    expected = expected && holds(conditions[at], values[at]);
                }
                admittedKeys += expected;
                if (range->contains(bytes) != expected) {
                    QFAIL(qPrintable(QString("key %1, operator %2, range %3 to %4")
                                         .arg(hex(bytes), QByteArray(operatorText(last.op).data()),
                                              hex(range->lower), hex(range->upper.value_or("")))));
                }
            }
        }
        QVERIFY(admittedKeys > 100);
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("types");
        QTest::addColumn<std::vector<SortCondition>>("conditions");
        QTest::addColumn<QByteArray>("message");
        using Conditions = std::vector<SortCondition>;
        using enum SortOperator;
        const auto row = [](const char* name, const char* types, const Conditions& conditions,
                            const QByteArray& message) {
            QTest::newRow(name) << QByteArray(types) << conditions << message;
        };
        const QByteArray invalid = "One or more parameter values were invalid: ";
        row("wrong type", "N", {{Equal, {str("1")}}},
            invalid + "Condition parameter type does not match schema type");
        row("wrong second bound", "S", {{Between, {str("1"), num("2")}}},
            invalid + "Condition parameter type does not match schema type");
        row("no sort key", "", {{Equal, {str("1")}}}, "Query key condition not supported");
        row("more than attributes", "SS", {{Equal, {str("1")}}, {Equal, {str("1")}}, {Equal, {str("1")}}},
            "Query key condition not supported");
        row("range before the last", "SS", {{Less, {str("1")}}, {Equal, {str("1")}}},
            "Query key condition not supported");
        row("bounds the wrong way round", "S", {{Between, {str("b"), str("a")}}},
            "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or "
            "equal to "
            "lower bound; lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: "
            "{S:a}");
        row("numbers the wrong way round", "N", {{Between, {num("10"), num("9")}}},
            "Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or "
            "equal to "
            "lower bound; lower bound operand: AttributeValue: {N:10}, upper bound operand: AttributeValue: "
            "{N:9}");
        row("begins_with on a number", "N", {{BeginsWith, {num("1")}}},
            "Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or "
            "function: "
            "begins_with, operand type: N");
        row("empty", "S", {{BeginsWith, {str("")}}},
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
            "contain an empty "
            "string value. Key: a");
        row("empty binary", "SB", {{Equal, {str("x")}}, {Equal, {bin("")}}},
            "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
            "contain an empty "
            "binary value. Key: b");
        row("too long", "S", {{Equal, {str(std::string(1025, 'x'))}}},
            invalid + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
        row("no value", "S", {{Equal, {}}}, invalid + "Invalid number of argument(s) for the = operator");
        row("one bound", "S", {{Between, {str("a")}}},
            invalid + "Invalid number of argument(s) for the between operator");
        row("two values", "S", {{Less, {str("a"), str("b")}}},
            invalid + "Invalid number of argument(s) for the < operator");
    }
    void refused() {
        QFETCH(QByteArray, types);
        QFETCH(std::vector<SortCondition>, conditions);
        QFETCH(QByteArray, message);
        const auto range = sortRange(attributes(types.toStdString()), conditions);
        QVERIFY(!range.ok());
        QCOMPARE(QByteArray::fromStdString(range.error().message), message);
        QCOMPARE(range.error().code, ErrorCode::Validation);
    }
};

QTEST_APPLESS_MAIN(TestSortCondition)
#include "tst_sort_condition.moc"
