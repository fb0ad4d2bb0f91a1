#include "app/load_room.h"

#include <unordered_map>

#include "model/load_model.h"
#include "model/session.h"
#include "ui/load_page.h"
#include "ui/load_panel.h"

namespace partita {

LoadRoom::LoadRoom(Session* session, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_model(new LoadModel(session, this)),
      m_strip(new LoadPanel),
      m_page(new LoadPage) {
    m_strip->setModel(m_model);
    m_page->setModel(m_model);
    connect(m_strip, &LoadPanel::partitionClicked, this, &LoadRoom::choose);
    connect(m_page, &LoadPage::partitionClicked, this, &LoadRoom::choose);
    connect(m_strip, &LoadPanel::pageRequested, this, &LoadRoom::pageRequested);
    connect(m_strip, &LoadPanel::replayRequested, this, &LoadRoom::replayTrace);
    connect(m_strip, &LoadPanel::generateRequested, this, &LoadRoom::generate);
    connect(m_model, &LoadModel::snapshotChanged, this, &LoadRoom::loadShown);
    connect(m_model, &LoadModel::questionChanged, this, &LoadRoom::loadShown);
}

void LoadRoom::showTable(const QString& table) {
    m_model->setTable(table);
}

void LoadRoom::takeDefinition() {
    m_model->takeDefinition();
}

void LoadRoom::choose(int partition) {
    const auto& snapshot = m_model->snapshot();
    if (!snapshot || partition < 0) return;
    emit partitionChosen(QString::fromStdString(snapshot->summary.resource), static_cast<quint32>(partition),
                         static_cast<quint32>(snapshot->summary.partitions.size()));
}

BlockLoadProvider LoadRoom::providerFor(const ViewId& view) const {
    const std::shared_ptr<const LoadSnapshot> snapshot = m_model->snapshot();
    const auto definition = m_session->definition(QString::fromStdString(view.table));
    if (!snapshot || !definition || m_model->table().toStdString() != view.table) return {};
    // A local index shares the table's partitions and keys.
    const IndexDefinition* index = view.index ? definition->index(*view.index) : nullptr;
    const LoadResource resource = index && index->kind == IndexKind::Global ? index->name : LoadResource();
    if (snapshot->summary.resource != resource) return {};
    std::unordered_map<std::string, BlockLoad> loads;
    for (const KeyLoad& key : snapshot->summary.hottestKeys) {
        BlockLoad load;
        load.writes = m_model->unit() == LoadUnit::Write;
        load.share = load.writes ? key.writeShare : key.readShare;
        if (load.share > 0) loads.emplace(key.keyBytes, load);
    }
    if (loads.empty()) return {};
    return [loads = std::move(loads)](const std::string& partitionBytes) -> std::optional<BlockLoad> {
        const auto at = loads.find(partitionBytes);
        return at == loads.end() ? std::nullopt : std::optional(at->second);
    };
}

// The page asks for what it needs, in a form over the window.
void LoadRoom::replayTrace() {
    emit pageRequested();
    m_page->chooseTrace();
}

void LoadRoom::generate() {
    emit pageRequested();
    m_page->chooseGenerator();
}

void LoadRoom::save() {
    emit pageRequested();
    m_page->chooseName();
}

}  // namespace partita
