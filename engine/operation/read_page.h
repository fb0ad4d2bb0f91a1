// One page of Query or Scan on a table or an index: the range, the stop at Limit or 1 MB, and the key to go
// on from. Reads on the caller's connection. Storage faults throw StorageError; what the service would refuse
// is an Error.
#pragma once

#include <utility>
#include <vector>

#include "engine/request.h"
#include "engine/result.h"
#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"

namespace partita {

/// Bytes read of each hash, for the load of a Scan: (hash, bytes), hashes ascending and joined.
using BytesByHash = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Result<PageResponse> queryPage(Database& database, const StoredTable& table, const QueryRequest& request);
Result<PageResponse> scanPage(Database& database, const StoredTable& table, const ScanRequest& request,
                              BytesByHash* bytesByHash = nullptr);

}  // namespace partita
