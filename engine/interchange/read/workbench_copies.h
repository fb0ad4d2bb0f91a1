// Rows of a model that stand in it twice: once in the table's own data and once in a facet's, or in several
// facets'. They are one item, not two. Pure; any thread.
#pragma once

#include <string_view>

#include "engine/interchange/read/workbench_model.h"

namespace partita {

/// Removes rows whose attributes another row of the table, in another array, has too, with the same values
/// and the same key. Notes for each table how many. Rows that differ stay, both.
void removeCopies(std::string_view text, WorkbenchModel& model);

}  // namespace partita
