// Importing in the window: what goes in, what is refused and why, and that the same again changes nothing.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>

#include "app/import_flow.h"
#include "tests/app/window.h"
#include "ui/import_dialog.h"
#include "ui/import_history_dialog.h"
#include "ui/main_menu.h"
#include "ui/new_table_dialog.h"
#include "ui/notice_bar.h"
#include "ui/segmented_control.h"
#include "ui/themed_label.h"

using namespace partita;

class WindowImport final : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { prepareApplication(); }
    void reportsABadLine();
    void saysWhenTheSourceIsCutOff();
    void sameAgainChangesNothing();
    void sourceThatIsNoJson();
    void makesAFileForWhatIsDropped();
    void severalTables();
    void keysOfADeletion();
    void columnsOfACsv();
    void schemaMakesATable();
    void newTableIsChangedBefore();
    void pastedText();
    void clipboardIsImported();
    void refusedAreMendedAndTriedAgain();
    void replacedItemsArePutBack();
    void existingAreKept();
    void folderOfFiles();
    void formatIsOverridden();
    void cancelKeepsWhatIsCommitted();
    void repairIsOffered();
    void historyKeepsTheReports();
    void historyTriesAgain();

  private:
    static ImportDialog* import(Window& window, const QString& file);
    /// Once it can be pressed; waits for the report.
    static bool pressImport(ImportDialog* dialog);
    /// Empty: there is none.
    static Item itemOf(Window& window, const std::string& table, const Item& key);
    /// As the user does it. The entry must be there.
    static void choose(ImportDialog* dialog, const char* box, const QString& text) {
        auto* combo = dialog->findChild<QComboBox*>(box);
        combo->setCurrentIndex(combo->findText(text));
        emit combo->activated(combo->currentIndex());
        QCoreApplication::processEvents();  // the choice is taken once the list has closed
    }
    static QString count(const ImportDialog* dialog, int column) {
        return dialog->findChild<ThemedLabel*>(QString("count-%1").arg(column))->text();
    }
    static QString headline(const ImportDialog* dialog) {
        return dialog->findChild<ThemedLabel*>("headline")->text();
    }
};

namespace {
enum Column { Read, Inserted, Replaced, Unchanged, Duplicate, Refused };
const QByteArray kItems =
    "{\"EntityRef\": \"WS#new\", \"Detail\": \"META\", \"name\": \"新しい\"}\n"
    "{\"EntityRef\": \"WS#new\"}\n"
    "{\"EntityRef\": {\"S\": \"WS#new\"}, \"Detail\": {\"S\": \"PROJ#1\"}, \"title\": {\"S\": \"One\"}}\n"
    "{\"EntityRef\": \"WS#new\", \"Detail\": }\n";
const QByteArray kBatch = R"({"Shops": [
    {"PutRequest": {"Item": {"pk": {"S": "SHOP#1"}, "sk": {"S": "META"}}}},
    {"PutRequest": {"Item": {"pk": {"S": "SHOP#1"}, "sk": {"S": "OPEN#mon"}}}}],
    "Visits": [{"PutRequest": {"Item": {"visitor": {"S": "V#1"}, "at": {"S": "2026-05-01"}}}},
    {"DeleteRequest": {"Key": {"visitor": {"S": "V#2"}, "at": {"S": "2026-05-02"}}}}]})";
const QByteArray kOddModel = R"({"DataModel": [{"TableName": "Odd", "KeyAttributes": {"PartitionKey":
    {"AttributeName": "pk", "AttributeType": "S"}}, "NonKeyAttributes": [], "TableData": [
    {"pk": {"S": "1"}, "seats": {"M": {"front": 2}}}, {"pk": {"S": "2"}}]}]})";
}  // namespace

Item WindowImport::itemOf(Window& window, const std::string& table, const Item& key) {
    const auto found = window.file()->session()->engine()->get({table, key, true}, Metering::Off);
    return found && found->item ? *found->item : Item();
}

bool WindowImport::pressImport(ImportDialog* dialog) {
    auto* button = dialog->findChild<QPushButton*>("importButton");
    if (!QTest::qWaitFor([button] { return button->isEnabled(); })) return false;
    button->click();
    return QTest::qWaitFor([dialog] { return dialog->findChild<QWidget*>("headline")->isVisible(); });
}

ImportDialog* WindowImport::import(Window& window, const QString& file) {
    dropFiles(window.main(), {file});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    return dialog && pressImport(dialog) ? dialog : nullptr;
}

