#include "ui/load_time_chart.h"

#include <QApplication>
#include <QDateTime>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "model/load_text.h"
#include "ui/chart.h"
#include "ui/theme.h"

namespace partita {
namespace {

/// Steps that people read times in, in seconds.
constexpr std::int64_t kTimeSteps[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
                                       600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400};

}  // namespace

LoadTimeChart::LoadTimeChart(QWidget* parent)
    : QWidget(parent), m_chart(new Chart(this)), m_drag(new QCPItemRect(m_chart)) {
    setMouseTracking(true);
    m_chart->setMargins({kLeft, kTop, kRight, kBottom});
    m_drag->setPen(QPen(Qt::NoPen));
    for (QCPItemPosition* corner : {m_drag->topLeft, m_drag->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    m_drag->setVisible(false);
    connect(&Theme::instance(), &Theme::changed, this, &LoadTimeChart::redraw);
}

void LoadTimeChart::setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    redraw();
}

void LoadTimeChart::setUnit(LoadUnit unit) {
    if (m_unit == unit) return;
    m_unit = unit;
    redraw();
}

QRect LoadTimeChart::plotArea() const {
    return rect().adjusted(kLeft, kTop, -kRight, -kBottom);
}

void LoadTimeChart::clicked(const QPoint&) {}

std::optional<std::size_t> LoadTimeChart::columnAt(const QPoint& position) const {
    const QRect area = plotArea();
    if (!hasColumns() || !area.contains(position)) return std::nullopt;
    const auto columns = static_cast<std::int64_t>(m_snapshot->grid.columns);
    const std::int64_t column = (position.x() - area.left()) * columns / std::max(1, area.width());
    return static_cast<std::size_t>(std::clamp<std::int64_t>(column, 0, columns - 1));
}

std::int64_t LoadTimeChart::secondOf(std::size_t column) const {
    return m_snapshot->grid.range.begin +
           static_cast<std::int64_t>(column) * m_snapshot->grid.secondsPerColumn;
}

void LoadTimeChart::redraw() {
    drawTimeAxis();
    draw();
    m_chart->replot(QCustomPlot::rpQueuedReplot);
}

void LoadTimeChart::drawTimeAxis() {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    if (hasColumns()) {
        const SecondRange range = m_snapshot->grid.range;
        m_chart->xAxis->setRange(static_cast<double>(range.begin), static_cast<double>(range.end));
        const std::int64_t seconds = range.end - range.begin;
        const int labels = std::max(1, plotArea().width() / 90);
        std::int64_t step = kTimeSteps[std::size(kTimeSteps) - 1];
        for (const std::int64_t candidate : kTimeSteps) {
            if (seconds / candidate > labels) continue;
            step = candidate;
            break;
        }
        const std::int64_t first = (range.begin + step - 1) / step * step;
        for (std::int64_t at = first; at <= range.end; at += step) {
            const QString text = secondText(at);
            ticker->addTick(static_cast<double>(at), step % 60 == 0 ? text.left(5) : text);
        }
    } else {
        m_chart->xAxis->setRange(0, 1);
    }
    m_chart->xAxis->setTicker(ticker);
}

void LoadTimeChart::drawDrag() {
    const auto from = m_pressed ? columnAt(*m_pressed) : std::nullopt;
    const QRect area = plotArea();
    const auto to = columnAt({std::clamp(m_draggedTo.x(), area.left(), area.right()), area.center().y()});
    const bool dragging =
        from && to && std::abs(m_draggedTo.x() - m_pressed->x()) >= QApplication::startDragDistance();
    m_drag->setVisible(dragging);
    if (dragging) {
        QColor ground = Theme::instance().colours().accent;
        ground.setAlpha(50);
        m_drag->setBrush(ground);
        m_drag->topLeft->setCoords(static_cast<double>(secondOf(std::min(*from, *to))), 0);
        m_drag->bottomRight->setCoords(static_cast<double>(secondOf(std::max(*from, *to) + 1)), 1);
    }
    m_chart->replot(QCustomPlot::rpQueuedReplot);
}

bool LoadTimeChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = toolTipAt(help->pos());
    if (text.isEmpty()) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(), text, this);
    }
    return true;
}

void LoadTimeChart::resizeEvent(QResizeEvent*) {
    m_chart->setGeometry(rect());
    redraw();
}

void LoadTimeChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !columnAt(event->position().toPoint())) return;
    m_pressed = m_draggedTo = event->position().toPoint();
}

void LoadTimeChart::mouseMoveEvent(QMouseEvent* event) {
    if (!m_pressed) return;
    m_draggedTo = event->position().toPoint();
    drawDrag();
}

void LoadTimeChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_pressed) return;
    const QPoint pressed = *m_pressed;
    const auto from = columnAt(pressed);
    const QRect area = plotArea();
    const QPoint released = event->position().toPoint();
    const auto to = columnAt({std::clamp(released.x(), area.left(), area.right()), area.center().y()});
    m_pressed.reset();
    drawDrag();
    if (std::abs(released.x() - pressed.x()) < QApplication::startDragDistance()) {
        clicked(pressed);
    } else if (from && to) {
        emit rangeDragged(secondOf(std::min(*from, *to)), secondOf(std::max(*from, *to) + 1));
    }
}

}  // namespace partita
