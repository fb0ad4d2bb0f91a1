// A folder of files that go together: the chunks of a BatchWriteItem export, the numbered pages of a scan, a
// backup that dynamodump made. Read one after another as one source. Free functions; any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/interchange/read/source_reader.h"
#include "engine/result.h"

namespace partita {

/// What the files of the folder are together. Nothing: they don't go together, as they are of several
/// formats, each may be a table of its own, or there are none. Fails with InputOutput when the folder can't
/// be read.
Result<std::optional<SourceDetection>> detectFolder(const std::string& folder);

/// Of such a folder, the format as detected unless `options` say which; null: the files don't go together. A
/// file that turns out not to be of the format, or that can't be read on, is named in a note; those after it
/// are read. Tables of one name are one table. Fails as detectFolder() does, and as its first file fails.
Result<std::unique_ptr<SourceReader>> openFolder(const std::string& folder, const SourceOptions& options);

}  // namespace partita