void WindowImport::reportsABadLine() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    ImportDialog* dialog = import(window, window.write("items.jsonl", kItems));
    QVERIFY(dialog);
    QCOMPARE(headline(dialog), QString("2 items went in"));
    QCOMPARE(count(dialog, Read), QString("4"));
    QCOMPARE(count(dialog, Inserted), QString("2"));
    QCOMPARE(count(dialog, Refused), QString("2"));
    const QAbstractItemModel* problems = dialog->findChild<QTableView*>("problems")->model();
    QCOMPARE(problems->rowCount(), 2);
    QCOMPARE(problems->index(0, 0).data().toString(), QString("line 2"));
    QVERIFY2(problems->index(0, 2).data().toString().contains("Detail"),
             qPrintable(problems->index(0, 2).data().toString()));
    QCOMPARE(problems->index(1, 0).data().toString(), QString("line 4"));
    // The blocks follow.
    QTRY_COMPARE(window.model()->rowCount(), 13);
}

void WindowImport::saysWhenTheSourceIsCutOff() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    ImportDialog* dialog = import(window, window.write("items.jsonl", kItems + "{\"EntityRef\": \"WS#n"));
    QVERIFY(dialog);
    QCOMPARE(headline(dialog), QString("The import ended early; 2 items went in"));
    QVERIFY(!dialog->findChild<ThemedLabel*>("reason")->text().isEmpty());
}

void WindowImport::sameAgainChangesNothing() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    ImportDialog* dialog = import(window, PARTITA_SOURCE_DIR "/resources/samples/workspaces/items.json");
    QVERIFY(dialog);
    QCOMPARE(headline(dialog), QString("Nothing changed: every item was there already"));
    QCOMPARE(count(dialog, Unchanged), QString("11"));
    QCOMPARE(count(dialog, Inserted), QString("0"));
    QCOMPARE(window.model()->rowCount(), 11);
}

void WindowImport::sourceThatIsNoJson() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    dropFiles(window.main(), {window.write("items.json", QByteArray("\x1f\x8b\x08\x00", 4))});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    auto* error = dialog->findChild<ThemedLabel*>("sourceError");
    QTRY_VERIFY(error->isVisible());
    QVERIFY2(error->text().contains("gzip"), qPrintable(error->text()));
    QVERIFY(!dialog->findChild<QPushButton*>("importButton")->isEnabled());
    QVERIFY(!dialog->findChild<ThemedLabel*>("obstacle")->text().isEmpty());
}

void WindowImport::makesAFileForWhatIsDropped() {
    Window window;
    dropFiles(
        window.main(),
        {window.write("shop.jsonl",
                      "{\"pk\": \"A\", \"sk\": \"1\"}\n{\"pk\": \"A\", \"sk\": \"2\"}\n{\"pk\": \"B\"}\n")});
    auto* place = window.main()->findChild<QFileDialog*>();
    QVERIFY(place);
    place->setDirectory(window.path({}));
    place->selectFile("shop.partita");
    static_cast<QDialog*>(place)->accept();
    QTRY_VERIFY(window.main()->findChild<ImportDialog*>());
    auto* dialog = window.main()->findChild<ImportDialog*>();
    auto* target = dialog->findChild<QComboBox*>("target-0");
    QTRY_VERIFY(target = dialog->findChild<QComboBox*>("target-0"));
    QCOMPARE(target->currentText(), QString("New table shop"));
    QVERIFY(pressImport(dialog));
    QCOMPARE(count(dialog, Inserted), QString("2"));
    QCOMPARE(count(dialog, Refused), QString("1"));
    QTRY_COMPARE(window.file()->session()->tableNames(), QStringList{"shop"});
    QTRY_COMPARE(window.file()->table(), QString("shop"));
}

void WindowImport::severalTables() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    dropFiles(window.main(), {window.write("batch.json", kBatch)});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->findChild<QComboBox*>("target-1"));
    QCOMPARE(dialog->findChild<QComboBox*>("target-0")->currentText(), QString("New table Shops"));
    QCOMPARE(dialog->findChild<QComboBox*>("target-1")->currentText(), QString("New table Visits"));
    choose(dialog, "target-1", "Leave out");
    QTRY_COMPARE(dialog->findChild<QComboBox*>("target-1")->currentText(), QString("Leave out"));
    QVERIFY(pressImport(dialog));
    QCOMPARE(count(dialog, Inserted), QString("2"));
    QTRY_COMPARE(window.file()->session()->tableNames(), (QStringList{"Workspaces", "Shops"}));
    const auto shops = window.file()->session()->definition("Shops");
    QVERIFY(shops);
    QCOMPARE(shops->keys.partition.front().name, std::string("pk"));
}

