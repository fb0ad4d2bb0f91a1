#include "ui/file_counts_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <numeric>

#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kTextHeight = 56;  // over the bars
constexpr int kFootHeight = 18;  // under them
constexpr int kMargin = 12;
constexpr double kMostBarWidth = 48;
constexpr double kGapShare = 0.2;  // of a bar's place

}  // namespace

FileCountsView::FileCountsView(QWidget* parent) : QWidget(parent) {
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void FileCountsView::setCounts(const std::vector<std::uint64_t>& counts) {
    m_counts = counts;
    m_most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    m_sum = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    setAccessibleName(tr("Items in each data file"));
    setAccessibleDescription(summary());
    update();
}

QString FileCountsView::summary() const {
    const int files = static_cast<int>(m_counts.size());
    const QString items = locale().toString(qulonglong(m_sum));
    if (m_sum == 0) return tr("%Ln data file(s), without items.", "", files);
    const int share = static_cast<int>((m_most * 100 + m_sum / 2) / m_sum);
    return tr("%Ln data file(s) with %1 items; the largest holds %2 %. The service writes about one file for "
              "a "
              "partition, so this is a first picture of how the items are spread, not a measurement.",
              "", files)
        .arg(items)
        .arg(share);
}

QRect FileCountsView::plot() const {
    return rect().adjusted(kMargin, kTextHeight, -kMargin, -kFootHeight);
}

int FileCountsView::barAt(int x) const {
    if (m_counts.empty()) return -1;
    const double width =
        std::min(kMostBarWidth, static_cast<double>(plot().width()) / static_cast<double>(m_counts.size()));
    const int bar = static_cast<int>((x - plot().left()) / width);
    return x >= plot().left() && bar < static_cast<int>(m_counts.size()) ? bar : -1;
}

void FileCountsView::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    const ThemeColours& colours = theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.nameFont());
    painter.setPen(colours.textSecondary);
    painter.drawText(QRect(kMargin, 6, width() - 2 * kMargin, kTextHeight - 8), Qt::TextWordWrap, summary());
    if (m_most == 0) return;
    const QRect area = plot();
    painter.setPen(colours.line);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    const double step =
        std::min(kMostBarWidth, static_cast<double>(area.width()) / static_cast<double>(m_counts.size()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.bar);
    for (std::size_t i = 0; i < m_counts.size(); ++i) {
        const double height = static_cast<double>(m_counts[i]) / static_cast<double>(m_most) * area.height();
        painter.drawRect(QRectF(area.left() + step * (static_cast<double>(i) + kGapShare / 2),
                                area.bottom() - height, step * (1 - kGapShare), height));
    }
    painter.setPen(colours.textSecondary);
    painter.drawText(area.left(), height() - 4, tr("first file"));
    painter.drawText(QRect(area.left(), area.top() - 16, area.width(), 14), Qt::AlignRight,
                     tr("largest: %1 items").arg(locale().toString(qulonglong(m_most))));
}

bool FileCountsView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int bar = barAt(help->pos().x());
    if (bar < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(),
                           tr("file %1: %2 items")
                               .arg(bar + 1)
                               .arg(locale().toString(qulonglong(m_counts[static_cast<std::size_t>(bar)]))),
                           this);
    return true;
}

}  // namespace partita
