// Puts together what shows a table or one of its indexes as blocks: source, model, view, the line over them,
// the way to a key. GUI thread only.
#pragma once

#include <QObject>
#include <memory>

#include "engine/browse.h"
#include "engine/table/table_definition.h"
#include "model/block_table_source.h"
#include "model/job.h"

namespace partita {

class BlockModel;
class BlockView;
class BrowsePage;
class Session;

class BrowseRoom final : public QObject {
    Q_OBJECT
  public:
    explicit BrowseRoom(Session* session, QObject* parent = nullptr);
    ~BrowseRoom() override;

    /// Given away to the page that holds it; made by the constructor.
    BrowsePage* page() const { return m_page; }
    BlockView* view() const { return m_view; }
    BlockModel* model() const { return m_model; }

    /// The table, or one of its indexes; both must exist.
    void show(const ViewId& view);
    /// The file has no tables.
    void showNothing();
    const ViewId& shown() const { return m_shown; }
    void setOrder(CollectionOrderBy by);
    void setGrid(bool isGrid);
    bool isGrid() const;
    void refresh();
    void openGoToKey();
    void goToKey(const std::vector<Value>& partition, const std::vector<Value>& sort);
    /// Shows the first block of that partition of the view that is shown, in the order of hashes.
    void goToPartition(std::uint32_t partition, std::uint32_t count);

  signals:
    void orderChanged(partita::CollectionOrderBy by);
    void layoutChanged(bool isGrid);

  private:
    void showState();
    void askPartitionCount();
    QString aboutText(const TableDefinition& table, const std::optional<std::string>& index) const;

    Session* m_session;
    BlockModel* m_model;
    BlockView* m_view;
    BrowsePage* m_page;
    std::unique_ptr<TableBlockSource> m_source;
    ViewId m_shown;
    bool m_jumpFromBar = false;  // what was asked for in the bar is answered in the bar
    Job m_countJob;
};

}  // namespace partita
