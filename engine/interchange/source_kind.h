// Tells by its first bytes what a source is that is no text, or no JSON. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

/// How much of a source is looked at to tell what it is.
inline constexpr std::size_t kHeadBytes = 4096;

// `head` is the first kHeadBytes of the source, decompressed, or all of it; `where` names the source. Both
// fail with BadInput, and say what was seen and what to do.

/// Fails when this is another program's file: a database, an archive, a picture.
Result<void> checkIsNoOtherFile(std::string_view head, const std::string& where);
/// Fails for text in which no line begins an object or an array.
Result<void> checkIsJsonText(std::string_view head, const std::string& where);

/// The first characters of the first line that is not blank, in quotation marks, for a message.
std::string beginningOf(std::string_view head);

}  // namespace partita
