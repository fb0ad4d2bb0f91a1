#include "model/item_text.h"

#include <QLocale>
#include <algorithm>

#include "engine/interchange/json.h"
#include "engine/interchange/json_outline.h"
#include "engine/item_edit.h"
#include "engine/limits.h"
#include "engine/table/key.h"

namespace partita {
namespace {

/// These end a paragraph of a text document. They stand within strings only, where an escape means the same.
QString withoutBreaks(const std::string& json) {
    QString text = QString::fromStdString(json);
    for (const char16_t c : {char16_t(0x2028), char16_t(0x2029), char16_t(0xFDD0), char16_t(0xFDD1)})
        if (text.contains(QChar(c)))
            text.replace(QChar(c), QStringLiteral("\\u%1").arg(int(c), 4, 16, QLatin1Char('0')));
    return text;
}

/// Finds where a value stands in JSON that is known to be well formed.
class Finder final {
  public:
    explicit Finder(std::string_view text) : m_text(text) {}

    std::optional<SourceRange> find(const ValuePath& path, bool typed) {
        m_at = 0;
        skipBlanks();
        for (std::size_t i = 0; i < path.size(); ++i) {
            // In DynamoDB JSON an object of one member, the type, stands round each value.
            if (typed && i > 0 && !enterFirstMember()) return std::nullopt;
            const bool entered = std::holds_alternative<std::string>(path[i])
                                     ? enterMember(*std::get_if<std::string>(&path[i]))
                                     : enterElement(*std::get_if<std::size_t>(&path[i]));
            if (!entered) return std::nullopt;
        }
        const std::size_t begin = m_at;
        skipValue();
        return SourceRange{begin, m_at};
    }

