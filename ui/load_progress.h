// How far a replay is, with a way to cancel it. Shows itself only when it takes longer than 300 ms.
// GUI thread only.
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace partita {

class ElidedLabel;
class LoadReplay;

class LoadProgress final : public QWidget {
    Q_OBJECT
  public:
    explicit LoadProgress(QWidget* parent = nullptr);
    void setReplay(LoadReplay* replay);

  private:
    void end();
    QPointer<LoadReplay> m_replay;
    QTimer m_delay;
    ElidedLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

}  // namespace partita
