// Importing in the window: what goes in, what is refused and why, and that the same again changes nothing.
#include <QPushButton>
#include <QTableView>

#include "app/import_flow.h"
#include "tests/app/window.h"
#include "ui/import_dialog.h"
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
    void needsATable();

  private:
    static ImportDialog* import(Window& window, const QString& file);
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
}  // namespace

ImportDialog* WindowImport::import(Window& window, const QString& file) {
    dropFiles(window.main(), {file});
    auto* dialog = window.main()->findChild<ImportDialog*>();
    if (!dialog) return nullptr;
    dialog->findChild<QPushButton*>("importButton")->click();
    const bool isDone =
        QTest::qWaitFor([dialog] { return dialog->findChild<QWidget*>("headline")->isVisible(); });
    return isDone ? dialog : nullptr;
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
    ImportDialog* dialog = import(window, window.write("items.json", QByteArray("\x1f\x8b\x08\x00", 4)));
    QVERIFY(dialog);
    QCOMPARE(headline(dialog), QString("Nothing was imported"));
    QVERIFY(dialog->findChild<ThemedLabel*>("reason")->text().contains("gzip"));
}

void WindowImport::needsATable() {
    Window window;
    dropFiles(window.main(), {window.write("items.jsonl", kItems)});
    QVERIFY(!window.main()->findChild<ImportDialog*>());
    QVERIFY2(window.main()->welcome()->message().contains("Open a table file"),
             qPrintable(window.main()->welcome()->message()));
}

QTEST_MAIN(WindowImport)
#include "tst_window_import.moc"
