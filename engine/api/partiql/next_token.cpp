#include "engine/api/partiql/next_token.h"

#include "engine/value/base64.h"
#include "engine/value/item_bytes.h"

namespace partita::partiql {
namespace {

// The bytes under base64: the form's number, the hash of the fingerprint, the query, whether a start key
// follows, that key as item bytes, and the hash of all of it. A token lives as long as a client pages.
constexpr char kForm = 1;
constexpr std::size_t kHashBytes = 8;
constexpr std::size_t kHeadBytes = 1 + kHashBytes + 4 + 1;

/// FNV-1a: tells accidents and mix-ups, which is all that is asked of it.
std::uint64_t hashOf(std::string_view bytes) {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325ULL;
    for (const char c : bytes) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01b3ULL;
    }
    return hash;
}

void appendNumber(std::uint64_t number, std::size_t bytes, std::string& out) {
    for (std::size_t i = 0; i < bytes; ++i) {
        out += static_cast<char>(number >> (8 * i) & 0xFFU);
    }
}

std::uint64_t numberOf(std::string_view bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        number = number << 8U | static_cast<unsigned char>(bytes[i - 1]);
    }
    return number;
}

Error invalid() {
    return Error::validation("Invalid NextToken");
}

}  // namespace

std::string fingerprintOf(std::string_view statement, const std::vector<Value>& parameters) {
    std::string bytes(statement);
    for (const Value& parameter : parameters) {
        bytes += '\0';
        appendItemBytes(Item{{"p", parameter}}, bytes);
    }
    return bytes;
}

std::string tokenOf(const ReadPosition& position, std::string_view fingerprint) {
    std::string bytes(1, kForm);
    appendNumber(hashOf(fingerprint), kHashBytes, bytes);
    appendNumber(position.query, 4, bytes);
    bytes += position.startKey ? '\1' : '\0';
    if (position.startKey) appendItemBytes(*position.startKey, bytes);
    appendNumber(hashOf(bytes), kHashBytes, bytes);
    return toBase64(bytes);
}

Result<ReadPosition> positionOf(std::string_view token, std::string_view fingerprint) {
    const auto decoded = fromBase64(token);
    if (!decoded || decoded->size() < kHeadBytes + kHashBytes || decoded->front() != kForm) return invalid();
    const std::string_view bytes = std::string_view(*decoded).substr(0, decoded->size() - kHashBytes);
    if (numberOf(std::string_view(*decoded).substr(bytes.size())) != hashOf(bytes)) return invalid();
    if (numberOf(bytes.substr(1, kHashBytes)) != hashOf(fingerprint)) {
        return Error::validation("NextToken does not match request");
    }
    ReadPosition position;
    position.query = static_cast<std::uint32_t>(numberOf(bytes.substr(1 + kHashBytes, 4)));
    if (bytes[kHeadBytes - 1] != '\0') {
        auto key = itemFromBytes(bytes.substr(kHeadBytes));
        if (!key) return invalid();
        position.startKey = *std::move(key);
    }
    return position;
}

}  // namespace partita::partiql
