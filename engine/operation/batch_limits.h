// How much one batch or transaction may hold. Source: API reference, BatchGetItem, BatchWriteItem,
// TransactWriteItems, TransactGetItems.
#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::limits {

inline constexpr std::size_t kBatchGetKeys = 100;
inline constexpr std::size_t kBatchWrites = 25;
/// Of a BatchGetItem: what is past it comes back unprocessed. The items of a BatchWriteItem never get there.
inline constexpr std::uint64_t kBatchBytes = 16ULL * 1024 * 1024;
inline constexpr std::size_t kTransactionActions = 100;
inline constexpr std::uint64_t kTransactionBytes = 4ULL * 1024 * 1024;

}  // namespace partita::limits
