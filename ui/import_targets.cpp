#include "ui/import_targets.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <utility>

#include "model/import_plan.h"
#include "ui/theme.h"

namespace partita {
namespace {

constexpr int kRowHeight = 34;
constexpr int kFigureWidth = 88;
constexpr int kMostRows = 5;  // before it scrolls

// What an entry of the choice means, in its data.
const QString kNewTable = QStringLiteral("\u0001new");
const QString kLeaveOut = QStringLiteral("\u0001none");

}  // namespace

ImportTargets::ImportTargets(ImportPlan* plan, QWidget* parent)
    : QTableWidget(0, ColumnCount, parent), m_plan(plan) {
    setAccessibleName(tr("Tables of the source"));
    setHorizontalHeaderLabels({tr("In the source"), tr("Goes to"), tr("New"), tr("Replaced"), tr("Unchanged"),
                               tr("Deletes"), tr("Refused")});
    const QString hints[ColumnCount] = {
        tr("As the source names it"),
        tr("The table of this file that the items go to"),
        tr("Their key is not in the table yet"),
        tr("Their key is in the table with other attributes: below is chosen what becomes of them"),
        tr("The same item is in the table"),
        tr("Records that say that an item is deleted"),
        tr("Not an item, or one that the table can’t hold")};
    for (int column = 0; column < ColumnCount; ++column) {
        horizontalHeaderItem(column)->setToolTip(hints[column]);
        horizontalHeaderItem(column)->setTextAlignment((column >= Fresh ? Qt::AlignRight : Qt::AlignLeft) |
                                                       Qt::AlignVCenter);
    }
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(Source, QHeaderView::Stretch);
    horizontalHeader()->setSectionResizeMode(Target, QHeaderView::Stretch);
    for (int column = Fresh; column < ColumnCount; ++column)
        setColumnWidth(column, kFigureWidth);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    setShowGrid(false);
    setStyleSheet(QStringLiteral("QTableView::item { border: 0; padding: 4px 8px; }"));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&Theme::instance(), &Theme::changed, this, [this] { showSource(m_source); });
    connect(this, &QTableWidget::currentCellChanged, this, [this](int now, int, int before, int) {
        if (now != before) emit tableSelected(now);
    });
}

int ImportTargets::currentTable() const {
    return currentRow();
}

void ImportTargets::showSource(int row) {
    const bool isOther = std::exchange(m_source, row) != row;
    const int before = isOther ? 0 : std::max(0, currentRow());
    {
        const QSignalBlocker quiet(this);
        fill();
        setCurrentCell(std::min(before, rowCount() - 1), Source);
    }
    updateGeometry();
    emit tableSelected(currentRow());
}

void ImportTargets::fill() {
    horizontalHeaderItem(Replaced)->setText(existingText());
    const bool isThere = m_source >= 0 && !m_plan->source(m_source).preview.tables.empty();
    setRowCount(0);
    if (!isThere) return;
    setRowCount(static_cast<int>(m_plan->source(m_source).preview.tables.size()));
    for (int table = 0; table < rowCount(); ++table)
        fillRow(table);
}

QString ImportTargets::existingText() const {
    switch (m_plan->onExisting()) {
        case OnExisting::Keep:
            return tr("Kept");
        case OnExisting::Merge:
            return tr("Merged");
        case OnExisting::Stop:
            return tr("In the way");
        case OnExisting::Replace:
            break;
    }
    return tr("Replaced");
}

