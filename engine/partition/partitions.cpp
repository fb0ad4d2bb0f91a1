#include "engine/partition/partitions.h"

#include <algorithm>
#include <cassert>

#include "engine/limits.h"

namespace partita {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr Wide ceilingOf(Wide dividend, std::uint64_t divisor) {
    return (dividend + divisor - 1) / divisor;
}

}  // namespace

std::uint32_t partitionOf(std::uint64_t hash, std::uint32_t count) {
    assert(count >= 1 && count <= limits::kPartitionsMax);
    return static_cast<std::uint32_t>((static_cast<Wide>(hash) * count) >> 64);
}

std::uint32_t defaultPartitionCount(BillingMode billing, const std::optional<Throughput>& throughput,
                                    std::uint64_t bytes) {
    Wide count = std::max<Wide>(1, ceilingOf(bytes, limits::kPartitionBytes));
    if (billing == BillingMode::PayPerRequest) {
        count = std::max<Wide>(count, limits::kPartitionsOnDemand);
    } else if (throughput) {
        // ⌈RCU/3000 + WCU/1000⌉ over the common denominator, so that it is exact.
        constexpr std::uint32_t kReadsPerWrite = limits::kPartitionReadUnits / limits::kPartitionWriteUnits;
        static_assert(kReadsPerWrite * limits::kPartitionWriteUnits == limits::kPartitionReadUnits);
        const auto reads = static_cast<Wide>(std::max<std::int64_t>(0, throughput->readUnits));
        const auto writes = static_cast<Wide>(std::max<std::int64_t>(0, throughput->writeUnits));
        count = std::max(count, ceilingOf(reads + writes * kReadsPerWrite, limits::kPartitionReadUnits));
    }
    return static_cast<std::uint32_t>(std::min<Wide>(count, limits::kPartitionsMax));
}

}  // namespace partita
