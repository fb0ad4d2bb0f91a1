// One page of Query or Scan on a table or an index: the range, the stop at Limit or 1 MB, and the key to go
// on from. Reads on the caller's connection. Storage faults throw StorageError; what the service would refuse
// is an Error.
#pragma once

#include <utility>
#include <vector>

#include "engine/operation/index_lag.h"
#include "engine/request.h"
#include "engine/result.h"
#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"

namespace partita {

/// Bytes read of each hash, for the load of a Scan: (hash, bytes), hashes ascending and joined.
using BytesByHash = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// `lag`: what a global secondary index does not show yet; null: it shows everything.
Result<PageResponse> queryPage(Database& database, const StoredTable& table, const QueryRequest& request,
                               IndexLag* lag = nullptr);
Result<PageResponse> scanPage(Database& database, const StoredTable& table, const ScanRequest& request,
                              BytesByHash* bytesByHash = nullptr, IndexLag* lag = nullptr);

}  // namespace partita
