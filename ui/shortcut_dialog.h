// All shortcuts of the window, read from its menus, so that the list is never out of date. GUI thread only.
#pragma once

#include <QDialog>

class QMenuBar;

namespace partita {

class ShortcutDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit ShortcutDialog(const QMenuBar* bar, QWidget* parent = nullptr);
};

}  // namespace partita
