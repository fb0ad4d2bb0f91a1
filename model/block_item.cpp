#include "model/block_item.h"

#include <QCoreApplication>
#include <algorithm>

#include "engine/interchange/json.h"
#include "engine/table/key.h"
#include "engine/table/key_values.h"

namespace partita {
namespace {

QString bytesText(std::size_t count) {
    return QCoreApplication::translate("BlockItem", "‹%n byte(s)›", nullptr, static_cast<int>(count));
}

/// Cuts between characters, never inside a surrogate pair.
QString cut(QString text, qsizetype most) {
    if (text.size() <= most) return text;
    if (text.at(most - 2).isHighSurrogate()) --most;
    text.truncate(most - 1);
    return text + QChar(0x2026);
}

/// Writes a value short and like JSON; stops soon after `most` characters, so that a large list costs little.
class ShortWriter final {
  public:
    explicit ShortWriter(int most) : m_most(most) {}
    QString take() { return std::move(m_text); }

    void write(const Value& value) {
        if (isFull()) return;
        if (const auto* text = value.asString())
            quoted(*text);
        else if (const auto* number = value.asNumber())
            m_text += QString::fromStdString(number->text());
        else if (const auto* binary = value.asBinary())
            m_text += bytesText(binary->size());
        else if (const auto* flag = value.asBool())
            m_text += *flag ? QLatin1String("true") : QLatin1String("false");
        else if (value.type() == ValueType::Null)
            m_text += QLatin1String("null");
        else if (const auto* list = value.asList())
            sequence(u'[', *list, u']', [this](const Value& v) { write(v); });
        else if (const auto* map = value.asMap())
            sequence(u'{', *map, u'}', [this](const Attribute& a) {
                m_text += oneLine(a.name, m_most) + QLatin1String(": ");
                write(a.value);
            });
        else if (const auto* strings = std::get_if<StringSet>(&value.data()))
            sequence(u'{', strings->elements, u'}', [this](const std::string& s) { quoted(s); });
        else if (const auto* numbers = std::get_if<NumberSet>(&value.data()))
            sequence(u'{', numbers->elements, u'}',
                     [this](const Number& n) { m_text += QString::fromStdString(n.text()); });
        else if (const auto* binaries = std::get_if<BinarySet>(&value.data()))
            sequence(u'{', binaries->elements, u'}',
                     [this](const std::string& b) { m_text += bytesText(b.size()); });
    }

