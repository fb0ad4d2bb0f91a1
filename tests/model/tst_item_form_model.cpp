// The form: untouched values exactly, edits of names, types and values, what is wrong and what was changed.
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "engine/interchange/json.h"
#include "model/item_form_model.h"
#include "model/roles.h"

using namespace partita;

namespace {

constexpr char kAll[] = R"({"pk":{"S":"x"},"ss":{"SS":["a","b"]},"ns":{"NS":["1","12345678901234567890"]},)"
                        R"("bs":{"BS":["AP8="]},"bin":{"B":"AP8="},"big":{"N":"12345678901234567890.5"},)"
                        R"("nul":{"NULL":true},"e":{"M":{}},"el":{"L":[]},"t":{"BOOL":false},)"
                        R"("deep":{"L":[{"M":{"s":{"SS":["q"]},"b":{"B":"AA=="}}},{"NS":["7"]}]}})";

Item typed(const QByteArray& json) {
    const auto parsed = parseItem(json.toStdString(), JsonForm::DynamoDb, {});
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return parsed->item;
}

std::shared_ptr<const TableDefinition> table() {
    auto made = std::make_shared<TableDefinition>();
    made->name = "Things";
    made->keys.partition = {{"pk", ValueType::String}};
    return made;
}

/// A form on an item, watched from before it has one.
class Form final {
  public:
    explicit Form(const QByteArray& json) : m_tester(&model), m_item(std::make_shared<Item>(typed(json))) {
        model.setItem(*m_item, table(), m_item, {"pk"});
    }
    QModelIndex at(const QStringList& path, int column = ItemFormModel::ValueColumn) const {
        QModelIndex index;
        for (const QString& name : path) {
            QModelIndex found;
            for (int row = 0; row < model.rowCount(index); ++row)
                if (model.index(row, 0, index).data().toString() == name) found = model.index(row, 0, index);
            if (!found.isValid()) return {};
            index = found;
        }
        return index.siblingAtColumn(column);
    }
    bool set(const QStringList& path, const QString& text, int column = ItemFormModel::ValueColumn) {
        return model.setData(at(path, column), text);
    }
    QString json() const {
        const ItemReading& reading = model.reading();
        return reading.isGood() ? QString::fromStdString(toDynamoDbJson(*reading.item))
                                : reading.fault->text();
    }
    bool isChanged(const QStringList& path) const { return at(path).data(ChangedRole).toBool(); }

    ItemFormModel model;

  private:
    QAbstractItemModelTester m_tester;
    std::shared_ptr<const Item> m_item;
};

}  // namespace

class TestItemFormModel final : public QObject {
    Q_OBJECT
  private slots:
    void whatIsUntouchedIsExact() {
        Form form(kAll);
        QVERIFY(form.model.reading().isGood());
        QVERIFY(*form.model.reading().item == typed(kAll));
        QVERIFY(form.set({"pk"}, "y"));
        Item expected = typed(kAll);
        expected.set("pk", Value::string("y"));
        QVERIFY(*form.model.reading().item == expected);
        QVERIFY(form.isChanged({"pk"}));
        for (const char* name : {"ss", "ns", "bs", "bin", "big", "nul", "e", "el", "t", "deep"})
            QVERIFY2(!form.isChanged({name}), name);
    }

