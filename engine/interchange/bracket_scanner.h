// Finds where a JSON object or array ends, without parsing it: counts brackets outside strings, 64 bytes at a
// step. Also notices where a record cannot go on, so that one broken record does not swallow those after it.
// One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace partita {

class BracketScanner final {
  public:
    enum class Stop {
        None,          // the bytes given are used up
        Closed,        // after the closing bracket
        BrokenString,  // at a line break inside a string, which JSON never has
        NewRecord,     // at a { that begins a line, and with it another record
    };

    /// Begins at an opening bracket that stands in that column (bytes, from 0). `afterOneLiners`: every
    /// record before this one stood on one line, so a { in the first column of the next line is taken for
    /// another record.
    void start(std::size_t column, bool afterOneLiners);

    /// Goes on over record[from, to), where `from` is the `to` of the call before, and record[0] (the opening
    /// bracket) to record[from - 1] still hold what they held. On a stop, `stoppedAt` is its place in the
    /// record.
    Stop scan(const char* record, std::size_t from, std::size_t to, std::size_t& stoppedAt);

    /// Line breaks seen, all outside strings.
    std::uint64_t lineBreaks() const { return m_lineBreaks; }

  private:
    Stop scanBytes(const char* record, std::size_t from, std::size_t to, std::size_t& stoppedAt);
    bool beginsRecord(const char* record, std::size_t brace) const;

    std::size_t m_column = 0;
    std::uint64_t m_depth = 0;
    std::uint64_t m_lineBreaks = 0;
    bool m_afterOneLiners = false;
    bool m_inString = false;
    bool m_escaped = false;
};

}  // namespace partita
