#include "model/item_form_model.h"

#include <algorithm>

#include "engine/value/base64.h"
#include "model/item_tree_model.h"
#include "model/roles.h"

namespace partita {
namespace {

ValueType elementTypeOf(ValueType set) {
    if (set == ValueType::NumberSet) return ValueType::Number;
    return set == ValueType::BinarySet ? ValueType::Binary : ValueType::String;
}

bool hasText(ValueType type) {
    return type == ValueType::String || type == ValueType::Number || type == ValueType::Binary;
}

/// Whether a text field shows all of it and gives it back: some characters it takes for the end of a line, or
/// leaves out.
bool isFieldText(const QString& text, bool hasLines) {
    return std::none_of(text.begin(), text.end(), [hasLines](QChar c) {
        if (hasLines && (c == QLatin1Char('\n') || c == QLatin1Char('\t'))) return false;
        return c.unicode() < 0x20 || c == QChar(0x2028) || c == QChar(0x2029) || c == QChar(0xFDD0) ||
               c == QChar(0xFDD1);
    });
}

}  // namespace

bool isSet(ValueType type) {
    return type == ValueType::StringSet || type == ValueType::NumberSet || type == ValueType::BinarySet;
}

bool isContainer(ValueType type) {
    return type == ValueType::List || type == ValueType::Map || isSet(type);
}

ItemFormModel::ItemFormModel(QObject* parent) : QAbstractItemModel(parent), m_nodes(1) {
    m_nodes.front().type = ValueType::Map;
}

void ItemFormModel::setItem(const Item& item, std::shared_ptr<const TableDefinition> table,
                            std::shared_ptr<const Item> opened, const std::vector<std::string>& order) {
    beginResetModel();
    m_table = std::move(table);
    m_opened = std::move(opened);
    m_nodes.assign(1, Node{});
    m_nodes.front().type = ValueType::Map;
    std::vector<std::string> names;
    for (const std::string& name : order)
        if (item.find(name) && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    const std::size_t known = names.size();
    for (const Attribute& attribute : item) {
        const auto end = names.begin() + static_cast<std::ptrdiff_t>(known);
        if (std::find(names.begin(), end, attribute.name) == end) names.push_back(attribute.name);
    }
    for (const std::string& name : names) {
        Node node;
        node.isNamed = true;
        node.name = QString::fromUtf8(name);
        const NodeId id = add(0, m_nodes.front().children.size(), std::move(node));
        fill(id, *item.find(name));
    }
    read();
    endResetModel();
}

ItemFormModel::NodeId ItemFormModel::add(NodeId parent, std::size_t row, Node node) {
    const NodeId id = static_cast<NodeId>(m_nodes.size());
    node.parent = parent;
    node.row = node.position = static_cast<int>(row);
    m_nodes.push_back(std::move(node));
    std::vector<NodeId>& siblings = m_nodes[parent].children;
    siblings.insert(siblings.begin() + static_cast<std::ptrdiff_t>(row), id);
    if (row + 1 < siblings.size()) renumber(parent);
    return id;
}

void ItemFormModel::fill(NodeId id, const Value& value) {
    m_nodes[id].type = value.type();
    const auto element = [&](const Value& contents, QString name, bool isNamed) {
        Node node;
        node.isNamed = isNamed;
        node.name = std::move(name);
        const NodeId child = add(id, m_nodes[id].children.size(), std::move(node));
        fill(child, contents);
    };
    switch (value.type()) {
        case ValueType::String:
            m_nodes[id].text = QString::fromUtf8(*value.asString());
            break;
        case ValueType::Number:
            m_nodes[id].text = QString::fromUtf8(value.asNumber()->text());
            break;
        case ValueType::Binary:
            m_nodes[id].text = QString::fromUtf8(toBase64(*value.asBinary()));
            break;
        case ValueType::Bool:
            m_nodes[id].text = *value.asBool() ? QStringLiteral("true") : QStringLiteral("false");
            break;
        case ValueType::Null:
            break;
        case ValueType::List:
            for (const Value& each : *value.asList())
                element(each, {}, false);
            break;
        case ValueType::Map:
            for (const Attribute& each : *value.asMap())
                element(each.value, QString::fromUtf8(each.name), true);
            break;
        case ValueType::StringSet:
            for (const std::string& each : std::get_if<StringSet>(&value.data())->elements)
                element(Value::string(each), {}, false);
            break;
        case ValueType::NumberSet:
            for (const Number& each : std::get_if<NumberSet>(&value.data())->elements)
                element(Value::number(each), {}, false);
            break;
        case ValueType::BinarySet:
            for (const std::string& each : std::get_if<BinarySet>(&value.data())->elements)
                element(Value::binary(each), {}, false);
            break;
    }
}

ItemFormModel::NodeId ItemFormModel::idOf(const QModelIndex& index) const {
    if (!index.isValid() || index.model() != this || index.internalId() >= m_nodes.size()) return 0;
    return static_cast<NodeId>(index.internalId());
}

QModelIndex ItemFormModel::indexOf(NodeId id, int column) const {
    return id == 0 ? QModelIndex() : createIndex(m_nodes[id].row, column, quintptr{id});
}

QModelIndex ItemFormModel::faultIndex() const {
    return indexOf(m_faultNode);
}

void ItemFormModel::renumber(NodeId parent) {
    int row = 0;
    for (const NodeId child : m_nodes[parent].children)
        m_nodes[child].row = row++;
}

void ItemFormModel::takeEdit() {
    read();
    // Marks of any row may be others now; rows themselves are told by those who change them.
    std::vector<NodeId> open = {0};
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        const std::vector<NodeId>& children = m_nodes[id].children;
        if (children.empty()) continue;
        for (const NodeId child : children)
            m_nodes[child].position = m_nodes[child].row;
        emit dataChanged(indexOf(children.front()), indexOf(children.back(), ColumnCount - 1));
        open.insert(open.end(), children.begin(), children.end());
    }
    emit edited();
}

QModelIndex ItemFormModel::addAttribute() {
    const std::size_t row = m_nodes.front().children.size();
    beginInsertRows({}, static_cast<int>(row), static_cast<int>(row));
    Node node;
    node.isNamed = true;
    node.type = ValueType::String;
    const NodeId id = add(0, row, std::move(node));
    endInsertRows();
    takeEdit();
    return indexOf(id);
}

bool ItemFormModel::canAddInside(const QModelIndex& index) const {
    const NodeId id = idOf(index);
    return id != 0 && (isContainer(m_nodes[id].type) || m_nodes[id].parent != 0);
}

QModelIndex ItemFormModel::addInside(const QModelIndex& index) {
    if (!canAddInside(index)) return {};
    NodeId parent = idOf(index);
    std::size_t row = m_nodes[parent].children.size();
    if (!isContainer(m_nodes[parent].type)) {
        row = static_cast<std::size_t>(m_nodes[parent].row) + 1;
        parent = m_nodes[parent].parent;
    }
    Node node;
    node.isNamed = m_nodes[parent].type == ValueType::Map;
    node.type = elementTypeOf(m_nodes[parent].type);
    beginInsertRows(indexOf(parent), static_cast<int>(row), static_cast<int>(row));
    const NodeId id = add(parent, row, std::move(node));
    endInsertRows();
    takeEdit();
    return indexOf(id);
}

bool ItemFormModel::isKey(const QModelIndex& index) const {
    const NodeId id = idOf(index);
    if (id == 0 || !m_table || m_nodes[id].parent != 0) return false;
    const QString& name = m_nodes[id].name;
    const auto keys = m_table->keys.all();
    if (std::none_of(keys.begin(), keys.end(),
                     [&](const KeyAttribute& key) { return QString::fromStdString(key.name) == name; }))
        return false;
    // One that was given the same name by mistake can be named anew.
    const std::vector<NodeId>& all = m_nodes.front().children;
    return *std::find_if(all.begin(), all.end(), [&](NodeId each) { return m_nodes[each].name == name; }) ==
           id;
}

bool ItemFormModel::canRemove(const QModelIndex& index) const {
    return idOf(index) != 0 && !isKey(index);
}

QModelIndex ItemFormModel::remove(const QModelIndex& index) {
    if (!canRemove(index)) return {};
    const NodeId id = idOf(index);
    const NodeId parent = m_nodes[id].parent;
    const int row = m_nodes[id].row;
    beginRemoveRows(indexOf(parent), row, row);
    std::vector<NodeId>& siblings = m_nodes[parent].children;
    siblings.erase(siblings.begin() + row);
    m_nodes[id].isGone = true;
    renumber(parent);
    endRemoveRows();
    const NodeId next =
        siblings.empty() ? parent : siblings[std::min<std::size_t>(std::size_t(row), siblings.size() - 1)];
    takeEdit();
    return indexOf(next);
}

bool ItemFormModel::canSetType(const QModelIndex& index) const {
    const NodeId id = idOf(index);
    return id != 0 && !isSet(m_nodes[m_nodes[id].parent].type);
}

void ItemFormModel::setType(const QModelIndex& index, ValueType type) {
    const NodeId id = idOf(index);
    if (!canSetType(index) || m_nodes[id].type == type) return;
    const ValueType before = m_nodes[id].type;
    // Elements that have a text may become elements of a list or a set; all else begins anew.
    QStringList texts;
    for (const NodeId child : m_nodes[id].children)
        if (!m_nodes[child].isNamed && hasText(m_nodes[child].type)) texts << m_nodes[child].text;
    if (hasText(before) && !m_nodes[id].text.isEmpty()) texts << m_nodes[id].text;
    std::vector<ValueType> types;
    for (const NodeId child : m_nodes[id].children)
        if (!m_nodes[child].isNamed && hasText(m_nodes[child].type)) types.push_back(m_nodes[child].type);
    if (types.size() < static_cast<std::size_t>(texts.size())) types.push_back(before);

    const QModelIndex own = indexOf(id);
    if (!m_nodes[id].children.empty()) {
        beginRemoveRows(own, 0, static_cast<int>(m_nodes[id].children.size()) - 1);
        for (const NodeId child : m_nodes[id].children)
            m_nodes[child].isGone = true;
        m_nodes[id].children.clear();
        endRemoveRows();
    }
    m_nodes[id].type = type;
    if (!hasText(type)) m_nodes[id].text.clear();
    if (hasText(type) && isContainer(before))
        m_nodes[id].text = texts.size() == 1 ? texts.front() : QString();
    if (type == ValueType::Bool) m_nodes[id].text = QStringLiteral("false");
    if (hasText(type) && !hasText(before) && !isContainer(before)) m_nodes[id].text.clear();
    const bool takesElements = type == ValueType::List || isSet(type);
    if (takesElements && !texts.isEmpty()) {
        beginInsertRows(own, 0, static_cast<int>(texts.size()) - 1);
        for (qsizetype i = 0; i < texts.size(); ++i) {
            Node node;
            node.type = isSet(type) ? elementTypeOf(type) : types[static_cast<std::size_t>(i)];
            node.text = texts[i];
            add(id, static_cast<std::size_t>(i), std::move(node));
        }
        endInsertRows();
    }
    takeEdit();
}

QModelIndex ItemFormModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent)) return {};
    return indexOf(m_nodes[idOf(parent)].children[static_cast<std::size_t>(row)], column);
}

