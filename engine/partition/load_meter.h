// Adds up requests into one recording: by resource, partition and second, and by key.
// Thread-safe: record() from any thread, summaries from any other.
// Memory: one hour of seconds, then minutes, each with its busiest second; exact counts for 100,000 keys a
// resource, then a sketch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/partition/load.h"

namespace partita {

class LoadMeter final {
  public:
    /// `info.partitions` (1 … 256) is that of the table; a GSI has the count given for it by setPartitions().
    explicit LoadMeter(RecordingInfo info);
    ~LoadMeter();
    LoadMeter(const LoadMeter&) = delete;
    LoadMeter& operator=(const LoadMeter&) = delete;

    /// 1 … 256; only before the resource's first request, as what is counted cannot be divided anew: ignored
    /// later.
    void setPartitions(const LoadResource& resource, std::uint32_t count);
    /// The table's number for a resource that none was given for.
    std::uint32_t partitions(const LoadResource& resource) const;
    /// How many bytes each partition holds: what requests without a key are spread by (evenly when not
    /// given). Ignored unless there is one for each partition. Not kept by toBytes().
    void setPartitionBytes(const LoadResource& resource, const std::vector<std::uint64_t>& bytes);

    /// Cheap: see the bench "load meter". `event.time` may go backwards. Of a request without a key, what
    /// readByPartition leaves of its reads, and all its writes, are spread over the partitions in half units.
    void record(const LoadEvent& event);

    /// Every record() counts as one request, so a write that changes an index counts once for each resource.
    RecordingInfo info() const;
    /// The table first, then the GSIs by name.
    std::vector<LoadResource> resources() const;
    /// No range: the last 60 seconds of the recording. A range is cut to what was recorded, and made longer
    /// to whole minutes where seconds are no longer kept: LoadSummary::range says what was taken.
    LoadSummary summary(const LoadResource& resource, std::optional<SecondRange> range,
                        std::size_t topKeys = 10) const;
    /// The range is cut to what was recorded and, when longer than kSeriesSeconds, to its last so many
    /// seconds. Seconds that are kept by the minute only show the minute spread evenly, with the minute's
    /// exact sum.
    static constexpr std::int64_t kSeriesSeconds = 7 * 86'400;
    LoadSeries series(const LoadResource& resource, std::uint32_t partition, SecondRange range) const;
    /// Null when the key was not seen (or has fallen out of the sketch).
    std::optional<KeyLoad> key(const LoadResource& resource, std::string_view keyBytes) const;
    /// All keys that are known, busiest first (reads/3000 + writes/1000), at most `most`.
    std::vector<KeyLoad> keys(const LoadResource& resource, std::size_t most) const;
    /// The whole recording; empty when nothing was recorded.
    SecondRange extent() const;
    /// Changes with every record(); for views that poll.
    std::uint64_t generation() const;

    /// For the table file: a versioned binary form, described in engine/partition/README.md.
    std::string toBytes() const;
    /// The figures, times and partitions of `info` come from the bytes. A meter read so can go on recording.
    /// Fails with DamagedFile on foreign bytes, and NewerVersion on what a later Partita wrote.
    static Result<std::unique_ptr<LoadMeter>> fromBytes(RecordingInfo info, std::string_view bytes);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
