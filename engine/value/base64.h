// RFC 4648 base64 with padding, the form in which DynamoDB JSON carries binary. Free functions; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace partita {

std::string toBase64(std::string_view bytes);
/// Strict: nothing for any text that toBase64() does not write.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace partita
