#include "app/browse_room.h"

#include "model/block_model.h"
#include "model/session.h"
#include "ui/block_view.h"
#include "ui/browse_bar.h"
#include "ui/browse_page.h"
#include "ui/go_to_key_bar.h"

namespace partita {
namespace {

QString namesOf(const std::vector<KeyAttribute>& attributes) {
    QStringList names;
    for (const KeyAttribute& attribute : attributes)
        names << QString::fromStdString(attribute.name);
    return names.join(QStringLiteral(", "));
}

}  // namespace

BrowseRoom::BrowseRoom(Session* session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_model(new BlockModel(this)),
      m_view(new BlockView),
      m_page(new BrowsePage(m_view)) {
    m_view->setModel(m_model);
    m_view->setEmptyTexts(tr("No items yet"),
                          tr("Drop a file of JSON items here, or use File ▸ Import Items (Ctrl+I)."));
    BrowseBar* bar = m_page->bar();
    GoToKeyBar* goTo = m_page->goToKey();
    connect(bar, &BrowseBar::layoutChosen, this, &BrowseRoom::setGrid);
    connect(bar, &BrowseBar::orderChosen, this, &BrowseRoom::setOrder);
    connect(bar, &BrowseBar::refreshRequested, this, &BrowseRoom::refresh);
    connect(m_model, &BlockModel::statisticsChanged, bar,
            [this, bar] { bar->setStatistics(m_model->statistics()); });
    connect(m_model, &BlockModel::stateChanged, this, &BrowseRoom::showState);
    connect(m_model, &BlockModel::orderByChanged, this, [this, bar] {
        bar->setOrder(m_model->orderBy());
        emit orderChanged(m_model->orderBy());
    });
    connect(goTo, &GoToKeyBar::goRequested, this, [this](const auto& partition, const auto& sort) {
        m_jumpFromBar = true;
        m_view->goToKey(partition, sort);
    });
    connect(m_model, &BlockModel::keyFound, this, [this, goTo](int, bool exact) {
        if (!std::exchange(m_jumpFromBar, false)) return;
        goTo->showProblem(exact ? QString() : tr("There is no such item; this is where it would stand."));
        if (!exact) return;
        goTo->hide();
        m_view->setFocus();
    });
    connect(m_view, &BlockView::keyMissing, this, [this, goTo](const QString& message) {
        m_jumpFromBar = false;
        goTo->open();
        goTo->showProblem(message);
    });
    connect(m_session, &Session::settingsChanged, this, [this](const QString& table) {
        if (table.toStdString() == m_shown.table) askPartitionCount();
    });
}

BrowseRoom::~BrowseRoom() {
    // The widgets are gone by now, and the source goes before the model, which is a child and goes last.
    m_model->disconnect();
    m_model->setSource(nullptr);
}

void BrowseRoom::show(const ViewId& view) {
    const auto definition = m_session->definition(QString::fromStdString(view.table));
    if (!definition) return;
    m_shown = view;
    auto source = std::make_unique<TableBlockSource>(m_session, view);
    m_model->setSource(source.get());
    m_source = std::move(source);
    m_page->bar()->setView(
        view.index ? QString::fromStdString(*view.index) : QString::fromStdString(view.table),
        aboutText(*definition, view.index));
    m_page->goToKey()->setKeys(m_source->viewKeys());
    askPartitionCount();
}

void BrowseRoom::showNothing() {
    m_shown = {};
    m_model->setSource(nullptr);
    m_source.reset();
    m_page->bar()->setView({}, {});
}

QString BrowseRoom::aboutText(const TableDefinition& table, const std::optional<std::string>& index) const {
    const KeySchema* keys = table.keysOf(index);
    const QString partition = namesOf(keys->partition);
    const QString names = keys->sort.empty()
                              ? partition
                              : tr("%1, %2", "partition key, sort key").arg(partition, namesOf(keys->sort));
    if (!index) return names;
    const IndexDefinition& definition = *table.index(*index);
    const QString kind = definition.kind == IndexKind::Local ? tr("LSI") : tr("GSI");
    switch (definition.projection.type) {
        case ProjectionType::All:
            return tr("%1 · %2 · all attributes", "LSI or GSI, keys").arg(kind, names);
        case ProjectionType::KeysOnly:
            return tr("%1 · %2 · keys only", "LSI or GSI, keys").arg(kind, names);
        case ProjectionType::Include:
            break;
    }
    QStringList included;
    for (const std::string& name : definition.projection.attributes)
        included << QString::fromStdString(name);
    return tr("%1 · %2 · and %3", "LSI or GSI, keys, other attributes")
        .arg(kind, names, included.join(QStringLiteral(", ")));
}

void BrowseRoom::showState() {
    switch (m_model->state()) {
        case BlockModel::State::Opening:
            m_page->bar()->setStatus(tr("Reading…"));
            break;
        case BlockModel::State::Failed:
            m_page->bar()->setStatus(tr("Could not be read"));
            break;
        case BlockModel::State::None:
        case BlockModel::State::Ready:
            m_page->bar()->setStatus({});
            break;
    }
    m_page->bar()->setStatistics(m_model->statistics());
}

void BrowseRoom::askPartitionCount() {
    m_countJob = m_session->run<std::uint32_t>(
        this, [view = m_shown](Engine& engine, std::stop_token) { return engine.partitionCount(view); },
        [this](Result<std::uint32_t> count) { m_view->setPartitionCount(count ? *count : 0); });
}

void BrowseRoom::setOrder(CollectionOrderBy by) {
    m_model->setOrderBy(by);
    m_page->bar()->setOrder(by);
}

void BrowseRoom::setGrid(bool isGrid) {
    m_view->setArrangement(isGrid ? BlockArrangement::Grid : BlockArrangement::Diagram);
    m_page->bar()->setGrid(isGrid);
    emit layoutChanged(isGrid);
}

bool BrowseRoom::isGrid() const {
    return m_view->arrangement() == BlockArrangement::Grid;
}
void BrowseRoom::refresh() {
    m_model->refresh();
}
void BrowseRoom::openGoToKey() {
    m_page->goToKey()->open();
}

void BrowseRoom::goToKey(const std::vector<Value>& partition, const std::vector<Value>& sort) {
    m_view->goToKey(partition, sort);
    m_view->setFocus();
}

void BrowseRoom::goToPartition(std::uint32_t partition, std::uint32_t count) {
    m_view->goToPartition(partition, count);
    m_view->setFocus();
}

}  // namespace partita
