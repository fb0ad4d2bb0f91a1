// What a block view does with mouse, wheel and keys.
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

#include "engine/partition/partitions.h"
#include "ui/block_accessible.h"
#include "ui/block_painter.h"
#include "ui/block_view.h"

namespace partita {
namespace {

constexpr int kEdge = 4;  // pixels around the right edge of the key cells where it can be dragged
constexpr int kToolTipLength = 1500;
constexpr int kNoticeableWheelStep = 120;  // one notch of a wheel, in eighths of a degree

}  // namespace

void BlockView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    m_scroll.moveTo(m_scroll.position(), heights());
    layoutChanged();
}

void BlockView::scrollContentsBy(int, int dy) {
    if (m_settingBars) return;
    if (dy != 0) {
        const auto* vertical = verticalScrollBar();
        const BlockScroll::Heights all = heights();
        const bool atEnd = vertical->value() == vertical->maximum();
        m_scroll.moveTo(atEnd ? BlockScroll::last(all) : BlockScroll::Position{vertical->value(), 0}, all);
        m_visibleKnown = false;
    }
    afterScroll();
}

void BlockView::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ControlModifier) return event->ignore();
    QPoint pixels = event->pixelDelta();
    if (pixels.isNull()) {
        const int lines = QApplication::wheelScrollLines();
        pixels = event->angleDelta() * (lines * kGridRow) / kNoticeableWheelStep;
    }
    if (event->modifiers() & Qt::ShiftModifier && pixels.x() == 0) pixels = QPoint(pixels.y(), 0);
    if (pixels.x() != 0) horizontalScrollBar()->setValue(horizontalScrollBar()->value() - pixels.x());
    if (pixels.y() != 0 && m_model) {
        m_scroll.moveBy(-pixels.y(), heights());
        layoutChanged();
    }
    event->accept();
}

bool BlockView::isOnEdge(const QPoint& position) const {
    return std::abs(position.x() - m_keyWidth) <= kEdge;
}

bool BlockView::isOnChevron(const QPoint& position) const {
    const int row = rowAt(position);
    if (row < 0) return false;
    const QRect cell = keyCellRect(row);
    return QRect(m_keyWidth - 26, cell.top(), 24, std::min(cell.height(), kDiagramRow)).contains(position);
}

void BlockView::mousePressEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    if (event->button() == Qt::LeftButton && isOnEdge(at)) {
        m_resizingKey = true;
        return;
    }
    const int row = rowAt(at);
    if (row < 0) return;
    m_actedAttribute = attributeAt(at);
    if (event->button() == Qt::LeftButton && isOnChevron(at)) {
        m_model->setCollapsed(row, m_model->line(row).kind != BlockLine::Kind::Collapsed);
        return;
    }
    if (event->button() == Qt::LeftButton && m_model->loadState(row) == LoadState::Failed) {
        BlockFrame frame;
        frame.keyWidth = m_keyWidth;
        if (BlockPainter::retryRect(frame, rowRect(row)).contains(at)) return m_model->retry();
    }
    // On the key cell of a tall block the row under the pointer would be any: the block's first that is seen.
    setCurrent(row, Bring::IntoSight);
}

void BlockView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    if (m_resizingKey) return setKeyWidth(at.x());
    viewport()->setCursor(isOnEdge(at) ? Qt::SplitHCursor : Qt::ArrowCursor);
    const int row = rowAt(at);
    const bool sameSide = (at.x() < m_keyWidth) == (m_hoverX < m_keyWidth);
    if (row == m_hoverRow && sameSide) return;
    m_hoverRow = row;
    m_hoverX = at.x();
    viewport()->update();
}

void BlockView::mouseReleaseEvent(QMouseEvent*) {
    m_resizingKey = false;
}

void BlockView::mouseDoubleClickEvent(QMouseEvent* event) {
    const QPoint at = event->position().toPoint();
    const int row = rowAt(at);
    if (row < 0 || event->button() != Qt::LeftButton || isOnEdge(at) || isOnChevron(at)) return;
    if (at.x() < m_keyWidth)
        m_model->setCollapsed(row, m_model->line(row).kind != BlockLine::Kind::Collapsed);
    else
        activateCurrent();
}

void BlockView::contextMenuEvent(QContextMenuEvent* event) {
    QPoint at = event->pos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        const QRect rect = rowRect(currentRow());
        at = rect.isEmpty() ? viewport()->rect().center() : QPoint(attributesLeft(), rect.bottom());
    } else if (const int row = rowAt(at); row >= 0) {
        m_actedAttribute = attributeAt(at);
        setCurrent(row, Bring::IntoSight, false);
    }
    updateActions();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_actions.activate, m_actions.queryKey});
    menu->addSeparator();
    menu->addActions({m_actions.editItem, m_actions.duplicateItem, m_actions.deleteItem});
    menu->setToolTipsVisible(!m_whyNotEditable.isEmpty());
    menu->addSeparator();
    menu->addActions({m_actions.copyItem, m_actions.copyKey, m_actions.copyValue});
    menu->addSeparator();
    menu->addActions({m_actions.exportItem, m_actions.exportBlock});
    menu->addSeparator();
    menu->addActions({m_actions.collapse, m_actions.expand, m_actions.collapseAll, m_actions.expandAll});
    menu->popup(viewport()->mapToGlobal(at));
}