void ImportTargets::fillRow(int table) {
    const ImportPlan::Source& source = m_plan->source(m_source);
    const ImportPreview::Table& shown = source.preview.tables[static_cast<std::size_t>(table)];
    const ImportPlan::Choice& choice = source.choices[static_cast<std::size_t>(table)];
    const QString name =
        shown.source.name.empty() ? tr("(items)") : QString::fromStdString(shown.source.name);
    auto* cell = new QTableWidgetItem(name);
    cell->setToolTip(name);
    setItem(table, Source, cell);
    auto* box = new QComboBox;
    box->setObjectName(QStringLiteral("target-%1").arg(table));
    box->setAccessibleName(tr("Where the items of %1 go").arg(name));
    fillChoice(box, table);
    connect(box, &QComboBox::activated, this,
            [this, table, box](int index) { choose(table, box->itemData(index).toString()); });
    auto* frame = new QWidget;
    auto* inFrame = new QHBoxLayout(frame);
    inFrame->setContentsMargins(4, 3, 4, 3);
    inFrame->addWidget(box);
    setCellWidget(table, Target, frame);
    const bool isLeftOut = choice.where == ImportPlan::Choice::Where::LeaveOut;
    setFigure(table, Fresh, shown.fresh, isLeftOut);
    setFigure(table, Replaced, shown.replaced, isLeftOut);
    setFigure(table, Unchanged, shown.unchanged, isLeftOut);
    setFigure(table, Deleted, shown.deleted, isLeftOut);
    setFigure(table, Refused, shown.refused, isLeftOut);
}

void ImportTargets::setFigure(int table, Column column, quint64 count, bool isLeftOut) {
    auto* cell = new QTableWidgetItem(isLeftOut ? QStringLiteral("–") : locale().toString(count));
    cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    cell->setFont(Theme::tabular(Theme::instance().valueFont()));
    const ThemeColours& colours = Theme::instance().colours();
    if (column == Refused && count > 0 && !isLeftOut)
        cell->setForeground(colours.hot);
    else if (count == 0 || isLeftOut)
        cell->setForeground(colours.textFaint);
    setItem(table, column, cell);
}

void ImportTargets::fillChoice(QComboBox* box, int table) const {
    const ImportPlan::Choice& choice = m_plan->source(m_source).choices[static_cast<std::size_t>(table)];
    using Where = ImportPlan::Choice::Where;
    for (const QString& name : m_plan->tables())
        box->addItem(name, name);
    if (box->count() > 0) box->insertSeparator(box->count());
    if (choice.where == Where::Create) {
        box->addItem(tr("New table %1").arg(QString::fromStdString(choice.table)), kNewTable);
    } else if (const auto made = m_plan->newTable(m_source, table)) {
        box->addItem(tr("New table %1").arg(QString::fromStdString(made->name)), kNewTable);
    }
    box->addItem(tr("Leave out"), kLeaveOut);
    const QString current = choice.where == Where::Create     ? kNewTable
                            : choice.where == Where::LeaveOut ? kLeaveOut
                                                              : QString::fromStdString(choice.table);
    box->setCurrentIndex(box->findData(current));
}

void ImportTargets::choose(int table, const QString& chosen) {
    using Where = ImportPlan::Choice::Where;
    ImportPlan::Choice made;
    if (chosen == kNewTable) {
        const ImportPlan::Choice& now = m_plan->source(m_source).choices[static_cast<std::size_t>(table)];
        made = now;
        if (now.where != Where::Create) {
            made.definition = m_plan->newTable(m_source, table);
            made.table = made.definition->name;
        }
        made.where = Where::Create;
    } else if (chosen != kLeaveOut) {
        made.where = Where::Existing;
        made.table = chosen.toStdString();
    }
    // The rows are made anew while this one still speaks.
    QMetaObject::invokeMethod(
        this, [this, source = m_source, table, made] { m_plan->setChoice(source, table, made); },
        Qt::QueuedConnection);
}

QSize ImportTargets::sizeHint() const {
    const int rows = std::clamp(rowCount(), 1, kMostRows);
    return {480, horizontalHeader()->sizeHint().height() + rows * kRowHeight + 2 * frameWidth()};
}

QSize ImportTargets::minimumSizeHint() const {
    return {300, sizeHint().height()};
}

}  // namespace partita
