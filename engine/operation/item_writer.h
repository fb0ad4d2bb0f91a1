// Puts and removes items of one table: the row, its index entries and what it costs. Within the caller's
// write transaction. Storage faults throw StorageError; what the service would refuse is an Error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operation/index_entry.h"
#include "engine/operation/index_lag.h"
#include "engine/operation/prepared_item.h"
#include "engine/request.h"
#include "engine/storage/catalogue.h"
#include "engine/storage/row_writer.h"
#include "engine/storage/stream_store.h"

namespace partita {

/// A write that one index saw, for the load of its partitions.
struct IndexWrite {
    std::size_t index = 0;  // in TableDefinition::indexes
    std::string partition;  // the entry's partition key bytes
    HalfUnits units = 0;
};

struct WriteOutcome {
    HalfUnits tableUnits = 0;
    std::vector<IndexWrite> indexWrites;
    /// Of the item and its LSI entries together, in bytes.
    std::int64_t collectionGrowth = 0;

    /// In a transaction everything is written twice, and charged twice.
    void chargeTwice();
    ConsumedCapacity capacity(const TableDefinition& table) const;
};

class ItemWriter final {
  public:
    /// `lag` is told what changes in global secondary indexes; null: nobody is.
    ItemWriter(Database& database, const StoredTable& table, IndexLag* lag = nullptr);

    /// What is stored under the key: its size and bytes.
    struct Stored {
        std::uint64_t size = 0;
        std::string bytes;
    };
    std::optional<Stored> find(const RowKey& key);

    // `old` is what find() says of the key.
    WriteOutcome put(const PreparedItem& item, const std::optional<Stored>& old);
    /// `Expired`: by time to live, which the table's stream tells.
    enum class Removal { Asked, Expired };
    WriteOutcome remove(const KeyBytes& key, std::uint64_t hash, const std::optional<Stored>& old,
                        Removal removal = Removal::Asked);
    // What these would cost; nothing is written.
    WriteOutcome priceOfPut(const PreparedItem& item, const std::optional<Stored>& old);
    WriteOutcome priceOfRemoval(const KeyBytes& key, const std::optional<Stored>& old);

  private:
    /// Whether the index has the entry: one that is being filled may not have it yet.
    bool hasEntry(std::size_t index, const RowKey& key);
    struct StoredView {
        std::uint64_t size = 0;
        std::string_view bytes;
    };
    enum class Doing { Write, Price };
    void updateIndexes(const KeyBytes& tableKey, const std::optional<StoredView>& before,
                       const std::optional<StoredView>& after, WriteOutcome& outcome, Doing doing);
    void updateIndex(std::size_t index, const KeyBytes& tableKey, const std::optional<IndexEntry>& before,
                     const std::optional<IndexEntry>& after);
    /// What the index is not to show yet.
    void addLag(std::size_t index, const KeyBytes& tableKey, const std::optional<IndexEntry>& before,
                const std::optional<IndexEntry>& after, std::vector<IndexLag::Change>& changes) const;

    Database& m_database;
    const StoredTable& m_table;
    RowReader m_reader;
    RowWriter m_rows;
    std::vector<RowWriter> m_indexRows;
    std::optional<StreamLog> m_log;  // of the table's stream, when it has one
    IndexLag* m_lag;
};

}  // namespace partita
