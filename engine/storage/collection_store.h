// Item collections of a view: how many items and bytes each has, and marks that make any row of a large one
// reachable without stepping over all before it. Kept in the same transaction as the rows. One thread at a
// time.
//
// A mark stands at a key and says how many rows there are from it up to the next mark. The first mark of a
// collection stands before every key (empty), so each row belongs to exactly one mark.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/storage/database.h"
#include "engine/storage/row_reader.h"
#include "engine/storage/view_tables.h"

namespace partita {

/// A collection with more rows than this gets marks: below, stepping from its beginning is quick.
inline constexpr std::int64_t kMarkedFrom = 2000;
/// Rows between marks when they are made; a mark that grows to kMarkedFrom is split.
inline constexpr std::int64_t kRowsPerMark = 1000;

struct StoredCollection {
    std::int64_t id = 0;
    std::string partition;
    std::uint64_t hash = 0;
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    bool marked = false;
};

struct ViewTotals {
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    std::int64_t collections = 0;
};

class CollectionStore final {
  public:
    CollectionStore(Database& database, const ViewTables& view) : m_database(database), m_view(view) {}

    ViewTotals totals() const;
    std::optional<StoredCollection> byKey(std::string_view partition) const;
    std::optional<StoredCollection> byId(std::int64_t id) const;

    /// A place from which stepping `skip` rows leads to the row wanted; skip < kMarkedFrom + kRowsPerMark.
    struct Place {
        std::string sort, tablePartition, tableSort;
        std::uint64_t skip = 0;
    };
    Place placeOf(const StoredCollection& collection, std::uint64_t row) const;
    /// How many rows of the collection come before the key.
    std::uint64_t rowsBefore(const StoredCollection& collection, const RowKey& key) const;

    // Upkeep, within the caller's write transaction, after the row itself was written.
    void rowInserted(const RowKey& key, std::int64_t size);
    void rowRemoved(const RowKey& key, std::int64_t size);
    void rowResized(const RowKey& key, std::int64_t difference);
    /// What a bulk load put into one collection: its lowest new key, rows and bytes.
    struct Loaded {
        std::uint64_t hash = 0;
        std::string partition;
        std::string sort, tablePartition, tableSort;
        std::int64_t items = 0;
        std::int64_t bytes = 0;

        RowKey firstKey() const { return {hash, partition, sort, tablePartition, tableSort}; }
    };
    /// Tells the collections of rows that were written already; the totals are written once.
    void rowsLoaded(const std::vector<Loaded>& loaded);

  private:
    struct Touched {
        std::int64_t id = 0;
        std::int64_t items = 0;
        bool marked = false;
    };
    Touched add(const RowKey& key, std::int64_t items, std::int64_t bytes);
    /// Of the collection alone, not of the totals. Nothing: there is none of that key.
    std::optional<Touched> addToKnown(std::string_view partition, std::int64_t items, std::int64_t bytes);
    Touched insert(std::string_view partition, std::int64_t id, std::uint64_t hash, std::int64_t items,
                   std::int64_t bytes);
    std::int64_t nextId() const;
    void addToTotals(std::int64_t items, std::int64_t bytes, std::int64_t collections,
                     std::int64_t newIds = 0);
    void countInMark(const Touched& collection, const RowKey& key, std::int64_t difference);
    /// Makes the marks of a collection anew from the mark that covers `from` to its end.
    void remark(std::int64_t id, bool marked, const RowKey& from);

    Database& m_database;
    const ViewTables& m_view;
};

}  // namespace partita
