// The editor of an item: texts come back as they were set, the form's fields, the views, and what can be
// saved.
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

#include "engine/interchange/json.h"
#include "engine/request.h"
#include "ui/item_editor.h"
#include "ui/item_form.h"
#include "ui/json_edit.h"

using namespace partita;

namespace {

std::shared_ptr<const TableDefinition> table() {
    auto made = std::make_shared<TableDefinition>();
    made->name = "Things";
    made->keys.partition = {{"pk", ValueType::String}};
    return made;
}

Item itemWith(const std::string& text) {
    return {{"pk", Value::string("x")}, {"text", Value::string(text)}};
}

class Editor final {
  public:
    explicit Editor(const Item& item) : editor({ItemEditor::Purpose::Edit, table(), item, {}}) {
        QObject::connect(&editor, &ItemEditor::saveRequested, [this](const ItemEdit& edit) { saved = edit; });
        editor.show();
        QApplication::setActiveWindow(&editor);
    }
    void save() { QTest::mouseClick(editor.findChild<QPushButton*>("saveButton"), Qt::LeftButton); }
    QWidget* field() const {
        return editor.form()->tree()->viewport()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    }
    /// Begins to edit a cell of the form; null when it can't be edited.
    QWidget* openField(int row, int column) {
        QTreeView* tree = editor.form()->tree();
        tree->setFocus();
        tree->setCurrentIndex(editor.form()->model()->index(row, column));
        QTest::keyClick(tree, Qt::Key_F2);
        return field();
    }

    ItemEditor editor;
    std::optional<ItemEdit> saved;
};

}  // namespace

