#include "ui/item_tree_delegate.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>
#include <QTreeView>
#include <cmath>

#include "model/item_tree_model.h"
#include "model/roles.h"
#include "ui/theme.h"

namespace partita {

namespace {

constexpr int kPadding = ItemTreeDelegate::kPadding;
constexpr qsizetype kMostPainted = 1000;  // more characters than kMostLines of the widest inspector hold
constexpr qsizetype kMostInTooltip = 2000;

bool isContainer(const QString& type) {
    return type == QLatin1String("L") || type == QLatin1String("M") || type.endsWith(QLatin1String("SS")) ||
           type == QLatin1String("NS") || type == QLatin1String("BS");
}

QString typeOf(const QModelIndex& index) {
    return index.siblingAtColumn(ItemTreeModel::TypeColumn).data().toString();
}

/// What stands in for a value is grey: it is not the value itself.
bool isFaint(const QModelIndex& index) {
    const QString type = typeOf(index);
    return isContainer(type) || type == QLatin1String("NULL") ||
           (type == QLatin1String("S") && index.data().toString().isEmpty());
}

QString shownText(const QModelIndex& index) {
    QString text = index.data().toString();
    if (index.column() == ItemTreeModel::TypeColumn) {
        const auto mark = static_cast<ItemTreeModel::KeyMark>(index.data(KeyMarkRole).toInt());
        if (mark == ItemTreeModel::KeyMark::Partition) return ItemTreeDelegate::tr("%1 pk").arg(text);
        if (mark == ItemTreeModel::KeyMark::Sort) return ItemTreeDelegate::tr("%1 sk").arg(text);
        return text;
    }
    if (index.column() == ItemTreeModel::ValueColumn && text.isEmpty())
        return ItemTreeDelegate::tr("(empty)");
    if (text.size() > kMostPainted) text = text.left(kMostPainted) + QChar(0x2026);
    return text.replace(QLatin1Char('\n'), QChar::LineSeparator);
}

QFont fontOf(int column) {
    const Theme& theme = Theme::instance();
    return column == ItemTreeModel::TypeColumn ? theme.nameFont() : theme.valueFont();
}

/// Lays the text out and returns its height; the last line that fits is elided when there is more.
qreal layOut(QTextLayout& layout, qreal width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    qreal height = 0;
    for (int i = 0; i < ItemTreeDelegate::kMostLines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

}  // namespace

ItemTreeDelegate::ItemTreeDelegate(QTreeView* view) : QStyledItemDelegate(view), m_view(view) {}

void ItemTreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
    const ThemeColours& colours = Theme::instance().colours();
    painter->save();
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, colours.selection);
    const bool isType = index.column() == ItemTreeModel::TypeColumn;
    QRect box = option.rect.adjusted(kPadding, kPadding, isType ? 0 : -kPadding, -kPadding);
    const bool isValue = index.column() == ItemTreeModel::ValueColumn;
    QColor colour = colours.text;
    if (isType) colour = colours.textSecondary;
    if (isValue && isFaint(index)) colour = colours.textFaint;
    QFont font = fontOf(index.column());
    if (isValue && typeOf(index) == QLatin1String("N")) font = Theme::tabular(font);
    painter->setFont(font);
    painter->setPen(colour);
    if (!isValue) {
        const QFontMetrics metrics(font);
        // The baseline is that of the value beside it, whatever the size of the letters.
        const int baseline = box.top() + QFontMetrics(fontOf(ItemTreeModel::ValueColumn)).ascent();
        painter->drawText(box.left(), baseline,
                          metrics.elidedText(shownText(index), Qt::ElideRight, box.width()));
    } else {
        QTextLayout layout(shownText(index), font);
        layOut(layout, box.width());
        painter->setClipRect(option.rect);
        // Letters of another font stand higher; the baseline stays that of the name.
        const qreal lift =
            layout.lineAt(0).ascent() - QFontMetrics(fontOf(ItemTreeModel::ValueColumn)).ascent();
        box.translate(0, -static_cast<int>(std::lround(std::max<qreal>(0, lift))));
        layout.draw(painter, box.topLeft());
        const QTextLine last = layout.lineAt(layout.lineCount() - 1);
        if (last.isValid() && last.textStart() + last.textLength() < layout.text().size()) {
            const QString more = QStringLiteral("…");
            const int width = QFontMetrics(font).horizontalAdvance(more) + 4;
            const QRectF place(box.right() - width, box.top() + last.y(), width + 1, last.height());
            painter->fillRect(place,
                              option.state & QStyle::State_Selected ? colours.selection : colours.window);
            painter->drawText(place, Qt::AlignRight, more);
        }
    }
    painter->restore();
}

QSize ItemTreeDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
    const QFont font = fontOf(index.column());
    const QFontMetrics metrics(font);
    if (index.column() != ItemTreeModel::ValueColumn) {
        // The value beside a type brings its own padding.
        const int padding = index.column() == ItemTreeModel::TypeColumn ? kPadding : 2 * kPadding;
        return {metrics.horizontalAdvance(shownText(index)) + padding + 2, metrics.height() + 2 * kPadding};
    }
    QTextLayout layout(shownText(index), font);
    const int width = m_view->columnWidth(ItemTreeModel::ValueColumn);
    const qreal height = layOut(layout, std::max(40, width - 2 * kPadding));
    return {width, static_cast<int>(std::ceil(height)) + 2 * kPadding};
}

bool ItemTreeDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
                                 const QStyleOptionViewItem& option, const QModelIndex& index) {
    const auto* model = qobject_cast<const ItemTreeModel*>(index.model());
    if (event->type() != QEvent::ToolTip || !model)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QString text =
        index.column() == ItemTreeModel::NameColumn ? index.data().toString() : model->fullText(index);
    if (text.size() > kMostInTooltip) text = text.left(kMostInTooltip) + QChar(0x2026);
    // Escaped, because a value that looks like markup is still a value.
    QToolTip::showText(
        event->globalPos(),
        QStringLiteral("<div style=\"white-space: pre-wrap\">%1</div>").arg(text.toHtmlEscaped()), view);
    return true;
}

}  // namespace partita
