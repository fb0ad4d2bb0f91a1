// A window that slides over a text which comes piece by piece: keeps what the record being cut needs, and no
// more. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace partita {

/// One record as a cutter hands it out.
struct CutText {
    std::string_view text;     // valid until the cutter's next call
    std::uint64_t line = 0;    // where it begins, from 1
    std::uint64_t offset = 0;  // bytes from the start of the text
    bool complete = true;  // false: the text ended inside it, or it is too long and `text` is its beginning
    bool tooLong = false;
};

class TextWindow final {
  public:
    /// Up to `size` bytes into `into`; 0 at the end.
    using Feed = std::function<Result<std::size_t>(char* into, std::size_t size)>;
    static constexpr std::size_t kBufferBytes = 256 * 1024;
    /// Of records that cutters keep; no item is longer by far.
    static constexpr std::size_t kLongestRecord = 16 * 1024 * 1024;
    /// Of one that is longer, for the report.
    static constexpr std::size_t kKeptOfTooLong = 4096;

    explicit TextWindow(Feed feed, std::size_t bufferBytes = kBufferBytes);

    /// What is there from the window's beginning on; valid until more() or skip().
    std::string_view text() const { return {m_buffer.data() + m_at, m_end - m_at}; }
    /// Reads on behind text(), at least a byte. False at the end.
    Result<bool> more();
    /// Whether text() holds `size` bytes, reading on if need be.
    Result<bool> has(std::size_t size);
    /// Moves the window's beginning over bytes of text(), and counts the lines.
    void skip(std::size_t bytes);

    std::uint64_t offset() const { return m_offset; }  // of the window's beginning, in bytes
    std::uint64_t line() const { return m_line; }      // of the window's beginning, from 1

  private:
    Feed m_feed;
    std::vector<char> m_buffer;
    std::size_t m_at = 0;
    std::size_t m_end = 0;
    std::uint64_t m_offset = 0;
    std::uint64_t m_line = 1;
    bool m_ended = false;
};

}  // namespace partita
