#include "ui/item_form.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/icons.h"
#include "ui/item_form_delegate.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kIndentation = 16;
constexpr int kMostOpenedAtFirst = 12;
constexpr int kMostScrolledByPixel = 2000;
constexpr int kTypeWidth = 74;
constexpr int kLeastNameWidth = 120;

/// A button that does what the action does, and is enabled as it is.
QPushButton* buttonFor(QAction* action, IconName name) {
    auto* button = new QPushButton(icon(name), action->text());
    button->setAutoDefault(false);
    button->setToolTip(action->toolTip());
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    QObject::connect(action, &QAction::changed, button,
                     [button, action] { button->setEnabled(action->isEnabled()); });
    return button;
}

}  // namespace

ItemForm::ItemForm(QWidget* parent)
    : QWidget(parent),
      m_model(new ItemFormModel(this)),
      m_tree(new QTreeView),
      m_addAttribute(new QAction(tr("Add attribute"), this)),
      m_addInside(new QAction(tr("Add element"), this)),
      m_remove(new QAction(tr("Remove"), this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_tree->setObjectName(QStringLiteral("itemForm"));
    m_tree->setModel(m_model);
    m_delegate = new ItemFormDelegate(m_tree);
    m_tree->setItemDelegate(m_delegate);
    m_tree->setAccessibleName(tr("Attributes of the item"));
    m_tree->setIndentation(kIndentation);
    m_tree->setUniformRowHeights(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                            QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_tree->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_tree->setTabKeyNavigation(false);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    QHeaderView* header = m_tree->header();
    header->setSectionsMovable(false);
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(40);
    // In line with the texts below.
    header->setStyleSheet(
        QStringLiteral("QHeaderView::section { padding-left: %1px; }").arg(ItemTreeDelegate::kPadding));
    connect(header, &QHeaderView::sectionResized, this, [this](int section) {
        if (section == ItemFormModel::ValueColumn) m_tree->doItemsLayout();
    });
    m_tree->viewport()->installEventFilter(this);
    column->addWidget(m_tree, 1);

    makeActions();
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(buttonFor(m_addAttribute, IconName::Add));
    row->addWidget(buttonFor(m_addInside, IconName::Add));
    row->addWidget(buttonFor(m_remove, IconName::Remove));
    row->addStretch(1);
    column->addLayout(row);

    connect(m_model, &ItemFormModel::edited, this, [this] {
        m_tree->doItemsLayout();
        updateActions();
        emit edited();
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &ItemForm::updateActions);
    setFocusProxy(m_tree);
    updateActions();
}

void ItemForm::makeActions() {
    m_addAttribute->setToolTip(tr("Add an attribute to the item (Insert)"));
    m_addAttribute->setShortcut(QKeySequence(Qt::Key_Insert));
    m_addInside->setToolTip(tr("Add an element to the list, map or set that is selected (Shift+Insert)"));
    m_addInside->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_Insert));
    m_remove->setToolTip(tr("Remove what is selected (Delete)"));
    m_remove->setShortcut(QKeySequence::Delete);
    for (QAction* action : {m_addAttribute, m_addInside, m_remove}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        m_tree->addAction(action);
    }
    connect(m_addAttribute, &QAction::triggered, this, [this] {
        commit();
        edit(m_model->addAttribute(), ItemFormModel::NameColumn);
    });
    connect(m_addInside, &QAction::triggered, this, [this] {
        commit();
        const QModelIndex current = m_tree->currentIndex().siblingAtColumn(0);
        const QModelIndex added = m_model->addInside(current);
        if (added.isValid()) m_tree->expand(added.parent());
        edit(added, m_model->flags(added) & Qt::ItemIsEditable ? ItemFormModel::NameColumn
                                                               : ItemFormModel::ValueColumn);
    });
    connect(m_remove, &QAction::triggered, this, [this] {
        const QModelIndex next = m_model->remove(m_tree->currentIndex());
        if (next.isValid()) m_tree->setCurrentIndex(next.siblingAtColumn(ItemFormModel::ValueColumn));
        updateActions();
    });
}

void ItemForm::updateActions() {
    const QModelIndex current = m_tree->currentIndex();
    m_addInside->setEnabled(m_model->canAddInside(current));
    m_remove->setEnabled(m_model->canRemove(current));
}

void ItemForm::edit(const QModelIndex& index, int column) {
    if (!index.isValid()) return;
    const QModelIndex cell = index.siblingAtColumn(column);
    m_tree->setFocus(Qt::OtherFocusReason);
    m_tree->setCurrentIndex(cell);
    m_tree->scrollTo(cell);
    m_tree->edit(cell);
}

void ItemForm::setItem(const Item& item, std::shared_ptr<const TableDefinition> table,
                       std::shared_ptr<const Item> opened, const std::vector<std::string>& order) {
    m_model->setItem(item, std::move(table), std::move(opened), order);
    // Scrolling by pixels asks the height of every row, which takes its time where there are thousands.
    m_tree->setVerticalScrollMode(m_model->rowCount() > kMostScrolledByPixel
                                      ? QAbstractItemView::ScrollPerItem
                                      : QAbstractItemView::ScrollPerPixel);
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const int children = m_model->rowCount(index);
        if (children > 0 && children <= kMostOpenedAtFirst) m_tree->expand(index);
    }
    fitColumns();
    updateActions();
}

void ItemForm::commit() {
    for (QWidget* editor : m_tree->viewport()->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (editor->isVisible()) m_delegate->take(editor);  // one that is hidden has been closed
}

void ItemForm::goToFault() {
    const QModelIndex index = m_model->faultIndex();
    m_tree->setFocus(Qt::OtherFocusReason);
    if (!index.isValid()) return;
    for (QModelIndex parent = index.parent(); parent.isValid(); parent = parent.parent())
        m_tree->expand(parent);
    m_tree->setCurrentIndex(index.siblingAtColumn(ItemFormModel::ValueColumn));
    m_tree->scrollTo(index);
}

void ItemForm::focusFirst() {
    m_tree->setFocus(Qt::OtherFocusReason);
    // What is missing; else what comes after the keys, which are seldom edited.
    const QModelIndex fault = m_model->faultIndex();
    int row = fault.isValid() && !fault.parent().isValid() ? fault.row() : 0;
    while (!fault.isValid() && row + 1 < m_model->rowCount() && m_model->isKey(m_model->index(row, 0)))
        ++row;
    m_tree->setCurrentIndex(m_model->index(row, ItemFormModel::ValueColumn));
}

void ItemForm::fitColumns() {
    const int width = m_tree->viewport()->width();
    m_tree->resizeColumnToContents(ItemFormModel::NameColumn);
    const int name = std::clamp(m_tree->columnWidth(ItemFormModel::NameColumn) + 8, kLeastNameWidth,
                                std::max(kLeastNameWidth, width * 2 / 5));
    m_tree->setColumnWidth(ItemFormModel::NameColumn, name);
    m_tree->setColumnWidth(ItemFormModel::TypeColumn, kTypeWidth);
    m_tree->doItemsLayout();
}

bool ItemForm::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_tree->viewport() && event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

}  // namespace partita
