// Cuts a stream of JSON into records without parsing it: the elements of arrays, JSON lines, or objects one
// after another, also spread over lines. A sliding buffer; memory is bounded by the longest record kept (16
// MiB). Lenient about what stands between records: commas may be missing, doubled or left at the end. With a
// guide it also goes into objects that hold records. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/record_guide.h"
#include "engine/result.h"

namespace partita {

struct JsonRecord {
    std::string_view text;     // valid until the next call
    std::uint64_t line = 0;    // where it begins, from 1
    std::uint64_t offset = 0;  // bytes from the start of the text, after decompression, as UTF-8
    bool complete = true;  // false: the source ended inside it, or it is too long and `text` is its beginning
    bool tooLong = false;
    int place = RecordGuide::kOutermost;
};

class RecordReader final {
  public:
    static constexpr std::size_t kBufferBytes = 1024 * 1024;
    static constexpr std::size_t kLongestRecord = 16 * 1024 * 1024;

    /// "-" reads standard input. Compressed sources and UTF-16 are read as byte_source.h says. Fails with
    /// FileMissing or InputOutput, or BadInput for text that is no JSON at all (says what was seen and what
    /// to do). The buffer grows beyond `bufferBytes` only for a record that is longer.
    static Result<std::unique_ptr<RecordReader>> open(const std::string& path,
                                                      std::size_t bufferBytes = kBufferBytes);
    /// Text that is no JSON at all makes the first next() fail. `guide` may be null, and outlives the reader.
    static std::unique_ptr<RecordReader> ofSource(ByteSource source, RecordGuide* guide,
                                                  std::size_t bufferBytes = kBufferBytes);
    static std::unique_ptr<RecordReader> ofText(std::string text, std::size_t bufferBytes = kBufferBytes);
    ~RecordReader();
    RecordReader(const RecordReader&) = delete;
    RecordReader& operator=(const RecordReader&) = delete;

    /// The next record, or nothing at the end. After a record that is no JSON the reader goes on at the next
    /// line (JSON lines) or element (array). Records over 16 MiB are cut off, not kept: complete is false.
    /// Fails (InputOutput, BadInput) when the source cannot be read on, once what came before is given.
    Result<std::optional<JsonRecord>> next();

    /// After the last record: whether the source ended inside a record, an array or an object
    /// that was opened.
    bool endedEarly() const;

    // As the source lies on the disk.
    std::uint64_t bytesRead() const;   // up to the end of the last record; of compressed data about so many
    std::uint64_t bytesTotal() const;  // 0: not known

  private:
    RecordReader();
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
