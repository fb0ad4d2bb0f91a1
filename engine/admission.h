// Whether the throttle admits a request: what its actions ask of which partitions is put together, asked for
// at once, and what is refused told in the service's words. Private to the engine_*.cpp files.
// One use, one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/error.h"
#include "engine/operation/item_writer.h"
#include "engine/partition/throttle.h"
#include "engine/storage/catalogue.h"

namespace partita {

class Admission final {
  public:
    using TableRef = std::shared_ptr<const StoredTable>;
    /// How many partitions a table or one of its GSIs has.
    using Partitions = std::function<std::uint32_t(const TableRef&, const LoadResource&)>;

    /// `tables`, `indexes`: whether they are throttled at all.
    Admission(Throttle& throttle, bool tables, bool indexes, Partitions partitions)
        : m_throttle(throttle), m_tables(tables), m_indexes(indexes), m_partitions(std::move(partitions)) {}

    // What the request asks, of one of its actions.
    void read(const TableRef& table, const LoadResource& resource, std::uint64_t hash, HalfUnits units,
              std::size_t action = 0);
    /// Of a Scan, which knows the partition; nothing: of none in particular.
    void readPartition(const TableRef& table, const LoadResource& resource,
                       std::optional<std::uint32_t> partition, HalfUnits units);
    /// `hash` is that of the table's partition key.
    void write(const TableRef& table, std::uint64_t hash, const WriteOutcome& outcome,
               std::size_t action = 0);

    struct Refused {
        std::size_t action = 0;
        Error error;  // resources without the beginning of their ARN: "table/Music/index/ByYear"
    };
    /// Takes all of it, and says nothing; or none, and says which actions are refused, in their order.
    std::vector<Refused> ask(UtcMillis now);

  private:
    struct Origin {
        std::size_t action = 0;
        TableRef table;
    };
    void add(const TableRef& table, const LoadResource& resource, std::optional<std::uint32_t> partition,
             Throttle::Kind kind, HalfUnits units, std::size_t action);
    bool isThrottled(const LoadResource& resource) const { return resource.empty() ? m_tables : m_indexes; }

    Throttle& m_throttle;
    bool m_tables;
    bool m_indexes;
    Partitions m_partitions;
    std::vector<Throttle::Demand> m_demands;
    std::vector<Origin> m_origins;  // of each demand
};

}  // namespace partita
