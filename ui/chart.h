// A QCustomPlot in the window's colours and fonts: the only file that includes the chart library. A Chart
// only draws; the widget around it handles mouse and keys, so that charts behave like the rest of the window.
// GUI thread only.
#pragma once

#include <qcustomplot.h>

#include <QPen>

namespace partita {

class Chart final : public QCustomPlot {
    Q_OBJECT
  public:
    explicit Chart(QWidget* parent = nullptr);

    /// Space around the axis rectangle, in pixels, for labels; fixed so that charts above each other line up.
    void setMargins(const QMargins& margins);
    QRect axisArea() const { return axisRect()->rect(); }

    /// A line across the whole axis rectangle at a value of the y axis.
    QCPItemLine* addLevel();
    void setLevel(QCPItemLine* line, double value);
    QCPItemText* addText();

    /// Thin dashes, as every limit is drawn.
    static QPen limitPen();

  private:
    void applyTheme();
};

}  // namespace partita
