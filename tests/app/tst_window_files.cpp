// Opening and refusing files, new tables, read-only files, what is remembered, light and dark.
#include <unistd.h>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>

#include "tests/app/window.h"
#include "ui/main_menu.h"
#include "ui/new_table_dialog.h"
#include "ui/notice_bar.h"
#include "ui/sidebar.h"
#include "ui/sidebar_list.h"
#include "ui/themed_label.h"

using namespace partita;

class WindowFiles final : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { prepareApplication(); }
    void refusesInPlace_data();
    void refusesInPlace();
    void keepsTheOpenFileWhenAnotherIsRefused();
    void makesATable();
    void saysWhyATableCannotBeMade();
    void addsATable();
    void opensReadOnly();
    void remembers();
    void checksTheFile();
    void changesTheTheme();
    void choosesAColour();
};

void WindowFiles::refusesInPlace_data() {
    QTest::addColumn<QByteArray>("contents");
    QTest::newRow("text")
        << QByteArray("This is no table file at all, but it is long enough to look at. ").repeated(9);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut off") << QByteArray("SQLite format 3\0", 16);
}

void WindowFiles::refusesInPlace() {
    QFETCH(QByteArray, contents);
    Window window;
    const QString path = window.write("foreign.partita", contents);
    QSignalSpy failed(&window.application(), &Application::openFailed);
    dropFiles(window.main(), {path});
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(!window.file());
    const QString message = window.main()->welcome()->message();
    QVERIFY2(message.contains(path), qPrintable(message));
    QVERIFY2(message.size() > path.size() + 40, qPrintable(message));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), contents);
}

void WindowFiles::keepsTheOpenFileWhenAnotherIsRefused() {
    Window window;
    QVERIFY(window.openSample("library"));
    QVERIFY(!window.open(window.path("missing.partita")));
    QVERIFY(window.file());
    QCOMPARE(window.main()->windowTitle(), QString("library.partita – Partita"));
    QVERIFY(window.file()->page()->notice()->text().contains("missing.partita"));
}

void WindowFiles::makesATable() {
    Window window;
    window.main()->menu()->newTable->trigger();
    auto* dialog = window.main()->findChild<NewTableDialog*>();
    QVERIFY(dialog);
    dialog->setFolder(window.path(""));
    auto* create = dialog->findChild<QPushButton*>("createButton");
    QVERIFY(!create->isEnabled());
    QTest::keyClicks(dialog->findChild<QLineEdit*>("tableName"), "Orders");
    QVERIFY(create->isEnabled());
    dialog->findChild<QPushButton*>("addGlobal")->click();
    QVERIFY(!create->isEnabled());  // the index has no name yet
    TableDefinition table = dialog->definition();
    table.indexes.front().name = "ByDay";
    table.indexes.front().keys.partition = {{"day", ValueType::Number}};
    dialog->setDefinition(table);
    QVERIFY(create->isEnabled());
    QVERIFY(dialog->findChild<QPlainTextEdit*>("preview")->toPlainText().contains("\"ByDay\""));
    QSignalSpy opened(&window.application(), &Application::fileOpened);
    create->click();
    QTRY_COMPARE(opened.count(), 1);
    QCOMPARE(window.main()->windowTitle(), QString("orders.partita – Partita"));
    QCOMPARE(*window.file()->session()->definition("Orders"), table);
}

void WindowFiles::saysWhyATableCannotBeMade() {
    Window window;
    const QString taken = window.write("taken.partita", "something");
    NewTableDialog dialog(NewTableDialog::Target::NewFile);
    const auto problem = [&dialog] { return dialog.findChild<ThemedLabel*>("problem")->text(); };
    dialog.setFolder(window.path(""));
    QTest::keyClicks(dialog.findChild<QLineEdit*>("tableName"), "taken");
    QVERIFY2(problem().contains("exists already"), qPrintable(problem()));
    QTest::keyClicks(dialog.findChild<QLineEdit*>("tableName"), " of");
    QVERIFY2(!problem().isEmpty() && !problem().contains("exists"), qPrintable(problem()));
    dialog.loadSchema(taken);
    QVERIFY2(problem().contains(taken), qPrintable(problem()));
    dialog.loadSchema(PARTITA_SOURCE_DIR "/resources/samples/sensors/create-table.json");
    QVERIFY2(problem().isEmpty(), qPrintable(problem()));
    QCOMPARE(dialog.definition().indexes.size(), std::size_t(2));
    QCOMPARE(dialog.path(), QDir(window.path("")).filePath("sensorreadings.partita"));
}

