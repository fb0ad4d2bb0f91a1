// Editing items in the window, by clicking and typing: the three views of the editor, what is refused,
// conflicts, undo, other keys, deleting, and files that can only be read.
#include <QPlainTextEdit>
#include <QTreeView>

#include "app/edit_room.h"
#include "engine/interchange/json.h"
#include "tests/app/window.h"
#include "ui/inspector.h"
#include "ui/item_editor.h"
#include "ui/item_form.h"
#include "ui/json_edit.h"
#include "ui/main_menu.h"
#include "ui/notice_bar.h"
#include "ui/query_panel.h"
#include "ui/result_page.h"

using namespace partita;

namespace {

constexpr char kItem[] = R"({"pk":{"S":"x"},"ss":{"SS":["a","b"]},"ns":{"NS":["1","12345678901234567890"]},)"
                         R"("bs":{"BS":["AP8="]},"bin":{"B":"AP8="},"big":{"N":"12345678901234567890.5"},)"
                         R"("nul":{"NULL":true},"e":{"M":{}},"title":{"S":"old"}})";

Item itemOf(const char* json) {
    const auto parsed = parseItem(json, JsonForm::DynamoDb, {});
    if (!parsed) qFatal("%s", parsed.error().text().c_str());
    return parsed->item;
}
Item titled(const char* title) {
    Item item = itemOf(kItem);
    item.set("title", Value::string(title));
    return item;
}
Item keyOf(const char* key) {
    return {{"pk", Value::string(key)}};
}

}  // namespace

class WindowEdit final : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void cleanup();
    void changesOnlyWhatWasChanged_data();
    void changesOnlyWhatWasChanged();
    void tellsWhatIsWrongAndSavesNothing_data();
    void tellsWhatIsWrongAndSavesNothing();
    void tellsWhatIsWrongInTheForm();
    void keepsAViewThatCannotBeRead();
    void carriesChangesFromViewToView();
    void undoesAndDoesAgain();
    void tellsAConflict();
    void overwritesWhenAsked();
    void beginsAnewWithWhatIsThere();
    void savesAgainWhatWasDeleted();
    void movesAnItemToAnotherKey();
    void refusesAKeyThatIsTaken();
    void deletesAndTakesItBack();
    void makesANewItem();
    void duplicates();
    void editsTheWholeItemFromAnIndex();
    void editsFromAResult();
    void asksBeforeChangesAreGivenUp();
    void aFileThatCanOnlyBeRead();
    void undoDoesNotOverwrite();
    void opensByKeysAndButtons();

  private:
    Engine& engine() { return *m_window->file()->session()->engine(); }
    BlockView* view() { return m_window->blocks(); }
    MainMenu* menu() { return m_window->main()->menu(); }
    NoticeBar* notice() { return m_window->file()->page()->notice(); }
    bool makeFile();
    bool select(const QString& key);
    ItemEditor* editor();
    /// Presses F2 and waits for the editor.
    ItemEditor* edit();
    static void choose(ItemEditor* editor, const char* name);
    static void press(QWidget* in, const char* name);
    /// Opens the editor of a cell of the form and types.
    static void typeInForm(ItemEditor* editor, const QString& attribute, const QString& text,
                           int column = ItemFormModel::ValueColumn);
    /// Selects a piece of the text and types another.
    static void replace(JsonEdit* edit, const QString& piece, const QString& text);
    static void save(ItemEditor* editor) { press(editor, "saveButton"); }
    bool isClosed() {
        return QTest::qWaitFor([this] { return !m_window->main()->findChild<ItemEditor*>(); });
    }
    std::optional<Item> stored(const Item& key) {
        const auto got = engine().get({"Things", key, true, {}}, Metering::Off);
        return got ? got->item : std::nullopt;
    }
    QString shown() {  // in the inspector
        const auto& item = m_window->file()->inspector()->inspected().item;
        return item ? QString::fromStdString(toDynamoDbJson(*item)) : QString();
    }
    void theirs(const Item& item) { QVERIFY(engine().put({"Things", item, {}}).ok()); }

    std::unique_ptr<Window> m_window;
};

