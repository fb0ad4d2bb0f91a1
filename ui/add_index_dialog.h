// The form of a global secondary index for a table that exists; checked as it is typed. Says what to make;
// makes nothing itself. GUI thread only.
#pragma once

#include <QDialog>

#include "engine/error.h"
#include "engine/table/table_definition.h"

class QPushButton;

namespace partita {

class IndexEdit;
class ThemedLabel;

class AddIndexDialog final : public QDialog {
    Q_OBJECT
  public:
    explicit AddIndexDialog(const TableDefinition& table, QWidget* parent = nullptr);
    IndexDefinition index() const;
    /// What the engine said to createRequested(); the form stays as it is.
    void showError(const Error& error);

  signals:
    void createRequested(const partita::IndexDefinition& index);

  private:
    void updateState();

    TableDefinition m_table;
    IndexEdit* m_edit;
    ThemedLabel* m_problem;
    QPushButton* m_create;
};

}  // namespace partita