    void values() {
        Form form(R"({"pk":{"S":"x"},"n":{"N":"1"},"b":{"B":"AP8="},"t":{"BOOL":false}})");
        QVERIFY(form.set({"n"}, " -1.50 "));
        QVERIFY(form.set({"b"}, "AA=="));
        QVERIFY(form.set({"t"}, "true"));
        QCOMPARE(form.json(),
                 QString(R"({"b":{"B":"AA=="},"n":{"N":"-1.5"},"pk":{"S":"x"},"t":{"BOOL":true}})"));
        QVERIFY(form.set({"n"}, "1,5"));
        QVERIFY2(form.json().startsWith("n: "), qPrintable(form.json()));
        QVERIFY(!form.at({"n"}).data(FaultTextRole).toString().isEmpty());
        QCOMPARE(form.model.faultIndex().data().toString(), QString("n"));
        QCOMPARE(form.at({"n"}).data().toString(), QString("1,5"));  // stays as typed
        QVERIFY(form.set({"n"}, "2"));
        QVERIFY(form.set({"b"}, "?"));
        QVERIFY2(form.json().startsWith("b: This is no base64"), qPrintable(form.json()));
        QVERIFY(form.set({"b"}, "AP8="));
        QVERIFY(form.model.reading().isGood());
    }

    void namesAndElements() {
        Form form(R"({"pk":{"S":"x"},"l":{"L":[{"S":"a"}]},"m":{"M":{}},"s":{"NS":["1"]}})");
        QModelIndex added = form.model.addAttribute();
        QCOMPARE(form.json(), QString("Give the attribute a name, or remove it."));
        QVERIFY(form.model.setData(added, "m"));
        QCOMPARE(form.json(),
                 QString("m: There is an attribute of this name already. Give it another name."));
        QVERIFY(form.model.setData(added, "new"));
        added = form.model.addInside(form.at({"l"}));
        QVERIFY(form.model.setData(added.siblingAtColumn(ItemFormModel::ValueColumn), "b"));
        added = form.model.addInside(form.at({"m"}));
        QVERIFY(form.model.setData(added, "k"));
        added = form.model.addInside(form.at({"s", "[0]"}));  // beside the element
        QVERIFY2(form.json().startsWith("s[1]: Type a number"), qPrintable(form.json()));
        QVERIFY(form.model.setData(added.siblingAtColumn(ItemFormModel::ValueColumn), "1.0"));
        QVERIFY2(form.json().startsWith("s[1]: The set holds this element already"), qPrintable(form.json()));
        QVERIFY(form.model.setData(added.siblingAtColumn(ItemFormModel::ValueColumn), "2"));
        QCOMPARE(form.json(), QString(R"({"l":{"L":[{"S":"a"},{"S":"b"}]},"m":{"M":{"k":{"S":""}}},)"
                                      R"("new":{"S":""},"pk":{"S":"x"},"s":{"NS":["1","2"]}})"));
        QVERIFY(form.isChanged({"s", "[1]"}));
        QVERIFY(!form.isChanged({"s", "[0]"}));
        form.model.remove(form.at({"s", "[0]"}));
        form.model.remove(form.at({"s", "[0]"}));
        QVERIFY2(form.json().startsWith("s: A set can't be empty"), qPrintable(form.json()));
        form.model.remove(form.at({"s"}));
        form.model.remove(form.at({"new"}));
        form.model.remove(form.at({"m", "k"}));
        form.model.remove(form.at({"l", "[1]"}));
        QCOMPARE(form.json(), QString(R"({"l":{"L":[{"S":"a"}]},"m":{"M":{}},"pk":{"S":"x"}})"));
        QVERIFY(!form.isChanged({"l"}));
    }

