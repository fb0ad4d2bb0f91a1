#include "engine/api/error_envelope.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace partita {
namespace {

constexpr std::string_view kEnvelope = "1 validation error detected: ";

// Kinds of faults that are recorded of UpdateExpression without the envelope.
constexpr std::array<std::string_view, 3> kBareUpdateFaults = {
    "Invalid UpdateExpression: Syntax error;", "Invalid UpdateExpression: The expression can not be empty;",
    "Invalid UpdateExpression: An expression attribute "};

}  // namespace

Error enveloped(Error error) {
    if (error.code == ErrorCode::Validation && !error.message.starts_with(kEnvelope)) {
        error.message.insert(0, kEnvelope);
    }
    return error;
}

Error envelopedUpdateFault(Error error) {
    const bool isBare = std::any_of(kBareUpdateFaults.begin(), kBareUpdateFaults.end(),
                                    [&](std::string_view kind) { return error.message.starts_with(kind); });
    return isBare ? error : enveloped(std::move(error));
}

}  // namespace partita
