// Cuts JSON data files of exports into records: each line is one, so that a damaged one costs no other. Of a
// file that was laid out for reading since, with a record on several lines, each object is one. One thread at
// a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/interchange/read/text_window.h"

namespace partita {

class S3ExportLines final {
  public:
    explicit S3ExportLines(TextWindow::Feed feed, std::size_t bufferBytes = TextWindow::kBufferBytes)
        : m_window(std::move(feed), bufferBytes) {}

    /// The next line that is not blank, without its end, or the next object; nothing at the end. Fails as the
    /// feed does.
    Result<std::optional<CutText>> next();
    /// After the last line: whether the text ended inside it.
    bool endedEarly() const { return m_endedEarly; }

  private:
    Result<void> start();
    Result<std::optional<CutText>> nextLine();
    Result<std::optional<CutText>> nextObject();
    Result<std::optional<CutText>> tooLong();

    TextWindow m_window;
    std::size_t m_column = 0;   // of the window's beginning; of a file that is laid out
    std::size_t m_pending = 0;  // bytes of the line that was handed out
    std::string m_kept;         // the beginning of a line that is too long
    bool m_started = false;
    bool m_isLaidOut = false;
    bool m_endedEarly = false;
};

/// Whether the text begins with an object that goes on behind its first line, as tools lay them out.
bool isLaidOutJson(std::string_view head);

}  // namespace partita
