// The columns of a CSV, TSV or Excel source: what each is called, some of its cells, and the type that they
// become. GUI thread only.
#pragma once

#include <QTableWidget>
#include <vector>

#include "engine/interchange/read/source_table.h"

namespace partita {

class ImportColumns final : public QTableWidget {
    Q_OBJECT
  public:
    explicit ImportColumns(QWidget* parent = nullptr);
    void setColumns(const std::vector<SourceColumn>& columns);

  signals:
    /// By the user.
    void typeChosen(const partita::SourceColumn& column);

  private:
    enum Column { Name, Type, Cells, ColumnCount };
    std::vector<SourceColumn> m_columns;
};

}  // namespace partita
