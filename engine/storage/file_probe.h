// What a path holds, seen from its first bytes alone: nothing is opened as a database before it is known to
// be one of ours, so that looking at a foreign or damaged file can't change it.
#pragma once

#include <string>

#include "engine/result.h"

namespace partita {

struct FileProbe {
    bool unmergedLog = false;  // a "-wal" with content lies beside it
    bool writable = false;     // the file
    bool folderWritable = false;
};

/// Fails with FileMissing, FileEmpty, ForeignFile, NewerVersion, DamagedFile (cut short) or InputOutput.
Result<FileProbe> probeTableFile(const std::string& path);

}  // namespace partita
