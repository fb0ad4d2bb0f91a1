// One line of text that is cut with … where its place ends; the tooltip then has all of it. GUI thread only.
#pragma once

#include "ui/themed_label.h"

namespace partita {

class ElidedLabel final : public QWidget {
    Q_OBJECT
  public:
    ElidedLabel(ThemedLabel::Role role, Qt::TextElideMode mode, QWidget* parent = nullptr);
    void setText(const QString& text);
    QString text() const { return m_text; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    void show();
    Qt::TextElideMode m_mode;
    QString m_text;
    ThemedLabel* m_label;
};

}  // namespace partita
