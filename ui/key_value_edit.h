// One key attribute in the query form: its name, for a sort attribute the operator, and the value or, for
// BETWEEN, both values; what is wrong stands in red beneath. Emits what was typed and asks nobody anything.
// GUI thread only.
#pragma once

#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QWidget>

#include "model/query_draft.h"
#include "ui/growing_line_edit.h"
#include "ui/themed_label.h"

namespace partita {

class KeyValueEdit final : public QWidget {
    Q_OBJECT
  public:
    enum class Part { Partition, Sort };

    KeyValueEdit(const KeyAttribute& attribute, Part part, QWidget* parent = nullptr);

    const KeyAttribute& attribute() const { return m_attribute; }
    /// A partition attribute has the operator Equal.
    SortDraft value() const;
    /// Does not emit edited().
    void setValue(const SortDraft& value);

    GrowingLineEdit* valueEdit() const { return m_value; }
    GrowingLineEdit* upperEdit() const { return m_upper; }  // null for a partition attribute

    /// What Tab goes through, in order.
    QList<QWidget*> focusWidgets() const;

    /// `range`: bytes of the UTF-8 text typed. An empty text takes the mistake away.
    void setMistake(GrowingLineEdit* edit, const QString& text, const std::optional<SourceRange>& range = {});
    void clearMistakes();
    QString mistake() const { return m_mistake->text(); }

    /// Offers these keys while the value is typed; the model is not owned.
    void setCompletionModel(QAbstractItemModel* model);
    /// Opens the list if there is something to choose and the field has the focus.
    void showCompletions();

  signals:
    void edited();
    void finished();   // the focus has left a field
    void submitted();  // Enter
    void completionWanted();
    void completionChosen(int row);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void submit();
    void showOperator();

    KeyAttribute m_attribute;
    Part m_part;
    QLabel* m_name = nullptr;
    QComboBox* m_operator = nullptr;
    GrowingLineEdit* m_value = nullptr;
    QLabel* m_and = nullptr;
    GrowingLineEdit* m_upper = nullptr;
    ThemedLabel* m_mistake = nullptr;
    QCompleter* m_completer = nullptr;
};

}  // namespace partita
