#include "ui/load_report.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

#include "model/load_text.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

QString LoadReport::headline(const QString& name, const TraceReport& report) {
    return tr("%1 of %2 lines of %3 could not be read; the others are counted.")
        .arg(countText(report.badLines), countText(report.lines), name);
}

LoadReport::LoadReport(const QString& name, const TraceReport& report, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Lines that could not be read"));
    auto* title = new ThemedLabel(ThemedLabel::Role::Heading, headline(name, report), this);
    title->setWordWrap(true);
    auto* counted =
        new ThemedLabel(ThemedLabel::Role::Secondary,
                        tr("Counted: %1 requests, %2 RCU, %3 WCU.")
                            .arg(countText(report.events), unitsText(report.read), unitsText(report.write)),
                        this);

    auto* table = new QTableWidget(static_cast<int>(report.problems.size()), 2, this);
    table->setAccessibleName(windowTitle());
    table->setHorizontalHeaderLabels({tr("Line"), tr("Reason")});
    table->verticalHeader()->hide();
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table->horizontalHeaderItem(1)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->setColumnWidth(0, 90);
    for (int row = 0; row < table->rowCount(); ++row) {
        const TraceProblem& problem = report.problems[static_cast<std::size_t>(row)];
        auto* line = new QTableWidgetItem(countText(problem.line));
        line->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        line->setFont(Theme::tabular(Theme::instance().valueFont()));
        table->setItem(row, 0, line);
        auto* reason = new QTableWidgetItem(QString::fromStdString(problem.reason).simplified());
        reason->setToolTip(reason->text().toHtmlEscaped());
        table->setItem(row, 1, reason);
    }

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addWidget(title);
    column->addWidget(counted);
    column->addWidget(table, 1);
    if (report.badLines > report.problems.size()) {
        column->addWidget(
            new ThemedLabel(ThemedLabel::Role::Secondary,
                            tr("The first %1 are listed.").arg(countText(report.problems.size())), this));
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize(620, 420);
}

}  // namespace partita
