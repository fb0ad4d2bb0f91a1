// Writes many items that come in key order, in transactions of a bounded size: the second half of an import.
// Each transaction leaves items, indexes and collections in agreement, so a kill between two of them loses
// nothing that was counted. Holds the connection while it lives. Storage faults throw StorageError.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/operation/item_writer.h"

namespace partita {

class BulkLoad final {
  public:
    /// What happens to an item that is there already, and is another one.
    enum class OnExisting { Replace, Keep, Merge };
    struct Counts {
        std::uint64_t inserted = 0;
        std::uint64_t replaced = 0;
        std::uint64_t merged = 0;
        std::uint64_t unchanged = 0;
        std::uint64_t kept = 0;
        std::uint64_t deleted = 0;
        std::uint64_t absent = 0;  // was to be deleted
        std::uint64_t total() const {
            return inserted + replaced + merged + unchanged + kept + deleted + absent;
        }
        Counts& operator+=(const Counts& other);
    };
    struct Options {
        std::uint64_t batchItems = 0;  // of one transaction; at least 1
        OnExisting onExisting = OnExisting::Replace;
        /// Whether keys can be there already: looking for them takes time.
        bool mayExist = true;
        /// Told of each item that is replaced, merged or deleted, within the transaction: the bytes before
        /// and after (nothing: deleted). May be empty.
        std::function<void(std::string_view, std::optional<std::string_view>)> replaced = {};
        /// Told before each commit, within the transaction, of all that is counted by it. May be empty.
        std::function<void(const Counts&)> committing = {};
    };

    /// The table must outlive the load.
    BulkLoad(Database& database, const StoredTable& table, Options options);
    /// What is not committed is rolled back.
    ~BulkLoad();
    BulkLoad(const BulkLoad&) = delete;
    BulkLoad& operator=(const BulkLoad&) = delete;

    // Keys ascend by (hash, partition, sort) and none comes twice.
    enum class Outcome { Inserted, Replaced, Merged, Unchanged, Kept, Deleted, Absent };
    /// Fails (ValidationException) when the merged item would be refused; then nothing was done.
    Result<Outcome> add(const PreparedItem& item);
    Outcome remove(const KeyBytes& key, std::uint64_t hash);
    /// Whether a transaction is open that holds enough to be committed.
    bool isFull() const;
    /// Commits what is open.
    void commit();

    /// What is in the file for good.
    const Counts& committed() const { return m_committed; }

  private:
    struct IndexRow {
        IndexEntry entry;
        KeyBytes tableKey;
    };
    void begin();
    Outcome insert(const PreparedItem& item);
    Outcome replace(const PreparedItem& item, const ItemWriter::Stored& old);
    Result<PreparedItem> merged(const PreparedItem& item, const ItemWriter::Stored& old) const;

    Database& m_database;
    const StoredTable& m_table;
    const Options m_options;
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
