// The entity type of an item, inferred from its keys: what colours the blocks. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "engine/value/value.h"

namespace partita {

/// The part of the sort key before the first '#', or all of a sort key without '#' when it is a constant of
/// the design (upper-case letters, digits, '_', '-'); else the same of the partition key; else empty. Only
/// the first attribute of a key counts, and only text; what begins with a digit is data (a date, a count),
/// not a name.
std::string entityOf(const std::vector<Value>& partition, const std::vector<Value>& sort);

}  // namespace partita
