#include "ui/main_menu.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QMenuBar>
#include <utility>

#include "ui/block_actions.h"

namespace partita {

MainMenu::MainMenu(QMenuBar* bar) : QObject(bar), m_bar(bar) {
    makeFile();
    makeEdit();
    makeTable();
    makeQuery();
    makeLoad();
    makeView();
    makeHelp();
    m_needTable = {goToKey,      refresh,  nextTab,       previousTab, replayTrace,
                   generateLoad, addIndex, saveRecording, timeToLive,  newItem};
    m_needTable << exportItems << m_orders->menuAction() << m_views->menuAction()
                << m_deleteIndex->menuAction();
    m_needFile = {importHistory, checkFile, closeFile, addTable,  serve,     requestPage,   loadPage,
                  diagram,       grid,      sidebar,   inspector, loadStrip, imitateService};
    m_needFile << m_needTable;
    m_needWriting = {addTable, saveRecording, addIndex, timeToLive, newItem, m_deleteIndex->menuAction()};
    setRecentFiles({});
    setViews({}, 0);
    setGlobalIndexes({});
    setFileOpen(false, false);
}

QAction* MainMenu::add(QMenu* menu, const QString& text, const QKeySequence& shortcut) {
    QAction* action = menu->addAction(text);
    action->setShortcut(shortcut);
    return action;
}

QAction* MainMenu::addCheckable(QMenu* menu, const QString& text, const QKeySequence& shortcut) {
    QAction* action = add(menu, text, shortcut);
    action->setCheckable(true);
    return action;
}

void MainMenu::makeFile() {
    QMenu* menu = m_bar->addMenu(tr("&File"));
    newTable = add(menu, tr("&New Table…"), QKeySequence::New);
    open = add(menu, tr("&Open…"), QKeySequence::Open);
    m_recent = menu->addMenu(tr("Open &Recent"));
    QMenu* samples = menu->addMenu(tr("Open &Sample"));
    for (const Sample& sample : sampleList()) {
        connect(samples->addAction(sample.title), &QAction::triggered, this,
                [this, sample] { emit sampleChosen(sample); });
    }
    menu->addSeparator();
    importItems = add(menu, tr("&Import…"), tr("Ctrl+I"));
    importClipboard = add(menu, tr("Import from Clip&board"), tr("Ctrl+Shift+V"));
    importHistory = add(menu, tr("Import Histor&y…"));
    exportItems = add(menu, tr("&Export…"), tr("Ctrl+E"));
    checkFile = add(menu, tr("C&heck File"));
    recoverFile = add(menu, tr("Reco&ver…"));
    menu->addSeparator();
    closeFile = add(menu, tr("&Close File"), tr("Ctrl+Shift+W"));
    quit = add(menu, tr("&Quit"), tr("Ctrl+Q"));
    quit->setMenuRole(QAction::QuitRole);
}

void MainMenu::makeEdit() {
    m_edit = m_bar->addMenu(tr("&Edit"));
    undo = m_edit->addAction(tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    redo = m_edit->addAction(tr("&Redo"));
    redo->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    m_edit->addSeparator();
    newItem = add(m_edit, tr("&New item…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N));
    m_copySeparator = m_edit->addSeparator();
}

void MainMenu::makeTable() {
    QMenu* menu = m_table = m_bar->addMenu(tr("&Table"));
    m_views = menu->addMenu(tr("&Show"));
    m_viewGroup = new QActionGroup(this);
    goToKey = add(menu, tr("&Go to Key…"), tr("Ctrl+G"));
    refresh = add(menu, tr("&Refresh"), QKeySequence::Refresh);
    menu->addSeparator();
    addTable = add(menu, tr("&Add a Table to This File…"));
    addIndex = add(menu, tr("Add &Index…"));
    m_deleteIndex = menu->addMenu(tr("&Delete Index"));
    timeToLive = add(menu, tr("&Time to Live…"));
}

void MainMenu::makeQuery() {
    m_query = m_bar->addMenu(tr("&Query"));
    m_querySeparator = m_query->addSeparator();
    nextTab = add(m_query, tr("N&ext Tab"), tr("Ctrl+PgDown"));
    previousTab = add(m_query, tr("&Previous Tab"), tr("Ctrl+PgUp"));
    closeTab = add(m_query, tr("Close &Result"), tr("Ctrl+W"));
    m_query->addSeparator();
    serve = add(m_query, tr("&Serve This File…"), tr("Ctrl+Shift+S"));
    stopServing = add(m_query, tr("S&top Serving"));
    imitateService = add(m_query, tr("&Imitate the Service…"));
    requestPage = addCheckable(m_query, tr("Re&quests Page"), tr("F9"));
}

void MainMenu::makeLoad() {
    QMenu* menu = m_bar->addMenu(tr("&Load"));
    loadPage = addCheckable(menu, tr("&Load Page"), tr("F8"));
    menu->addSeparator();
    replayTrace = add(menu, tr("&Replay Trace…"));
    generateLoad = add(menu, tr("&Generate Load…"));
    saveRecording = add(menu, tr("&Save Recording…"));
}

void MainMenu::makeView() {
    QMenu* menu = m_view = m_bar->addMenu(tr("&View"));
    auto* layouts = new QActionGroup(this);
    diagram = addCheckable(menu, tr("&Diagram"), tr("Ctrl+Shift+D"));
    grid = addCheckable(menu, tr("&Grid"), tr("Ctrl+Shift+G"));
    layouts->addAction(diagram);
    layouts->addAction(grid);
    diagram->setChecked(true);
    m_orders = menu->addMenu(tr("&Order By"));
    auto* orders = new QActionGroup(this);
    const std::pair<CollectionOrderBy, QString> names[] = {
        {CollectionOrderBy::Key, tr("&Key")},
        {CollectionOrderBy::Hash, tr("&Hash (Scan order)")},
        {CollectionOrderBy::ItemCount, tr("&Item Count")},
        {CollectionOrderBy::Size, tr("&Size")},
        {CollectionOrderBy::Load, tr("&Load")}};
    for (const auto& [by, name] : names) {
        QAction* action = addCheckable(m_orders, name);
        action->setData(static_cast<int>(by));
        orders->addAction(action);
        connect(action, &QAction::triggered, this, [this, order = by] { emit orderChosen(order); });
    }
    setOrder(CollectionOrderBy::Key);
    m_collapseSeparator = menu->addSeparator();
    sidebar = addCheckable(menu, tr("&Sidebar"), tr("Ctrl+B"));
    inspector = addCheckable(menu, tr("&Inspector"), tr("Ctrl+Shift+I"));
    loadStrip = addCheckable(menu, tr("Load St&rip"), tr("Ctrl+Shift+L"));
    for (QAction* action : {sidebar, inspector, loadStrip})
        action->setChecked(true);
    menu->addAction(loadPage);
    menu->addAction(requestPage);
    menu->addSeparator();
    m_themes = menu->addMenu(tr("&Theme"));
    auto* themes = new QActionGroup(this);
    const std::pair<Theme::Mode, QString> modes[] = {{Theme::Mode::System, tr("&As the Desktop")},
                                                     {Theme::Mode::Light, tr("&Light")},
                                                     {Theme::Mode::Dark, tr("&Dark")}};
    for (const auto& [mode, name] : modes) {
        QAction* action = addCheckable(m_themes, name);
        action->setData(static_cast<int>(mode));
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, chosen = mode] { emit themeChosen(chosen); });
    }
}

void MainMenu::makeHelp() {
    QMenu* menu = m_bar->addMenu(tr("&Help"));
    shortcuts = add(menu, tr("&Keyboard Shortcuts"), QKeySequence::HelpContents);
    about = add(menu, tr("&About Partita"));
    about->setMenuRole(QAction::AboutRole);
}

void MainMenu::setRecentFiles(const QStringList& paths) {
    m_recent->clear();
    for (const QString& path : paths) {
        QString name = QFileInfo(path).fileName();
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));
        QAction* action = m_recent->addAction(name);
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { emit recentChosen(path); });
    }
    m_recent->setToolTipsVisible(true);
    m_recent->setEnabled(!paths.isEmpty());
    if (paths.isEmpty()) return;
    m_recent->addSeparator();
    connect(m_recent->addAction(tr("Clear This List")), &QAction::triggered, this, &MainMenu::recentCleared);
}

