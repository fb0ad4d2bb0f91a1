#include "ui/import_columns.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <utility>

namespace partita {
namespace {

constexpr int kRowHeight = 34;

std::vector<std::pair<CellType, QString>> cellTypes() {
    return {{CellType::Auto, ImportColumns::tr("Each cell by itself")},
            {CellType::String, ImportColumns::tr("S – string")},
            {CellType::Number, ImportColumns::tr("N – number")},
            {CellType::Binary, ImportColumns::tr("B – binary, base64")},
            {CellType::Boolean, ImportColumns::tr("BOOL – true or false")},
            {CellType::Null, ImportColumns::tr("NULL")},
            {CellType::StringSet, ImportColumns::tr("SS – set of strings")},
            {CellType::NumberSet, ImportColumns::tr("NS – set of numbers")},
            {CellType::BinarySet, ImportColumns::tr("BS – set of binaries")},
            {CellType::JsonText, ImportColumns::tr("L or M – JSON")},
            {CellType::Skip, ImportColumns::tr("Leave the column out")}};
}

}  // namespace

ImportColumns::ImportColumns(QWidget* parent) : QTableWidget(0, ColumnCount, parent) {
    setAccessibleName(tr("Columns and their types"));
    setHorizontalHeaderLabels({tr("Column"), tr("Becomes"), tr("Some of its cells")});
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setStretchLastSection(true);
    setColumnWidth(Name, 170);
    setColumnWidth(Type, 200);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    setShowGrid(false);
    setStyleSheet(QStringLiteral("QTableView::item { border: 0; padding: 4px 8px; }"));
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
}

void ImportColumns::setColumns(const std::vector<SourceColumn>& columns) {
    m_columns = columns;
    setRowCount(0);
    setRowCount(static_cast<int>(columns.size()));
    const auto types = cellTypes();
    for (int row = 0; row < rowCount(); ++row) {
        const SourceColumn& column = columns[static_cast<std::size_t>(row)];
        const QString name = QString::fromStdString(column.name);
        auto* nameCell = new QTableWidgetItem(name);
        nameCell->setToolTip(name);
        setItem(row, Name, nameCell);
        auto* box = new QComboBox;
        box->setObjectName(QStringLiteral("column-%1").arg(row));
        box->setAccessibleName(tr("Type of %1").arg(name));
        for (const auto& [type, text] : types) {
            box->addItem(text, static_cast<int>(type));
            if (type == column.type) box->setCurrentIndex(box->count() - 1);
        }
        connect(box, &QComboBox::activated, this, [this, row, box](int index) {
            SourceColumn chosen = m_columns[static_cast<std::size_t>(row)];
            chosen.type = static_cast<CellType>(box->itemData(index).toInt());
            chosen.isDeclared = true;
            // The rows are made anew while this one still speaks.
            QMetaObject::invokeMethod(
                this, [this, chosen] { emit typeChosen(chosen); }, Qt::QueuedConnection);
        });
        auto* frame = new QWidget;
        auto* inFrame = new QHBoxLayout(frame);
        inFrame->setContentsMargins(4, 3, 4, 3);
        inFrame->addWidget(box);
        setCellWidget(row, Type, frame);
        QStringList cells;
        for (const std::string& cell : column.samples)
            cells << QString::fromStdString(cell).simplified();
        auto* samples = new QTableWidgetItem(cells.join(QStringLiteral("  ·  ")));
        samples->setToolTip(cells.join(QLatin1Char('\n')));
        setItem(row, Cells, samples);
    }
}

}  // namespace partita