class TestItemEditor final : public QObject {
    Q_OBJECT
  private slots:
    void textsComeBackAsTheyWere_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QString("{\n  \"a\": 1\n}");
        QTest::newRow("no-break space") << QString::fromUtf8("\"a\u00a0b\"");
        QTest::newRow("object replacement") << QString::fromUtf8("\"a\ufffcb\"");
        QTest::newRow("zero width") << QString::fromUtf8("\"a\u200b\u200d\ufeffb\"");
        QTest::newRow("right to left") << QString::fromUtf8("\"\u202eabc\u202c\"");
        QTest::newRow("beyond the first plane") << QString::fromUtf8("\"\U0001F600\U00020BB7\"");
        QTest::newRow("Japanese") << QString::fromUtf8("\"東京\u3000タワー\"");
        QTest::newRow("tabs") << QString("{\t\"a\": 1}");
    }
    void textsComeBackAsTheyWere() {
        QFETCH(QString, text);
        JsonEdit edit;
        edit.setText(text);
        QCOMPARE(edit.text(), text);
    }

    void aChangeElsewhereKeepsOddCharacters_data() {
        QTest::addColumn<int>("view");
        QTest::newRow("form") << int(ItemEditor::View::Form);
        QTest::newRow("DynamoDB JSON") << int(ItemEditor::View::DynamoDb);
        QTest::newRow("plain JSON") << int(ItemEditor::View::Plain);
    }
    void aChangeElsewhereKeepsOddCharacters() {
        QFETCH(int, view);
        Item item = itemWith("a\u00a0b\u2028c\u2029d\r\ne\tf\ufdd0\ufffc \"\\ \x01 東京");
        item.set("na\u2028me", Value::string("n"));
        item.set("title", Value::string("old"));
        Editor w(item);
        QVERIFY(w.editor.showView(static_cast<ItemEditor::View>(view)));
        if (JsonEdit* json = w.editor.json()) {
            QTextCursor cursor = json->document()->find("old");
            QVERIFY(!cursor.isNull());
            json->setTextCursor(cursor);
            QTest::keyClicks(json, "new");
        } else {
            ItemFormModel* model = w.editor.form()->model();
            for (int row = 0; row < model->rowCount(); ++row)
                if (model->index(row, 0).data().toString() == "title")
                    model->setData(model->index(row, ItemFormModel::ValueColumn), "new");
        }
        w.save();
        QVERIFY(w.saved);
        QVERIFY(w.saved->before == item);
        item.set("title", Value::string("new"));
        QVERIFY(w.saved->after == item);
    }

    void fieldsOfTheForm() {
        Item item = itemWith("a\u00a0b\nc");
        item.set("flag", Value::boolean(false));
        Editor w(item);
        // Opened and closed without typing, nothing is changed: pk, flag, text.
        QWidget* field = w.openField(2, ItemFormModel::ValueColumn);
        QVERIFY(field);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(!w.field());
        QVERIFY(!w.editor.canSave());
        // Shift+Enter begins a line; Esc leaves what was there.
        field = w.openField(2, ItemFormModel::ValueColumn);
        QTest::keyClick(field, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(field, "d");
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(!w.field());
        field = w.openField(2, ItemFormModel::ValueColumn);
        QTest::keyClicks(field, "nothing");
        QTest::keyClick(field, Qt::Key_Escape);
        QTRY_VERIFY(!w.field());
        QVERIFY(w.editor.isVisible());
        field = w.openField(1, ItemFormModel::ValueColumn);
        QVERIFY(field);
        QTest::keyClick(field, Qt::Key_Up);
        w.save();
        QVERIFY(w.saved);
        Item expected = itemWith("a\u00a0b\nc\nd");
        expected.set("flag", Value::boolean(true));
        QCOMPARE(toDynamoDbJson(*w.saved->after), toDynamoDbJson(expected));
    }

    void whatIsBeingTypedIsSaved() {
        Editor w(itemWith("old"));
        QWidget* field = w.openField(1, ItemFormModel::ValueColumn);
        QVERIFY(field);
        QTest::keySequence(field, QKeySequence::SelectAll);
        QTest::keyClicks(field, "new");
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!w.field());
        QTest::keyClick(&w.editor, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(w.saved);
        QCOMPARE(*w.saved->after->find("text")->asString(), std::string("new"));
    }

    void anErrorLeavesTheFormAsItIs() {
        Editor w(itemWith("old"));
        QVERIFY(w.editor.showView(ItemEditor::View::Plain));
        w.editor.json()->setPlainText("{\"pk\": \"x\", \"text\": \"new\"}");
        w.save();
        QVERIFY(w.saved);
        QVERIFY(!w.editor.canSave());  // until the answer
        QVERIFY(!w.editor.json()->isEnabled());
        w.editor.showError(Error::file(ErrorCode::DiskFull, "There is no room left on the disk.", "f"));
        QVERIFY2(w.editor.problem().contains("There is no room left on the disk."),
                 qPrintable(w.editor.problem()));
        QVERIFY(w.editor.canSave());
        QVERIFY(w.editor.json()->isEnabled());
        QVERIFY(w.editor.json()->text().contains("new"));
    }

    void returnBeginsALineBelow() {
        JsonEdit edit;
        edit.setText("{\n  \"a\": {");
        edit.moveCursor(QTextCursor::End);
        QTest::keyClick(&edit, Qt::Key_Return);
        QTest::keyClicks(&edit, "x");
        QCOMPARE(edit.text(), QString("{\n  \"a\": {\n    x"));
    }

    void theLargestItemIsEditedInTime() {
        Item item = itemWith(std::string(300'000, 'x'));
        item.set("title", Value::string("old"));
        Editor w(item);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(w.editor.showView(ItemEditor::View::Plain));
        QTextCursor cursor = w.editor.json()->document()->find("old");
        QVERIFY(!cursor.isNull());
        w.editor.json()->setTextCursor(cursor);
        QTest::keyClicks(w.editor.json(), "new");
        QTRY_VERIFY(w.editor.canSave());
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
        w.save();
        QVERIFY(w.saved);
        item.set("title", Value::string("new"));
        QVERIFY(w.saved->after == item);
    }
};

QTEST_MAIN(TestItemEditor)
#include "tst_item_editor.moc"
