#include "ui/problem_table.h"

#include <QHeaderView>
#include <QTableView>

#include "model/import_problem_model.h"

namespace partita {

QTableView* makeProblemTable(ImportProblemModel* model) {
    auto* table = new QTableView;
    table->setAccessibleName(ImportProblemModel::tr("Problems of the import"));
    table->setModel(model);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setWordWrap(true);
    table->verticalHeader()->hide();
    table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->setStyleSheet(QStringLiteral("QTableView::item { border: 0; padding: 4px 6px; }"));
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setHighlightSections(false);
    table->setColumnWidth(ImportProblemModel::Place, 110);
    table->setColumnWidth(ImportProblemModel::Kind, 84);
    table->setColumnWidth(ImportProblemModel::Reason, 340);
    return table;
}

}  // namespace partita