bool WindowEdit::makeFile() {
    TableDefinition table;
    table.name = "Things";
    table.keys.partition = {{"pk", ValueType::String}};
    table.indexes.push_back({"ByKind",
                             IndexKind::Global,
                             {{{"kind", ValueType::String}}, {}},
                             {ProjectionType::KeysOnly, {}},
                             {}});
    const auto made = Engine::create(m_window->path("t.partita").toStdString(), {table});
    if (!made) return false;
    return (*made)->put({"Things", itemOf(kItem), {}}).ok() &&
           (*made)->put({"Things", itemOf(R"({"pk":{"S":"a"},"kind":{"S":"k"},"more":{"N":"1"}})"), {}}).ok();
}

void WindowEdit::init() {
    m_window = std::make_unique<Window>();
    QVERIFY(makeFile());
    QVERIFY(m_window->open(m_window->path("t.partita")));
    QApplication::setActiveWindow(m_window->main());
    QVERIFY(select("x"));
}

void WindowEdit::cleanup() {
    m_window.reset();
}

bool WindowEdit::select(const QString& key) {
    if (!m_window->rowsAreLoaded(view())) return false;
    for (int row = 0; row < m_window->model()->rowCount(); ++row) {
        const BlockItemPtr item = m_window->model()->item(row);
        const Value* pk = item ? item->item.find("pk") : nullptr;
        if (!pk || *pk->asString() != key.toStdString()) continue;
        view()->setFocus();
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, view()->rowRect(row).center());
        return view()->currentItem() == item;
    }
    return false;
}

ItemEditor* WindowEdit::editor() {
    const auto isOpen = [this] {
        auto* open = m_window->main()->findChild<ItemEditor*>();
        return open && open->isVisible();
    };
    if (!QTest::qWaitFor(isOpen)) return nullptr;
    auto* open = m_window->main()->findChild<ItemEditor*>();
    QApplication::setActiveWindow(open);
    return open;
}

ItemEditor* WindowEdit::edit() {
    QApplication::setActiveWindow(m_window->main());
    QTest::keyClick(view(), Qt::Key_F2);
    return editor();
}

void WindowEdit::press(QWidget* in, const char* name) {
    auto* button = in->findChild<QAbstractButton*>(QString::fromUtf8(name));
    QVERIFY2(button && button->isVisible(), name);
    QTest::mouseClick(button, Qt::LeftButton);
}

void WindowEdit::choose(ItemEditor* editor, const char* name) {
    for (QAbstractButton* button : editor->findChildren<QAbstractButton*>())
        if (button->text() == QString::fromUtf8(name)) QTest::mouseClick(button, Qt::LeftButton);
}

void WindowEdit::typeInForm(ItemEditor* editor, const QString& attribute, const QString& text, int column) {
    QTreeView* tree = editor->form()->tree();
    const ItemFormModel* model = editor->form()->model();
    for (int row = 0; row < model->rowCount(); ++row) {
        if (model->index(row, 0).data().toString() != attribute) continue;
        tree->setFocus();
        tree->setCurrentIndex(model->index(row, column));
        QTest::keyClick(tree, Qt::Key_F2);
        QWidget* field = tree->viewport()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(field);
        QTest::keySequence(field, QKeySequence::SelectAll);
        QTest::keyClicks(field, text);
        if (text.isEmpty()) QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(!tree->viewport()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
        return;
    }
    QFAIL("no such attribute");
}

void WindowEdit::replace(JsonEdit* edit, const QString& piece, const QString& text) {
    edit->setFocus();
    QTextCursor cursor = edit->document()->find(piece);
    QVERIFY2(!cursor.isNull(), qPrintable(piece + " in " + edit->text()));
    edit->setTextCursor(cursor);
    QTest::keyClicks(edit, text);
    if (text.isEmpty()) QTest::keyClick(edit, Qt::Key_Delete);
}

void WindowEdit::changesOnlyWhatWasChanged_data() {
    QTest::addColumn<QString>("view");
    QTest::newRow("form") << "Form";
    QTest::newRow("DynamoDB JSON") << "DynamoDB JSON";
    QTest::newRow("plain JSON") << "Plain JSON";
}

/// EDIT-01.
void WindowEdit::changesOnlyWhatWasChanged() {
    QFETCH(QString, view);
    ItemEditor* open = edit();
    QVERIFY(open);
    choose(open, qPrintable(view));
    QVERIFY(!open->canSave());  // nothing is changed yet
    if (JsonEdit* json = open->json())
        replace(json, "old", "new");
    else
        typeInForm(open, "title", "new");
    QCOMPARE(open->findChild<QLabel*>("changes")->text(), QString("Changed: title"));
    QVERIFY2(open->canSave(), qPrintable(open->problem()));
    save(open);
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("x")) == titled("new"));
    // The blocks are read anew, and the item stays selected.
    QTRY_VERIFY(shown().contains("new"));
    QCOMPARE(*this->view()->currentItem()->item.find("title")->asString(), std::string("new"));
}

