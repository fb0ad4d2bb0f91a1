#include "engine/browse.h"

#include <algorithm>

namespace partita {

void CollectionOrder::reserve(std::size_t collections) {
    m_ids.reserve(collections);
    m_firstRow.reserve(collections + 1);
}

void CollectionOrder::append(CollectionId id, std::uint64_t items) {
    m_ids.push_back(id);
    m_firstRow.push_back(m_firstRow.back() + items);
}

std::size_t CollectionOrder::positionOfRow(std::uint64_t row) const {
    const auto after = std::upper_bound(m_firstRow.begin(), m_firstRow.end(), row);
    return static_cast<std::size_t>(after - m_firstRow.begin()) - 1;
}

std::optional<std::size_t> CollectionOrder::positionOf(CollectionId id) const {
    const auto found = std::find(m_ids.begin(), m_ids.end(), id);
    if (found == m_ids.end()) return std::nullopt;
    return static_cast<std::size_t>(found - m_ids.begin());
}

}  // namespace partita