// A request to delete says what the keys are.
void WindowImport::keysOfADeletion() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    dropFiles(window.main(), {window.write("batch.json", kBatch)});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(pressImport(dialog));
    const auto visits = window.file()->session()->definition("Visits");
    QVERIFY(visits);
    QCOMPARE(visits->keys.partition.front().name, std::string("visitor"));
    QCOMPARE(visits->keys.sort.front().name, std::string("at"));
    QCOMPARE(count(dialog, Refused), QString("0"));
}

void WindowImport::columnsOfACsv() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    dropFiles(window.main(), {window.write("orders.csv", "order,total,note\nO#1,0012,a\nO#2,7,\n")});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->findChild<QComboBox*>("column-1"));
    choose(dialog, "column-1", "S – string");
    QTRY_COMPARE(dialog->findChild<QComboBox*>("column-1")->currentText(), QString("S – string"));
    QVERIFY(pressImport(dialog));
    QCOMPARE(count(dialog, Inserted), QString("2"));
    const Item order = itemOf(window, "orders", {{"order", Value::string("O#1")}});
    QVERIFY(order.find("total"));
    QVERIFY(*order.find("total") == Value::string("0012"));
}

void WindowImport::schemaMakesATable() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    ImportDialog* dialog = import(window, PARTITA_SOURCE_DIR "/resources/samples/library/create-table.json");
    QVERIFY(dialog);
    QCOMPARE(headline(dialog), QString("1 table made"));
    const auto library = window.file()->session()->definition("Library");
    QVERIFY(library);
    QCOMPARE(library->indexes.size(), std::size_t(1));
}

void WindowImport::newTableIsChangedBefore() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    dropFiles(window.main(), {window.write("orders.csv", "customer,order\nC#1,O#1\nC#1,O#2\n")});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    auto* change = dialog->findChild<QPushButton*>("changeTable");
    QTRY_VERIFY(change->isVisible());
    QTRY_VERIFY(dialog->findChild<QPushButton*>("importButton")->isEnabled());
    change->click();
    auto* form = dialog->findChild<NewTableDialog*>();
    QVERIFY(form);
    TableDefinition table = form->definition();
    QCOMPARE(table.name, std::string("orders"));
    table.name = "Workspaces";  // is there
    table.keys = {{{"customer", ValueType::String}}, {{"order", ValueType::String}}};
    form->setDefinition(table);
    form->findChild<QPushButton*>("createButton")->click();
    QVERIFY(form->isVisible());
    table.name = "ByCustomer";
    form->setDefinition(table);
    form->findChild<QPushButton*>("createButton")->click();
    QTRY_VERIFY(dialog->findChild<QComboBox*>("target-0")->currentText() == "New table ByCustomer");
    QVERIFY(pressImport(dialog));
    const auto made = window.file()->session()->definition("ByCustomer");
    QVERIFY(made);
    QCOMPARE(made->keys.sort.front().name, std::string("order"));
    QCOMPARE(count(dialog, Inserted), QString("2"));
}

void WindowImport::pastedText() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    window.main()->menu()->importItems->trigger();
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    QVERIFY(!dialog->findChild<QPushButton*>("importButton")->isEnabled());
    QApplication::clipboard()->setText(QString::fromUtf8(kItems));
    dialog->findChild<QPushButton*>("paste")->click();
    QVERIFY(dialog->findChild<QPlainTextEdit*>("pastedText")->isVisible());
    QVERIFY(pressImport(dialog));
    QCOMPARE(headline(dialog), QString("2 items went in"));
}

void WindowImport::clipboardIsImported() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    QApplication::clipboard()->clear();
    window.main()->menu()->importClipboard->trigger();
    QVERIFY(!window.main()->findChild<ImportDialog*>());
    QVERIFY(window.file()->page()->notice()->text().contains("clipboard"));
    QApplication::clipboard()->setText(QString::fromUtf8(kItems));
    window.main()->menu()->importClipboard->trigger();
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    QVERIFY(pressImport(dialog));
    QCOMPARE(count(dialog, Inserted), QString("2"));
}

