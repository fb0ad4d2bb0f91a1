// A thin bar over a page that says one thing: why a file is read-only, what went wrong, what was found.
// Hidden until it has something to say. GUI thread only.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;
class QToolButton;

namespace partita {

class ThemedLabel;

class NoticeBar final : public QFrame {
    Q_OBJECT
  public:
    enum class Kind { Info, Warning, Error };

    explicit NoticeBar(QWidget* parent = nullptr);

    /// `closable` false: it stays as long as what it says is so.
    void say(Kind kind, const QString& text, bool closable = true);
    /// A button on the right; empty: none.
    void setAction(const QString& text);
    QString text() const;
    void dismiss();

  signals:
    void actionTriggered();
    void dismissed();

  private:
    void applyTheme();
    Kind m_kind = Kind::Info;
    QLabel* m_icon;
    ThemedLabel* m_text;
    QPushButton* m_action;
    QToolButton* m_close;
};

}  // namespace partita
