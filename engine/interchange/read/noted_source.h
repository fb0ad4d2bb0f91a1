// A source of which something is to be told that its reader did not see. As its reader is, as to threads.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/interchange/read/source_reader.h"

namespace partita {

class NotedSource final : public SourceReader {
  public:
    /// `reader` is not null.
    NotedSource(std::unique_ptr<SourceReader> reader, std::vector<SourceNote> notes)
        : m_reader(std::move(reader)), m_notes(std::move(notes)) {}

    const SourceDetection& detection() const override { return m_reader->detection(); }
    const std::vector<SourceTable>& tables() const override { return m_reader->tables(); }
    const std::vector<std::string>& files() const override { return m_reader->files(); }
    Result<std::optional<SourceRecord>> next() override { return m_reader->next(); }
    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const override {
        return m_reader->decode(record, keys, keepNames);
    }
    SourceFormat recordFormat() const override { return m_reader->recordFormat(); }
    std::string preamble() const override { return m_reader->preamble(); }
    bool endedEarly() const override { return m_reader->endedEarly(); }
    std::uint64_t bytesRead() const override { return m_reader->bytesRead(); }
    std::uint64_t bytesTotal() const override { return m_reader->bytesTotal(); }
    std::vector<SourceNote> notes() const override {
        std::vector<SourceNote> all = m_notes;
        for (SourceNote& note : m_reader->notes())
            all.push_back(std::move(note));
        return all;
    }

  private:
    std::unique_ptr<SourceReader> m_reader;
    std::vector<SourceNote> m_notes;
};

}  // namespace partita
