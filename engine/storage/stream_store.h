// Streams of changes: what each write of a table with a stream leaves behind, for 24 hours. Numbers of
// records ascend and are never used again in a file. Within the caller's transaction; one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/storage/catalogue.h"
#include "engine/storage/database.h"
#include "engine/table_request.h"

namespace partita {

class StreamStore final {
  public:
    /// Records live for so long; so does a stream that was switched off.
    static constexpr UtcMillis kLifetime = 24 * 3'600'000;
    /// Most records of one page, and most bytes of them (as SizeBytes counts).
    static constexpr std::uint32_t kPageRecords = 1000;
    static constexpr std::uint64_t kPageBytes = 1024 * 1024;

    explicit StreamStore(Database& database) : m_database(database) {}

    /// The one that is switched on.
    std::optional<OpenStream> openStream(std::int64_t table, const Clock& clock) const;

    struct Stored {
        std::int64_t id = 0;
        StreamInfo info;  // all but the table's name
        std::optional<UtcMillis> ended;
    };
    /// Of one table, the newest last. Records that are older than 24 hours are none, also when they are
    /// still in the file.
    std::vector<Stored> streamsOf(std::int64_t table, UtcMillis now) const;
    /// Whether all streams of the table together have over `most` records.
    bool hasMoreRecordsThan(std::int64_t table, std::int64_t most) const;
    /// From `from` on, which must not be before the first that is kept.
    StreamPage page(const Stored& stream, std::uint64_t from, std::uint32_t limit) const;

    // Changes, within the caller's write transaction.
    /// The table must have no stream that is on.
    void open(std::int64_t table, StreamViewType viewType, UtcMillis now);
    void close(std::int64_t table, UtcMillis now);
    /// Removes up to `most` records. True when none is left.
    bool removeSomeRecords(std::int64_t table, std::int64_t most);
    /// Of a table whose records have gone.
    void removeStreamsOf(std::int64_t table);

  private:
    std::uint64_t firstKept(std::int64_t stream, std::uint64_t first, UtcMillis now) const;
    Database& m_database;
};

/// Writes the records of one table's stream.
class StreamLog final {
  public:
    /// The table must have a stream; it must outlive the log.
    StreamLog(Database& database, const StoredTable& table) : m_database(database), m_table(table) {}

    /// An item was `before` (nothing: it was not there) and is `after` now; both as item bytes. No record
    /// when they are equal.
    void append(std::optional<std::string_view> before, std::optional<std::string_view> after,
                bool expired = false);

  private:
    /// Removes a few of the oldest records of the file when they are over 24 hours old.
    void trim(UtcMillis now);

    Database& m_database;
    const StoredTable& m_table;
};

}  // namespace partita
