// Finds where a bracketed value of Ion text ends, without parsing it: counts brackets outside strings, quoted
// symbols, comments and lobs. Also notices where a record cannot go on, so that a broken one does not swallow
// those after it. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace partita {

class IonScanner final {
  public:
    enum class Stop {
        None,          // the bytes given are used up
        Closed,        // after the closing bracket
        BrokenString,  // at a line break inside a quoted text, which only long strings have
        NewRecord,     // at the beginning of a line that can only begin another record
    };

    /// Begins before the first byte of a record: an annotation or an opening bracket. `afterOneLiners`: every
    /// record before this one stood on one line, so a { in the first column is taken for another record.
    void start(bool afterOneLiners);

    /// Goes on over the next bytes. On a stop, `stoppedAt` is its place, in bytes from the start; for
    /// NewRecord it may lie before `bytes`.
    Stop scan(std::string_view bytes, std::size_t& stoppedAt);

  private:
    enum class State : std::uint8_t {
        Plain,
        Brace,  // after {, which may begin a lob
        Slash,  // after /, which may begin a comment
        LineComment,
        BlockComment,
        BlockStar,  // after * in a block comment
        String,     // "…"
        StringEscape,
        Quote,  // after ', of a symbol or of a long string
        QuoteQuote,
        Symbol,  // '…'
        SymbolEscape,
        Long,  // '''…'''
        LongEscape,
        LongQuote,
        LongQuoteQuote,
        Lob,       // {{…}}
        LobBrace,  // after } in a lob
    };

    Stop plain(char c);
    Stop quoted(char c);
    /// Notices records that begin a line. `c` is outside quotes and comments.
    Stop beginning(char c);

    State m_state = State::Plain;
    std::uint64_t m_depth = 0;
    std::size_t m_at = 0;         // bytes since the start
    std::size_t m_lineBegin = 0;  // of the line that m_at is in
    std::size_t m_marker = 0;     // bytes of a version marker seen at the beginning of this line
    bool m_anyLine = false;       // a line break was seen
    bool m_afterOneLiners = false;
    bool m_inLob = false;
    bool m_returnEscaped = false;  // after \ and a carriage return, whose line feed belongs to them
};

}  // namespace partita
