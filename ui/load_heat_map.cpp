#include "ui/load_heat_map.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "model/load_text.h"
#include "ui/chart.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr double kNearLimit = 1.0 / 3.0;  // as the bars do: below it, the scale ends at what there is
constexpr double kBeyondLimit = 1.5;      // the scale's top when nothing is far over the limit
constexpr int kScaleWidth = 12, kScaleGap = 12;
constexpr int kHighestRow = 48;   // pixels
constexpr int kLeastPlot = 128;   // pixels high
constexpr int kSeparatedRow = 9;  // pixels: lower rows have no lines between them

QColor mixed(const QColor& a, const QColor& b, double share) {
    return QColor::fromRgbF(static_cast<float>(a.redF() + (b.redF() - a.redF()) * share),
                            static_cast<float>(a.greenF() + (b.greenF() - a.greenF()) * share),
                            static_cast<float>(a.blueF() + (b.blueF() - a.blueF()) * share));
}

}  // namespace

LoadHeatMap::LoadHeatMap(QWidget* parent) : LoadTimeChart(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Load of each partition over time"));
    m_map = new QCPColorMap(chart()->xAxis, chart()->yAxis);
    // A cell is one partition and one stretch of time: nothing lies between two of them.
    m_map->setInterpolate(false);
    m_map->setAntialiased(false);
    m_separators = chart()->addGraph();
    chart()->yAxis->setRangeReversed(true);
    chart()->yAxis->setTickLabelPadding(8);  // the mark of the chosen row stands between
    chart()->yAxis->grid()->setVisible(false);
    redraw();
}

void LoadHeatMap::setCurrent(std::optional<std::uint32_t> partition) {
    m_current = partition;
    setAccessibleDescription(partition && snapshot() ? partitionDetails(*snapshot(), *partition) : QString());
    update();
}

double LoadHeatMap::scaleTop() const {
    const double peak = hasColumns() ? wholeUnits(snapshot()->grid.peak(unit())) : 0;
    const double limit = limitOf(unit());
    if (peak > 0 && peak < limit * kNearLimit) return peak;
    return std::max(limit * kBeyondLimit, peak);
}

bool LoadHeatMap::scaleHoldsLimit() const {
    return scaleTop() > limitOf(unit());
}

QGradientStops LoadHeatMap::stops() const {
    const ThemeColours& colours = Theme::instance().colours();
    const QColor nothing = colours.surface;
    const QColor little = mixed(nothing, colours.bar, 0.10);
    if (!scaleHoldsLimit()) return {{0, nothing}, {0.004, little}, {1, colours.bar}};
    const double limit = limitOf(unit()) / scaleTop();
    const bool dark = Theme::instance().isDark();
    const QColor most = dark ? mixed(colours.hot, Qt::white, 0.7) : mixed(colours.hot, Qt::black, 0.5);
    // The change to red is sharp: a second is over the limit, or it is not.
    return {{0, nothing},
            {0.002, little},
            {limit * 0.65, colours.bar},
            {limit * 0.9, colours.barWrite},
            {limit * 0.999, mixed(colours.barWrite, colours.hot, 0.35)},
            {limit, colours.hot},
            {1, most}};
}

void LoadHeatMap::draw() {
    // More columns than pixels would be left out by the scaling of the picture, and a peak with them: of the
    // columns that share a pixel the busiest is drawn.
    const auto gridColumns = hasColumns() ? snapshot()->grid.columns : std::size_t{1};
    const auto pixels = static_cast<std::size_t>(std::max(1, plotArea().width()));
    const std::size_t merged = (gridColumns + pixels - 1) / pixels;
    const int columns = static_cast<int>((gridColumns + merged - 1) / merged);
    const int rows = hasColumns() ? static_cast<int>(snapshot()->grid.partitions) : 1;
    // The library places the middles of the first and last cell, so one row or column alone is drawn as two
    // halves.
    const int columnParts = columns == 1 ? 2 : 1;
    const int rowParts = rows == 1 ? 2 : 1;
    QCPColorMapData* cells = m_map->data();
    cells->setSize(columns * columnParts, rows * rowParts);
    const QCPRange time = chart()->xAxis->range();
    // The last merged column may reach beyond the end of the axis.
    const double column = time.size() / static_cast<double>(gridColumns) * static_cast<double>(merged);
    const double halfColumn = column / columnParts / 2;
    const double lastMiddle = time.lower + column * columns - halfColumn;
    const double halfRow = 0.5 / rowParts;
    cells->setRange(QCPRange(time.lower + halfColumn, lastMiddle), QCPRange(halfRow, rows - halfRow));
    cells->fill(0);
    for (int row = 0; hasColumns() && row < rows * rowParts; ++row) {
        for (std::size_t i = 0; i < gridColumns; ++i) {
            const double units =
                wholeUnits(snapshot()->grid.at(unit(), static_cast<std::size_t>(row / rowParts), i));
            for (int part = 0; part < columnParts; ++part) {
                const int cell = static_cast<int>(i / merged) * columnParts + part;
                cells->setCell(cell, row, std::max(cells->cell(cell, row), units));
            }
        }
    }
    QCPColorGradient gradient;
    gradient.clearColorStops();
    gradient.setLevelCount(1000);
    for (const auto& [position, colour] : stops())
        gradient.setColorStopAt(position, colour);
    m_map->setGradient(gradient);
    m_map->setDataRange(QCPRange(0, scaleTop()));

    chart()->yAxis->setRange(0, rows);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const double rowHeight = std::max(1, plotArea().height()) / static_cast<double>(rows);
    int step = 1;
    while (step * rowHeight < 16)
        step *= 2;
    for (int i = 0; hasColumns() && i < rows; i += step) {
        ticker->addTick(i + 0.5, partitionText(static_cast<std::uint32_t>(i)));
    }
    chart()->yAxis->setTicker(ticker);

    QVector<double> keys, values;
    for (int i = 1; rowHeight >= kSeparatedRow && i < rows; ++i) {
        keys << time.lower << time.upper << time.upper;
        values << i << i << std::nan("");  // a value that is none ends the line
    }
    m_separators->setPen(QPen(Theme::instance().colours().line, 1));
    m_separators->setData(keys, values, true);
    // No row is thinner than two pixels: a hot one would be hard to see.
    setMinimumHeight(kTop + kBottom + std::max(kLeastPlot, rows * 2));
    setMaximumHeight(kTop + kBottom + std::max(kLeastPlot, rows * kHighestRow));
    update();
}

