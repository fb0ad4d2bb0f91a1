// Takes away the rows of a view that is to go, a part at a time, so that other writers never wait long.
// Within the caller's write transaction. Collections and marks are not kept in step: requests know the view
// no more.
#pragma once

#include <cstdint>

#include "engine/storage/database.h"
#include "engine/storage/view_tables.h"

namespace partita {

/// Removes about `most` rows, or collections once the rows have gone. True when so few are left that dropping
/// the inner tables is quick; the bodies of large items have gone then, too.
bool removeSomeRows(Database& database, const ViewTables& view, std::int64_t most);

}  // namespace partita
