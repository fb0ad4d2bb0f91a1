// Cuts CSV and TSV into rows, without a look at what the cells mean. Line ends are CR LF, LF or CR. A quote
// that is never closed costs its own line only: reading goes on at the next one. Memory is bounded by the
// longest row kept (16 MiB). One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/read/text_window.h"
#include "engine/result.h"

namespace partita {

struct ScannedRow {
    std::string_view text;  // without its line end; valid until the next call
    std::uint64_t line = 0;
    std::uint64_t offset = 0;
    bool tooLong = false;  // `text` is its beginning
};

class DelimitedScanner final {
  public:
    static constexpr std::size_t kLongestRow = 16 * 1024 * 1024;

    explicit DelimitedScanner(ByteSource source, std::size_t bufferBytes = TextWindow::kBufferBytes,
                              std::size_t longestRow = kLongestRow);

    /// The text at the present place, up to `bytes` of it. Valid until the next call.
    Result<std::string_view> peek(std::size_t bytes);
    /// Over bytes of what peek() gave.
    void skip(std::size_t bytes) { take(bytes); }
    void setDelimiter(char delimiter) { m_delimiter = delimiter; }
    /// The next row that has more than blanks and delimiters, or nothing at the end. Fails (InputOutput) when
    /// the source cannot be read on.
    Result<std::optional<ScannedRow>> next();
    /// Whether the source ended while a quote was open.
    bool endedInQuote() const { return m_endedInQuote; }
    std::uint64_t bytesTaken() const { return m_window.offset(); }
    std::uint64_t bytesTotal() const { return m_total; }

  private:
    struct End {
        std::size_t size = 0;   // of the row
        std::size_t after = 0;  // with its line end
        bool tooLong = false;
    };
    Result<End> findEnd();
    /// Size of the line end at `at` of the window; 0 when there is none.
    Result<std::size_t> lineEndAt(std::size_t at);
    Result<void> skipLongRow();
    void take(std::size_t bytes);

    std::uint64_t m_total = 0;
    TextWindow m_window;
    char m_delimiter = ',';
    std::size_t m_longestRow;
    std::uint64_t m_line = 1;
    bool m_afterCarriageReturn = false;  // the last byte taken was CR: LF after it ends no line of its own
    bool m_endedInQuote = false;
    std::size_t m_toTake = 0;  // of the row handed out last
    std::string m_beginning;   // of a row that is too long
};

}  // namespace partita
