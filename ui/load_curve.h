// Units a second of one partition over time, against the limit. GUI thread only.
#pragma once

#include "ui/load_time_chart.h"

class QCPGraph;
class QCPItemLine;

namespace partita {

class LoadCurve final : public LoadTimeChart {
    Q_OBJECT
  public:
    explicit LoadCurve(QWidget* parent = nullptr);
    void setPartition(std::optional<std::uint32_t> partition);

    QSize sizeHint() const override { return {600, 110}; }
    QSize minimumSizeHint() const override { return {240, 90}; }

  protected:
    void draw() override;
    QString toolTipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;

  private:
    bool isShown() const;
    std::vector<double> values() const;  // whole units a second, one a column
    bool showsLimit() const;

    QCPGraph* m_graph;
    QCPGraph* m_over;
    QCPItemLine* m_limitLine;
    std::optional<std::uint32_t> m_partition;
    double m_peak = 0;
};

}  // namespace partita
