// Which keys are guessed for items that say nothing of them.
#include <QtTest>

#include "engine/table/schema_guess.h"

using namespace partita;

namespace {

Item item(std::initializer_list<std::pair<const char*, const char*>> attributes) {
    Item made;
    for (const auto& [name, text] : attributes)
        made.set(name, Value::string(text));
    return made;
}

/// "pk" or "pk sk"; "none".
std::string text(const std::optional<KeySchema>& keys) {
    if (!keys) return "none";
    std::string out;
    for (const KeyAttribute& attribute : keys->all())
        out += (out.empty() ? "" : " ") + attribute.name;
    return out;
}

}  // namespace

class TestSchemaGuess : public QObject {
    Q_OBJECT
  private slots:
    void keysByName() {
        const std::vector<Item> items = {item({{"sk", "1"}, {"pk", "a"}}), item({{"sk", "2"}, {"pk", "a"}})};
        QCOMPARE(text(guessKeys(items, {"sk", "pk"})), std::string("pk sk"));
    }
    void oneThatIsDifferentInEach() {
        const std::vector<Item> items = {item({{"kind", "x"}, {"order", "1"}}),
                                         item({{"kind", "x"}, {"order", "2"}})};
        QCOMPARE(text(guessKeys(items, {"kind", "order"})), std::string("order"));
    }
    void sameKeyTwiceIsStillThatKey() {
        const std::vector<Item> items = {item({{"pk", "a"}, {"sk", "1"}, {"v", "1"}}),
                                         item({{"pk", "a"}, {"sk", "2"}, {"v", "2"}}),
                                         item({{"pk", "a"}, {"sk", "1"}, {"v", "3"}})};
        QCOMPARE(text(guessKeys(items, {"pk", "sk", "v"})), std::string("pk sk"));
    }
    // One record that is none must not cost the guess.
    void fewThatDoNotFit() {
        const std::vector<Item> items = {item({{"pk", "a"}, {"sk", "1"}}), item({{"pk", "a"}, {"sk", "2"}}),
                                         item({{"pk", "a"}})};
        QCOMPARE(text(guessKeys(items, {"pk", "sk"})), std::string("pk sk"));
    }
    void nothingFits() {
        QCOMPARE(text(guessKeys({}, {})), std::string("none"));
        QCOMPARE(text(guessKeys({item({{"a", "1"}}), item({{"b", "1"}})}, {"a", "b"})), std::string("none"));
        QCOMPARE(text(guessKeys({item({{"a", ""}})}, {"a"})), std::string("none"));
    }
    void ofOneKey_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("keys");
        QTest::newRow("alone") << "id"
                               << ""
                               << "id";
        QTest::newRow("as it stands") << "visitor"
                                      << "at"
                                      << "visitor at";
        QTest::newRow("the other way round") << "SK"
                                             << "PK"
                                             << "PK SK";
        QTest::newRow("a time first") << "timestamp"
                                      << "device"
                                      << "device timestamp";
    }
    void ofOneKey() {
        QFETCH(const QString, first);
        QFETCH(const QString, second);
        std::vector<std::string> names = {first.toStdString()};
        if (!second.isEmpty()) names.push_back(second.toStdString());
        Item key;
        for (const std::string& name : names)
            key.set(name, Value::string("v"));
        QTEST(QString::fromStdString(text(keysFromKey(key, names))), "keys");
    }
    void whatIsNoKey() {
        QCOMPARE(text(keysFromKey(item({{"a", "1"}, {"b", "1"}, {"c", "1"}}), {"a", "b", "c"})),
                 std::string("none"));
        QCOMPARE(text(keysFromKey(Item(), {})), std::string("none"));
        Item list;
        list.set("a", Value::list({}));
        QCOMPARE(text(keysFromKey(list, {"a"})), std::string("none"));
    }
};

QTEST_APPLESS_MAIN(TestSchemaGuess)
#include "tst_schema_guess.moc"
