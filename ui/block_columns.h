// How wide the columns of a block view are. In the diagram each entity type has columns of its own, so that
// cells of one type stand under each other; in the grid all visible types share one set. Widths come from
// what has been loaded, are bounded, and only grow, so that nothing jumps back. GUI thread only.
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>
#include <vector>

#include "model/block_item.h"

namespace partita {

class TextCache;

enum class BlockArrangement {
    Diagram,  // names over values, as designers draw it
    Grid,     // one line an item, columns by attribute
};

inline constexpr int kCellPadding = 12;  // pixels left of a text; its column ends as far behind it

class BlockColumns final {
  public:
    struct Column {
        QString name;
        int left = 0;  // from the left edge of all attributes
        int width = 0;
    };

    void clear();
    void measure(const std::vector<BlockItemPtr>& items, const TextCache& texts);

    /// Pixels, with padding; 0 when no item has a sort key.
    int sortWidth() const { return m_sortWidth; }
    /// Valid until the next call that is not const.
    const std::vector<Column>& ofEntity(const QString& entity, const QStringList& names);
    /// The columns of the grid: the names of these types, each once.
    struct Entity {
        QString entity;
        const QStringList* names;
    };
    void setGrid(const std::vector<Entity>& entities);
    const std::vector<Column>& grid() const { return m_grid; }
    static int widthOf(const std::vector<Column>& columns);

  private:
    int width(const QString& entity, const QString& name) const;
    QHash<QString, QHash<QString, int>> m_widths;   // by entity, by name
    QHash<QString, std::vector<Column>> m_columns;  // made from them on demand
    std::vector<Column> m_grid;
    int m_sortWidth = 0;
};

}  // namespace partita
