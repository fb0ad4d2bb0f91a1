// A line edit that grows with its text, within bounds, so that a long key can be read; that can show which
// characters are wrong; and that can carry an arrow to open a list. GUI thread only.
#pragma once

#include <QLineEdit>

namespace partita {

class GrowingLineEdit final : public QLineEdit {
    Q_OBJECT
  public:
    /// Widths in pixels.
    GrowingLineEdit(int least, int most, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// A red frame, and a wavy line under the characters [begin, end).
    void setMistake(bool isWrong, int begin = 0, int end = 0);
    bool hasMistake() const { return m_isWrong; }
    void setArrow(bool hasArrow);

  signals:
    void arrowPressed();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

  private:
    QRect arrowRect() const;
    int m_least;
    int m_most;
    bool m_isWrong = false;
    bool m_hasArrow = false;
};

}  // namespace partita
