#include "ui/load_curve.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "model/load_text.h"
#include "ui/chart.h"
#include "ui/theme.h"

namespace partita {
namespace {
constexpr double kNearLimit = 1.0 / 3.0;  // as the bars do
}

LoadCurve::LoadCurve(QWidget* parent) : LoadTimeChart(parent) {
    setAccessibleName(tr("Load of one partition over time"));
    m_graph = chart()->addGraph();
    m_over = chart()->addGraph();
    for (QCPGraph* graph : {m_graph, m_over})
        graph->setLineStyle(QCPGraph::lsStepLeft);
    m_limitLine = chart()->addLevel();
    redraw();
}

void LoadCurve::setPartition(std::optional<std::uint32_t> partition) {
    m_partition = partition;
    redraw();
}

bool LoadCurve::isShown() const {
    return hasColumns() && m_partition && *m_partition < snapshot()->grid.partitions;
}

std::vector<double> LoadCurve::values() const {
    std::vector<double> values;
    for (std::size_t column = 0; isShown() && column < snapshot()->grid.columns; ++column) {
        values.push_back(wholeUnits(snapshot()->grid.at(unit(), *m_partition, column)));
    }
    return values;
}

bool LoadCurve::showsLimit() const {
    return m_peak <= 0 || m_peak >= limitOf(unit()) * kNearLimit;
}

void LoadCurve::draw() {
    const ThemeColours& colours = Theme::instance().colours();
    const std::vector<double> heights = values();
    m_peak = heights.empty() ? 0 : *std::max_element(heights.begin(), heights.end());
    const double limit = limitOf(unit());

    QVector<double> times, all, over;
    for (std::size_t column = 0; column < heights.size(); ++column) {
        times << static_cast<double>(secondOf(column));
        all << heights[column];
        over << (heights[column] > limit ? heights[column] : std::nan(""));  // drawn nowhere else
    }
    if (!heights.empty()) {
        // The last column is as wide as the others.
        times << static_cast<double>(secondOf(heights.size()));
        all << heights.back();
        over << (heights.back() > limit ? heights.back() : std::nan(""));
    }
    m_graph->setData(times, all, true);
    m_over->setData(times, over, true);
    QColor ground = colours.bar;
    ground.setAlpha(38);
    m_graph->setBrush(ground);
    m_graph->setPen(QPen(colours.bar, 1.2));
    m_over->setPen(QPen(colours.hot, 1.6));

    const double top = showsLimit() ? std::max(limit * 1.15, m_peak * 1.06) : m_peak * 1.15;
    chart()->yAxis->setRange(0, top);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    ticker->addTick(0, QStringLiteral("0"));
    if (showsLimit()) {
        chart()->setLevel(m_limitLine, limit);
        m_limitLine->setPen(Chart::limitPen());
    } else {
        m_limitLine->setVisible(false);
    }
    const double labelled = showsLimit() && m_peak > limit * 1.3 ? m_peak : showsLimit() ? 0 : m_peak;
    if (labelled > 0) ticker->addTick(labelled, rateText(labelled));
    if (showsLimit() && plotArea().height() > 60 && m_peak <= limit * 3)
        ticker->addTick(limit / 2, rateText(limit / 2));
    chart()->yAxis->setTicker(ticker);
}

QString LoadCurve::toolTipAt(const QPoint& position) const {
    const auto column = columnAt(position);
    if (!column || !isShown()) return {};
    return tr("%1: %2 %3 in a second")
        .arg(secondText(secondOf(*column)), unitsText(snapshot()->grid.at(unit(), *m_partition, *column)),
             unitName(unit()));
}

void LoadCurve::paintEvent(QPaintEvent*) {
    if (!isShown()) return;
    const ThemeColours& colours = Theme::instance().colours();
    QPainter painter(this);
    painter.setFont(Theme::tabular(Theme::instance().nameFont()));
    const QRect area = plotArea();
    const int line = painter.fontMetrics().height();
    const double top = chart()->yAxis->range().upper;
    if (showsLimit() && top > 0) {
        const int y = area.bottom() - static_cast<int>(limitOf(unit()) / top * area.height());
        painter.setPen(colours.hot);
        painter.drawText(QRect(area.right() + kScaleLabelGap, y - line / 2, width() - area.right(), line * 2),
                         Qt::AlignLeft | Qt::AlignTop, tr("%1\nlimit").arg(countText(limitOf(unit()))));
    } else {
        painter.setPen(colours.textSecondary);
        painter.drawText(QRect(area.right() + kScaleLabelGap, area.top(), width() - area.right(), line * 3),
                         Qt::AlignLeft | Qt::AlignTop,
                         tr("limit %1,\nfar above").arg(countText(limitOf(unit()))));
    }
}

}  // namespace partita
