#include "ui/two_line_list.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include "model/roles.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kRowHeight = 44;
constexpr int kMargin = 10;

class Delegate final : public QStyledItemDelegate {
  public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {120, kRowHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        const ThemeColours& colours = theme.colours();
        const bool isOn = option.state.testFlag(QStyle::State_Selected);
        painter->save();
        if (isOn)
            painter->fillRect(option.rect, colours.selection);
        else if (option.state.testFlag(QStyle::State_MouseOver))
            painter->fillRect(option.rect, colours.hover);
        QRect name = option.rect.adjusted(kMargin, 5, -kMargin, 0);
        name.setHeight(kRowHeight / 2 - 3);
        QRect status = name.translated(0, kRowHeight / 2 - 5);
        painter->setFont(isOn ? theme.keyFont() : theme.valueFont());
        painter->setPen(colours.text);
        painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data(Qt::DisplayRole).toString(),
                                                            Qt::ElideMiddle, name.width()));
        painter->setFont(theme.nameFont());
        const bool isBad = !index.data(ErrorTextRole).toString().isEmpty();
        painter->setPen(isBad ? colours.hot : colours.textSecondary);
        painter->drawText(status, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data(StatusTextRole).toString(),
                                                            Qt::ElideRight, status.width()));
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(colours.accent);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }
};

}  // namespace

TwoLineList::TwoLineList(const QString& accessibleName, QWidget* parent) : QListView(parent) {
    setAccessibleName(accessibleName);
    setItemDelegate(new Delegate(this));
    setMouseTracking(true);
    setUniformItemSizes(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
}

void TwoLineList::setEmptyText(const QString& text) {
    m_emptyText = text;
    viewport()->update();
}

void TwoLineList::setModel(QAbstractItemModel* model) {
    QListView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, [this] { emit rowSelected(-1); });
}

void TwoLineList::paintEvent(QPaintEvent* event) {
    QListView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() && model()->rowCount() > 0)) return;
    QPainter painter(viewport());
    painter.setFont(Theme::instance().nameFont());
    painter.setPen(Theme::instance().colours().textSecondary);
    constexpr int kPadding = 16;
    painter.drawText(viewport()->rect().adjusted(kPadding, kPadding, -kPadding, -kPadding),
                     Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void TwoLineList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QListView::currentChanged(current, previous);
    emit rowSelected(current.isValid() ? current.row() : -1);
}

}  // namespace partita
