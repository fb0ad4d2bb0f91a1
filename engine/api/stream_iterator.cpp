#include "engine/api/stream_iterator.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/value/base64.h"

namespace partita {
namespace {

constexpr std::string_view kVersion = "|1|";  // between the ARN and the rest, as the service's
constexpr std::size_t kSequenceDigits = 21;
constexpr std::size_t kNumberBytes = 8;

bool isDigits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string padded(std::uint64_t number, std::size_t digits) {
    const std::string text = std::to_string(number);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

void appendNumber(std::uint64_t number, std::string& out) {
    for (std::size_t i = 0; i < kNumberBytes; ++i)
        out += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

std::uint64_t takeNumber(std::string_view& bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < kNumberBytes; ++i)
        number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    bytes.remove_prefix(kNumberBytes);
    return number;
}

/// Whether there is a number, the number, and the time.
std::string contentOf(const ShardIterator& iterator) {
    std::string content(1, iterator.from ? '\1' : '\0');
    appendNumber(iterator.from.value_or(0), content);
    appendNumber(static_cast<std::uint64_t>(iterator.issued), content);
    return content;
}

constexpr std::uint64_t kChecksumSeed = 0x5061727469746131ULL;

std::string sealed(std::string_view arn, const std::string& content) {
    std::string checksum;
    appendNumber(mixedBytes(std::string(arn) + content, kChecksumSeed), checksum);
    return content + checksum;
}

}  // namespace

std::uint64_t mixedBytes(std::string_view text, std::uint64_t seed) {
    // FNV-1a, then the finisher of splitmix64 to spread the last bytes over all bits.
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    }
    hash ^= hash >> 30U;
    hash *= 0xbf58476d1ce4e5b9ULL;
    hash ^= hash >> 27U;
    hash *= 0x94d049bb133111ebULL;
    return hash ^ (hash >> 31U);
}

std::optional<StreamName> streamNamed(std::string_view arn) {
    if (!arn.starts_with("arn:") || arn.find(":dynamodb:") == std::string_view::npos) return std::nullopt;
    constexpr std::string_view kTable = ":table/";
    constexpr std::string_view kStream = "/stream/";
    const auto table = arn.find(kTable);
    if (table == std::string_view::npos) return std::nullopt;
    const std::string_view rest = arn.substr(table + kTable.size());
    const auto stream = rest.find(kStream);
    if (stream == std::string_view::npos || stream == 0) return std::nullopt;
    const std::string_view label = rest.substr(stream + kStream.size());
    if (label.empty()) return std::nullopt;
    return StreamName{std::string(rest.substr(0, stream)), std::string(label)};
}

std::string shardIdOf(const StreamInfo& stream) {
    constexpr std::string_view kHex = "0123456789abcdef";
    const std::uint64_t mixed = mixedBytes(stream.table + "/" + stream.label, 0);
    std::string id = "shardId-" + padded(static_cast<std::uint64_t>(stream.created), 20) + "-";
    for (unsigned i = 0; i < 8; ++i)
        id += kHex[(mixed >> (4 * i)) & 15U];
    return id;
}

std::string sequenceText(std::uint64_t sequence) {
    return std::string("1").append(padded(sequence, kSequenceDigits - 1));
}

std::optional<std::uint64_t> sequenceNamed(std::string_view text) {
    if (text.size() != kSequenceDigits || !isDigits(text) || text[0] != '1') return std::nullopt;
    text.remove_prefix(1);
    std::uint64_t sequence = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), sequence);
    if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return sequence;
}

std::string shardIteratorText(const ShardIterator& iterator) {
    return iterator.arn + std::string(kVersion) + toBase64(sealed(iterator.arn, contentOf(iterator)));
}

Result<ShardIterator> shardIteratorOf(std::string_view text, UtcMillis now) {
    const Error invalid = Error::validation("Invalid ShardIterator");
    const auto bar = text.find(kVersion);
    if (bar == std::string_view::npos) return invalid;
    const std::string_view arn = text.substr(0, bar);
    const auto bytes = fromBase64(text.substr(bar + kVersion.size()));
    constexpr std::size_t kContent = 1 + 2 * kNumberBytes;
    if (!bytes || bytes->size() != kContent + kNumberBytes) return invalid;
    if (sealed(arn, bytes->substr(0, kContent)) != *bytes) return invalid;

    std::string_view content = *bytes;
    const bool hasNumber = content[0] != '\0';
    content.remove_prefix(1);
    ShardIterator iterator;
    iterator.arn = arn;
    const std::uint64_t from = takeNumber(content);
    if (hasNumber) iterator.from = from;
    iterator.issued = static_cast<UtcMillis>(takeNumber(content));
    if (now - iterator.issued >= kShardIteratorLife) {
        return Error::of(ErrorCode::ExpiredIterator,
                         "The shard iterator has expired and can no longer be used to retrieve stream "
                         "records. A shard iterator expires 15 minutes after it is retrieved using the "
                         "GetShardIterator action.");
    }
    return iterator;
}

}  // namespace partita
