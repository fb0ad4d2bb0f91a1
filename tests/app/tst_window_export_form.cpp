// The export form: what it offers and begins with, what it says before anything is written, which places it
// takes.
#include <sys/stat.h>
#include <unistd.h>

#include <QListWidget>

#include "tests/app/export_test.h"

using namespace partita;

class WindowExportForm final : public ExportTest {
    Q_OBJECT
  private slots:
    void initTestCase() { prepareApplication(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void beginsWithTheIndexInFront();
    void showsAwkwardKeysOnOneLine();
    void needsOneTableForCsv();
    void saysWhatAFormatCannotHold_data();
    void saysWhatAFormatCannotHold();
    void doubtsNamesThatAreUnknown();
    void keepsKeysFromBeingMasked();
    void nameFollowsUntilItIsEdited();
    void saysWhyAPlaceCannotBe();
    void goesByKeyboard();
    void remembersFormatAndFolder();
};

void WindowExportForm::beginsWithTheIndexInFront() {
    m_window->file()->show("Workspaces", "ByStatus");
    ExportDialog* form = openDialog();
    QCOMPARE(form->form()->scope().kind, ExportScope::Kind::Index);
    QVERIFY(write(form, "out.jsonl"));
    QCOMPARE(lines("out.jsonl").size(), 7);
}

void WindowExportForm::showsAwkwardKeysOnOneLine() {
    const std::string key = "A\nB\t" + std::string(1000, 'x');
    Item item;
    item.set("EntityRef", Value::string(key));
    item.set("Detail", Value::string("../up"));
    QVERIFY(m_window->file()->session()->engine()->put({"Workspaces", item}, Metering::Off));
    QTRY_COMPARE(m_window->model()->rowCount(), 12);
    QVERIFY(m_window->blocksAreRead());
    m_window->blocks()->goToKey({Value::string(key)}, {Value::string("../up")});
    QTRY_VERIFY(m_window->blocks()->currentItem());
    m_window->blocks()->actions().exportItem->trigger();
    const QString title = dialog()->findChild<QComboBox*>("scope")->currentText();
    QVERIFY2(title.startsWith("Selected item A B xxx") && title.size() < 150 && !title.contains('\n'),
             qPrintable(title));
    const QFileInfo place(dialog()->form()->place()->path());
    QCOMPARE(place.path(), QFileInfo(m_window->file()->session()->path()).path());
    QVERIFY(write(dialog(), {}));
    QFile file(place.filePath());
    QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("../up"));
}

void WindowExportForm::needsOneTableForCsv() {
    const auto workspaces = m_window->file()->session()->definition("Workspaces");
    TableDefinition other = *workspaces;
    other.name = "Other";
    auto made = Engine::create(m_window->path("two.partita").toStdString(), {*workspaces, other});
    QVERIFY(made);
    made->reset();
    QVERIFY(m_window->open(m_window->path("two.partita")));
    ExportDialog* form = openDialog();
    QTRY_VERIFY([&] {
        delete dialog();
        form = openDialog();
        return choose(form, "All 2 tables · 0 items");
    }());
    QCOMPARE(QFileInfo(form->form()->place()->path()).fileName(), QString("two.jsonl"));
    QVERIFY(form->form()->isReady());
    QCOMPARE(form->form()->findChild<LossNote*>()->sentences().size(), 1);  // whose the items are
    form->form()->setFormat(ExportFormat::Csv);
    QVERIFY(!form->form()->isReady());
    QVERIFY(!button(form, "exportButton")->isEnabled());
    QVERIFY2(label(form, "problem").contains("one table"), qPrintable(label(form, "problem")));
    form->form()->setFormat(ExportFormat::CreateTable);
    QVERIFY2(form->form()->findChild<LossNote*>()->sentences().join(' ').contains("one table at a time"),
             qPrintable(form->form()->findChild<LossNote*>()->sentences().join('\n')));
    QVERIFY(write(form, "schema.json"));
    QCOMPARE(label(form, "headline"), QString("The schema of 2 tables was exported"));
    QVERIFY(bytes("schema.json").contains("\"Other\""));
}

void WindowExportForm::saysWhatAFormatCannotHold_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("heading");
    QTest::addColumn<bool>("sentences");
    QTest::newRow("ndjson") << "ndjson"
                            << "every value exactly." << false;
    QTest::newRow("s3-export") << "s3-export"
                               << "every value exactly." << false;
    QTest::newRow("csv") << "csv"
                         << "can't hold" << true;
    QTest::newRow("workbench") << "workbench"
                               << "can't hold" << true;
    QTest::newRow("terraform") << "terraform"
                               << "no items" << false;
    QTest::newRow("html") << "html"
                          << "for people" << true;
}

