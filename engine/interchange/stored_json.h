// Stored item bytes as DynamoDB JSON, in one pass, without building values. Free functions; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita {

/// Appends {"name":{"S":"…"},…}. False on damaged bytes; `out` is then as it was.
bool appendStoredJson(std::string_view itemBytes, std::string& out);
/// The same with the attributes named in `firstNames` first, in that order.
bool appendStoredJson(std::string_view itemBytes, std::string& out,
                      const std::vector<std::string>& firstNames);

}  // namespace partita
