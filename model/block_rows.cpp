#include "model/block_rows.h"

#include <algorithm>
#include <cassert>

namespace partita {

BlockRows::BlockRows() : m_order(std::make_shared<const CollectionOrder>()) {}

BlockRows::BlockRows(std::shared_ptr<const CollectionOrder> order, const ViewStatistics& whole,
                     bool allCollapsed)
    : m_order(std::move(order)), m_whole(whole), m_allCollapsed(allCollapsed) {
    assert(m_order);
}

std::int64_t BlockRows::moreBefore(std::size_t position) const {
    const auto after = std::lower_bound(m_exceptions.begin(), m_exceptions.end(), position,
                                        [](const Exception& e, std::size_t p) { return e.position < p; });
    if (after == m_exceptions.begin()) return 0;
    const Exception& last = *(after - 1);
    const auto items = static_cast<std::int64_t>(m_order->items(last.position));
    return last.rowsMore + (m_allCollapsed ? items - 1 : 1 - items);
}

std::uint64_t BlockRows::firstRow(std::size_t position) const {
    const std::uint64_t plain = m_allCollapsed ? position : m_order->firstRow(position);
    return plain + static_cast<std::uint64_t>(moreBefore(position));
}

std::uint64_t BlockRows::count() const {
    if (isComplete()) return knownCount();
    const std::uint64_t known = m_allCollapsed ? m_order->size() : m_order->rows();
    const std::uint64_t whole = m_allCollapsed ? m_whole.collections : m_whole.items;
    return knownCount() + (whole > known ? whole - known : 0);
}

std::optional<BlockRows::Line> BlockRows::line(std::uint64_t row) const {
    if (row >= knownCount()) return std::nullopt;
    // The last position whose first row is not after the row. A collection without items has no row of its
    // own, and shares its first row with the next one, which is the later of the two.
    std::size_t low = 0;
    std::size_t high = m_order->size();
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        if (firstRow(middle) <= row)
            low = middle;
        else
            high = middle;
    }
    const bool collapsed = isCollapsed(low);
    return Line{low, collapsed ? 0 : row - firstRow(low), collapsed};
}

bool BlockRows::isCollapsed(std::size_t position) const {
    const bool exception =
        std::binary_search(m_exceptions.begin(), m_exceptions.end(), Exception{position, 0},
                           [](const Exception& a, const Exception& b) { return a.position < b.position; });
    return exception != m_allCollapsed;
}

void BlockRows::setCollapsed(std::size_t position, bool collapsed) {
    if (isCollapsed(position) == collapsed) return;
    const auto at = std::lower_bound(m_exceptions.begin(), m_exceptions.end(), position,
                                     [](const Exception& e, std::size_t p) { return e.position < p; });
    const auto items = static_cast<std::int64_t>(m_order->items(position));
    const std::int64_t change = collapsed ? 1 - items : items - 1;
    if (at != m_exceptions.end() && at->position == position) {
        const auto next = m_exceptions.erase(at);
        for (auto later = next; later != m_exceptions.end(); ++later)
            later->rowsMore += change;
        return;
    }
    const std::int64_t before = moreBefore(position);
    const auto inserted = m_exceptions.insert(at, Exception{position, before});
    for (auto later = inserted + 1; later != m_exceptions.end(); ++later)
        later->rowsMore += change;
}

}  // namespace partita
