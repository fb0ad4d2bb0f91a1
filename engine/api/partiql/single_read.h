// SELECT where batches and transactions take it: of one item, by its whole key and nothing else.
// Private to this folder. Free functions; any thread.
#pragma once

#include <string>

#include "engine/api/partiql/statement.h"
#include "engine/request.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"

namespace partita::partiql {

/// Fails with what a plan of the SELECT fails with, else with "Select statements within `operation` must
/// specify the primary key in the where clause." The types of the key are the caller's to check.
Result<GetRequest> singleRead(const SelectStatement& select, const TableDefinition& table,
                              const std::string& operation);

}  // namespace partita::partiql
