#include "ui/block_actions.h"

namespace partita {

BlockActions::BlockActions(QWidget* view) {
    const auto make = [view](const QString& text, const QKeySequence& shortcut = {}) {
        auto* action = new QAction(text, view);
        action->setShortcut(shortcut);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        view->addAction(action);
        return action;
    };
    activate = make(tr("Open in the &inspector"));
    queryKey = make(tr("&Query this key"), QKeySequence(Qt::CTRL | Qt::Key_K));
    editItem = make(tr("&Edit item…"), QKeySequence(Qt::Key_F2));
    duplicateItem = make(tr("&Duplicate item…"), QKeySequence(Qt::CTRL | Qt::Key_D));
    deleteItem = make(tr("De&lete item"), QKeySequence::Delete);
    copyItem = make(tr("&Copy item as JSON"), QKeySequence::Copy);
    copyKey = make(tr("Copy &key"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    copyValue = make(tr("Copy &value"));
    exportItem = make(tr("Export ite&m…"));
    exportBlock = make(tr("Export &block…"));
    collapse = make(tr("Co&llapse block"));
    expand = make(tr("E&xpand block"));
    collapseAll = make(tr("Collapse &all blocks"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Minus));
    expandAll = make(tr("&Expand all blocks"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Plus));
}

}  // namespace partita
