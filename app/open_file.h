// One open table file in the window: makes its models and widgets, connects them, and switches between its
// tables and indexes. GUI thread only.
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "engine/engine.h"
#include "model/session.h"

namespace partita {

class BlockView;
struct LoggedRequestView;
class BrowseRoom;
class EditRoom;
class EntityModel;
class ExportFlow;
class FileCheck;
class ImportFlow;
class ImportHistoryFlow;
class Inspector;
class LoadRoom;
class MainMenu;
class QueryRoom;
class EmptyFilePage;
class ServeRoom;
class Sidebar;
class TableForms;
class TablePage;
class ViewListModel;

class OpenFile final : public QObject {
    Q_OBJECT
  public:
    /// Makes page(), which the caller gives to a window. The page must be deleted before this is.
    OpenFile(std::unique_ptr<Engine> engine, MainMenu* menu);
    ~OpenFile() override;

    Session* session() { return &m_session; }
    TablePage* page() const { return m_page; }
    BrowseRoom* browse() const { return m_browse; }
    QueryRoom* query() const { return m_query; }
    LoadRoom* load() const { return m_load; }
    ServeRoom* serve() const { return m_serve; }
    ExportFlow* exports() const { return m_exports; }
    EditRoom* edits() const { return m_edits; }
    Sidebar* sidebar() const { return m_sidebar; }
    Inspector* inspector() const { return m_inspector; }
    /// Empty while the file has no tables.
    QString table() const { return m_table; }

    /// The table, or one of its indexes (empty: the table).
    void show(const QString& table, const QString& index);
    /// Once the page is in a window: the menu and the inspector follow what is in front.
    void showFront();
    /// Shows the import form over the window. `folder`: where it looks for files.
    ImportFlow* import(const QString& folder);
    /// Shows what was imported into the file before. `folder`: where an import that follows looks for files.
    ImportHistoryFlow* showImports(const QString& folder);
    void addTable();
    /// How the file is to be served: asked over the window.
    void serveForm();

  signals:
    /// From the page of a file without tables.
    void importRequested();
    /// After a check that found differences.
    void recoverRequested(const QString& path);

  private:
    void connectMenu();
    void connectSidebar();
    void connectBlocks();
    void connectServing();
    /// Tables or indexes came or went, here or through the endpoint.
    void takeTables();
    void showNoTable();
    void showExpiry();
    void goTo(const LoggedRequestView& request);
    /// Selection, inspector and menu follow these blocks.
    void follow(BlockView* view);
    void showEntities();
    void refreshCounts();
    BlockView* frontView() const;

    MainMenu* m_menu;
    Session m_session;                                                // outlives all that is below
    std::unique_ptr<QObject> m_models = std::make_unique<QObject>();  // parent of models and rooms
    ViewListModel* m_tables;
    ViewListModel* m_indexes;
    EntityModel* m_entities;
    BrowseRoom* m_browse;
    QueryRoom* m_query;
    LoadRoom* m_load;
    ServeRoom* m_serve;
    EmptyFilePage* m_empty;
    TableForms* m_forms = nullptr;
    ExportFlow* m_exports = nullptr;
    EditRoom* m_edits = nullptr;
    Sidebar* m_sidebar;
    Inspector* m_inspector;
    TablePage* m_page;
    QString m_table;
    QString m_index;
    std::shared_ptr<const TableDefinition> m_definition;  // of the table as it is shown
    FileCheck* m_check;
    QTimer m_tablesTimer;  // a program may make and drop many tables in a moment
    QTimer m_countsTimer;  // and write thousands of items
};

}  // namespace partita
