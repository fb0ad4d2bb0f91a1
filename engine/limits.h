// Every number of the service that the engine keeps to, with its reason.
// Source, unless said otherwise: the service's developer guide, "Quotas" and "Constraints".
#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::limits {

// Items and keys, in bytes.
inline constexpr std::size_t kItemSize = 400 * 1024;
inline constexpr std::size_t kPartitionKeySize = 2048;
inline constexpr std::size_t kSortKeySize = 1024;
inline constexpr std::size_t kAttributeNameSize = 65535;
inline constexpr std::size_t kKeyAttributeNameSize = 255;
inline constexpr int kNestingDepth = 32;

// Numbers: significant digits, and the decimal exponent of the first digit (9.9…E+125, 1E-130).
inline constexpr int kNumberDigits = 38;
inline constexpr int kNumberMaxExponent = 125;
inline constexpr int kNumberMinExponent = -130;

// A page of Query or Scan ends when this many bytes of items have been read (before filter and projection).
inline constexpr std::size_t kPageSize = 1024 * 1024;

// Capacity: one read unit reads 4 KB, one write unit writes 1 KB.
inline constexpr std::size_t kReadUnitBytes = 4096;
inline constexpr std::size_t kWriteUnitBytes = 1024;

// Indexes of one table.
inline constexpr std::size_t kLocalIndexes = 5;
inline constexpr std::size_t kGlobalIndexes = 20;
inline constexpr std::size_t kIncludedAttributes = 20;        // named by one index
inline constexpr std::size_t kIncludedAttributesTotal = 100;  // summed over the table's indexes
inline constexpr std::size_t kGlobalIndexKeyAttributes = 4;   // of each kind, partition and sort
inline constexpr std::size_t kNameMin = 3;                    // of a table or an index
inline constexpr std::size_t kNameMax = 255;

// Tags of one table; lengths in characters.
inline constexpr std::size_t kTags = 50;
inline constexpr std::size_t kTagNameLength = 128;
inline constexpr std::size_t kTagValueLength = 256;

// Provisioned throughput: what the service's own model allows, and decreases that it takes on one day (UTC)
// at any time; one more in each hour that has none.
inline constexpr std::int64_t kThroughputMax = 1'000'000'000'000;
inline constexpr std::uint32_t kDecreasesADay = 4;

// Expressions.
inline constexpr std::size_t kExpressionSize = 4096;  // bytes of one text
inline constexpr std::size_t kExpressionOperators = 300;
inline constexpr std::size_t kInOperands = 100;
inline constexpr std::size_t kPlaceholderSize = 255;               // "#name" or ":value", sigil included
inline constexpr std::size_t kPlaceholdersSize = 2 * 1024 * 1024;  // all names and values of a request

// Scan.
inline constexpr std::uint32_t kScanSegments = 1'000'000;

// One partition's limits a second, in whole units, and its size.
inline constexpr std::uint32_t kPartitionReadUnits = 3000;
inline constexpr std::uint32_t kPartitionWriteUnits = 1000;
inline constexpr std::uint64_t kPartitionBytes = 10ULL * 1024 * 1024 * 1024;
inline constexpr std::uint32_t kPartitionsOnDemand = 4;  // a new table serves 12,000 RCU and 4,000 WCU
inline constexpr std::uint32_t kPartitionsMax = 256;     // ours: what one picture can show

// All items and LSI entries of one partition key, when the table has an LSI.
inline constexpr std::uint64_t kItemCollectionBytes = 10ULL * 1024 * 1024 * 1024;

}  // namespace partita::limits
