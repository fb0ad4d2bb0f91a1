// Which requests a table's or an index's throughput still admits. All that a request asks is admitted
// together, or none of it.
//
// Two limits, each by itself for reads and for writes:
// - Key range: a partition serves 3,000 read and 1,000 write units in any span of one second (a sliding
//   window, exact to the millisecond), so also in every second of the clock.
// - Provisioned: a table or index of provisioned throughput has a bucket that fills with its units a second
//   and holds 300 seconds of them; it is full when first seen. Whatever partition a request goes to may empty
//   it (the service calls this adaptive capacity; here it is immediate).
//
// A request that alone asks more than a second of a partition, or more than a full bucket, is admitted when
// that second was unused, or the bucket is full; what it took is then paid off by the following seconds, in
// which nothing else is admitted. So every item can be written at any setting, only not often.
//
// Thread-safe. A clock that is set back by more than a second makes it forget everything.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/partition/load.h"
#include "engine/table/table_definition.h"

namespace partita {

class Throttle final {
  public:
    enum class Kind { Read, Write };
    /// What a request asks of one partition.
    struct Demand {
        std::int64_t table = 0;  // its number
        LoadResource resource;
        std::optional<std::uint32_t> partition;  // nothing: of none in particular
        Kind kind = Kind::Read;
        HalfUnits units = 0;
        std::optional<Throughput> provisioned;  // of the table or index; nothing: on demand
    };
    enum class Limit { KeyRange, Provisioned };
    struct Refusal {
        std::size_t demand = 0;  // its position
        Limit limit = Limit::KeyRange;
        friend bool operator==(const Refusal&, const Refusal&) = default;
    };

    /// Takes what is demanded and says nothing; or takes nothing, and says which demands meet a limit.
    std::vector<Refusal> take(std::span<const Demand> demands, UtcMillis now);

    void clear();
    /// Of a table that is no more.
    void forget(std::int64_t table);

  private:
    class Window {
      public:
        bool admits(HalfUnits units, HalfUnits limit, UtcMillis now);
        void add(HalfUnits units, HalfUnits limit, UtcMillis now);

      private:
        std::deque<std::pair<UtcMillis, HalfUnits>> m_uses;  // of the last second, and debts ahead
        HalfUnits m_sum = 0;
    };
    class Bucket {
      public:
        bool admits(HalfUnits units, std::int64_t unitsPerSecond, UtcMillis now);
        void add(HalfUnits units);

      private:
        bool m_seen = false;
        std::int64_t m_level = 0;  // in thousandths of a half unit; below 0: a debt
        UtcMillis m_filled = 0;
    };
    using ResourceKey = std::tuple<std::int64_t, LoadResource, Kind>;
    using PartitionKey = std::tuple<std::int64_t, LoadResource, Kind, std::uint32_t>;

    std::mutex m_mutex;
    UtcMillis m_last = 0;
    std::map<PartitionKey, Window> m_windows;
    std::map<ResourceKey, Bucket> m_buckets;
};

}  // namespace partita
