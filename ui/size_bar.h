// A thin bar: how much of a limit is used. GUI thread only.
#pragma once

#include <QWidget>

namespace partita {

class SizeBar final : public QWidget {
    Q_OBJECT
  public:
    explicit SizeBar(QWidget* parent = nullptr);
    /// 0 … 1; more is drawn as full, and as over the limit.
    void setShare(double share);
    double share() const { return m_share; }
    QSize sizeHint() const override { return {60, 4}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    double m_share = 0;
};

}  // namespace partita
