// The menu bar: every action of the window with its shortcut, grouped as a person looks for them. Says what
// was chosen; enables what the open file allows. GUI thread only.
#pragma once

#include <QMenu>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include "engine/browse.h"
#include "model/sample_list.h"
#include "ui/theme.h"

class QAction;
class QActionGroup;
class QMenuBar;

namespace partita {

struct BlockActions;

class MainMenu final : public QObject {
    Q_OBJECT
  public:
    explicit MainMenu(QMenuBar* bar);

    // File
    QAction* newTable;
    QAction* open;
    QAction* importItems;
    QAction* importClipboard;
    QAction* importHistory;
    QAction* exportItems;
    QAction* checkFile;
    QAction* recoverFile;
    QAction* closeFile;
    QAction* quit;
    // Edit; the blocks' own actions follow.
    QAction* undo;
    QAction* redo;
    QAction* newItem;
    // Table
    QAction* goToKey;
    QAction* refresh;
    QAction* addTable;
    QAction* addIndex;
    QAction* timeToLive;
    // Query; the query form adds its own before these.
    QAction* nextTab;
    QAction* previousTab;
    QAction* closeTab;
    QAction* serve;
    QAction* stopServing;
    QAction* imitateService;
    QAction* requestPage;  // checkable
    // Load
    QAction* loadPage;  // checkable
    QAction* replayTrace;
    QAction* generateLoad;
    QAction* saveRecording;
    // View
    QAction* diagram;  // checkable, exclusive with grid
    QAction* grid;
    QAction* sidebar;  // checkable
    QAction* inspector;
    QAction* loadStrip;
    // Help
    QAction* shortcuts;
    QAction* about;

    void setRecentFiles(const QStringList& paths);
    /// The table and its indexes, in the order of the sidebar; `current` counts the table as 0.
    void setViews(const QStringList& indexes, int current);
    /// What undo and redo would do; empty: nothing.
    void setUndo(const QString& undoText, const QString& redoText);
    /// Those that can be deleted.
    void setGlobalIndexes(const QStringList& names);
    void setOrder(CollectionOrderBy by);
    void setTheme(Theme::Mode mode);
    /// The actions of the blocks in front; null: none are.
    void setBlockActions(const BlockActions* actions);
    void addQueryActions(const QList<QAction*>& actions);
    /// Without a file only what needs none is enabled.
    void setFileOpen(bool isOpen, bool isReadOnly);
    /// A file may hold no table: then what needs one is off.
    void setTableShown(bool isShown);
    void setServing(bool isServing);
    /// Only when a result tab is in front.
    void setResultShown(bool isShown);

  signals:
    void recentChosen(const QString& path);
    void recentCleared();
    void sampleChosen(const partita::Sample& sample);
    void viewChosen(int view);
    void deleteIndexChosen(const QString& index);
    void orderChosen(partita::CollectionOrderBy by);
    void themeChosen(partita::Theme::Mode mode);

  private:
    void makeFile();
    void makeEdit();
    void makeTable();
    void makeQuery();
    void makeLoad();
    void makeView();
    void makeHelp();
    QAction* add(QMenu* menu, const QString& text, const QKeySequence& shortcut = {});
    void updateEnabled();
    QAction* addCheckable(QMenu* menu, const QString& text, const QKeySequence& shortcut = {});

    QMenuBar* m_bar;
    QMenu* m_recent = nullptr;
    QMenu* m_views = nullptr;
    QMenu* m_deleteIndex = nullptr;
    QMenu* m_edit = nullptr;
    QMenu* m_table = nullptr;
    QMenu* m_view = nullptr;
    QMenu* m_query = nullptr;
    QAction* m_collapseSeparator = nullptr;
    QAction* m_copySeparator = nullptr;
    QMenu* m_orders = nullptr;
    QMenu* m_themes = nullptr;
    QActionGroup* m_viewGroup = nullptr;
    QAction* m_querySeparator = nullptr;
    QList<QPointer<QAction>> m_blockActions;  // of the blocks in front; not ours
    QList<QAction*> m_needFile;
    QList<QAction*> m_needWriting;
    QList<QAction*> m_needTable;
    bool m_isOpen = false;
    bool m_isReadOnly = false;
    bool m_hasTable = true;
    bool m_isServing = false;
};

}  // namespace partita
