#include "ui/sidebar_list.h"

#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QStyledItemDelegate>

#include "model/roles.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kRowHeight = 24;
constexpr int kMargin = 14;  // left and right, the sidebar's own
constexpr int kSquare = 10;  // the colour of an entity
constexpr int kGap = 8;

class Delegate final : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {80, kRowHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        const ThemeColours& colours = theme.colours();
        const bool on = option.state.testFlag(QStyle::State_Selected);
        const QString name = index.data(Qt::DisplayRole).toString();
        painter->save();
        if (on) {
            painter->fillRect(option.rect, colours.selection);
        } else if (option.state.testFlag(QStyle::State_MouseOver)) {
            QColor hover = colours.selection;
            hover.setAlphaF(0.45F);
            painter->fillRect(option.rect, hover);
        }
        QRect rect = option.rect.adjusted(kMargin, 0, -kMargin, 0);
        if (index.data(EntityRole).toBool()) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.entityColour(name));
            painter->drawRoundedRect(
                QRectF(rect.left(), rect.center().y() - kSquare / 2 + 1, kSquare, kSquare), 2, 2);
            rect.setLeft(rect.left() + kSquare + kGap);
        }

        painter->setFont(Theme::tabular(theme.valueFont()));
        painter->setPen(colours.textSecondary);
        QString figures;
        const QVariant count = index.data(ItemCountRole);
        if (count.isValid()) figures = option.locale.toString(count.toULongLong());
        if (const QString kind = index.data(KindNameRole).toString(); !kind.isEmpty()) {
            figures = figures.isEmpty() ? kind : QStringLiteral("%1  %2").arg(kind, figures);
        }
        if (const QString status = index.data(StatusTextRole).toString(); !status.isEmpty()) {
            figures = status;
            painter->setPen(colours.accent);
        }
        const int figuresWidth = painter->fontMetrics().horizontalAdvance(figures);
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, figures);

        painter->setFont(on ? theme.keyFont() : theme.valueFont());
        painter->setPen(index.data(ErrorTextRole).toString().isEmpty() ? colours.text : colours.hot);
        rect.setRight(rect.right() - figuresWidth - (figures.isEmpty() ? 0 : kGap));
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(name, Qt::ElideMiddle, rect.width()));
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setRenderHint(QPainter::Antialiasing, false);
            painter->setBrush(Qt::NoBrush);
            painter->setPen(colours.accent);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }
};

}  // namespace

SidebarList::SidebarList(const QString& accessibleName, QWidget* parent) : QListView(parent) {
    setAccessibleName(accessibleName);
    setItemDelegate(new Delegate(this));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);
    setMouseTracking(true);
    setUniformItemSizes(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setStyleSheet(QStringLiteral("QListView { background: transparent; border: 0; padding: 0; }"));
    connect(this, &QListView::clicked, this,
            [this](const QModelIndex& index) { emit rowChosen(index.row()); });
    connect(&Theme::instance(), &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void SidebarList::setModel(QAbstractItemModel* model) {
    QListView::setModel(model);
    const auto resize = [this] { updateGeometry(); };
    connect(model, &QAbstractItemModel::modelReset, this, resize);
    connect(model, &QAbstractItemModel::rowsInserted, this, resize);
    connect(model, &QAbstractItemModel::rowsRemoved, this, resize);
    updateGeometry();
}

void SidebarList::setCurrentRow(int row) {
    // The selection is what is on, set from here only; the current index is the keyboard's place.
    if (row < 0) {
        selectionModel()->clearSelection();
    } else {
        selectionModel()->setCurrentIndex(model()->index(row, 0), QItemSelectionModel::ClearAndSelect);
    }
}

QSize SidebarList::sizeHint() const {
    return {180, heightOfRows()};
}
QSize SidebarList::minimumSizeHint() const {
    return {80, heightOfRows()};
}
int SidebarList::heightOfRows() const {
    return model() ? model()->rowCount() * kRowHeight : 0;
}

void SidebarList::keyPressEvent(QKeyEvent* event) {
    const bool chooses =
        event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (chooses && currentIndex().isValid()) {
        emit rowChosen(currentIndex().row());
        return;
    }
    QListView::keyPressEvent(event);
}

}  // namespace partita
