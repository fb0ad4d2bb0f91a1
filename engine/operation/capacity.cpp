#include "engine/operation/capacity.h"

#include <algorithm>

#include "engine/limits.h"

namespace partita {
namespace {

std::uint64_t units(std::uint64_t bytes, std::uint64_t unitBytes) {
    return std::max<std::uint64_t>(1, (bytes + unitBytes - 1) / unitBytes);
}

}  // namespace

HalfUnits readCost(std::uint64_t bytes, bool consistent) {
    return units(bytes, limits::kReadUnitBytes) * (consistent ? 2 : 1);
}

HalfUnits writeCost(std::uint64_t bytes) {
    return units(bytes, limits::kWriteUnitBytes) * 2;
}

ConsumedCapacity& ConsumedCapacity::operator+=(const ConsumedCapacity& other) {
    if (table.empty()) table = other.table;
    total += other.total;
    ofTable += other.ofTable;
    for (const auto& [name, capacity] : other.ofLocalIndexes)
        ofLocalIndexes[name] += capacity;
    for (const auto& [name, capacity] : other.ofGlobalIndexes)
        ofGlobalIndexes[name] += capacity;
    return *this;
}

}  // namespace partita
