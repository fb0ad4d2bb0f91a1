// One item as a tree: attributes, and inside lists, maps and sets their elements. Columns: name, type, value.
// Read-only; GUI thread only. Every node has an id of its own, which is what an index carries, so that a
// persistent index never depends on its parent's row.
#pragma once

#include <QAbstractItemModel>
#include <QStringList>
#include <memory>
#include <vector>

#include "engine/table/table_definition.h"
#include "engine/value/item.h"

namespace partita {

class ItemTreeModel final : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Column { NameColumn, TypeColumn, ValueColumn, ColumnCount };
    enum class KeyMark { None, Partition, Sort };

    explicit ItemTreeModel(QObject* parent = nullptr);

    /// Keys first (those of `keys`), then the attributes named in `order`, then the rest by name.
    /// A null item empties the model.
    void setItem(std::shared_ptr<const Item> item, const KeySchema& keys, const QStringList& order = {});
    const std::shared_ptr<const Item>& item() const { return m_item; }
    /// Attributes and elements of all levels.
    std::size_t nodeCount() const { return m_nodes.size() - 1; }

    /// The names from the top down, "[2]" for an element: tells a node again after the item has been read
    /// anew.
    QStringList path(const QModelIndex& index) const;
    /// Invalid when there is none.
    QModelIndex indexOfPath(const QStringList& path) const;
    /// The whole value, as a person would copy it: text of a string, canonical number, base64, JSON of the
    /// rest.
    QString fullText(const QModelIndex& index) const;
    KeyMark keyMark(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    /// What a column holds, as its head says it.
    static QString columnTitle(int column);
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  private:
    using NodeId = std::uint32_t;
    struct Node {
        NodeId parent = 0;
        int row = 0;
        QString name;                      // of an attribute; null for an element
        Value value;                       // of a leaf or a set's element
        const Value* container = nullptr;  // of L, M and sets: in m_item
        ValueType type = ValueType::Null;
        KeyMark key = KeyMark::None;
        std::vector<NodeId> children;
    };

    const Node* node(const QModelIndex& index) const;
    NodeId add(NodeId parent, const QString& name, const Value& value);
    QString valueText(const Node& node) const;
    static QString nameText(const Node& node);
    const Value& valueOf(const Node& node) const { return node.container ? *node.container : node.value; }

    std::shared_ptr<const Item> m_item;
    std::vector<Node> m_nodes;  // [0] is the root
};

}  // namespace partita
