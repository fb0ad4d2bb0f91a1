// What `partita import` was told, as the engine takes it. Pure functions; any thread.
#pragma once

#include <string>

#include "app/commands/arguments.h"
#include "engine/engine.h"

namespace partita {

/// Fails (BadInput) with a sentence that names the option that is wrong.
Result<ImportOptions> importOptionsFrom(const Arguments& arguments);
/// Fails (ResourceNotFoundException) when a table that items are to go to is not in the file.
Result<void> checkTargets(const ImportOptions& options, const Engine& engine);

/// "pk S, sk S".
std::string keysText(const KeySchema& keys);

}  // namespace partita
