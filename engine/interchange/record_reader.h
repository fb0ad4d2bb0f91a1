// Cuts a stream of JSON into records without parsing it: the elements of one array, JSON lines, or objects one
// after another. A sliding buffer; memory is bounded by the longest record. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/result.h"

namespace partita {

struct JsonRecord {
    std::string_view text;    // valid until the next call
    std::uint64_t line = 0;   // where it begins, from 1
    std::uint64_t offset = 0;  // bytes from the start of the source (after decompression, were there any)
    bool complete = true;     // false: the source ended inside it
};

class RecordReader final {
  public:
    /// "-" reads standard input. Fails with FileMissing or InputOutput, or BadInput for text that is no JSON at
    /// all (UTF-16, gzip, …: says what was seen and what to do). A UTF-8 BOM is skipped.
    static Result<std::unique_ptr<RecordReader>> open(const std::string& path);
    static std::unique_ptr<RecordReader> ofText(std::string text);
    ~RecordReader();

    /// The next record, or nothing at the end. After a record that is no JSON the reader goes on at the next
    /// line (JSON lines) or element (array). Records over 16 MiB are cut off, not kept: complete is false.
    Result<std::optional<JsonRecord>> next();

    std::uint64_t bytesRead() const;
    std::uint64_t bytesTotal() const;  // 0: not known

  private:
    RecordReader();
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
