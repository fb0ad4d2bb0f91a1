// What the block view reads: item collections of a table or an index in some order, and windows of their
// items. None of it is metered. Positions and rows count from 0.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/request.h"

namespace partita {

/// A table, or one of its indexes.
struct ViewId {
    std::string table;
    std::optional<std::string> index;
    friend auto operator<=>(const ViewId&, const ViewId&) = default;
};

using CollectionId = std::uint32_t;  // never reused within one table or index of one file

enum class CollectionOrderBy { Key, Hash, ItemCount, Size, Load };  // the last three: most first

/// Kept in the table file in the same transaction as the items, so it is exact at once, however large the
/// table.
struct ViewStatistics {
    std::uint64_t items = 0;
    std::uint64_t bytes = 0;
    std::uint64_t collections = 0;
    friend bool operator==(const ViewStatistics&, const ViewStatistics&) = default;
};

struct CollectionSummary {
    CollectionId id = 0;
    std::vector<Value> partition;
    std::string partitionBytes;
    std::uint64_t hash = 0;
    std::uint64_t items = 0;
    std::uint64_t bytes = 0;
};

/// All collections of a view in one order: a snapshot, 12 bytes a collection. Immutable; any thread.
class CollectionOrder final {
  public:
    CollectionOrder() : m_firstRow(1, 0) {}
    void reserve(std::size_t collections);
    void append(CollectionId id, std::uint64_t items);  // while it is being built

    std::size_t size() const { return m_ids.size(); }
    std::uint64_t rows() const { return m_firstRow.back(); }
    CollectionId id(std::size_t position) const { return m_ids[position]; }
    std::uint64_t firstRow(std::size_t position) const { return m_firstRow[position]; }
    std::uint64_t items(std::size_t position) const {
        return m_firstRow[position + 1] - m_firstRow[position];
    }
    /// The position of the collection that holds that row (row < rows()).
    std::size_t positionOfRow(std::uint64_t row) const;
    /// Slow (linear): for Go to key and for keeping a place.
    std::optional<std::size_t> positionOf(CollectionId id) const;

  private:
    std::vector<CollectionId> m_ids;
    std::vector<std::uint64_t> m_firstRow;
};

/// One item as the view shows it. On an index: only what the index holds.
struct BrowsedItem {
    Item item;
    std::uint64_t bytes = 0;  // size as the service counts it, of what the view holds
};

/// Items [first, first + items.size()) of one collection, in sort-key order.
struct ItemWindow {
    CollectionId collection = 0;
    std::uint64_t first = 0;
    std::vector<BrowsedItem> items;
};

/// Where a key stands in a view.
struct KeyPlace {
    CollectionId collection = 0;
    std::uint64_t indexInCollection = 0;  // of the first item at or after the sort key
    bool exact = false;                   // the collection (and the sort key, when one was given) exists
};

}  // namespace partita