void WindowEdit::tellsWhatIsWrongAndSavesNothing_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("piece");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("told");
    const auto row = [](const char* name, const char* view, const char* piece, const char* text,
                        const char* told) { QTest::newRow(name) << view << piece << text << told; };
    row("a bracket", "DynamoDB JSON", "{\"S\": \"old\"}", "{\"S\": \"old\"", "Line ");
    row("another type", "DynamoDB JSON", "{\"S\": \"x\"}", "{\"N\": \"1\"}",
        "Line 2, column 9: pk is a key of the table and has to be S. It is N here.");
    row("an empty key", "Plain JSON", "\"x\"", "\"\"",
        "Line 2, column 9: pk is a key of the table and can't be empty.");
    row("no base64", "Plain JSON", "\"bin\": \"AP8=\"", "\"bin\": \"AP8\"",
        "Line 4, column 10: bin is binary (B)");
    row("an empty set", "Plain JSON", "[\"a\", \"b\"]", "[]", "is a set (SS), and a set can't be empty.");
    row("a word", "Plain JSON", "null", "nothing", "This is no JSON value.");
}

void WindowEdit::tellsWhatIsWrongAndSavesNothing() {
    QFETCH(QString, view);
    QFETCH(QString, piece);
    QFETCH(QString, text);
    QFETCH(QString, told);
    ItemEditor* open = edit();
    QVERIFY(open);
    choose(open, qPrintable(view));
    replace(open->json(), piece, text);
    QVERIFY2(open->problem().contains(told), qPrintable(open->problem() + "\n" + open->json()->text()));
    QVERIFY(open->problem().startsWith("Line "));
    QVERIFY(!open->canSave());
    QTest::keyClick(open->json(), Qt::Key_Return, Qt::ControlModifier);
    QTest::qWait(50);
    QVERIFY(open->isVisible());
    QVERIFY(stored(keyOf("x")) == itemOf(kItem));
    // Mended, it can be saved.
    open->json()->undo();
    while (!open->problem().isEmpty() && open->json()->document()->isUndoAvailable())
        open->json()->undo();
    QVERIFY2(open->problem().isEmpty(), qPrintable(open->problem()));
}

void WindowEdit::tellsWhatIsWrongInTheForm() {
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "big", "1e");
    QVERIFY2(open->problem().startsWith("big: "), qPrintable(open->problem()));
    QVERIFY(!open->canSave());
    typeInForm(open, "big", "17");
    QVERIFY2(open->problem().isEmpty(), qPrintable(open->problem()));
    typeInForm(open, "pk", "");
    QVERIFY2(open->problem().startsWith("pk is a key of the table"), qPrintable(open->problem()));
    QVERIFY(!open->canSave());
    QVERIFY(stored(keyOf("x")) == itemOf(kItem));
}

void WindowEdit::keepsAViewThatCannotBeRead() {
    ItemEditor* open = edit();
    QVERIFY(open);
    choose(open, "Plain JSON");
    replace(open->json(), "null", "nul");
    const QString text = open->json()->text();
    choose(open, "Form");
    QCOMPARE(open->view(), ItemEditor::View::Plain);
    QCOMPARE(open->json()->text(), text);
}

