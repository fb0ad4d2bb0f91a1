// How a form becomes an item: what is wrong with it, and what of it was changed.
#include <QRegularExpression>
#include <QSet>
#include <algorithm>
#include <unordered_set>

#include "engine/value/base64.h"
#include "model/item_form_model.h"

namespace partita {
namespace {

constexpr qsizetype kMostQuoted = 40;

/// Of a map, by name; of a list, by position.
const Value* childOf(const Value* value, bool isNamed, const std::string& name, std::size_t position) {
    if (!value) return nullptr;
    if (isNamed) return value->asMap() ? value->asMap()->find(name) : nullptr;
    const List* list = value->asList();
    return list && position < list->size() ? &(*list)[position] : nullptr;
}

}  // namespace

void ItemFormModel::fail(NodeId id, const QString& message) {
    m_nodes[id].fault = message;
    if (m_reading.fault) return;
    m_faultNode = id;
    ItemFault fault;
    QStringList names;
    for (NodeId at = id; at != 0; at = m_nodes[at].parent) {
        const Node& node = m_nodes[at];
        if (node.isNamed)
            fault.path.insert(fault.path.begin(), node.name.toStdString());
        else
            fault.path.insert(fault.path.begin(), static_cast<std::size_t>(node.row));
    }
    const QString path = ItemText::pathText(fault.path);
    fault.message = path.isEmpty() ? message : tr("%1: %2", "attribute: what is wrong").arg(path, message);
    m_reading.fault = std::move(fault);
}

std::optional<AttributeMap> ItemFormModel::mapOf(NodeId id) {
    std::vector<Attribute> attributes;
    bool isWhole = true;
    for (const NodeId child : m_nodes[id].children) {
        auto value = valueOf(child);
        const QString& name = m_nodes[child].name;
        if (name.isEmpty()) {
            fail(child, tr("Give the attribute a name, or remove it."));
            isWhole = false;
        }
        isWhole = isWhole && value;
        if (isWhole) attributes.push_back({name.toStdString(), *std::move(value)});
    }
    if (!isWhole) return std::nullopt;
    auto map = AttributeMap::of(attributes);
    if (map) return map;
    // Told at the later of the two, which is the one that was named last as a rule.
    QSet<QString> seen;
    for (const NodeId child : m_nodes[id].children) {
        if (seen.contains(m_nodes[child].name)) {
            fail(child, tr("There is an attribute of this name already. Give it another name."));
            break;
        }
        seen.insert(m_nodes[child].name);
    }
    return std::nullopt;
}

std::optional<Value> ItemFormModel::setOf(NodeId id) {
    const ValueType type = m_nodes[id].type;
    if (m_nodes[id].children.empty()) {
        fail(id, tr("A set can't be empty. Add an element, or remove the attribute."));
        return std::nullopt;
    }
    std::vector<Value> values;
    std::unordered_set<std::string> seen;
    const auto identity = [](const Value& value) {
        const std::string* text = value.asString() ? value.asString() : value.asBinary();
        return text ? *text : value.asNumber()->text();
    };
    for (const NodeId child : m_nodes[id].children) {
        auto value = valueOf(child);
        if (value && !seen.insert(identity(*value)).second) {
            fail(child, tr("The set holds this element already. Change it, or remove it."));
            return std::nullopt;
        }
        if (value) values.push_back(*std::move(value));
    }
    if (values.size() != m_nodes[id].children.size()) return std::nullopt;
    std::vector<std::string> texts;
    std::vector<Number> numbers;
    for (const Value& value : values) {
        if (const std::string* text = value.asString() ? value.asString() : value.asBinary())
            texts.push_back(*text);
        else
            numbers.push_back(*value.asNumber());
    }
    auto set = type == ValueType::NumberSet   ? Value::numberSet(std::move(numbers))
               : type == ValueType::StringSet ? Value::stringSet(std::move(texts))
                                              : Value::binarySet(std::move(texts));
    if (set) return *std::move(set);
    fail(id, QString::fromStdString(set.error().message));
    return std::nullopt;
}

std::optional<Value> ItemFormModel::valueOf(NodeId id) {
    m_nodes[id].fault.clear();
    const QString& text = m_nodes[id].text;
    switch (m_nodes[id].type) {
        case ValueType::String:
            return Value::string(text.toStdString());
        case ValueType::Number: {
            const auto number = Number::parse(text.trimmed().toStdString());
            if (number) return Value::number(*number);
            // The service's words tell which limit a number is over, but not how one is written.
            static const QRegularExpression kNumber(
                QStringLiteral("^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?$"));
            if (text.trimmed().isEmpty())
                fail(id, tr("Type a number, such as -12.5."));
            else if (kNumber.match(text.trimmed()).hasMatch())
                fail(id, QString::fromStdString(number.error().message));
            else
                fail(id,
                     tr("“%1” is no number. Write digits, with a point before the fraction, such as -12.5.")
                         .arg(text.trimmed().left(kMostQuoted)));
            return std::nullopt;
        }
        case ValueType::Binary: {
            if (auto bytes = fromBase64(text.trimmed().toStdString()))
                return Value::binary(*std::move(bytes));
            fail(id, tr("This is no base64 text: it takes letters, digits, + and /, and = until the length "
                        "divides by 4."));
            return std::nullopt;
        }
        case ValueType::Bool:
            return Value::boolean(text == QLatin1String("true"));
        case ValueType::Null:
            return Value::null();
        case ValueType::List: {
            List list;
            bool isWhole = true;
            for (const NodeId child : m_nodes[id].children) {
                auto value = valueOf(child);
                isWhole = isWhole && value;
                if (isWhole) list.push_back(*std::move(value));
            }
            return isWhole ? std::optional(Value::list(std::move(list))) : std::nullopt;
        }
        case ValueType::Map: {
            auto map = mapOf(id);
            return map ? std::optional(Value::map(*std::move(map))) : std::nullopt;
        }
        case ValueType::StringSet:
        case ValueType::NumberSet:
        case ValueType::BinarySet:
            return setOf(id);
    }
    return std::nullopt;
}

void ItemFormModel::markChanged(NodeId id, const Value* opened, const Value* now) {
    Node& node = m_nodes[id];
    node.isChanged = !opened || !now || *opened != *now;
    const bool isOfSet = isSet(node.type);
    const std::vector<NodeId> children = node.children;
    for (const NodeId child : children) {
        const std::string name = m_nodes[child].name.toStdString();
        const auto position = static_cast<std::size_t>(m_nodes[child].row);
        if (isOfSet) {
            // Elements of a set have no place: those of a changed set are looked for by what they are.
            m_nodes[child].isChanged = m_nodes[id].isChanged;
            if (!m_nodes[id].isChanged || !opened || opened->type() != m_nodes[id].type) continue;
            const auto holds = [&](const auto& elements, const auto& element) {
                return std::binary_search(elements.begin(), elements.end(), element);
            };
            const QString& text = m_nodes[child].text;
            if (const auto* strings = std::get_if<StringSet>(&opened->data()))
                m_nodes[child].isChanged = !holds(strings->elements, text.toStdString());
            if (const auto* numbers = std::get_if<NumberSet>(&opened->data()))
                if (const auto number = Number::parse(text.trimmed().toStdString()))
                    m_nodes[child].isChanged = !holds(numbers->elements, *number);
            if (const auto* binaries = std::get_if<BinarySet>(&opened->data()))
                if (const auto bytes = fromBase64(text.trimmed().toStdString()))
                    m_nodes[child].isChanged = !holds(binaries->elements, *bytes);
            continue;
        }
        markChanged(child, childOf(opened, m_nodes[child].isNamed, name, position),
                    childOf(now, m_nodes[child].isNamed, name, position));
    }
}

void ItemFormModel::read() {
    m_reading = {};
    m_faultNode = 0;
    auto item = mapOf(0);
    // What can't be read is marked as changed: it was readable when it was opened.
    for (const NodeId child : m_nodes.front().children) {
        const std::string name = m_nodes[child].name.toStdString();
        const Value* opened = m_opened ? m_opened->find(name) : nullptr;
        if (item) {
            markChanged(child, opened, item->find(name));
        } else {
            const std::optional<ItemFault> first = m_reading.fault;
            const NodeId firstNode = m_faultNode;
            const QString fault = m_nodes[child].fault;
            const auto value = valueOf(child);
            if (!fault.isEmpty()) m_nodes[child].fault = fault;
            m_reading.fault = first;
            m_faultNode = firstNode;
            markChanged(child, opened, value ? &*value : nullptr);
        }
    }
    if (!item) return;
    auto fault = m_table ? ItemText::check(*m_table, *item) : std::nullopt;
    m_reading.item = std::move(item);
    if (!fault) return;
    if (!fault->path.empty())
        if (const auto* name = std::get_if<std::string>(&fault->path.front()))
            for (const NodeId child : m_nodes.front().children)
                if (m_nodes[child].name.toStdString() == *name) {
                    m_nodes[child].fault = fault->message;
                    m_faultNode = child;
                }
    m_reading.fault = std::move(fault);
}

}  // namespace partita
