// The hottest keys of a recording as a table: key, share, mean, peak, read : write, partition; a last row
// holds all other keys. Figures are of one unit (reads or writes) and of the whole recording. GUI thread
// only.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "model/load_snapshot.h"
#include "model/roles.h"

namespace partita {

class LoadKeysModel final : public QAbstractTableModel {
    Q_OBJECT
  public:
    enum Column { Key, Share, Mean, Peak, Ratio, Partition, kColumns };

    explicit LoadKeysModel(QObject* parent = nullptr);
    /// Rows keep their identity by key, so that a selection survives new figures.
    void setSnapshot(std::shared_ptr<const LoadSnapshot> snapshot);
    void setUnit(LoadUnit unit);
    LoadUnit unit() const { return m_unit; }

    /// Null for the row of other keys.
    const KeyLoad* key(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Sorts by the raw figure; the row of other keys stays last.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

  private:
    struct Row {
        KeyLoad load;
        bool others = false;
        std::uint64_t keys = 1;  // how many keys the row stands for
    };
    std::vector<Row> rowsOf(const LoadSnapshot& snapshot) const;
    void order(std::vector<Row>& rows) const;
    double raw(const Row& row, int column) const;
    QString text(const Row& row, int column) const;
    QString toolTip(const Row& row) const;
    double mean(const Row& row) const;
    void arrange(std::vector<Row> rows);

    std::shared_ptr<const LoadSnapshot> m_snapshot;
    std::vector<Row> m_rows;
    LoadUnit m_unit = LoadUnit::Write;
    int m_sortColumn = Share;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

}  // namespace partita
