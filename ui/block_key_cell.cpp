// The key cell of a block: BlockPainter's part that shows a collection.
#include <QLocale>
#include <algorithm>

#include "model/run_text.h"
#include "ui/block_painter.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kTop = 7;       // above the key
constexpr int kKeyLine = 17;  // heights of the lines, text and gap
constexpr int kSmallLine = 16;
constexpr int kSparkLine = 24;
constexpr int kSparkHeight = 18;
constexpr int kSparkBar = 5;
constexpr int kSparkGap = 2;
constexpr int kBottom = 2;

QString countOf(std::uint64_t items) {
    return QLocale().toString(static_cast<qulonglong>(items));
}

}  // namespace

QString BlockPainter::countsText(const BlockSummary& block) {
    const auto n = static_cast<int>(std::min<std::uint64_t>(block.collection.items, 1'000'000'000));
    QString counts = tr("%n item(s)", nullptr, n);
    if (block.itemsInTable)
        counts = tr("%1 of %n item(s)", nullptr,
                    static_cast<int>(std::min<std::uint64_t>(*block.itemsInTable, 1'000'000'000)))
                     .arg(countOf(block.collection.items));
    //: 1: "5 items", 2: "612 bytes"
    return tr("%1 · %2").arg(counts, bytesText(block.collection.bytes));
}

QString BlockPainter::shareText(const BlockLoad& load) {
    const double percent = load.share * 100;
    const QString figure = QLocale().toString(percent, 'f', percent < 9.95 ? 1 : 0);
    return (load.writes ? tr("%1 % of the writes") : tr("%1 % of the reads")).arg(figure);
}

void BlockPainter::chevron(QPainter& painter, const QPoint& centre, bool isCollapsed) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(centre);
    if (isCollapsed) painter.rotate(-90);
    painter.setPen(
        QPen(Theme::instance().colours().textSecondary, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{QPointF(-3.5, -1.6), QPointF(0, 1.9), QPointF(3.5, -1.6)});
    painter.restore();
}

void BlockPainter::spark(QPainter& painter, const QPoint& bottomLeft, const std::vector<double>& values,
                         int width) {
    const auto& c = Theme::instance().colours();
    const auto most = static_cast<std::size_t>(std::max(1, width / (kSparkBar + kSparkGap)));
    const std::size_t skip = values.size() > most ? values.size() - most : 0;  // the latest are told
    int left = bottomLeft.x();
    for (std::size_t i = skip; i < values.size(); ++i, left += kSparkBar + kSparkGap) {
        const double value = values[i];
        const int height =
            std::clamp(static_cast<int>(value * kSparkHeight + 0.5), value > 0 ? 2 : 1, kSparkHeight);
        const QColor colour = value > 1 ? c.hot : value > 0.6 ? c.barWrite : value > 0 ? c.bar : c.line;
        painter.fillRect(QRect(left, bottomLeft.y() - height, kSparkBar, height), colour);
    }
}

void BlockPainter::keyCell(QPainter& painter, const BlockFrame& frame, const KeyCell& cell) {
    const auto& c = Theme::instance().colours();
    const QRect seen(cell.whole.left(), std::max(cell.whole.top(), cell.seenFrom), cell.whole.width(),
                     cell.whole.bottom() + 1 - std::max(cell.whole.top(), cell.seenFrom));
    painter.save();
    painter.setClipRect(seen);
    painter.fillRect(seen, cell.selected && cell.collapsed ? c.selection : c.keyCell);
    painter.fillRect(QRect(seen.left(), cell.whole.bottom() - 1, seen.width(), 2), c.lineStrong);

    const int left = cell.whole.left() + kCellPadding;
    const int width = frame.keyWidth - 2 * kCellPadding - (cell.hovered || cell.collapsed ? 14 : 0);
    const int height = cell.whole.height() - 2;
    const bool single = height < kTop + kKeyLine + kSmallLine;  // one line: the key alone, in its middle
    const bool withCounts = !single;
    int used = kTop + kKeyLine + (withCounts ? kSmallLine : 0) + kBottom;
    const auto fits = [&](bool wanted, int line) {
        if (!wanted || used + line > height) return false;
        used += line;
        return true;
    };
    // What is more than the key is dropped from the end: the share first, then the spark line, the partition.
    const bool withPartition = fits(withCounts && cell.partition.has_value(), kSmallLine);
    const bool withSpark = fits(withCounts && cell.load && !cell.load->spark.empty(), kSparkLine);
    const bool withShare = fits(withCounts && cell.load && cell.load->share > 0.0005, kSmallLine);

    // The text sticks to the top of what is seen, until the end of its block pushes it out.
    const int contents = single ? height : std::min(used, height);
    int top = std::min(seen.top(), cell.whole.top() + height - contents);
    top = std::max(top, cell.whole.top());
    if (cell.hovered || cell.collapsed)
        chevron(painter,
                {cell.whole.left() + frame.keyWidth - 15, single ? top + height / 2 : top + kTop + 8},
                cell.collapsed);
    const int keyBaseline = single ? top + (height + 1) / 2 + 5 : top + kTop + 13;
    if (!cell.block) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.line);
        painter.drawRoundedRect(QRect(left, keyBaseline - 9, std::min(width, 96), 8), 3, 3);
        painter.restore();
        return;
    }
    text(painter, cell.block->keyText, TextKind::Key, left, keyBaseline, width, c.text);
    int baseline = top + kTop + kKeyLine + 11;
    const auto small = [&](const QString& string, const QColor& colour) {
        text(painter, string, TextKind::Name, left, baseline, frame.keyWidth - 2 * kCellPadding, colour);
        baseline += kSmallLine;
    };
    if (withCounts) small(countsText(*cell.block), c.textSecondary);
    if (withPartition) small(tr("partition %1").arg(*cell.partition), c.textSecondary);
    if (withSpark) {
        spark(painter, {left, baseline + kSparkLine - kSmallLine}, cell.load->spark,
              frame.keyWidth - 2 * kCellPadding);
        baseline += kSparkLine;
    }
    if (withShare) small(shareText(*cell.load), c.textSecondary);
    painter.restore();
}

}  // namespace partita
