// A framed part of the Load page with a small title over its contents. GUI thread only.
#pragma once

#include <QFrame>

class QHBoxLayout;
class QVBoxLayout;

namespace partita {

class ThemedLabel;

class LoadCard final : public QFrame {
    Q_OBJECT
  public:
    explicit LoadCard(const QString& title, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    QString title() const;
    /// Beside the title, at the right.
    void addToHead(QWidget* widget);
    QVBoxLayout* body() const { return m_body; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    ThemedLabel* m_title;
    QHBoxLayout* m_head;
    QVBoxLayout* m_body;
};

}  // namespace partita
