// Finds the exports to S3 that lie in folders, and which file here is which of their data files; decides what
// is read, and in which order. Plain values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/interchange/read/s3_manifest.h"
#include "engine/interchange/read/source_table.h"
#include "engine/result.h"

namespace partita {

struct S3DataFile {
    std::string path;
    std::uint64_t bytes = 0;
    std::optional<std::size_t> manifest;  // of S3ExportLayout::manifests; nothing: of no known export
    std::optional<std::uint64_t> items;   // as the manifest says
    std::string md5;                      // 16 bytes, as the manifest says; empty: not said
    std::uint32_t table = 0;              // of S3ExportLayout::tables
    /// Of items without a time of their own: microseconds since 1970, 0 where it is not known.
    std::uint64_t order = 0;
};

struct S3ExportLayout {
    std::vector<S3Manifest> manifests;
    std::vector<S3DataFile> files;  // in the order of reading
    std::vector<SourceTable> tables;
    std::vector<SourceNote> notes;
    std::vector<bool> isRead;  // of each manifest: false when a later full export makes it void
};

/// `paths`: export folders, folders that hold some, folders of data files, single data files. Fails with
/// FileMissing, or BadInput when no data file is found.
Result<S3ExportLayout> findS3Exports(const std::vector<std::string>& paths);

struct S3ExportFolders {
    std::vector<std::string> folders;  // sorted
    /// A sentence about what was not looked into: folders too deep, too many, or not readable. Empty:
    /// nothing.
    std::string notSearched;
};

/// The folders with manifests at or below `folder`; also its parent when `folder` is an export's data folder.
S3ExportFolders s3ExportFolders(const std::string& folder);
/// Files that are data files by their names, sorted; not those in folders below.
std::vector<std::string> s3DataFilesIn(const std::string& folder);

}  // namespace partita
