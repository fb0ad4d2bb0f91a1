// One item being edited: a form, DynamoDB JSON and plain JSON are three views of it, one at a time. Checks
// what is typed as it is typed, and says what to write; writes nothing itself. GUI thread only.
#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/error.h"
#include "engine/item_edit.h"
#include "model/item_text.h"

class QPushButton;
class QStackedWidget;

namespace partita {

class ItemConflict;
class ItemForm;
class JsonEdit;
class SegmentedControl;
class SizeBar;
class ThemedLabel;

class ItemEditor final : public QDialog {
    Q_OBJECT
  public:
    enum class View { Form, DynamoDb, Plain };
    enum class Purpose { Edit, New, Duplicate };
    struct Start {
        Purpose purpose = Purpose::Edit;
        std::shared_ptr<const TableDefinition> table;
        Item item;                       // of New: what stands in the form at first, if anything
        std::vector<std::string> order;  // attributes to show first
    };

    explicit ItemEditor(const Start& start, QWidget* parent = nullptr);

    View view() const { return m_view; }
    /// The view that is left keeps what is wrong in it: then it stays, and false is answered.
    bool showView(View view);
    ItemForm* form() const { return m_form; }
    JsonEdit* json() const;  // of the view that is shown; of the form null
    QString problem() const;
    bool canSave() const;

    /// What the engine said to saveRequested(); the form stays as it is. A conflict is shown with what is
    /// there now, and with what can be done about it.
    void showError(const Error& error);

  public slots:
    /// Asks first whether what was edited is to be given up.
    void reject() override;

  signals:
    void saveRequested(const partita::ItemEdit& edit);
    void viewChosen(partita::ItemEditor::View view);

  protected:
    void keyPressEvent(QKeyEvent* event) override;

  private:
    void makeHead();
    void makeViews();
    /// Puts the draft into the view that is shown.
    void load();
    /// Reads the view that is shown.
    void read();
    void takeText();
    void showState();
    void save();
    bool isChanged() const;
    QString titleText() const;
    void reload();
    void overwrite();

    Purpose m_purpose;
    std::shared_ptr<const TableDefinition> m_table;
    std::shared_ptr<const Item> m_opened;  // what is in the table; null: nothing is
    Item m_start;
    std::vector<std::string> m_order;
    Item m_base;   // what the view that is shown began with
    Item m_draft;  // what was read last
    ItemReading m_reading;
    std::optional<Item> m_inTheWay;  // of a conflict
    bool m_isKeyTaken = false;       // by that
    bool m_isTouched = false;
    View m_view = View::Form;
    QTimer m_readTimer;  // large texts are read once the typing pauses

    ThemedLabel* m_title;
    ThemedLabel* m_place;
    SegmentedControl* m_switch;
    ThemedLabel* m_sizeText;
    SizeBar* m_size;
    QStackedWidget* m_stack;
    ItemForm* m_form;
    JsonEdit* m_dynamoDb;
    JsonEdit* m_plain;
    ItemConflict* m_conflict;
    ThemedLabel* m_changes;
    ThemedLabel* m_problem;
    QPushButton* m_save;
};

}  // namespace partita
