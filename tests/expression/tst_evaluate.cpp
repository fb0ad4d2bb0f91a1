// Conditions on items: every pair of types, what is missing, and random conditions against a second
// evaluation that works on values and not on their stored form.
#include <map>
#include <random>

#include "tests/expression/expression_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

Item sample() {
    return {
        {"s", s("hello")},
        {"n", n("5")},
        {"b", b("\xFF\x01")},
        {"t", Value::boolean(true)},
        {"f", Value::boolean(false)},
        {"z", Value::null()},
        {"l", l({n("7.5"), s("x"), ns({"1", "2"}), l({n("1")})})},
        {"mm", m({{"x", n("1")}, {"y", l({n("-1"), n("2")})}})},
        {"ss", ss({"a", "bb"})},
        {"nn", ns({"2", "4", "7"})},
        {"bb", bs({"a", "b"})},
        {"jp", s("日本")},
        {"a.b", s("flat")},
    };
}

/// One value of each type, in the order of ValueType.
std::vector<Value> oneOfEach() {
    return {
        s("a"),    n("1"),    b("a"),   Value::boolean(true), Value::null(), l({n("1")}), m({{"x", n("1")}}),
        ss({"a"}), ns({"1"}), bs({"a"})};
}

std::optional<int> naiveOrder(const Value* a, const Value* b) {
    if (!a || !b || a->type() != b->type()) return std::nullopt;
    if (a->asString()) return a->asString()->compare(*b->asString());
    if (a->asBinary()) return a->asBinary()->compare(*b->asBinary());
    if (!a->asNumber()) return std::nullopt;
    const auto order = *a->asNumber() <=> *b->asNumber();
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

bool naiveCompare(Comparator comparator, const Value* a, const Value* b) {
    const bool equal = a && b && *a == *b;
    if (comparator == Comparator::Equal) return equal;
    if (comparator == Comparator::NotEqual) return !equal;
    const auto order = naiveOrder(a, b);
    if (!order) return false;
    if (comparator == Comparator::Less) return *order < 0;
    if (comparator == Comparator::LessOrEqual) return *order <= 0;
    if (comparator == Comparator::Greater) return *order > 0;
    return *order >= 0;
}

}  // namespace

class TestEvaluate final : public QObject {
    Q_OBJECT

