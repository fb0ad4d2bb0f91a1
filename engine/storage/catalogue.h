// The tables of a file: their definitions, numbers and states, read once and shared as an immutable snapshot;
// and what changes them in the file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/clock.h"
#include "engine/storage/database.h"
#include "engine/storage/table_state.h"
#include "engine/storage/view_tables.h"
#include "engine/table/attribute_order.h"
#include "engine/table/table_definition.h"
#include "engine/table_request.h"

namespace partita {

/// A stream that is switched on: every write of the table adds a record to it.
struct OpenStream {
    std::int64_t id = 0;
    StreamViewType viewType = StreamViewType::NewAndOldImages;
    const Clock* clock = nullptr;  // stamps the records; never null
};

struct StoredTable {
    std::int64_t id = 0;
    TableDefinition definition;               // without indexes that are being removed
    std::optional<std::uint32_t> partitions;  // chosen by the user; nothing: the rule's
    ViewTables view;
    std::vector<ViewTables> indexViews;   // in the order of definition.indexes
    std::vector<IndexState> indexStates;  // the same; as they were when the catalogue was read
    TableState state;
    std::optional<OpenStream> stream;

    /// An index that is being removed: requests know it no more, its rows are still there.
    struct LeavingIndex {
        IndexDefinition definition;
        ViewTables view;
    };
    std::vector<LeavingIndex> leavingIndexes;

    /// Null when there is no such index.
    const ViewTables* viewOf(const std::optional<std::string>& index) const;
    /// While it is, some items have no entry yet. False when there is no such index.
    bool isBeingFilled(std::string_view index) const;
};

/// Immutable once made; any thread.
class Catalogue final {
  public:
    /// Of a file of any format that is known. The clock must outlive the catalogue. Throws StorageError
    /// (DamagedFile) when the stored definitions make no sense.
    static std::shared_ptr<const Catalogue> read(Database& database, const Clock& clock);

    std::int32_t format() const { return m_format; }
    /// Without those that are being deleted.
    const std::vector<std::shared_ptr<const StoredTable>>& tables() const { return m_tables; }
    /// Those that are being deleted: requests know them no more, their rows are still there.
    const std::vector<std::shared_ptr<const StoredTable>>& leavingTables() const { return m_leaving; }
    /// Null when there is none of that name.
    std::shared_ptr<const StoredTable> find(const std::string& name) const;
    std::shared_ptr<const StoredTable> findLeaving(const std::string& name) const;
    /// Whether there is a table of that number that is not being deleted.
    bool has(std::int64_t table) const;
    /// Whether a table or an index is to be filled or removed.
    bool hasUnfinishedWork() const;

    /// Every object that the file's schema must hold, as SQLite prints it: what stands there and nothing
    /// else.
    std::vector<std::string> expectedSchema() const;

    // Changes of the file, within the caller's transaction; the snapshot stays as it is.

    /// The name must be free. `state.nextIndex` is set here.
    static std::int64_t add(Database& database, const TableDefinition& definition, TableState state);
    /// Of a table that has no index of that name, in the given state.
    static void addIndex(Database& database, const StoredTable& table, const IndexDefinition& index,
                         const IndexState& state);
    /// Billing and throughput of the table and its indexes, as the definition says.
    static void setThroughput(Database& database, const StoredTable& table,
                              const TableDefinition& definition);
    /// With its inner tables, whose rows must not matter any more.
    static void removeIndex(Database& database, const ViewTables& index);
    static void removeTable(Database& database, const StoredTable& table);
    static Tags tags(Database& database, std::int64_t table);
    static void setTag(Database& database, std::int64_t table, const std::string& name,
                       const std::string& value);
    static void removeTag(Database& database, std::int64_t table, const std::string& name);
    static AttributeOrder attributeOrder(Database& database, std::int64_t table);
    static void setAttributeOrder(Database& database, std::int64_t table, const AttributeOrder& order);
    static void choosePartitions(Database& database, std::int64_t table, std::optional<std::uint32_t> count);

  private:
    static std::shared_ptr<StoredTable> readTable(Database& database, const Execution& row,
                                                  std::int32_t format, const Clock& clock);

    std::int32_t m_format = 0;
    std::vector<std::shared_ptr<const StoredTable>> m_tables;
    std::vector<std::shared_ptr<const StoredTable>> m_leaving;
};

}  // namespace partita
