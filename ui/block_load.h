// What a key cell shows of a collection's load, and who tells it. Plain values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace partita {

struct BlockLoad {
    double share = 0;           // of all units of that kind, 0 … 1
    bool writes = false;        // the share is of write units; otherwise of read units
    std::vector<double> spark;  // units a second over time; 1 is the limit of one partition
};

/// By the bytes of the collection's partition key. Nothing: no load was recorded. GUI thread; must be quick.
using BlockLoadProvider = std::function<std::optional<BlockLoad>(const std::string& partitionBytes)>;

}  // namespace partita
