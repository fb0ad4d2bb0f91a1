// Writes many items that come in key order, in transactions of a bounded size: the second half of an import.
// Each transaction leaves items, indexes and collections in agreement, so a kill between two of them loses
// nothing that was counted. Holds the connection while a batch is open. Storage faults throw StorageError.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/operation/item_writer.h"

namespace partita {

class BulkLoad final {
  public:
    struct Counts {
        std::uint64_t inserted = 0;
        std::uint64_t replaced = 0;
        std::uint64_t unchanged = 0;
        std::uint64_t total() const { return inserted + replaced + unchanged; }
    };

    /// The table must outlive the load.
    BulkLoad(Database& database, const StoredTable& table, std::uint64_t batchItems);
    /// What is not committed is rolled back.
    ~BulkLoad();
    BulkLoad(const BulkLoad&) = delete;
    BulkLoad& operator=(const BulkLoad&) = delete;

    /// Keys ascend by (hash, partition, sort) and none comes twice. Commits when a batch is full.
    void add(const PreparedItem& item);
    /// Commits what is open.
    void finish();

    /// What is in the file for good.
    const Counts& committed() const { return m_committed; }

  private:
    struct IndexRow {
        IndexEntry entry;
        KeyBytes tableKey;
    };
    void commit();

    Database& m_database;
    const StoredTable& m_table;
    const std::uint64_t m_batchItems;
    bool m_mayExist = true;  // whether keys can be there already
    ItemWriter m_writer;
    BulkRowWriter m_rows;
    std::optional<StreamLog> m_log;
    std::vector<std::vector<IndexRow>> m_indexRows;  // of the open batch, by index
    std::unique_ptr<Transaction> m_transaction;
    std::uint64_t m_inBatch = 0;
    std::uint64_t m_batchBytes = 0;
    Counts m_committed;
    Counts m_open;
};

}  // namespace partita
