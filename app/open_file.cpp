#include "app/open_file.h"

#include <QAction>
#include <utility>

#include "app/browse_room.h"
#include "app/edit_room.h"
#include "app/export_flow.h"
#include "app/faults_form.h"
#include "app/file_check.h"
#include "app/import_flow.h"
#include "app/load_room.h"
#include "app/query_room.h"
#include "app/serve_room.h"
#include "app/table_forms.h"
#include "model/block_model.h"
#include "model/entity_model.h"
#include "model/roles.h"
#include "model/view_list_model.h"
#include "ui/block_view.h"
#include "ui/browse_page.h"
#include "ui/empty_file_page.h"
#include "ui/import_dialog.h"
#include "ui/import_history_dialog.h"
#include "ui/inspector.h"
#include "ui/load_page.h"
#include "ui/load_panel.h"
#include "ui/main_menu.h"
#include "ui/notice_bar.h"
#include "ui/query_panel.h"
#include "ui/request_log_page.h"
#include "ui/result_page.h"
#include "ui/serve_bar.h"
#include "ui/sidebar.h"
#include "ui/table_page.h"
#include "ui/theme.h"

namespace partita {
namespace {

// A person sees no difference, and a program that writes thousands of items a second costs little more.
constexpr int kCountsMillis = 250;
constexpr int kTablesMillis = 100;

}  // namespace

OpenFile::OpenFile(std::unique_ptr<Engine> engine, MainMenu* menu)
    : m_menu(menu),
      m_session(std::move(engine)),
      m_tables(new ViewListModel(m_models.get())),
      m_indexes(new ViewListModel(m_models.get())),
      m_entities(new EntityModel(m_models.get())),
      m_browse(new BrowseRoom(&m_session, m_models.get())),
      m_query(new QueryRoom(&m_session, m_models.get())),
      m_load(new LoadRoom(&m_session, m_models.get())),
      m_serve(new ServeRoom(&m_session, m_models.get())),
      m_empty(new EmptyFilePage),
      m_sidebar(new Sidebar),
      m_inspector(new Inspector) {
    m_sidebar->setModels(m_tables, m_indexes, m_entities);
    m_page = new TablePage({m_sidebar, m_query->panel(), m_browse->page(), m_inspector, m_load->strip(),
                            m_load->page(), m_serve->page(), m_serve->bar(), m_empty});
    m_query->setPage(m_page);
    m_forms = new TableForms(&m_session, m_page, m_models.get());
    m_exports = new ExportFlow(&m_session, {m_browse, m_query, m_tables, m_indexes, m_entities}, m_page,
                               m_models.get());
    m_edits = new EditRoom(&m_session, {m_browse, m_query, m_inspector, m_page, m_menu}, m_models.get());
    m_check = new FileCheck(&m_session, m_page->notice(), m_models.get());
    connect(m_check, &FileCheck::recoverRequested, this, &OpenFile::recoverRequested);
    m_page->setReadOnly(m_session.readOnlyReason());
    m_tables->showTables(&m_session);

    m_empty->setReadOnly(m_session.isReadOnly());

    connectSidebar();
    connectBlocks();
    connectMenu();
    connectServing();
    const QStringList names = m_session.tableNames();
    if (names.isEmpty())
        showNoTable();
    else
        show(names.first(), {});
}

OpenFile::~OpenFile() = default;

void OpenFile::connectSidebar() {
    connect(m_sidebar, &Sidebar::tableChosen, this,
            [this](int row) { show(QString::fromStdString(m_tables->view(row).table), {}); });
    connect(m_sidebar, &Sidebar::indexChosen, this,
            [this](int row) { show(m_table, QString::fromStdString(*m_indexes->view(row).index)); });
    connect(m_sidebar, &Sidebar::colourChosen, m_entities, &EntityModel::chooseColour);
    connect(m_entities, &EntityModel::colourFailed, this, [this](const QString& why) {
        m_page->notice()->say(NoticeBar::Kind::Error, tr("The colour was not kept. %1").arg(why));
    });
    connect(m_entities, &EntityModel::failed, m_sidebar, &Sidebar::setEntityNote);
    connect(m_entities, &EntityModel::loaded, this, &OpenFile::showEntities);
    m_countsTimer.setSingleShot(true);
    m_countsTimer.setInterval(kCountsMillis);
    connect(&m_countsTimer, &QTimer::timeout, this, &OpenFile::refreshCounts);
    connect(&m_session, &Session::itemsChanged, this, [this] {
        if (!m_countsTimer.isActive()) m_countsTimer.start();
    });
    m_tablesTimer.setSingleShot(true);
    m_tablesTimer.setInterval(kTablesMillis);
    connect(&m_tablesTimer, &QTimer::timeout, this, &OpenFile::takeTables);
    connect(&m_session, &Session::tablesChanged, this, [this] {
        if (!m_tablesTimer.isActive()) m_tablesTimer.start();
    });
    connect(m_indexes, &ViewListModel::indexesSettled, this, &OpenFile::takeTables);
    connect(&m_session, &Session::settingsChanged, this, [this](const QString& table) {
        if (table == m_table) showExpiry();
    });
}

void OpenFile::connectBlocks() {
    follow(m_browse->view());
    connect(m_query, &QueryRoom::resultOpened, this, [this](ResultPage* result) {
        follow(result->view());
        showExpiry();
        connect(result->view(), &BlockView::queryKeyRequested, m_query->panel(), &QueryPanel::setKey);
    });
    connect(m_browse->view(), &BlockView::queryKeyRequested, this,
            [this](const auto& partition, const auto& sort) {
                m_query->panel()->setKey(partition, sort);
                m_query->panel()->focusKey();
            });
    connect(m_query, &QueryRoom::indexChosen, this, [this](const QString& index) { show(m_table, index); });
    connect(m_query, &QueryRoom::showInTableRequested, this,
            [this](const ViewId& view, const auto& partition, const auto& sort) {
                show(QString::fromStdString(view.table),
                     QString::fromStdString(view.index.value_or(std::string())));
                m_page->showBrowse();
                m_browse->goToKey(partition, sort);
            });
    connect(m_query, &QueryRoom::exportRequested, this, [this] { m_exports->openFront(); });
    connect(m_page, &TablePage::currentTabChanged, this, &OpenFile::showFront);
    connect(m_load, &LoadRoom::partitionChosen, this,
            [this](const QString& resource, quint32 partition, quint32 count) {
                if (resource != m_index) show(m_table, resource);
                m_page->showBrowse();
                m_browse->goToPartition(partition, count);
            });
    connect(m_load, &LoadRoom::pageRequested, this, [this] { m_page->showLoadPage(true); });
    connect(m_load, &LoadRoom::loadShown, this, [this] {
        m_browse->view()->setLoadProvider(
            m_load->providerFor({m_table.toStdString(), m_browse->shown().index}));
    });
}

void OpenFile::connectServing() {
    connect(m_forms, &TableForms::tableAdded, this, [this](const QString& table) {
        takeTables();
        show(table, {});
    });
    connect(m_forms, &TableForms::failed, this,
            [this](const QString& why) { m_page->notice()->say(NoticeBar::Kind::Error, why); });
    connect(m_empty, &EmptyFilePage::newTableRequested, this, &OpenFile::addTable);
    connect(m_empty, &EmptyFilePage::importRequested, this, &OpenFile::importRequested);
    connect(m_empty, &EmptyFilePage::serveRequested, this, &OpenFile::serveForm);
    connect(m_serve, &ServeRoom::formRequested, this, &OpenFile::serveForm);
    connect(m_serve, &ServeRoom::pageRequested, this,
            [this] { m_page->showPage(TablePage::Page::Requests); });
    connect(m_serve, &ServeRoom::servingChanged, this, [this] {
        m_menu->setServing(m_serve->isServing());
        m_empty->setUrl(m_serve->url());
    });
    connect(m_serve, &ServeRoom::itemRequested, this, &OpenFile::goTo);
    connect(m_serve, &ServeRoom::queryRequested, this, [this](const LoggedRequestView& request) {
        goTo(request);
        m_query->showDraft(*request.draft, request.reason);
    });
}

void OpenFile::goTo(const LoggedRequestView& request) {
    if (!m_session.definition(request.table)) return;
    show(request.table, request.index);
    m_page->showBrowse();
    if (!request.partition.empty()) m_browse->goToKey(request.partition, request.sort);
}

void OpenFile::serveForm() {
    m_serve->openForm(m_page);
}

void OpenFile::takeTables() {
    m_tablesTimer.stop();
    m_tables->showTables(&m_session);
    const auto definition = m_session.definition(m_table);
    if (definition) {
        show(m_table, m_index);
        m_load->takeDefinition();
        m_browse->refresh();  // it may have been made anew under its old name
        return;
    }
    const QString gone = m_table;
    const QStringList names = m_session.tableNames();
    if (names.isEmpty())
        showNoTable();
    else
        show(names.first(), {});
    if (!gone.isEmpty())
        m_page->notice()->say(NoticeBar::Kind::Info, tr("The table %1 was deleted.").arg(gone));
}

void OpenFile::showNoTable() {
    m_table.clear();
    m_index.clear();
    m_definition.reset();
    m_indexes->clear();
    m_entities->clear();
    m_sidebar->showKeys({});
    m_sidebar->setCurrent(-1, -1);
    m_browse->showNothing();
    m_query->showTable({});
    m_load->showTable({});
    m_menu->setViews({}, 0);
    m_menu->setGlobalIndexes({});
    m_menu->setTableShown(false);
    m_page->setHasTables(false);
    showFront();
}

void OpenFile::showExpiry() {
    const auto timeToLive = m_session.engine()->timeToLive(m_table.toStdString());
    const std::string attribute = timeToLive ? timeToLive->attribute.value_or(std::string()) : std::string();
    m_browse->view()->setTimeToLive(attribute);
    for (ResultPage* result : m_page->findChildren<ResultPage*>()) {
        if (result->table()->name == m_table.toStdString()) result->view()->setTimeToLive(attribute);
    }
    showFront();
}

void OpenFile::follow(BlockView* view) {
    m_exports->follow(view);
    m_edits->follow(view);
    connect(view, &BlockView::itemSelected, this, [this, view] {
        if (view == frontView()) showFront();
    });
    const auto inspect = [this] {
        m_menu->inspector->setChecked(true);
        m_page->setInspectorVisible(true);
    };
    connect(view, &BlockView::inspectRequested, this, inspect);
    connect(view, &BlockView::itemActivated, this, [this, inspect] {
        // Once the item is in the inspector, the next step is to edit it.
        if (m_menu->inspector->isChecked() && m_edits->canEdit())
            m_edits->editItem();
        else
            inspect();
    });
}

BlockView* OpenFile::frontView() const {
    const ResultPage* result = m_query->currentResult();
    return result ? result->view() : m_browse->view();
}

void OpenFile::showFront() {
    const ResultPage* result = m_query->currentResult();
    BlockView* view = frontView();
    m_menu->setBlockActions(&view->actions());
    m_menu->setResultShown(result != nullptr);
    InspectedItem inspected;
    if (const BlockItemPtr item = view->currentItem()) {
        inspected.item = std::shared_ptr<const Item>(item, &item->item);
        inspected.table = result ? result->table() : m_session.definition(m_table);
        for (const BlockCell& cell : item->cells)
            inspected.order.append(cell.name);
        if (inspected.table) {
            const auto timeToLive = m_session.engine()->timeToLive(inspected.table->name);
            if (timeToLive) inspected.timeToLive = timeToLive->attribute.value_or(std::string());
        }
        inspected.index = result ? result->runner().view().index : m_browse->shown().index;
    }
    m_inspector->setItem(inspected);
}

void OpenFile::connectMenu() {
    // The context is the page: what the menu says goes to this file as long as its page lives.
    const auto on = [this](QAction* action, auto what) {
        connect(action, &QAction::triggered, m_page, what);
    };
    on(m_menu->goToKey, [this] {
        m_page->showBrowse();
        m_browse->openGoToKey();
    });
    on(m_menu->newItem, [this] { m_edits->newItem(m_table); });
    on(m_menu->refresh, [this] {
        m_browse->refresh();
        refreshCounts();
    });
    on(m_menu->addTable, [this] { addTable(); });
    on(m_menu->addIndex, [this] { m_forms->addIndex(m_table); });
    on(m_menu->timeToLive, [this] { m_forms->setTimeToLive(m_table); });
    on(m_menu->serve, [this] { serveForm(); });
    on(m_menu->stopServing, [this] { m_serve->stop(); });
    on(m_menu->imitateService, [this] { openFaultsForm(&m_session, m_page, m_page->notice()); });
    connect(m_menu, &MainMenu::deleteIndexChosen, m_page,
            [this](const QString& index) { m_forms->deleteIndex(m_table, index); });
    on(m_menu->exportItems, [this] { m_exports->openFront(); });
    on(m_menu->checkFile, [this] { m_check->start(); });
    on(m_menu->nextTab, [this] { m_page->stepTab(1); });
    on(m_menu->previousTab, [this] { m_page->stepTab(-1); });
    on(m_menu->closeTab, [this] { m_page->closeCurrentResult(); });
    on(m_menu->replayTrace, [this] { m_load->replayTrace(); });
    on(m_menu->generateLoad, [this] { m_load->generate(); });
    on(m_menu->saveRecording, [this] { m_load->save(); });
    on(m_menu->diagram, [this] { m_browse->setGrid(false); });
    on(m_menu->grid, [this] { m_browse->setGrid(true); });
    on(m_menu->sidebar, [this](bool isOn) { m_page->setSidebarVisible(isOn); });
    on(m_menu->inspector, [this](bool isOn) { m_page->setInspectorVisible(isOn); });
    on(m_menu->loadStrip, [this](bool isOn) { m_page->setLoadStripVisible(isOn); });
    connect(m_menu, &MainMenu::viewChosen, m_page, [this](int view) {
        show(m_table, view == 0 ? QString() : QString::fromStdString(*m_indexes->view(view - 1).index));
    });
    connect(m_menu, &MainMenu::orderChosen, m_browse, &BrowseRoom::setOrder);
    connect(m_browse, &BrowseRoom::orderChanged, m_menu, &MainMenu::setOrder);
    connect(m_browse, &BrowseRoom::layoutChanged, this, [this](bool isGrid) {
        (isGrid ? m_menu->grid : m_menu->diagram)->setChecked(true);
        m_query->setGrid(isGrid);
    });
    const QueryPanel* panel = m_query->panel();
    m_menu->addQueryActions({panel->runAction(), panel->cancelAction(), panel->focusAction(),
                             panel->consistentAction(), panel->clearAction()});
}

void OpenFile::show(const QString& table, const QString& index) {
    const auto definition = m_session.definition(table);
    if (!definition) return;
    const bool isOther = table != m_table;
    const bool isChanged = isOther || !m_definition || *m_definition != *definition;
    const auto before = std::exchange(m_definition, definition);
    m_table = table;
    m_index = definition->index(index.toStdString()) ? index : QString();
    if (isOther) m_load->showTable(table);
    if (isChanged) {
        const QueryDraft draft = m_query->panel()->draft();
        m_indexes->showIndexes(&m_session, table);
        m_sidebar->showKeys(*definition);
        m_query->showTable(table);
        if (!isOther) m_query->panel()->setDraft(draft);  // what was typed stays where it still fits
        m_entities->setTable(&m_session, table);
        QStringList globals;
        for (const IndexDefinition& each : definition->indexes)
            if (each.kind == IndexKind::Global) globals << QString::fromStdString(each.name);
        m_menu->setGlobalIndexes(globals);
        showExpiry();
    }
    const ViewId view{table.toStdString(),
                      m_index.isEmpty() ? std::nullopt : std::optional(m_index.toStdString())};
    const KeySchema* keysBefore = before && !isOther ? before->keysOf(view.index) : nullptr;
    const bool isSameView =
        view == m_browse->shown() && keysBefore && *keysBefore == *definition->keysOf(view.index);
    if (!isSameView) m_browse->show(view);
    if (isOther || m_query->panel()->draft().index() != view.index) m_query->showIndex(m_index);
    QStringList names;
    for (const IndexDefinition& each : definition->indexes)
        names << QString::fromStdString(each.name);
    m_menu->setViews(names, static_cast<int>(names.indexOf(m_index)) + 1);
    if (m_tables->rowOf({view.table, {}}) < 0) m_tables->showTables(&m_session);
    m_sidebar->setCurrent(m_tables->rowOf({view.table, {}}), m_indexes->rowOf(view));
    m_browse->view()->setLoadProvider(m_load->providerFor(view));
    m_page->setHasTables(true);
    m_menu->setTableShown(true);
    if (isOther && m_page->page() == TablePage::Page::Load) m_page->showPage(TablePage::Page::Items);
    if (isOther) m_page->showFirstTab();
    showFront();
}

void OpenFile::showEntities() {
    QHash<QString, QRgb> chosen;
    for (int row = 0; row < m_entities->rowCount(); ++row) {
        const QModelIndex entity = m_entities->index(row);
        const QVariant colour = entity.data(ChosenColourRole);
        if (colour.isValid()) chosen.insert(entity.data().toString(), QRgb(0xFF000000U | colour.toUInt()));
    }
    Theme::instance().setChosenColours(chosen);
    m_sidebar->setEntityNote({});
}

void OpenFile::refreshCounts() {
    m_tables->refresh();
    m_indexes->refresh();
}

ImportFlow* OpenFile::import(const QString& folder) {
    auto* flow = new ImportFlow(&m_session, m_table, folder, m_page->window());
    // The job reads through the session, so it must not outlive it.
    connect(m_page, &QObject::destroyed, flow->dialog(), [dialog = flow->dialog()] { delete dialog; });
    return flow;
}

ImportHistoryFlow* OpenFile::showImports(const QString& folder) {
    auto* flow = new ImportHistoryFlow(&m_session, m_page->window());
    connect(m_page, &QObject::destroyed, flow->dialog(), [dialog = flow->dialog()] { delete dialog; });
    connect(flow, &ImportHistoryFlow::retryReady, this, [this, folder](const QList<RefusedRecords>& refused) {
        showRefused(import(folder)->dialog(), refused);
    });
    return flow;
}

void OpenFile::addTable() {
    m_forms->addTable();
}

}  // namespace partita
