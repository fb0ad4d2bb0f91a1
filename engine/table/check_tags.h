// The rules of a table's tags. Free function; any thread.
#pragma once

#include <map>
#include <string>

#include "engine/result.h"

namespace partita {

/// Fails (ValidationException) when there are over 50, a name is empty, too long or begins with "aws:", or a
/// value is too long.
Result<void> checkTags(const std::map<std::string, std::string>& tags);

}  // namespace partita
