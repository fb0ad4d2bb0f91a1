// An item as JSON text that a person edits: written so that a text field gives it back unchanged, and read
// with what is wrong, where, and what to do. Pure; any thread.
#pragma once

#include <QCoreApplication>
#include <QStringList>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/error.h"
#include "engine/table/table_definition.h"
#include "engine/value/item.h"
#include "model/kept_types.h"

namespace partita {

/// What is wrong with an item that is being edited.
struct ItemFault {
    QString message;  // whole sentences, without the place
    int line = 0;     // from 1; 0: no place in a text
    int column = 0;   // in characters, from 1
    qsizetype begin = 0;
    qsizetype end = 0;  // characters [begin, end) of the text
    ValuePath path;     // the value that is wrong, as far as it is known

    /// "Line 3, column 9: …", or the message alone.
    QString text() const;
};

struct ItemReading {
    std::optional<Item> item;        // nothing when it can't be read
    std::optional<ItemFault> fault;  // also when the item can be read, but the table would not take it

    bool isGood() const { return item && !fault; }
};

/// Top-level attributes that differ, by name.
struct ItemChanges {
    QStringList changed, added, removed;
    bool isEmpty() const { return changed.isEmpty() && added.isEmpty() && removed.isEmpty(); }
};
ItemChanges changesBetween(const Item& before, const Item& after);

class ItemText final {
    Q_DECLARE_TR_FUNCTIONS(ItemText)
  public:
    /// `firstNames`: attributes to write first. Characters that a text field takes for the end of a line are
    /// written as escapes.
    static QString dynamoDb(const Item& item, const std::vector<std::string>& firstNames);
    static QString plain(const Item& item, const std::vector<std::string>& firstNames);

    static ItemReading readDynamoDb(const QString& text, const TableDefinition& table);
    /// `base`: the item whose plain() text was edited, for its types (kept_types.h).
    static ItemReading readPlain(const QString& text, const TableDefinition& table, const Item& base);

    /// Where the attributes of `now` that are not so in `before` stand in the text that `now` was read from:
    /// characters [first, second).
    static std::vector<std::pair<qsizetype, qsizetype>> changedRanges(const QString& text, const Item& before,
                                                                      const Item& now);

    /// Whether the table would take it, said for people: which key is missing, which type it should have.
    static std::optional<ItemFault> check(const TableDefinition& table, const Item& item);
    static QString misfitText(const TypeMisfit& misfit);
    /// "list[2].name".
    static QString pathText(const ValuePath& path);
};

}  // namespace partita
