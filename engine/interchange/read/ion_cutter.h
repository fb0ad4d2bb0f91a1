// Cuts Ion text into records without parsing it: the values at the top level, and the elements of a list
// there, as the service's exports and Ion's own writers arrange items. Skips version markers and comments.
// One thread at a time.
#pragma once

#include <optional>
#include <string>

#include "engine/interchange/read/ion_scanner.h"
#include "engine/interchange/read/text_window.h"

namespace partita {

class IonCutter final {
  public:
    explicit IonCutter(TextWindow::Feed feed, std::size_t bufferBytes = TextWindow::kBufferBytes);

    /// The next record, or nothing at the end. After a broken one it goes on with the next line or record.
    /// Fails (BadInput) on binary Ion and on another version of Ion, and as the feed does.
    Result<std::optional<CutText>> next();
    /// After the last record: whether the text ended inside a record, a list or a comment.
    bool endedEarly() const { return m_endedEarly; }

  private:
    /// Over what stands between records. False at the end.
    Result<bool> skipToRecord();
    Result<void> skipComment();
    /// Whether an annotation, name::, begins here.
    Result<bool> atAnnotation();
    Result<bool> skippedMarker();
    Result<CutText> bracketed();
    Result<CutText> tooLong(std::size_t scanned);
    /// What can begin no item: up to the end of the line, in a list of the element.
    Result<CutText> stray();
    CutText taken(std::size_t size);
    void shorten(CutText& record);

    TextWindow m_window;
    IonScanner m_scanner;
    std::size_t m_pending = 0;  // bytes of the record that was handed out
    std::string m_kept;         // the beginning of a record that is too long
    bool m_started = false;
    bool m_inList = false;
    bool m_oneLiners = true;  // every record so far stood on one line
    bool m_any = false;
    bool m_endedEarly = false;
};

}  // namespace partita
