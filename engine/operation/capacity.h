// What reads and writes cost. Half units throughout (see engine/request.h). Pure functions.
// Source: developer guide, "Read and write operations".
#pragma once

#include <cstdint>

#include "engine/request.h"

namespace partita {

/// `bytes` rounded up to 4 KB: two half units each strongly consistent, one eventually. Nothing read costs
/// the minimum.
HalfUnits readCost(std::uint64_t bytes, bool consistent);
/// `bytes` rounded up to 1 KB, two half units each. Nothing written costs the minimum.
HalfUnits writeCost(std::uint64_t bytes);

}  // namespace partita
