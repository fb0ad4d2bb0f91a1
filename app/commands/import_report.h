// Previews and reports of imports, for people and for programs. Pure functions; any thread.
#pragma once

#include <string>
#include <vector>

#include "engine/import.h"

namespace partita {

std::string importReportText(const ImportReport& report);
/// One object: the counts by the names of ImportReport, "problems" with line, otherLine, kind, reason,
/// excerpt, and file and table where there are several.
std::string importReportJson(const ImportReport& report);
/// One line: "line 7: refused: …".
std::string problemText(const ImportProblem& problem);
std::string importPreviewText(const ImportPreview& preview);
/// A table of the imports that a file keeps.
std::string importListText(const std::vector<ImportReport>& imports);

}  // namespace partita
