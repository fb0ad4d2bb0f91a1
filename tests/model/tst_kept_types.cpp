// Editing as plain JSON keeps the types of what was there: untouched values exactly, changed ones where they
// fit.
#include <QtTest>

#include "engine/interchange/json.h"
#include "model/kept_types.h"

using namespace partita;

namespace {

Item typed(const QByteArray& json) {
    const auto parsed = parseItem(json.toStdString(), JsonForm::DynamoDb, {});
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return parsed->item;
}
Item plain(const QByteArray& json) {
    const auto parsed = parseItem(json.toStdString(), JsonForm::Plain, {});
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return parsed->item;
}

constexpr char kAll[] = R"({"pk":{"S":"x"},"ss":{"SS":["a","b"]},"ns":{"NS":["1","12345678901234567890"]},)"
                        R"("bs":{"BS":["AP8="]},"bin":{"B":"AP8="},"big":{"N":"12345678901234567890.5"},)"
                        R"("nul":{"NULL":true},"e":{"M":{}},"el":{"L":[]},"t":{"BOOL":false},)"
                        R"("deep":{"L":[{"M":{"s":{"SS":["q"]},"b":{"B":"AA=="}}},{"NS":["7"]}]}})";

}  // namespace

class TestKeptTypes final : public QObject {
    Q_OBJECT
  private slots:
    void whatIsUntouchedIsExact() {
        const Item old = typed(kAll);
        const KeptTypes kept = keepTypes(old, plain(QByteArray::fromStdString(toPlainJson(old))));
        QVERIFY(!kept.misfit);
        QVERIFY(kept.item == old);
    }

