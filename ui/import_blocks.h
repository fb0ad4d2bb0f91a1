// The first items of a source as the blocks that they would make. GUI thread only.
#pragma once

#include <QWidget>
#include <memory>

#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

class BlockModel;
class BlockView;
class ResultBlockSource;

class ImportBlocks final : public QWidget {
    Q_OBJECT
  public:
    explicit ImportBlocks(QWidget* parent = nullptr);
    ~ImportBlocks() override;

    /// `table`: whose keys group them; null: `title` and `hint` say why there are no blocks.
    void setItems(const TableDefinition* table, const std::vector<Item>& items, const QString& title,
                  const QString& hint);
    BlockView* view() const { return m_view; }

  private:
    BlockModel* m_model;
    BlockView* m_view;
    std::unique_ptr<ResultBlockSource> m_source;
};

}  // namespace partita