void WindowFiles::addsATable() {
    Window window;
    QVERIFY(window.openSample("library"));
    window.main()->menu()->addTable->trigger();
    auto* dialog = window.main()->findChild<NewTableDialog*>();
    QVERIFY(dialog);
    QLineEdit* name = dialog->findChild<QLineEdit*>("tableName");
    QTest::keyClicks(name, "Library");
    dialog->findChild<QPushButton*>("createButton")->click();
    QTRY_VERIFY2(dialog->findChild<ThemedLabel*>("problem")->text().contains("Library"),
                 qPrintable(dialog->findChild<ThemedLabel*>("problem")->text()));
    QTest::keyClicks(name, "2");
    dialog->findChild<QPushButton*>("createButton")->click();
    SidebarList* tables = window.file()->sidebar()->tables();
    QTRY_COMPARE(tables->model()->rowCount(), 2);
    QTRY_COMPARE(window.file()->table(), QString("Library2"));
    QVERIFY(window.blocksAreRead());
    QCOMPARE(window.model()->rowCount(), 0);
    QTest::mouseClick(tables->viewport(), Qt::LeftButton, {},
                      tables->visualRect(tables->model()->index(0, 0)).center());
    QVERIFY(window.blocksAreRead());
    QCOMPARE(window.model()->rowCount(), 8);
}

void WindowFiles::opensReadOnly() {
    if (geteuid() == 0) {
        // Root may write anywhere; a file that another holds is read-only to root too.
        Window first;
        QVERIFY(first.openSample("library"));
        Window second;
        QVERIFY(second.open(first.file()->session()->path()));
        QVERIFY2(second.main()->windowTitle().contains("[read-only]"),
                 qPrintable(second.main()->windowTitle()));
        QVERIFY(!second.main()->menu()->importItems->isEnabled());
        dropFiles(second.main(), {second.write("items.jsonl", "{}")});
        QVERIFY2(second.file()->page()->notice()->text().contains(second.file()->session()->readOnlyReason()),
                 qPrintable(second.file()->page()->notice()->text()));
        return;
    }
    Window window;
    QVERIFY(window.openSample("library"));
    const QString path = window.file()->session()->path();
    window.application().closeFile();
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
    QVERIFY(window.open(path));
    QVERIFY2(window.main()->windowTitle().contains("[read-only]"), qPrintable(window.main()->windowTitle()));
    QVERIFY(!window.main()->menu()->importItems->isEnabled());
}

void WindowFiles::remembers() {
    Window window;
    QVERIFY(window.openSample("library"));
    const QString path = window.file()->session()->path();
    window.main()->menu()->grid->trigger();
    window.main()->menu()->inspector->trigger();
    QVERIFY(!window.file()->page()->findChildren<QWidget*>().isEmpty());
    window.restart();
    QVERIFY(window.main()->menu()->grid->isChecked());
    QVERIFY(!window.main()->menu()->inspector->isChecked());
    QVERIFY(window.open(path));
    QCOMPARE(window.blocks()->arrangement(), BlockArrangement::Grid);
}

void WindowFiles::checksTheFile() {
    Window window;
    QVERIFY(window.openSample("sensors"));
    window.main()->menu()->checkFile->trigger();
    QTRY_VERIFY2(window.file()->page()->notice()->text().contains("is sound"),
                 qPrintable(window.file()->page()->notice()->text()));
}

void WindowFiles::changesTheTheme() {
    Window window;
    QVERIFY(window.openSample("library"));
    emit window.main()->menu()->themeChosen(Theme::Mode::Dark);
    QVERIFY(Theme::instance().isDark());
    QVERIFY(window.main()->grab().toImage().pixelColor(3, 300).lightness() < 90);
    emit window.main()->menu()->themeChosen(Theme::Mode::Light);
    QVERIFY(!Theme::instance().isDark());
    QVERIFY(window.main()->grab().toImage().pixelColor(3, 300).lightness() > 200);
}

void WindowFiles::choosesAColour() {
    Window window;
    QVERIFY(window.openSample("workspaces"));
    Sidebar* sidebar = window.file()->sidebar();
    QTRY_COMPARE(sidebar->entities()->model()->rowCount(), 2);
    const QModelIndex meta = sidebar->entities()->model()->index(0, 0);
    QCOMPARE(meta.data().toString(), QString("META"));
    QCOMPARE(meta.data(ItemCountRole).toInt(), 4);
    QTest::mouseClick(sidebar->entities()->viewport(), Qt::LeftButton, {},
                      sidebar->entities()->visualRect(meta).center());
    auto* menu = sidebar->findChild<QMenu*>("colourMenu");
    QVERIFY(menu);
    menu->actions().first()->trigger();
    QTRY_COMPARE(Theme::instance().entityColour("META"), QColor(0x4c83d6));
    menu->close();
    const QString path = window.file()->session()->path();
    window.application().closeFile();
    QVERIFY(window.open(path));
    QTRY_VERIFY(window.file()->sidebar()->entities()->model()->rowCount() == 2);
    QCOMPARE(Theme::instance().entityColour("META"), QColor(0x4c83d6));
}

QTEST_MAIN(WindowFiles)
#include "tst_window_files.moc"
