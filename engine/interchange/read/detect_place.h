// What a source is that is told by the disk and not by its text: an export folder, a workbook. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/read/source_format.h"
#include "engine/result.h"

namespace partita {

struct FoundPlace {
    SourceDetection detection;
    /// Export folders; of Xlsx the one file.
    std::vector<std::string> paths;
};

/// `wanted`: the format that the person chose. Nothing when the first path is a file whose text tells, or
/// standard input. Fails with FileMissing, or BadInput for several paths that are no export folders, for a
/// folder without an export, and for a ZIP archive that is no workbook.
Result<std::optional<FoundPlace>> detectPlace(const std::vector<std::string>& paths,
                                              std::optional<SourceFormat> wanted);

}  // namespace partita
