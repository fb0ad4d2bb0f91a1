#include "ui/import_report_view.h"

#include <QGridLayout>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>
#include <chrono>

#include "model/import_problem_model.h"
#include "model/run_text.h"
#include "ui/problem_table.h"
#include "ui/themed_label.h"

namespace partita {
namespace {

constexpr int kRefused = 5;  // of the counts: it is told in red

QString sentence(QString text) {
    text[0] = text[0].toUpper();
    return text + QLatin1Char('.');
}

}  // namespace

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
    m_problems = makeProblemTable(m_model);
    m_problems->setObjectName(QStringLiteral("problems"));
    m_retry = new QPushButton(tr("Try the refused again…"));
    m_retry->setObjectName(QStringLiteral("retryRefused"));
    m_retry->setToolTip(tr("Shows the refused records as text, to be mended and imported"));
    m_restore = new QPushButton(tr("Put back what was replaced"));
    m_restore->setObjectName(QStringLiteral("restoreReplaced"));
    m_restore->setToolTip(tr("Items that were written to since stay as they are"));
    auto* actions = new QHBoxLayout;
    actions->setSpacing(10);
    for (QPushButton* button : {m_retry, m_restore}) {
        button->setAutoDefault(false);
        button->hide();
        actions->addWidget(button);
    }
    actions->addStretch(1);
    connect(m_retry, &QPushButton::clicked, this, [this] { emit retryRequested(m_retryable); });
    connect(m_restore, &QPushButton::clicked, this, [this] { emit restoreRequested(m_restorable); });
    column->addWidget(m_headline);
    column->addWidget(m_reason);
    column->addLayout(m_counts);
    column->addWidget(m_details);
    column->addWidget(m_problemTitle);
    column->addWidget(m_problems, 1);
    column->addLayout(actions);
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

    showDetails(reports, sum);
    showProblems(reports, sum);
    showActions(reports, sum);
}

void ImportReportView::showDetails(const QList<ImportJob::FileReport>& reports, const ImportReport& sum) {
    QStringList details;
    if (reports.size() == 1 && !reports.first().report.detection.description.empty())
        details << sentence(QString::fromStdString(reports.first().report.detection.description));
    QStringList tables;
    for (const std::string& table : sum.tablesCreated)
        tables << QString::fromStdString(table);
    if (!tables.isEmpty())
        details << tr("%Ln table(s) made: %1.", "", static_cast<int>(tables.size()))
                       .arg(tables.join(QStringLiteral(", ")));
    if (sum.dynamoDbForm > 0) {
        details << tr("%Ln item(s) in DynamoDB JSON.", "", static_cast<int>(sum.dynamoDbForm));
    }
    if (sum.plainForm > 0) details << tr("%Ln item(s) in plain JSON.", "", static_cast<int>(sum.plainForm));
    if (sum.numbersRewritten > 0) {
        details << tr("%Ln number(s) now stand in the service's canonical text, with the same value.", "",
                      static_cast<int>(sum.numbersRewritten));
    }
    if (sum.repaired > 0)
        details << tr("%Ln record(s) were read otherwise than they stand.", "",
                      static_cast<int>(sum.repaired));
    const std::chrono::duration<double> time(sum.seconds);
    details << tr("%1 in %2.", "bytes, time")
                   .arg(bytesText(sum.bytesRead),
                        durationText(std::chrono::duration_cast<std::chrono::nanoseconds>(time)));
    m_details->setText(details.join(QLatin1Char(' ')));
}

void ImportReportView::showProblems(const QList<ImportJob::FileReport>& reports, const ImportReport& sum) {
    m_model->setReports(reports);
    const int listed = m_model->rowCount();
    quint64 counted = 0;  // of those listed, which the counts count too
    for (const auto& [file, report] : reports) {
        for (const ImportProblem& problem : report.problems)
            counted += problem.kind != ImportProblem::Kind::Note;
    }
    const quint64 all = sum.refused + sum.duplicate + sum.kept + sum.repaired;
    m_problemTitle->setText(counted < all
                                ? tr("The first %1 of %2 problems")
                                      .arg(locale().toString(listed),
                                           locale().toString(qulonglong(all + quint64(listed) - counted)))
                                : tr("%Ln problem(s)", "", listed));
    m_problemTitle->setVisible(listed > 0);
    m_problems->setVisible(listed > 0);
}

