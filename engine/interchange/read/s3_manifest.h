// The manifests of one export to S3: what the service says of the export and of its data files, and whether
// their own checksums fit. Plain values; any thread.
// Source: developer guide, "DynamoDB table export output format".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/source_table.h"

namespace partita {

struct S3ManifestFile {
    std::string key;   // in the bucket
    std::string name;  // its last part
    std::optional<std::uint64_t> items;
    std::string md5;  // 16 bytes of the file as it lies in the bucket; empty: not said
};

struct S3Manifest {
    std::string folder;  // where the manifests stand
    bool hasSummary = false;
    bool hasFiles = false;  // and each of its lines names a file
    std::string exportArn;
    std::string tableArn;
    std::string tableName;
    std::string tableId;
    bool isIncremental = false;
    // Microseconds since 1970, UTC. Of a full export the moment that it shows; of an incremental one the
    // first moment of its window, and the first after it.
    std::optional<std::int64_t> timeMicros;
    std::optional<std::int64_t> untilMicros;
    std::optional<std::uint64_t> items;
    std::string outputFormat;  // "DYNAMODB_JSON", "ION"
    std::vector<S3ManifestFile> files;
    std::vector<SourceNote> notes;  // of what is missing, damaged, or doesn't fit its checksum
};

/// Whether one of the manifests is in the folder.
bool holdsS3Manifest(const std::string& folder);
/// What can't be read is left out, and noted.
S3Manifest readS3Manifest(const std::string& folder);

/// "2026-05-01T10:00:00.250Z" in microseconds since 1970; nothing when it is no such text.
std::optional<std::int64_t> microsOfTime(std::string_view text);
/// Such a text of whole milliseconds.
std::string timeOfMicros(std::int64_t micros);

}  // namespace partita
