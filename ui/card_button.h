// A button that says more than a name: a title, some lines of text, a note in small print. GUI thread only.
#pragma once

#include <QAbstractButton>

namespace partita {

class CardButton final : public QAbstractButton {
    Q_OBJECT
  public:
    enum class Look {
        Card,  // framed, the text in up to two lines, all of it in the tooltip
        Row,   // a line of a list: the text in one line, elided in its middle
    };
    CardButton(Look look, const QString& title, const QString& text, const QString& note = {},
               QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    Look m_look;
    QString m_title;
    QString m_text;
    QString m_note;
};

}  // namespace partita