bool BlockView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipAt(help->pos());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        m_hoverRow = -1;
        m_hoverX = 0;
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

QString BlockView::toolTipAt(const QPoint& position) const {
    const int row = rowAt(position);
    if (row < 0) return {};
    if (const QString error = m_model->rowErrorText(row); !error.isEmpty()) return error.toHtmlEscaped();
    const BlockItemPtr item = m_model->item(row);
    if (position.x() >= attributesLeft()) {
        const QString name = attributeAt(position);
        const BlockCell* cell = item ? item->cell(name) : nullptr;
        const Value* value = cell ? item->item.find(name.toStdString()) : nullptr;
        if (!cell) return {};
        const QString text = value ? lineOf(*value, kToolTipLength) : cell->text;
        //: 1: attribute name, 2: its type (S, N, BOOL …), 3: its value
        return tr("<b>%1</b> %2<br>%3")
            .arg(name.toHtmlEscaped(),
                 QString::fromLatin1(typeName(cell->type).data(), typeName(cell->type).size()),
                 text.isEmpty() ? cell->text.toHtmlEscaped() : text.toHtmlEscaped());
    }
    if (position.x() >= m_keyWidth) return item ? item->sortText.toHtmlEscaped() : QString();
    const BlockSummaryPtr block = m_model->summary(m_model->line(row));
    if (!block) return {};
    QStringList lines = {QStringLiteral("<b>%1</b>").arg(block->keyText.toHtmlEscaped()),
                         BlockPainter::countsText(*block)};
    if (m_partitionCount > 0)
        lines << tr("partition %1 of %2")
                     .arg(partitionOf(block->collection.hash, m_partitionCount))
                     .arg(m_partitionCount);
    if (m_load)
        if (const auto load = m_load(block->collection.partitionBytes))
            lines << BlockPainter::shareText(*load);
    return lines.join(QStringLiteral("<br>"));
}

void BlockView::setCurrent(int row, Bring bring, bool scroll) {
    if (!m_model) return;
    row = std::min(row, m_model->rowCount() - 1);
    const bool moved = row != currentRow();
    m_model->setPlace(BlockModel::Place::Current, row);
    if (row >= 0 && scroll) scrollTo(row, bring);
    viewport()->update();
    tellSelection();
    updateActions();
    if (!moved) return;
    emit currentRowChanged(row);
    announceCurrentRow(this);
}

void BlockView::selectRow(int row) {
    setCurrent(row, Bring::IntoSight);
}

void BlockView::scrollTo(int row, Bring bring) {
    if (bring == Bring::ToMiddle) {
        const QRect seen = rowRect(row);
        const bool whole =
            !seen.isEmpty() && seen.top() >= headerHeight() && seen.bottom() < viewport()->height();
        if (!whole) m_scroll.bringToMiddle(row, heights());
    } else {
        m_scroll.bringIntoSight(row, heights());
    }
    layoutChanged();
}

/// Tells of the selected item when it is another one, or the same one with other contents.
void BlockView::tellSelection() {
    const BlockItemPtr item = currentItem();
    if (item == m_told) return;
    const int row = currentRow();
    const bool loading = !item && row >= 0 && m_model && row < m_model->rowCount() &&
                         m_model->loadState(row) == LoadState::Loading;
    if (loading) return;  // it is told when it is there
    m_told = item;
    emit itemSelected(item);
}

void BlockView::updateActions() {
    const int row = currentRow();
    const bool any = m_model && m_model->rowCount() > 0;
    const bool hasRow = any && row >= 0 && row < m_model->rowCount();
    const BlockLine line = hasRow ? m_model->line(row) : BlockLine();
    const bool isCollapsed = line.kind == BlockLine::Kind::Collapsed;
    const bool isItem = hasRow && !isCollapsed;
    for (QAction* action : {m_actions.activate, m_actions.copyItem, m_actions.copyKey, m_actions.exportItem})
        action->setEnabled(isItem);
    for (QAction* action : {m_actions.editItem, m_actions.duplicateItem, m_actions.deleteItem})
        action->setEnabled(isItem && m_whyNotEditable.isEmpty());
    m_actions.copyValue->setEnabled(isItem && !m_actedAttribute.isEmpty());
    for (QAction* action : {m_actions.queryKey, m_actions.exportBlock})
        action->setEnabled(hasRow && line.known);
    m_actions.collapse->setEnabled(isItem && line.known);
    m_actions.expand->setEnabled(hasRow && isCollapsed);
    m_actions.collapseAll->setEnabled(any);
    m_actions.expandAll->setEnabled(any);
}