  private:
    bool isFull() const { return m_text.size() > m_most; }
    void quoted(const std::string& text) { m_text += u'"' + oneLine(text, m_most) + u'"'; }
    template <class Container, class One>
    void sequence(QChar open, const Container& elements, QChar close, One one) {
        m_text += open;
        bool first = true;
        for (const auto& element : elements) {
            if (isFull()) return;
            if (!first) m_text += QLatin1String(", ");
            first = false;
            one(element);
        }
        m_text += close;
    }
    int m_most;
    QString m_text;
};

QString keyText(const std::vector<Value>& values) {
    return oneLine(displayText(values));
}

std::vector<std::string> keyNames(const KeySchema& table) {
    std::vector<std::string> names;
    for (const KeyAttribute& key : table.all())
        names.push_back(key.name);
    return names;
}

}  // namespace

QString oneLine(const std::string& utf8, int most) {
    // A character takes up to four bytes, so that is all that can be needed of a long text.
    const auto bytes = std::min(utf8.size(), static_cast<std::size_t>(most) * 4 + 4);
    QString text = QString::fromUtf8(utf8.data(), static_cast<qsizetype>(bytes));
    text.replace(QLatin1String("\r\n"), QStringLiteral("↵"));
    for (QChar& c : text) {
        if (c == u'\n' || c == u'\r' || c.unicode() == 0x2028 || c.unicode() == 0x2029)
            c = QChar(0x21B5);
        else if (c == u'\t')
            c = u' ';
        else if (c.unicode() < 0x20 || c.unicode() == 0x7F)
            c = QChar(c.unicode() == 0x7F ? 0x2421 : 0x2400 + c.unicode());
    }
    return cut(std::move(text), most);
}

QString lineOf(const Value& value, int most) {
    if (const auto* text = value.asString()) return oneLine(*text, most);
    ShortWriter writer(most);
    writer.write(value);
    return cut(writer.take(), most);
}

BlockCell makeBlockCell(const QString& name, const Value& value) {
    BlockCell cell;
    cell.name = name;
    cell.type = value.type();
    if (const auto* text = value.asString(); text && text->empty()) {
        cell.text = QCoreApplication::translate("BlockItem", "(empty)");
        cell.look = BlockCell::Look::Faint;
    } else if (value.type() == ValueType::Null) {
        cell.text = QStringLiteral("NULL");
        cell.look = BlockCell::Look::Faint;
    } else {
        cell.text = lineOf(value);
        if (value.type() == ValueType::Number) cell.look = BlockCell::Look::Figure;
        if (value.type() == ValueType::Binary) cell.look = BlockCell::Look::Faint;
    }
    return cell;
}

const BlockCell* BlockItem::cell(const QString& name) const {
    const auto found =
        std::find_if(cells.begin(), cells.end(), [&](const BlockCell& c) { return c.name == name; });
    return found == cells.end() ? nullptr : &*found;
}

BlockItemPtr makeBlockItem(const KeySchema& view, const KeySchema& table, BrowsedItem item,
                           const AttributeOrder* order) {
    auto made = std::make_shared<BlockItem>();
    made->item = std::move(item.item);
    made->bytes = item.bytes;
    made->partition = keyValuesOf(view.partition, made->item);
    made->sort = keyValuesOf(view.sort, made->item);
    made->sortText = keyText(made->sort);
    const std::string entity =
        entityOf(keyValuesOf(table.partition, made->item), keyValuesOf(table.sort, made->item));
    made->entity = oneLine(entity, 60);
    const auto add = [&](const std::string& name, const Value& value) {
        made->cells.push_back(makeBlockCell(oneLine(name), value));
    };
    for (const KeyAttribute& key : table.all())
        if (const Value* value = made->item.find(key.name); value && !view.contains(key.name))
            add(key.name, *value);
    const auto isKey = [&](const std::string& name) { return view.contains(name) || table.contains(name); };
    static const std::vector<std::string> kNone;
    const std::vector<std::string>& known = order ? order->namesOf(entity) : kNone;
    for (const std::string& name : known)
        if (const Value* value = made->item.find(name); value && !isKey(name)) add(name, *value);
    for (const Attribute& attribute : made->item)
        if (!isKey(attribute.name) && std::find(known.begin(), known.end(), attribute.name) == known.end())
            add(attribute.name, attribute.value);
    return made;
}

BlockSummaryPtr makeBlockSummary(CollectionSummary collection, std::optional<std::uint64_t> itemsInTable) {
    auto made = std::make_shared<BlockSummary>();
    made->keyText = keyText(collection.partition);
    made->collection = std::move(collection);
    made->itemsInTable = itemsInTable;
    return made;
}

QString dynamoDbJsonOf(const BlockItem& item, const KeySchema& table) {
    JsonStyle style{2, keyNames(table)};
    for (const BlockCell& cell : item.cells)
        style.firstNames.push_back(cell.name.toStdString());
    return QString::fromStdString(toDynamoDbJson(item.item, style));
}

QString keyJsonOf(const BlockItem& item, const KeySchema& table) {
    Item key;
    for (const KeyAttribute& attribute : table.all())
        if (const Value* value = item.item.find(attribute.name)) key.set(attribute.name, *value);
    return QString::fromStdString(toDynamoDbJson(key, JsonStyle{0, keyNames(table)}));
}

QString valueTextOf(const Value& value) {
    if (const auto* text = value.asString()) return QString::fromStdString(*text);
    if (const auto* number = value.asNumber()) return QString::fromStdString(number->text());
    return QString::fromStdString(toDynamoDbJson(value));
}

}  // namespace partita
