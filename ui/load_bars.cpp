#include "ui/load_bars.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "model/load_text.h"
#include "ui/chart.h"
#include "ui/load_bar_figures.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr double kWidestBar = 84;         // pixels: a lone partition must not fill the window
constexpr double kBarShare = 0.56;        // of the room of one partition
constexpr double kNearLimit = 1.0 / 3.0;  // of the limit: from here on the limit is part of the picture
constexpr int kTop = 8, kBottom = 20;     // pixels around the plot
constexpr int kLeftPlain = 6, kLeftScale = 44, kRight = 84;
constexpr double kDetailed = 12;  // pixels: a narrower partition has no gaps, mean or figure

}  // namespace

LoadBars::LoadBars(QWidget* parent)
    : QWidget(parent), m_chart(new Chart(this)), m_figures(std::make_unique<LoadBarFigures>(m_chart)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Load of each partition"));
    for (QCPBars*& bars : m_bars)
        bars = new QCPBars(m_chart->xAxis, m_chart->yAxis);
    m_overBars = new QCPBars(m_chart->xAxis, m_chart->yAxis);
    for (QCPBars* bars : {m_bars[0], m_bars[1], m_overBars}) {
        bars->setWidthType(QCPBars::wtPlotCoords);
        bars->setAntialiased(false);
        bars->setPen(QPen(Qt::NoPen));
    }
    m_means = m_chart->addGraph();
    m_means->setAntialiased(false);
    m_highlight = new QCPItemRect(m_chart);
    m_highlight->setLayer(QStringLiteral("background"));
    m_highlight->setPen(QPen(Qt::NoPen));
    for (QCPItemPosition* corner : {m_highlight->topLeft, m_highlight->bottomRight}) {
        corner->setTypeX(QCPItemPosition::ptPlotCoords);
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    }
    m_limitLine = m_chart->addLevel();
    m_limitLine->setLayer(QStringLiteral("grid"));  // behind the bars and their figures
    m_limitText = m_chart->addText();
    m_limitText->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_limitText->setPadding({8, 0, 0, 0});
    connect(&Theme::instance(), &Theme::changed, this, &LoadBars::draw);
    draw();
}

LoadBars::~LoadBars() = default;

void LoadBars::setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    const auto beyond = [this](const std::optional<std::uint32_t>& partition) {
        return partition && static_cast<int>(*partition) >= count();
    };
    if (beyond(m_current)) m_current.reset();
    if (beyond(m_hovered)) m_hovered.reset();
    if (beyond(m_pressed)) m_pressed.reset();
    draw();
}

void LoadBars::setUnits(Units units) {
    m_units = units;
    draw();
}

QRect LoadBars::barArea(std::uint32_t partition) const {
    if (static_cast<int>(partition) >= count()) return {};
    const QRect area = plotArea();
    const double middle = area.left() + (partition + 0.5) * pixelsPerPartition();
    const double width = std::max(1.0, barWidth() * pixelsPerPartition());
    return QRectF(middle - width / 2, area.top(), width, area.height()).toAlignedRect();
}

void LoadBars::setCurrent(std::optional<std::uint32_t> partition) {
    if (partition && static_cast<int>(*partition) >= count()) partition.reset();
    if (m_current == partition) return;
    m_current = partition;
    tellAccessible();
    drawHighlight();
    if (m_current) emit currentChanged(static_cast<int>(*m_current));
}

std::vector<LoadBars::Series> LoadBars::series() const {
    if (m_units == Units::Read) return {{LoadUnit::Read, 0}};
    if (m_units == Units::Write) return {{LoadUnit::Write, 0}};
    return {{LoadUnit::Read, -barWidth() / 4}, {LoadUnit::Write, barWidth() / 4}};
}

int LoadBars::count() const {
    return m_snapshot ? static_cast<int>(m_snapshot->summary.partitions.size()) : 0;
}

QRect LoadBars::plotArea() const {
    const int left = m_units == Units::Both ? kLeftScale : kLeftPlain;
    return rect().adjusted(left, kTop, -kRight, -kBottom);
}

