// Puts the exports of each table in the order of time: which full export counts, which incremental ones
// follow it, and where their windows leave a gap. Pure function; any thread.
#pragma once

#include "engine/interchange/read/s3_export_layout.h"

namespace partita {

/// Makes the tables, drops the files of exports that a later full one makes void, sorts the others for
/// reading (full exports first), gives each its place in time, and notes what the person must know.
void orderS3Exports(S3ExportLayout& layout);

}  // namespace partita
