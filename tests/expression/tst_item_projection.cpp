// Projections: the parts of an item that are asked for, the same from values and from stored bytes.
#include "tests/expression/expression_fixture.h"

using namespace partita;
using namespace partita::test;

class TestItemProjection final : public QObject {
    Q_OBJECT

  private slots:
    void parts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* text, const char* expected) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(expected);
        };
        row("k", "{M:{k={S:K}}}");
        row("nope", "{M:{}}");
        row("d.t, d.v, k", "{M:{d={M:{t={S:T}, v={S:V}}}, k={S:K}}}");
        row("l[2], l[0]", "{M:{l={L:[{M:{a={N:0}, b={N:1}}}, {M:{a={N:4}, b={N:5}}}]}}}");
        row("l[0].a, l[0].b, l[2].b", "{M:{l={L:[{M:{a={N:0}, b={N:1}}}, {M:{b={N:5}}}]}}}");
        row("d.i[1]", "{M:{d={M:{i={L:[{N:8}]}}}}}");
        row("l[9], d.zz, k.x, l[0].a.x, nope.x[1]", "{M:{}}");
        row("k[0], l.a, d[0]", "{M:{}}");
        row("d.zz, d.t", "{M:{d={M:{t={S:T}}}}}");
        row("#dot", "{M:{a.b={S:flat}}}");
        row("a.b", "{M:{a={M:{b={S:nested}}}}}");
        row("l[4294967294]", "{M:{}}");
    }
    void parts() {
        QFETCH(QString, text);
        const auto element = [](int first) {
            return m({{"a", Value::number(first)}, {"b", Value::number(first + 1)}});
        };
        const Item item = {
            {"k", s("K")},
            {"a", m({{"b", s("nested")}})},
            {"a.b", s("flat")},
            {"d", m({{"t", s("T")}, {"v", s("V")}, {"i", l({n("7"), n("8")})}})},
            {"l", l({element(0), element(2), element(4)})},
        };
        UsedPlaceholders used;
        const auto projection = parseProjection(text.toStdString(), commonPlaceholders(), used);
        QVERIFY(projection.ok());
        QTEST(itemText(project(*projection, item)), "expected");
        const std::string bytes = itemBytes(item);
        const auto inPlace = project(*projection, ItemView(bytes));
        QVERIFY(inPlace.ok());
        QTEST(itemText(*inPlace), "expected");
    }

    void shorterPathWins() {
        const Item item = {{"a", m({{"b", n("1")}, {"c", n("2")}})}};
        const Path whole{"a", {}};
        const Path part{"a", {std::string("b")}};
        QCOMPARE(project(ItemProjection({whole, part}), item), item);
        QCOMPARE(project(ItemProjection({part, whole}), item), item);
    }

    void damagedBytes() {
        const std::string whole = itemBytes({{"a", m({{"b", l({n("1"), s("x")})}})}, {"c", ss({"a"})}});
        UsedPlaceholders used;
        const auto projection = parseProjection("a.b[1], c", {}, used);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            (void)project(*projection, ItemView(std::string_view(whole).substr(0, i)));
            std::string bytes = whole;
            bytes[i] = '\x7F';
            (void)project(*projection, ItemView(bytes));
        }
    }
};

QTEST_APPLESS_MAIN(TestItemProjection)
#include "tst_item_projection.moc"
