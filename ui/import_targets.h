// The tables of a source, a row each: where the items go, and how many of those looked at are new, replace
// others, are the same, delete, or would be refused. GUI thread only.
#pragma once

#include <QTableWidget>

class QComboBox;

namespace partita {

class ImportPlan;

class ImportTargets final : public QTableWidget {
    Q_OBJECT
  public:
    /// `plan` must outlive it.
    explicit ImportTargets(ImportPlan* plan, QWidget* parent = nullptr);

    /// -1: none.
    void showSource(int row);
    /// Of the source; -1: none.
    int currentTable() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  signals:
    void tableSelected(int table);

  private:
    enum Column { Source, Target, Fresh, Replaced, Unchanged, Deleted, Refused, ColumnCount };
    void fill();
    /// What becomes of items that are there with other attributes.
    QString existingText() const;
    void fillRow(int table);
    void setFigure(int table, Column column, quint64 count, bool isLeftOut);
    void fillChoice(QComboBox* box, int table) const;
    /// `chosen`: the data of an entry.
    void choose(int table, const QString& chosen);

    ImportPlan* m_plan;
    int m_source = -1;
};

}  // namespace partita