    void types_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<int>("type");
        QTest::addColumn<QString>("after");
        const auto row = [](const char* name, const char* before, ValueType type, const char* after) {
            QTest::newRow(name) << QByteArray(before) << int(type) << QString(after);
        };
        row("string to number", R"({"S":"12"})", ValueType::Number, R"({"N":"12"})");
        row("number to string", R"({"N":"12"})", ValueType::String, R"({"S":"12"})");
        row("string to set", R"({"S":"a"})", ValueType::StringSet, R"({"SS":["a"]})");
        row("list to set", R"({"L":[{"S":"b"},{"S":"a"}]})", ValueType::StringSet, R"({"SS":["a","b"]})");
        row("set to list", R"({"NS":["1","2"]})", ValueType::List, R"({"L":[{"N":"1"},{"N":"2"}]})");
        row("number to list", R"({"N":"1"})", ValueType::List, R"({"L":[{"N":"1"}]})");
        row("set of one to number", R"({"NS":["1"]})", ValueType::Number, R"({"N":"1"})");
        row("string to map", R"({"S":"a"})", ValueType::Map, R"({"M":{}})");
        row("map to null", R"({"M":{"a":{"S":"x"}}})", ValueType::Null, R"({"NULL":true})");
        row("null to boolean", R"({"NULL":true})", ValueType::Bool, R"({"BOOL":false})");
        row("boolean to string", R"({"BOOL":true})", ValueType::String, R"({"S":""})");
        row("binary to set", R"({"B":"AP8="})", ValueType::BinarySet, R"({"BS":["AP8="]})");
    }
    void types() {
        QFETCH(QByteArray, before);
        QFETCH(int, type);
        QFETCH(QString, after);
        Form form("{\"pk\":{\"S\":\"x\"},\"v\":" + before + "}");
        form.model.setType(form.at({"v"}), static_cast<ValueType>(type));
        QCOMPARE(form.json(), "{\"pk\":{\"S\":\"x\"},\"v\":" + after + "}");
    }

    void keysStayKeys() {
        Form form(R"({"pk":{"S":"x"},"s":{"SS":["a"]}})");
        QVERIFY(!(form.model.flags(form.at({"pk"}, ItemFormModel::NameColumn)) & Qt::ItemIsEditable));
        QVERIFY(form.model.flags(form.at({"pk"})) & Qt::ItemIsEditable);
        QVERIFY(!form.model.canRemove(form.at({"pk"})));
        QVERIFY(!form.model.canSetType(form.at({"s", "[0]"})));
        QVERIFY(form.set({"pk"}, ""));
        QVERIFY2(form.json().startsWith("pk is a key of the table"), qPrintable(form.json()));
        // One named like the key by mistake can be mended.
        const QModelIndex added = form.model.addAttribute();
        QVERIFY(form.model.setData(added, "pk"));
        QVERIFY(form.model.canRemove(added));
    }

    void whatATextFieldCannotHoldIsNotOffered() {
        Form form(R"({"pk":{"S":"x"},"line":{"S":"a\nb"},"cr":{"S":"a\rb"},"sep":{"S":"a\u2029b"}})");
        QVERIFY(form.model.flags(form.at({"line"})) & Qt::ItemIsEditable);
        for (const char* name : {"cr", "sep"})
            QVERIFY2(!(form.model.flags(form.at({name})) & Qt::ItemIsEditable), name);
    }

    void manyElementsTakeNoTime() {
        std::vector<Number> numbers;
        for (int i = 0; i < 60'000; ++i)
            numbers.push_back(Number::fromInteger(i));
        const auto item = std::make_shared<const Item>(
            Item{{"pk", Value::string("x")}, {"s", *Value::numberSet(std::move(numbers))}});
        ItemFormModel model;
        QElapsedTimer timer;
        timer.start();
        model.setItem(*item, table(), item, {"pk"});
        const QModelIndex set = model.index(1, 0);
        QVERIFY(model.setData(model.index(0, ItemFormModel::ValueColumn, set), "-1"));
        QVERIFY(model.reading().isGood());
        QVERIFY(model.index(0, 0, set).data(ChangedRole).toBool());
        QVERIFY(!model.index(1, 0, set).data(ChangedRole).toBool());
        QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    }

    void tellsEachEditOnce() {
        Form form(R"({"pk":{"S":"x"},"a":{"S":"1"}})");
        QSignalSpy edited(&form.model, &ItemFormModel::edited);
        QVERIFY(form.set({"a"}, "2"));
        QVERIFY(form.set({"a"}, "2"));  // nothing new
        QCOMPARE(edited.count(), 1);
    }
};

QTEST_APPLESS_MAIN(TestItemFormModel)
#include "tst_item_form_model.moc"
