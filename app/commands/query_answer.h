// The answer of a Query written to standard output page by page, and what it cost. One thread at a time.
#pragma once

#include <optional>
#include <string>

#include "app/commands/console.h"
#include "engine/interchange/json.h"
#include "engine/table/table_definition.h"

namespace partita {

class QueryAnswer final {
  public:
    /// `asJson`: the service's form, one object; otherwise one item a line as plain JSON.
    QueryAnswer(const TableDefinition& table, const std::optional<std::string>& index, bool asJson);

    /// Fails (DamagedFile) when the page holds what is no item; the answer is then as it was.
    Result<void> add(const PageResponse& page);
    bool hasBegun() const { return m_requests != 0; }
    /// False once the reader of standard output has gone away.
    bool isWanted() const { return m_output.isOpen(); }
    /// Ends the object with the figures of all pages, and LastEvaluatedKey when there is more.
    ExitStatus finish(ExitStatus status);
    /// One line: requests, items, capacity, time, and the key to go on after.
    std::string metrics(double milliseconds, std::optional<std::uint32_t> partitions) const;

  private:
    std::string capacityJson() const;

    std::string m_table;
    bool m_asJson = false;
    JsonStyle m_style;  // keys first
    Output m_output;
    std::uint64_t m_requests = 0;
    std::uint64_t m_count = 0;
    std::uint64_t m_scannedCount = 0;
    ConsumedCapacity m_capacity;
    std::optional<Item> m_lastEvaluatedKey;
    std::optional<std::uint64_t> m_hash;
};

}  // namespace partita