double LoadBars::pixelsPerPartition() const {
    return std::max(1, plotArea().width()) / std::max(1.0, 1.0 * count());
}

double LoadBars::barWidth() const {
    const double room = pixelsPerPartition();
    // Where partitions are a few pixels wide, a gap of one pixel is all there is.
    const double share = room < kDetailed ? std::max(0.7, (room - 1) / room) : kBarShare;
    return std::min(share, kWidestBar / room);
}

double LoadBars::scaled(LoadUnit unit, double wholeUnitsASecond) const {
    return m_units == Units::Both ? wholeUnitsASecond / limitOf(unit) : wholeUnitsASecond;
}

double LoadBars::highest() const {
    double highest = 0;
    for (const Series& each : series()) {
        for (int i = 0; i < count(); ++i) {
            const PartitionLoad& load = m_snapshot->summary.partitions[static_cast<std::size_t>(i)];
            highest = std::max(highest, scaled(each.unit, wholeUnits(peakOf(load, each.unit))));
        }
    }
    return highest;
}

bool LoadBars::isOver(int partition) const {
    const PartitionLoad& load = m_snapshot->summary.partitions[static_cast<std::size_t>(partition)];
    const std::vector<Series> shown = series();
    return std::any_of(shown.begin(), shown.end(),
                       [&load](const Series& each) { return secondsOver(load, each.unit) > 0; });
}

std::optional<std::uint32_t> LoadBars::partitionAt(const QPoint& position) const {
    // Beside the plot there is nothing; above a low bar and on its label is still that bar.
    const QRect area = plotArea();
    if (count() == 0 || position.x() < area.left() || position.x() > area.right()) return std::nullopt;
    const int partition = static_cast<int>((position.x() - area.left()) / pixelsPerPartition());
    return static_cast<std::uint32_t>(std::clamp(partition, 0, count() - 1));
}

void LoadBars::draw() {
    const QRect area = plotArea();
    m_chart->setMargins({area.left(), area.top(), width() - 1 - area.right(), height() - 1 - area.bottom()});
    m_chart->xAxis->setRange(0, std::max(1, count()));
    drawBars();
    drawScale();
    drawLabels();
    drawFigures();
    drawHighlight();
    tellAccessible();
}

void LoadBars::drawBars() {
    const ThemeColours& colours = Theme::instance().colours();
    const std::vector<Series> shown = series();
    const double width = barWidth() / static_cast<double>(shown.size());
    for (QCPBars* bars : {m_bars[0], m_bars[1], m_overBars}) {
        bars->data()->clear();
        bars->setWidth(width * (shown.size() > 1 ? 0.92 : 1.0));
    }
    m_overBars->setBrush(colours.hot);
    m_means->setPen(QPen(colours.text, 1));
    // Three pixels over its bar on each side, but never into the neighbour of the other unit.
    const double half = width / 2 + (shown.size() > 1 ? 0 : 3 / pixelsPerPartition());
    QVector<double> meanKeys, meanValues;
    for (std::size_t s = 0; s < shown.size(); ++s) {
        const LoadUnit unit = shown[s].unit;
        m_bars[s]->setBrush(m_units == Units::Both && unit == LoadUnit::Write ? colours.barWrite
                                                                              : colours.bar);
        for (int i = 0; i < count(); ++i) {
            const PartitionLoad& load = m_snapshot->summary.partitions[static_cast<std::size_t>(i)];
            const double middle = i + 0.5 + shown[s].offset;
            const double peak = scaled(unit, wholeUnits(peakOf(load, unit)));
            (secondsOver(load, unit) > 0 ? m_overBars : m_bars[s])->addData(middle, peak);
            if (peak <= 0 || pixelsPerPartition() < kDetailed) continue;
            const double mean = scaled(unit, meanOf(load, unit));
            // The third point is no value, which ends the line.
            meanKeys << middle - half << middle + half << middle + half;
            meanValues << mean << mean << std::nan("");
        }
    }
    m_means->setData(meanKeys, meanValues, true);
}

