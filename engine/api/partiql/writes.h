// INSERT, UPDATE, DELETE and EXISTS as requests of the engine. Free functions; any thread.
#pragma once

#include "engine/api/partiql/statement.h"
#include "engine/request.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"

namespace partita::partiql {

/// Of a statement that is no SELECT. INSERT is a Put with the condition that there is no such item; UPDATE
/// has the condition that there is one; DELETE of what is not there is done, whatever else it asks. Fails
/// (ValidationException, the service's words) when the WHERE clause is not of one item.
Result<TransactWrite> writeOf(const Statement& statement, const TableDefinition& table);

WriteOptions& optionsOf(TransactWrite& write);
/// The key of the item that is written; of a Put, what of it the item has.
Item keyOf(const TransactWrite& write, const TableDefinition& table);

/// What a failed INSERT says: the service does not speak of a condition there.
Error duplicateItem();

}  // namespace partita::partiql
