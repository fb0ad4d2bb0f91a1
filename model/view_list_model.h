// A short list of tables, or of one table's indexes, with their exact counts of items, which the file keeps,
// and with the state of an index that is being made or removed. Names are there at once; the rest is read off
// the GUI thread, again and again while an index is not at rest. GUI thread only.
#pragma once

#include <QAbstractListModel>
#include <QPointer>
#include <QTimer>
#include <optional>
#include <vector>

#include "engine/browse.h"
#include "engine/table/table_definition.h"
#include "engine/table_request.h"
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

  signals:
    /// An index that was being made or removed no longer is.
    void indexesSettled();

  private:
    struct Row {
        ViewId view;
        std::optional<IndexDefinition> index;
        std::optional<ViewStatistics> statistics;
        std::optional<IndexDescription> state;  // of an index that is not at rest
        QString error;
    };
    struct Answer {
        std::vector<Result<ViewStatistics>> statistics;  // one for each row
        std::vector<IndexDescription> indexes;
    };
    void setRows(Session* session, std::vector<Row> rows);
    void take(const Answer& answer);
    QString toolTip(const Row& row) const;
    static QString statusText(const Row& row);

    QPointer<Session> m_session;
    std::vector<Row> m_rows;
    Job m_job;
    QTimer m_again;
};

}  // namespace partita
