// JSON text that is the same for the same values: members in order of their names, no blanks. Tells whether
// two requests with one token ask the same. Free function; any thread.
#pragma once

#include <string>

#include "engine/api/json_request.h"

namespace partita {

void appendCanonicalJson(const Json& json, std::string& out);

}  // namespace partita