  private slots:
    void holds_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("expected");
        const auto row = [](const char* text, bool expected) {
            QTest::newRow(text) << QString::fromLatin1(text) << expected;
        };
        row("s = :hello", true);
        row("n = :five", true);
        row("n = :two", false);
        row("n > :two AND n <= :five AND NOT n < :five", true);
        row("s > :h AND s < :hz", true);
        row("b > :low", true);
        row("n = :hello", false);
        row("n <> :hello", true);
        row("n < :hello", false);
        row("NOT n < :hello", true);
        row("nope = nada", false);
        row("nope <> nada", true);
        row("nope < :five", false);
        row("z <> :five", true);
        row("t <> f", true);
        row("l > :five", false);
        row("n BETWEEN :two AND :five", true);
        row("n BETWEEN :five AND :nine", true);
        row("n BETWEEN mm.x AND size(s)", true);
        row("n BETWEEN size(l) AND mm.x", false);
        row("nope BETWEEN :two AND :nine", false);
        row("n IN (:two, :hello, :five)", true);
        row("nope IN (:two)", false);
        row("mm.x < mm.y[1] AND mm.y[0] < mm.x", true);
        row("mm.zz < mm.y[100]", false);
        row("l[0] = :seven", true);
        row("l.x = :seven", false);
        row("#dot = :flat", true);
        row("attribute_exists(mm.y[1])", true);
        row("attribute_exists(mm.y[2])", false);
        row("attribute_not_exists(s.x)", true);
        row("attribute_exists(z)", true);
        row("attribute_type(nn, :ns)", true);
        row("attribute_type(n, :ns)", false);
        row("attribute_type(nope, :ns)", false);
        row("begins_with(s, :h)", true);
        row("begins_with(:hello, s)", true);
        row("begins_with(:h, s)", false);
        row("begins_with(n, :h)", false);
        row("begins_with(nope, :h)", false);
        row("contains(s, :ell)", true);
        row("contains(s, :five)", false);
        row("contains(b, :low)", true);
        row("contains(ss, :bb)", true);
        row("contains(ss, :h)", false);
        row("contains(nn, :four)", true);
        row("contains(nn, :five)", false);
        row("contains(l, :seven)", true);
        row("contains(l, :set)", true);
        row("contains(l, :list)", true);
        row("contains(l, :five)", false);
        row("contains(mm, :hello)", false);
        row("contains(nope, :h)", false);
        row("size(s) = :five", true);
        row("size(s) = n", true);
        row("size(b) = :two", true);
        row("size(jp) = :six", true);
        row("size(nn) = :three AND size(l) = :four AND size(mm) = :two", true);
        row("size(n) = :five", false);
        row("size(t) = :five", false);
        row("size(z) <> :five", true);
        row("size(nope) < :five", false);
        row("size(s) = :hello", false);
        row("s = :hello OR nope = :five AND n = :two", true);
        row("(s = :hello OR nope = :five) AND n = :two", false);
    }
    void holds() {
        QFETCH(QString, text);
        Placeholders given;
        given.names = {{"#dot", "a.b"}};
        given.values = {{":hello", s("hello")},   {":h", s("h")},          {":hz", s("hz")},
                        {":ell", s("ell")},       {":flat", s("flat")},    {":bb", s("bb")},
                        {":low", b("\x01")},      {":ns", s("NS")},        {":two", n("2")},
                        {":three", n("3")},       {":four", n("4.0")},     {":five", n("5")},
                        {":six", n("6")},         {":nine", n("9")},       {":seven", n("7.50")},
                        {":set", ns({"2", "1"})}, {":list", l({n("1.0")})}};
        QTEST(evaluate(condition(text.toStdString(), given), sample()), "expected");
    }

    void everyPairOfTypes() {
        const std::vector<Value> values = oneOfEach();
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Item item = {{"a", values[i]}, {"c", values[i]}};
            QVERIFY(evaluate(condition("a = c"), item));
            for (std::size_t j = 0; j < values.size(); ++j) {
                for (int op = 0; op < 6; ++op) {
                    const auto comparator = static_cast<Comparator>(op);
                    const Condition tested =
                        makeCondition(Comparison{comparator, Path{"a", {}}, Literal(values[j])});
                    QCOMPARE(evaluate(tested, item), naiveCompare(comparator, &values[i], &values[j]));
                }
            }
        }
    }

    void numbersAreExact() {
        const Item item = {{"a", n("9007199254740993")}, {"l", l({n("1e2")})}};
        QVERIFY(evaluate(
            makeCondition(Comparison{Comparator::Greater, Path{"a", {}}, Literal(n("9007199254740992"))}),
            item));
        QVERIFY(evaluate(makeCondition(Contains{Path{"l", {}}, Literal(n("100.0"))}), item));
    }

    void randomConditions() {
        const auto seed = std::random_device()();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        const std::vector<Value> values = {s("a"),      s("b"),        n("1"),        n("2"),
                                           n("-1"),     b("a"),        Value::null(), Value::boolean(true),
                                           l({n("1")}), ss({"a", "b"})};
        const std::vector<std::string> names = {"p", "q", "r", "missing"};
        for (int round = 0; round < 3000; ++round) {
            Item item;
            for (std::size_t i = 0; i < 3; ++i) {
                if (random() % 4 != 0) item.set(names[i], values[random() % values.size()]);
            }
            std::function<std::pair<Condition, bool>(int)> make =
                [&](int depth) -> std::pair<Condition, bool> {
                if (depth == 0 || random() % 3 == 0) {
                    const std::string& name = names[random() % names.size()];
                    const Value& value = values[random() % values.size()];
                    const auto comparator = static_cast<Comparator>(random() % 6);
                    return {makeCondition(Comparison{comparator, Path{name, {}}, Literal(value)}),
                            naiveCompare(comparator, item.find(name), &value)};
                }
                auto first = make(depth - 1);
                if (random() % 3 == 0) return {makeNot(first.first), !first.second};
                auto second = make(depth - 1);
                if (random() % 2 == 0) {
                    return {makeAnd({first.first, second.first}), first.second && second.second};
                }
                return {makeOr({first.first, second.first}), first.second || second.second};
            };
            const auto [tested, expected] = make(4);
            QVERIFY2(evaluate(tested, item) == expected, toText(tested).c_str());
        }
    }

    /// Cut and changed bytes: an answer, whatever it is, without a look outside.
    void damagedBytes() {
        const std::string whole = itemBytes(sample());
        const Condition tested = condition(
            "contains(l, :ns) OR contains(nn, :n) OR size(mm) > :n OR mm.y[1] = :n OR l[3][0] = jp OR #dot = "
            ":s");
        for (std::size_t i = 0; i < whole.size(); ++i) {
            evaluate(tested, ItemView(std::string_view(whole).substr(0, i)));
            for (const char c : {'\0', '\x7F', '\xFF'}) {
                std::string bytes = whole;
                bytes[i] = c;
                evaluate(tested, ItemView(bytes));
            }
        }
    }

    void pathsInOrder() {
        std::string paths;
        forEachPath(condition("a.b = :n AND NOT (size(c) IN (d, :n) OR begins_with(e, f))"),
                    [&](const Path& path) { paths += toText(path) + " "; });
        QCOMPARE(QString::fromStdString(paths), "a.b c d e f ");
    }
};

QTEST_APPLESS_MAIN(TestEvaluate)
#include "tst_evaluate.moc"
