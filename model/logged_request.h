// What the window can show of a logged request: a query form filled in with it, and the item or the
// collection that it is about; or why it can't. Pure functions; any thread.
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model/query_draft.h"
#include "model/request_log.h"

namespace partita {

struct LoggedRequestView {
    QString table;
    QString index;  // empty: the table
    /// The form that asks the same keys; nothing: see `reason`.
    std::optional<QueryDraft> draft;
    /// A sentence: why there is no form, or what of the request it leaves out. May be empty.
    QString reason;
    /// Where to go in the blocks of the table or the index; empty: nowhere.
    std::vector<Value> partition;
    std::vector<Value> sort;  // may be empty: the whole collection
};

using FindTable = std::function<std::shared_ptr<const TableDefinition>(const QString&)>;

/// `findTable` gives null for tables that are not there.
LoggedRequestView viewOf(const LoggedCall& call, const FindTable& findTable);

/// JSON text with line breaks and two blanks a level. What is no JSON is spread out all the same; nothing but
/// white space changes.
QString indentedJson(const QString& json);

}  // namespace partita
