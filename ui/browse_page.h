// The tab that always stays: what is shown, the way to a key, and the blocks. GUI thread only.
#pragma once

#include <QWidget>

namespace partita {

class BrowseBar;
class GoToKeyBar;

class BrowsePage final : public QWidget {
    Q_OBJECT
  public:
    /// Takes the blocks.
    explicit BrowsePage(QWidget* blocks, QWidget* parent = nullptr);

    BrowseBar* bar() const { return m_bar; }
    GoToKeyBar* goToKey() const { return m_goToKey; }

  private:
    BrowseBar* m_bar;
    GoToKeyBar* m_goToKey;
};

}  // namespace partita
