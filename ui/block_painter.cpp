#include "ui/block_painter.h"

#include <QtMath>

#include "ui/theme.h"

namespace partita {
namespace {

const ThemeColours& colours() {
    return Theme::instance().colours();
}

constexpr int kExpiryWidth = 200;  // longer than any text

int middleBaseline(const QRect& row) {
    return row.top() + (row.height() - 1) / 2 + 5;  // a 13 px font stands 9 px over its baseline
}

}  // namespace

void BlockPainter::text(QPainter& painter, const QString& string, TextKind kind, int left, int baseline,
                        int width, const QColor& colour) {
    painter.setPen(colour);
    m_texts.get(string, kind, width).draw(painter, left, baseline);
}

void BlockPainter::ground(QPainter& painter, const BlockFrame& frame, const QRect& row, const RowState& state,
                          const QColor& entity) {
    const auto& c = colours();
    const QRect items(frame.keyWidth, row.top(), frame.right - frame.keyWidth, row.height());
    painter.fillRect(items, state.selected ? c.selection : state.hovered ? c.hover : c.surface);
    painter.fillRect(QRect(frame.keyWidth, row.top(), 1, row.height()), c.line);
    if (entity.isValid())
        painter.fillRect(QRect(frame.keyWidth + 1, row.top(), kEntityBar - 1, row.height()), entity);
    const int thick = state.lastOfBlock ? 2 : 1;
    painter.fillRect(QRect(items.left(), row.bottom() + 1 - thick, items.width(), thick),
                     state.lastOfBlock ? c.lineStrong : c.line);
    if (state.selected && state.focused) {
        painter.setPen(QPen(c.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(items.adjusted(kEntityBar, 0, -1, -thick - 1));
    }
}

void BlockPainter::item(QPainter& painter, const BlockFrame& frame, const QRect& row, const RowState& state,
                        const BlockItem& item, const std::vector<BlockColumns::Column>& columns) {
    const auto& c = colours();
    ground(painter, frame, row, state, Theme::instance().entityColour(item.entity));
    if (frame.sortWidth > 0) {
        const int left = frame.keyWidth + kEntityBar + kCellPadding;
        text(painter, item.sortText, TextKind::Key, left, middleBaseline(row),
             frame.sortWidth - 2 * kCellPadding, state.expired.isEmpty() ? c.text : c.textFaint);
        painter.fillRect(QRect(frame.attributesLeft - 1, row.top(), 1, row.height() - 1), c.line);
    }
    const bool diagram = frame.arrangement == BlockArrangement::Diagram;
    const int baseline = diagram ? row.top() + 33 : middleBaseline(row);
    const bool clipped = frame.scrolled > 0;
    if (clipped) {
        painter.save();
        painter.setClipRect(
            QRect(frame.attributesLeft, row.top(), frame.right - frame.attributesLeft, row.height()));
    }
    std::size_t next = 0;  // columns and cells run alike, mostly
    for (const BlockColumns::Column& column : columns) {
        const int left = frame.attributesLeft + column.left - frame.scrolled;
        if (left >= frame.right) break;
        const BlockCell* cell = next < item.cells.size() && item.cells[next].name == column.name
                                    ? &item.cells[next++]
                                    : item.cell(column.name);
        if (!cell || left + column.width <= frame.attributesLeft) continue;
        const int width = column.width - kCellPadding - 4;
        if (diagram)
            text(painter, cell->name, TextKind::Name, left + kCellPadding, row.top() + 16, width,
                 c.textSecondary);
        const bool figure = cell->look == BlockCell::Look::Figure;
        text(painter, cell->text, figure ? TextKind::Figure : TextKind::Value, left + kCellPadding, baseline,
             width, cell->look == BlockCell::Look::Faint || !state.expired.isEmpty() ? c.textFaint : c.text);
    }
    if (clipped) painter.restore();
    if (!state.expired.isEmpty()) expiry(painter, frame, row, state);
}

void BlockPainter::expiry(QPainter& painter, const BlockFrame& frame, const QRect& row,
                          const RowState& state) {
    // At the right, where it is seen however far the attributes are scrolled.
    const auto& c = colours();
    const int width = qCeil(m_texts.get(state.expired, TextKind::Name, kExpiryWidth).width);
    // Inside the frame that marks a row with the focus.
    const int below = state.lastOfBlock ? 4 : 3;
    const QRect ground(frame.right - width - 2 * kCellPadding, row.top() + 1, width + 2 * kCellPadding - 2,
                       row.height() - 1 - below);
    painter.fillRect(ground, state.selected ? c.selection : state.hovered ? c.hover : c.surface);
    text(painter, state.expired, TextKind::Name, ground.left() + kCellPadding, middleBaseline(row) - 1,
         kExpiryWidth, c.warning);
}

void BlockPainter::placeholder(QPainter& painter, const BlockFrame& frame, const QRect& row,
                               const RowState& state, int seed) {
    const auto& c = colours();
    ground(painter, frame, row, state, {});
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.line);
    const int height = 8;
    const int top = row.top() + (row.height() - 1 - height) / 2;
    const auto bar = [&](int left, int width) {
        painter.drawRoundedRect(QRect(left, top, width, height), 3, 3);
    };
    // Lengths differ from line to line as texts do, but not from frame to frame.
    const auto varied = [seed](int index, int least, int span) {
        return least +
               static_cast<int>((static_cast<unsigned>(seed) * 2654435761U + index * 40503U) >> 16) % span;
    };
    int left = frame.keyWidth + kEntityBar + kCellPadding;
    if (frame.sortWidth > 0) bar(left, std::min(frame.sortWidth - 2 * kCellPadding, varied(0, 60, 60)));
    left = frame.attributesLeft + kCellPadding;
    for (int i = 1; i < 4 && left < frame.right; ++i, left += 128)
        bar(left, varied(i, 40, 60));
}

QRect BlockPainter::retryRect(const BlockFrame& frame, const QRect& row) {
    return {frame.keyWidth + kEntityBar + kCellPadding, row.top() + (row.height() - 22) / 2, 54, 22};
}

void BlockPainter::failure(QPainter& painter, const BlockFrame& frame, const QRect& row,
                           const RowState& state, const QString& error) {
    const auto& c = colours();
    ground(painter, frame, row, state, c.hot);
    const QRect retry = retryRect(frame, row);
    painter.setPen(QPen(c.lineStrong, 1));
    painter.setBrush(c.surfaceRaised);
    painter.drawRoundedRect(QRectF(retry).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    text(painter, tr("Retry"), TextKind::Name, retry.left() + 12, retry.top() + 15, 40, c.text);
    const int left = retry.right() + kCellPadding;
    text(painter, error, TextKind::Value, left, middleBaseline(row), frame.right - left - kCellPadding,
         c.hot);
}

void BlockPainter::collapsed(QPainter& painter, const BlockFrame& frame, const QRect& row,
                             const RowState& state, const BlockSummary& block) {
    ground(painter, frame, row, state, {});
    const int left = frame.keyWidth + kEntityBar + kCellPadding;
    text(painter, countsText(block), TextKind::Name, left, middleBaseline(row) - 1, frame.right - left,
         colours().textSecondary);
}

void BlockPainter::header(QPainter& painter, const BlockFrame& frame, const QString& partitionName,
                          const QString& sortName, const std::vector<BlockColumns::Column>& columns) {
    const auto& c = colours();
    const QRect bar(0, 0, frame.right, kGridHeader);
    painter.fillRect(bar, c.window);
    const int baseline = 17;
    text(painter, partitionName, TextKind::Name, kCellPadding, baseline, frame.keyWidth - 2 * kCellPadding,
         c.textSecondary);
    text(painter, sortName, TextKind::Name, frame.keyWidth + kEntityBar + kCellPadding, baseline,
         frame.sortWidth - 2 * kCellPadding, c.textSecondary);
    painter.save();
    painter.setClipRect(QRect(frame.attributesLeft, 0, frame.right - frame.attributesLeft, kGridHeader));
    for (const BlockColumns::Column& column : columns) {
        const int left = frame.attributesLeft + column.left - frame.scrolled;
        if (left + column.width <= frame.attributesLeft || left >= frame.right) continue;
        text(painter, column.name, TextKind::Name, left + kCellPadding, baseline,
             column.width - kCellPadding - 4, c.textSecondary);
    }
    painter.restore();
    painter.fillRect(QRect(frame.keyWidth, 0, 1, kGridHeader), c.line);
    if (frame.sortWidth > 0) painter.fillRect(QRect(frame.attributesLeft - 1, 0, 1, kGridHeader), c.line);
    painter.fillRect(QRect(0, kGridHeader - 1, frame.right, 1), c.lineStrong);
}

void BlockPainter::notice(QPainter& painter, const QRect& area, const QString& title, const QString& hint) {
    const auto& c = colours();
    const QRect box = area.adjusted(24, 0, -24, 0);
    QFont large = Theme::instance().keyFont();
    large.setPixelSize(16);
    painter.setFont(large);
    painter.setPen(c.text);
    QRect top = box;
    top.setBottom(area.top() + area.height() * 2 / 5);
    painter.drawText(top, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, title);
    painter.setFont(Theme::instance().valueFont());
    painter.setPen(c.textSecondary);
    QRect below = box;
    below.setTop(top.bottom() + 10);
    below.setWidth(std::min(box.width(), 460));
    below.moveLeft(box.left() + (box.width() - below.width()) / 2);
    painter.drawText(below, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, hint);
}

}  // namespace partita
