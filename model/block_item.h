// An item as a block shows it: its texts made ready off the GUI thread, so that painting only draws them.
// Immutable once made; any thread.
#pragma once

#include <QMetaType>
#include <QString>
#include <memory>
#include <vector>

#include "engine/browse.h"
#include "engine/table/attribute_order.h"
#include "engine/table/table_definition.h"

namespace partita {

/// One attribute. `text` is one line of at most kCellTextLength characters; the item holds all of it.
struct BlockCell {
    enum class Look {
        Text,
        Figure,  // a number: digits of one width
        Faint,   // what stands for a value: NULL, an empty string, binary
    };
    QString name;
    QString text;
    ValueType type = ValueType::Null;
    Look look = Look::Text;
};

inline constexpr int kCellTextLength = 240;

struct BlockItem {
    Item item;
    std::uint64_t bytes = 0;       // as the service counts it, of what the view holds
    std::vector<Value> partition;  // keys of the view, in schema order
    std::vector<Value> sort;
    QString entity;                // by the table's keys, so that an item keeps its colour on every index
    QString sortText;              // empty when the view has no sort key
    std::vector<BlockCell> cells;  // what is not in the view's key: keys of the table first, then in `order`

    /// Null when there is none of that name.
    const BlockCell* cell(const QString& name) const;
};
using BlockItemPtr = std::shared_ptr<const BlockItem>;

/// A collection as its key cell shows it.
struct BlockSummary {
    CollectionSummary collection;
    QString keyText;
    /// Of a result: items of the whole collection, when that is known and more than were returned.
    std::optional<std::uint64_t> itemsInTable;
};
using BlockSummaryPtr = std::shared_ptr<const BlockSummary>;

/// `view` are the keys that the blocks are grouped by, `table` the table's own.
/// `order`: how the table's designers wrote their attributes; null or an unknown entity: by name.
BlockItemPtr makeBlockItem(const KeySchema& view, const KeySchema& table, BrowsedItem item,
                           const AttributeOrder* order = nullptr);
BlockSummaryPtr makeBlockSummary(CollectionSummary collection,
                                 std::optional<std::uint64_t> itemsInTable = {});

/// One line for any value, at most `most` characters: strings as they are (line breaks as ↵), numbers in
/// full, ‹12 bytes› for binary, lists, maps and sets short and like JSON.
QString lineOf(const Value& value, int most = kCellTextLength);
BlockCell makeBlockCell(const QString& name, const Value& value);
QString oneLine(const std::string& utf8, int most = kCellTextLength);

/// For the clipboard.
QString dynamoDbJsonOf(const BlockItem& item, const KeySchema& table);
QString keyJsonOf(const BlockItem& item, const KeySchema& table);
/// A string as it is, everything else in the DynamoDB form.
QString valueTextOf(const Value& value);

}  // namespace partita

Q_DECLARE_METATYPE(partita::BlockItemPtr)
Q_DECLARE_METATYPE(partita::BlockSummaryPtr)
