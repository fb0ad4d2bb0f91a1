// Paints the item tree: names, small grey types with "pk" and "sk", values that wrap to a few lines.
// GUI thread only.
#pragma once

#include <QStyledItemDelegate>

class QTreeView;

namespace partita {

class ItemTreeDelegate final : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit ItemTreeDelegate(QTreeView* view);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

    static constexpr int kPadding = 4;    // around a text, in pixels
    static constexpr int kMostLines = 6;  // of one value; the tooltip and the JSON have all of it

  private:
    QTreeView* m_view;
};

}  // namespace partita