void WindowExportForm::saysWhatAFormatCannotHold() {
    QFETCH(QString, format);
    QFETCH(QString, heading);
    QFETCH(bool, sentences);
    ExportDialog* form = openDialog();
    form->form()->setFormat(*exportFormatNamed(format.toStdString()));
    const auto* note = form->form()->findChild<LossNote*>();
    QVERIFY(note->isVisible());
    QVERIFY2(note->heading().contains(heading), qPrintable(note->heading()));
    QCOMPARE(!note->sentences().isEmpty(), sentences);
}

void WindowExportForm::doubtsNamesThatAreUnknown() {
    ExportDialog* form = openDialog();
    hide(form, "titel", Mask);
    QTRY_VERIFY2(label(form, "problem").contains("titel"), qPrintable(label(form, "problem")));
    QVERIFY(form->form()->isReady());  // it may be right all the same
    form->findChild<QWidget*>("redaction")->findChild<QLineEdit*>()->setText("title");
    QCOMPARE(label(form, "problem"), QString());
    hide(form, "title", LeaveOut);
    QVERIFY(!form->form()->isReady());
    QVERIFY2(label(form, "problem").contains("two ways"), qPrintable(label(form, "problem")));
}

void WindowExportForm::keepsKeysFromBeingMasked() {
    ExportDialog* form = openDialog();
    hide(form, "Detail", LeaveOut);
    QVERIFY(!form->form()->isReady());
    QVERIFY2(label(form, "problem").contains("Hash it"), qPrintable(label(form, "problem")));
    form->findChild<QWidget*>("redaction")->findChild<QComboBox*>()->setCurrentIndex(Hash);
    QVERIFY(form->form()->isReady());
}

void WindowExportForm::nameFollowsUntilItIsEdited() {
    ExportDialog* form = openDialog();
    auto* place = form->findChild<QLineEdit*>("place");
    const auto name = [place] { return QFileInfo(place->text()).fileName(); };
    QCOMPARE(name(), QString("Workspaces.jsonl"));
    form->form()->setFormat(ExportFormat::Csv);
    QCOMPARE(name(), QString("Workspaces.csv"));
    form->findChild<QCheckBox*>("gzip")->setChecked(true);
    QCOMPARE(name(), QString("Workspaces.csv.gz"));
    form->form()->setFormat(ExportFormat::Html);
    QCOMPARE(name(), QString("Workspaces.html"));
    form->form()->setFormat(ExportFormat::CreateTable);
    QCOMPARE(name(), QString("Workspaces-create-table.json"));
    form->form()->setFormat(ExportFormat::S3Export);
    QCOMPARE(name(), QString("Workspaces-s3-export"));
    // A schema is of the table, not of its index.
    QVERIFY(choose(form, "Index ByStatus"));
    QCOMPARE(name(), QString("Workspaces-ByStatus-s3-export"));
    form->form()->setFormat(ExportFormat::Terraform);
    QCOMPARE(name(), QString("Workspaces.tf"));
    form->form()->setFormat(ExportFormat::Csv);
    place->clear();
    QTest::keyClicks(place, m_window->path("mine.csv.gz"));
    QVERIFY(choose(form, "Index ByStatus"));
    QCOMPARE(name(), QString("mine.csv.gz"));
    form->form()->setFormat(ExportFormat::Markdown);
    QCOMPARE(name(), QString("mine.md"));
    form->form()->setFormat(ExportFormat::BatchWrite);
    QCOMPARE(name(), QString("mine"));
    form->form()->setFormat(ExportFormat::JsonLines);
    QCOMPARE(name(), QString("mine.jsonl.gz"));  // compressing was chosen, and stays
}