    void changes_data() {
        QTest::addColumn<QByteArray>("before");  // DynamoDB JSON
        QTest::addColumn<QByteArray>("edited");  // plain JSON
        QTest::addColumn<QByteArray>("after");   // DynamoDB JSON
        const auto row = [](const char* name, const char* before, const char* edited, const char* after) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(edited) << QByteArray(after);
        };
        row("another attribute", R"({"s":{"SS":["a"]},"t":{"S":"old"}})", R"({"s":["a"],"t":"new"})",
            R"({"s":{"SS":["a"]},"t":{"S":"new"}})");
        row("a set takes a string", R"({"s":{"SS":["a"]}})", R"({"s":["b","a"]})",
            R"({"s":{"SS":["a","b"]}})");
        row("a set takes a number", R"({"s":{"NS":["1"]}})", R"({"s":[1,99999999999999999999]})",
            R"({"s":{"NS":["1","99999999999999999999"]}})");
        row("a set takes binary", R"({"s":{"BS":["AP8="]}})", R"({"s":["AP8=","AA=="]})",
            R"({"s":{"BS":["AA==","AP8="]}})");
        row("the order of a set means nothing", R"({"s":{"SS":["a","b"]}})", R"({"s":["b","a"]})",
            R"({"s":{"SS":["a","b"]}})");
        row("binary stays binary", R"({"b":{"B":"AP8="}})", R"({"b":"AA=="})", R"({"b":{"B":"AA=="}})");
        row("a number that is quoted is a string", R"({"n":{"N":"1"}})", R"({"n":"1"})",
            R"({"n":{"S":"1"}})");
        row("a set that becomes a text", R"({"s":{"SS":["a"]}})", R"({"s":"a"})", R"({"s":{"S":"a"}})");
        row("binary that becomes a number", R"({"b":{"B":"AP8="}})", R"({"b":1})", R"({"b":{"N":"1"}})");
        row("a new array is a list", R"({"p":{"S":"x"}})", R"({"p":"x","a":["x"]})",
            R"({"p":{"S":"x"},"a":{"L":[{"S":"x"}]}})");
        row("removed", R"({"s":{"SS":["a"]},"t":{"S":"x"}})", R"({"t":"x"})", R"({"t":{"S":"x"}})");
        row("inside a map", R"({"m":{"M":{"s":{"SS":["a"]},"x":{"N":"1"}}}})", R"({"m":{"s":["a"],"x":2}})",
            R"({"m":{"M":{"s":{"SS":["a"]},"x":{"N":"2"}}}})");
        row("an element before", R"({"l":{"L":[{"SS":["a"]},{"B":"AP8="}]}})",
            R"({"l":["new",["a"],"AP8="]})", R"({"l":{"L":[{"S":"new"},{"SS":["a"]},{"B":"AP8="}]}})");
        row("an element after", R"({"l":{"L":[{"SS":["a"]},{"B":"AP8="}]}})", R"({"l":[["a"],"AP8=",1]})",
            R"({"l":{"L":[{"SS":["a"]},{"B":"AP8="},{"N":"1"}]}})");
        row("an element between", R"({"l":{"L":[{"SS":["a"]},{"B":"AP8="}]}})",
            R"({"l":[["a"],null,"AP8="]})", R"({"l":{"L":[{"SS":["a"]},{"NULL":true},{"B":"AP8="}]}})");
        row("an element removed", R"({"l":{"L":[{"S":"x"},{"SS":["a"]},{"B":"AP8="}]}})",
            R"({"l":[["a"],"AP8="]})", R"({"l":{"L":[{"SS":["a"]},{"B":"AP8="}]}})");
        row("elements swapped", R"({"l":{"L":[{"SS":["a"]},{"B":"AP8="}]}})", R"({"l":["AP8=",["a"]]})",
            R"({"l":{"L":[{"B":"AP8="},{"SS":["a"]}]}})");
        row("an element changed in its place", R"({"l":{"L":[{"S":"x"},{"SS":["a"]},{"S":"y"}]}})",
            R"({"l":["x",["a","b"],"y"]})", R"({"l":{"L":[{"S":"x"},{"SS":["a","b"]},{"S":"y"}]}})");
        row("a set in a map in a list", R"({"l":{"L":[{"M":{"s":{"NS":["1"]},"t":{"S":"a"}}}]}})",
            R"({"l":[{"s":[1],"t":"b"}]})", R"({"l":{"L":[{"M":{"s":{"NS":["1"]},"t":{"S":"b"}}}]}})");
    }
    void changes() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, edited);
        QFETCH(QByteArray, after);
        const KeptTypes kept = keepTypes(typed(before), plain(edited));
        QVERIFY(!kept.misfit);
        QCOMPARE(toDynamoDbJson(kept.item), toDynamoDbJson(typed(after)));
    }

    void misfits_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("edited");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("steps");  // of the path
        using Kind = TypeMisfit::Kind;
        const auto row = [](const char* name, const char* before, const char* edited, Kind kind, int steps) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(edited) << int(kind) << steps;
        };
        row("an empty set", R"({"s":{"SS":["a"]}})", R"({"s":[]})", Kind::EmptySet, 1);
        row("a number among strings", R"({"s":{"SS":["a"]}})", R"({"s":["a",1]})", Kind::NotOfSet, 2);
        row("a string among numbers", R"({"s":{"NS":["1"]}})", R"({"s":["1"]})", Kind::NotOfSet, 2);
        row("a list in a set", R"({"s":{"SS":["a"]}})", R"({"s":[["a"]]})", Kind::NotOfSet, 2);
        row("no base64 in a set", R"({"s":{"BS":["AP8="]}})", R"({"s":["AP8"]})", Kind::NotBase64, 2);
        row("no base64", R"({"b":{"B":"AP8="}})", R"({"b":"hello!"})", Kind::NotBase64OfBinary, 1);
        row("twice", R"({"s":{"NS":["1"]}})", R"({"s":[1,1.0]})", Kind::TwiceInSet, 1);
        row("deep", R"({"m":{"M":{"l":{"L":[{"SS":["a"]}]}}}})", R"({"m":{"l":[[]]}})", Kind::EmptySet, 3);
    }
    void misfits() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, edited);
        QFETCH(int, kind);
        QFETCH(int, steps);
        const KeptTypes kept = keepTypes(typed(before), plain(edited));
        QVERIFY(kept.misfit);
        QCOMPARE(int(kept.misfit->kind), kind);
        QCOMPARE(int(kept.misfit->path.size()), steps);
    }

    void longListsTakeNoTime() {
        List old;
        List looks;
        for (int i = 0; i < 20'000; ++i) {
            old.push_back(*Value::numberSet({Number::fromInteger(i)}));
            looks.insert(looks.begin(), Value::list({Value::number(i)}));
        }
        QElapsedTimer timer;
        timer.start();
        const KeptTypes kept =
            keepTypes(Item{{"l", Value::list(old)}}, Item{{"l", Value::list(std::move(looks))}});
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
        std::reverse(old.begin(), old.end());
        QVERIFY(kept.item == (Item{{"l", Value::list(old)}}));
    }
};

QTEST_APPLESS_MAIN(TestKeptTypes)
#include "tst_kept_types.moc"
