// How the load reports name resources and keys. Pure functions; any thread.
#pragma once

#include <string>

#include "engine/partition/load.h"
#include "engine/table/table_definition.h"

namespace partita {

/// "p3".
std::string partitionName(std::uint32_t partition);
/// The attributes that partition keys of that resource are made of.
const KeySchema& keysOfResource(const TableDefinition& table, const LoadResource& resource);
/// A partition key as people read it; as base64 when the bytes are no key of this schema.
std::string keyName(const KeySchema& keys, const std::string& keyBytes);

}  // namespace partita
