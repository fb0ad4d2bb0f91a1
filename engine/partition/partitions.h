// How the hash space is divided into partitions, and how many there are. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/table/table_definition.h"

namespace partita {

/// ⌊hash · count / 2⁶⁴⌋: which of `count` equal hash ranges (1 … 256) a hash falls in; shown as p0 … p(count
/// − 1).
std::uint32_t partitionOf(std::uint64_t hash, std::uint32_t count);

/// On-demand: max(4, ⌈bytes / 10 GiB⌉). Provisioned: max(1, ⌈RCU/3000 + WCU/1000⌉, ⌈bytes / 10 GiB⌉). At most
/// 256.
std::uint32_t defaultPartitionCount(BillingMode billing, const std::optional<Throughput>& throughput,
                                    std::uint64_t bytes);

}  // namespace partita
