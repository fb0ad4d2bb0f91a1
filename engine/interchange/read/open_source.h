// Finds out what a source is, and opens the reader for it. Start reading here. Free functions; any thread.
#pragma once

#include <memory>

#include "engine/interchange/read/source_format.h"
#include "engine/interchange/read/source_reader.h"
#include "engine/result.h"

namespace partita {

/// Looks at the beginning (and, of a folder, at what lies in it). Not for standard input, which can't be read
/// twice: openSource() detects as it opens. Fails with FileMissing, FileEmpty, InputOutput, or BadInput for
/// what no reader understands: says what was seen and what to do.
Result<SourceDetection> detectSource(const SourceLocation& location);

/// The reader of the format, detected unless `options` say which. Small sources of a tree-like format
/// (models, templates) are read whole here, and their faults told here. Fails as detectSource() does.
Result<std::unique_ptr<SourceReader>> openSource(const SourceLocation& location,
                                                 const SourceOptions& options);

}  // namespace partita
