#include "app/tour.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QThread>
#include <cstdio>

#include "app/application.h"
#include "app/browse_room.h"
#include "app/export_flow.h"
#include "app/import_flow.h"
#include "app/load_room.h"
#include "app/open_file.h"
#include "app/query_room.h"
#include "app/serve_room.h"
#include "app/tour_edits.h"
#include "app/tour_requests.h"
#include "model/block_model.h"
#include "model/load_model.h"
#include "model/load_replay.h"
#include "model/request_log.h"
#include "ui/add_index_dialog.h"
#include "ui/block_view.h"
#include "ui/browse_page.h"
#include "ui/export_dialog.h"
#include "ui/export_form.h"
#include "ui/faults_dialog.h"
#include "ui/go_to_key_bar.h"
#include "ui/import_dialog.h"
#include "ui/import_history_dialog.h"
#include "ui/inspector.h"
#include "ui/main_menu.h"
#include "ui/new_table_dialog.h"
#include "ui/query_panel.h"
#include "ui/request_table.h"
#include "ui/result_page.h"
#include "ui/serve_dialog.h"
#include "ui/table_page.h"
#include "ui/time_to_live_dialog.h"
#include "ui/welcome_page.h"

namespace partita {
namespace {

constexpr QSize kWindowSize(1440, 900);
constexpr int kMostWaitMillis = 30'000;
constexpr int kSettleMillis = 150;  // for timers that coalesce changes

enum ExitStatus { Done = 0, FileTrouble = 3 };

/// Lets the window work until `ready` says so. False: it never did.
bool waitFor(const std::function<bool()>& ready) {
    const QDeadlineTimer deadline(kMostWaitMillis);
    while (!ready()) {
        if (deadline.hasExpired()) return false;
        QApplication::processEvents(QEventLoop::AllEvents, 20);
        QThread::msleep(2);
    }
    return true;
}

void settle() {
    QElapsedTimer timer;
    timer.start();
    waitFor([&timer] { return timer.elapsed() > kSettleMillis; });
}

class Tour final {
  public:
    Tour(const QString& directory, const QString& file);
    int run();

  private:
    bool openOwn();
    bool openSample(const QString& id);
    bool opened(const std::function<void()>& begin);
    void picture(const QString& name, QWidget* widget);
    bool waitForBlocks(BlockView* view);
    void browse();
    void query();
    void load();
    void serve();
    void emptyFile();
    void otherIndexes();
    void forms();
    void exports();
    void imports(const QString& items);
    void select(BlockView* view, int row);
    OpenFile& file() { return *m_application.file(); }

