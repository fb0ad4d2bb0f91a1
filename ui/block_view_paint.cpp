// The picture of a block view, put together from the parts that BlockPainter draws.
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "engine/partition/partitions.h"
#include "ui/block_painter.h"
#include "ui/block_view.h"
#include "ui/theme.h"

namespace partita {
namespace {

QString namesOf(const std::vector<KeyAttribute>& attributes) {
    QStringList names;
    for (const KeyAttribute& attribute : attributes)
        names << oneLine(attribute.name);
    return names.join(QStringLiteral(" · "));
}

}  // namespace

void BlockView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const auto& c = Theme::instance().colours();
    const QRect all = viewport()->rect();
    // Rows paint their own ground; the rest is painted here, once, because filling is a third of a frame.
    const auto& rows = visibleRows();
    const bool showsRows = m_model && m_model->state() == BlockModel::State::Ready && !rows.empty();
    painter.fillRect(showsRows ? all.adjusted(0, rows.back().top + rows.back().height, 0, 0) : all,
                     c.surface);
    BlockFrame frame;
    frame.arrangement = m_arrangement;
    frame.keyWidth = m_keyWidth;
    frame.sortWidth = m_columns.sortWidth();
    frame.attributesLeft = attributesLeft();
    frame.scrolled = horizontalScrollBar()->value();
    frame.right = all.width();
    const QRect content(0, headerHeight(), all.width(), contentHeight());

    if (!m_model || m_model->state() == BlockModel::State::None) return;
    if (m_model->state() == BlockModel::State::Failed) {
        m_painter->notice(painter, content, tr("This could not be read"), m_model->errorText());
        return;
    }
    if (m_model->state() == BlockModel::State::Opening) {
        if (frame.sortWidth == 0) frame.sortWidth = 180;
        frame.attributesLeft = m_keyWidth + kEntityBar + frame.sortWidth;
        int index = 0;
        for (int top = content.top(); top < all.height(); top += itemHeight())
            m_painter->placeholder(painter, frame, QRect(0, top, all.width(), itemHeight()), {}, index++);
        painter.fillRect(QRect(0, content.top(), m_keyWidth, content.height()), c.keyCell);
        return;
    }
    if (m_model->rowCount() == 0) {
        m_painter->notice(painter, content, m_emptyTitle, m_emptyHint);
        return;
    }

    paintRows(painter, frame);
    paintKeyCells(painter, frame);
    if (headerHeight() > 0 && m_model->source())
        m_painter->header(painter, frame, namesOf(m_model->source()->viewKeys().partition),
                          namesOf(m_model->source()->viewKeys().sort), m_columns.grid());
    paintTyped(painter);
}

void BlockView::paintRows(QPainter& painter, const BlockFrame& frame) {
    const int current = currentRow();
    for (const VisibleRow& row : visibleRows()) {
        const QRect rect(0, row.top, frame.right, row.height);
        BlockPainter::RowState state;
        state.selected = row.row == current;
        state.focused = hasFocus();
        state.hovered = row.row == m_hoverRow && m_hoverX >= m_keyWidth;
        state.lastOfBlock = row.line.known && row.row == row.line.lastRow;
        const BlockItemPtr item = m_model->item(row.row);
        const BlockSummaryPtr block = m_model->summary(row.line);
        if (item) {
            state.expired = expiredText(*item);
            m_painter->item(painter, frame, rect, state, *item,
                            m_arrangement == BlockArrangement::Grid
                                ? m_columns.grid()
                                : m_columns.ofEntity(item->entity, m_model->attributesOf(item->entity)));
        } else if (row.line.kind == BlockLine::Kind::Collapsed && block) {
            m_painter->collapsed(painter, frame, rect, state, *block);
        } else if (m_model->loadState(row.row) == LoadState::Failed) {
            m_painter->failure(painter, frame, rect, state, m_model->rowErrorText(row.row));
        } else {
            m_painter->placeholder(painter, frame, rect, state, row.row);
        }
    }
}

void BlockView::paintKeyCells(QPainter& painter, const BlockFrame& frame) {
    const auto& rows = visibleRows();
    const int current = currentRow();
    for (std::size_t i = 0; i < rows.size();) {
        // One key cell for all visible rows of a block; the whole of it may be taller than the screen by far.
        const VisibleRow& first = rows[i];
        std::size_t next = i + 1;
        while (next < rows.size() && rows[next].row <= first.line.lastRow)
            ++next;
        const VisibleRow& last = rows[next - 1];
        constexpr int kFar = 1 << 20;
        const bool above = first.line.known && first.row > first.line.firstRow;
        const bool below = first.line.known && last.row < first.line.lastRow;
        const int hidden = above ? std::min<int>(first.row - first.line.firstRow, kFar / kDiagramRow) : 0;
        const int top = first.top - hidden * itemHeight();
        const int rest = below ? std::min<int>(first.line.lastRow - last.row, kFar / kDiagramRow) : 0;
        BlockPainter::KeyCell cell;
        cell.whole = QRect(0, top, m_keyWidth, last.top + last.height + rest * itemHeight() - top);
        cell.seenFrom = headerHeight();
        cell.collapsed = first.line.kind == BlockLine::Kind::Collapsed;
        cell.selected = current >= first.line.firstRow && current <= first.line.lastRow;
        cell.hovered = m_hoverX < m_keyWidth && m_hoverRow >= first.row && m_hoverRow <= last.row;
        cell.block = m_model->summary(first.line);
        if (cell.block && m_partitionCount > 0)
            cell.partition = partitionOf(cell.block->collection.hash, m_partitionCount);
        if (cell.block && m_load) cell.load = m_load(cell.block->collection.partitionBytes);
        m_painter->keyCell(painter, frame, cell);
        i = next;
    }
}

void BlockView::paintTyped(QPainter& painter) {
    if (m_typed.isEmpty()) return;
    const QFontMetrics metrics(Theme::instance().valueFont());
    const QRect pill(12, viewport()->height() - 38, metrics.horizontalAdvance(m_typed) + 24, 26);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& c = Theme::instance().colours();
    painter.setPen(QPen(c.accent, 1));
    painter.setBrush(c.surfaceRaised);
    painter.drawRoundedRect(QRectF(pill).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(c.text);
    painter.setFont(Theme::instance().valueFont());
    painter.drawText(pill, Qt::AlignCenter, m_typed);
}

}  // namespace partita
