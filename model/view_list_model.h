// A short list of tables, or of one table's indexes, with their exact counts of items, which the file keeps.
// Names are there at once; counts are read off the GUI thread. GUI thread only.
#pragma once

#include <QAbstractListModel>
#include <QPointer>
#include <optional>
#include <vector>

#include "engine/browse.h"
#include "engine/table/table_definition.h"
#include "model/job.h"
#include "model/roles.h"

namespace partita {

class Session;

class ViewListModel final : public QAbstractListModel {
    Q_OBJECT
  public:
    explicit ViewListModel(QObject* parent = nullptr);
    void showTables(Session* session);
    void showIndexes(Session* session, const QString& table);
    void clear();
    /// Reads the counts anew.
    void refresh();

    const ViewId& view(int row) const { return m_rows[static_cast<std::size_t>(row)].view; }
    /// -1 when it is not in the list.
    int rowOf(const ViewId& view) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

  private:
    struct Row {
        ViewId view;
        std::optional<IndexDefinition> index;
        std::optional<ViewStatistics> statistics;
        QString error;
    };
    void setRows(Session* session, std::vector<Row> rows);
    QString toolTip(const Row& row) const;

    QPointer<Session> m_session;
    std::vector<Row> m_rows;
    Job m_job;
};

}  // namespace partita
