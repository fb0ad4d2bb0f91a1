// In which order the attributes of an entity type are shown: keys of the table first (as items bring them),
// then in order of first appearance in what was loaded. Bounded. GUI thread only.
#pragma once

#include <QHash>
#include <QSet>
#include <QStringList>

#include "model/block_item.h"

namespace partita {

class BlockAttributes final {
  public:
    void clear();
    void add(const BlockItem& item);
    /// Valid until the next change.
    const QStringList& namesOf(const QString& entity) const;

  private:
    struct Entity {
        QStringList names;
        QSet<QString> known;
    };
    QHash<QString, Entity> m_entities;
    Entity m_others;  // what is past the bound of entity types shares one order
};

}  // namespace partita
