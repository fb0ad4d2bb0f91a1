#include <algorithm>
#include <utility>

#include "engine/interchange/read/ion_cutter.h"
#include "engine/interchange/read/ion_record.h"
#include "engine/interchange/read/readers.h"

namespace partita {
namespace {

/// Items as Ion text in one file: one after another, or the elements of lists.
class IonReader final : public SourceReader {
  public:
    IonReader(ByteSource source, SourceDetection detection, bool repair)
        : m_source(std::move(source)),
          m_cutter([this](char* into, std::size_t size) { return m_source.read(into, size); }),
          m_detection(std::move(detection)),
          m_files{m_source.name()},
          m_tables(1),
          m_repair(repair) {}

    const SourceDetection& detection() const override { return m_detection; }
    const std::vector<SourceTable>& tables() const override { return m_tables; }
    const std::vector<std::string>& files() const override { return m_files; }

    Result<std::optional<SourceRecord>> next() override {
        auto cut = m_cutter.next();
        if (!cut) return cut.error();
        if (!*cut) return std::optional<SourceRecord>();
        SourceRecord record;
        record.text = (*cut)->text;
        record.line = (*cut)->line;
        record.offset = (*cut)->offset;
        record.complete = (*cut)->complete;
        record.tooLong = (*cut)->tooLong;
        record.order = ionWriteMicros(record.text).value_or(0);
        return std::optional<SourceRecord>(record);
    }

    Result<DecodedRecord> decode(const SourceRecord& record, const KeySchema&,
                                 bool keepNames) const override {
        return decodeIonRecord(record.text, m_repair, keepNames);
    }

    bool endedEarly() const override { return m_cutter.endedEarly(); }
    std::uint64_t bytesRead() const override { return m_source.consumed(); }
    std::uint64_t bytesTotal() const override { return m_source.total(); }

  private:
    ByteSource m_source;
    IonCutter m_cutter;
    SourceDetection m_detection;
    std::vector<std::string> m_files;
    std::vector<SourceTable> m_tables;
    bool m_repair;
};

}  // namespace

std::string looksLikeIon(std::string_view head) {
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    if (head.starts_with("$ion_1_0")) return "Amazon Ion text";
    if (head.starts_with("\xE0\x01\x00\xEA")) return "binary Amazon Ion";
    // A struct whose first name stands without quotation marks, which JSON never has.
    if (head.starts_with('[')) head.remove_prefix(1);
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    if (!head.starts_with('{')) return {};
    head.remove_prefix(1);
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    const std::size_t end = head.find_first_of(" \t\r\n:{}[](),\"'/");
    if (end == 0 || end == std::string_view::npos) return {};
    const std::string_view name = head.substr(0, end);
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n", end), head.size()));
    const bool isName =
        name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") ==
            std::string_view::npos &&
        (name[0] < '0' || name[0] > '9');
    return isName && head.starts_with(':') ? "Amazon Ion text" : "";
}

Result<std::unique_ptr<SourceReader>> readIon(ByteSource source, SourceDetection detection,
                                              const SourceOptions& options) {
    return std::unique_ptr<SourceReader>(
        std::make_unique<IonReader>(std::move(source), std::move(detection), options.repair));
}

}  // namespace partita
