// Exporting in the window: what is written of each choice in each format, what is hidden, how it is cancelled
// and how it fails.
#include <sys/resource.h>

#include <QClipboard>
#include <QDesktopServices>
#include <csignal>

#include "tests/app/export_test.h"
#include "ui/query_panel.h"
#include "ui/result_page.h"
#include "ui/segmented_control.h"

using namespace partita;

namespace {

/// While it lives, no file of this process grows over so many bytes.
class SmallFiles final {
  public:
    explicit SmallFiles(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);  // as main() does
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small = {bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

  private:
    rlimit m_before = {};
};

}  // namespace

class WindowExport final : public ExportTest {
    Q_OBJECT
  private slots:
    void initTestCase() { prepareApplication(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void writesEachScope_data();
    void writesEachScope();
    void writesTheResultInFront();
    void writesTheSelectionAndItsBlock();
    void writesEachFormat_data();
    void writesEachFormat();
    void hidesAttributes();
    void takesOptions();
    void replacesAFileOnlyWhenSaid();
    void comesBackAfterAFailure();
    void cancels();
    void readsAReadOnlyFile();
    void pointsToWhatItWrote();
    void showFolder(const QUrl& url) { m_shownFolder = url; }

  private:
    QUrl m_shownFolder;
};

void WindowExport::writesEachScope_data() {
    QTest::addColumn<QString>("scope");
    QTest::addColumn<int>("items");
    QTest::addColumn<QString>("name");
    QTest::newRow("table") << "Table Workspaces" << 11 << "Workspaces.jsonl";
    QTest::newRow("index") << "Index ByStatus" << 7 << "Workspaces-ByStatus.jsonl";
    QTest::newRow("entity") << "Entity META" << 4 << "Workspaces-META.jsonl";
}

void WindowExport::writesEachScope() {
    QFETCH(QString, scope);
    QFETCH(int, items);
    QFETCH(QString, name);
    // Counts of indexes and entities are read off the GUI thread.
    QTRY_VERIFY([this] {
        delete dialog();
        return scopes(openDialog()).filter(" · ").size() >= 4;
    }());
    ExportDialog* form = dialog();
    QCOMPARE(form->findChild<QComboBox*>("scope")->currentText(), QString("Table Workspaces · 11 items"));
    QVERIFY(choose(form, scope));
    QVERIFY2(form->findChild<QComboBox*>("scope")->currentText().endsWith(QString(" · %1 items").arg(items)),
             qPrintable(scopes(form).join('\n')));
    QCOMPARE(QFileInfo(form->form()->place()->path()).fileName(), name);
    QVERIFY(write(form, "out.jsonl"));
    QCOMPARE(label(form, "headline"), QString("%1 items were exported").arg(items));
    QCOMPARE(label(form, "exportedItems"), QString::number(items));
    QCOMPARE(lines("out.jsonl").size(), items);
}

void WindowExport::writesTheResultInFront() {
    QueryPanel* panel = m_window->file()->query()->panel();
    panel->setKey({Value::string("WS#acme")});
    panel->run();
    ResultPage* result = m_window->file()->query()->currentResult();
    QVERIFY(result);
    QTRY_COMPARE(result->runner().state(), QueryRunner::State::Finished);
    QPushButton* exportResult = button(result, "exportResult");
    QVERIFY(exportResult->isVisible());
    exportResult->click();
    ExportDialog* form = dialog();
    QVERIFY(form);
    QCOMPARE(form->form()->scope().kind, ExportScope::Kind::ResultTab);
    QCOMPARE(QFileInfo(form->form()->place()->path()).fileName(), QString("Workspaces-WS-acme.jsonl"));
    QVERIFY(label(form, "scopeHint").contains("all its pages"));
    QVERIFY(write(form, "result.jsonl"));
    const QByteArrayList written = lines("result.jsonl");
    QCOMPARE(written.size(), 5);
    for (const QByteArray& line : written)
        QVERIFY2(line.contains("WS#acme"), line);
}

void WindowExport::writesTheSelectionAndItsBlock() {
    BlockView* view = m_window->blocks();
    QVERIFY(m_window->rowsAreLoaded(view));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->rowRect(3).center());
    QVERIFY(view->actions().exportItem->isEnabled());
    const BlockItemPtr item = view->currentItem();
    QVERIFY(item);
    view->actions().exportItem->trigger();
    ExportDialog* form = dialog();
    QVERIFY(form);
    QCOMPARE(form->form()->scope().kind, ExportScope::Kind::Selection);
    QVERIFY(write(form, "item.jsonl"));
    QCOMPARE(label(form, "headline"), QString("1 item was exported"));
    QCOMPARE(lines("item.jsonl").size(), 1);
    QVERIFY2(bytes("item.jsonl").contains(item->sortText.toUtf8()), bytes("item.jsonl"));
    button(form, "exportMore")->click();
    QVERIFY(button(form, "exportButton")->isVisible());
    delete form;
    view->actions().exportBlock->trigger();
    form = dialog();
    QCOMPARE(form->form()->scope().kind, ExportScope::Kind::Collection);
    QVERIFY(write(form, "block.jsonl"));
    QCOMPARE(lines("block.jsonl").size(), 5);
}

void WindowExport::writesEachFormat_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("part");  // of the file; of a folder: of the name of one of its files
    QTest::newRow("ndjson") << "ndjson" << QByteArray("{\"S\":\"帳票の移行\"}");
    QTest::newRow("json") << "json" << QByteArray("帳票の移行");
    QTest::newRow("csv") << "csv" << QByteArray("帳票の移行");
    QTest::newRow("workbench") << "workbench" << QByteArray("\"DataModel\"");
    QTest::newRow("batch-write") << "batch-write" << QByteArray("Workspaces-000001.json");
    QTest::newRow("s3-export") << "s3-export" << QByteArray("AWSDynamoDB");
    QTest::newRow("create-table") << "create-table" << QByteArray("\"ByStatus\"");
    QTest::newRow("cloudformation") << "cloudformation" << QByteArray("AWS::DynamoDB::Table");
    QTest::newRow("terraform") << "terraform" << QByteArray("aws_dynamodb_table");
    QTest::newRow("cdk") << "cdk" << QByteArray("ByStatus");
    QTest::newRow("markdown") << "markdown" << QByteArray("# ");
    QTest::newRow("html") << "html" << QByteArray("<html");
}

void WindowExport::writesEachFormat() {
    QFETCH(QString, format);
    QFETCH(QByteArray, part);
    const auto named = exportFormatNamed(format.toStdString());
    QVERIFY(named);
    ExportDialog* form = openDialog();
    form->form()->setFormat(*named);
    QCOMPARE(form->form()->format(), *named);
    QVERIFY(write(form, "out"));
    if (writesFolder(*named)) {
        const QStringList files =
            QDir(m_window->path("out")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
        QVERIFY2(files.contains(QString::fromUtf8(part)), qPrintable(files.join('\n')));
    } else {
        QVERIFY2(bytes("out").contains(part), bytes("out"));
    }
    QVERIFY(!form->findChild<ExportReportView*>()->findChild<LossNote*>()->heading().isEmpty());
}

void WindowExport::hidesAttributes() {
    ExportDialog* form = openDialog();
    hide(form, "title", Mask);
    hide(form, "EntityRef", Hash);
    hide(form, "plan", LeaveOut);
    form->findChild<QLineEdit*>("hashKey")->setText("always the same");
    QVERIFY(form->form()->findChild<LossNote*>()->heading().contains("apart from what you hide"));
    hide(form, "name ", Mask);
    QVERIFY(write(form, "out.jsonl"));
    const QByteArray text = bytes("out.jsonl");
    for (const char* hidden : {"Website", "帳票", "WS#acme", "\"plan\""})
        QVERIFY2(!text.contains(hidden), text);
    QVERIFY2(text.contains("\"xxxxxxx\"") && text.contains("WS#"), text);
    QCOMPARE(label(form, "hidden"), QString("Masked: title, name . Hashed: EntityRef. Left out: plan."));
    const QStringList kept = form->findChild<ExportReportView*>()->findChild<LossNote*>()->sentences();
    QVERIFY2(kept.size() == 1 && kept[0].contains("\"name \""), qPrintable(kept.join('\n')));
    // The same hash key gives the same hashes; the form has kept it.
    button(form, "exportMore")->click();
    QVERIFY(write(form, "again.jsonl"));
    QCOMPARE(bytes("again.jsonl"), text);
    // A schema holds no items, so there is nothing to hide in it.
    button(form, "exportMore")->click();
    form->form()->setFormat(ExportFormat::Cdk);
    QVERIFY(!button(form, "addRedaction")->isVisible());
    QVERIFY(form->form()->options().redactions.empty());
}

void WindowExport::takesOptions() {
    ExportDialog* form = openDialog();
    form->form()->setFormat(ExportFormat::JsonArray);
    const QList<QPushButton*> forms =
        form->findChild<SegmentedControl*>("jsonForm")->findChildren<QPushButton*>();
    QTest::mouseClick(forms[1], Qt::LeftButton);
    form->findChild<QCheckBox*>("indent")->setChecked(true);
    QCOMPARE(form->form()->findChild<LossNote*>()->sentences().size(), 2);
    QVERIFY(write(form, "plain.json"));
    QVERIFY2(bytes("plain.json").contains("\n  ") && bytes("plain.json").contains("\"Website\"") &&
                 !bytes("plain.json").contains("\"S\""),
             bytes("plain.json"));
    button(form, "exportMore")->click();
    form->findChild<QCheckBox*>("gzip")->setChecked(true);
    QVERIFY(write(form, "plain.json.gz"));
    QVERIFY(bytes("plain.json.gz").startsWith("\x1f\x8b"));
    // What a format does not have is not asked of it.
    button(form, "exportMore")->click();
    form->form()->setFormat(ExportFormat::Workbench);
    QVERIFY(!form->form()->options().sink.gzip && !form->form()->options().sink.plain);
    QVERIFY(!form->findChild<QCheckBox*>("gzip")->isVisible());
}

void WindowExport::replacesAFileOnlyWhenSaid() {
    QVERIFY(!m_window->write("old.jsonl", "old").isEmpty());
    ExportDialog* form = openDialog();
    QCOMPARE(button(form, "exportButton")->text(), QString("Export"));
    form->form()->place()->setPath(m_window->path("old.jsonl"));
    QCOMPARE(button(form, "exportButton")->text(), QString("Export and replace"));
    QVERIFY(label(form, "placeNote").contains("is replaced"));
    QCOMPARE(bytes("old.jsonl"), QByteArray("old"));
    QVERIFY(write(form, {}));
    QCOMPARE(lines("old.jsonl").size(), 11);
}

void WindowExport::comesBackAfterAFailure() {
    ExportDialog* form = openDialog();
    form->form()->setFormat(ExportFormat::JsonArray);
    QVERIFY(choose(form, "Index ByStatus"));
    hide(form, "title", Mask);
    form->form()->place()->setPath(m_window->path("out.json"));
    auto* scope = form->findChild<QComboBox*>("scope");
    scope->setFocus();
    {
        // As on a full disk: no file may be longer than that.
        const SmallFiles limit(100);
        button(form, "exportButton")->click();
        QVERIFY(!form->form()->isEnabled());
        QTRY_VERIFY(form->form()->isEnabled());
    }
    QVERIFY(!QFile::exists(m_window->path("out.json")));
    QCOMPARE(form->focusWidget(), scope);
    QVERIFY(button(form, "exportButton")->isVisible());
    QVERIFY2(label(form, "problem").contains("disk is full"), qPrintable(label(form, "problem")));
    QCOMPARE(form->form()->format(), ExportFormat::JsonArray);
    QCOMPARE(form->form()->scope().kind, ExportScope::Kind::Index);
    QCOMPARE(form->form()->options().redactions.size(), std::size_t(1));
    // It goes away with the next edit, and the next try can succeed.
    QVERIFY(write(form, "out.json"));
    QCOMPARE(label(form, "headline"), QString("7 items were exported"));
}

void WindowExport::cancels() {
    // Enough to be busy for a second or more.
    QByteArray items;
    for (int i = 0; i < 100'000; ++i)
        items += "{\"EntityRef\": \"many#" + QByteArray::number(i) + "\", \"Detail\": \"x\", \"a\": \"a" +
                 QByteArray::number(i) + "\", \"b\": \"b" + QByteArray::number(i) + "\"}\n";
    const auto engine = m_window->file()->session()->engine();
    const auto imported =
        engine->importItems(m_window->write("items.jsonl", items).toStdString(), {"Workspaces"});
    QVERIFY(imported && imported->inserted == 100'000);
    QVERIFY(!m_window->write("old.jsonl.gz", "old").isEmpty());
    ExportDialog* form = openDialog();
    form->findChild<QCheckBox*>("gzip")->setChecked(true);
    for (const char* name : {"EntityRef", "Detail", "a", "b"})
        hide(form, name, Hash);
    form->form()->place()->setPath(m_window->path("old.jsonl.gz"));
    button(form, "exportButton")->click();
    QPushButton* cancel = button(form, "cancelExport");
    QTRY_VERIFY(cancel->isVisible());
    QVERIFY(cancel->isDefault());
    QTRY_VERIFY_WITH_TIMEOUT(label(form, "progress").contains(" items written"), 60'000);
    QVERIFY2(label(form, "progress").contains(" of "), qPrintable(label(form, "progress")));
    QTest::keyClick(form, Qt::Key_Escape);
    QVERIFY(form->isVisible());
    QVERIFY(!cancel->isEnabled());
    QCOMPARE(label(form, "progress"), QString("Stopping…"));
    QTRY_VERIFY(form->form()->isEnabled());
    QVERIFY(button(form, "exportButton")->isVisible());
    QVERIFY(button(form, "exportButton")->isDefault());
    QVERIFY2(label(form, "problem").contains("cancelled"), qPrintable(label(form, "problem")));
    QVERIFY(form->form()->isReady());
    QCOMPARE(form->form()->options().redactions.size(), std::size_t(4));
    // What was there is there still, and nothing beside it.
    QCOMPARE(bytes("old.jsonl.gz"), QByteArray("old"));
    const QDir folder(m_window->path(""));
    QCOMPARE(folder.entryList({"*unfinished*"}, QDir::AllEntries | QDir::Hidden), QStringList());
    // A file that is closed while it is exported takes the work with it.
    const QPointer<ExportDialog> open = form;
    button(form, "exportButton")->click();
    m_window->application().closeFile();
    QVERIFY(!open);
    QCOMPARE(bytes("old.jsonl.gz"), QByteArray("old"));
}

void WindowExport::readsAReadOnlyFile() {
    const QString copy = m_window->path("copy.partita");
    const QString sample = m_window->file()->session()->path();
    m_window->application().closeFile();
    QVERIFY(!m_window->main()->menu()->exportItems->isEnabled());
    QVERIFY(QFile::copy(sample, copy));
    // Another one holds it for writing.
    const auto holder = Engine::open(copy.toStdString(), Engine::OpenMode::ReadWrite);
    QVERIFY(holder);
    QVERIFY(m_window->open(copy));
    QVERIFY(m_window->file()->session()->isReadOnly());
    QVERIFY(m_window->main()->menu()->exportItems->isEnabled());
    QVERIFY(write(openDialog(), "out.jsonl"));
    QCOMPARE(lines("out.jsonl").size(), 11);
}

void WindowExport::pointsToWhatItWrote() {
    ExportDialog* form = openDialog();
    QVERIFY(write(form, "out.jsonl"));
    QDesktopServices::setUrlHandler("file", this, "showFolder");
    button(form, "showFolder")->click();
    QDesktopServices::unsetUrlHandler("file");
    QCOMPARE(m_shownFolder.toLocalFile(), QFileInfo(m_window->path("out.jsonl")).path());
    button(form, "copyPath")->click();
    QCOMPARE(QApplication::clipboard()->text(), m_window->path("out.jsonl"));
}

QTEST_MAIN(WindowExport)
#include "tst_window_export.moc"
