// Cuts JSON data files of exports into records: each line is one. One thread at a time.
#pragma once

#include <optional>
#include <string>

#include "engine/interchange/read/text_window.h"

namespace partita {

class S3ExportLines final {
  public:
    explicit S3ExportLines(TextWindow::Feed feed, std::size_t bufferBytes = TextWindow::kBufferBytes)
        : m_window(std::move(feed), bufferBytes) {}

    /// The next line that is not blank, without its end; nothing at the end. Fails as the feed does.
    Result<std::optional<CutText>> next();
    /// After the last line: whether the text ended inside it.
    bool endedEarly() const { return m_endedEarly; }

  private:
    Result<std::optional<CutText>> tooLong();

    TextWindow m_window;
    std::size_t m_pending = 0;  // bytes of the line that was handed out
    std::string m_kept;         // the beginning of a line that is too long
    bool m_started = false;
    bool m_endedEarly = false;
};

}  // namespace partita