void WindowEdit::carriesChangesFromViewToView() {
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "title", "one");
    choose(open, "DynamoDB JSON");
    replace(open->json(), "12345678901234567890.5", "7");
    choose(open, "Plain JSON");
    replace(open->json(), "null", "[\"l\"]");
    choose(open, "Form");
    QCOMPARE(open->view(), ItemEditor::View::Form);
    QCOMPARE(open->findChild<QLabel*>("changes")->text(), QString("Changed: big, nul, title"));
    save(open);
    QVERIFY(isClosed());
    Item expected = titled("one");
    expected.set("big", Value::number(7));
    expected.set("nul", Value::list({Value::string("l")}));
    QVERIFY(stored(keyOf("x")) == expected);
}

void WindowEdit::undoesAndDoesAgain() {
    QVERIFY(!menu()->undo->isEnabled());
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "title", "new");
    save(open);
    QVERIFY(isClosed());
    QApplication::setActiveWindow(m_window->main());
    QTRY_VERIFY(menu()->undo->isEnabled());
    QCOMPARE(menu()->undo->text(), QString("&Undo edit item"));
    QTest::keyClick(view(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(stored(keyOf("x")) == itemOf(kItem));
    QTRY_VERIFY(menu()->redo->isEnabled());
    QVERIFY(!menu()->undo->isEnabled());
    QTest::keyClick(view(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(stored(keyOf("x")) == titled("new"));
    QTRY_VERIFY(shown().contains("new"));
}

void WindowEdit::tellsAConflict() {
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "title", "mine");
    theirs(titled("theirs"));
    save(open);
    auto* text = open->findChild<QLabel*>("conflictText");
    QTRY_VERIFY(text->isVisible());
    QVERIFY(text->text().startsWith("The item was changed while you edited it (title)."));
    QVERIFY(stored(keyOf("x")) == titled("theirs"));
    bool isShown = false;
    for (const QPlainTextEdit* edit : open->findChildren<QPlainTextEdit*>())
        isShown = isShown || (edit->isVisible() && edit->toPlainText().contains("theirs"));
    QVERIFY(isShown);
}

void WindowEdit::overwritesWhenAsked() {
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "title", "mine");
    theirs(titled("theirs"));
    save(open);
    QTRY_VERIFY(open->findChild<QWidget*>("overwriteButton")->isVisible());
    press(open, "overwriteButton");
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("x")) == titled("mine"));
    QApplication::setActiveWindow(m_window->main());
    QTRY_VERIFY(menu()->undo->isEnabled());
    menu()->undo->trigger();
    QTRY_VERIFY(stored(keyOf("x")) == titled("theirs"));
}

void WindowEdit::beginsAnewWithWhatIsThere() {
    ItemEditor* open = edit();
    QVERIFY(open);
    choose(open, "Plain JSON");
    replace(open->json(), "old", "mine");
    theirs(titled("theirs"));
    save(open);
    QTRY_VERIFY(open->findChild<QWidget*>("reloadButton")->isVisible());
    press(open, "reloadButton");
    QVERIFY(open->json()->text().contains("theirs"));
    QVERIFY(!open->canSave());
    replace(open->json(), "theirs", "both");
    save(open);
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("x")) == titled("both"));
}

void WindowEdit::savesAgainWhatWasDeleted() {
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "title", "mine");
    QVERIFY(engine().remove({"Things", keyOf("x"), {}}).ok());
    save(open);
    auto* text = open->findChild<QLabel*>("conflictText");
    QTRY_VERIFY(text->isVisible());
    QVERIFY(text->text().startsWith("The item was deleted while you edited it."));
    QVERIFY(!stored(keyOf("x")));
    press(open, "overwriteButton");
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("x")) == titled("mine"));
}

