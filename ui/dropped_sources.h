// What a drop or the clipboard holds that can be opened or imported. Free functions; GUI thread only.
#pragma once

#include <QString>
#include <QStringList>

class QMimeData;

namespace partita {

struct DroppedSources {
    QStringList paths;  // of local files and folders
    QString text;       // when there are no paths; never blanks alone
    bool isEmpty() const { return paths.isEmpty() && text.isEmpty(); }
};

/// `mime` may be null.
DroppedSources droppedSources(const QMimeData* mime);

}  // namespace partita
