// What a line of a DYNAMODB_JSON export says: {"Item": {…}}, or a change of an incremental export,
// {"Metadata": …, "Keys": {…}, "NewImage": {…}, "OldImage": {…}}. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/interchange/read/source_reader.h"

namespace partita {

/// Also the bare item, as people make it of such lines. Fails (BadInput, ValidationException) with the byte
/// range of what is wrong. A change without a new image is a deletion of its keys.
Result<DecodedRecord> decodeS3ExportLine(std::string_view line, const KeySchema& keys, bool keepNames);

/// WriteTimestampMicros of a change; nothing when the line is none, or is damaged before it.
std::optional<std::uint64_t> s3ExportWriteMicros(std::string_view line);

/// Of the first bytes of a single data file: "data file of a DynamoDB export to S3 (incremental)" and the
/// like; empty when it is none.
std::string looksLikeS3ExportData(std::string_view head);

}  // namespace partita
