// The report of an import, for people and for programs. Pure functions; any thread.
#pragma once

#include <string>

#include "engine/import.h"

namespace partita {

std::string importReportText(const ImportReport& report);
/// One object: the counts by the names of ImportReport, "problems" with line, otherLine, kind, reason,
/// excerpt.
std::string importReportJson(const ImportReport& report);

}  // namespace partita
