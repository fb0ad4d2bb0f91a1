#include "model/block_attributes.h"

namespace partita {
namespace {

// A table whose keys or attribute names are data could have any number of either; what is past these bounds
// is reachable in the inspector.
constexpr qsizetype kEntities = 1000;
constexpr qsizetype kNames = 200;

}  // namespace

void BlockAttributes::clear() {
    m_entities.clear();
    m_others = {};
}

void BlockAttributes::add(const BlockItem& item) {
    const auto found = m_entities.find(item.entity);
    Entity& entity = found != m_entities.end()       ? *found
                     : m_entities.size() < kEntities ? m_entities[item.entity]
                                                     : m_others;
    for (const BlockCell& cell : item.cells) {
        if (entity.names.size() >= kNames) return;
        if (entity.known.contains(cell.name)) continue;
        entity.names.append(cell.name);
        entity.known.insert(cell.name);
    }
}

const QStringList& BlockAttributes::namesOf(const QString& entity) const {
    const auto found = m_entities.constFind(entity);
    return found == m_entities.constEnd() ? m_others.names : found->names;
}

}  // namespace partita
