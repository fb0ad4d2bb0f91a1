// Puts together the load of the table that is shown: the model, the strip, the page, and the share that each
// key cell of the blocks tells. GUI thread only.
#pragma once

#include <QObject>

#include "engine/browse.h"
#include "ui/block_load.h"

namespace partita {

class LoadModel;
class LoadPage;
class LoadPanel;
class Session;

class LoadRoom final : public QObject {
    Q_OBJECT
  public:
    explicit LoadRoom(Session* session, QObject* parent = nullptr);

    // Given away to the page that holds them; made by the constructor.
    LoadPanel* strip() const { return m_strip; }
    LoadPage* page() const { return m_page; }
    LoadModel* model() const { return m_model; }

    void showTable(const QString& table);
    /// The table's indexes are others, or it was made anew.
    void takeDefinition();
    /// The load of a view's keys in the snapshot and the unit that are shown; nothing when it is of another
    /// resource.
    BlockLoadProvider providerFor(const ViewId& view) const;

  public slots:
    void replayTrace();
    void generate();
    void save();

  signals:
    /// A bar was clicked. `resource`: empty for the table, or a GSI.
    void partitionChosen(const QString& resource, quint32 partition, quint32 count);
    void pageRequested();
    /// There is a new snapshot, or another unit is chosen.
    void loadShown();

  private:
    void choose(int partition);

    Session* m_session;
    LoadModel* m_model;
    LoadPanel* m_strip;
    LoadPage* m_page;
};

}  // namespace partita
