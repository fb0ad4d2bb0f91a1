// What an export holds and what it does not: a heading and sentences under it, on a ground of its own. Calm:
// nothing here is a fault. GUI thread only.
#pragma once

#include <QFrame>
#include <QStringList>

class QVBoxLayout;

namespace partita {

class ThemedLabel;

class LossNote final : public QFrame {
    Q_OBJECT
  public:
    explicit LossNote(QWidget* parent = nullptr);

    void setTexts(const QString& heading, const QStringList& sentences);
    QString heading() const;
    QStringList sentences() const { return m_sentences; }

  private:
    void applyTheme();

    ThemedLabel* m_heading;
    QVBoxLayout* m_lines;
    QStringList m_sentences;
};

}  // namespace partita
