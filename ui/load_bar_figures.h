// The figures over the bars of a chart. Where two would overlap, the one of the higher bar is shown.
// GUI thread only.
#pragma once

#include <QString>
#include <vector>

class QCPItemText;

namespace partita {

class Chart;

class LoadBarFigures final {
  public:
    struct Figure {
        double key = 0;  // the bar's middle and height, on the chart's axes
        double height = 0;
        QString text;
        bool isOver = false;  // the limit: red and strong
    };

    explicit LoadBarFigures(Chart* chart) : m_chart(chart) {}
    /// `pixelsPerKey` is the scale of the x axis, which begins at 0; `width` that of the plot, in pixels.
    void show(std::vector<Figure> figures, double pixelsPerKey, double width);

  private:
    Chart* m_chart;
    std::vector<QCPItemText*> m_texts;  // owned by the chart; used again
};

}  // namespace partita
