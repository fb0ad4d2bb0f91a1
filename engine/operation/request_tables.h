// The tables that a batch or a transaction names, as they stand in one snapshot of the catalogue, and in the
// order in which they are first named. One use, one thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/operation/item_writer.h"
#include "engine/request.h"
#include "engine/result.h"
#include "engine/storage/catalogue.h"

namespace partita {

class RequestTables final {
  public:
    explicit RequestTables(std::shared_ptr<const Catalogue> catalogue) : m_catalogue(std::move(catalogue)) {}

    const std::shared_ptr<const Catalogue>& catalogue() const { return m_catalogue; }
    std::size_t size() const { return m_tables.size(); }
    const std::shared_ptr<const StoredTable>& operator[](std::size_t position) const {
        return m_tables[position];
    }

    /// The position of the table. Fails with ResourceNotFoundException.
    Result<std::size_t> add(const std::string& name);
    /// One for each table, on the caller's connection.
    std::vector<ItemWriter> writers(Database& database, IndexLag* lag) const;
    /// One for each table, nothing charged yet.
    std::vector<ConsumedCapacity> capacities() const;

  private:
    std::shared_ptr<const Catalogue> m_catalogue;
    std::vector<std::shared_ptr<const StoredTable>> m_tables;
};

/// The first key attribute of the table that is given as an empty string or binary, which is a fault of its
/// own; nothing when there is none.
std::optional<Error> emptyKeyValue(const TableDefinition& table, const Item& item);

}  // namespace partita
