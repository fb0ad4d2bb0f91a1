// Tells by its first bytes what a source is that is no JSON text. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

/// `head` is the first 4,096 bytes of the source, or all of it. Fails (BadInput) when this is a compressed
/// file, another program's file, UTF-16, or text in which no line begins an object or an array: says what was
/// seen and what to do. `where` names the source.
Result<void> checkIsJsonText(std::string_view head, const std::string& where);

inline constexpr std::size_t kHeadBytes = 4096;
inline constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

}  // namespace partita
