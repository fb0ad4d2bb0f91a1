#include "ui/chart.h"

#include "ui/theme.h"

namespace partita {

Chart::Chart(QWidget* parent) : QCustomPlot(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    // The widget behind shows through: a chart has no ground of its own.
    setAttribute(Qt::WA_OpaquePaintEvent, false);
    setBackground(QBrush(Qt::NoBrush));
    setFocusPolicy(Qt::NoFocus);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTicks(true);
        axis->setTickLength(0, 0);
        axis->setTickPen(QPen(Qt::NoPen));  // one of no length would still be a dot
        axis->setSubTicks(false);
        axis->setTickLabelPadding(4);
        axis->grid()->setSubGridVisible(false);
        axis->grid()->setZeroLinePen(QPen(Qt::NoPen));
    }
    xAxis->grid()->setVisible(false);
    yAxis->setBasePen(QPen(Qt::NoPen));
    applyTheme();
    connect(&Theme::instance(), &Theme::changed, this, &Chart::applyTheme);
}

void Chart::setMargins(const QMargins& margins) {
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMargins(margins);
}

QCPItemLine* Chart::addLevel() {
    auto* line = new QCPItemLine(this);
    for (QCPItemPosition* end : {line->start, line->end}) {
        end->setTypeX(QCPItemPosition::ptAxisRectRatio);
        end->setTypeY(QCPItemPosition::ptPlotCoords);
    }
    line->setVisible(false);
    return line;
}

void Chart::setLevel(QCPItemLine* line, double value) {
    line->start->setCoords(0, value);
    line->end->setCoords(1, value);
    line->setVisible(true);
}

QCPItemText* Chart::addText() {
    auto* text = new QCPItemText(this);
    text->setClipToAxisRect(false);
    text->setPadding(QMargins());
    text->setVisible(false);
    return text;
}

QPen Chart::limitPen() {
    QPen pen(Theme::instance().colours().hot, 1);
    pen.setDashPattern({3, 2});
    return pen;
}

void Chart::applyTheme() {
    const ThemeColours& colours = Theme::instance().colours();
    const QFont font = Theme::tabular(Theme::instance().nameFont());
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabelFont(font);
        axis->setTickLabelColor(colours.textSecondary);
        axis->grid()->setPen(QPen(colours.line, 1));
    }
    xAxis->setBasePen(QPen(colours.line, 1));
}

}  // namespace partita