void WindowEdit::movesAnItemToAnotherKey() {
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "pk", "moved");
    QVERIFY(open->findChild<QLabel*>("changes")->text().contains("the item is moved"));
    save(open);
    QVERIFY(isClosed());
    QVERIFY(!stored(keyOf("x")));
    Item expected = itemOf(kItem);
    expected.set("pk", Value::string("moved"));
    QVERIFY(stored(keyOf("moved")) == expected);
    QTRY_VERIFY(view()->currentItem() && *view()->currentItem()->item.find("pk")->asString() == "moved");
    QApplication::setActiveWindow(m_window->main());
    menu()->undo->trigger();
    QTRY_VERIFY(stored(keyOf("x")) == itemOf(kItem));
    QVERIFY(!stored(keyOf("moved")));
}

void WindowEdit::refusesAKeyThatIsTaken() {
    const auto before = stored(keyOf("a"));
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "pk", "a");
    save(open);
    auto* text = open->findChild<QLabel*>("conflictText");
    QTRY_VERIFY(text->isVisible());
    QVERIFY(text->text().startsWith("The table has an item with this key already."));
    QVERIFY(!open->findChild<QWidget*>("overwriteButton")->isVisible());
    QVERIFY(stored(keyOf("a")) == before);
    QVERIFY(stored(keyOf("x")) == itemOf(kItem));
    typeInForm(open, "pk", "b");
    QVERIFY(!text->isVisible());
    save(open);
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("b")));
}

void WindowEdit::deletesAndTakesItBack() {
    QTest::keyClick(view(), Qt::Key_Delete);
    QTRY_VERIFY(!stored(keyOf("x")));
    QTRY_VERIFY(notice()->isVisible());
    QCOMPARE(notice()->text(), QString("The item x was deleted."));
    for (QAbstractButton* button : notice()->findChildren<QAbstractButton*>())
        if (button->text() == "Undo") QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(stored(keyOf("x")) == itemOf(kItem));
    QTRY_VERIFY(!notice()->isVisible());
    QTRY_VERIFY(view()->currentItem() && *view()->currentItem()->item.find("pk")->asString() == "x");
}

void WindowEdit::makesANewItem() {
    menu()->newItem->trigger();
    ItemEditor* open = editor();
    QVERIFY(open);
    QVERIFY(!open->canSave());
    typeInForm(open, "pk", "n1");
    QVERIFY(open->canSave());
    for (QAbstractButton* button : open->findChildren<QAbstractButton*>())
        if (button->text() == "Add attribute") QTest::mouseClick(button, Qt::LeftButton);
    QWidget* name =
        open->form()->tree()->viewport()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(name);
    QTest::keyClicks(name, "title");
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY(
        !open->form()->tree()->viewport()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    typeInForm(open, "title", "T");
    save(open);
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("n1")) == itemOf(R"({"pk":{"S":"n1"},"title":{"S":"T"}})"));
    QTRY_VERIFY(view()->currentItem() && *view()->currentItem()->item.find("pk")->asString() == "n1");
}

void WindowEdit::duplicates() {
    QTest::keyClick(view(), Qt::Key_D, Qt::ControlModifier);
    ItemEditor* open = editor();
    QVERIFY(open);
    QVERIFY(!open->canSave());
    QVERIFY(open->problem().startsWith("Give the copy another key"));
    typeInForm(open, "pk", "copy");
    save(open);
    QVERIFY(isClosed());
    Item expected = itemOf(kItem);
    expected.set("pk", Value::string("copy"));
    QVERIFY(stored(keyOf("copy")) == expected);
    QVERIFY(stored(keyOf("x")) == itemOf(kItem));
}

void WindowEdit::editsTheWholeItemFromAnIndex() {
    m_window->file()->show("Things", "ByKind");
    QVERIFY(m_window->blocksAreRead());
    QVERIFY(select("a"));
    QVERIFY(!view()->currentItem()->item.find("more"));  // not projected
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "more", "2");
    save(open);
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("a")) == itemOf(R"({"pk":{"S":"a"},"kind":{"S":"k"},"more":{"N":"2"}})"));
}

