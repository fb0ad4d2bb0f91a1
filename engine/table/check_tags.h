// The rules of a table's tags, in the service's words. Free functions; any thread.
// Source: general reference, "Tag naming and usage conventions"; recorded answers for the words.
#pragma once

#include <map>
#include <string>

#include "engine/result.h"

namespace partita {

/// Fails (ValidationException) on a name that is empty, over 128 characters long, of characters that tags may
/// not have, or begins with "aws:".
Result<void> checkTagName(const std::string& name);
/// Fails (ValidationException) on a value over 256 characters long or of characters that tags may not have.
Result<void> checkTagValue(const std::string& value);
/// All of a table's tags: fails also on more than 50.
Result<void> checkTags(const std::map<std::string, std::string>& tags);

}  // namespace partita
