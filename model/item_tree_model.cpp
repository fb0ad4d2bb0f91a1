#include "model/item_tree_model.h"

#include <algorithm>

#include "engine/interchange/json.h"
#include "engine/table/key.h"
#include "model/roles.h"

namespace partita {

ItemTreeModel::ItemTreeModel(QObject* parent) : QAbstractItemModel(parent), m_nodes(1) {}

void ItemTreeModel::setItem(std::shared_ptr<const Item> item, const KeySchema& keys,
                            const QStringList& order) {
    beginResetModel();
    m_item = std::move(item);
    m_nodes.assign(1, Node{});
    if (m_item) {
        std::vector<std::string> names;
        const auto take = [&](const std::string& name) {
            if (m_item->find(name) && std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
        };
        for (const KeyAttribute& key : keys.all())
            take(key.name);
        for (const QString& name : order)
            take(name.toStdString());
        const auto isTaken = [&names, known = names.size()](const std::string& name) {
            const auto end = names.begin() + static_cast<std::ptrdiff_t>(known);
            return std::find(names.begin(), end, name) != end;
        };
        for (const Attribute& attribute : *m_item)
            if (!isTaken(attribute.name)) names.push_back(attribute.name);

        const auto isIn = [](const std::vector<KeyAttribute>& attributes, const std::string& name) {
            return std::any_of(attributes.begin(), attributes.end(),
                               [&](const KeyAttribute& key) { return key.name == name; });
        };
        for (const std::string& name : names) {
            const NodeId id = add(0, QString::fromUtf8(name), *m_item->find(name));
            if (isIn(keys.partition, name))
                m_nodes[id].key = KeyMark::Partition;
            else if (isIn(keys.sort, name))
                m_nodes[id].key = KeyMark::Sort;
        }
    }
    endResetModel();
}

ItemTreeModel::NodeId ItemTreeModel::add(NodeId parent, const QString& name, const Value& value) {
    const NodeId id = static_cast<NodeId>(m_nodes.size());
    m_nodes.push_back({});
    Node& made = m_nodes.back();
    made.parent = parent;
    made.row = static_cast<int>(m_nodes[parent].children.size());
    made.name = name;
    made.type = value.type();
    m_nodes[parent].children.push_back(id);

    // References into m_nodes end with the next push_back: only the id is used from here on.
    if (const List* list = value.asList()) {
        m_nodes[id].container = &value;
        for (const Value& element : *list)
            add(id, {}, element);
    } else if (const AttributeMap* map = value.asMap()) {
        m_nodes[id].container = &value;
        for (const Attribute& attribute : *map)
            add(id, QString::fromUtf8(attribute.name), attribute.value);
    } else if (const auto* strings = std::get_if<StringSet>(&value.data())) {
        m_nodes[id].container = &value;
        for (const std::string& element : strings->elements)
            add(id, {}, Value::string(element));
    } else if (const auto* numbers = std::get_if<NumberSet>(&value.data())) {
        m_nodes[id].container = &value;
        for (const Number& element : numbers->elements)
            add(id, {}, Value::number(element));
    } else if (const auto* binaries = std::get_if<BinarySet>(&value.data())) {
        m_nodes[id].container = &value;
        for (const std::string& element : binaries->elements)
            add(id, {}, Value::binary(element));
    } else {
        m_nodes[id].value = value;
    }
    return id;
}

const ItemTreeModel::Node* ItemTreeModel::node(const QModelIndex& index) const {
    if (!index.isValid() || index.model() != this || index.internalId() >= m_nodes.size()) return nullptr;
    return &m_nodes[index.internalId()];
}

QModelIndex ItemTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent)) return {};
    const NodeId parentId = parent.isValid() ? static_cast<NodeId>(parent.internalId()) : 0;
    return createIndex(row, column, quintptr{m_nodes[parentId].children[static_cast<std::size_t>(row)]});
}

QModelIndex ItemTreeModel::parent(const QModelIndex& child) const {
    const Node* found = node(child);
    if (!found || found->parent == 0) return {};
    return createIndex(m_nodes[found->parent].row, 0, quintptr{found->parent});
}

int ItemTreeModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) return 0;
    if (!parent.isValid()) return static_cast<int>(m_nodes.front().children.size());
    const Node* found = node(parent);
    return found ? static_cast<int>(found->children.size()) : 0;
}

int ItemTreeModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QString ItemTreeModel::nameText(const Node& node) {
    return node.name.isNull() ? QStringLiteral("[%1]").arg(node.row) : node.name;
}

QStringList ItemTreeModel::path(const QModelIndex& index) const {
    QStringList names;
    for (const Node* at = node(index); at && at != &m_nodes.front(); at = &m_nodes[at->parent])
        names.prepend(nameText(*at));
    return names;
}

QModelIndex ItemTreeModel::indexOfPath(const QStringList& path) const {
    if (path.isEmpty()) return {};
    NodeId at = 0;
    for (const QString& name : path) {
        const std::vector<NodeId>& children = m_nodes[at].children;
        const auto found = std::find_if(children.begin(), children.end(),
                                        [&](NodeId id) { return nameText(m_nodes[id]) == name; });
        if (found == children.end()) return {};
        at = *found;
    }
    return createIndex(m_nodes[at].row, 0, quintptr{at});
}

QString ItemTreeModel::valueText(const Node& node) const {
    const int count = static_cast<int>(node.children.size());
    switch (node.type) {
        case ValueType::String:
            return QString::fromUtf8(*node.value.asString());
        case ValueType::Number:
            return QString::fromUtf8(node.value.asNumber()->text());
        case ValueType::Binary: {
            const std::string& bytes = *node.value.asBinary();
            return tr("‹%n byte(s)›", nullptr, static_cast<int>(bytes.size())) + QLatin1Char(' ') +
                   QString::fromUtf8(toBase64(bytes));
        }
        case ValueType::Bool:
            return *node.value.asBool() ? QStringLiteral("true") : QStringLiteral("false");
        case ValueType::Null:
            return QStringLiteral("NULL");
        case ValueType::List:
            return tr("%n element(s)", nullptr, count);
        case ValueType::Map:
            return tr("%n attribute(s)", nullptr, count);
        case ValueType::StringSet:
            return tr("set of %n string(s)", nullptr, count);
        case ValueType::NumberSet:
            return tr("set of %n number(s)", nullptr, count);
        case ValueType::BinarySet:
            return tr("set of %n binary value(s)", nullptr, count);
    }
    return {};
}

QString ItemTreeModel::fullText(const QModelIndex& index) const {
    const Node* found = node(index);
    if (!found) return {};
    const Value& value = valueOf(*found);
    switch (found->type) {
        case ValueType::String:
            return QString::fromUtf8(*value.asString());
        case ValueType::Number:
            return QString::fromUtf8(value.asNumber()->text());
        case ValueType::Binary:
            return QString::fromUtf8(toBase64(*value.asBinary()));
        default:
            return QString::fromUtf8(toPlainJson(value, JsonStyle{2, {}}));
    }
}

ItemTreeModel::KeyMark ItemTreeModel::keyMark(const QModelIndex& index) const {
    const Node* found = node(index);
    return found ? found->key : KeyMark::None;
}

QVariant ItemTreeModel::data(const QModelIndex& index, int role) const {
    const Node* found = node(index);
    if (!found) return {};
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == NameColumn) return nameText(*found);
            if (index.column() == TypeColumn) return QString::fromUtf8(typeName(found->type));
            return valueText(*found);
        case RawValueRole:
            switch (found->type) {
                case ValueType::String:
                    return QString::fromUtf8(*found->value.asString());
                case ValueType::Number:
                    return QString::fromUtf8(found->value.asNumber()->text());
                case ValueType::Binary:
                    return QByteArray::fromStdString(*found->value.asBinary());
                case ValueType::Bool:
                    return *found->value.asBool();
                default:
                    return {};
            }
        case KeyMarkRole:
            return static_cast<int>(found->key);
        default:
            return {};
    }
}

QString ItemTreeModel::columnTitle(int column) {
    switch (column) {
        case NameColumn:
            return tr("Name");
        case TypeColumn:
            return tr("Type");
        case ValueColumn:
            return tr("Value");
        default:
            return {};
    }
}

QVariant ItemTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return columnTitle(section);
}

}  // namespace partita
