// The tables of a file: their definitions and numbers, read once and shared as an immutable snapshot.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/storage/database.h"
#include "engine/storage/view_tables.h"
#include "engine/table/attribute_order.h"
#include "engine/table/table_definition.h"

namespace partita {

struct StoredTable {
    std::int64_t id = 0;
    TableDefinition definition;
    std::optional<std::uint32_t> partitions;  // chosen by the user; nothing: the rule's
    ViewTables view;
    std::vector<ViewTables> indexViews;  // in the order of definition.indexes

    /// Null when there is no such index.
    const ViewTables* viewOf(const std::optional<std::string>& index) const;
};

/// Immutable once made; any thread.
class Catalogue final {
  public:
    /// Throws StorageError (DamagedFile) when the stored definitions make no sense.
    static std::shared_ptr<const Catalogue> read(Database& database);

    const std::vector<std::shared_ptr<const StoredTable>>& tables() const { return m_tables; }
    /// Null when there is none of that name.
    std::shared_ptr<const StoredTable> find(const std::string& name) const;

    /// Statements that make the catalogue's own tables in a new file.
    static std::vector<std::string> createStatements();
    /// Every object that the file's schema must hold, as SQLite prints it: what stands there and nothing
    /// else.
    std::vector<std::string> expectedSchema() const;

    /// Within the caller's transaction. The name must be free.
    static void add(Database& database, const TableDefinition& definition);
    static AttributeOrder attributeOrder(Database& database, std::int64_t table);
    static void setAttributeOrder(Database& database, std::int64_t table, const AttributeOrder& order);
    static void choosePartitions(Database& database, std::int64_t table, std::optional<std::uint32_t> count);

  private:
    std::vector<std::shared_ptr<const StoredTable>> m_tables;
};

}  // namespace partita
