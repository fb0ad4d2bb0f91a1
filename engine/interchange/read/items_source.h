// Items as JSON, one by one or in what the AWS CLI and the SDKs print around them: pages of scan and query,
// get-item, batch-get-item, transact-get-items; the input of put-item; lines of an S3 export. One thread at a
// time calls next(); decode() is thread-safe.
#pragma once

#include <optional>

#include "engine/interchange/read/envelope_source.h"

namespace partita {

class ItemsSource final : public EnvelopeSource {
  public:
    ItemsSource(ByteSource source, SourceDetection detection, const SourceOptions& options,
                std::size_t bufferBytes = RecordReader::kBufferBytes);

    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema& keys,
                                 bool keepNames) const override;

  private:
    /// What is known of the output that is being read.
    struct Page {
        std::optional<std::uint64_t> count;
        std::uint64_t countLine = 0;
        std::uint64_t items = 0;
        std::uint64_t moreLine = 0;  // of the key to go on at; 0: there is none
    };

    void complete(SourceRecord& record, int place) override;
    void finish() override;
    bool wantsOutline(int place, std::string_view head) override;
    Choice object(int place, const JsonOutline& outline, std::uint64_t line) override;
    Choice member(int place, std::string_view name, char first, std::uint64_t line) override;
    void looked(int place, std::string_view name, std::string_view value, std::uint64_t line) override;
    void left(int place, std::uint64_t line) override;

    Choice wrapped(const JsonOutline& outline, const JsonMember& item, std::uint64_t line);
    void noteAmbiguous(std::string_view name, std::uint64_t line);

    Page m_page;
    std::uint64_t m_moreLine = 0;                 // as Page's, of the last page that ended
    std::optional<std::uint32_t> m_table;         // of the records that come
    std::optional<std::uint32_t> m_wrappedTable;  // of the one that comes
    unsigned m_outlined = 0;
    bool m_ambiguousTold = false;
};

}  // namespace partita