void WindowImport::refusedAreMendedAndTriedAgain() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    ImportDialog* dialog = import(window, window.write("items.jsonl", kItems));
    QVERIFY(dialog);
    auto* retry = dialog->findChild<QPushButton*>("retryRefused");
    QVERIFY(retry->isVisible());
    retry->click();
    auto* text = dialog->findChild<QPlainTextEdit*>("pastedText");
    QTRY_VERIFY(text->isVisible());
    QCOMPARE(text->toPlainText().count(QLatin1Char('\n')), 2);
    text->setPlainText("{\"EntityRef\": \"WS#new\", \"Detail\": \"PROJ#2\"}\n");
    QTRY_COMPARE(dialog->findChild<ThemedLabel*>("extent")->text(), QString("1 record in all"));
    QVERIFY(pressImport(dialog));
    QCOMPARE(headline(dialog), QString("1 item went in"));
    QCOMPARE(count(dialog, Refused), QString("0"));
}

void WindowImport::replacedItemsArePutBack() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    ImportDialog* dialog = import(
        window, window.write("items.jsonl",
                             "{\"EntityRef\": \"WS#acme\", \"Detail\": \"META\", \"name\": \"changed\"}\n"));
    QVERIFY(dialog);
    QCOMPARE(count(dialog, Replaced), QString("1"));
    const Item key = {{"EntityRef", Value::string("WS#acme")}, {"Detail", Value::string("META")}};
    const auto name = [&] {
        const Item item = itemOf(window, "Workspaces", key);
        const Value* value = item.find("name");
        return value ? QString::fromStdString(displayText(*value)) : QString();
    };
    QCOMPARE(name(), QString("changed"));
    dialog->findChild<QPushButton*>("restoreReplaced")->click();
    QTRY_VERIFY(name() != QString("changed"));
    QTRY_VERIFY(dialog->findChild<NoticeBar*>("reportNotice")->text().contains("1 item"));
}

void WindowImport::existingAreKept() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    dropFiles(window.main(),
              {window.write("items.jsonl",
                            "{\"EntityRef\": \"WS#acme\", \"Detail\": \"META\", \"name\": \"changed\"}\n")});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    const auto segments = dialog->findChild<SegmentedControl*>("onExisting")->findChildren<QPushButton*>();
    auto* targets = dialog->findChild<QTableWidget*>("targets");
    QTRY_COMPARE(targets->rowCount(), 1);
    QCOMPARE(targets->horizontalHeaderItem(3)->text(), QString("Replaced"));
    QTRY_COMPARE(targets->item(0, 3)->text(), QString("1"));
    segments[1]->click();
    QCOMPARE(targets->horizontalHeaderItem(3)->text(), QString("Kept"));
    QVERIFY(pressImport(dialog));
    QCOMPARE(headline(dialog), QString("Nothing changed: the items that were there stay"));
    QCOMPARE(dialog->findChild<QTableView*>("problems")->model()->index(0, 1).data().toString(),
             QString("kept"));
}

void WindowImport::folderOfFiles() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    QVERIFY(QDir(window.path({})).mkdir("loose"));
    window.write("loose/a.jsonl", "{\"EntityRef\": \"WS#a\", \"Detail\": \"META\"}\n");
    window.write("loose/b.csv", "EntityRef,Detail\nWS#b,META\n");
    window.write("loose/notes.md", "no items\n");
    dropFiles(window.main(), {window.path("loose")});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    auto* sources = dialog->findChild<QAbstractItemView*>("sources");
    QTRY_COMPARE(sources->model()->rowCount(), 2);
    QVERIFY(pressImport(dialog));
    QCOMPARE(count(dialog, Inserted), QString("2"));
}

void WindowImport::formatIsOverridden() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    dropFiles(window.main(), {window.write("items.jsonl", kItems)});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    auto* format = dialog->findChild<QComboBox*>("format");
    QTRY_COMPARE(format->currentText(), QString("Detected: JSON items"));
    choose(dialog, "format", "CSV");
    QTRY_VERIFY(dialog->findChild<QComboBox*>("delimiter")->isVisible());
    QTRY_VERIFY(dialog->findChild<QComboBox*>("column-0"));
    format->setCurrentIndex(0);
    emit format->activated(0);
    QTRY_COMPARE(format->currentText(), QString("Detected: JSON items"));
    QVERIFY(pressImport(dialog));
    QCOMPARE(count(dialog, Inserted), QString("2"));
}

