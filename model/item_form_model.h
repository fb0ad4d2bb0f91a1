// One item as a tree that can be edited: attributes, and inside lists, maps and sets their elements. Columns:
// name, type, value. What was not touched stays exactly what it was; what is typed is kept as it was typed
// also while it is wrong, and fault() says so. GUI thread only. Every node has an id of its own, which is
// what an index carries.
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <optional>
#include <vector>

#include "engine/table/table_definition.h"
#include "engine/value/item.h"
#include "model/item_text.h"

namespace partita {

class ItemFormModel final : public QAbstractItemModel {
    Q_OBJECT
  public:
    enum Column { NameColumn, TypeColumn, ValueColumn, ColumnCount };
    explicit ItemFormModel(QObject* parent = nullptr);

    /// `opened`: what changes are told against; null: everything is new, and nothing is marked. Keys first,
    /// then `order`, then by name.
    void setItem(const Item& item, std::shared_ptr<const TableDefinition> table,
                 std::shared_ptr<const Item> opened, const std::vector<std::string>& order = {});
    /// The item, when every part of it can be read, and what is wrong first.
    const ItemReading& reading() const { return m_reading; }
    QModelIndex faultIndex() const;

    // Edits. Each answers the node to go on with; invalid when it can't be done.
    QModelIndex addAttribute();
    /// Into the list, map or set at the index, or after the element at the index.
    QModelIndex addInside(const QModelIndex& index);
    bool canAddInside(const QModelIndex& index) const;
    QModelIndex remove(const QModelIndex& index);
    bool canRemove(const QModelIndex& index) const;
    /// Keeps as much of the value as the type can hold.
    void setType(const QModelIndex& index, ValueType type);
    bool canSetType(const QModelIndex& index) const;
    /// A key attribute of the table: its name is fixed, and it can't be removed.
    bool isKey(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  signals:
    /// Something was edited: reading() is another.
    void edited();

  private:
    using NodeId = std::uint32_t;
    struct Node {
        NodeId parent = 0;
        int row = 0;
        int position = 0;      // shown as "[2]"; as row, once its neighbours have come or gone
        bool isNamed = false;  // an attribute, not an element
        QString name;
        ValueType type = ValueType::Null;
        QString text;  // of S, N and B (base64); "true" or "false" of BOOL
        std::vector<NodeId> children;
        bool isGone = false;
        // Worked out of the above.
        bool isChanged = false;
        QString fault;
    };

    NodeId add(NodeId parent, std::size_t row, Node node);
    void fill(NodeId id, const Value& value);
    NodeId idOf(const QModelIndex& index) const;
    QModelIndex indexOf(NodeId id, int column = 0) const;
    void renumber(NodeId parent);
    std::optional<Value> valueOf(NodeId id);
    std::optional<AttributeMap> mapOf(NodeId id);
    std::optional<Value> setOf(NodeId id);
    void fail(NodeId id, const QString& message);
    void markChanged(NodeId id, const Value* opened, const Value* now);
    void read();
    void takeEdit();
    static QString nameText(const Node& node);
    QString valueText(const Node& node) const;

    std::shared_ptr<const TableDefinition> m_table;
    std::shared_ptr<const Item> m_opened;
    std::vector<Node> m_nodes;  // [0] is the root; ids are never used again
    ItemReading m_reading;
    NodeId m_faultNode = 0;
};

bool isContainer(ValueType type);
bool isSet(ValueType type);

}  // namespace partita
