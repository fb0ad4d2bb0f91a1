// A document of a table as Markdown of GitHub. Whatever is in the table stands there as code, so that nothing
// in it is taken for Markdown or HTML. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/interchange/write/document_outline.h"

namespace partita {

std::string markdownOf(const DocumentOutline& outline);
/// A code span on one line that may stand in a cell of a table.
std::string markdownCode(std::string_view utf8);

}  // namespace partita
