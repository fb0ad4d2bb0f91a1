// The table that is measured: `items` items of about `itemBytes` in `collections` item collections, one of
// them large. The same settings give the same items on every machine.
#pragma once

#include <string>

#include "engine/engine.h"
#include "tests/bench/bench.h"

namespace partita::bench {

TableDefinition benchTable();
/// The item of that number, in an order that has nothing to do with its key.
Item benchItem(const Settings& settings, std::uint64_t number);
/// The partition key of an ordinary collection.
std::string benchKey(const Settings& settings, std::uint64_t collection);
/// Writes all items as DynamoDB JSON lines in random key order; returns the file's bytes.
std::uint64_t writeItems(const Settings& settings, const std::string& path);
/// A table file with all items in it.
std::unique_ptr<Engine> filledTable(const Settings& settings, const std::string& path);
void removeTable(const std::string& path);

}  // namespace partita::bench