void LoadBars::drawScale() {
    const double limit = m_units == Units::Both ? 1.0 : limitOf(series().front().unit);
    const double peak = highest();
    const bool showLimit = peak <= 0 || peak >= limit * kNearLimit;
    // Room above the highest bar for its figure, and above the limit line.
    const double figure = m_chart->yAxis->tickLabelFont().pixelSize() + 6.0;
    const double room = std::max(0.3, 1.0 - figure / std::max(1, plotArea().height()));
    const double top = showLimit ? std::max(limit * 1.18, peak / room) : peak / std::min(room, 0.8);
    m_chart->yAxis->setRange(0, top);

    const bool both = m_units == Units::Both;
    m_chart->yAxis->setTickLabels(both);
    m_chart->yAxis->grid()->setVisible(both);
    if (both) {
        auto ticker = QSharedPointer<QCPAxisTickerText>::create();
        const double step = showLimit ? (top > 2.5 ? std::floor(top / 2) : 0.5) : peak;
        for (double at = 0; at <= top; at += step)
            ticker->addTick(at, percentText(at, at > 0 && at < 0.1 ? 1 : 0));
        m_chart->yAxis->setTicker(ticker);
    }
    if (showLimit) {
        m_chart->setLevel(m_limitLine, limit);
        m_limitLine->setPen(Chart::limitPen());
    }
    m_limitLine->setVisible(showLimit);
    drawLimitLabel(showLimit, showLimit ? 1 - limit / top : 0);
}

void LoadBars::drawLimitLabel(bool isInPicture, double fromTop) {
    const bool both = m_units == Units::Both;
    const QString limits = both ? limitText(LoadUnit::Read) + QLatin1Char('\n') + limitText(LoadUnit::Write)
                                : limitText(series().front().unit);
    m_limitLabel = isInPicture ? tr("limit\n%1").arg(limits) : tr("limit\n%1,\nfar above").arg(limits);
    const ThemeColours& colours = Theme::instance().colours();
    m_limitText->setVisible(count() > 0);
    m_limitText->setFont(m_chart->yAxis->tickLabelFont());
    m_limitText->setColor(isInPicture ? colours.hot : colours.textSecondary);
    m_limitText->setTextAlignment(Qt::AlignLeft);
    m_limitText->setText(m_limitLabel);
    // Beside the line, but not above the picture.
    const int half = m_chart->yAxis->tickLabelFont().pixelSize() * (both ? 2 : 1);
    const double least = static_cast<double>(half - kTop) / std::max(1, plotArea().height());
    m_limitText->setPositionAlignment(isInPicture ? Qt::AlignLeft | Qt::AlignVCenter
                                                  : Qt::AlignLeft | Qt::AlignTop);
    m_limitText->position->setCoords(1, isInPicture ? std::max(fromTop, least) : 0);
}

void LoadBars::drawLabels() {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const QFontMetrics metrics(m_chart->xAxis->tickLabelFont());
    const int widest =
        metrics.horizontalAdvance(partitionText(static_cast<std::uint32_t>(std::max(0, count() - 1))));
    int step = 1;
    while (step * pixelsPerPartition() < widest + 10)
        step *= 2;
    for (int i = 0; i < count(); i += step)
        ticker->addTick(i + 0.5, partitionText(static_cast<std::uint32_t>(i)));
    m_chart->xAxis->setTicker(ticker);
}

QString LoadBars::figureText(int partition) const {
    const PartitionLoad& load = m_snapshot->summary.partitions[static_cast<std::size_t>(partition)];
    QStringList figures;
    for (const Series& each : series()) {
        const HalfUnits peak = peakOf(load, each.unit);
        // Over the bars of both units only what is over its limit has a figure: two would not fit.
        if (peak == 0 || (m_units == Units::Both && secondsOver(load, each.unit) == 0)) continue;
        figures << (m_units == Units::Both
                        ? tr("%1 %2", "number, unit").arg(unitsText(peak), unitName(each.unit))
                        : unitsText(peak));
    }
    return figures.join(QStringLiteral(" · "));
}

