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
}

void BlockAttributes::add(const BlockItem& item) {
    auto found = m_entities.find(item.entity);
    if (found == m_entities.end()) {
        if (m_entities.size() >= kEntities) return;
        found = m_entities.insert(item.entity, {});
    }
    for (const BlockCell& cell : item.cells) {
        if (found->known.contains(cell.name)) continue;
        if (found->names.size() >= kNames) return;
        found->names.append(cell.name);
        found->known.insert(cell.name);
    }
}

const QStringList& BlockAttributes::namesOf(const QString& entity) const {
    static const QStringList none;
    const auto found = m_entities.constFind(entity);
    return found == m_entities.constEnd() ? none : found->names;
}

}  // namespace partita
