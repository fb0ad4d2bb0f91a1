// Requests of BatchWriteItem, any number of them, by table; also of TransactWriteItems. Puts are items,
// deletes are keys. One thread at a time calls next(); decode() is thread-safe.
#pragma once

#include <optional>

#include "engine/interchange/read/envelope_source.h"

namespace partita {

class BatchWriteSource final : public EnvelopeSource {
  public:
    BatchWriteSource(ByteSource source, SourceDetection detection, const SourceOptions& options,
                     std::size_t bufferBytes = RecordReader::kBufferBytes);

    SourceFormat recordFormat() const override { return SourceFormat::BatchWrite; }
    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const override;

  private:
    void complete(SourceRecord& record, int place) override;
    bool wantsOutline(int place, std::string_view head) override;
    Choice object(int place, const JsonOutline& outline, std::uint64_t line) override;
    Choice member(int place, std::string_view name, char first, std::uint64_t line) override;
    void looked(int, std::string_view, std::string_view, std::uint64_t) override {}
    void left(int place, std::uint64_t line) override;

    std::optional<std::uint32_t> m_table;  // of the requests that come
};

}  // namespace partita
