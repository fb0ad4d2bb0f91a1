// The left side of the window: the file's tables with the keys of the one shown, its indexes, its entity
// types. Shows models that it is given and says what is chosen. GUI thread only.
#pragma once

#include <QScrollArea>

#include "engine/table/table_definition.h"

class QAbstractItemModel;
class QGridLayout;
class QVBoxLayout;

namespace partita {

class SidebarList;
class ThemedLabel;

class Sidebar final : public QScrollArea {
    Q_OBJECT
  public:
    explicit Sidebar(QWidget* parent = nullptr);

    void setModels(QAbstractItemModel* tables, QAbstractItemModel* indexes, QAbstractItemModel* entities);
    void showKeys(const TableDefinition& table);
    /// Which table is open, and which index of it is shown (-1: the table itself).
    void setCurrent(int tableRow, int indexRow);
    /// A small line below the entities: why something is missing. Empty: none.
    void setEntityNote(const QString& text);

    SidebarList* tables() const { return m_tables; }
    SidebarList* indexes() const { return m_indexes; }
    SidebarList* entities() const { return m_entities; }

  signals:
    void tableChosen(int row);
    void indexChosen(int row);
    void colourChosen(const QString& entity, quint32 rgb);

  private:
    SidebarList* addSection(const QString& title, ThemedLabel** label);
    void showColourMenu(int row);
    void updateSections();
    void applyTheme();

    QVBoxLayout* m_column;
    ThemedLabel* m_tablesTitle = nullptr;
    ThemedLabel* m_indexesTitle = nullptr;
    ThemedLabel* m_entitiesTitle = nullptr;
    SidebarList* m_tables;
    QGridLayout* m_keys;
    SidebarList* m_indexes;
    SidebarList* m_entities;
    ThemedLabel* m_entityNote;
};

}  // namespace partita