void MainMenu::setViews(const QStringList& indexes, int current) {
    m_views->clear();
    const QStringList names = QStringList{tr("Table")} + indexes;
    for (int i = 0; i < names.size(); ++i) {
        QString name = names[i];
        name.replace(QLatin1Char('&'), QStringLiteral("&&"));
        QAction* action = addCheckable(m_views, name);
        if (i < 9) action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
        action->setChecked(i == current);
        m_viewGroup->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { emit viewChosen(i); });
    }
}

void MainMenu::setGlobalIndexes(const QStringList& names) {
    m_deleteIndex->clear();
    for (const QString& name : names) {
        QString text = name;
        QAction* action =
            m_deleteIndex->addAction(tr("%1…").arg(text.replace(QLatin1Char('&'), QStringLiteral("&&"))));
        connect(action, &QAction::triggered, this, [this, name] { emit deleteIndexChosen(name); });
    }
    updateEnabled();
}

void MainMenu::setOrder(CollectionOrderBy by) {
    for (QAction* action : m_orders->actions()) {
        if (action->data().toInt() == static_cast<int>(by)) action->setChecked(true);
    }
}

void MainMenu::setTheme(Theme::Mode mode) {
    for (QAction* action : m_themes->actions()) {
        if (action->data().toInt() == static_cast<int>(mode)) action->setChecked(true);
    }
}