    QDir m_directory;
    QString m_file;
    QTemporaryDir m_temporary;
    Application m_application;
    int m_number = 0;
    bool m_failed = false;
};

Tour::Tour(const QString& directory, const QString& file)
    : m_directory(directory),
      m_file(file),
      m_application({m_temporary.filePath(QStringLiteral("settings.ini")),
                     m_temporary.filePath(QStringLiteral("samples"))}) {}

void Tour::picture(const QString& name, QWidget* widget) {
    ++m_number;
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        Theme::instance().setMode(mode);
        settle();
        const QString file =
            QStringLiteral("%1-%2-%3.png")
                .arg(m_number, 2, 10, QLatin1Char('0'))
                .arg(name, mode == Theme::Mode::Light ? QStringLiteral("light") : QStringLiteral("dark"));
        const QString path = m_directory.absoluteFilePath(file);
        if (widget->grab().save(path)) {
            std::printf("%s\n", qPrintable(path));
        } else {
            std::fprintf(stderr, "partita: %s cannot be written\n", qPrintable(path));
            m_failed = true;
        }
    }
    std::fflush(stdout);
}

bool Tour::opened(const std::function<void()>& begin) {
    bool done = false;
    bool good = false;
    QObject context;
    QObject::connect(&m_application, &Application::fileOpened, &context, [&] { done = good = true; });
    QObject::connect(&m_application, &Application::openFailed, &context, [&] { done = true; });
    begin();
    return waitFor([&done] { return done; }) && good && waitForBlocks(file().browse()->view());
}

bool Tour::openSample(const QString& id) {
    const QList<Sample> samples = sampleList();
    for (const Sample& sample : samples) {
        if (sample.id == id) return opened([&] { m_application.openSample(sample); });
    }
    return false;
}

bool Tour::openOwn() {
    return m_file.isEmpty() ? openSample(QStringLiteral("workspaces"))
                            : opened([this] { m_application.open(m_file); });
}

bool Tour::waitForBlocks(BlockView* view) {
    const BlockModel* model = view->model();
    const bool ready = waitFor([&] {
        if (model->state() == BlockModel::State::Failed) return true;
        if (model->state() != BlockModel::State::Ready || !model->isOrderComplete()) return false;
        view->grab();  // painting is what asks for rows
        for (const BlockView::VisibleRow& row : view->visibleRows()) {
            if (model->loadState(row.row) == LoadState::Loading) return false;
        }
        return true;
    });
    settle();
    return ready;
}

void Tour::select(BlockView* view, int row) {
    if (row < view->model()->rowCount()) view->selectRow(row);
    settle();
}

void Tour::browse() {
    BlockView* view = file().browse()->view();
    select(view, 3);
    picture(QStringLiteral("browse"), m_application.window());
    m_application.window()->menu()->grid->trigger();
    waitForBlocks(view);
    picture(QStringLiteral("browse-grid"), m_application.window());
    m_application.window()->menu()->diagram->trigger();
    const QStringList tables = file().session()->tableNames();
    const auto definition = file().session()->definition(tables.first());
    if (!definition->indexes.empty()) {
        file().show(tables.first(), QString::fromStdString(definition->indexes.front().name));
        waitForBlocks(view);
        select(view, 0);
        picture(QStringLiteral("index"), m_application.window());
        file().show(tables.first(), {});
        waitForBlocks(view);
    }
    file().browse()->openGoToKey();
    picture(QStringLiteral("go-to-key"), m_application.window());
    file().browse()->page()->goToKey()->hide();
    file().browse()->view()->setFocus();
}

void Tour::query() {
    BlockView* view = file().browse()->view();
    select(view, 0);
    QueryPanel* panel = file().query()->panel();
    if (const BlockItemPtr item = view->currentItem()) panel->setKey(item->partition);
    panel->run();
    waitFor([this] {
        const ResultPage* result = file().query()->currentResult();
        return result && !result->runner().isRunning();
    });
    if (ResultPage* result = file().query()->currentResult()) {
        waitForBlocks(result->view());
        select(result->view(), 1);
    }
    picture(QStringLiteral("query"), m_application.window());
    file().page()->showBrowse();
}

void Tour::load() {
    LoadModel* model = file().load()->model();
    const Result<GeneratorSpec> spec = parseGeneratorSpec("hot:0.7,rate=2500,seconds=120,seed=3,writes=0.8");
    bool shown = false;
    QObject context;
    QObject::connect(model, &LoadModel::snapshotChanged, &context,
                     [&] { shown = model->snapshot() && !model->snapshot()->isEmpty(); });
    model->replay()->generate(file().table(), *spec);
    waitFor([&] { return shown; });
    select(file().browse()->view(), 1);
    picture(QStringLiteral("hot"), m_application.window());
    file().page()->showLoadPage(true);
    picture(QStringLiteral("load"), m_application.window());
    file().page()->showLoadPage(false);
}

void Tour::serve() {
    const Result<void> started = file().serve()->start(ServeRoom::kDefaultPort, false);
    if (!started && !file().serve()->start(0, false)) return;
    file().page()->showPage(TablePage::Page::Requests);
    picture(QStringLiteral("serving"), m_application.window());

    const auto sink = file().serve()->log()->sink();
    for (LoggedCall& call : askForPictures(*file().session()->engine()))
        sink(std::move(call));
    settle();
    auto* table = m_application.window()->findChild<RequestTable*>();
    if (table->model()->rowCount() > 6) table->setCurrentIndex(table->model()->index(6, 0));
    picture(QStringLiteral("requests"), m_application.window());

    if (!file().session()->engine()->setTimeToLive(file().table().toStdString(), "expiresAt")) return;
    file().page()->showBrowse();
    waitForBlocks(file().browse()->view());
    select(file().browse()->view(), 5);
    picture(QStringLiteral("expired"), m_application.window());
    // What was queried before has been written to since.
    file().page()->stepTab(1);
    picture(QStringLiteral("written-since"), m_application.window());
    file().page()->showBrowse();
    ServeDialog form(ServeRoom::kDefaultPort, false);
    form.show();
    picture(QStringLiteral("serve"), &form);
    ServiceFaults faults;
    faults.throttleTables = true;
    faults.indexLag = std::chrono::milliseconds(500);
    FaultsDialog faultsForm(faults);
    faultsForm.show();
    picture(QStringLiteral("imitate"), &faultsForm);
    file().serve()->stop();
}

void Tour::emptyFile() {
    const QString path = m_temporary.filePath(QStringLiteral("new.partita"));
    if (!Engine::create(path.toStdString(), {})) return;
    bool done = false;
    QObject context;
    QObject::connect(&m_application, &Application::fileOpened, &context, [&done] { done = true; });
    QObject::connect(&m_application, &Application::openFailed, &context, [&done] { done = true; });
    m_application.open(path);
    waitFor([&done] { return done; });
    picture(QStringLiteral("no-tables"), m_application.window());
}

void Tour::otherIndexes() {
    if (!openSample(QStringLiteral("sensors"))) return;
    BlockView* view = file().browse()->view();
    picture(QStringLiteral("sensors"), m_application.window());
    for (const QString& index : {QStringLiteral("ByQuality"), QStringLiteral("AlertsBySeverity")}) {
        file().show(file().table(), index);
        waitForBlocks(view);
        select(view, 0);
        picture(QStringLiteral("sensors-%1").arg(index.toLower()), m_application.window());
    }
}

void Tour::forms() {
    NewTableDialog create(NewTableDialog::Target::NewFile);
    create.setFolder(QStringLiteral("/home/me/tables"));
    create.setDefinition(*file().session()->definition(file().table()));
    create.show();
    picture(QStringLiteral("new-table"), &create);
    AddIndexDialog index(*file().session()->definition(file().table()));
    index.show();
    picture(QStringLiteral("add-index"), &index);
    TimeToLiveDialog timeToLive(file().table(), "expiresAt", {QStringLiteral("expiresAt")});
    timeToLive.show();
    picture(QStringLiteral("time-to-live"), &timeToLive);

    QFile bad(m_temporary.filePath(QStringLiteral("items.jsonl")));
    if (!bad.open(QIODevice::WriteOnly)) return;
    bad.write(
        "{\"sensorId\": \"sensor-01\", \"measuredAt\": \"2026-06-01T00:00:00Z\", \"temperature\": 21.50}\n"
        "{\"sensorId\": \"sensor-02\", \"measuredAt\": \"2026-06-01T00:00:00Z\", \"place\": \"東京\"}\n"
        "{\"sensorId\": \"sensor-02\", \"temperature\": 20}\n"
        "{\"sensorId\": 7, \"measuredAt\": \"2026-06-01T00:10:00Z\"}\n"
        "{\"sensorId\": \"sensor-02\", \"measuredAt\": \"2026-06-01T00:00:00Z\", \"place\": \"大阪\"}\n");
    bad.close();
    imports(bad.fileName());
}

void Tour::imports(const QString& items) {
    const auto write = [this](const QString& name, const QByteArray& text) {
        QFile made(m_temporary.filePath(name));
        if (made.open(QIODevice::WriteOnly)) made.write(text);
        return made.fileName();
    };
    const QString orders = write(
        QStringLiteral("orders.csv"),
        "customer,order:S,placed,total:N,tags (SS),paid\n"
        "C#1001,O#0001,2026-05-01,19.90,\"gift,express\",true\nC#1001,O#0002,2026-05-03,240.00,,false\n"
        "C#1002,O#0003,2026-05-04,7.5,books,true\nC#株式会社,O#0004,2026-05-09,1280,\"書籍,新刊\",true\n");
    const QString batch = write(QStringLiteral("batch.json"),
                                R"({"RequestItems": {"Shops": [
            {"PutRequest": {"Item": {"pk": {"S": "SHOP#1"}, "sk": {"S": "META"}, "name": {"S": "Nord"}}}},
            {"PutRequest": {"Item": {"pk": {"S": "SHOP#1"}, "sk": {"S": "OPEN#mon"}, "from": {"N": "9"}}}}],
            "Visits": [{"PutRequest": {"Item": {"visitor": {"S": "V#1"}, "at": {"S": "2026-05-01"}}}},
            {"DeleteRequest": {"Key": {"visitor": {"S": "V#2"}, "at": {"S": "2026-05-02"}}}}]}})");
    ImportDialog* dialog = file().import(m_temporary.path())->dialog();
    picture(QStringLiteral("import-empty"), dialog);
    dialog->addPaths({items, orders, batch});
    auto* button = dialog->findChild<QPushButton*>(QStringLiteral("importButton"));
    waitFor([button] { return button->isEnabled(); });
    settle();
    auto* sources = dialog->findChild<QAbstractItemView*>(QStringLiteral("sources"));
    auto* looks = dialog->findChild<QTabBar*>(QStringLiteral("looks"));
    const auto pictureOf = [&](int row, const QString& name, int look) {
        sources->setCurrentIndex(sources->model()->index(row, 0));
        looks->setCurrentIndex(look);
        settle();
        picture(name, dialog);
    };
    pictureOf(0, QStringLiteral("import"), 1);
    pictureOf(1, QStringLiteral("import-columns"), 2);
    pictureOf(2, QStringLiteral("import-tables"), 1);
    button->click();
    waitFor([dialog] { return dialog->findChild<QWidget*>(QStringLiteral("headline"))->isVisible(); });
    picture(QStringLiteral("import-report"), dialog);
    dialog->close();

    ImportHistoryFlow* history = file().showImports(m_temporary.path());
    settle();
    picture(QStringLiteral("import-history"), history->dialog());
    history->dialog()->close();
}

