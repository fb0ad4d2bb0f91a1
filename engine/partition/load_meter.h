// Adds up requests into one recording: by resource, partition and second, and by key.
// Thread-safe: record() from any thread, summaries from any other.
// Memory: one hour of seconds, then minutes; exact counts for 100,000 keys a resource, then a sketch.
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

    void setPartitions(const LoadResource& resource, std::uint32_t count);
    std::uint32_t partitions(const LoadResource& resource) const;

    /// Cheap: see the bench "load meter". `event.time` may go backwards.
    void record(const LoadEvent& event);

    RecordingInfo info() const;
    std::vector<LoadResource> resources() const;
    /// No range: the last 60 seconds of the recording.
    LoadSummary summary(const LoadResource& resource, std::optional<SecondRange> range, std::size_t topKeys = 10) const;
    LoadSeries series(const LoadResource& resource, std::uint32_t partition, SecondRange range) const;
    /// Null when the key was not seen (or has fallen out of the sketch).
    std::optional<KeyLoad> key(const LoadResource& resource, std::string_view keyBytes) const;
    /// All keys that are known, busiest first (reads/3000 + writes/1000), at most `most`.
    std::vector<KeyLoad> keys(const LoadResource& resource, std::size_t most) const;
    /// The whole recording.
    SecondRange extent() const;
    /// Changes with every record(); for views that poll.
    std::uint64_t generation() const;

    /// For the table file: a versioned binary form, described in engine/partition/README.md.
    std::string toBytes() const;
    /// Fails (DamagedFile) on foreign bytes.
    static Result<std::unique_ptr<LoadMeter>> fromBytes(RecordingInfo info, std::string_view bytes);

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace partita
