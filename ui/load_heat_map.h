// Partitions × time: how many units each partition was asked for in each second. From the limit on it is red.
// A click on a row, or Up and Down, chooses the partition. GUI thread only.
#pragma once

#include "ui/load_time_chart.h"

class QCPColorMap;
class QCPGraph;

namespace partita {

class LoadHeatMap final : public LoadTimeChart {
    Q_OBJECT
  public:
    explicit LoadHeatMap(QWidget* parent = nullptr);
    void setCurrent(std::optional<std::uint32_t> partition);

    QSize sizeHint() const override { return {600, 220}; }
    QSize minimumSizeHint() const override { return {240, 120}; }

  signals:
    void partitionChosen(int partition);

  protected:
    void draw() override;
    void clicked(const QPoint& position) override;
    QString toolTipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    std::optional<std::uint32_t> partitionAt(const QPoint& position) const;
    double scaleTop() const;  // whole units a second, at the top of the colour scale
    bool scaleHoldsLimit() const;
    QGradientStops stops() const;

    QCPColorMap* m_map;
    QCPGraph* m_separators;
    std::optional<std::uint32_t> m_current;
};

}  // namespace partita
