// A document of tables as one HTML file that needs nothing else and runs nothing. Pure; any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/interchange/write/document_outline.h"

namespace partita {

/// Stands before the tables.
std::string htmlHead();
std::string htmlOf(const DocumentOutline& outline);
/// Stands after them.
std::string_view htmlFoot();
/// For text between tags and in quoted attributes.
std::string htmlEscaped(std::string_view utf8);

}  // namespace partita
