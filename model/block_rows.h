// Which line of a block view shows which item: arithmetic only, over an order of collections and the few
// blocks that are collapsed (or, when all are collapsed, the few that are not). Positions and rows count from
// 0; sums are 64 bits wide. A plain value; one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/browse.h"

namespace partita {

class BlockRows final {
  public:
    struct Line {
        std::size_t position = 0;  // of the collection in the order
        std::uint64_t index = 0;   // of the item in its collection; 0 on a collapsed block
        bool collapsed = false;
    };

    BlockRows();
    /// `order` may be only the beginning of what the view holds; `whole` then counts all of it, so that the
    /// number of rows is right before their order is known.
    BlockRows(std::shared_ptr<const CollectionOrder> order, const ViewStatistics& whole, bool allCollapsed);

    const CollectionOrder& order() const { return *m_order; }
    const std::shared_ptr<const CollectionOrder>& sharedOrder() const { return m_order; }
    bool isComplete() const { return m_order->size() >= m_whole.collections; }

    std::uint64_t count() const;
    /// Rows whose collection is known; the others come after them.
    std::uint64_t knownCount() const { return firstRow(m_order->size()); }
    /// Nothing for a row whose collection is not known yet, and past the end.
    std::optional<Line> line(std::uint64_t row) const;
    /// Of a position up to and including the number of collections.
    std::uint64_t firstRow(std::size_t position) const;
    std::uint64_t rowsOf(std::size_t position) const {
        return isCollapsed(position) ? 1 : m_order->items(position);
    }
    bool isCollapsed(std::size_t position) const;
    bool allCollapsed() const { return m_allCollapsed; }
    void setCollapsed(std::size_t position, bool collapsed);

  private:
    struct Exception {
        std::size_t position;
        std::int64_t rowsMore;  // than without the exceptions before this one, and without this one
    };
    std::int64_t moreBefore(std::size_t position) const;

    std::shared_ptr<const CollectionOrder> m_order;
    ViewStatistics m_whole;
    bool m_allCollapsed = false;
    std::vector<Exception> m_exceptions;  // by position
};

}  // namespace partita