void MainMenu::setBlockActions(const BlockActions* actions) {
    for (const QPointer<QAction>& action : std::exchange(m_blockActions, {})) {
        if (!action) continue;
        for (QMenu* menu : {m_edit, m_table, m_view})
            menu->removeAction(action);
    }
    m_edit->setEnabled(actions != nullptr);
    if (!actions) return;
    m_blockActions = {actions->editItem, actions->duplicateItem, actions->deleteItem,
                      actions->copyItem, actions->copyKey,       actions->copyValue,
                      actions->queryKey, actions->collapseAll,   actions->expandAll};
    m_edit->addActions({actions->editItem, actions->duplicateItem, actions->deleteItem});
    m_edit->removeAction(m_copySeparator);
    m_edit->addAction(m_copySeparator);
    m_edit->addActions({actions->copyItem, actions->copyKey, actions->copyValue});
    m_table->insertAction(refresh, actions->queryKey);
    m_view->insertAction(m_collapseSeparator, actions->collapseAll);
    m_view->insertAction(m_collapseSeparator, actions->expandAll);
}

void MainMenu::setUndo(const QString& undoText, const QString& redoText) {
    undo->setText(undoText.isEmpty() ? tr("&Undo") : undoText);
    undo->setEnabled(!undoText.isEmpty());
    redo->setText(redoText.isEmpty() ? tr("&Redo") : redoText);
    redo->setEnabled(!redoText.isEmpty());
}

void MainMenu::addQueryActions(const QList<QAction*>& actions) {
    m_query->insertActions(m_querySeparator, actions);
}

void MainMenu::setFileOpen(bool isOpen, bool isReadOnly) {
    m_isOpen = isOpen;
    m_isReadOnly = isReadOnly;
    if (!isOpen) {
        m_isServing = false;
        setUndo({}, {});
    }
    m_edit->setToolTipsVisible(isReadOnly);  // they say why some can't be used
    updateEnabled();
    setResultShown(false);
    if (!isOpen) setBlockActions(nullptr);
}

void MainMenu::setTableShown(bool isShown) {
    m_hasTable = isShown;
    updateEnabled();
}

void MainMenu::setServing(bool isServing) {
    m_isServing = isServing;
    updateEnabled();
}

void MainMenu::updateEnabled() {
    for (QAction* action : m_needFile) {
        const bool isAllowed = (m_hasTable || !m_needTable.contains(action)) &&
                               (!m_isReadOnly || !m_needWriting.contains(action));
        action->setEnabled(m_isOpen && isAllowed);
    }
    for (QAction* action : {importItems, importClipboard})
        action->setEnabled(!m_isOpen || !m_isReadOnly);  // without a file they make one
    if (m_deleteIndex->isEmpty()) m_deleteIndex->menuAction()->setEnabled(false);
    serve->setEnabled(m_isOpen && !m_isServing);
    stopServing->setEnabled(m_isOpen && m_isServing);
}

void MainMenu::setResultShown(bool isShown) {
    closeTab->setEnabled(isShown);
}

}  // namespace partita
