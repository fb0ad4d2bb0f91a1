// The blocks of a table, or of one of its indexes, in an open table file. GUI thread only.
#pragma once

#include "engine/browse.h"
#include "model/block_source.h"

namespace partita {

class Session;

class TableBlockSource final : public BlockSource {
    Q_OBJECT
  public:
    /// The session must outlive the source. The table and the index must exist.
    TableBlockSource(Session* session, ViewId view, QObject* parent = nullptr);

    const ViewId& view() const { return m_view; }
    const KeySchema& viewKeys() const override { return m_viewKeys; }
    const KeySchema& tableKeys() const override { return m_tableKeys; }
    Job start(QObject* context, Work work, Done done) override;

  private:
    Session* m_session;
    ViewId m_view;
    KeySchema m_viewKeys;
    KeySchema m_tableKeys;
    std::shared_ptr<const BlockReader> m_reader;
};

}  // namespace partita