void BlockView::keyPressEvent(QKeyEvent* event) {
    if (!m_model || m_model->rowCount() == 0) return QAbstractScrollArea::keyPressEvent(event);
    if (moveByKey(event)) return event->accept();
    const QString text = event->text();
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (plain && !text.isEmpty() && text.at(0).isPrint() && (!text.at(0).isSpace() || !m_typed.isEmpty()))
        return typeAhead(m_typed + text);
    if (event->key() == Qt::Key_Backspace && !m_typed.isEmpty()) return typeAhead(m_typed.chopped(1));
    if (event->key() == Qt::Key_Escape && !m_typed.isEmpty()) return typeAhead({});
    QAbstractScrollArea::keyPressEvent(event);
}

bool BlockView::moveByKey(QKeyEvent* event) {
    const int rows = m_model->rowCount();
    const int current = currentRow();
    const bool control = event->modifiers() & Qt::ControlModifier;
    const int page = std::max(1, contentHeight() / itemHeight() - 1);
    const auto to = [&](qint64 row) {
        setCurrent(static_cast<int>(std::clamp<qint64>(row, 0, rows - 1)), Bring::IntoSight);
        return true;
    };
    if (event->modifiers() & Qt::AltModifier) return false;
    switch (event->key()) {
        case Qt::Key_Up:
            if (control)
                moveByBlock(-1);
            else
                to(current < 0 ? m_scroll.position().row : qint64(current) - 1);
            return true;
        case Qt::Key_Down:
            if (control)
                moveByBlock(1);
            else
                to(current < 0 ? m_scroll.position().row : qint64(current) + 1);
            return true;
        case Qt::Key_PageUp:
            return to(qint64(std::max(0, current)) - page);
        case Qt::Key_PageDown:
            return to(qint64(std::max(0, current)) + page);
        case Qt::Key_Home:
            if (control) return to(0);
            return to(current < 0 ? 0 : m_model->line(current).firstRow);
        case Qt::Key_End:
            if (control) return to(rows - 1);
            return to(current < 0 ? rows - 1 : m_model->line(current).lastRow);
        case Qt::Key_Left:
            collapseCurrent(true);
            return true;
        case Qt::Key_Right:
            collapseCurrent(false);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (control) return false;
            activateCurrent();
            return true;
        default:
            return false;
    }
}

void BlockView::moveByBlock(int direction) {
    const int current = std::max(0, currentRow());
    const BlockLine line = m_model->line(current);
    // Up goes to the beginning of the block first, as in a text editor.
    int row = direction > 0 ? line.lastRow + 1 : line.firstRow;
    if (direction < 0 && row == current) row = current > 0 ? m_model->line(current - 1).firstRow : 0;
    if (direction > 0 && row >= m_model->rowCount()) row = line.firstRow;
    setCurrent(row, Bring::IntoSight);
}

void BlockView::collapseCurrent(bool collapsed) {
    const int row = currentRow();
    if (row < 0 || !m_model) return;
    const bool isCollapsed = m_model->line(row).kind == BlockLine::Kind::Collapsed;
    if (isCollapsed == collapsed) {
        // Nothing to open or close: the arrow keys move along the attributes.
        auto* bar = horizontalScrollBar();
        bar->setValue(bar->value() + (collapsed ? -1 : 1) * bar->singleStep() * 3);
        return;
    }
    m_model->setCollapsed(row, collapsed);
    setCurrent(currentRow(), Bring::IntoSight);
}

void BlockView::typeAhead(const QString& text) {
    m_typed = text;
    viewport()->update();
    if (text.isEmpty()) return m_typedTimer.stop();
    m_typedTimer.start();
    m_model->goToPrefix(text);
    emit goToKeyRequested(text);
}

void BlockView::goToKey(const std::vector<Value>& partition, const std::vector<Value>& sort) {
    if (m_model) m_model->goToKey(partition, sort);
}

void BlockView::goToPartition(std::uint32_t partition, std::uint32_t count) {
    if (m_model) m_model->goToPartition(partition, count);
}

void BlockView::copyItem() const {
    if (const BlockItemPtr item = currentItem())
        QApplication::clipboard()->setText(dynamoDbJsonOf(*item, m_model->source()->tableKeys()));
}

void BlockView::copyKey() const {
    if (const BlockItemPtr item = currentItem())
        QApplication::clipboard()->setText(keyJsonOf(*item, m_model->source()->tableKeys()));
}

void BlockView::copyValue() const {
    const BlockItemPtr item = currentItem();
    const Value* value = item ? item->item.find(m_actedAttribute.toStdString()) : nullptr;
    if (value) QApplication::clipboard()->setText(valueTextOf(*value));
}

void BlockView::queryKey() {
    const int row = currentRow();
    if (row < 0) return;
    if (const BlockItemPtr item = currentItem())
        emit queryKeyRequested(item->partition, item->sort);
    else if (const BlockSummaryPtr block = m_model->summary(m_model->line(row)))
        emit queryKeyRequested(block->collection.partition, {});
}

void BlockView::activateCurrent() {
    if (const BlockItemPtr item = currentItem())
        emit itemActivated(item);
    else if (currentRow() >= 0)
        collapseCurrent(false);
}

void BlockView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    if (currentRow() < 0 && event->reason() != Qt::MouseFocusReason && m_model && m_model->rowCount() > 0)
        setCurrent(m_scroll.position().row, Bring::IntoSight);
    viewport()->update();
}

void BlockView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

}  // namespace partita
