// One item in full: its key, size and indexes, its attributes as a typed tree, and its JSON. Read-only.
// GUI thread only.
#pragma once

#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QTreeView>
#include <memory>
#include <optional>
#include <string>

#include "model/item_tree_model.h"
#include "ui/elided_label.h"
#include "ui/json_view.h"
#include "ui/size_bar.h"

namespace partita {

struct InspectedItem {
    std::shared_ptr<const Item> item;  // null: none
    std::shared_ptr<const TableDefinition> table;
    std::optional<std::string> index;  // the index that it was chosen in, and whose attributes it has
    std::string timeToLive = {};       // the attribute that says when items expire; empty: none
    QStringList order = {};            // of its attributes after the keys; what is missing follows by name
};

class Inspector final : public QWidget {
    Q_OBJECT
  public:
    explicit Inspector(QWidget* parent = nullptr);

    const InspectedItem& inspected() const { return m_inspected; }
    /// Why items can't be edited; empty: they can.
    void setWhyNotEditable(const QString& reason);

  public slots:
    /// Shows the item. When it is the one that is shown already, only read anew, what was expanded and
    /// selected stays so. No item or no table: says what to do.
    void setItem(const partita::InspectedItem& inspected);

  signals:
    /// Of the item that is shown.
    void editRequested();

  private:
    void makeTree();
    void showHeader();
    QString placeText() const;
    QString sizeText() const;
    void showExpiry();
    void showTree(bool isSameItem);
    void fitColumns();
    void copy(int column);

    InspectedItem m_inspected;
    QStackedWidget* m_stack = nullptr;
    ElidedLabel* m_title = nullptr;
    QPushButton* m_edit = nullptr;
    ThemedLabel* m_place = nullptr;
    SizeBar* m_size = nullptr;
    ThemedLabel* m_expiry = nullptr;
    QTimer m_expiryTimer;
    QTreeView* m_tree = nullptr;
    ItemTreeModel* m_model = nullptr;
    JsonView* m_json = nullptr;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace partita
