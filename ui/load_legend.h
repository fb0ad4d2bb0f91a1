// Which colour is which unit, and what the tick on a bar means. GUI thread only.
#pragma once

#include <QWidget>

namespace partita {

class LoadLegend final : public QWidget {
    Q_OBJECT
  public:
    explicit LoadLegend(QWidget* parent = nullptr);
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QStringList m_names;
};

}  // namespace partita
