#include "ui/block_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>

#include "ui/block_view.h"

namespace partita {
namespace {

enum Column { kPartition, kSort, kAttributes, kColumns };

/// One cell of a visible row. Valid until the rows change; then its view replaces all of them.
class Cell final : public QAccessibleInterface, public QAccessibleTableCellInterface {
  public:
    Cell(BlockView* view, int visible, int column) : m_view(view), m_visible(visible), m_column(column) {}

    bool isValid() const override {
        return m_view && m_visible < static_cast<int>(m_view->visibleRows().size()) && m_view->model();
    }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    void setText(QAccessible::Text, const QString&) override {}
    QAccessible::Role role() const override { return QAccessible::Cell; }

    QString text(QAccessible::Text kind) const override {
        if (!isValid() || kind != QAccessible::Name) return {};
        const auto& row = m_view->visibleRows()[static_cast<std::size_t>(m_visible)];
        const BlockItemPtr item = m_view->model()->item(row.row);
        if (m_column == kPartition) {
            const BlockSummaryPtr block = m_view->model()->summary(row.line);
            return block ? block->keyText : QString();
        }
        if (m_column == kSort && item) return item->sortText;
        if (!item) return m_column == kSort ? QString() : m_view->model()->index(row.row).data().toString();
        QStringList cells;
        for (const BlockCell& cell : item->cells)
            cells << cell.name + QLatin1Char(' ') + cell.text;
        if (const QString expired = m_view->expiredText(*item); !expired.isEmpty()) cells << expired;
        return cells.join(QStringLiteral(", "));
    }
    QRect rect() const override {
        if (!isValid()) return {};
        const auto& row = m_view->visibleRows()[static_cast<std::size_t>(m_visible)];
        QRect rect = m_view->rowRect(row.row);
        if (m_column == kPartition)
            rect.setWidth(m_view->keyWidth());
        else
            rect.setLeft(m_view->keyWidth());
        return rect.translated(m_view->viewport()->mapToGlobal(QPoint()));
    }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = state.focusable = true;
        if (isSelected()) state.selected = state.focused = true;
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this)
                                                       : nullptr;
    }

    bool isSelected() const override {
        return isValid() &&
               m_view->visibleRows()[static_cast<std::size_t>(m_visible)].row == m_view->currentRow();
    }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_visible; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

  private:
    QPointer<BlockView> m_view;
    int m_visible;
    int m_column;
};

class Table final : public QAccessibleWidget, public QAccessibleTableInterface {
  public:
    explicit Table(BlockView* view) : QAccessibleWidget(view, QAccessible::Table), m_view(view) {}
    ~Table() override { forgetCells(); }

    void forgetCells() {
        for (const QAccessible::Id id : std::as_const(m_cells))
            QAccessible::deleteAccessibleInterface(id);
        m_cells.clear();
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    int childCount() const override { return rowCount() * kColumns; }
    QAccessibleInterface* child(int index) const override {
        return cellAt(index / kColumns, index % kColumns);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        auto* cell = const_cast<QAccessibleInterface*>(child)->tableCellInterface();
        return cell ? cell->rowIndex() * kColumns + cell->columnIndex() : -1;
    }

    QAccessibleInterface* cellAt(int row, int column) const override {
        if (row < 0 || row >= rowCount() || column < 0 || column >= kColumns) return nullptr;
        const int key = row * kColumns + column;
        if (const auto known = m_cells.constFind(key); known != m_cells.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto* cell = new Cell(m_view, row, column);  // owned by QAccessible once registered
        m_cells.insert(key, QAccessible::registerAccessibleInterface(cell));
        return cell;
    }
    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QString columnDescription(int column) const override {
        return column == kPartition ? BlockView::tr("Partition key")
               : column == kSort    ? BlockView::tr("Sort key")
                                    : BlockView::tr("Attributes");
    }
    QString rowDescription(int row) const override {
        if (row < 0 || row >= rowCount()) return {};
        return m_view->model()
            ->index(m_view->visibleRows()[static_cast<std::size_t>(row)].row)
            .data()
            .toString();
    }
    int columnCount() const override { return kColumns; }
    int rowCount() const override { return static_cast<int>(m_view->visibleRows().size()); }

    int selectedCellCount() const override { return selectedRowCount() * kColumns; }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return static_cast<int>(selectedRows().size()); }
    QList<QAccessibleInterface*> selectedCells() const override {
        QList<QAccessibleInterface*> cells;
        for (const int row : selectedRows())
            for (int column = 0; column < kColumns; ++column)
                cells << cellAt(row, column);
        return cells;
    }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override {
        for (int row = 0; row < rowCount(); ++row)
            if (isRowSelected(row)) return {row};
        return {};
    }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int row) const override {
        return row >= 0 && row < rowCount() &&
               m_view->visibleRows()[static_cast<std::size_t>(row)].row == m_view->currentRow();
    }
    bool selectRow(int row) override {
        if (row < 0 || row >= rowCount()) return false;
        m_view->selectRow(m_view->visibleRows()[static_cast<std::size_t>(row)].row);
        return true;
    }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override { forgetCells(); }

  private:
    BlockView* m_view;
    mutable QHash<int, QAccessible::Id> m_cells;
};

QAccessibleInterface* make(const QString& className, QObject* object) {
    if (className != QLatin1String("partita::BlockView")) return nullptr;
    return new Table(static_cast<BlockView*>(object));
}

}  // namespace

void installBlockAccessibility() {
    static const bool once = (QAccessible::installFactory(make), true);
    Q_UNUSED(once);
}

void updateBlockAccessibility(BlockView* view) {
    if (!QAccessible::isActive()) return;
    QAccessibleTableModelChangeEvent event(view, QAccessibleTableModelChangeEvent::ModelReset);
    QAccessible::updateAccessibility(&event);
}

void announceCurrentRow(BlockView* view) {
    if (!QAccessible::isActive()) return;
    const auto& rows = view->visibleRows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].row != view->currentRow()) continue;
        QAccessibleEvent event(view, QAccessible::Focus);
        event.setChild(static_cast<int>(i) * kColumns + kSort);
        QAccessible::updateAccessibility(&event);
        return;
    }
}

}  // namespace partita
