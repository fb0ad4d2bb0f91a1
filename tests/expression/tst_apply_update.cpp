// Doing updates: every rule of what an action sees, where it puts its value, and what it refuses.
#include "tests/expression/expression_fixture.h"

using namespace partita;
using namespace partita::test;

namespace {

Item sample() {
    return {
        {"a", s("A")},          {"b", s("B")},
        {"n", n("5")},          {"l", l({n("0"), n("1"), n("2"), n("3")})},
        {"e", l({})},           {"mm", m({{"x", n("1")}, {"y", l({m({{"z", n("1")}}), n("9")})}})},
        {"ss", ss({"a", "b"})}, {"nn", ns({"1"})},
    };
}

Placeholders given() {
    Placeholders placeholders = commonPlaceholders();
    placeholders.values[":ab"] = ss({"a", "b", "zz"});
    placeholders.values[":big"] = n("9e125");
    placeholders.values[":minusBig"] = n("-9e125");
    placeholders.values[":e50"] = n("1e50");
    return placeholders;
}

}  // namespace

class TestApplyUpdate final : public QObject {
    Q_OBJECT

  private slots:
    /// `path`: what to look at afterwards; `expected`: its value, "-" when it is not there, or the error.
    void result_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* path, const char* expected) {
            QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(path)
                                << QString::fromLatin1(expected);
        };
        const char* const type = "An operand in the update expression has an incorrect data type";
        const char* const missing =
            "The provided expression refers to an attribute that does not exist in the item";
        const char* const path = "The document path provided in the update expression is invalid for update";
        const char* const overflow =
            "Number overflow. Attempting to store a number with magnitude larger than supported range";

        row("set", "SET c = :n", "c", "{N:1}");
        row("swap", "SET a = b, b = a", "a", "{S:B}");
        row("right side sees the item before", "SET n = n + :n, c = n", "c", "{N:5}");
        row("remove and copy", "REMOVE a SET c = a", "c", "{S:A}");
        row("sum", "SET n = n + :n2", "n", "{N:7}");
        row("difference", "SET n = :n - n", "n", "{N:-4}");
        row("sum with a missing attribute", "SET c = c + :n", "", missing);
        row("sum with a string", "SET c = a + :n", "", type);
        row("overflow", "SET n = :big + :big", "", overflow);
        row("overflow downwards", "SET n = :minusBig - :big", "", overflow);
        row("more than 38 digits", "SET n = :e50 + :n", "", overflow);
        row("copy of a missing attribute", "SET c = nope", "", missing);
        row("if_not_exists, there", "SET c = if_not_exists(a, :n)", "c", "{S:A}");
        row("if_not_exists, not there", "SET c = if_not_exists(nope, :n) + :n", "c", "{N:2}");
        row("if_not_exists, nested", "SET c = if_not_exists(nope, if_not_exists(nada, :n))", "c", "{N:1}");
        row("list_append", "SET l = list_append(l, :l)", "l", "{L:[{N:0}, {N:1}, {N:2}, {N:3}, {N:1}]}");
        row("list_append before", "SET e = list_append(:l, l)", "e",
            "{L:[{N:1}, {N:0}, {N:1}, {N:2}, {N:3}]}");
        row("list_append of a missing list", "SET c = list_append(nope, :l)", "", missing);
        row("list_append of no list", "SET c = list_append(a, :l)", "", type);
        row("list_append of what may be missing", "SET c = list_append(if_not_exists(c, :l), :l)", "c",
            "{L:[{N:1}, {N:1}]}");
        row("element", "SET l[1] = :s", "l", "{L:[{N:0}, {S:a}, {N:2}, {N:3}]}");
        row("past the end", "SET l[2000000000] = :s", "l", "{L:[{N:0}, {N:1}, {N:2}, {N:3}, {S:a}]}");
        row("past the end, in order of the indexes", "SET l[84] = :s, l[37] = :n, l[17] = :s2", "l",
            "{L:[{N:0}, {N:1}, {N:2}, {N:3}, {S:b}, {N:1}, {S:a}]}");
        row("first of an empty list", "SET e[0] = :n", "e", "{L:[{N:1}]}");
        row("removed elements mean the list before", "REMOVE l[0], l[2]", "l", "{L:[{N:1}, {N:3}]}");
        row("in any order", "REMOVE l[2], l[0]", "l", "{L:[{N:1}, {N:3}]}");
        row("set and remove", "REMOVE l[1] SET l[3] = :s", "l", "{L:[{N:0}, {N:2}, {S:a}]}");
        row("move an element", "SET l[0] = l[1] REMOVE l[1]", "l", "{L:[{N:1}, {N:2}, {N:3}]}");
        row("append and remove", "SET l[9] = :s REMOVE l[0], l[17]", "l", "{L:[{N:1}, {N:2}, {N:3}, {S:a}]}");
        row("remove inside what moves", "REMOVE mm.y[0].z, mm.y[1]", "mm.y", "{L:[{M:{}}]}");
        row("remove past the end", "REMOVE l[17]", "l", "{L:[{N:0}, {N:1}, {N:2}, {N:3}]}");
        row("remove what is not there", "REMOVE nope, mm.nope", "nope", "-");
        row("remove an entry", "REMOVE mm.x", "mm.x", "-");
        row("nested set", "SET mm.y[0].z = mm.x + :n", "mm.y[0]", "{M:{z={N:2}}}");
        row("a new entry", "SET mm.k = :n", "mm.k", "{N:1}");
        row("through a missing map", "SET nope.x = :n", "", path);
        row("through a string", "SET a.x = :n", "", path);
        row("entry of a list", "SET l.x = :n", "", path);
        row("element of a map", "SET mm[0] = :n", "", path);
        row("element of nothing", "SET nope[0] = :n", "", path);
        row("remove through a missing map", "REMOVE nope.x", "", path);
        row("remove through a string", "REMOVE a[0]", "", path);
        row("add", "ADD n :n2", "n", "{N:7}");
        row("add to nothing", "ADD c :n", "c", "{N:1}");
        row("add to a string", "ADD a :n", "", type);
        row("add nested", "ADD mm.x :n, mm.c :n", "mm.x", "{N:2}");
        row("add through a missing map", "ADD nope.x :n", "", path);
        row("unite sets", "ADD ss :ab", "ss", "{SS:[a, b, zz]}");
        row("a new set", "ADD c :ns", "c", "{NS:[1]}");
        row("add another type of set", "ADD ss :ns", "", type);
        row("add overflows", "ADD n :e50", "", overflow);
        row("delete", "DELETE ss :ss", "ss", "{SS:[b]}");
        row("an emptied set is removed", "DELETE ss :ab", "ss", "-");
        row("delete from nothing", "DELETE nope :ss", "nope", "-");
        row("delete through a missing map", "DELETE nope.x :ss", "", path);
        row("delete another type of set", "DELETE nn :ss", "", type);
        row("delete from a number", "DELETE n :ns", "", type);
    }
    void result() {
        QFETCH(QString, text);
        QFETCH(QString, path);
        const Item before = sample();
        const auto after = apply(update(text.toStdString(), given()), before);
        QCOMPARE(before, sample());
        if (!after) {
            QTEST(QString::fromStdString(after.error().message), "expected");
            return;
        }
        QVERIFY2(!path.isEmpty(), "must be refused");
        UsedPlaceholders used;
        const auto projection = parseProjection(path.toStdString(), {}, used);
        const Value* value = find(*after, projection->paths()[0]);
        QTEST(value ? QString::fromStdString(toText(Literal(*value))) : QStringLiteral("-"), "expected");
    }

    void nestedRemoveOfAnAbsentItem() {
        const Item key = {{"pk", s("p")}};
        const auto after = apply(update("REMOVE x.y, z[0]"), key, ItemPresence::Absent);
        QVERIFY(after.ok());
        QCOMPARE(*after, key);
        QVERIFY(!apply(update("SET x.y = :n"), key, ItemPresence::Absent).ok());
    }

    void attributeUpdates() {
        const auto add = [](const char* name, const Value& value) {
            return Update({{Path{name, {}}, AddAction{value}}}, UpdateWording::AttributeUpdates);
        };
        QCOMPARE(apply(add("l", l({s("x")})), sample())->find("l")->asList()->size(), 5U);
        QCOMPARE(apply(add("a", n("1")), sample()).error().message,
                 std::string("Type mismatch for attribute to update"));
    }

    void updatedParts() {
        const Update done = update("SET mm.x = :n2, c = :n REMOVE a ADD l[1] :n");
        QCOMPARE(itemText(updatedAttributes(done, sample())),
                 "{M:{a={S:A}, l={L:[{N:1}]}, mm={M:{x={N:1}}}}}");
        QCOMPARE(itemText(updatedAttributes(done, *apply(done, sample()))),
                 "{M:{c={N:1}, l={L:[{N:2}]}, mm={M:{x={N:2}}}}}");
    }

    void keysStay() {
        const KeySchema keys{{{"pk", ValueType::String}}, {{"sk", ValueType::String}}};
        QVERIFY(checkKeysUntouched(update("SET a = pk"), keys).ok());
        for (const char* text : {"SET a = :n, sk = :n", "REMOVE sk", "ADD sk.b :n", "DELETE sk :ss"}) {
            QCOMPARE(
                checkKeysUntouched(update(text), keys).error().message,
                std::string("One or more parameter values were invalid: Cannot update attribute sk. This "
                            "attribute is part of the key"));
        }
    }

    void pathsOnBothSides() {
        std::string paths;
        forEachPath(update("SET a = b.c + if_not_exists(d, :n) REMOVE e"),
                    [&](const Path& path) { paths += toText(path) + " "; });
        QCOMPARE(QString::fromStdString(paths), "a b.c d e ");
    }
};

QTEST_APPLESS_MAIN(TestApplyUpdate)
#include "tst_apply_update.moc"
