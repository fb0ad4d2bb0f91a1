// What a recovered file keeps beside items: states, tags, colours, recordings, the history of imports. Throws
// StorageError. One thread at a time.
#pragma once

#include "engine/clock.h"
#include "engine/recover.h"
#include "engine/storage/salvage.h"
#include "engine/storage/table_file.h"

namespace partita {

/// Brings over what can be read of it, in one transaction, and tells the report. The tables of `file` are
/// those of `salvage`, by their names.
void recoverExtras(Salvage& salvage, TableFile& file, const Clock& clock, RecoveryReport& report);

}  // namespace partita