void WindowExportForm::saysWhyAPlaceCannotBe() {
    ExportDialog* form = openDialog();
    ExportPlace* place = form->form()->place();
    const auto problemAt = [&](const QString& path) {
        place->setPath(path);
        return form->form()->isReady() ? QString() : label(form, "problem");
    };
    QVERIFY(problemAt({}).contains("where"));
    QVERIFY(problemAt(m_window->path("no/out.jsonl")).contains("There is no folder"));
    QVERIFY(problemAt(m_window->path("samples")).contains("is a folder"));
    QVERIFY(!m_window->write("file", "x").isEmpty());
    QVERIFY(problemAt(m_window->path("file/out.jsonl")).contains("is a file"));
    QVERIFY(problemAt(m_window->file()->session()->path()).contains("the table file itself"));
    QCOMPARE(::mkfifo(qPrintable(m_window->path("pipe")), 0600), 0);
    QVERIFY(problemAt(m_window->path("pipe")).contains("command line"));
    if (::geteuid() != 0) {  // root may write anywhere
        QVERIFY(QDir(m_window->path("")).mkdir("locked"));
        QVERIFY(QFile::setPermissions(m_window->path("locked"), QFile::ReadOwner | QFile::ExeOwner));
        QVERIFY(problemAt(m_window->path("locked/out.jsonl")).contains("may not write"));
    }
    QVERIFY(QDir(m_window->path("")).mkdir("full"));
    QVERIFY(!m_window->write("full/x", "x").isEmpty());
    form->form()->setFormat(ExportFormat::BatchWrite);
    QVERIFY(problemAt(m_window->path("full")).contains("not empty"));
    QVERIFY(problemAt(m_window->path("full/x")).contains("is a file"));
    QVERIFY(QDir(m_window->path("")).mkdir("empty"));
    QCOMPARE(problemAt(m_window->path("empty")), QString());
    QCOMPARE(bytes("full/x"), QByteArray("x"));
    // A folder that is made meanwhile is seen at once.
    QVERIFY(!problemAt(m_window->path("later/out")).isEmpty());
    QVERIFY(QDir(m_window->path("")).mkdir("later"));
    form->form()->updateState();
    QVERIFY(form->form()->isReady());
    QVERIFY(write(form, {}));
    QVERIFY(QFile::exists(m_window->path("later/out/Workspaces-000001.json")));
}

void WindowExportForm::goesByKeyboard() {
    QApplication::setActiveWindow(m_window->main());
    QTest::keyClick(m_window->main(), Qt::Key_E, Qt::ControlModifier);
    ExportDialog* form = dialog();
    QVERIFY(form && form->isVisible());
    QVERIFY(button(form, "exportButton")->isDefault());
    form->form()->place()->setPath(m_window->path("keys.csv"));
    auto* formats = form->findChild<QListWidget*>("formats");
    formats->setFocus();
    QTest::keyClick(formats, Qt::Key_Down);
    QTest::keyClick(formats, Qt::Key_Down);
    QCOMPARE(form->form()->format(), ExportFormat::Csv);
    // From the last format of a group to the first of the next.
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(formats, Qt::Key_Down);
    QCOMPARE(form->form()->format(), ExportFormat::CreateTable);
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(formats, Qt::Key_Up);
    QCOMPARE(form->form()->format(), ExportFormat::Csv);
    QTest::keyClick(formats, Qt::Key_Return);
    QTRY_VERIFY(form->findChild<QWidget*>("headline")->isVisible());
    QVERIFY(bytes("keys.csv").startsWith("EntityRef"));
    QVERIFY(button(form, "closeReport")->isDefault());
    const QPointer<ExportDialog> open = form;
    QTest::keyClick(form, Qt::Key_Return);
    QTRY_VERIFY(!open);
    QApplication::setActiveWindow(m_window->main());
    QTest::keyClick(m_window->main(), Qt::Key_E, Qt::ControlModifier);
    const QPointer<ExportDialog> again = dialog();
    QVERIFY(again);
    QTest::keyClick(again, Qt::Key_Escape);
    QTRY_VERIFY(!again);
}

void WindowExportForm::remembersFormatAndFolder() {
    QVERIFY(QDir(m_window->path("")).mkdir("out"));
    ExportDialog* form = openDialog();
    form->form()->setFormat(ExportFormat::Terraform);
    QVERIFY(write(form, "out/schema.tf"));
    delete form;
    QCOMPARE(openDialog()->form()->format(), ExportFormat::Terraform);
    m_window->restart();
    QVERIFY(m_window->openSample("workspaces"));
    form = openDialog();
    QCOMPARE(form->form()->format(), ExportFormat::Terraform);
    QCOMPARE(form->form()->place()->path(), m_window->path("out/Workspaces.tf"));
    // A folder that is gone is no place to begin at.
    delete form;
    QVERIFY(QDir(m_window->path("out")).removeRecursively());
    m_window->restart();
    QVERIFY(m_window->openSample("workspaces"));
    QVERIFY(openDialog()->form()->isReady());
}

QTEST_MAIN(WindowExportForm)
#include "tst_window_export_form.moc"
