// Reads rows of a view: one row, a range of one collection, or a scan of a hash range. One thread at a time;
// a cursor lives no longer than its connection, and holds a read transaction while it lives: keep it short.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/storage/database.h"
#include "engine/storage/view_tables.h"
#include "engine/table/key.h"

namespace partita {

/// Where a row stands in a view. Views into somebody else's bytes. For a table, tablePartition and tableSort
/// are empty.
struct RowKey {
    std::uint64_t hash = 0;
    std::string_view partition;
    std::string_view sort;
    std::string_view tablePartition;
    std::string_view tableSort;
};

/// Valid until the cursor moves.
struct Row {
    RowKey key;
    std::uint64_t size = 0;  // as the service counts the item, or the index's part of it
    std::string_view bytes;  // item bytes
};

class RowCursor final {
  public:
    /// Null at the end.
    const Row* next();

  private:
    friend class RowReader;
    RowCursor(Database& database, const ViewTables& view, Execution execution, bool scans);
    Database& m_database;
    const ViewTables& m_view;
    Execution m_execution;
    std::string m_body;  // of a large item
    bool m_scans;
    Row m_row;
};

/// What to read of one collection, and after which row to start.
struct RangeRequest {
    std::uint64_t hash = 0;
    std::string_view partition;
    const SortRange* range = nullptr;  // null: all
    bool forward = true;
    std::optional<RowKey> after;  // exclusive; in the direction of reading
};

class RowReader final {
  public:
    RowReader(Database& database, const ViewTables& view) : m_database(database), m_view(view) {}

    /// The caller's strings must live as long as the cursor.
    RowCursor range(const RangeRequest& request) const;
    /// Rows in the order of (hash, key) with first ≤ hash ≤ last, after the given row.
    RowCursor scan(std::uint64_t first, std::uint64_t last, const std::optional<RowKey>& after) const;
    /// `count` rows of a collection from the given one on, inclusive, skipping `skip`.
    RowCursor window(const RowKey& from, std::uint64_t skip, std::uint64_t count) const;
    /// The row of exactly that key.
    RowCursor one(const RowKey& key) const;

  private:
    Database& m_database;
    const ViewTables& m_view;
};

}  // namespace partita
