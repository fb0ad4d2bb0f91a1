// The query form: index, key values, direction, limit, and the key condition expression that they make. It
// emits what is to be run; errors stand at the field that they concern. GUI thread only.
#pragma once

#include <QAction>
#include <QComboBox>
#include <QPushButton>
#include <QWidget>
#include <vector>

#include "model/key_completion.h"
#include "model/query_draft.h"
#include "ui/expression_label.h"
#include "ui/flow_layout.h"
#include "ui/key_value_edit.h"
#include "ui/themed_label.h"

namespace partita {

class QueryPanel final : public QWidget {
    Q_OBJECT
  public:
    explicit QueryPanel(QWidget* parent = nullptr);

    /// A new, empty form; null: disabled.
    void setTable(std::shared_ptr<const TableDefinition> table);
    /// Offers existing keys; not owned, may be null.
    void setCompletion(KeyCompletion* completion);
    const QueryDraft& draft() const { return m_draft; }

    /// For the Query menu; their shortcuts work within the window: Ctrl+Return, Esc, Ctrl+L.
    QAction* runAction() const { return m_runAction; }
    QAction* cancelAction() const { return m_cancelAction; }
    QAction* focusAction() const { return m_focusAction; }
    QAction* consistentAction() const { return m_consistentAction; }
    QAction* clearAction() const { return m_clearAction; }

  public slots:
    /// Empty: the table. Does not emit indexChosen().
    void setIndex(const QString& index);
    /// Fills in a key of the table or the index shown.
    void setKey(const std::vector<partita::Value>& partition, const std::vector<partita::Value>& sort = {});
    /// A form that was filled in elsewhere; of the table that is shown.
    void setDraft(const partita::QueryDraft& draft);
    /// A line beneath the form; empty: none. Goes when the form is edited.
    void showNote(const QString& text);
    void setRunning(bool isRunning);
    /// What the engine said to the request: at the field that it names, or else beneath the form.
    void showError(const partita::Error& error);
    void clear();
    /// As the Run button: emits runRequested(), or shows what is missing.
    void run();
    void focusKey();

  signals:
    void runRequested(const partita::ReadRequest& request);
    void cancelRequested();
    /// By the user; empty: the table.
    void indexChosen(const QString& index);

  private:
    void makeActions();
    void makeForm();
    void makeTail();
    void makeExpressionRow();
    void rebuildFields();
    void fillFields();
    void readFields();
    void refresh();
    void showProblems();
    void showMore();
    void askForCompletions(std::size_t attribute);
    void showCompletions(const QString& prefix);
    QString completionPrefix(std::size_t attribute) const;
    KeyValueEdit* fieldOf(const DraftField& field) const;
    GrowingLineEdit* editOf(const DraftField& field) const;

    QueryDraft m_draft;
    KeyCompletion* m_completion = nullptr;
    bool m_isRunning = false;
    bool m_wasTried = false;  // Run was pressed on an unfinished form: what is missing is shown too
    std::optional<std::size_t> m_completing;

    QComboBox* m_index = nullptr;
    FlowLayout* m_flow = nullptr;
    std::vector<KeyValueEdit*> m_partition;
    std::vector<KeyValueEdit*> m_sort;
    QPushButton* m_direction = nullptr;
    QWidget* m_tail = nullptr;  // direction, limit and more: they wrap together
    GrowingLineEdit* m_limit = nullptr;
    ThemedLabel* m_limitMistake = nullptr;
    QPushButton* m_more = nullptr;
    QPushButton* m_run = nullptr;
    ThemedLabel* m_kind = nullptr;
    ExpressionLabel* m_expression = nullptr;
    ThemedLabel* m_hint = nullptr;
    ThemedLabel* m_error = nullptr;
    QAction* m_runAction = nullptr;
    QAction* m_cancelAction = nullptr;
    QAction* m_focusAction = nullptr;
    QAction* m_consistentAction = nullptr;
    QAction* m_clearAction = nullptr;
};

}  // namespace partita