void WindowImport::cancelKeepsWhatIsCommitted() {
    constexpr int kItemCount = 300'000;
    Window window;
    QVERIFY(window.openSample("workspaces"));
    QByteArray items;
    for (int i = 0; i < kItemCount; ++i)
        items += "{\"EntityRef\": \"WS#" + QByteArray::number(i) + "\", \"Detail\": \"META\"}\n";
    dropFiles(window.main(), {window.write("items.jsonl", items)});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    auto* button = dialog->findChild<QPushButton*>("importButton");
    QTRY_VERIFY(button->isEnabled());
    QVERIFY(dialog->findChild<ThemedLabel*>("extent")->text().startsWith("The first"));
    button->click();
    QTRY_VERIFY(dialog->findChild<ThemedLabel*>("progress")->text().contains(" of "));
    dialog->findChild<QPushButton*>("cancelImport")->click();
    QTRY_VERIFY(dialog->findChild<QWidget*>("headline")->isVisible());
    QVERIFY2(headline(dialog).startsWith("The import was cancelled"), qPrintable(headline(dialog)));
    const auto statistics = window.file()->session()->engine()->statistics({"Workspaces", {}});
    QVERIFY(statistics);
    QString inserted = count(dialog, Inserted);
    QCOMPARE(QString::number(statistics->items - 11), inserted.remove(','));
    QVERIFY(statistics->items < kItemCount);
    // Again: the rest.
    dialog->findChild<QPushButton*>("importMore")->click();
    dialog->addPaths({window.path("items.jsonl")});
    QTRY_VERIFY(button->isEnabled());
    button->click();
    QTRY_VERIFY_WITH_TIMEOUT(dialog->findChild<QWidget*>("headline")->isVisible(), 60'000);
    QCOMPARE(window.file()->session()->engine()->statistics({"Workspaces", {}})->items,
             quint64(kItemCount + 11));
}

void WindowImport::repairIsOffered() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    dropFiles(window.main(), {window.write("model.json", kOddModel)});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    QVERIFY(dialog);
    auto* offer = dialog->findChild<NoticeBar*>("repairOffer");
    QTRY_VERIFY(offer->isVisible());
    offer->findChild<QPushButton*>()->click();
    QTRY_VERIFY(!offer->isVisible());
    QVERIFY(dialog->findChild<QCheckBox*>("repair")->isChecked());
    QVERIFY(pressImport(dialog));
    QCOMPARE(dialog->findChild<QTableView*>("problems")->model()->index(0, 1).data().toString(),
             QString("repaired"));
}

void WindowImport::historyKeepsTheReports() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    ImportDialog* dialog = import(window, window.write("items.jsonl", kItems));
    QVERIFY(dialog);
    dialog->findChild<QPushButton*>("closeReport")->click();
    window.main()->menu()->importHistory->trigger();
    auto* history = window.main()->findChild<ImportHistoryDialog*>();
    QVERIFY(history);
    auto* list = history->findChild<QAbstractItemView*>("imports");
    QTRY_COMPARE(list->model()->rowCount(), 1);
    auto* problems = history->findChild<QTableView*>("problems");
    QTRY_COMPARE(problems->model()->rowCount(), 2);
    QCOMPARE(problems->model()->index(0, 0).data().toString(), QString("line 2"));
    history->findChild<QPushButton*>("forgetImport")->click();
    QTRY_COMPARE(list->model()->rowCount(), 0);
}

void WindowImport::historyTriesAgain() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    ImportDialog* dialog = import(window, window.write("items.jsonl", kItems));
    QVERIFY(dialog);
    dialog->findChild<QPushButton*>("closeReport")->click();
    QTRY_VERIFY(!window.main()->findChild<ImportDialog*>());
    window.main()->menu()->importHistory->trigger();
    auto* history = window.main()->findChild<ImportHistoryDialog*>();
    auto* retry = history->findChild<QPushButton*>("retryRefused");
    QTRY_VERIFY(retry->isVisible());
    retry->click();
    QTRY_VERIFY(window.main()->findChild<ImportDialog*>());
    dialog = window.main()->findChild<ImportDialog*>();
    QTRY_VERIFY(dialog->findChild<QPlainTextEdit*>("pastedText")->toPlainText().contains("WS#new"));
}

QTEST_MAIN(WindowImport)
#include "tst_window_import.moc"
