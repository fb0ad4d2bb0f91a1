// What an edit met instead of the item that it began with: says so, shows what is there now, and offers what
// can be done about it. GUI thread only.
#pragma once

#include <QFrame>
#include <optional>

#include "engine/value/item.h"

class QPlainTextEdit;
class QPushButton;

namespace partita {

class ThemedLabel;

class ItemConflict final : public QFrame {
    Q_OBJECT
  public:
    explicit ItemConflict(QWidget* parent = nullptr);

    /// `there`: nothing when no item is. Empty texts: no such button.
    void show(const QString& text, const std::optional<Item>& there,
              const std::vector<std::string>& firstNames, const QString& reload, const QString& overwrite);

  signals:
    void reloadRequested();
    void overwriteRequested();

  private:
    void applyTheme();
    ThemedLabel* m_text;
    QPlainTextEdit* m_there;
    QPushButton* m_reload;
    QPushButton* m_overwrite;
};

}  // namespace partita