void LoadBars::drawFigures() {
    const QFontMetrics metrics(m_chart->yAxis->tickLabelFont());
    const bool areLabelled = pixelsPerPartition() >= metrics.horizontalAdvance(partitionText(255)) + 10;
    std::vector<LoadBarFigures::Figure> figures;
    for (int i = 0; i < count(); ++i) {
        LoadBarFigures::Figure figure;
        figure.text = figureText(i);
        figure.isOver = isOver(i);
        // Where there is no room for every bar's label and figure, those over the limit have both.
        if (figure.text.isEmpty() || (!areLabelled && !figure.isOver)) continue;
        const QString name = partitionText(static_cast<std::uint32_t>(i));
        if (!areLabelled) figure.text = tr("%1: %2").arg(name, figure.text);
        figure.key = i + 0.5;
        for (const Series& each : series()) {
            const PartitionLoad& load = m_snapshot->summary.partitions[static_cast<std::size_t>(i)];
            figure.height = std::max(figure.height, scaled(each.unit, wholeUnits(peakOf(load, each.unit))));
        }
        figures.push_back(figure);
    }
    m_figures->show(std::move(figures), pixelsPerPartition(), plotArea().width());
}

void LoadBars::drawHighlight() {
    const std::optional<std::uint32_t> lit = m_hovered ? m_hovered : hasFocus() ? m_current : std::nullopt;
    m_highlight->setVisible(lit.has_value());
    if (lit) {
        QColor ground = Theme::instance().colours().accent;
        ground.setAlpha(hasFocus() && m_current == lit ? 48 : 26);
        m_highlight->setBrush(ground);
        m_highlight->topLeft->setCoords(*lit, 0);
        m_highlight->bottomRight->setCoords(*lit + 1.0, 1);
    }
    m_chart->replot(QCustomPlot::rpQueuedReplot);
}

void LoadBars::hover(std::optional<std::uint32_t> partition) {
    if (m_hovered == partition) return;
    m_hovered = partition;
    setCursor(partition ? Qt::PointingHandCursor : Qt::ArrowCursor);
    drawHighlight();
}

void LoadBars::tellAccessible() {
    setAccessibleDescription(m_snapshot && m_current ? partitionDetails(*m_snapshot, *m_current) : QString());
}

bool LoadBars::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto partition = partitionAt(help->pos());
    if (partition && m_snapshot) {
        // As rich text, so that a key that looks like markup is shown as it is.
        QToolTip::showText(help->globalPos(),
                           QStringLiteral("<p style='white-space:pre'>%1</p>")
                               .arg(partitionDetails(*m_snapshot, *partition).toHtmlEscaped()),
                           this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

void LoadBars::resizeEvent(QResizeEvent*) {
    m_chart->setGeometry(rect());
    draw();
}

void LoadBars::mouseMoveEvent(QMouseEvent* event) {
    hover(partitionAt(event->position().toPoint()));
}

void LoadBars::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) m_pressed = partitionAt(event->position().toPoint());
}

void LoadBars::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const auto released = partitionAt(event->position().toPoint());
    const bool clicked = released && released == m_pressed;
    m_pressed.reset();
    if (!clicked) return;
    setCurrent(released);
    emit partitionClicked(static_cast<int>(*released));
}

void LoadBars::leaveEvent(QEvent*) {
    hover(std::nullopt);
}

void LoadBars::keyPressEvent(QKeyEvent* event) {
    const int last = count() - 1;
    const int at = m_current ? static_cast<int>(*m_current) : -1;
    const auto go = [&](int to) { setCurrent(static_cast<std::uint32_t>(std::clamp(to, 0, last))); };
    if (last < 0) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left:
            return go(at - 1);
        case Qt::Key_Right:
            return go(at + 1);
        case Qt::Key_Home:
            return go(0);
        case Qt::Key_End:
            return go(last);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_current) emit partitionClicked(at);
            return;
        default:
            return QWidget::keyPressEvent(event);
    }
}

void LoadBars::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    const bool byKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (byKey && !m_current && m_snapshot) {
        const LoadUnit unit = series().back().unit;
        setCurrent(m_snapshot->busiest(unit).value_or(0));
    }
    drawHighlight();
}

void LoadBars::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    drawHighlight();
}

}  // namespace partita
