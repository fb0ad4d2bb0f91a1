// The page of a dialog while its work goes on: what is being done, a bar, how far it is, and a button that
// stops it. Knows nothing of the work. GUI thread only.
#pragma once

#include <QWidget>
#include <optional>

class QProgressBar;
class QPushButton;

namespace partita {

class ElidedLabel;
class ThemedLabel;

class RunningPage final : public QWidget {
    Q_OBJECT
  public:
    /// `bar`: what the bar shows, for who does not see it.
    RunningPage(const QString& bar, const QString& cancel, QWidget* parent = nullptr);

    /// For a piece of work that begins, as "Writing items.json".
    void begin(const QString& what);
    /// `share`: 0 … 1, of what is done; nothing: how much there is to do is not known.
    void showProgress(const QString& text, std::optional<double> share);
    /// Says that the work is being stopped, until the next one begins.
    void showStopping();
    bool isStopping() const;
    QPushButton* cancelButton() const { return m_cancel; }

  private:
    ElidedLabel* m_what;
    QProgressBar* m_bar;
    ThemedLabel* m_progress;
    QPushButton* m_cancel;
};

}  // namespace partita
