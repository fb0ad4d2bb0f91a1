// The blocks of what a query or scan returned: items in memory, added page by page, in the order they came.
// GUI thread only.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/table/table_definition.h"
#include "model/block_source.h"

namespace partita {

class ResultStore;

class ResultBlockSource final : public BlockSource {
    Q_OBJECT
  public:
    /// `index`: what was queried; nothing for the table. It must exist.
    ResultBlockSource(const TableDefinition& table, const std::optional<std::string>& index,
                      QObject* parent = nullptr);

    /// Adds a page. Items of one partition key become one block, wherever they came.
    /// `order`: of their attributes; may be null.
    void append(const std::vector<Item>& items, const AttributeOrder* order = nullptr);
    void clear();
    std::uint64_t itemCount() const;
    /// How many items the whole collection holds, so that its block can say "4 of 5 items".
    void setItemsInTable(const std::vector<Value>& partition, std::uint64_t items);

    const KeySchema& viewKeys() const override { return m_viewKeys; }
    const KeySchema& tableKeys() const override { return m_tableKeys; }
    bool hasOwnOrder() const override { return true; }
    Job start(QObject* context, Work work, Done done) override;

  private:
    KeySchema m_viewKeys;
    KeySchema m_tableKeys;
    std::shared_ptr<ResultStore> m_store;
};

}  // namespace partita
