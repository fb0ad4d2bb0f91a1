// What an import did: one sentence, the counts, the records that have a problem, and what can be done about
// them: try the refused ones again, put back what was replaced. GUI thread only.
#pragma once

#include <QWidget>
#include <optional>

#include "engine/error.h"
#include "model/import_job.h"

class QGridLayout;
class QPushButton;
class QTableView;

namespace partita {

class ImportProblemModel;
class ThemedLabel;

class ImportReportView final : public QWidget {
    Q_OBJECT
  public:
    explicit ImportReportView(QWidget* parent = nullptr);

    /// Nothing can be put back or tried again.
    void setReadOnly(bool isReadOnly) { m_isReadOnly = isReadOnly; }
    void setReports(const QList<ImportJob::FileReport>& reports, const std::optional<Error>& error);

  signals:
    /// Of the imports shown, by their numbers in the file.
    void retryRequested(const QList<qint64>& imports);
    void restoreRequested(const QList<qint64>& imports);

  private:
    void showDetails(const QList<ImportJob::FileReport>& reports, const ImportReport& sum);
    void showProblems(const QList<ImportJob::FileReport>& reports, const ImportReport& sum);
    void showActions(const QList<ImportJob::FileReport>& reports, const ImportReport& sum);
    void showCounts(const ImportReport& sum);
    static QString headline(const ImportReport& sum, const std::optional<Error>& error);

    ThemedLabel* m_headline;
    ThemedLabel* m_reason;
    QGridLayout* m_counts;
    ThemedLabel* m_details;
    ThemedLabel* m_problemTitle;
    QTableView* m_problems;
    ImportProblemModel* m_model;
    QPushButton* m_retry;
    QPushButton* m_restore;
    bool m_isReadOnly = false;
    QList<qint64> m_retryable;
    QList<qint64> m_restorable;
};

}  // namespace partita