  private:
    bool isAt(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }
    void skipBlanks() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }
    void skipString() {
        for (++m_at; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at)
            if (m_text[m_at] == '\\') ++m_at;
        m_at = std::min(m_at + 1, m_text.size());
    }
    void skipValue() {
        int depth = 0;
        do {
            if (isAt('"')) {
                skipString();
            } else if (isAt('{') || isAt('[')) {
                ++depth;
                ++m_at;
            } else if (isAt('}') || isAt(']')) {
                --depth;
                ++m_at;
            } else if (depth == 0) {
                m_at = std::min(m_text.find_first_of(",]} \t\r\n", m_at), m_text.size());
            } else {
                ++m_at;
            }
        } while (depth > 0 && m_at < m_text.size());
    }
    bool enterFirstMember() {
        if (!isAt('{')) return false;
        ++m_at;
        skipBlanks();
        if (!isAt('"')) return false;
        skipString();
        skipBlanks();
        ++m_at;  // :
        skipBlanks();
        return true;
    }
    bool enterMember(const std::string& name) {
        if (!isAt('{')) return false;
        do {
            ++m_at;
            skipBlanks();
            if (!isAt('"')) return false;
            const std::size_t begin = m_at;
            skipString();
            const auto read = parsePlainValue(m_text.substr(begin, m_at - begin));
            skipBlanks();
            ++m_at;  // :
            skipBlanks();
            if (read && read->asString() && *read->asString() == name) return true;
            skipValue();
            skipBlanks();
        } while (isAt(','));
        return false;
    }
    bool enterElement(std::size_t position) {
        if (!isAt('[')) return false;
        for (std::size_t i = 0;; ++i) {
            ++m_at;
            skipBlanks();
            if (i == position) return m_at < m_text.size();
            skipValue();
            skipBlanks();
            if (!isAt(',')) return false;
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Of a place as errors of the parser name it: "list[2].name". A name that holds a dot or a bracket itself is
/// not found.
ValuePath pathOf(const std::string& where) {
    ValuePath path;
    const QStringList steps = QString::fromStdString(where).split(QLatin1Char('.'));
    for (const QString& step : steps) {
        const QStringList parts = step.split(QLatin1Char('['));
        if (!parts.front().isEmpty()) path.emplace_back(parts.front().toStdString());
        for (const QString& position : parts.mid(1))
            path.emplace_back(static_cast<std::size_t>(position.chopped(1).toULongLong()));
    }
    return path;
}

void place(ItemFault& fault, const std::string& utf8, SourceRange range) {
    const auto characters = [&](std::size_t bytes) {
        return QString::fromUtf8(std::string_view(utf8).substr(0, std::min(bytes, utf8.size()))).size();
    };
    fault.begin = characters(range.begin);
    fault.end = std::max(characters(range.end), fault.begin);
    const std::string_view before =
        std::string_view(utf8).substr(0, std::min<std::size_t>(range.begin, utf8.size()));
    fault.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t lineBegin = before.rfind('\n') + 1;  // npos + 1 is 0
    fault.column = 1 + static_cast<int>(QString::fromUtf8(before.substr(lineBegin)).size());
}

ItemReading refused(ItemFault fault) {
    return {std::nullopt, std::move(fault)};
}

std::string typeText(ValueType type) {
    return std::string(typeName(type));
}

}  // namespace

ItemChanges changesBetween(const Item& before, const Item& after) {
    ItemChanges changes;
    for (const Attribute& attribute : after) {
        const Value* old = before.find(attribute.name);
        if (!old)
            changes.added << QString::fromStdString(attribute.name);
        else if (*old != attribute.value)
            changes.changed << QString::fromStdString(attribute.name);
    }
    for (const Attribute& attribute : before)
        if (!after.find(attribute.name)) changes.removed << QString::fromStdString(attribute.name);
    return changes;
}

QString ItemFault::text() const {
    return line > 0 ? ItemText::tr("Line %1, column %2: %3").arg(line).arg(column).arg(message) : message;
}

QString ItemText::dynamoDb(const Item& item, const std::vector<std::string>& firstNames) {
    return withoutBreaks(toDynamoDbJson(item, {2, firstNames}));
}

QString ItemText::plain(const Item& item, const std::vector<std::string>& firstNames) {
    return withoutBreaks(toPlainJson(item, {2, firstNames}));
}

std::vector<std::pair<qsizetype, qsizetype>> ItemText::changedRanges(const QString& text, const Item& before,
                                                                     const Item& now) {
    std::vector<std::pair<qsizetype, qsizetype>> ranges;
    const std::string utf8 = text.toStdString();
    const std::size_t begin = utf8.find('{');
    if (begin == std::string::npos) return ranges;
    std::size_t bytes = 0;
    qsizetype characters = 0;
    // Members come in the order of the text, so that each part of it is counted once.
    const auto charactersUpTo = [&](std::size_t end) {
        characters += QString::fromUtf8(std::string_view(utf8).substr(bytes, end - bytes)).size();
        bytes = end;
        return characters;
    };
    for (const JsonMember& member : outlineOf(std::string_view(utf8).substr(begin)).members) {
        std::string quoted = "\"";
        quoted += member.name;
        quoted += '"';
        const auto name = parsePlainValue(quoted);
        if (!name || !name->asString()) continue;
        const Value* old = before.find(*name->asString());
        const Value* value = now.find(*name->asString());
        if (!value || (old && *old == *value)) continue;
        const qsizetype first = charactersUpTo(begin + member.at);
        ranges.emplace_back(first, charactersUpTo(begin + member.at + member.value.size()));
    }
    return ranges;
}

QString ItemText::pathText(const ValuePath& path) {
    QString text;
    for (const auto& step : path) {
        if (const auto* position = std::get_if<std::size_t>(&step)) {
            text += QStringLiteral("[%1]").arg(*position);
        } else {
            if (!text.isEmpty()) text += QLatin1Char('.');
            text += QString::fromStdString(*std::get_if<std::string>(&step));
        }
    }
    return text;
}

QString ItemText::misfitText(const TypeMisfit& misfit) {
    const QString path = pathText(misfit.path);
    const QString type = QString::fromStdString(typeText(misfit.type));
    switch (misfit.kind) {
        case TypeMisfit::Kind::EmptySet:
            return tr("%1 is a set (%2), and a set can't be empty. Remove the attribute, or give it another "
                      "type in the form or as DynamoDB JSON.")
                .arg(path, type);
        case TypeMisfit::Kind::NotOfSet:
            return misfit.type == ValueType::NumberSet
                       ? tr("%1 is in a set of numbers (NS): write a number without quotes. To make a list "
                            "of it, give it another type in the form or as DynamoDB JSON.")
                             .arg(path)
                   : misfit.type == ValueType::BinarySet
                       ? tr("%1 is in a set of binary values (BS): write base64 text in quotes. To make a "
                            "list of it, give it another type in the form or as DynamoDB JSON.")
                             .arg(path)
                       : tr("%1 is in a set of strings (SS): write a text in quotes. To make a list of it, "
                            "give it another type in the form or as DynamoDB JSON.")
                             .arg(path);
        case TypeMisfit::Kind::NotBase64:
        case TypeMisfit::Kind::NotBase64OfBinary:
            return tr("%1 is binary (%2), and this is no base64 text: it takes letters, digits, + and /, and "
                      "= until the length divides by 4. To make a string of it, give it another type in the "
                      "form or as DynamoDB JSON.")
                .arg(path, type);
        case TypeMisfit::Kind::TwiceInSet:
            return tr("%1 is a set (%2), and holds the same element twice. Keep one of them.")
                .arg(path, type);
    }
    return {};
}

std::optional<ItemFault> ItemText::check(const TableDefinition& table, const Item& item) {
    const auto faultOf = [](const std::string& name, const QString& message) {
        ItemFault fault;
        fault.message = message;
        fault.path = {name};
        return fault;
    };
    for (const KeyAttribute& key : table.keys.all()) {
        const QString name = QString::fromStdString(key.name);
        const QString type = QString::fromStdString(typeText(key.type));
        const Value* value = item.find(key.name);
        if (!value) {
            ItemFault fault = faultOf(
                key.name, tr("The item has no %1. It is a key of the table: add it, as %2.", "name, S")
                              .arg(name, type));
            fault.path.clear();
            return fault;
        }
        if (value->type() != key.type)
            return faultOf(key.name,
                           tr("%1 is a key of the table and has to be %2. It is %3 here.", "name, S, N")
                               .arg(name, type, QString::fromStdString(typeText(value->type()))));
        const std::string* text = value->asString() ? value->asString() : value->asBinary();
        if (text && text->empty())
            return faultOf(key.name,
                           tr("%1 is a key of the table and can't be empty. Give it a value.").arg(name));
    }
    for (const IndexDefinition& index : table.indexes) {
        for (const KeyAttribute& key : index.keys.all()) {
            const Value* value = item.find(key.name);
            if (!value) continue;
            const QString name = QString::fromStdString(key.name);
            const QString ofIndex = QString::fromStdString(index.name);
            if (value->type() != key.type)
                return faultOf(key.name,
                               tr("%1 is a key of the index %2 and has to be %3 there. It is %4 here. "
                                  "Change its type, or remove the attribute.",
                                  "name, index, S, N")
                                   .arg(name, ofIndex, QString::fromStdString(typeText(key.type)),
                                        QString::fromStdString(typeText(value->type()))));
            const std::string* text = value->asString() ? value->asString() : value->asBinary();
            if (text && text->empty())
                return faultOf(key.name, tr("%1 is a key of the index %2 and can't be empty. Give it a "
                                            "value, or remove the attribute.")
                                             .arg(name, ofIndex));
        }
    }
    if (const std::size_t size = sizeOf(item); size > limits::kItemSize) {
        ItemFault fault;
        fault.message = tr("The item has %1 bytes, %2 more than the service takes (400 KB). Remove or "
                           "shorten something.")
                            .arg(QLocale(QLocale::English).toString(qulonglong(size)),
                                 QLocale(QLocale::English).toString(qulonglong(size - limits::kItemSize)));
        return fault;
    }
    const auto checked = checkItem(table, item);
    if (checked) return std::nullopt;
    ItemFault fault;
    fault.message = QString::fromStdString(checked.error().message);
    if (item.find(checked.error().where)) fault.path = {checked.error().where};
    return fault;
}

namespace {

enum class Typed { Yes, No };

/// `base`: of plain text.
ItemReading readText(const QString& text, const TableDefinition& table, Typed typed, const Item* base) {
    if (text.trimmed().isEmpty()) {
        ItemFault fault;
        fault.message = ItemText::tr("There is no item here. An item is a JSON object: { … }.");
        fault.line = fault.column = 1;
        fault.end = text.size();
        return refused(std::move(fault));
    }
    if (!text.isValidUtf16()) {
        ItemFault fault;
        fault.message = ItemText::tr("The text holds half of a character (a lone surrogate). Remove it.");
        return refused(std::move(fault));
    }
    const std::string utf8 = text.toStdString();
    // Plain JSON needs the keys' types for binary ones; the other form tells all, and check() looks at keys.
    const auto parsed = typed == Typed::Yes ? parseItem(utf8, JsonForm::DynamoDb, {})
                                            : parseItem(utf8, JsonForm::Plain, table.keys);
    const auto placeByPath = [&](ItemFault& fault) {
        if (fault.path.empty()) return;
        if (const auto range = Finder(utf8).find(fault.path, typed == Typed::Yes)) place(fault, utf8, *range);
    };
    if (!parsed) {
        const Error& error = parsed.error();
        ItemFault fault;
        fault.message = QString::fromStdString(error.message);
        if (error.range) {
            place(fault, utf8, *error.range);
        } else if (!error.where.empty()) {
            fault.path = pathOf(error.where);
            placeByPath(fault);
        }
        return refused(std::move(fault));
    }
    Item item = parsed->item;
    if (base) {
        KeptTypes kept = keepTypes(*base, item);
        if (kept.misfit) {
            ItemFault fault;
            fault.message = ItemText::misfitText(*kept.misfit);
            fault.path = kept.misfit->path;
            placeByPath(fault);
            return refused(std::move(fault));
        }
        item = std::move(kept.item);
    }
    auto fault = ItemText::check(table, item);
    if (fault) placeByPath(*fault);
    return {std::move(item), std::move(fault)};
}

}  // namespace

ItemReading ItemText::readDynamoDb(const QString& text, const TableDefinition& table) {
    return readText(text, table, Typed::Yes, nullptr);
}

ItemReading ItemText::readPlain(const QString& text, const TableDefinition& table, const Item& base) {
    return readText(text, table, Typed::No, &base);
}

}  // namespace partita
