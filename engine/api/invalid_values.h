// How the service begins what it says of values that break a rule which its model of a request does not
// state. Pure.
#pragma once

#include <string>

#include "engine/error.h"

namespace partita {

/// "One or more parameter values were invalid: what".
inline Error invalidValues(const std::string& what) {
    return Error::validation("One or more parameter values were invalid: " + what);
}

}  // namespace partita
