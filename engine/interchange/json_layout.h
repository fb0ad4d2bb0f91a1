// Lays out one line of JSON over several, for reading. Knows no values: text in, text out. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace partita {

/// `compact` must be valid JSON without blanks between its tokens. `indent` is in spaces; the outermost
/// object or array is always broken into lines, one inside it only when it is long and holds more than one
/// scalar.
std::string laidOut(std::string_view compact, int indent);

}  // namespace partita
