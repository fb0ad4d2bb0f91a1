#include "ui/dropped_sources.h"

#include <QMimeData>
#include <QUrl>

namespace partita {

DroppedSources droppedSources(const QMimeData* mime) {
    DroppedSources dropped;
    if (!mime) return dropped;
    for (const QUrl& url : mime->urls()) {
        if (url.isLocalFile()) dropped.paths << url.toLocalFile();
    }
    if (dropped.paths.isEmpty() && mime->hasText() && !mime->text().trimmed().isEmpty())
        dropped.text = mime->text();
    return dropped;
}

}  // namespace partita
