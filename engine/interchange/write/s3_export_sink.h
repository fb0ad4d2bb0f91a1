// Writes tables as the service exports them to S3: a folder with manifests, checksums and compressed data
// files of DynamoDB JSON, under AWSDynamoDB. One export a table. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/interchange/write/item_sink.h"

namespace partita {

/// Of the text of a data file, before compression: the next item goes to another file. The service writes a
/// file for each partition, which readers work on in parallel.
inline constexpr std::uint64_t kS3ExportFileBytes = 64 * 1024 * 1024;

/// `folder` must not exist or be empty. Fails with InputOutput when the place can't be written.
Result<std::unique_ptr<ItemSink>> openS3ExportSink(const std::string& folder,
                                                   std::uint64_t fileBytes = kS3ExportFileBytes);

}  // namespace partita
