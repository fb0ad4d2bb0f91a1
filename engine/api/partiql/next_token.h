// NextToken: where a SELECT goes on. Opaque to clients, bound to the statement and its parameters, and
// checked when it comes back. Plain values; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "engine/value/item.h"

namespace partita::partiql {

/// Bytes that are equal for equal statements with equal parameters.
std::string fingerprintOf(std::string_view statement, const std::vector<Value>& parameters);

struct ReadPosition {
    std::uint32_t query = 0;       // of the plan's queries
    std::optional<Item> startKey;  // in it; nothing: from its beginning
};

std::string tokenOf(const ReadPosition& position, std::string_view fingerprint);
/// Fails (ValidationException) with "Invalid NextToken" on what tokenOf() did not write, and with "NextToken
/// does not match request" on a token of another statement.
Result<ReadPosition> positionOf(std::string_view token, std::string_view fingerprint);

}  // namespace partita::partiql
