// Whether everything in a table agrees with everything else: SQLite's own check, every item readable and
// under its own key, collections, marks and totals equal to the rows, index entries equal to what the items
// say.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "engine/progress.h"
#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"

namespace partita {

/// The first differences found, as sentences; empty: all agrees. Throws StorageError when the file can't be
/// read on, and Cancelled.
std::vector<std::string> checkIntegrity(Database& database, const Catalogue& catalogue,
                                        const ProgressSink& progress, std::stop_token stop);

}  // namespace partita
