// What the readers of JSON have in common: a RecordReader that they guide through the source, the tables that
// it names, and the notes. next() on one thread; decode() on any.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/read/source_reader.h"
#include "engine/interchange/record_reader.h"

namespace partita {

class EnvelopeSource : public SourceReader, protected RecordGuide {
  public:
    const SourceDetection& detection() const override { return m_detection; }
    const std::vector<SourceTable>& tables() const override { return m_tables; }
    const std::vector<std::string>& files() const override { return m_files; }
    Result<std::optional<SourceRecord>> next() override;
    bool endedEarly() const override { return m_reader->endedEarly(); }
    std::uint64_t bytesRead() const override { return m_reader->bytesRead(); }
    std::uint64_t bytesTotal() const override { return m_reader->bytesTotal(); }
    std::vector<SourceNote> notes() const override { return m_notes; }

  protected:
    EnvelopeSource(ByteSource source, SourceDetection detection, JsonForm form, std::size_t bufferBytes);

    /// Completes the record that was cut at that place: its table, its order.
    virtual void complete(SourceRecord& record, int place) = 0;
    /// After the last record: what is to be said of the whole.
    virtual void finish() {}

    /// The table of that name, which is a new one when it was not known. Empty: the source does not say.
    std::uint32_t tableNamed(std::string_view name);
    void note(SourceNote::Kind kind, std::uint64_t line, std::string text);
    /// Says once of each name that this part of the source is not taken over.
    void noteLost(std::string_view name, std::uint64_t line);
    JsonForm form() const { return m_form; }

  private:
    SourceDetection m_detection;
    JsonForm m_form;
    std::vector<SourceTable> m_tables;
    std::map<std::string, std::uint32_t, std::less<>> m_tableOf;
    std::vector<std::string> m_files;
    std::vector<SourceNote> m_notes;
    std::set<std::string, std::less<>> m_lost;
    bool m_finished = false;
    std::unique_ptr<RecordReader> m_reader;
};

/// An item that stands in `part` of a record's text; the bytes that an error names are the record's.
Result<DecodedRecord> decodePart(const SourceRecord& record, std::string_view part, JsonForm form,
                                 const KeySchema& keys, bool keepNames);

/// The members of that part of a record's text, which has to be an object. Fails with what is wrong with its
/// JSON, and for a name that is there twice.
Result<JsonOutline> membersOf(const SourceRecord& record, std::string_view part);

/// The text of a JSON string that has no escapes; empty when it is none, is cut off or has some.
std::string_view plainText(std::string_view value);

/// An error about that part of a record's text.
Error wrongPart(std::string message, const SourceRecord& record, std::string_view part);

}  // namespace partita
