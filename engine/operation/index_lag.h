// What global secondary indexes showed a while ago: the changes of their entries that are younger than a
// chosen delay, so that reads can be answered as if those had not reached the index yet. The rows in the file
// are always current; this is beside them, in memory, and only while a delay is chosen.
//
// A change becomes visible when it is as old as the delay. It is told before it is committed: one that is
// then rolled back does no harm, as what stood before it is what stands after it. Past kMostBytes of entries
// the oldest changes are forgotten, and so become visible early; so do all when the clock is set back by more
// than the delay.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/clock.h"
#include "engine/storage/row_reader.h"

namespace partita {

/// Where an entry stands in its index, its bytes owned; in the order in which rows are read.
struct EntryKey {
    std::uint64_t hash = 0;
    std::string partition;
    std::string sort;
    std::string tablePartition;
    std::string tableSort;

    static EntryKey of(const RowKey& key);
    RowKey rowKey() const { return {hash, partition, sort, tablePartition, tableSort}; }
    friend auto operator<=>(const EntryKey&, const EntryKey&) = default;
};

struct OldEntry {
    std::uint64_t size = 0;
    std::string bytes;
};
/// Null: there was none.
using OldEntryRef = std::shared_ptr<const OldEntry>;

class IndexLag final {
  public:
    /// Ours: what a minute of thousands of writes a second takes.
    static constexpr std::size_t kMostBytes = 256 * 1024 * 1024;

    /// The clock must outlive it.
    explicit IndexLag(const Clock& clock) : m_clock(clock) {}

    /// 0: everything is visible at once, and what was kept is forgotten.
    void setDelay(std::chrono::milliseconds delay);
    bool isOn() const { return m_delay.load(std::memory_order_relaxed) > 0; }

    /// An entry that is about to change, and what stands there until then.
    struct Change {
        std::int64_t table = 0;
        std::int64_t index = 0;
        EntryKey key;
        OldEntryRef before;
    };
    /// The changes of one item, in the order in which they are made, by the one who holds the writer.
    void add(std::vector<Change> changes);

    /// Where an index does not show yet what stands in the file, and what it shows there instead; in key
    /// order, of one partition key or of all. To be asked after the reader has begun to read: what it can see
    /// has been told by then.
    using Shown = std::vector<std::pair<EntryKey, OldEntryRef>>;
    Shown shown(std::int64_t table, std::int64_t index, std::optional<std::string_view> partition = {});

  private:
    struct Version {
        UtcMillis at = 0;
        OldEntryRef before;
    };
    using Entries = std::map<EntryKey, std::deque<Version>>;  // oldest first
    struct Told {
        UtcMillis at = 0;
        Entries* entries = nullptr;
        Entries::iterator entry;
    };

    /// Forgets what is as old as the delay; the time it is now. Under the lock.
    UtcMillis passTime();
    void forgetOldest();

    const Clock& m_clock;
    std::atomic<std::int64_t> m_delay = 0;  // milliseconds
    std::mutex m_mutex;
    UtcMillis m_last = 0;
    std::map<std::pair<std::int64_t, std::int64_t>, Entries> m_indexes;  // by table and index
    std::deque<Told> m_told;                                             // oldest first
    std::size_t m_bytes = 0;
};

}  // namespace partita
