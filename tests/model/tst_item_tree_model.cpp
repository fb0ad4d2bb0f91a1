// The item tree, printed as text, with every type; and what must hold of any tree model.
#include <QAbstractItemModelTester>
#include <QTest>

#include "model/item_tree_model.h"
#include "model/roles.h"

using namespace partita;

namespace {

const KeySchema kKeys{{{"pk", ValueType::String}}, {{"sk", ValueType::Number}}};

std::shared_ptr<const Item> everyType() {
    Item address{{"city", Value::string("東京")}, {"zip.code", Value::string("")}};
    return std::make_shared<Item>(Item{
        {"sk", Value::number(Number::parse("12345678901234567890123456789012345678").value())},
        {"pk", Value::string("WS#acme")},
        {"bin", Value::binary(std::string("\x00\x01\xff", 3))},
        {"flag", Value::boolean(false)},
        {"none", Value::null()},
        {"list", Value::list({Value::number(1), Value::list({Value::string("deep")}), Value::map(address)})},
        {"ns", Value::numberSet({Number::fromInteger(10), Number::fromInteger(9)}).value()},
        {"ss", Value::stringSet({"b", "a"}).value()},
        {"bs", Value::binarySet({std::string("\x02", 1)}).value()},
        {"名前", Value::string("a\nb")},
    });
}

void printLevel(const ItemTreeModel& model, const QModelIndex& parent, int depth, QString& out) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex name = model.index(row, ItemTreeModel::NameColumn, parent);
        const char* marks[] = {"", " pk", " sk"};
        out += QString(2 * depth, ' ') + name.data().toString() + " | " +
               name.siblingAtColumn(ItemTreeModel::TypeColumn).data().toString() +
               marks[static_cast<int>(model.keyMark(name))] + " | " +
               name.siblingAtColumn(ItemTreeModel::ValueColumn).data().toString() + "\n";
        printLevel(model, name, depth + 1, out);
    }
}

QString print(const ItemTreeModel& model) {
    QString out;
    printLevel(model, {}, 0, out);
    return out;
}

}  // namespace

class TestItemTreeModel final : public QObject {
    Q_OBJECT

  private slots:
    void showsEveryType() {
        ItemTreeModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setItem(everyType(), kKeys);
        QCOMPARE(print(model), QStringLiteral("pk | S pk | WS#acme\n"
                                              "sk | N sk | 12345678901234567890123456789012345678\n"
                                              "bin | B | ‹3 byte(s)› AAH/\n"
                                              "bs | BS | set of 1 binary value(s)\n"
                                              "  [0] | B | ‹1 byte(s)› Ag==\n"
                                              "flag | BOOL | false\n"
                                              "list | L | 3 element(s)\n"
                                              "  [0] | N | 1\n"
                                              "  [1] | L | 1 element(s)\n"
                                              "    [0] | S | deep\n"
                                              "  [2] | M | 2 attribute(s)\n"
                                              "    city | S | 東京\n"
                                              "    zip.code | S | \n"
                                              "none | NULL | NULL\n"
                                              "ns | NS | set of 2 number(s)\n"
                                              "  [0] | N | 9\n"
                                              "  [1] | N | 10\n"
                                              "ss | SS | set of 2 string(s)\n"
                                              "  [0] | S | a\n"
                                              "  [1] | S | b\n"
                                              "名前 | S | a\nb\n"));
        QCOMPARE(model.nodeCount(), std::size_t{21});
    }

    void keysThenTheGivenOrderThenNames() {
        ItemTreeModel model;
        model.setItem(everyType(), kKeys, {"ss", "sk", "absent", "flag"});
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names << model.index(row, 0).data().toString();
        QCOMPARE(names, QStringList({"pk", "sk", "ss", "flag", "bin", "bs", "list", "none", "ns", "名前"}));
    }

    void rawValuesLoseNothing() {
        ItemTreeModel model;
        model.setItem(everyType(), kKeys);
        const auto raw = [&](const QStringList& path) { return model.indexOfPath(path).data(RawValueRole); };
        QCOMPARE(raw({"sk"}), QVariant("12345678901234567890123456789012345678"));
        QCOMPARE(raw({"bin"}), QVariant(QByteArray("\x00\x01\xff", 3)));
        QCOMPARE(raw({"flag"}), QVariant(false));
        QCOMPARE(raw({"list", "[2]", "city"}), QVariant("東京"));
        QCOMPARE(raw({"list"}), QVariant());
    }

    void pathsLeadBack() {
        ItemTreeModel model;
        model.setItem(everyType(), kKeys);
        const QModelIndex city = model.indexOfPath({"list", "[2]", "city"});
        QVERIFY(city.isValid());
        QCOMPARE(model.path(city), QStringList({"list", "[2]", "city"}));
        QCOMPARE(model.parent(city), model.indexOfPath({"list", "[2]"}));
        QVERIFY(!model.indexOfPath({"list", "[3]"}).isValid());
        QVERIFY(!model.indexOfPath({}).isValid());
        QCOMPARE(model.path({}), QStringList());
    }

    void fullTextIsWhatOneWouldCopy() {
        ItemTreeModel model;
        model.setItem(everyType(), kKeys);
        QCOMPARE(model.fullText(model.indexOfPath({"bin"})), "AAH/");
        QCOMPARE(model.fullText(model.indexOfPath({"名前"})), "a\nb");
        QCOMPARE(model.fullText(model.indexOfPath({"ns"})).simplified().remove(' '), "[9,10]");
    }

    void anItemCanBeReplacedAndTakenAway() {
        ItemTreeModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setItem(everyType(), kKeys);
        // Deep inside when the rows above go: the persistent index must not point into the new item.
        const QPersistentModelIndex deep = model.indexOfPath({"list", "[2]", "city"});
        QVERIFY(deep.isValid());
        model.setItem(std::make_shared<Item>(Item{{"pk", Value::string("x")}}), kKeys);
        QVERIFY(!deep.isValid());
        QCOMPARE(print(model), QStringLiteral("pk | S pk | x\n"));
        model.setItem(nullptr, kKeys);
        QCOMPARE(model.rowCount(), 0);
    }

    void deepestNesting() {
        Value value = Value::string("bottom");
        for (int depth = 0; depth < 32; ++depth)
            value = Value::list({value});
        ItemTreeModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setItem(std::make_shared<Item>(Item{{"pk", value}}), kKeys);
        QStringList path{"pk"};
        for (int depth = 0; depth < 32; ++depth)
            path << "[0]";
        QCOMPARE(model.indexOfPath(path).data(RawValueRole), QVariant("bottom"));
    }
};

QTEST_APPLESS_MAIN(TestItemTreeModel)
#include "tst_item_tree_model.moc"