void WindowEdit::editsFromAResult() {
    QueryPanel* panel = m_window->file()->query()->panel();
    panel->setKey({Value::string("x")});
    panel->run();
    QTRY_VERIFY(m_window->file()->query()->currentResult());
    ResultPage* result = m_window->file()->query()->currentResult();
    QTRY_COMPARE(result->runner().state(), QueryRunner::State::Finished);
    QTRY_COMPARE(result->model()->rowCount(), 1);
    QVERIFY(m_window->rowsAreLoaded(result->view()));
    QTest::mouseClick(result->view()->viewport(), Qt::LeftButton, {}, result->view()->rowRect(0).center());
    QTest::keyClick(result->view(), Qt::Key_F2);
    ItemEditor* open = editor();
    QVERIFY(open);
    typeInForm(open, "title", "new");
    save(open);
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("x")) == titled("new"));
    // The result is what was returned, and says that it is no longer so.
    QTRY_VERIFY(result->findChild<QWidget*>("stale")->isVisible());
}

void WindowEdit::asksBeforeChangesAreGivenUp() {
    ItemEditor* open = edit();
    QVERIFY(open);
    QTest::keyClick(open, Qt::Key_Escape);
    QVERIFY(isClosed());  // nothing was changed
    open = edit();
    QVERIFY(open);
    typeInForm(open, "title", "new");
    QTest::keyClick(open, Qt::Key_Escape);
    QTRY_VERIFY(open->findChild<QAbstractButton*>("discardButton"));
    QVERIFY(open->isVisible());
    press(open, "discardButton");
    QVERIFY(isClosed());
    QVERIFY(stored(keyOf("x")) == itemOf(kItem));
}

void WindowEdit::aFileThatCanOnlyBeRead() {
    const QString path = m_window->path("t.partita");
    menu()->closeFile->trigger();
    QTRY_VERIFY(!m_window->file());
    // Held for writing by another.
    const auto held = Engine::open(path.toStdString(), Engine::OpenMode::ReadWrite);
    QVERIFY(held.ok());
    QVERIFY(m_window->open(path));
    QVERIFY(m_window->file()->session()->isReadOnly());
    QVERIFY(select("x"));
    const BlockActions& actions = view()->actions();
    const QString reason = m_window->file()->session()->readOnlyReason();
    QVERIFY(!reason.isEmpty());
    for (const QAction* action :
         {actions.editItem, actions.duplicateItem, actions.deleteItem, menu()->newItem}) {
        QVERIFY(!action->isEnabled());
        QCOMPARE(action->toolTip(), reason);
    }
    auto* button = m_window->file()->inspector()->findChild<QAbstractButton*>("editItemButton");
    QVERIFY(!button->isEnabled());
    QCOMPARE(button->toolTip(), reason);
    QVERIFY(!menu()->undo->isEnabled());
    for (const Qt::Key key : {Qt::Key_F2, Qt::Key_Delete, Qt::Key_Return})
        QTest::keyClick(view(), key);
    QTest::qWait(100);
    QVERIFY(!m_window->main()->findChild<ItemEditor*>());
    QVERIFY(stored(keyOf("x")) == itemOf(kItem));
}

void WindowEdit::undoDoesNotOverwrite() {
    ItemEditor* open = edit();
    QVERIFY(open);
    typeInForm(open, "title", "new");
    save(open);
    QVERIFY(isClosed());
    theirs(titled("theirs"));
    QTRY_VERIFY(menu()->undo->isEnabled());
    menu()->undo->trigger();
    QTRY_VERIFY(notice()->isVisible());
    QVERIFY2(notice()->text().contains("nothing was overwritten"), qPrintable(notice()->text()));
    QVERIFY(stored(keyOf("x")) == titled("theirs"));
    QVERIFY(!menu()->undo->isEnabled());
}

void WindowEdit::opensByKeysAndButtons() {
    QTest::keyClick(view(), Qt::Key_Return);
    ItemEditor* open = editor();
    QVERIFY(open);
    open->reject();
    QVERIFY(isClosed());
    QApplication::setActiveWindow(m_window->main());
    press(m_window->file()->inspector(), "editItemButton");
    QVERIFY(editor());
    editor()->reject();
    QVERIFY(isClosed());
    view()->actions().editItem->trigger();
    QVERIFY(editor());
}

QTEST_MAIN(WindowEdit)
#include "tst_window_edit.moc"