QModelIndex ItemFormModel::parent(const QModelIndex& child) const {
    const NodeId id = idOf(child);
    return id == 0 || m_nodes[id].isGone ? QModelIndex() : indexOf(m_nodes[id].parent);
}

int ItemFormModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) return 0;
    return static_cast<int>(m_nodes[idOf(parent)].children.size());
}

int ItemFormModel::columnCount(const QModelIndex&) const {
    return ColumnCount;
}

QString ItemFormModel::nameText(const Node& node) {
    return node.isNamed ? node.name : QStringLiteral("[%1]").arg(node.position);
}

QString ItemFormModel::valueText(const Node& node) const {
    const int count = static_cast<int>(node.children.size());
    switch (node.type) {
        case ValueType::Null:
            return QStringLiteral("NULL");
        case ValueType::List:
            return tr("%n element(s)", nullptr, count);
        case ValueType::Map:
            return tr("%n attribute(s)", nullptr, count);
        case ValueType::StringSet:
        case ValueType::NumberSet:
        case ValueType::BinarySet:
            return tr("set of %n element(s)", nullptr, count);
        default:
            return node.text;
    }
}

QVariant ItemFormModel::data(const QModelIndex& index, int role) const {
    const NodeId id = idOf(index);
    if (id == 0) return {};
    const Node& node = m_nodes[id];
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == NameColumn) return nameText(node);
            if (index.column() == TypeColumn) return QString::fromUtf8(typeName(node.type));
            return valueText(node);
        case Qt::EditRole:
            if (index.column() == NameColumn) return node.name;
            if (index.column() == TypeColumn) return static_cast<int>(node.type);
            return node.text;
        case Qt::ToolTipRole:
            if (!node.fault.isEmpty()) return node.fault;
            if (!data(index, IsEditableTextRole).toBool())
                return tr(
                    "It holds characters that a line of text can't show. Edit it in one of the JSON "
                    "views.");
            return {};
        case ChangedRole:
            return m_opened && node.isChanged;
        case FaultTextRole:
            return node.fault;
        case ValueTypeRole:
            return static_cast<int>(node.type);
        case KeyMarkRole: {
            if (!isKey(index)) return static_cast<int>(ItemTreeModel::KeyMark::None);
            const std::string name = node.name.toStdString();
            const auto& partition = m_table->keys.partition;
            const bool isPartition = std::any_of(partition.begin(), partition.end(),
                                                 [&](const auto& key) { return key.name == name; });
            return static_cast<int>(isPartition ? ItemTreeModel::KeyMark::Partition
                                                : ItemTreeModel::KeyMark::Sort);
        }
        case IsEditableTextRole:
            return isFieldText(index.column() == NameColumn ? node.name : node.text,
                               index.column() != NameColumn);
        default:
            return {};
    }
}

bool ItemFormModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) return false;
    if (index.column() == TypeColumn) {
        setType(index, static_cast<ValueType>(value.toInt()));
        return true;
    }
    Node& node = m_nodes[idOf(index)];
    QString& target = index.column() == NameColumn ? node.name : node.text;
    if (target == value.toString()) return true;
    target = value.toString();
    takeEdit();
    return true;
}

Qt::ItemFlags ItemFormModel::flags(const QModelIndex& index) const {
    const NodeId id = idOf(index);
    if (id == 0) return Qt::NoItemFlags;
    const Node& node = m_nodes[id];
    bool isEditable = false;
    switch (index.column()) {
        case NameColumn:
            isEditable = node.isNamed && !isKey(index) && data(index, IsEditableTextRole).toBool();
            break;
        case TypeColumn:
            isEditable = canSetType(index);
            break;
        default:
            isEditable = node.type == ValueType::Bool ||
                         (hasText(node.type) && data(index, IsEditableTextRole).toBool());
            break;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | (isEditable ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

QVariant ItemFormModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return ItemTreeModel::columnTitle(section);
}

}  // namespace partita
