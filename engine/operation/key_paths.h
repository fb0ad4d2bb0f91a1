// Whether an expression goes into a key attribute as into a map or a list: keys are scalars. Free functions;
// any thread.
#pragma once

#include "engine/expression/condition.h"
#include "engine/expression/item_projection.h"
#include "engine/expression/update.h"
#include "engine/result.h"
#include "engine/table/table_definition.h"

namespace partita {

// Each fails (ValidationException) when a nested path begins at a key attribute of the table or of one of its
// indexes.
Result<void> checkKeyPaths(const TableDefinition& table, const Condition& condition);
Result<void> checkKeyPaths(const TableDefinition& table, const Update& update);
Result<void> checkKeyPaths(const TableDefinition& table, const ItemProjection& projection);

}  // namespace partita
