// The readers, one function each: what open_source.cpp chooses from. Each takes the text or the folder that
// was found and fails (BadInput) when it is not what the format promises. Any thread.
#pragma once

#include <memory>
#include <string>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/read/source_reader.h"

namespace partita {

// Streams: `source` gives the text from its beginning, decompressed, as UTF-8 without a byte order mark.
Result<std::unique_ptr<SourceReader>> readItems(ByteSource source, SourceDetection detection,
                                                const SourceOptions& options);
Result<std::unique_ptr<SourceReader>> readBatchWrite(ByteSource source, SourceDetection detection,
                                                     const SourceOptions& options);
Result<std::unique_ptr<SourceReader>> readStreamRecords(ByteSource source, SourceDetection detection,
                                                        const SourceOptions& options);
Result<std::unique_ptr<SourceReader>> readIon(ByteSource source, SourceDetection detection,
                                              const SourceOptions& options);
/// CSV and TSV.
Result<std::unique_ptr<SourceReader>> readDelimited(ByteSource source, SourceDetection detection,
                                                    const SourceOptions& options);

// Read whole: `text` is all of it. `name` is the source's, for messages.
Result<std::unique_ptr<SourceReader>> readWorkbench(const std::string& text, const std::string& name,
                                                    SourceDetection detection, const SourceOptions& options);
Result<std::unique_ptr<SourceReader>> readCreateTable(const std::string& text, const std::string& name,
                                                      SourceDetection detection);
Result<std::unique_ptr<SourceReader>> readCloudFormation(const std::string& text, const std::string& name,
                                                         SourceDetection detection);
Result<std::unique_ptr<SourceReader>> readOneTable(const std::string& text, const std::string& name,
                                                   SourceDetection detection);
Result<std::unique_ptr<SourceReader>> readToolbox(const std::string& text, const std::string& name,
                                                  SourceDetection detection);

// From the disk.
Result<std::unique_ptr<SourceReader>> readXlsx(const std::string& path, SourceDetection detection,
                                               const SourceOptions& options);
/// `folders`: export folders, or folders that hold some; found by their manifests.
Result<std::unique_ptr<SourceReader>> readS3Export(const std::vector<std::string>& folders,
                                                   SourceDetection detection, const SourceOptions& options);

// How sure a text is to be of a format, by its first bytes (at most kHeadBytes of UTF-8 text). Empty: it is
// not; else the description for people.
std::string looksLikeBatchWrite(std::string_view head);
std::string looksLikeStreamRecords(std::string_view head);
std::string looksLikeIon(std::string_view head);
std::string looksLikeWorkbench(std::string_view head);
std::string looksLikeCreateTable(std::string_view head);
std::string looksLikeCloudFormation(std::string_view head);
std::string looksLikeOneTable(std::string_view head);
std::string looksLikeToolbox(std::string_view head);
/// Of items: also which arrangement.
std::string looksLikeItems(std::string_view head);
/// `delimiter`: which it found.
std::string looksLikeDelimited(std::string_view head, char& delimiter);
/// Of a folder, by what lies in it.
std::string looksLikeS3Export(const std::string& folder);

}  // namespace partita
