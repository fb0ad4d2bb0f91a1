// One source of an import: its format, where its tables go, and a look at what is in it: the first items as
// blocks, the columns, the data files, what is wrong with it, the pasted text. GUI thread only.
#pragma once

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTabBar;
class QTableView;

namespace partita {

class FileCountsView;
class ImportBlocks;
class ImportColumns;
class ImportPlan;
class ImportProblemModel;
class ImportTargets;
class NoticeBar;
class SegmentedControl;
class ThemedLabel;
struct TableDefinition;

class ImportSourcePane final : public QWidget {
    Q_OBJECT
  public:
    /// `plan` must outlive it.
    explicit ImportSourcePane(ImportPlan* plan, QWidget* parent = nullptr);

    /// -1: none.
    void showSource(int row);
    /// Of pasted text: the text is in front, to be edited.
    void editText();

  private:
    enum Look { Text, Blocks, Columns, Files, Problems, LookCount };
    QWidget* makeFormat();
    QWidget* makeForm();
    QWidget* makeTabular();
    QWidget* makeLooks();
    void refresh();
    void showFormat();
    void showTabular();
    void showOffer();
    void showTable();
    void showLooks();
    void showSchemaLine();
    void setLookVisible(Look look, bool isVisible, const QString& name);
    void setFormat(int choice);
    void setTabular();
    void changeDefinition();
    /// Of the table that is selected; null: no keys are known.
    std::shared_ptr<const TableDefinition> shownDefinition() const;

    ImportPlan* m_plan;
    int m_row = -1;
    QComboBox* m_format;
    ThemedLabel* m_description;
    QWidget* m_formRow;
    SegmentedControl* m_form;
    QWidget* m_tabular;
    QComboBox* m_delimiter;
    QComboBox* m_emptyCells;
    QLineEdit* m_sheet;
    QCheckBox* m_header;
    ThemedLabel* m_error;
    NoticeBar* m_offer;  // to repair
    QWidget* m_body;
    ImportTargets* m_targets;
    ThemedLabel* m_extent;
    ThemedLabel* m_schema;
    QPushButton* m_change;
    QTabBar* m_tabs;
    QStackedWidget* m_looks;
    QPlainTextEdit* m_text;
    ImportBlocks* m_blocks;
    ImportColumns* m_columns;
    FileCountsView* m_files;
    QTableView* m_problems;
    ImportProblemModel* m_problemModel;
    QTimer m_textTimer;
};

}  // namespace partita
