// Exporting in the window: what can be chosen, what is written, what is hidden, what is said before and
// after.
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QLineEdit>
#include <QPushButton>
#include <csignal>

#include "app/export_flow.h"
#include "tests/app/window.h"
#include "ui/export_dialog.h"
#include "ui/export_form.h"
#include "ui/export_place.h"
#include "ui/export_report_view.h"
#include "ui/loss_note.h"
#include "ui/main_menu.h"
#include "ui/query_panel.h"
#include "ui/result_page.h"
#include "ui/segmented_control.h"
#include "ui/themed_label.h"

using namespace partita;

class WindowExport final : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { prepareApplication(); }
    void init();
    void cleanup() { m_window.reset(); }

    void writesEachScope_data();
    void writesEachScope();
    void beginsWithTheIndexInFront();
    void writesTheResultInFront();
    void writesTheSelectionAndItsBlock();
    void showsAwkwardKeysOnOneLine();
    void writesEachFormat_data();
    void writesEachFormat();
    void needsOneTableForCsv();
    void saysWhatAFormatCannotHold_data();
    void saysWhatAFormatCannotHold();
    void hidesAttributes();
    void doubtsNamesThatAreUnknown();
    void keepsKeysFromBeingMasked();
    void nameFollowsUntilItIsEdited();
    void takesOptions();
    void saysWhyAPlaceCannotBe();
    void replacesAFileOnlyWhenSaid();
    void comesBackAfterAFailure();
    void cancels();
    void goesByKeyboard();
    void remembersFormatAndFolder();
    void readsAReadOnlyFile();
    void pointsToWhatItWrote();
    void showFolder(const QUrl& url) { m_shownFolder = url; }

  private:
    static QStringList scopes(const ExportDialog* dialog);
    static bool choose(ExportDialog* dialog, const QString& scope);
    bool write(ExportDialog* dialog, const QString& place);
    ExportDialog* openDialog();
    ExportDialog* dialog() const { return m_window->main()->findChild<ExportDialog*>(); }
    QByteArray bytes(const QString& name) const;
    QByteArrayList lines(const QString& name) const;
    static QString label(const QWidget* parent, const char* name) {
        return parent->findChild<ThemedLabel*>(name)->text();
    }
    static QPushButton* button(const QWidget* parent, const char* name) {
        return parent->findChild<QPushButton*>(name);
    }
    static void hide(ExportDialog* dialog, const QString& name, int action);

    std::unique_ptr<Window> m_window;
    QUrl m_shownFolder;
};

namespace {

enum Action { Mask, Hash, LeaveOut };

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

void WindowExport::init() {
    m_window = std::make_unique<Window>();
    QVERIFY(m_window->openSample("workspaces"));
}

QStringList WindowExport::scopes(const ExportDialog* dialog) {
    const auto* box = dialog->findChild<QComboBox*>("scope");
    QStringList names;
    for (int i = 0; i < box->count(); ++i)
        if (!box->itemText(i).isEmpty()) names << box->itemText(i);
    return names;
}

bool WindowExport::choose(ExportDialog* dialog, const QString& scope) {
    auto* box = dialog->findChild<QComboBox*>("scope");
    const int row = box->findText(scope, Qt::MatchStartsWith);
    box->setCurrentIndex(row);
    return row >= 0;
}

ExportDialog* WindowExport::openDialog() {
    m_window->main()->menu()->exportItems->trigger();
    return dialog();
}

bool WindowExport::write(ExportDialog* dialog, const QString& place) {
    if (!place.isEmpty()) dialog->form()->place()->setPath(m_window->path(place));
    if (!dialog->form()->isReady()) return false;
    button(dialog, "exportButton")->click();
    return QTest::qWaitFor([dialog] { return dialog->findChild<QWidget*>("headline")->isVisible(); });
}

QByteArray WindowExport::bytes(const QString& name) const {
    QFile file(m_window->path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArrayList WindowExport::lines(const QString& name) const {
    QByteArrayList lines = bytes(name).split('\n');
    lines.removeAll("");
    return lines;
}

void WindowExport::hide(ExportDialog* dialog, const QString& name, int action) {
    button(dialog, "addRedaction")->click();
    const QList<QWidget*> rows = dialog->findChildren<QWidget*>("redaction");
    rows.last()->findChild<QLineEdit*>()->setText(name);
    rows.last()->findChild<QComboBox*>()->setCurrentIndex(action);
}

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

void WindowExport::beginsWithTheIndexInFront() {
    m_window->file()->show("Workspaces", "ByStatus");
    ExportDialog* form = openDialog();
    QCOMPARE(form->form()->scope().kind, ExportScope::Kind::Index);
    QVERIFY(write(form, "out.jsonl"));
    QCOMPARE(lines("out.jsonl").size(), 7);
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

void WindowExport::showsAwkwardKeysOnOneLine() {
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

void WindowExport::needsOneTableForCsv() {
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

void WindowExport::saysWhatAFormatCannotHold_data() {
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

void WindowExport::saysWhatAFormatCannotHold() {
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

void WindowExport::doubtsNamesThatAreUnknown() {
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

void WindowExport::keepsKeysFromBeingMasked() {
    ExportDialog* form = openDialog();
    hide(form, "Detail", LeaveOut);
    QVERIFY(!form->form()->isReady());
    QVERIFY2(label(form, "problem").contains("Hash it"), qPrintable(label(form, "problem")));
    form->findChild<QWidget*>("redaction")->findChild<QComboBox*>()->setCurrentIndex(Hash);
    QVERIFY(form->form()->isReady());
}

void WindowExport::nameFollowsUntilItIsEdited() {
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

void WindowExport::saysWhyAPlaceCannotBe() {
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
    QTRY_VERIFY2(label(form, "progress").contains(" items written"), qPrintable(label(form, "progress")));
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

void WindowExport::goesByKeyboard() {
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

void WindowExport::remembersFormatAndFolder() {
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
