// Records of DynamoDB Streams: events of Lambda, output of GetRecords, records one after another, and those
// that came through Kinesis. New images are puts; removals are deletes. One thread at a time calls next();
// decode() is thread-safe.
#pragma once

#include <string>

#include "engine/interchange/read/envelope_source.h"
#include "engine/interchange/read/stream_order.h"

namespace partita {

class StreamRecordsSource final : public EnvelopeSource {
  public:
    StreamRecordsSource(ByteSource source, SourceDetection detection, const SourceOptions& options,
                        std::size_t bufferBytes = RecordReader::kBufferBytes);

    SourceFormat recordFormat() const override { return SourceFormat::StreamRecords; }
    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const override;

  private:
    void complete(SourceRecord& record, int place) override;
    void finish() override;
    bool wantsOutline(int place, std::string_view head) override;
    Choice object(int place, const JsonOutline& outline, std::uint64_t line) override;
    Choice member(int place, std::string_view name, char first, std::uint64_t line) override;
    void looked(int, std::string_view, std::string_view, std::uint64_t) override {}
    void left(int, std::uint64_t) override {}

    StreamOrder m_order;
    std::uint64_t m_lastOrder = 0;
    std::uint64_t m_unorderedLine = 0;  // of the first record without a sequence number
    bool m_anyOrdered = false;
    std::string m_carried;  // the record that came inside another
    unsigned m_outlined = 0;
};

}  // namespace partita
