// The problems of an import as a table: where (source, file and table only when there are several; line),
// what, reason, excerpt. An immutable snapshot of finished reports. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QList>

#include "model/import_job.h"

namespace partita {

class ImportProblemModel final : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Place, Kind, Reason, Excerpt, ColumnCount };

    explicit ImportProblemModel(QObject* parent = nullptr);
    void setReports(const QList<ImportJob::FileReport>& reports);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

  private:
    struct Row {
        QString file;
        ImportProblem problem;
    };
    QString placeText(const Row& row) const;
    static QString kindText(ImportProblem::Kind kind);

    QList<Row> m_rows;
    bool m_namesSources = false;
    bool m_namesTables = false;
};

}  // namespace partita
