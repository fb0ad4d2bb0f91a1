// Writes rows of a view and keeps its collections. Within the caller's write transaction. One thread at a
// time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/storage/collection_store.h"
#include "engine/storage/database.h"
#include "engine/storage/row_reader.h"
#include "engine/storage/view_tables.h"

namespace partita {

/// Item bytes over this go to a row of their own: they would take an overflow page in the clustered row,
/// which makes every neighbour slower to reach (16 KiB pages hold four such rows at least).
inline constexpr std::size_t kLargeItemBytes = 3500;

class RowWriter final {
  public:
    RowWriter(Database& database, const ViewTables& view)
        : m_database(database), m_view(view), m_collections(database, view) {}

    /// The key must be free.
    void insert(const RowKey& key, std::uint64_t size, std::string_view bytes);
    /// The key must be there, with `oldSize`.
    void replace(const RowKey& key, std::uint64_t oldSize, std::uint64_t size, std::string_view bytes);
    void remove(const RowKey& key, std::uint64_t oldSize);

    /// The row alone; the collection is told later, with CollectionStore::rowsLoaded().
    void insertRow(const RowKey& key, std::uint64_t size, std::string_view bytes);

  private:
    Execution& bindKey(Execution& execution, const RowKey& key) const;
    /// Binds parameters 6 to 8: size, body, bytes.
    void bindContent(Execution& execution, std::uint64_t size, std::optional<std::int64_t> body,
                     std::string_view bytes) const;
    std::optional<std::int64_t> insertBody(std::string_view bytes);
    void removeBody(const RowKey& key);

    Database& m_database;
    const ViewTables& m_view;
    CollectionStore m_collections;
};

/// Takes many rows of one view in key order and tells the collections of them once, at the end of a
/// transaction.
class BulkRowWriter final {
  public:
    BulkRowWriter(Database& database, const ViewTables& view)
        : m_database(database), m_view(view), m_rows(database, view) {}

    /// The key must be free, and not before the one added last.
    void insert(const RowKey& key, std::uint64_t size, std::string_view bytes);
    /// Before the transaction is committed.
    void finish();

  private:
    Database& m_database;
    const ViewTables& m_view;
    RowWriter m_rows;
    std::vector<CollectionStore::Loaded> m_loaded;
};

}  // namespace partita
