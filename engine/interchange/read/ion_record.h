// What a record of Ion text says: an item, alone or as {Item: …}, or a change of an incremental export,
// {Record: {Keys: …, Metadata: …, NewImage: …, OldImage: …}}. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/interchange/read/source_reader.h"

namespace partita {

/// Fails (BadInput, ValidationException) with the byte range of what is wrong. A change without a new image
/// is a deletion of its keys.
Result<DecodedRecord> decodeIonRecord(std::string_view text, bool repair, bool keepNames);

/// WriteTimestampMicros of a change; nothing when the record is none, or is damaged before it.
std::optional<std::uint64_t> ionWriteMicros(std::string_view text);

}  // namespace partita
