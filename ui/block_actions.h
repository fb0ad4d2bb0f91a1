// What can be done to the current row of a block view, as actions for its context menu and for the menu bar.
// The view connects and enables them. GUI thread only.
#pragma once

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

namespace partita {

struct BlockActions {
    Q_DECLARE_TR_FUNCTIONS(BlockActions)
  public:
    /// Their shortcuts work while `view` or a child of it has the focus.
    explicit BlockActions(QWidget* view);

    // Children of the view.
    QAction* activate;
    QAction* queryKey;
    QAction* editItem;
    QAction* duplicateItem;
    QAction* deleteItem;
    QAction* copyItem;
    QAction* copyKey;
    QAction* copyValue;
    QAction* exportItem;
    QAction* exportBlock;
    QAction* collapse;
    QAction* expand;
    QAction* collapseAll;
    QAction* expandAll;
};

}  // namespace partita
