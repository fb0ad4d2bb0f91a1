// Paints and edits the rows of an item's form: as the item tree is painted, with a mark before what was
// changed and a red line under what is wrong. GUI thread only.
#pragma once

#include <QStyledItemDelegate>

#include "ui/item_tree_delegate.h"

class QTreeView;

namespace partita {

class ItemFormDelegate final : public QStyledItemDelegate {
    Q_OBJECT
  public:
    explicit ItemFormDelegate(QTreeView* view);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// What is in an editor goes into the model, and the editor is closed. Nothing for other widgets.
    void take(QWidget* editor);

  private:
    ItemTreeDelegate* m_painter;
    QTreeView* m_view;
};

}  // namespace partita
