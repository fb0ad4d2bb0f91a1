// The names that streams are read by: ARNs of streams, shards, sequence numbers, and the iterators that
// GetShardIterator and GetRecords hand out. All are text that a client gives back, so all are checked.
// A stream has one shard. Values and free functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/clock.h"
#include "engine/result.h"
#include "engine/table_request.h"

namespace partita {

/// What an ARN of a stream names.
struct StreamName {
    std::string table;
    std::string label;
    friend bool operator==(const StreamName&, const StreamName&) = default;
};
/// Nothing for text that is no ARN of a stream:
/// "arn:aws:dynamodb:…:table/Name/stream/2026-05-01T10:00:00.250".
std::optional<StreamName> streamNamed(std::string_view arn);

/// "shardId-00000001777629600250-5f0c3ab1": the same for the same stream, and in order of time.
std::string shardIdOf(const StreamInfo& stream);

/// Twenty-one digits or more, as the service's are; in the order of the numbers.
std::string sequenceText(std::uint64_t sequence);
/// Nothing for text that sequenceText() does not write.
std::optional<std::uint64_t> sequenceNamed(std::string_view text);

/// Where a client reads on.
struct ShardIterator {
    std::string arn;  // of the stream, as it was asked for
    /// The first record wanted; nothing: the oldest that is kept when it is read (TRIM_HORIZON).
    std::optional<std::uint64_t> from;
    UtcMillis issued = 0;
    friend bool operator==(const ShardIterator&, const ShardIterator&) = default;
};
inline constexpr UtcMillis kShardIteratorLife = 15 * 60 * 1000;

std::string shardIteratorText(const ShardIterator& iterator);
/// Fails with ValidationException on text that shardIteratorText() did not write, and with
/// ExpiredIteratorException 15 minutes after it was issued.
Result<ShardIterator> shardIteratorOf(std::string_view text, UtcMillis now);

/// 64 bits that differ for different texts; not secret. "on disk" nowhere: clients hold it for minutes.
std::uint64_t mixedBytes(std::string_view text, std::uint64_t seed);

}  // namespace partita
