// What an import did: one sentence, the counts, and the lines that have a problem. GUI thread only.
#pragma once

#include <QWidget>
#include <optional>

#include "engine/error.h"
#include "model/import_job.h"

class QGridLayout;
class QTableView;

namespace partita {

class ImportProblemModel;
class ThemedLabel;

class ImportReportView final : public QWidget {
    Q_OBJECT
  public:
    explicit ImportReportView(QWidget* parent = nullptr);

    void setReports(const QList<ImportJob::FileReport>& reports, const std::optional<Error>& error);

  private:
    void showCounts(const ImportReport& sum);
    static QString headline(const ImportReport& sum, const std::optional<Error>& error);

    ThemedLabel* m_headline;
    ThemedLabel* m_reason;
    QGridLayout* m_counts;
    ThemedLabel* m_details;
    ThemedLabel* m_problemTitle;
    QTableView* m_problems;
    ImportProblemModel* m_model;
};

}  // namespace partita
