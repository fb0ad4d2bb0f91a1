// Keys as bytes: an order-preserving form for S, N and B, so that SQLite's memcmp order is DynamoDB's order,
// and the hash that spreads partition keys. On disk: golden tests pin both. Free functions; any thread.
//
// One attribute: S its UTF-8, B its bytes, N Number::appendKeyBytes(). Several (a GSI): each S or B with 00
// written as 00 FF and closed by 00 00, each N as it is (no number is a prefix of another), one after
// another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/table/entity.h"
#include "engine/table/key_text.h"
#include "engine/table/sort_condition.h"
#include "engine/table/table_definition.h"
#include "engine/value/base64.h"
#include "engine/value/item.h"
#include "engine/value/item_bytes.h"

namespace partita {

struct KeyBytes {
    std::string partition;
    std::string sort;  // empty when the schema has no sort key
    friend auto operator<=>(const KeyBytes&, const KeyBytes&) = default;
};

/// The hash space is the whole unsigned 64-bit range. XXH3 (64 bit, seed 0) of the partition key's bytes.
std::uint64_t partitionHash(std::string_view partitionKeyBytes);

/// SQLite integers are signed: the stored form keeps the unsigned order. On disk.
constexpr std::int64_t storedHash(std::uint64_t hash) {
    return static_cast<std::int64_t>(hash ^ 0x8000'0000'0000'0000ULL);
}
constexpr std::uint64_t hashFromStored(std::int64_t stored) {
    return static_cast<std::uint64_t>(stored) ^ 0x8000'0000'0000'0000ULL;
}

/// The key of an item in its table. Fails (ValidationException, the service's words) when a key attribute is
/// missing, of another type, empty, or too long.
Result<KeyBytes> tableKey(const KeySchema& keys, const Item& item);
/// The same for a bare key as GetItem takes it: exactly the key attributes, no more.
Result<KeyBytes> bareKey(const KeySchema& keys, const Item& key);

/// The key of an item in an index: nothing when the item lacks one of its attributes (sparse).
/// Fails (ValidationException) when an attribute has the wrong type or a key value is empty or too long, also
/// when the item lacks another attribute and so is not in the index.
Result<std::optional<KeyBytes>> indexKey(const IndexDefinition& index, const Item& item);
/// The same, read in place, for items that are stored already; what the other form refuses counts as absent
/// (a backfill skips).
std::optional<KeyBytes> indexKey(const IndexDefinition& index, const ItemView& item);

/// Values back from bytes, in schema order. Fails (DamagedFile) on bytes that are no such key.
Result<std::vector<Value>> keyValues(const std::vector<KeyAttribute>& attributes, std::string_view bytes);

/// One key part from values, in schema order. Fails as tableKey() does, but for lengths, which depend on the
/// part; `attributes` may be longer than `values` only for a leading part of a multi-attribute sort key.
Result<std::string> keyPart(const std::vector<KeyAttribute>& attributes, const std::vector<Value>& values);

}  // namespace partita
