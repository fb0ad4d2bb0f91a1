#include "app/open_file.h"

#include <QAction>

#include "app/browse_room.h"
#include "app/file_check.h"
#include "app/import_flow.h"
#include "app/load_room.h"
#include "app/query_room.h"
#include "model/block_model.h"
#include "model/entity_model.h"
#include "model/roles.h"
#include "model/view_list_model.h"
#include "ui/block_view.h"
#include "ui/browse_page.h"
#include "ui/import_dialog.h"
#include "ui/inspector.h"
#include "ui/load_page.h"
#include "ui/load_panel.h"
#include "ui/main_menu.h"
#include "ui/new_table_dialog.h"
#include "ui/notice_bar.h"
#include "ui/query_panel.h"
#include "ui/result_page.h"
#include "ui/sidebar.h"
#include "ui/table_page.h"
#include "ui/theme.h"

namespace partita {
OpenFile::OpenFile(std::unique_ptr<Engine> engine, MainMenu* menu)
    : m_menu(menu),
      m_session(std::move(engine)),
      m_tables(new ViewListModel(m_models.get())),
      m_indexes(new ViewListModel(m_models.get())),
      m_entities(new EntityModel(m_models.get())),
      m_browse(new BrowseRoom(&m_session, m_models.get())),
      m_query(new QueryRoom(&m_session, m_models.get())),
      m_load(new LoadRoom(&m_session, m_models.get())),
      m_sidebar(new Sidebar),
      m_inspector(new Inspector) {
    m_sidebar->setModels(m_tables, m_indexes, m_entities);
    m_page = new TablePage(
        {m_sidebar, m_query->panel(), m_browse->page(), m_inspector, m_load->strip(), m_load->page()});
    m_query->setPage(m_page);
    m_check = new FileCheck(&m_session, m_page->notice(), m_models.get());
    m_page->setReadOnly(m_session.readOnlyReason());
    m_tables->showTables(&m_session);

    connectSidebar();
    connectBlocks();
    connectMenu();
    const QStringList names = m_session.tableNames();
    if (!names.isEmpty()) show(names.first(), {});
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
    connect(&m_session, &Session::itemsChanged, this, &OpenFile::refreshCounts);
    connect(&m_session, &Session::tablesChanged, this, [this] {
        m_tables->showTables(&m_session);
        show(m_table, m_index);
    });
}

void OpenFile::connectBlocks() {
    follow(m_browse->view());
    connect(m_query, &QueryRoom::resultOpened, this, [this](ResultPage* result) {
        follow(result->view());
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

void OpenFile::follow(BlockView* view) {
    connect(view, &BlockView::itemSelected, this, [this, view] {
        if (view == frontView()) showFront();
    });
    connect(view, &BlockView::itemActivated, this, [this] {
        m_menu->inspector->setChecked(true);
        m_page->setInspectorVisible(true);
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
    on(m_menu->refresh, [this] {
        m_browse->refresh();
        refreshCounts();
    });
    on(m_menu->addTable, [this] { addTable(); });
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
    m_table = table;
    m_index = definition->index(index.toStdString()) ? index : QString();
    if (isOther) {
        m_indexes->showIndexes(&m_session, table);
        m_entities->setTable(&m_session, table);
        m_sidebar->showKeys(*definition);
        m_query->showTable(table);
        m_load->showTable(table);
    }
    const ViewId view{table.toStdString(),
                      m_index.isEmpty() ? std::nullopt : std::optional(m_index.toStdString())};
    if (isOther || view != m_browse->shown()) m_browse->show(view);
    m_query->showIndex(m_index);
    QStringList names;
    for (const IndexDefinition& each : definition->indexes)
        names << QString::fromStdString(each.name);
    m_menu->setViews(names, static_cast<int>(names.indexOf(m_index)) + 1);
    m_sidebar->setCurrent(m_tables->rowOf({view.table, {}}), m_indexes->rowOf(view));
    m_browse->view()->setLoadProvider(m_load->providerFor(view));
    if (isOther) m_page->showBrowse();
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

ImportFlow* OpenFile::import(const QStringList& files, const QString& folder) {
    auto* flow = new ImportFlow(&m_session, m_table, folder, m_page->window());
    flow->dialog()->addFiles(files);
    // The job reads through the session, so it must not outlive it.
    connect(m_page, &QObject::destroyed, flow->dialog(), [dialog = flow->dialog()] { delete dialog; });
    return flow;
}

void OpenFile::addTable() {
    auto* dialog = new NewTableDialog(NewTableDialog::Target::OpenFile, m_page);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewTableDialog::createRequested, this,
            [this, dialog](const QString&, const TableDefinition& table) {
                m_addJob = m_session.run<bool>(
                    dialog,
                    [table](Engine& engine, std::stop_token) -> Result<bool> {
                        const Result<void> created = engine.createTable(table);
                        if (!created) return created.error();
                        return true;
                    },
                    [this, dialog, name = QString::fromStdString(table.name)](Result<bool> result) {
                        if (!result) {
                            dialog->showError(result.error());
                            return;
                        }
                        dialog->accept();
                        show(name, {});
                    });
            });
    dialog->open();
}

}  // namespace partita