void Tour::exports() {
    file().exports()->setDefaults(ExportFormat::Csv, m_temporary.path());
    ExportDialog* dialog = file().exports()->open(ExportScope::Kind::Table);
    settle();
    dialog->form()->setHidden(
        {{"place", Redaction::Action::Mask},
         {file().session()->definition(file().table())->keys.partition[0].name, Redaction::Action::Hash}});
    picture(QStringLiteral("export"), dialog);
    bool finished = false;
    QObject::connect(dialog->findChild<ExportJob*>(), &ExportJob::finished, dialog,
                     [&finished] { finished = true; });
    dialog->form()->acceptButton()->click();
    waitFor([&finished] { return finished; });
    picture(QStringLiteral("export-report"), dialog);
    dialog->close();
}

int Tour::run() {
    if (!m_directory.mkpath(QStringLiteral("."))) {
        std::fprintf(stderr, "partita: the folder %s cannot be made\n", qPrintable(m_directory.path()));
        return FileTrouble;
    }
    MainWindow* window = m_application.window();
    window->resize(kWindowSize);
    window->show();
    picture(QStringLiteral("welcome"), window);
    if (!openOwn()) {
        const QString reason = window->welcome()->message();
        std::fprintf(stderr, "partita: %s\n", qPrintable(reason.isEmpty() ? m_file : reason));
        return FileTrouble;
    }
    if (!file().table().isEmpty()) {
        browse();
        query();
        load();
    }
    if (m_file.isEmpty()) {
        drawEdits(file().session()->definition(file().table()),
                  [this](const QString& name, QWidget* widget) { picture(name, widget); });
        serve();
        otherIndexes();
        forms();
        exports();
        emptyFile();
    }
    return m_failed ? FileTrouble : Done;
}

}  // namespace

int runTour(const QString& directory, const QString& file) {
    prepareApplication();
    return Tour(directory, file).run();
}

}  // namespace partita