std::optional<std::uint32_t> LoadHeatMap::partitionAt(const QPoint& position) const {
    if (!columnAt(position)) return std::nullopt;
    const QRect area = plotArea();
    const auto rows = static_cast<int>(snapshot()->grid.partitions);
    return static_cast<std::uint32_t>(
        std::clamp((position.y() - area.top()) * rows / std::max(1, area.height()), 0, rows - 1));
}

void LoadHeatMap::clicked(const QPoint& position) {
    if (const auto partition = partitionAt(position)) emit partitionChosen(static_cast<int>(*partition));
}

QString LoadHeatMap::toolTipAt(const QPoint& position) const {
    const auto partition = partitionAt(position);
    const auto column = columnAt(position);
    if (!partition || !column) return {};
    const QString units = unitsText(snapshot()->grid.at(unit(), *partition, *column));
    const std::int64_t seconds = snapshot()->grid.secondsPerColumn;
    if (seconds == 1) {
        return tr("Partition %1 at %2: %3 %4")
            .arg(QString::number(*partition), secondText(secondOf(*column)), units, unitName(unit()));
    }
    return tr("Partition %1 from %2, busiest of %3 seconds: %4 %5")
        .arg(QString::number(*partition), secondText(secondOf(*column)), QString::number(seconds), units,
             unitName(unit()));
}

void LoadHeatMap::paintEvent(QPaintEvent*) {
    const ThemeColours& colours = Theme::instance().colours();
    const QRect area = plotArea();
    if (area.height() <= 0 || !hasColumns()) return;
    QPainter painter(this);
    const QRect scale(area.right() + kScaleGap, area.top(), kScaleWidth, area.height());
    QLinearGradient gradient(scale.bottomLeft(), scale.topLeft());
    gradient.setStops(stops());
    painter.fillRect(scale, gradient);
    painter.setPen(colours.line);
    painter.drawRect(scale.adjusted(0, 0, -1, -1));

    painter.setFont(Theme::tabular(Theme::instance().nameFont()));
    const int lineHeight = painter.fontMetrics().height();
    const auto label = [&](double at, const QString& text, const QColor& colour) {
        const int y = scale.bottom() - static_cast<int>(at / scaleTop() * scale.height());
        const int top = std::clamp(y - lineHeight / 2, scale.top(), scale.bottom() - lineHeight + 1);
        painter.setPen(colour);
        painter.drawText(QRect(scale.right() + 6, top, width() - scale.right() - 6, lineHeight * 2),
                         Qt::AlignLeft | Qt::AlignTop, text);
    };
    label(scaleTop(), rateText(scaleTop()), colours.textSecondary);
    label(0, QStringLiteral("0"), colours.textSecondary);
    if (scaleHoldsLimit() && scaleTop() < limitOf(unit()) * 12.0) {
        label(limitOf(unit()), tr("%1\nlimit").arg(countText(limitOf(unit()))), colours.hot);
    }

    if (m_current && *m_current < snapshot()->grid.partitions) {
        // Beside the row, so that its cells keep their colours.
        const double row = area.height() / static_cast<double>(snapshot()->grid.partitions);
        const QRectF mark(area.left() - 5, area.top() + row * *m_current, 3, std::max(2.0, row));
        painter.fillRect(mark, hasFocus() ? colours.accent : colours.textSecondary);
    }
}

void LoadHeatMap::keyPressEvent(QKeyEvent* event) {
    const int rows = hasColumns() ? static_cast<int>(snapshot()->grid.partitions) : 0;
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (rows == 0 || step == 0) return QWidget::keyPressEvent(event);
    const int at = m_current ? static_cast<int>(*m_current) + step : 0;
    emit partitionChosen(std::clamp(at, 0, rows - 1));
}

void LoadHeatMap::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void LoadHeatMap::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

}  // namespace partita
