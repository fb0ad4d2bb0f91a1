#include "ui/import_report_view.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>
#include <chrono>

#include "model/import_problem_model.h"
#include "model/run_text.h"
#include "ui/theme.h"
#include "ui/themed_label.h"

namespace partita {

ImportReportView::ImportReportView(QWidget* parent) : QWidget(parent), m_model(new ImportProblemModel(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(10);
    m_headline = new ThemedLabel(ThemedLabel::Role::Title);
    m_headline->setObjectName(QStringLiteral("headline"));
    m_headline->setWordWrap(true);
    m_reason = new ThemedLabel(ThemedLabel::Role::Error);
    m_reason->setObjectName(QStringLiteral("reason"));
    m_reason->setWordWrap(true);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_counts = new QGridLayout;
    m_counts->setHorizontalSpacing(28);
    m_counts->setVerticalSpacing(2);
    m_details = new ThemedLabel(ThemedLabel::Role::Secondary);
    m_details->setObjectName(QStringLiteral("details"));
    m_details->setWordWrap(true);
    m_problemTitle = new ThemedLabel(ThemedLabel::Role::Section);
    m_problems = new QTableView;
    m_problems->setObjectName(QStringLiteral("problems"));
    m_problems->setAccessibleName(tr("Problems of the import"));
    m_problems->setModel(m_model);
    m_problems->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_problems->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_problems->setShowGrid(false);
    m_problems->setWordWrap(true);
    m_problems->verticalHeader()->hide();
    m_problems->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_problems->setStyleSheet(QStringLiteral("QTableView::item { border: 0; padding: 4px 6px; }"));
    m_problems->horizontalHeader()->setStretchLastSection(true);
    m_problems->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_problems->horizontalHeader()->setHighlightSections(false);
    m_problems->setColumnWidth(ImportProblemModel::Place, 90);
    m_problems->setColumnWidth(ImportProblemModel::Kind, 84);
    m_problems->setColumnWidth(ImportProblemModel::Reason, 330);
    column->addWidget(m_headline);
    column->addWidget(m_reason);
    column->addLayout(m_counts);
    column->addWidget(m_details);
    column->addWidget(m_problemTitle);
    column->addWidget(m_problems, 1);
    column->addStretch(0);
}

void ImportReportView::setReports(const QList<ImportJob::FileReport>& reports,
                                  const std::optional<Error>& error) {
    const ImportReport sum = sumOf(reports);
    m_headline->setText(headline(sum, error));
    QString reason;
    if (error) reason = QString::fromStdString(error->text());
    if (sum.failure) reason = QString::fromStdString(sum.failure->text());
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    showCounts(sum);

    QStringList details;
    if (sum.dynamoDbForm > 0) {
        details << tr("%Ln item(s) in DynamoDB JSON.", "", static_cast<int>(sum.dynamoDbForm));
    }
    if (sum.plainForm > 0) details << tr("%Ln item(s) in plain JSON.", "", static_cast<int>(sum.plainForm));
    if (sum.numbersRewritten > 0) {
        details << tr("%Ln number(s) now stand in the service's canonical text, with the same value.", "",
                      static_cast<int>(sum.numbersRewritten));
    }
    const std::chrono::duration<double> time(sum.seconds);
    details << tr("%1 in %2.", "bytes, time")
                   .arg(bytesText(sum.bytesRead),
                        durationText(std::chrono::duration_cast<std::chrono::nanoseconds>(time)));
    m_details->setText(details.join(QLatin1Char(' ')));

    m_model->setReports(reports);
    const int listed = m_model->rowCount();
    const quint64 all = sum.refused + sum.duplicate;
    m_problemTitle->setText(static_cast<quint64>(listed) < all
                                ? tr("The first %1 of %2 problems")
                                      .arg(locale().toString(listed), locale().toString(qulonglong(all)))
                                : tr("%Ln problem(s)", "", listed));
    m_problemTitle->setVisible(listed > 0);
    m_problems->setVisible(listed > 0);
}

void ImportReportView::showCounts(const ImportReport& sum) {
    while (QLayoutItem* item = m_counts->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const struct {
        QString name;
        quint64 count;
        QString meaning;
    } counts[] = {
        {tr("read"), sum.read, tr("Records in the source")},
        {tr("inserted"), sum.inserted, tr("Their key was not in the table")},
        {tr("replaced"), sum.replaced, tr("Their key was in the table with other contents")},
        {tr("unchanged"), sum.unchanged, tr("The same item was in the table already")},
        {tr("duplicate"), sum.duplicate, tr("The same key comes later in the source: the last one won")},
        {tr("refused"), sum.refused, tr("Not written; the reasons are below")},
    };
    int column = 0;
    for (const auto& [name, count, meaning] : counts) {
        auto* label = new ThemedLabel(ThemedLabel::Role::Secondary, name);
        auto* figure = new ThemedLabel(ThemedLabel::Role::Heading, locale().toString(qulonglong(count)));
        figure->setObjectName(QStringLiteral("count-%1").arg(column));
        if (column == 5 && count > 0) figure->setRole(ThemedLabel::Role::Error);
        for (ThemedLabel* part : {label, figure})
            part->setToolTip(meaning);
        m_counts->addWidget(label, 0, column);
        m_counts->addWidget(figure, 1, column);
        ++column;
    }
    m_counts->setColumnStretch(column, 1);
}

QString ImportReportView::headline(const ImportReport& sum, const std::optional<Error>& error) {
    const int changed = static_cast<int>(sum.inserted + sum.replaced);
    if (error && changed == 0) return tr("Nothing was imported");
    if (error || sum.failure) {
        return tr("The import ended early; %Ln item(s) went in", "", changed);
    }
    if (sum.cancelled) return tr("The import was cancelled; %Ln item(s) went in before", "", changed);
    if (sum.read == 0) return tr("There was nothing to import");
    if (changed == 0 && sum.refused == 0) return tr("Nothing changed: every item was there already");
    if (changed == 0) return tr("Nothing went in");
    return tr("%Ln item(s) went in", "", changed);
}

}  // namespace partita
