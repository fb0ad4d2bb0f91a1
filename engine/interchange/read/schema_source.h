// A source that holds schemas and no items: what a reader of templates or declarations made of a whole text.
// Immutable; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/interchange/read/source_reader.h"

namespace partita {

/// What a reader found in the text.
struct DeclaredSchemas {
    std::vector<SourceTable> tables;
    std::vector<SourceNote> notes;
};

/// What is told of one declaration that is wrong, when others are taken: `what` it is ("The table \"a\""),
/// and its fault, with the fault's line or else `line`.
SourceNote notTakenOver(const std::string& what, const Error& fault, std::uint64_t line);

/// Has no records: next() is at the end at once, and everything counts as read.
class SchemaSource final : public SourceReader {
  public:
    /// `name`: of the source, for messages. `bytes`: of its text.
    SchemaSource(SourceDetection detection, std::string name, std::size_t bytes, DeclaredSchemas found)
        : m_detection(std::move(detection)),
          m_files{std::move(name)},
          m_bytes(bytes),
          m_found(std::move(found)) {}

    const SourceDetection& detection() const override { return m_detection; }
    const std::vector<SourceTable>& tables() const override { return m_found.tables; }
    const std::vector<std::string>& files() const override { return m_files; }
    Result<std::optional<SourceRecord>> next() override { return std::optional<SourceRecord>(); }
    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const override;
    std::uint64_t bytesRead() const override { return m_bytes; }
    std::uint64_t bytesTotal() const override { return m_bytes; }
    std::vector<SourceNote> notes() const override;

  private:
    SourceDetection m_detection;
    std::vector<std::string> m_files;
    std::uint64_t m_bytes;
    DeclaredSchemas m_found;
};

}  // namespace partita
