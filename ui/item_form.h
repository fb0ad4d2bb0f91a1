// An item as a form: its attributes as a tree in which names, types and values are edited, and buttons that
// add and remove them. GUI thread only.
#pragma once

#include <QTreeView>
#include <QWidget>

#include "model/item_form_model.h"

class QAction;

namespace partita {

class ItemFormDelegate;

class ItemForm final : public QWidget {
    Q_OBJECT
  public:
    explicit ItemForm(QWidget* parent = nullptr);

    ItemFormModel* model() const { return m_model; }
    QTreeView* tree() const { return m_tree; }
    /// As ItemFormModel::setItem(). What is small enough is opened.
    void setItem(const Item& item, std::shared_ptr<const TableDefinition> table,
                 std::shared_ptr<const Item> opened, const std::vector<std::string>& order);
    /// What is being typed goes into the model.
    void commit();
    void goToFault();
    /// The keyboard goes to the first value.
    void focusFirst();

  signals:
    void edited();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void makeActions();
    void updateActions();
    void edit(const QModelIndex& index, int column);
    void fitColumns();

    ItemFormModel* m_model;
    QTreeView* m_tree;
    ItemFormDelegate* m_delegate = nullptr;
    QAction* m_addAttribute;
    QAction* m_addInside;
    QAction* m_remove;
};

}  // namespace partita
