// The words that an expression may not use as attribute names. Source: developer guide, "Reserved words in
// DynamoDB": 573 of them. Pure; any thread.
#pragma once

#include <string_view>

namespace partita {

/// In any case.
bool isReservedWord(std::string_view word);

}  // namespace partita
