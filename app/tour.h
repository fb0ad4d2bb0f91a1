// Pictures of every screen, from the real widgets on a real table file, light and dark. Needs a QApplication;
// "offscreen" is enough.
#pragma once

#include <QString>

namespace partita {

/// Writes 01-….png and so on into `directory` (made when missing) and prints each path. `file`: a table file
/// to draw, which is opened for reading and not changed; empty: bundled samples, made in a temporary folder.
/// Returns an exit status: 0, or 3 when the file cannot be opened or a picture cannot be written.
int runTour(const QString& directory, const QString& file);

}  // namespace partita