void ImportReportView::showActions(const QList<ImportJob::FileReport>& reports, const ImportReport& sum) {
    m_retryable.clear();
    m_restorable.clear();
    for (const auto& [file, report] : reports) {
        if (report.id != 0 && report.retryable > 0) m_retryable << report.id;
        // The latest first: so each finds what it left.
        if (report.id != 0 && report.restorable > 0) m_restorable.prepend(report.id);
    }
    m_retry->setVisible(!m_isReadOnly && !m_retryable.isEmpty());
    m_restore->setVisible(!m_isReadOnly && !m_restorable.isEmpty());
    m_restore->setText(tr("Put %Ln earlier item(s) back", "", static_cast<int>(sum.restorable)));
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
        bool isUsual = true;  // told even when it is 0
    } counts[] = {
        {tr("read"), sum.read, tr("Records in the source")},
        {tr("inserted"), sum.inserted, tr("Their key was not in the table")},
        {tr("replaced"), sum.replaced, tr("Their key was in the table with other contents")},
        {tr("unchanged"), sum.unchanged, tr("The same item was in the table already")},
        {tr("duplicate"), sum.duplicate, tr("The same key comes later in the source: the last one won")},
        {tr("refused"), sum.refused, tr("Not written; the reasons are below")},
        {tr("merged"), sum.merged, tr("Their attributes were put over those of the item in the table"),
         false},
        {tr("kept"), sum.kept, tr("The item in the table stayed as it was"), false},
        {tr("deleted"), sum.deleted, tr("The source says that the item is deleted"), false},
        {tr("absent"), sum.absent, tr("The source deletes them, and they were not there"), false},
        {tr("left out"), sum.leftOut, tr("Of tables that were not wanted"), false},
    };
    int column = 0;
    for (const auto& [name, count, meaning, isUsual] : counts) {
        if (!isUsual && count == 0) continue;
        auto* label = new ThemedLabel(ThemedLabel::Role::Secondary, name);
        auto* figure = new ThemedLabel(ThemedLabel::Role::Heading, locale().toString(qulonglong(count)));
        figure->setObjectName(QStringLiteral("count-%1").arg(column));
        if (meaning == counts[kRefused].meaning && count > 0) figure->setRole(ThemedLabel::Role::Error);
        for (ThemedLabel* part : {label, figure})
            part->setToolTip(meaning);
        m_counts->addWidget(label, 0, column);
        m_counts->addWidget(figure, 1, column);
        ++column;
    }
    m_counts->setColumnStretch(column, 1);
}

QString ImportReportView::headline(const ImportReport& sum, const std::optional<Error>& error) {
    const int changed = static_cast<int>(sum.inserted + sum.replaced + sum.merged);
    const int deleted = static_cast<int>(sum.deleted);
    const int made = static_cast<int>(sum.tablesCreated.size());
    if (error && changed == 0) return tr("Nothing was imported");
    if (error || sum.failure) {
        return tr("The import ended early; %Ln item(s) went in", "", changed);
    }
    if (sum.cancelled) return tr("The import was cancelled; %Ln item(s) went in before", "", changed);
    if (sum.brokenOff) return tr("The import was broken off; %Ln item(s) went in before", "", changed);
    if (sum.read == 0 && made > 0) return tr("%Ln table(s) made", "", made);
    if (sum.read == 0) return tr("There was nothing to import");
    if (deleted > 0 && changed == 0) return tr("%Ln item(s) deleted", "", deleted);
    if (deleted > 0)
        return tr("%1, %2", "items went in, items deleted")
            .arg(tr("%Ln item(s) went in", "", changed), tr("%Ln item(s) deleted", "", deleted));
    if (changed == 0 && sum.leftOut == sum.read) return tr("Everything was left out");
    if (changed == 0 && sum.kept > 0) return tr("Nothing changed: the items that were there stay");
    if (changed == 0 && sum.refused == 0) return tr("Nothing changed: every item was there already");
    if (changed == 0) return tr("Nothing went in");
    return tr("%Ln item(s) went in", "", changed);
}

}  // namespace partita
