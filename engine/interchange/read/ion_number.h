// Ion's numbers as DynamoDB's, exactly. Pure functions; any thread.
#pragma once

#include <string_view>

#include "engine/result.h"
#include "engine/value/number.h"

namespace partita {

/// Whether a word that begins with a digit or a sign is a timestamp: 2026T, 2026-05-01, ….
bool isIonTimestamp(std::string_view word);

struct IonNumber {
    Number number;
    bool rewritten = false;  // its text was not the usual one of the same digits: 0x10, 1_000, 1.50, 1e3
};
/// Integers (decimal, hexadecimal, binary), decimals (1.5, 15d-1) and floats (1.5e0), with underscores
/// between digits. Fails with BadInput on what Ion does not write so, on nan and infinities, and with the
/// service's words (ValidationException) on numbers that DynamoDB does not hold.
Result<IonNumber> parseIonNumber(std::string_view word);

}  // namespace partita
