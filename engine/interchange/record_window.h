// The part of a source that is in memory while records are cut from it, and the place in it. The cutter of
// JSON reads it byte by byte, so this stays inline and open: bytes from the place on are data()[0 … size()).
// One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/interchange/byte_source.h"
#include "engine/result.h"

namespace partita {

class RecordWindow final {
  public:
    /// The buffer grows beyond `bufferBytes` only when more is asked for at once.
    RecordWindow(ByteSource source, std::size_t bufferBytes);

    /// Valid until the next fill(), has() or skip…().
    const char* data() const { return m_buffer.data() + m_at; }
    std::size_t size() const { return m_end - m_at; }
    std::string_view text() const { return {data(), size()}; }

    /// Reads on behind what is there. False at the end of the source, and where it cannot be read on: what is
    /// there is still good then, and failure() is for after it.
    bool fill();
    /// Whether data()[ahead] is there, reading on if need be.
    bool has(std::size_t ahead);
    const std::optional<Error>& failure() const { return m_failure; }

    /// Over bytes of any kind; counts the lines.
    void skip(std::size_t bytes);
    /// Over the one byte there, which is no line break.
    void skipByte() { ++m_at; }
    /// Over the line break that is there.
    void skipLineBreak() {
        ++m_at;
        ++m_line;
        m_lineOffset = offset();
    }
    /// To the next line break, or the end.
    void skipLine();

    std::uint64_t line() const { return m_line; }  // from 1
    std::uint64_t offset() const { return m_before + m_at; }
    std::size_t column() const { return static_cast<std::size_t>(offset() - m_lineOffset); }  // bytes, from 0
    const ByteSource& source() const { return m_source; }
    /// Bytes of the source as it lies on the disk, up to the place; of compressed data about so many.
    std::uint64_t consumed() const;

  private:
    ByteSource m_source;
    std::vector<char> m_buffer;
    std::size_t m_at = 0;
    std::size_t m_end = 0;           // of the bytes in the buffer
    std::uint64_t m_before = 0;      // bytes of the source before the buffer
    std::uint64_t m_line = 1;        // of m_at
    std::uint64_t m_lineOffset = 0;  // in the source, where that line begins
    bool m_sourceEnded = false;
    std::optional<Error> m_failure;
};

}  // namespace partita
