#include "app/application.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QMessageBox>
#include <QStandardPaths>
#include <QTranslator>
#include <utility>

#include "app/browse_room.h"
#include "app/export_flow.h"
#include "app/import_flow.h"
#include "app/open_file.h"
#include "app/recover_flow.h"
#include "app/serve_room.h"
#include "ui/import_dialog.h"
#include "ui/main_menu.h"
#include "ui/new_table_dialog.h"
#include "ui/notice_bar.h"
#include "ui/shortcut_dialog.h"
#include "ui/table_page.h"
#include "ui/welcome_page.h"

namespace partita {
namespace {

constexpr QSize kFirstSize(1440, 900);

/// A table file, or something that only opening can say what is wrong with.
bool isToBeOpened(const QString& path) {
    const QFileInfo info(path);
    if (info.isDir()) return false;
    if (!info.exists() || info.suffix().compare(QLatin1String("partita"), Qt::CaseInsensitive) == 0)
        return true;
    QFile file(path);
    const QByteArray kDatabase("SQLite format 3");
    return file.open(QIODevice::ReadOnly) && file.read(kDatabase.size()) == kDatabase;
}

std::unique_ptr<QSettings> settingsOf(const QString& file) {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
    const QString own = QDir(folder).filePath(QStringLiteral("settings.ini"));
    return std::make_unique<QSettings>(file.isEmpty() ? own : file, QSettings::IniFormat);
}

}  // namespace

void prepareApplication() {
    QApplication::setApplicationName(QStringLiteral("partita"));
    QApplication::setApplicationDisplayName(QStringLiteral("Partita"));
    QApplication::setApplicationVersion(QStringLiteral(PARTITA_VERSION));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/partita.svg")));
    QApplication::setDesktopFileName(QStringLiteral("partita"));
    auto* texts = new QTranslator(qApp);
    if (texts->load(QStringLiteral(":/translations/partita_en.qm"))) QApplication::installTranslator(texts);
    // Figures are written the English way as long as the texts are English.
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    Theme::instance();  // before the first widget, so that every one is made with its style and font
}

Application::Application(const Places& places)
    : m_places(places),
      m_settings(settingsOf(places.settingsFile)),
      m_recent(m_settings.get()),
      m_window(std::make_unique<MainWindow>()),
      m_recovery(new RecoverFlow(m_window.get(), this)) {
    connectWindow();
    connectRecovery();
    loadSettings();
}

Application::~Application() {
    closeFile();
    m_window.reset();
}

void Application::connectWindow() {
    MainMenu* menu = m_window->menu();
    WelcomePage* welcome = m_window->welcome();
    welcome->setSampleFolder(sampleFolder());
    connect(menu->newTable, &QAction::triggered, this, &Application::newTable);
    connect(menu->open, &QAction::triggered, this, &Application::chooseFile);
    connect(menu->importItems, &QAction::triggered, this, [this] { import({}); });
    connect(menu->importClipboard, &QAction::triggered, this, &Application::importClipboard);
    connect(menu->importHistory, &QAction::triggered, this, &Application::showImports);
    connect(menu->closeFile, &QAction::triggered, this, &Application::closeFile);
    connect(menu->quit, &QAction::triggered, m_window.get(), &QWidget::close);
    connect(menu->shortcuts, &QAction::triggered, this, &Application::showShortcuts);
    connect(menu->about, &QAction::triggered, this, &Application::showAbout);
    connect(menu, &MainMenu::recentChosen, this, &Application::open);
    connect(menu, &MainMenu::recentCleared, &m_recent, &RecentFiles::clear);
    connect(menu, &MainMenu::sampleChosen, this, &Application::openSample);
    connect(menu, &MainMenu::themeChosen, this, [this](Theme::Mode mode) {
        Theme::instance().setMode(mode);
        m_settings->setValue(QStringLiteral("theme"), static_cast<int>(mode));
    });
    connect(welcome, &WelcomePage::openRequested, this, &Application::chooseFile);
    connect(welcome, &WelcomePage::newTableRequested, this, &Application::newTable);
    connect(welcome, &WelcomePage::importRequested, this, [this] { import({}); });
    connect(welcome, &WelcomePage::sampleRequested, this, &Application::openSample);
    connect(welcome, &WelcomePage::fileRequested, this, &Application::open);
    connect(welcome, &WelcomePage::recentCleared, &m_recent, &RecentFiles::clear);
    connect(&m_recent, &RecentFiles::changed, this, [this, menu, welcome] {
        menu->setRecentFiles(m_recent.paths());
        welcome->setRecentFiles(m_recent.paths());
    });
    connect(m_window.get(), &MainWindow::filesDropped, this, &Application::takeDropped);
    connect(m_window.get(), &MainWindow::textDropped, this, [this](const QString& text) {
        import({{}, text});
    });
    connect(m_window.get(), &MainWindow::closing, this, &Application::saveSettings);
    connect(&m_opener, &FileOpener::opened, this,
            [this](const auto& engine) { takeEngine(std::move(*engine)); });
    connect(&m_opener, &FileOpener::failed, this, &Application::showFailure);
}

void Application::connectRecovery() {
    connect(m_window->menu()->recoverFile, &QAction::triggered, this,
            [this] { m_recovery->chooseSource(folder()); });
    connect(m_window->welcome(), &WelcomePage::recoverRequested, m_recovery, &RecoverFlow::chooseTarget);
    connect(m_recovery, &RecoverFlow::openRequested, this, [this](const QString& path) {
        m_toReopen.clear();
        open(path);
    });
    // Nobody may write the file meanwhile, this window neither.
    connect(m_recovery, &RecoverFlow::beginning, this, [this](const QString& source) {
        m_toReopen.clear();
        if (!m_file || !isOpen(source)) return;
        m_toReopen = source;
        closeFile();
    });
    connect(m_recovery, &RecoverFlow::leftAlone, this, [this] {
        if (!m_toReopen.isEmpty()) open(std::exchange(m_toReopen, {}));
    });
}

bool Application::isOpen(const QString& path) const {
    const QFileInfo file(path);
    return m_file && file.exists() &&
           QFileInfo(m_file->session()->path()).canonicalFilePath() == file.canonicalFilePath();
}

void Application::open(const QString& path) {
    const QFileInfo file(path);
    if (isOpen(path)) {
        say(tr("%1 is open already.").arg(file.fileName()));
        emit fileOpened();
        return;
    }
    m_window->welcome()->clearMessage();
    m_window->welcome()->setBusy(tr("Opening %1…").arg(file.fileName()));
    m_opener.open(file.absoluteFilePath());
}

void Application::openSample(const Sample& sample) {
    m_window->welcome()->clearMessage();
    m_window->welcome()->setBusy(tr("Making the sample %1…").arg(sample.title));
    m_opener.createFromSample(sample, sampleFolder());
}

void Application::takeEngine(std::unique_ptr<Engine> engine) {
    m_window->welcome()->setBusy({});
    if (m_newTable) m_newTable->accept();
    closeFile();
    m_file = std::make_unique<OpenFile>(std::move(engine), m_window->menu());
    Session* session = m_file->session();
    m_window->showTable(m_file->page(), session->fileName(), session->isReadOnly());
    m_file->page()->restoreLayout(m_settings->value(QStringLiteral("layout")).toByteArray());
    MainMenu* menu = m_window->menu();
    m_file->page()->setSidebarVisible(menu->sidebar->isChecked());
    m_file->page()->setInspectorVisible(menu->inspector->isChecked());
    m_file->page()->setLoadStripVisible(menu->loadStrip->isChecked());
    m_file->browse()->setGrid(menu->grid->isChecked());
    m_file->showFront();
    m_file->page()->takeFocus();
    const uint port = m_settings->value(QStringLiteral("servePort"), ServeRoom::kDefaultPort).toUInt();
    m_file->serve()->setOptions(port <= 0xFFFF ? static_cast<quint16>(port) : ServeRoom::kDefaultPort,
                                m_settings->value(QStringLiteral("serveAllowDelete"), false).toBool());
    connect(m_file->serve(), &ServeRoom::optionsChanged, this, [this] {
        m_settings->setValue(QStringLiteral("servePort"), m_file->serve()->port());
        m_settings->setValue(QStringLiteral("serveAllowDelete"), m_file->serve()->allowsDelete());
    });
    const QString lastFolder = m_settings->value(QStringLiteral("exportFolder")).toString();
    const auto format =
        exportFormatNamed(m_settings->value(QStringLiteral("exportFormat")).toString().toStdString());
    m_file->exports()->setDefaults(
        format.value_or(ExportFormat::JsonLines),
        !lastFolder.isEmpty() && QFileInfo(lastFolder).isDir() ? lastFolder : folder());
    connect(m_file->exports(), &ExportFlow::defaultsChanged, this, [this, flow = m_file->exports()] {
        m_settings->setValue(QStringLiteral("exportFormat"),
                             QString::fromUtf8(exportFormatName(flow->format()).data()));
        m_settings->setValue(QStringLiteral("exportFolder"), flow->folder());
    });
    m_recent.add(session->path());
    connect(m_file.get(), &OpenFile::importRequested, this, [this] { import({}); });
    connect(m_file.get(), &OpenFile::recoverRequested, m_recovery, &RecoverFlow::chooseTarget);
    connect(m_file->page()->notice(), &NoticeBar::actionTriggered, this,
            [this, notice = m_file->page()->notice()] {
                if (!m_offer.isEmpty() && notice->text() == m_offer) m_recovery->chooseTarget(m_damaged);
            });
    emit fileOpened();
    if (const auto sources = std::exchange(m_toImport, {})) import(*sources);
}

void Application::closeFile() {
    if (!m_file) return;
    saveSettings();
    m_window->showWelcome();  // the page goes before what it shows
    m_file.reset();
}

void Application::showFailure(const Error& error, const QString& path) {
    m_window->welcome()->setBusy({});
    m_toImport.reset();
    if (m_newTable) {
        qobject_cast<NewTableDialog*>(m_newTable)->showError(error);
    } else if (m_file) {
        m_file->page()->notice()->say(
            NoticeBar::Kind::Error,
            tr("%1 was not opened.\n%2").arg(path, QString::fromStdString(error.message)));
        if (error.code == ErrorCode::DamagedFile) {
            m_damaged = path;
            m_offer = m_file->page()->notice()->text();
            m_file->page()->notice()->setAction(tr("Recover into a new file…"));
        }
    } else {
        m_window->welcome()->showError(error, path);
    }
    emit openFailed();
}

void Application::say(const QString& text) {
    if (m_file) {
        m_file->page()->notice()->say(NoticeBar::Kind::Info, text);
    } else {
        m_window->welcome()->showMessage(text);
    }
}

void Application::chooseFile() {
    auto* dialog = new QFileDialog(m_window.get(), tr("Open a table file"), folder(),
                                   tr("Table files (*.partita);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &Application::open);
    dialog->open();
}

void Application::newTable() {
    auto* dialog = new NewTableDialog(NewTableDialog::Target::NewFile, m_window.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFolder(folder());
    connect(dialog, &NewTableDialog::createRequested, &m_opener, &FileOpener::create);
    m_newTable = dialog;
    dialog->open();
}

void Application::import(const DroppedSources& sources) {
    if (!m_file) {
        m_toImport = sources;
        chooseFileForImport();
        return;
    }
    if (m_file->session()->isReadOnly()) {
        say(tr("Nothing can be imported into this file. %1").arg(m_file->session()->readOnlyReason()));
        return;
    }
    auto* dialog = m_window->findChild<ImportDialog*>();
    if (!dialog || !dialog->isVisible()) dialog = m_file->import(folder())->dialog();
    if (!sources.paths.isEmpty()) dialog->addPaths(sources.paths);
    if (!sources.text.isEmpty()) dialog->addText(sources.text);
}

void Application::importClipboard() {
    const DroppedSources sources = droppedSources(QApplication::clipboard()->mimeData());
    if (sources.isEmpty())
        say(tr("The clipboard holds no text and no files. Copy items, a model or a template first."));
    else
        import(sources);
}

void Application::chooseFileForImport() {
    const QStringList& paths = m_toImport->paths;
    const QString name = paths.isEmpty() ? tr("imported") : QFileInfo(paths.first()).baseName();
    auto* dialog = new QFileDialog(m_window.get(), tr("New table file for what is imported"), folder(),
                                   tr("Table files (*.partita)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("partita"));
    dialog->setOption(QFileDialog::DontConfirmOverwrite);  // the opener refuses a file that is there
    dialog->selectFile(FileOpener::freshPath(folder(), name));
    connect(dialog, &QFileDialog::rejected, this, [this] { m_toImport.reset(); });
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        m_window->welcome()->clearMessage();
        m_opener.createEmpty(path);
    });
    dialog->open();
}

void Application::showImports() {
    if (m_file) m_file->showImports(folder());
}

void Application::takeDropped(const QStringList& paths) {
    for (const QString& path : paths) {
        if (!isToBeOpened(path)) continue;
        open(path);  // says what it is when it is no table file
        return;
    }
    import({paths, {}});
}

void Application::showShortcuts() {
    auto* dialog = new ShortcutDialog(m_window->menuBar(), m_window.get());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void Application::showAbout() {
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Partita"),
                                tr("Partita %1").arg(PARTITA_VERSION), QMessageBox::Close, m_window.get());
    box->setInformativeText(
        tr("A desktop browser for DynamoDB-style single-table designs.\n\nFree software under the "
           "GNU General Public License, version 3 or later.\nMade with Qt, SQLite, QCustomPlot, "
           "simdjson and xxHash. DynamoDB is a trademark of Amazon; this program is not theirs."));
    box->setIconPixmap(QIcon(QStringLiteral(":/icons/partita.svg")).pixmap(QSize(48, 48)));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void Application::loadSettings() {
    MainMenu* menu = m_window->menu();
    const int theme = m_settings->value(QStringLiteral("theme"), 0).toInt();
    const bool isKnown = theme >= 0 && theme <= static_cast<int>(Theme::Mode::Dark);
    const auto mode = isKnown ? static_cast<Theme::Mode>(theme) : Theme::Mode::System;
    Theme::instance().setMode(mode);
    menu->setTheme(mode);
    menu->setRecentFiles(m_recent.paths());
    m_window->welcome()->setRecentFiles(m_recent.paths());
    menu->sidebar->setChecked(m_settings->value(QStringLiteral("sidebar"), true).toBool());
    menu->inspector->setChecked(m_settings->value(QStringLiteral("inspector"), true).toBool());
    menu->loadStrip->setChecked(m_settings->value(QStringLiteral("loadStrip"), true).toBool());
    const bool isGrid = m_settings->value(QStringLiteral("grid"), false).toBool();
    (isGrid ? menu->grid : menu->diagram)->setChecked(true);
    if (!m_window->restoreGeometry(m_settings->value(QStringLiteral("geometry")).toByteArray())) {
        m_window->resize(kFirstSize);
    }
}

void Application::saveSettings() {
    const MainMenu* menu = m_window->menu();
    m_settings->setValue(QStringLiteral("geometry"), m_window->saveGeometry());
    m_settings->setValue(QStringLiteral("sidebar"), menu->sidebar->isChecked());
    m_settings->setValue(QStringLiteral("inspector"), menu->inspector->isChecked());
    m_settings->setValue(QStringLiteral("loadStrip"), menu->loadStrip->isChecked());
    m_settings->setValue(QStringLiteral("grid"), menu->grid->isChecked());
    if (m_file) m_settings->setValue(QStringLiteral("layout"), m_file->page()->saveLayout());
}

QString Application::folder() const {
    if (m_file) return QFileInfo(m_file->session()->path()).absolutePath();
    const QStringList recent = m_recent.paths();
    return recent.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)
                            : QFileInfo(recent.first()).absolutePath();
}

QString Application::sampleFolder() const {
    if (!m_places.sampleFolder.isEmpty()) return m_places.sampleFolder;
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation))
        .filePath(QStringLiteral("samples"));
}

}  // namespace partita
