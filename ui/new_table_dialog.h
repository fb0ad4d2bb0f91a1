// The form of a new table: where its file goes, its keys, its indexes; checked as it is typed, with the
// CreateTable request beside it. Says what to make; makes nothing itself. GUI thread only.
#pragma once

#include <QDialog>
#include <vector>

#include "engine/error.h"
#include "engine/table/table_definition.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace partita {

class IndexEdit;
class KeyListEdit;
class SegmentedControl;
class ThemedLabel;

class NewTableDialog final : public QDialog {
    Q_OBJECT
  public:
    enum class Target {
        NewFile,
        OpenFile,  // another table in the file that is open: no path to choose
    };
    explicit NewTableDialog(Target target, QWidget* parent = nullptr);

    /// Where a new file goes unless the user says otherwise; its name follows the table's until it is edited.
    void setFolder(const QString& folder);
    void setDefinition(const TableDefinition& table);
    TableDefinition definition() const;
    QString path() const;
    /// What the engine said to createRequested(); the form stays as it is.
    void showError(const Error& error);

  signals:
    /// The definition is valid. `path` is empty for Target::OpenFile.
    void createRequested(const QString& path, const partita::TableDefinition& table);

  public slots:
    /// Reads a create-table.json (or what describe-table prints) into the form.
    void loadSchema(const QString& path);

  private:
    QWidget* makeForm();
    QWidget* makePreview();
    IndexEdit* addIndex(IndexKind kind);
    void removeIndexes();
    void updateState();
    void updatePath();
    void chooseSchema();
    void choosePath();
    void create();

    Target m_target;
    QString m_folder;
    bool m_pathEdited = false;
    QLineEdit* m_path = nullptr;
    QLineEdit* m_name;
    KeyListEdit* m_partition;
    KeyListEdit* m_sort;
    SegmentedControl* m_billing;
    QWidget* m_throughput;
    QSpinBox* m_readUnits;
    QSpinBox* m_writeUnits;
    QVBoxLayout* m_indexColumn;
    std::vector<IndexEdit*> m_indexes;
    QPushButton* m_addLocal;
    QPlainTextEdit* m_preview;
    ThemedLabel* m_problem;
    QPushButton* m_create;
};

}  // namespace partita
