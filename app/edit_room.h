// Editing the items of an open file: the editor over the window, new, duplicated and deleted items, undo and
// redo, and what is said of each. The blocks and the menu say what is wanted. GUI thread only.
#pragma once

#include <QObject>
#include <functional>

#include "model/item_history.h"
#include "ui/item_editor.h"

namespace partita {

class BlockView;
class BrowseRoom;
class Inspector;
class MainMenu;
class QueryRoom;
class Session;
class TablePage;

class EditRoom final : public QObject {
    Q_OBJECT
  public:
    /// Not owned; they outlive this, or go with the page.
    struct Parts {
        BrowseRoom* browse = nullptr;
        QueryRoom* query = nullptr;
        Inspector* inspector = nullptr;
        TablePage* page = nullptr;
        MainMenu* menu = nullptr;
    };
    EditRoom(Session* session, const Parts& parts, QObject* parent = nullptr);

    ItemHistory* history() { return &m_history; }
    /// The edit actions of these blocks are done here.
    void follow(BlockView* view);
    /// The selected item of the blocks in front. Nothing when none is selected.
    void editItem();
    void duplicateItem();
    void deleteItem();
    void newItem(const QString& table);
    bool canEdit() const;

  private:
    /// An item of the blocks in front: its table and key, and what is seen of it.
    struct Chosen {
        std::shared_ptr<const TableDefinition> table;
        Item key;
        Item seen;
        bool isSeenWhole = false;  // what is seen are whole attributes as they are stored
        std::vector<std::string> order;
    };
    std::optional<Chosen> chosen();
    BlockView* frontView() const;
    /// Reads the whole item and goes on with it; says so when there is none.
    void withItem(const std::function<void(const Chosen&, const Item&)>& work);
    void openEditor(const ItemEditor::Start& start);
    void select(const ItemEdit& edit);
    void showHistory();
    void tellDeleted(const ItemEdit& edit);
    void tellFailure(const ItemEdit& edit, const Error& error, bool isGivenUp);
    QString nameOf(const ItemEdit& edit) const;

    Session* m_session;
    Parts m_parts;
    ItemHistory m_history;
    ItemEditor::View m_view = ItemEditor::View::Form;  // the one chosen last
    QString m_deletedNotice;                           // that offers to undo
    Job m_readJob;
};

}  // namespace partita
