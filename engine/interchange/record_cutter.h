// Takes one record, or one value, from where a window stands, and leaves the window behind it. Decides how
// far a broken one reaches. One thread at a time.
#pragma once

#include <cstddef>
#include <string>

#include "engine/interchange/bracket_scanner.h"
#include "engine/interchange/record_reader.h"
#include "engine/interchange/record_window.h"

namespace partita {

class RecordCutter final {
  public:
    explicit RecordCutter(RecordWindow& window) : m_window(window) {}

    // `inArray`: whether an array is around it, whose end may follow.

    /// A record that begins with a bracket.
    JsonRecord bracketed(bool inArray);
    /// A record of that size, already known to be closed.
    JsonRecord closed(std::size_t size, bool inArray);
    /// A record of `size` bytes so far that is broken, or is followed by what belongs to no record: takes it
    /// up to the end of the line, or in an array to what may end an element.
    JsonRecord rest(std::size_t size, bool inArray);
    /// The value of a member of an object.
    JsonRecord value();

    /// Whether the source ended inside one of them.
    bool endedEarly() const { return m_endedEarly; }

  private:
    /// To the closing bracket, or as far as a broken record reaches. `closedAt`: the size when it was closed
    /// and is still to be taken.
    JsonRecord toItsEnd(bool afterOneLiners, std::size_t& closedAt);
    JsonRecord tooLong(BracketScanner& scanner, std::size_t scanned);
    /// Size of the record when it ends before the next line that begins as its own did.
    std::size_t sizeToNextRecord(std::size_t size, std::size_t column);
    bool isFollowedByJunk(std::size_t size, bool inArray);
    JsonRecord scalar();
    /// The record of that size; only its beginning when it is too long.
    JsonRecord take(std::size_t size, bool complete);

    RecordWindow& m_window;
    std::string m_kept;       // the beginning of a record that is too long
    bool m_oneLiners = true;  // every record so far stood on one line
    bool m_any = false;
    bool m_endedEarly = false;
};

}  // namespace partita
